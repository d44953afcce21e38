"""What somebody did last in a tournament, as the log tells it; of each act whether, and where, it is taken back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from people.accounts.models import User
from records.models import LogEntry
from records.rights import Right
from tournaments.draw.queries import may_be_discarded
from tournaments.entries.models import Entry
from tournaments.rounds.actions import why_not_reopened
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.history_queries import may_be_undone
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import LineWords, words_of_line

MOST = 30


class WayBack(NamedTuple):
    """Where an act is taken back: a page, or what a button there sends."""

    words: str | Promise
    href: str
    sent: Mapping[str, str | int] = {}


class Act(NamedTuple):
    """A line of the log that somebody left, in words; no way back: it was taken back, or something rests on it."""

    line: LogEntry
    told: LineWords
    back: WayBack | None


@dataclass(frozen=True)
class Doer:
    """Whose acts are told: in this tournament, with these rights, at this moment."""

    user: User
    tournament: Tournament
    rights: frozenset[Right]
    at: datetime

    @property
    def acts(self) -> Iterator[Act]:
        lines = LogEntry.objects.filter(tournament=self.tournament, actor=self.user).order_by("-sequence")[:MOST]
        told = Told(self, list(lines.select_related("actor")))
        offered = set()
        for line in told.lines:
            back = told.way_back(line)
            # Of two lines of one thing the later one is taken back.
            if back and (back.href, *back.sent.values()) in offered:
                back = None
            if back:
                offered.add((back.href, *back.sent.values()))
            yield Act(line, words_of_line(line, self.tournament), back)

    def address(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.tournament.slug, *more])


@dataclass(frozen=True)
class Told:
    """Lines of the log, and the records that they are of: each kind read at once, where a line is of it."""

    who: Doer
    lines: Sequence[LogEntry]

    def way_back(self, line: LogEntry) -> WayBack | None:
        needed, way = WAYS_BACK.get(line.action, (None, None))
        if way is None or needed not in self.who.rights or self.who.tournament.has_ended:
            return None
        return way(self, line)

    def keys(self, *ways: "Way") -> set[int]:
        """Of which records lines are that are taken back in one of these ways."""
        return {_key(line) for line in self.lines if WAYS_BACK.get(line.action, (None, None))[1] in ways}

    @cached_property
    def scores(self) -> Mapping[int, BoardScore]:
        """Those of the user that may be taken back."""
        found = BoardScore.objects.current().filter(pk__in=self.keys(_score), given_by=self.who.user)
        scores = list(found.select_related("table__round__stage", "table__round__tournament", "board"))
        undone = may_be_undone(scores, self.who.user)
        return {score.pk: score for score in scores if score.pk in undone}

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        keys = self.keys(_presence, _entered, _withdrawn)
        return Entry.objects.filter(tournament=self.who.tournament).in_bulk(keys)

    @cached_property
    def seated(self) -> set[int]:
        """The entries with a table in some round."""
        tables = Table.objects.filter(round__tournament=self.who.tournament)
        at_them = tables.filter(reduce(or_, (Q(**{f"{line}__in": self.keys(_entered)}) for line in LINES)))
        return {entry for lines in at_them.values_list(*LINES) for entry in lines if entry}

    @cached_property
    def rounds(self) -> Mapping[int, Round]:
        """All of the tournament, by number."""
        found = Round.objects.filter(tournament=self.who.tournament).select_related("tournament", "stage")
        return {one.number: one for one in found.order_by("number")}

    @cached_property
    def adjustments(self) -> set[int]:
        """Those in force that no decision gave."""
        given = Adjustment.objects.filter(pk__in=self.keys(_adjusted), cancelled_at__isnull=True, reference="")
        return set(given.values_list("pk", flat=True))

    @cached_property
    def reopened(self) -> set[int]:
        """The rounds that may be opened again: only one after which none has begun."""
        numbers = sorted(self.rounds)
        followed = {number for number, later in pairwise(numbers) if self.rounds[later].has_begun}
        last = [self.rounds[number] for number in numbers if number not in followed]
        return {one.number for one in last if not why_not_reopened(one, at=self.who.at)}

    @cached_property
    def drafts(self) -> set[int]:
        """The rounds that may be thrown away."""
        return {number for number, one in self.rounds.items() if may_be_discarded(one)}

    def round_of(self, line: LogEntry) -> Round | None:
        return self.rounds.get(line.data.get("round") or 0)

    def entry_of(self, line: LogEntry) -> Entry | None:
        return self.entries.get(_key(line))


def _key(line: LogEntry) -> int:
    return int(line.object.rpartition(":")[2] or 0)


Way = Callable[[Told, LogEntry], WayBack | None]


def _score(told: Told, line: LogEntry) -> WayBack | None:
    score = told.scores.get(_key(line))
    if score is None:
        return None
    href = told.who.address("undo_score", score.table.round.number, score.table.number, score.board.number)
    return WayBack(_lazy("Annulla il punteggio"), href, {"version": score.version})


def _presence(told: Told, line: LogEntry) -> WayBack | None:
    entry = told.entry_of(line)
    if entry is None or entry.state != Entry.State.PRESENT:
        return None
    return WayBack(_lazy("Togli la presenza"), told.who.address("mark_present", entry.number), {"presente": "no"})


def _entered(told: Told, line: LogEntry) -> WayBack | None:
    entry = told.entry_of(line)
    if entry is None or entry.is_withdrawn or entry.pk in told.seated:
        return None
    return WayBack(_lazy("Togli l’iscrizione"), told.who.address("entry", entry.number))


def _withdrawn(told: Told, line: LogEntry) -> WayBack | None:
    entry = told.entry_of(line)
    if entry is None or not entry.is_withdrawn:
        return None
    return WayBack(_lazy("Falla rientrare"), told.who.address("entry", entry.number))


def _closed(told: Told, line: LogEntry) -> WayBack | None:
    round_ = told.round_of(line)
    if round_ is None or round_.number not in told.reopened:
        return None
    return WayBack(_lazy("Riapri il turno"), told.who.address("reopen_round", round_.number))


def _published(told: Told, line: LogEntry) -> WayBack | None:
    round_ = told.round_of(line)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return WayBack(_lazy("Ritira i tavoli"), told.who.address("withdraw_pairing", round_.number))


def _drafted(told: Told, line: LogEntry) -> WayBack | None:
    round_ = told.round_of(line)
    if round_ is None or round_.number not in told.drafts:
        return None
    return WayBack(_lazy("Scarta la bozza"), told.who.address("discard_pairing", round_.number))


def _adjusted(told: Told, line: LogEntry) -> WayBack | None:
    if _key(line) not in told.adjustments:
        return None
    return WayBack(_lazy("Annulla la penalità o il compenso"), told.who.address("adjustments"))


# By the name of the action: the right that taking it back needs, and where that is done while it can be.
WAYS_BACK: Mapping[str, tuple[Right, Way]] = {
    "give_score": (Right.GIVE_SCORE, _score),
    "check_in": (Right.CHECK_IN, _presence),
    "enter": (Right.MANAGE_ENTRIES, _entered),
    "enter_pair": (Right.MANAGE_ENTRIES, _entered),
    "withdraw": (Right.MANAGE_ENTRIES, _withdrawn),
    "remove_entry": (Right.MANAGE_ENTRIES, _withdrawn),
    "close_round": (Right.MANAGE_ROUNDS, _closed),
    "publish_round": (Right.MANAGE_ROUNDS, _published),
    "create_round": (Right.MANAGE_ROUNDS, _drafted),
    "draw_round": (Right.MANAGE_ROUNDS, _drafted),
    "redraw_round": (Right.MANAGE_ROUNDS, _drafted),
    "change_pairing": (Right.MANAGE_ROUNDS, _drafted),
    "give_adjustment": (Right.CANCEL_ADJUSTMENT, _adjusted),
}
