"""What the standings of a stage are made of, read in five queries, however many tables and pairs there are.

One more where stages share a penalty that belongs to no round, and one more for what an overlay puts over boards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, FilteredRelation, Min, Q, Sum

from tournaments.models import (
    Adjustment,
    BoardScore,
    Entry,
    GroupPlace,
    Pairing,
    Round,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.tournament import Contest
from tournaments.queries.boards import board_count
from tournaments.queries.scores import boards_read
from tournaments.scoring.standings import Award, Carry, Encounter, Extra, Facts
from tournaments.scoring.victory_points import Scale, get_scale

BEGUN = (Round.State.PLAYING, Round.State.CLOSED)
BYE = "bye"


class FixedScore(NamedTuple):
    """What both lines of a match get in place of its boards; kind: the code's own key of the score."""

    kind: str
    vp_a: int
    mp_a: int
    vp_b: int
    mp_b: int

    @property
    def mirrored(self) -> "FixedScore":
        """The same with the lines exchanged."""
        return FixedScore(self.kind, self.vp_b, self.mp_b, self.vp_a, self.mp_a)


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """Scores as they would be, to see what a correction changes before it is given.

    boards: by table and board (primary keys) the total points of the two lines; None: no score. matches: by table the
    score fixed for its match; None: the fixed score taken back. extras: penalties, bonuses and warnings besides.
    """

    boards: Mapping[tuple[int, int], tuple[int, int] | None] = field(default_factory=dict)
    matches: Mapping[int, FixedScore | None] = field(default_factory=dict)
    extras: Sequence[Extra] = ()


@dataclass(frozen=True, kw_only=True)
class StageRecord:
    """The facts of a stage, its entries by number, its groups' names by number, the tables begun without a result."""

    facts: Facts
    entries: Mapping[int, Entry]
    groups: Mapping[int, str]
    pending: int


class _Place(NamedTuple):
    """An entry's place in a group of a stage."""

    entry: int
    stage: int
    group: int
    group_name: str
    vp: int
    mp: int


class _Given(NamedTuple):
    """An adjustment in force; stage: the one it counts in."""

    stage: int
    extra: Extra


@dataclass(slots=True, kw_only=True)
class _Table:
    """A table of a round begun, its entries by number, with the sums over its boards."""

    pk: int
    round: int
    stage: int
    group: tuple[int, str] | None
    a: tuple[int, ...]
    b: tuple[int, ...]
    boards: int
    fixed: FixedScore | None
    points_a: int = 0
    points_b: int = 0
    scored: int = 0
    void: int = 0

    def exchange_lines(self) -> None:
        """Take line B for line A, as in the second room of a match where the first one is told from the other side."""
        self.a, self.b = self.b, self.a
        self.points_a, self.points_b = self.points_b, self.points_a
        self.fixed = self.fixed.mirrored if self.fixed else None

    @property
    def is_complete(self) -> bool:
        return 0 < self.boards == self.scored

    @property
    def is_taken_off(self) -> bool:
        """Whether a ruling took the whole match off the grid."""
        return 0 < self.boards == self.void


def stage_record(tournament: Tournament, *, stage: Stage | None, overlay: Overlay) -> StageRecord:
    """What the standings of a stage are made of; without a stage, of the last one begun."""
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament)}
    places, every_table = list(_places(tournament)), list(_tables(tournament, overlay))
    number = stage.number if stage else max((table.stage for table in every_table), default=1)
    tables = [table for table in every_table if table.stage == number]
    placed = {place.entry: place for place in places if place.stage == number}
    _add_scores(tournament, number, {table.pk: table for table in tables}, overlay)
    known_stages = {number, *(place.stage for place in places), *(table.stage for table in every_table)}
    given = list(_given(tournament, has_stages=max(known_stages) > 1))
    given += (_Given(number, extra) for extra in overlay.extras)

    field = _field(entries, placed, tables)
    extras = [one.extra for one in given if one.stage == number and one.extra.entry in field]
    matches = _Matches(tournament, tables, extras)
    groups = _groups(placed, tables)
    return StageRecord(
        facts=Facts(
            entries=field,
            encounters=matches.encounters,
            awards=matches.awards,
            extras=extras,
            carries=_carries(field, placed, [one for one in given if one.stage < number]),
            warnings_per_vp=tournament.warnings_per_vp,
            groups={entry: group for entry, (group, _name) in groups.items()},
            withdrawn=[entry for entry in field if entries[entry].is_withdrawn],
            lot_seed=tournament.lot_seed,
        ),
        entries=entries,
        groups=dict(groups.values()),
        pending=matches.pending,
    )


