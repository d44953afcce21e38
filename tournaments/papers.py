"""The door to what lays documents out: reportlab and openpyxl are loaded with the first document, not with a page.

Views ask here. What comes in by it may name reportlab and openpyxl at its top; nothing else does (pyproject.toml).

What every page of a tournament's document carries, and sheets as such a document.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from codes.tressette.deals import Deal
from papers.download import download
from papers.sheets import Imprint, Sheet, Tell, in_words, local
from records.log import Head
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import NOBODY, public_names

if TYPE_CHECKING:
    from tournaments.rounds.deal_queries import HandRecord


def pdf(sheets: Sequence[Sheet], imprint: Imprint) -> bytes:
    from papers.pdf import render

    return render(sheets, imprint)


def workbook(sheets: Sequence[Sheet], imprint: Imprint, tell: Tell | None = None) -> bytes:
    from papers.xlsx import workbook

    return workbook(sheets, imprint, tell)


def packs(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.rounds.layout import packs

    return packs(deals, imprint, version)


def strips(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.rounds.layout import strips

    return strips(deals, imprint, version)


def hand_records(records: Sequence["HandRecord"], imprint: Imprint) -> bytes:
    from tournaments.rounds.layout import hand_records_paper

    return hand_records_paper(records, imprint)


def hand_record_sheets(records: Sequence["HandRecord"]) -> list[Sheet]:
    from tournaments.rounds.layout import hand_record_sheets

    return hand_record_sheets(records)


# Letters of every face: of a text that has no others nothing needs to be looked up.
_IN_EVERY_FACE = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) | frozenset("–’«»°")


def printed_otherwise(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Those of the texts that paper cannot show as they are, each once, with what stands there instead."""
    doubtful = [text for text in dict.fromkeys(texts) if not _IN_EVERY_FACE.issuperset(text)]
    return _as_printed(doubtful) if doubtful else []


def _as_printed(texts: Iterable[str]) -> list[tuple[str, str]]:
    from papers.fonts import legible

    printed = [(in_words(text), legible(text)) for text in texts]
    return [(text, shown) for text, shown in printed if text != shown]


def imprint_of(tournament: Tournament, title: str, *, at: datetime, in_full: bool = False) -> Imprint:
    """in_full: a paper for who rules on the persons it names, which nobody hangs up."""
    author, language = tournament.federation.named_or(tournament.name), get_language() or "it"
    head = str(Head.current(tournament))
    names = NOBODY if in_full else public_names(tournament.slug, local(at).date())
    code = f"{tournament.slug} {head}"
    return Imprint(title, tournament.name, at, author, language, head, code, names)


def sheets_as(
    kind: str,
    sheets: list[Sheet] | tuple[Sheet, ...],
    tournament: Tournament,
    *,
    title: str,
    in_full: bool = False,
) -> HttpResponse:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=timezone.now(), in_full=in_full)
    lay_out = pdf if kind == "pdf" else workbook
    return download(lay_out(sheets, imprint), f"{tournament.name} – {title}", kind)
