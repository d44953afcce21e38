"""The proof of a line of the standings: match by match, board by board, adjustment by adjustment."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from codes.seats import Line
from tournaments.boards.models import Board
from tournaments.entries.models import Entry
from tournaments.match_scores.models import MatchScore
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import boards_played
from tournaments.scores.history_queries import add_points, room_at, terms_in_force
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.queries import TableResult, current_scores
from tournaments.scoring.account import Item, Source
from tournaments.scoring.match import Room
from tournaments.setup.models import Contest
from tournaments.standings.facts import stage_starts, stage_under_way
from tournaments.standings.queries import StandingRow, Standings, standings


@dataclass(frozen=True)
class BoardRecord:
    """What the pair and its opponents scored on a board; None while there is no score, or it is void."""

    board: Board
    score: BoardScore | None
    points: int | None
    points_against: int | None


@dataclass(frozen=True)
class ScoreWithoutPlay:
    """VP and MP that a match brings without its boards: those of a rest, or fixed by the code (then with its score)."""

    vp: int
    mp: int
    score: MatchScore | None = None


@dataclass(frozen=True)
class EncounterRecord:
    """A round of the pair: where it sat, with and against whom, with which result (VP once every board has its score).

    A match of teams, played in two rooms, is one record, at the table of the first.
    """

    table: Table
    line: Line
    opponents: tuple[Entry, ...]
    boards: tuple[BoardRecord, ...]
    mp_for: int
    mp_against: int
    vp: int | None
    partner: Entry | None = None
    given: ScoreWithoutPlay | None = None
    # From which difference the VP come, seen from the pair, where it is not the one played.
    reading: str = ""

    @property
    def opponent(self) -> Entry | None:
        return self.opponents[0] if self.opponents else None

    @property
    def difference(self) -> int:
        return self.given.mp if self.given else self.mp_for - self.mp_against

    @property
    def counts(self) -> bool:
        """Whether the standings hold it."""
        return self.vp is not None


@dataclass(frozen=True)
class PairRecord:
    """Everything that makes a pair's line in the standings of the last stage it played, and its rounds before that."""

    row: StandingRow
    encounters: tuple[EncounterRecord, ...]
    adjustments: tuple[Adjustment, ...]
    earlier: tuple[EncounterRecord, ...]
    earlier_adjustments: tuple[Adjustment, ...]
    items: tuple[Item, ...]

    @property
    def counted(self) -> tuple[EncounterRecord, ...]:
        return tuple(one for one in self.encounters if one.counts)

    @property
    def vp_played(self) -> int:
        return sum(one.vp or 0 for one in self.counted)

    @property
    def mp_played(self) -> int:
        return sum(one.difference for one in self.counted)

    @property
    def carried(self) -> Item | None:
        return next((item for item in self.items if item.source is Source.CARRY and (item.vp or item.mp)), None)

    @property
    def warnings(self) -> Item | None:
        return next((item for item in self.items if item.source is Source.WARNINGS), None)


def pair_record(entry: Entry) -> PairRecord:
    """The pair's line with all it comes from, drafts left out; as many queries however many rounds there are."""
    records = list(_Reading(entry).records())
    stage = records[-1].table.round.stage if records else None
    number = stage.number if stage else 1
    now = standings(entry.tournament, stage=stage)
    given = _adjustments(entry, has_stages=number > 1)
    return PairRecord(
        row=_row(now, entry),
        encounters=tuple(one for one in records if one.table.round.stage.number == number),
        adjustments=tuple(one for one, stage in given if stage == number),
        earlier=tuple(one for one in records if one.table.round.stage.number < number),
        earlier_adjustments=tuple(one for one, stage in given if stage < number),
        items=now.account(entry),
    )


def _adjustments(entry: Entry, *, has_stages: bool) -> list[tuple[Adjustment, int]]:
    # Cancelled ones too: they stay on record, and the pair's page marks them.
    given = list(Adjustment.objects.filter(entry=entry).select_related("round__stage"))
    starts = stage_starts(entry.tournament) if has_stages and any(one.round is None for one in given) else {}
    return [(one, one.round.stage.number if one.round else stage_under_way(starts, one.given_at)) for one in given]


def _row(now: Standings, entry: Entry) -> StandingRow:
    found = (row for row in now.rows if row.entry == entry)
    return next(found, None) or StandingRow.unranked(entry)