def _places(tournament: Tournament) -> Iterator[_Place]:
    rows = GroupPlace.objects.filter(group__stage__tournament=tournament).values_list(
        "entry__number", "group__stage__number", "group__number", "group__name", "carried_vp", "carried_mp"
    )
    return (_Place(*row) for row in rows.order_by("group__stage__number", "group__number"))


def _tables(tournament: Tournament, overlay: Overlay) -> Iterator[_Table]:
    """The tables of all rounds begun, in order, each with the score fixed for its match if there is one."""
    rows = (
        Table.objects.filter(round__tournament=tournament, round__state__in=BEGUN)
        .annotate(
            fixed=FilteredRelation("match_scores", condition=Q(match_scores__superseded_at__isnull=True)),
            boards=board_count(),
        )
        .order_by("round__number", "number")
        .values_list(
            *("pk", "round__number", "round__stage__number", "group__number", "group__name", "boards"),
            *("line_a__number", "line_a2__number", "line_b__number", "line_b2__number"),
            *("fixed__kind", "fixed__vp_a", "fixed__mp_a", "fixed__vp_b", "fixed__mp_b"),
        )
    )
    for pk, round, stage, group, group_name, boards, a, a2, b, b2, kind, *figures in rows:
        yield _Table(
            pk=pk,
            round=round,
            stage=stage,
            group=None if group is None else (group, group_name),
            a=_side(a, a2),
            b=_side(b, b2),
            boards=boards or 0,
            fixed=overlay.matches.get(pk, None if kind is None else FixedScore(kind, *figures)),
        )


def _side(*numbers: int | None) -> tuple[int, ...]:
    return tuple(number for number in numbers if number is not None)


def _add_scores(tournament: Tournament, stage: int, tables: Mapping[int, _Table], overlay: Overlay) -> None:
    """Adds up the scores in force at each table; annulled boards are counted apart."""
    in_force = BoardScore.objects.current().filter(table__round__tournament=tournament)
    is_void = Q(kind=BoardScore.Kind.VOID)
    sums = in_force.filter(table__round__stage__number=stage).values("table")
    counted = sums.annotate(a=Sum("points_a"), b=Sum("points_b"))
    counted = counted.annotate(scored=Count("pk", filter=~is_void), void=Count("pk", filter=is_void))
    for pk, points_a, points_b, scored, void in counted.values_list("table", "a", "b", "scored", "void"):
        if pk in tables:
            table = tables[pk]
            table.points_a, table.points_b, table.scored, table.void = points_a or 0, points_b or 0, scored, void
    if overlay.boards:
        _lay_over(overlay.boards, tables)


def _lay_over(boards: Mapping[tuple[int, int], tuple[int, int] | None], tables: Mapping[int, _Table]) -> None:
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
        table.points_a, table.points_b = sum(a for a, _b in scored), sum(b for _a, b in scored)
        table.scored, table.void = len(scored), sum(key[0] == pk for key in void)


def _given(tournament: Tournament, *, has_stages: bool) -> Iterator[_Given]:
    """The adjustments in force: those of a round count in its stage, the others in the one under way when given."""
    in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    rows = list(
        in_force.values_list("entry__number", "kind", "amount", "round__number", "round__stage__number", "given_at")
    )
    is_dated = has_stages and any(row[4] is None for row in rows)
    starts = stage_starts(tournament) if is_dated else {}
    for entry, kind, amount, round, stage, given_at in rows:
        yield _Given(stage or stage_under_way(starts, given_at), _extra(entry, kind, amount, round))


def _extra(entry: int, kind: str, amount: int, round: int | None) -> Extra:
    return Extra(
        entry,
        vp=amount if kind == Adjustment.Kind.VP else 0,
        mp=amount if kind == Adjustment.Kind.MP else 0,
        warnings=int(kind == Adjustment.Kind.WARNING),
        round=round,
    )


def stage_starts(tournament: Tournament) -> dict[int, datetime]:
    """When the first round of each stage was paired."""
    made = Pairing.objects.filter(round__tournament=tournament).order_by().values("round__stage__number")
    return dict(made.annotate(start=Min("made_at")).values_list("round__stage__number", "start"))


def stage_under_way(starts: Mapping[int, datetime], moment: datetime) -> int:
    """The last stage that had been paired by then; the first when nothing tells."""
    return max((stage for stage, start in starts.items() if start <= moment), default=1)


def _field(entries: Mapping[int, Entry], placed: Mapping[int, _Place], tables: Iterable[_Table]) -> list[int]:
    """Who is ranked: those placed in a group or seated, everybody where there are no groups; never who never played."""
    seated = {entry for table in tables for entry in table.a + table.b}
    return [
        number
        for number, entry in entries.items()
        if number in seated or ((not placed or number in placed) and entry.until_round != 0)
    ]


