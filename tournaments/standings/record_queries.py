"""The proof of a line of the standings: match by match, board by board, adjustment by adjustment."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from codes.seats import Line
from tournaments.entries.models import Entry
from tournaments.rounds.models import LINES, Board, Round, Table
from tournaments.scores.history_queries import add_points, room_at, terms_in_force
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.queries import TableResult, current_scores
from tournaments.scores.round_queries import boards_played
from tournaments.scoring.match import Room
from tournaments.scoring.standings import Item, Source
from tournaments.setup.models import Contest
from tournaments.standings.facts import stage_starts, stage_under_way
from tournaments.standings.queries import StandingRow, Standings, standings


@dataclass(frozen=True)
class BoardRecord:
    """The points of the pair and its opponents on a board; None without a score, or if it is void."""

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
        """Whether the standings count it."""
        return self.vp is not None


@dataclass(frozen=True)
class PairRecord:
    """All that a pair's line in the standings of its last stage comes from, and its earlier rounds."""

    row: StandingRow
    encounters: tuple[EncounterRecord, ...]
    adjustments: tuple[Adjustment, ...]
    earlier: tuple[EncounterRecord, ...]
    earlier_adjustments: tuple[Adjustment, ...]
    items: tuple[Item, ...]

    @property
    def counted(self) -> tuple[EncounterRecord, ...]:
        return tuple(encounter for encounter in self.encounters if encounter.counts)

    @property
    def vp_played(self) -> int:
        return sum(encounter.vp or 0 for encounter in self.counted)

    @property
    def mp_played(self) -> int:
        return sum(encounter.difference for encounter in self.counted)

    @property
    def carried(self) -> Item | None:
        return next((item for item in self.items if item.source is Source.CARRY and (item.vp or item.mp)), None)

    @property
    def warnings(self) -> Item | None:
        return next((item for item in self.items if item.source is Source.WARNINGS), None)


def pair_record(entry: Entry) -> PairRecord:
    """The pair's line with all that it comes from, without drafts; as many queries for any number of rounds."""
    records = list(_RecordReader(entry).records())
    stage = records[-1].table.round.stage if records else None
    number = stage.number if stage else 1
    now = standings(entry.tournament, stage=stage)
    adjustments = _adjustments(entry, has_stages=number > 1)
    return PairRecord(
        row=_row(now, entry),
        encounters=tuple(encounter for encounter in records if encounter.table.round.stage.number == number),
        adjustments=tuple(adjustment for adjustment, stage in adjustments if stage == number),
        earlier=tuple(encounter for encounter in records if encounter.table.round.stage.number < number),
        earlier_adjustments=tuple(adjustment for adjustment, stage in adjustments if stage < number),
        items=now.account(entry),
    )


def _adjustments(entry: Entry, *, has_stages: bool) -> list[tuple[Adjustment, int]]:
    # Cancelled ones too: they stay on record, and the pair's page marks them.
    adjustments = list(Adjustment.objects.filter(entry=entry).select_related("round__stage"))
    starts = (
        stage_starts(entry.tournament)
        if has_stages and any(adjustment.round is None for adjustment in adjustments)
        else {}
    )
    return [
        (
            adjustment,
            adjustment.round.stage.number if adjustment.round else stage_under_way(starts, adjustment.given_at),
        )
        for adjustment in adjustments
    ]


def _row(now: Standings, entry: Entry) -> StandingRow:
    standing_rows = (row for row in now.rows if row.entry == entry)
    return next(standing_rows, None) or StandingRow.unranked(entry)


class _RecordReader:
    """Makes the records of one entry from what was read at once."""

    def __init__(self, entry: Entry) -> None:
        self.entry, self.tournament = entry, entry.tournament
        there = Q(line_a=entry) | Q(line_b=entry) | Q(line_a2=entry) | Q(line_b2=entry)
        mine = Table.objects.filter(there).exclude(round__state=Round.State.DRAFT)
        related = mine.select_related("round__stage", *LINES)
        self.tables = list(related.order_by("round__number", "room", "number"))
        self.boards = boards_played(self.tournament)
        in_force = current_scores(self.tournament).filter(table__in=self.tables)
        self.scores = {(score.table_id, score.board_id): score for score in in_force}
        self.fixed = {
            match_score.table_id: match_score
            for match_score in MatchScore.objects.current().filter(table__in=self.tables)
        }
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
        score_without_play = self._score_without_play(rooms)
        return EncounterRecord(
            table=table,
            line=line,
            opponents=tuple(table.entries_on(line.other)),
            boards=tuple(board for room in boards for board in room),
            mp_for=result.mp_a,
            mp_against=result.mp_b,
            vp=score_without_play.vp if score_without_play else result.vp_a,
            partner=next((entry for entry in table.entries_on(line) if entry != self.entry), None),
            given=score_without_play,
            reading="" if score_without_play else result.reading,
        )

    def _line(self, table: Table) -> Line:
        """The entry's line at the table; in the second room a team sits in the other line."""
        return Line.A if self.entry in table.entries_on(Line.A) else Line.B

    def _boards(self, table: Table) -> Iterator[BoardRecord]:
        is_a = self._line(table) == Line.A
        for board in self.boards.of_table(table):
            score = self.scores.get((table.pk, board.pk))
            points = (score.points_a, score.points_b) if score else (None, None)
            yield BoardRecord(board, score, *(points if is_a else reversed(points)))

    def _result(self, rooms: Sequence[Table], boards: Sequence[Sequence[BoardRecord]]) -> TableResult:
        """The match as the entry sees it, its own line as A."""
        rooms_seen = [self._room_of(table, mine) for table, mine in zip(rooms, boards, strict=True)]
        ruled = add_points(rooms_seen[0], self.points)  # before the match is reckoned
        worth = self.terms.worth(rooms_seen)
        scored, conceded = sum(room.points_a for room in rooms_seen), sum(room.points_b for room in rooms_seen)
        return TableResult(scored, conceded, *worth, None, ruled)

    def _room_of(self, table: Table, boards: Sequence[BoardRecord]) -> Room:
        scored = [board for board in boards if board.points is not None]
        points = self.tournament.counted(
            sum(board.points or 0 for board in scored), sum(board.points_against or 0 for board in scored)
        )
        room = room_at(table, boards=len(boards), scored=len(scored), points=points)
        return room if self._line(table) == Line.A else replace(room, a=room.b, b=room.a)

    def _score_without_play(self, rooms: Sequence[Table]) -> ScoreWithoutPlay | None:
        """The VP and MP of the match without boards, once its round has begun."""
        # A rest counts as soon as its round has begun, not before (decision 12).
        if rooms[0].round.state == Round.State.PUBLISHED:
            return None
        for room in rooms:
            if fixed := self.fixed.get(room.pk):
                is_a = self._line(room) == Line.A
                return ScoreWithoutPlay(*((fixed.vp_a, fixed.mp_a) if is_a else (fixed.vp_b, fixed.mp_b)), fixed)
        return ScoreWithoutPlay(*self.terms.rest) if rooms[0].is_bye else None
