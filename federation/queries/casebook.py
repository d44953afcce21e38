"""Headnotes as everybody reads them: the version that holds, whether its ruling still stands, how far the whole is."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.library import get_rulebook, rulebook_ids
from federation.models import ArchivedRuling, DecisionExecution, Headnote, HeadnoteVersion, ReceivedPackage
from federation.queries.archive_entries import GRANTED, editions_stamp, standing_of
from federation.queries.casebook_record import Decided, decided, orders_in_words
from referee.cases.editions import rule_changed
from referee.wording import spoken
from tournaments.models import Appeal, Erasure, Federation, Tournament

Standing = ArchivedRuling.Standing
PER_PAGE = 20
STANDINGS: Mapping[str, Promise] = {
    Standing.REVISED: _("il provvedimento è stato poi rivisto"),
    Standing.OVERTURNED: _("il provvedimento è stato poi cambiato in reclamo"),
    Standing.OPEN: _("il reclamo è ancora in esame"),
}


@dataclass(frozen=True)
class Article:
    """An article that was applied; is_there: whether today's code has it, so that it can be read."""

    code: str
    number: int
    title: str
    is_there: bool


@dataclass(frozen=True)
class Shown:
    """A version of a headnote as a page shows it. changed: what has become of its ruling or rule since, in words."""

    headnote: Headnote
    version: HeadnoteVersion
    latest: int
    changed: tuple[str, ...] = ()

    @property
    def is_latest(self) -> bool:
        return self.version.version == self.latest

    @property
    def record(self) -> Mapping[str, Any]:
        record: Mapping[str, Any] = self.version.record
        return record

    @property
    def title(self) -> str:
        return spoken(self.record.get("title"))

    @property
    def facts(self) -> list[tuple[str, str]]:
        told = ((spoken(one["question"]), spoken(one["answer"])) for one in self.record.get("facts", ()))
        return list(dict.fromkeys(told))

    @property
    def orders(self) -> list[str]:
        return orders_in_words(self.record)

    @property
    def articles(self) -> list[Article]:
        code = self.record.get("code", "")
        known = get_rulebook(code).articles if code in rulebook_ids() else {}
        cited = self.record.get("articles", ())
        return [Article(code, one["number"], spoken(one["title"]), one["number"] in known) for one in cited]

    @property
    def edition(self) -> str:
        """The code and its edition, as they are called."""
        code = self.record.get("code", "")
        title = spoken(get_rulebook(code).title) if code in rulebook_ids() else code
        return ", ".join(filter(None, (title, self.record.get("edition"))))


def published(federation: Federation | None = None) -> "QuerySet[HeadnoteVersion]":
    """The last version of each headnote, withdrawn ones too, the newest number first."""
    last = HeadnoteVersion.objects.filter(headnote=OuterRef("headnote")).order_by("-version")
    found = HeadnoteVersion.objects.filter(pk=Subquery(last.values("pk")[:1])).select_related("headnote__federation")
    if federation is not None:
        found = found.filter(headnote__federation=federation)
    return found.order_by("-headnote__year", "-headnote__number")


def shown(versions: Sequence[HeadnoteVersion]) -> list[Shown]:
    """Last versions with what has become of their rulings, in a few queries however many there are."""
    changes = changes_of({one.headnote.source for one in versions})
    return [Shown(one.headnote, one, one.version, changes.get(one.headnote.source, ())) for one in versions]


def changes_of(sources: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What happened since to each of these records and to the rule that it applied."""
    found = decided(sources)
    tournaments = {one.tournament.pk for one in found.values() if not one.packed}
    overturned: dict[int, set[str | None]] = {}
    for tournament, record in _changed_above(tournaments) if found else ():
        overturned.setdefault(tournament, set()).add(record)
    return {
        source: tuple(_changed(one, one.packed.overturned if one.packed else overturned.get(one.tournament.pk, set())))
        for source, one in found.items()
    }


def _changed_above(tournaments: Collection[int]) -> "QuerySet[Any, tuple[int, str | None]]":
    """What appeals changed: those of the tournament, and those before the federal judge."""
    granted = Appeal.objects.filter(tournament__in=tournaments, state__in=GRANTED).order_by()
    above = DecisionExecution.objects.filter(answer__tournament__in=tournaments, ruling__isnull=False).order_by()
    told = above.annotate(record=KeyTextTransform("record", "answer__told")).values_list("answer__tournament", "record")
    return granted.values_list("tournament", "record").union(told)


def _changed(one: Decided, overturned: Collection[str | None]) -> list[str]:
    standing = Standing.IN_FORCE
    if one.appeal:
        standing = Standing.OPEN if one.appeal.is_open else Standing.IN_FORCE
    elif one.score and not one.score.is_current:
        standing = Standing.REVISED
    elif one.ruling:
        standing = standing_of(one.ruling, overturned)
    told = [str(STANDINGS[standing])] if standing in STANDINGS else []
    return [*told, str(_("la norma è cambiata da allora"))] if one.ruling and rule_changed(one.ruling) else told


def stamp_of(federation: Federation) -> str:
    """Another one as soon as anything that its casebook shows is another."""
    versions = HeadnoteVersion.objects.filter(headnote__federation=federation).order_by()
    told = versions.aggregate(last=Max("pk"), count=Count("pk"))
    of = Tournament.objects.filter(pk__in=Headnote.objects.filter(federation=federation).values("tournament"))
    data = of.order_by().aggregate(data=Sum("data_version"))
    erased = Erasure.objects.order_by().aggregate(erased=Max("number"))
    uids = Headnote.objects.filter(federation=federation, received__isnull=False).values("received__uid")
    came = ReceivedPackage.objects.filter(federation=federation, uid__in=uids).order_by("pk")
    packages = list(came.values_list("pk", "state", "chosen_at"))
    said = repr((*told.values(), *data.values(), *erased.values(), packages, editions_stamp()))
    return hashlib.sha256(said.encode()).hexdigest()


def index_stamp(federation: Federation) -> tuple[Any, ...]:
    """Another one as soon as the words of the casebook are others."""
    versions = HeadnoteVersion.objects.filter(headnote__federation=federation).order_by()
    erased = Erasure.objects.order_by().aggregate(erased=Max("number"))
    return (*versions.aggregate(last=Max("pk"), count=Count("pk")).values(), *erased.values())


def headnotes_of(sources: Iterable[str]) -> dict[str, list[HeadnoteVersion]]:
    """The published headnotes of each of these records."""
    found: dict[str, list[HeadnoteVersion]] = {}
    for one in published().filter(headnote__source__in=list(sources), state=HeadnoteVersion.State.PUBLISHED):
        found.setdefault(one.headnote.source, []).append(one)
    return found
