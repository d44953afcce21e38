"""Reads the facts for the standings of a stage in five queries, however many tables and pairs there are.

One more query if stages share a penalty of no round, and one more for an overlay on boards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, FilteredRelation, Min, Q, QuerySet, Sum

from records.prepared_queries import prepared
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.pairing.decisions import KnockoutDecision
from tournaments.planning.models import GroupPlace, Stage
from tournaments.rounds.models import Round, Table
from tournaments.scores.history_queries import DealPoints, terms_of
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.round_queries import board_count
from tournaments.scoring.match import FixedScore, Room, StageMatches, matches
from tournaments.scoring.playoffs import Playoff, settled
from tournaments.scoring.standings import Carry, Extra, Facts
from tournaments.setup.models import Contest, Tournament
from tournaments.standings.knockout_queries import Key, Tallies, decision_on, tallies


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """Scores as they would be, to preview a correction.

    boards: by table and board (primary keys) the total points of the two lines; None: no score. matches: by table the
    score fixed for its match; None: the fixed score taken back. extras: penalties, bonuses and warnings besides.
    points: those of deals that rulings would give (below zero: take), by round and entry.
    """

    boards: Mapping[tuple[int, int], tuple[int, int] | None] = field(default_factory=dict)
    matches: Mapping[int, FixedScore | None] = field(default_factory=dict)
    extras: Sequence[Extra] = ()
    points: DealPoints = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StageRecord:
    """The facts of a stage, its groups' names by number, and how many tables begun lack a result."""

    facts: Facts
    groups: Mapping[int, str]
    pending: int


class _EntryFacts(NamedTuple):
    """The columns of an entry that the standings need: for a large field, making models takes too long."""

    until_round: int | None
    is_withdrawn: bool

    @classmethod
    def of_entry(cls, entry: Entry) -> "_EntryFacts":
        return cls(entry.until_round, entry.is_withdrawn)


class _Place(NamedTuple):
    """An entry's place in a group of a stage."""

    entry: int
    stage: int
    group: int
    group_name: str
    vp: int
    mp: int


class _AdjustmentInForce(NamedTuple):
    """An adjustment in force; stage: the one it counts in."""

    stage: int
    extra: Extra


@dataclass(slots=True, kw_only=True)
class _Table(Room):
    """A table of a round begun, its entries by number, with the sums over its boards."""

    pk: int
    stage: int
    group: tuple[int, str] | None
    # Of a bracket, in the first room of the match: how many places it is for.
    playoff: int | None = None


def stage_record(
    tournament: Tournament, *, stage: Stage | None, overlay: Overlay, entries: Sequence[Entry] | None = None
) -> StageRecord:
    """The facts of a stage's standings; without a stage, of the last one begun.

    entries: all of the tournament's, if the caller has read them.
    """
    known = (
        {entry.number: _EntryFacts.of_entry(entry) for entry in entries}
        if entries is not None
        else _entries_entered(tournament)
    )
    places = [_Place(*row) for row in _places_of(tournament=tournament.pk)]
    every_table = list(_tables(tournament, overlay))
    number = stage.number if stage else max((table.stage for table in every_table), default=1)
    tables = [table for table in every_table if table.stage == number]
    placed = {place.entry: place for place in places if place.stage == number}
    # Only this stage's: what earlier ones brought stands with the places of the groups (decision 12).
    _add_scores(tournament, number, {table.pk: table for table in tables}, overlay)
    known_stages = {number, *(place.stage for place in places), *(table.stage for table in every_table)}
    # A tournament of one stage needs no dates, which take a query.
    adjustments, points = _adjustments_in_force(tournament, has_stages=max(known_stages) > 1)
    points.update(overlay.points)
    _add_points(tables, points)
    adjustments += (_AdjustmentInForce(number, extra) for extra in overlay.extras)

    field = _field(known, placed, tables)
    extras = [in_force.extra for in_force in adjustments if in_force.stage == number and in_force.extra.entry in field]
    stage_matches = matches(
        tables, terms_of(tournament).with_extras(extras), by_teams=tournament.contest == Contest.TEAMS
    )
    groups = _groups(placed, tables)
    return StageRecord(
        facts=Facts(
            entries=field,
            encounters=stage_matches.encounters,
            awards=stage_matches.awards,
            extras=extras,
            carries=_carries(field, placed, [in_force for in_force in adjustments if in_force.stage < number]),
            warnings_per_vp=tournament.warnings_per_vp,
            groups={entry: group for entry, (group, _name) in groups.items()},
            withdrawn=[entry for entry in field if known[entry].is_withdrawn],
            playoffs=_playoffs(tournament, tables, stage_matches),
            lot_seed=tournament.lot_seed,
        ),
        groups=dict(groups.values()),
        pending=stage_matches.pending,
    )


