"""What somebody did last in a tournament, as the log tells it; of each act whether, and where, it is taken back."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from people.accounts.models import User
from records.models import LogEntry
from records.rights import Right
from tournaments.draw.queries import may_be_discarded
from tournaments.entries.actions import seated_in
from tournaments.entries.models import Entry
from tournaments.rounds.actions import why_not_reopened
from tournaments.rounds.models import Round
from tournaments.scores.history_queries import why_kept
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
        offered = set()
        for line in lines.select_related("actor"):
            back = self._back(line)
            # Of two lines of one thing the later one is taken back.
            if back and (back.href, *back.sent.values()) in offered:
                back = None
            if back:
                offered.add((back.href, *back.sent.values()))
            yield Act(line, words_of_line(line, self.tournament), back)

    def _back(self, line: LogEntry) -> WayBack | None:
        needed, way = WAYS_BACK.get(line.action, (None, None))
        if way is None or needed not in self.rights or self.tournament.has_ended:
            return None
        return way(self, line)

    def address(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.tournament.slug, *more])

    def round_of(self, line: LogEntry) -> Round | None:
        rounds = Round.objects.filter(tournament=self.tournament, number=line.data.get("round") or 0)
        return rounds.select_related("tournament", "stage").first()

    def entry_of(self, line: LogEntry) -> Entry | None:
        return Entry.objects.filter(tournament=self.tournament, pk=_key(line)).first()


def _key(line: LogEntry) -> int:
    return int(line.object.rpartition(":")[2] or 0)


def _score(who: Doer, line: LogEntry) -> WayBack | None:
    found = BoardScore.objects.current().filter(pk=_key(line), given_by=who.user)
    score = found.select_related("table__round__stage", "table__round__tournament", "board").first()
    if score is None or why_kept(score, score.table.round, who.user):
        return None
    href = who.address("undo_score", score.table.round.number, score.table.number, score.board.number)
    return WayBack(_lazy("Annulla il punteggio"), href, {"version": score.version})


def _presence(who: Doer, line: LogEntry) -> WayBack | None:
    entry = who.entry_of(line)
    if entry is None or entry.state != Entry.State.PRESENT:
        return None
    return WayBack(_lazy("Togli la presenza"), who.address("mark_present", entry.number), {"presente": "no"})


def _entered(who: Doer, line: LogEntry) -> WayBack | None:
    entry = who.entry_of(line)
    if entry is None or entry.is_withdrawn or seated_in(entry, *Round.State):
        return None
    return WayBack(_lazy("Togli l’iscrizione"), who.address("entry", entry.number))


def _withdrawn(who: Doer, line: LogEntry) -> WayBack | None:
    entry = who.entry_of(line)
    if entry is None or not entry.is_withdrawn:
        return None
    return WayBack(_lazy("Falla rientrare"), who.address("entry", entry.number))


def _closed(who: Doer, line: LogEntry) -> WayBack | None:
    round_ = who.round_of(line)
    if round_ is None or why_not_reopened(round_, at=who.at):
        return None
    return WayBack(_lazy("Riapri il turno"), who.address("reopen_round", round_.number))


def _published(who: Doer, line: LogEntry) -> WayBack | None:
    round_ = who.round_of(line)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return WayBack(_lazy("Ritira i tavoli"), who.address("withdraw_pairing", round_.number))


def _drafted(who: Doer, line: LogEntry) -> WayBack | None:
    round_ = who.round_of(line)
    if round_ is None or not may_be_discarded(round_):
        return None
    return WayBack(_lazy("Scarta la bozza"), who.address("discard_pairing", round_.number))


def _adjusted(who: Doer, line: LogEntry) -> WayBack | None:
    given = Adjustment.objects.filter(pk=_key(line), cancelled_at__isnull=True, reference="").exists()
    return WayBack(_lazy("Annulla la penalità o il compenso"), who.address("adjustments")) if given else None


# By the name of the action: the right that taking it back needs, and where that is done while it can be.
WAYS_BACK: Mapping[str, tuple[Right, Callable[[Doer, LogEntry], WayBack | None]]] = {
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
