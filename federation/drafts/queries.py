"""Drafts of a federation, and what came out where one was tried."""

import json
import zlib
from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, QuerySet

from codes.deciding.book import Rulebook
from codes.library import RULEBOOKS, all_rulebooks
from codes.reading.snapshot import files_in
from federation.drafts.models import DraftEdition, DraftResult, DraftTrial
from federation.drafts.upload import files_of, load_draft
from people.accounts.models import Federation
from referee.rulings.models import Ruling


def drafts_of(federation: Federation) -> QuerySet[DraftEdition]:
    return DraftEdition.objects.filter(federation=federation).select_related("loaded_by").defer("files")


def edition_files(code: str) -> dict[str, str]:
    """The files of an edition of ours, from which a draft starts."""
    return files_of(RULEBOOKS / code)


def packed(files: Mapping[str, str]) -> bytes:
    return zlib.compress(json.dumps(files, ensure_ascii=False, sort_keys=True).encode(), 9)


def book_of_draft(draft: DraftEdition) -> Rulebook:
    """The draft as the engine reads it, checked once more."""
    return _loaded(bytes(draft.files))


_loaded = lru_cache(maxsize=2)(lambda files: load_draft(files_in(files)))


def editions_tried(code: str) -> list[str]:
    """The edition with that id, and those before it."""
    before = {book.id: book.supersedes for book in all_rulebooks()}
    missing = list[str]()
    while code and code not in missing:
        missing.append(code)
        code = before.get(code) or ""
    return missing


def rulings_tried(draft: DraftEdition) -> QuerySet[Ruling]:
    """The rulings in force of the federation's tournaments by these editions."""
    tried = Ruling.objects.current().filter(rulebook__in=editions_tried(draft.code))
    return tried.filter(tournament__federation=draft.federation_id)


def last_trial(draft: DraftEdition) -> DraftTrial | None:
    return DraftTrial.objects.filter(draft=draft).first()


def counts_of(trial: DraftTrial) -> dict[str, int]:
    """How many came out in each way, also none."""
    results = DraftResult.objects.filter(trial=trial).order_by().values_list("verdict").annotate(n=Count("pk"))
    return dict.fromkeys(DraftResult.Verdict.values, 0) | dict(results)


def results_of(trial: DraftTrial, verdict: str = "") -> QuerySet[DraftResult]:
    """What came out, the latest ruling first, with the rulings."""
    rows = DraftResult.objects.filter(trial=trial).select_related("ruling__tournament")
    return (rows.filter(verdict=verdict) if verdict else rows).order_by("-ruling")
