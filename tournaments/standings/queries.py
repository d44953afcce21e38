"""The standings of a tournament, from the scores and adjustments in force.

The current standings are computed once for each state of the data and shared by all pages. Also what a stage lacks:
tables without a result, which the standings leave out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from pages.caches import Latest
from records.prepared_queries import prepared
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, Stage
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import board_count, waited_for
from tournaments.scores.words import explain_tie, prove_tie
from tournaments.scoring import standings as scoring
from tournaments.scoring.standings import Facts, Item, RankedRow, Sums, Tie, explain
from tournaments.scoring.standings import standings as ranked_by_points
from tournaments.setup.models import Tournament
from tournaments.standings.facts import Overlay, stage_record


class TieWords:
    """The ties of some standings in words; each sentence is made once, when it is read."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names
        self.said: dict[int, str] = {}

    def sentence(self, tie: Tie) -> str:
        # By identity: rows that share a tie hold the very same one, and its mapping keeps it from being a key.
        if id(tie) not in self.said:
            self.said[id(tie)] = explain_tie(tie, self.names)
        return self.said[id(tie)]


@dataclass(frozen=True)
class StandingRow:
    """An entry's line in the standings; its place is None when it withdrew and is out of the ranking."""

    place: int | None
    entry: Entry
    group: int
    group_name: str
    sums: Sums
    ties: tuple[Tie, ...]
    words: TieWords = field(repr=False, compare=False)

    @classmethod
    def unranked(cls, entry: Entry) -> "StandingRow":
        """The line of an entry that the standings leave out: no results and no place."""
        return cls(None, entry, 0, "", Sums(entry.number), (), TieWords({}))

    @property
    def vp(self) -> int:
        return self.sums.vp

    @property
    def mp(self) -> int:
        return self.sums.mp

    @property
    def mp_for(self) -> int:
        return self.sums.mp_for

    @property
    def mp_against(self) -> int:
        return self.sums.mp_against

    @property
    def vp_adjustment(self) -> int:
        return self.sums.vp_adjustment

    @property
    def mp_adjustment(self) -> int:
        return self.sums.mp_adjustment

    @property
    def encounters(self) -> int:
        return self.sums.encounters

    @property
    def is_by_match(self) -> bool:
        """Whether it has its place by a match of the bracket and not by a tie."""
        return any(tie.is_match for tie in self.ties)

    @property
    def explanations(self) -> tuple[str, ...]:
        return tuple(self.words.sentence(tie) for tie in self.ties)

    @property
    def proofs(self) -> tuple[str, ...]:
        """The data for drawing the lots of its ties again; pages fold them away."""
        return tuple(filter(None, map(prove_tie, self.ties)))


@dataclass(frozen=True)
class Standings:
    """The standings now, and how many encounters of begun rounds lack a score."""

    rows: tuple[StandingRow, ...]
    pending: int
    facts: Facts = field(repr=False, compare=False)

    @property
    def is_final(self) -> bool:
        return self.pending == 0

    def account(self, entry: Entry) -> tuple[Item, ...]:
        return explain(self.facts, entry.number)


@dataclass(frozen=True, kw_only=True)
class StandingFigures:
    """The standings in figures alone, entries by number; groups: their names by number."""

    rows: tuple[scoring.RankedRow, ...]
    groups: Mapping[int, str]
    pending: int
    facts: Facts = field(repr=False, compare=False)


def standing_figures(
    tournament: Tournament,
    *,
    stage: Stage | None = None,
    overlay: Overlay | None = None,
    entries: Sequence[Entry] | None = None,
    rank: Callable[[Facts], tuple[scoring.RankedRow, ...]] = scoring.standings,
) -> StandingFigures:
    """The standings of a stage (the last one begun) from all that is in force; five queries.

    A match counts, with VP and MP, once all its boards have a score that is not void, or a score was fixed for it; a
    rest as soon as its round has begun. overlay: scores as they would be. entries: all, if the caller has them.
    rank: the function that ranks; the caller may have the result for the same facts.
    """
    record = stage_record(tournament, stage=stage, overlay=overlay or Overlay(), entries=entries)
    rows = rank(record.facts)
    return StandingFigures(rows=rows, groups=record.groups, pending=record.pending, facts=record.facts)


def standings(
    tournament: Tournament, *, stage: Stage | None = None, group: Group | None = None, overlay: Overlay | None = None
) -> Standings:
    """The standings of a stage, or of one of its groups, with the current names of the entries."""
    entries = list(Entry.objects.filter(tournament=tournament))
    figures = standing_figures(tournament, stage=group.stage if group else stage, overlay=overlay, entries=entries)
    rows = [row for row in figures.rows if group is None or row.group == group.number]
    return Standings(rows=_standing_rows(entries, figures, rows), pending=figures.pending, facts=figures.facts)