def _entries_entered(tournament: Tournament) -> dict[int, _EntryFacts]:
    rows = _entries_of(tournament=tournament.pk)
    return {number: _EntryFacts(until, state == Entry.State.WITHDRAWN) for number, until, state in rows}


@prepared
def _entries_of(*, tournament: int) -> "QuerySet[Entry, Any]":
    mine = Entry.objects.filter(tournament=tournament).order_by("number")
    return mine.values_list("number", "until_round", "state")


@prepared
def _places_of(*, tournament: int) -> "QuerySet[GroupPlace, Any]":
    rows = GroupPlace.objects.filter(group__stage__tournament=tournament).values_list(
        "entry__number", "group__stage__number", "group__number", "group__name", "carried_vp", "carried_mp"
    )
    return rows.order_by("group__stage__number", "group__number")


@prepared
def _tables_of(*, tournament: int) -> "QuerySet[Table, Any]":
    return (
        Table.objects.filter(round__tournament=tournament, round__state__in=Round.BEGUN)
        .annotate(
            fixed=FilteredRelation("match_scores", condition=Q(match_scores__superseded_at__isnull=True)),
            boards=board_count(),
            # The second room of a match of teams holds the same two.
            decides=Q(room=1),
        )
        .order_by("round__number", "number")
        .values_list(
            *("pk", "round__number", "round__stage__number", "group__number", "group__name", "boards"),
            *("bracket", "decides"),
            *("line_a__number", "line_a2__number", "line_b__number", "line_b2__number"),
            *("fixed__kind", "fixed__vp_a", "fixed__mp_a", "fixed__vp_b", "fixed__mp_b"),
        )
    )


def _tables(tournament: Tournament, overlay: Overlay) -> Iterator[_Table]:
    """The tables of all rounds begun, in order, each with the score fixed for its match if there is one."""
    rows = _tables_of(tournament=tournament.pk)
    for pk, round_, stage, group, group_name, boards, bracket, decides, a, a2, b, b2, kind, *figures in rows:
        yield _Table(
            pk=pk,
            round=round_,
            stage=stage,
            group=None if group is None else (group, group_name),
            a=_side(a, a2),
            b=_side(b, b2),
            boards=boards or 0,
            playoff=bracket if decides else None,
            fixed=overlay.matches.get(pk, None if kind is None else FixedScore(kind, *figures)),
        )


def _playoffs(tournament: Tournament, tables: Iterable[_Table], matches: StageMatches) -> list[Playoff]:
    """The matches of brackets, each with who went on from it if known."""
    played = {table.pk: table for table in tables if table.playoff}
    if not played:
        return []
    in_force = KnockoutWinner.objects.current().filter(table__in=played).select_related("winner")
    ruled = {winner.table_id: winner for winner in in_force}
    by_match = dict(tallies(matches.encounters, matches.awards))
    return settled(
        Playoff(table.playoff or 0, (*table.a, *table.b), _winner(table, ruled.get(table.pk), by_match, tournament))
        for table in played.values()
    )


def _winner(
    table: _Table, ruled: KnockoutWinner | None, by_match: Mapping[Key, Tallies], tournament: Tournament
) -> int | None:
    if ruled is not None and not ruled.tie_break:
        return ruled.winner.number
    if not table.b or (key := (table.round, table.a[0], table.b[0])) not in by_match:
        return None
    decision = decision_on(*key[1:], by_match[key], ruled, tournament)
    return decision.winner if isinstance(decision, KnockoutDecision) else None


def _side(*numbers: int | None) -> tuple[int, ...]:
    return tuple(number for number in numbers if number is not None)


def _add_scores(tournament: Tournament, stage: int, tables: Mapping[int, _Table], overlay: Overlay) -> None:
    """Adds up the scores in force at each table; annulled boards are counted apart."""
    for pk, points_a, points_b, scored, void in _sums_of(tournament=tournament.pk, stage=stage):
        if pk in tables:
            table = tables[pk]
            table.points_a, table.points_b = tournament.counted(points_a or 0, points_b or 0)
            table.scored, table.void = scored, void
    if overlay.boards:
        _lay_over(tournament, overlay.boards, tables)


@prepared
def _sums_of(*, tournament: int, stage: int) -> "QuerySet[BoardScore, Any]":
    in_force = BoardScore.objects.current().filter(table__round__tournament=tournament)
    is_void = Q(kind=BoardScore.Kind.VOID)
    sums = in_force.filter(table__round__stage__number=stage).values("table")
    counted = sums.annotate(a=Sum("points_a"), b=Sum("points_b"))
    counted = counted.annotate(scored=Count("pk", filter=~is_void), void=Count("pk", filter=is_void))
    return counted.values_list("table", "a", "b", "scored", "void")