def _seats(entry: Entry) -> Q:
    return Q(line_a=entry) | Q(line_b=entry) | Q(line_a2=entry) | Q(line_b2=entry)


class _Reading:
    """What one entry's records are read from."""

    def __init__(self, entry: Entry) -> None:
        self.entry, self.tournament = entry, entry.tournament
        mine = Table.objects.filter(_seats(entry)).exclude(round__state=Round.State.DRAFT)
        related = mine.select_related("round__stage", *LINES)
        self.tables = list(related.order_by("round__number", "room", "number"))
        self.boards = boards_played(self.tournament)
        in_force = current_scores(self.tournament).filter(table__in=self.tables)
        self.scores = {(score.table_id, score.board_id): score for score in in_force}
        self.fixed = {one.table_id: one for one in MatchScore.objects.current().filter(table__in=self.tables)}
        self.terms, self.points = terms_in_force(self.tournament)

    def records(self) -> Iterator[EncounterRecord]:
        matches: defaultdict[tuple[int, int], list[Table]] = defaultdict(list)
        for table in self.tables:
            # Both rooms of a round are one match of a team.
            room = 0 if self.tournament.contest == Contest.TEAMS else table.pk
            matches[table.round_id, room].append(table)
        return (self._record(rooms) for rooms in matches.values())

    def _record(self, rooms: Sequence[Table]) -> EncounterRecord:
        table = rooms[0]
        line = self._line(table)
        boards = [list(self._boards(room)) for room in rooms]
        result = self._result(rooms, boards)
        given = self._given(rooms)
        return EncounterRecord(
            table=table,
            line=line,
            opponents=tuple(table.entries_on(line.other)),
            boards=tuple(one for room in boards for one in room),
            mp_for=result.mp_a,
            mp_against=result.mp_b,
            vp=given.vp if given else result.vp_a,
            partner=next((one for one in table.entries_on(line) if one != self.entry), None),
            given=given,
            reading="" if given else result.reading,
        )

    def _line(self, table: Table) -> Line:
        """Where the entry sits: a team in the other line in the second room."""
        return Line.A if self.entry in table.entries_on(Line.A) else Line.B

    def _boards(self, table: Table) -> Iterator[BoardRecord]:
        for board in self.boards.at(table):
            yield _board(board, self.scores.get((table.pk, board.pk)), self._line(table))

    def _result(self, rooms: Sequence[Table], boards: Sequence[Sequence[BoardRecord]]) -> TableResult:
        """The match as the entry sees it, its own line as A."""
        seen = [self._seen(table, mine) for table, mine in zip(rooms, boards, strict=True)]
        ruled = add_points(seen[0], self.points)  # before the match is reckoned
        worth = self.terms.worth(seen)
        made, conceded = sum(room.points_a for room in seen), sum(room.points_b for room in seen)
        return TableResult(made, conceded, *worth, None, ruled)

    def _seen(self, table: Table, boards: Sequence[BoardRecord]) -> Room:
        scored = [one for one in boards if one.points is not None]
        points = self.tournament.counted(
            sum(one.points or 0 for one in scored), sum(one.points_against or 0 for one in scored)
        )
        room = room_at(table, boards=len(boards), scored=len(scored), points=points)
        return room if self._line(table) == Line.A else replace(room, a=room.b, b=room.a)

    def _given(self, rooms: Sequence[Table]) -> ScoreWithoutPlay | None:
        """What the match brings without its boards, once its round has begun."""
        # A rest counts as soon as its round has begun, not before (decision 12).
        if rooms[0].round.state == Round.State.PUBLISHED:
            return None
        for room in rooms:
            if fixed := self.fixed.get(room.pk):
                is_a = self._line(room) == Line.A
                return ScoreWithoutPlay(*((fixed.vp_a, fixed.mp_a) if is_a else (fixed.vp_b, fixed.mp_b)), fixed)
        return ScoreWithoutPlay(*self.terms.rest) if rooms[0].is_bye else None


def _board(board: Board, score: BoardScore | None, line: Line) -> BoardRecord:
    points = (score.points_a, score.points_b) if score else (None, None)
    mine, theirs = points if line == Line.A else reversed(points)
    return BoardRecord(board, score, mine, theirs)