def with_entries(
    tournament: Tournament, figures: StandingFigures, rows: Sequence[scoring.RankedRow]
) -> tuple[StandingRow, ...]:
    """Some of the rows with their entries and the names of entries that they tie with; one query."""
    named = {row.entry for row in rows}.union(*(tie.order for row in rows for tie in row.ties))
    return _standing_rows(Entry.objects.filter(tournament=tournament, number__in=named), figures, rows)


def _standing_rows(
    entries: Iterable[Entry], figures: StandingFigures, rows: Sequence[scoring.RankedRow]
) -> tuple[StandingRow, ...]:
    by_number = {entry.number: entry for entry in entries}
    words = TieWords({number: entry.name for number, entry in by_number.items()})
    return tuple(
        StandingRow(
            row.place, by_number[row.entry], row.group, figures.groups.get(row.group, ""), row.sums, row.ties, words
        )
        for row in rows
    )


@dataclass(frozen=True)
class Move:
    """An entry whose place or points a correction would change."""

    before: StandingRow
    after: StandingRow

    @property
    def entry(self) -> Entry:
        return self.after.entry

    @property
    def places_gained(self) -> int:
        """How many places it rises (below zero: falls); None without a place."""
        if self.before.place is None or self.after.place is None:
            return 0
        return self.before.place - self.after.place

    @property
    def is_of_points(self) -> bool:
        """Whether its points change, and not its place alone."""
        return (self.before.vp, self.before.mp) != (self.after.vp, self.after.mp)


def compare_standings(before: Standings, after: Standings) -> tuple[Move, ...]:
    """The entries whose place, VP or MP differ, in the later order."""
    old = {row.entry.pk: row for row in before.rows}
    moves = (Move(old[row.entry.pk], row) for row in after.rows if row.entry.pk in old)
    return tuple(move for move in moves if _place_and_points(move.before) != _place_and_points(move.after))


def _place_and_points(row: StandingRow) -> tuple[int | None, int, int]:
    return row.place, row.vp, row.mp


KEPT: Latest[StandingFigures] = Latest(most=16)
# Calls, cases and confirmations move the data, and seldom what is ranked: kept by the facts, which hold all of that.
ROWS: Latest[tuple[RankedRow, ...]] = Latest(most=16)


State = tuple[int, int]


def state_of(tournament: Tournament) -> State:
    """A key that changes whenever the standings may; tournament: just read, outside of any transaction."""
    # Every action that moves the standings writes a line, and with it another data version (tests/tournaments/machine
    # looks after each). The archive can enter a pair without one, so those are counted. Names are not in it.
    return tournament.data_version, Entry.objects.filter(tournament=tournament).count()


def standings_now(tournament: Tournament, state: State) -> StandingFigures:
    """The standings of the last stage begun, as of now."""

    def rank(facts: Facts) -> tuple[RankedRow, ...]:
        return ROWS.get(tournament.pk, facts, lambda: ranked_by_points(facts))

    return KEPT.get(tournament.pk, state, lambda: standing_figures(tournament, rank=rank))


def tables_without_result(stage: Stage) -> list[tuple[int | None, int, int]]:
    """Group (None: of no group), round and number of every table begun without a result, in one query.

    At burraco a match that a ruling took off the grid (all its boards void) waits for nothing more.
    """
    tables, by_fives = Table.objects.filter(round__stage=stage), stage.tournament.rules.by_fives
    waiting = _tables_waiting(tables, by_fives).order_by("round__number", "number")
    return list(waiting.values_list("group__number", "round__number", "number"))


def tables_waited_for(round_: Round) -> int:
    return len(_waited_for(round_.tournament.rules.by_fives, round_pk=round_.pk))


@prepared
def _waited_for(by_fives: bool, *, round_pk: int) -> "QuerySet[Table, Any]":
    return _tables_waiting(Table.objects.filter(round=round_pk), by_fives).order_by().values_list("pk")


def without_result(tables: "QuerySet[Table]") -> "QuerySet[Table]":
    """Those of the tables whose match has no result yet, however far it is."""
    return _tables_waiting(tables, by_fives=False)


def _tables_waiting(tables: "QuerySet[Table]", by_fives: bool) -> "QuerySet[Table]":
    is_void = Q(kind=BoardScore.Kind.VOID)
    scores = BoardScore.objects.current().filter(table=OuterRef("pk")).order_by().values("table")
    begun = waited_for(tables.filter(round__state__in=Round.BEGUN)).annotate(
        boards=Coalesce(board_count(), 0),
        scored=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=~is_void)).values("count")), 0),
        void=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=is_void)).values("count")), 0),
    )
    waiting = begun.filter(Q(boards=0) | Q(scored__lt=F("boards")))
    return waiting.exclude(boards__gt=0, void=F("boards")) if by_fives else waiting