def _lay_over(
    tournament: Tournament,
    boards: Mapping[tuple[int, int], tuple[int, int] | None],
    tables: Mapping[int, _Table],
) -> None:
    """Adds up again the tables where a board gets another score."""
    touched = {table for table, _board in boards if table in tables}
    points: dict[tuple[int, int], tuple[int, int] | None] = {}
    for score in BoardScore.objects.current().filter(table__in=touched):
        is_void = score.points_a is None or score.points_b is None
        points[score.table_id, score.board_id] = None if is_void else (score.points_a or 0, score.points_b or 0)
    void = {key for key, both in points.items() if both is None} - set(boards)
    points |= boards
    for pk in touched:
        scored = [both for (table, _board), both in points.items() if table == pk and both is not None]
        table = tables[pk]
        table.points_a, table.points_b = tournament.counted(sum(a for a, _b in scored), sum(b for _a, b in scored))
        table.scored, table.void = len(scored), sum(key[0] == pk for key in void)


def _adjustments_in_force(
    tournament: Tournament, *, has_stages: bool
) -> tuple[list[_AdjustmentInForce], Counter[tuple[int, int]]]:
    """The adjustments in force: those of a round count in its stage, the others in the stage under way when given.

    And the points of deals by round and entry, which belong to the match.
    """
    rows = _adjustments_of(tournament=tournament.pk)
    is_dated = has_stages and any(row[4] is None for row in rows)
    starts = stage_starts(tournament) if is_dated else {}
    adjustments, points = [], Counter[tuple[int, int]]()
    for entry, kind, amount, round_, stage, given_at in rows:
        if kind == Adjustment.Kind.POINTS:
            points[round_, entry] += amount
        else:
            adjustments.append(
                _AdjustmentInForce(stage or stage_under_way(starts, given_at), _extra(entry, kind, amount, round_))
            )
    return adjustments, points


@prepared
def _adjustments_of(*, tournament: int) -> "QuerySet[Adjustment, Any]":
    in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    return in_force.values_list("entry__number", "kind", "amount", "round__number", "round__stage__number", "given_at")


def _add_points(tables: Iterable[_Table], points: Counter[tuple[int, int]]) -> None:
    """Adds the points that rulings gave or took to each match, in its first room with a score."""
    if not points:
        return
    for table in tables:
        if table.scored:
            table.points_a += sum(points.pop((table.round, entry), 0) for entry in table.a)
            table.points_b += sum(points.pop((table.round, entry), 0) for entry in table.b)


def _extra(entry: int, kind: str, amount: int, round_: int | None) -> Extra:
    return Extra(
        entry,
        vp=amount if kind == Adjustment.Kind.VP else 0,
        mp=amount if kind == Adjustment.Kind.MP else 0,
        warnings=int(kind == Adjustment.Kind.WARNING),
        round=round_,
    )


def stage_starts(tournament: Tournament) -> dict[int, datetime]:
    """When the first round of each stage (by number) was paired."""
    pairings = Pairing.objects.exclude(state=Pairing.State.DISCARDED)
    drafts = pairings.filter(round__tournament=tournament).order_by().values("round__stage__number")
    return dict(drafts.annotate(start=Min("made_at")).values_list("round__stage__number", "start"))


def stage_under_way(starts: Mapping[int, datetime], moment: datetime) -> int:
    """The last stage paired by then; the first if there is none."""
    return max((stage for stage, start in starts.items() if start <= moment), default=1)


def _field(entries: Mapping[int, _EntryFacts], placed: Mapping[int, _Place], tables: Iterable[_Table]) -> list[int]:
    """The ranked entries: those in a group or seated; without groups all; never those that withdrew before playing."""
    seated = {entry for table in tables for entry in table.a + table.b}
    return [
        number
        for number, entry in entries.items()
        # 0: it withdrew before ever playing, and is not in the standings (decision 12).
        if number in seated or ((not placed or number in placed) and entry.until_round != 0)
    ]


def _groups(placed: Mapping[int, _Place], tables: Iterable[_Table]) -> dict[int, tuple[int, str]]:
    # Latecomers have no place in a group; they belong to the group of their tables.
    seated = {entry: table.group for table in tables if table.group for entry in table.a + table.b}
    return seated | {entry: (place.group, place.group_name) for entry, place in placed.items()}


def _carries(field: Iterable[int], placed: Mapping[int, _Place], earlier: Iterable[_AdjustmentInForce]) -> list[Carry]:
    # Warnings add up through the tournament, whatever happens to the points.
    warnings = Counter[int]()
    for in_force in earlier:
        warnings[in_force.extra.entry] += in_force.extra.warnings
    carries = []
    for entry in field:
        place = placed.get(entry)
        vp, mp = (place.vp, place.mp) if place else (0, 0)
        if vp or mp or warnings[entry]:
            carries.append(Carry(entry, vp=vp, mp=mp, warnings=warnings[entry]))
    return carries