def _groups(placed: Mapping[int, _Place], tables: Iterable[_Table]) -> dict[int, tuple[int, str]]:
    """The group of each entry, number and name; of a late one, that of its tables."""
    seated = {entry: table.group for table in tables if table.group for entry in table.a + table.b}
    return seated | {entry: (place.group, place.group_name) for entry, place in placed.items()}


def _carries(field: Iterable[int], placed: Mapping[int, _Place], earlier: Iterable[_Given]) -> list[Carry]:
    """What each entry brings along; warnings add up through the tournament, whatever happens to the points."""
    warnings = Counter[int]()
    for one in earlier:
        warnings[one.extra.entry] += one.extra.warnings
    carries = []
    for entry in field:
        place = placed.get(entry)
        vp, mp = (place.vp, place.mp) if place else (0, 0)
        if vp or mp or warnings[entry]:
            carries.append(Carry(entry, vp=vp, mp=mp, warnings=warnings[entry]))
    return carries


class _Matches:
    """What the tables of a stage come to: encounters, awards, and how many tables still lack a score."""

    def __init__(self, tournament: Tournament, tables: Iterable[_Table], extras: Iterable[Extra]) -> None:
        self.by_fives = tournament.rules.by_fives
        self.scale: Scale = get_scale(tournament.vp_scale)
        self.bye = (tournament.bye_vp, tournament.bye_mp)
        self.read: dict[tuple[int, int], tuple[int, int]] = {}
        self.extra_mp: Counter[tuple[int | None, int]] = Counter()
        if self.by_fives:  # docs/decisions/0009-mp-given-for-a-round.md
            for extra in extras:
                self.extra_mp[extra.round, extra.entry] += extra.mp
        self.encounters: list[Encounter] = []
        self.awards: list[Award] = []
        self.pending = 0
        for rooms in _rooms(tournament, tables):
            self._add(rooms)

    def _add(self, rooms: Sequence[_Table]) -> None:
        match = rooms[0]
        fixed = next((table.fixed for table in rooms if table.fixed), None)
        if fixed:
            self._award(match, match.a, match.b, fixed.kind, (fixed.vp_a, fixed.mp_a))
            self._award(match, match.b, match.a, fixed.kind, (fixed.vp_b, fixed.mp_b))
        elif not match.b:
            self._award(match, match.a, (), BYE, self.bye)
        elif all(table.is_complete for table in rooms):
            self.encounters.append(self._encounter(rooms))
        else:
            self.pending += sum(not self._is_done(table) for table in rooms)

    def _is_done(self, table: _Table) -> bool:
        return table.is_complete or (self.by_fives and table.is_taken_off)

    def _award(
        self, match: _Table, entries: tuple[int, ...], against: tuple[int, ...], kind: str, given: tuple[int, int]
    ) -> None:
        self.awards += (Award(entry, kind, *given, match.round, against) for entry in entries)

    def _encounter(self, rooms: Sequence[_Table]) -> Encounter:
        match, boards = rooms[0], boards_read([table.boards for table in rooms], self.scale)
        points_a, points_b = sum(table.points_a for table in rooms), sum(table.points_b for table in rooms)
        vp_a, vp_b = self._vp(points_a - points_b + self._extra_lead(match), boards)
        return Encounter(match.a, match.b, points_a, points_b, vp_a, vp_b, match.round)

    def _extra_lead(self, match: _Table) -> int:
        """MP given for the round move the VP of its match; those of a single player of two are the player's alone."""
        if not self.extra_mp or len(match.a + match.b) > 2:
            return 0
        return self.extra_mp[match.round, match.a[0]] - self.extra_mp[match.round, match.b[0]]

    def _vp(self, lead: int, boards: int) -> tuple[int, int]:
        if (lead, boards) not in self.read:
            self.read[lead, boards] = self.scale.victory_points(lead, boards=boards)
        return self.read[lead, boards]


def _rooms(tournament: Tournament, tables: Iterable[_Table]) -> Iterable[list[_Table]]:
    """The tables of each match: two rooms for teams, otherwise one."""
    if tournament.contest != Contest.TEAMS:
        return ([table] for table in tables)
    matches: defaultdict[tuple[int, frozenset[int]], list[_Table]] = defaultdict(list)
    for table in tables:
        rooms = matches[table.round, frozenset(table.a + table.b)]
        if rooms and rooms[0].a != table.a:
            table.exchange_lines()
        rooms.append(table)
    return matches.values()
