"""What scorers, arbiters and the players at the tables do with scores: given, sent, confirmed, corrected, annulled."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from codes.seats import Line, Result
from hall.line_codes.actions import renew_line_code
from hall.line_codes.codes import issue_of
from hall.slips.actions import agree_slip, record_for_table, send_slip
from tests.tournaments.machine.chances import NUMBER, REASON, REFERENCE, SELDOM, pick
from tests.tournaments.machine.playing import Playing
from tournaments.rounds.models import Board, Table
from tournaments.scores.actions import annul_board, confirm_score, give_score, record_arbitral_score
from tournaments.scores.confirmation_actions import confirm_table, confirm_tables
from tournaments.scores.match_actions import Figures, give_match_score, take_back_match_score, version_of
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.standings.actions import record_tie_break
from tournaments.standings.outcomes import outcomes

DECK = 11
# Points of cards of line A and accuse at tressette; deals at burraco.
TRESSETTE = st.tuples(st.integers(0, DECK), st.sampled_from([(0, 0)] * 4 + [(3, 0), (0, 4), (3, 3)]))
BURRACO = st.tuples(*[st.sampled_from([500, 505, 800, -100, 1500])] * 2)
POINTS = st.tuples(TRESSETTE, BURRACO)
# Boards that reach a target of theirs exactly, or leave the match level when they go to either side in turn.
DECISIVE = st.tuples(st.sampled_from([(11, (0, 0)), (6, (0, 0)), (8, (3, 0)), (3, (0, 0))]), BURRACO)
Deal = tuple[int, tuple[int, int]]
LEVEL: Deal = (4, (3, 0))  # seven each, where accuse are played
Points = tuple[tuple[int, tuple[int, int]], tuple[int, int]]
WRONG = st.sampled_from(
    [
        {"points_a": 6, "points_b": 6},
        {"points_a": -1, "points_b": 12},
        {"points_a": 13, "points_b": 3, "accusa_a": 5},
        {"points_a": 503, "points_b": 500},
    ]
)
LINES = st.sampled_from(Line)


class Scoring(Playing):
    """Every board gets its score, and some get several."""

    @rule(
        table=NUMBER,
        board=NUMBER,
        points=POINTS,
        stale=SELDOM,
        reason=REASON,
        cause=st.sampled_from(BoardScore.Cause),
        agreed=st.sampled_from(["", "Est"]),
        who=st.sampled_from(["sara", "dora", "bruno"]),
        reference=REFERENCE,
    )
    def give_score(
        self, *, table: int, board: int, points: Points, stale: bool, reason: str, cause: str, agreed: str, who: str,
        reference: str,
    ) -> None:  # fmt: skip
        if place := self.place(table, board):
            score = self.in_force(*place)
            self.hall.do(give_score, who, table=place[0], board=place[1], **self.figures(points), reason=reason,
                         cause=cause if score else "", agreed_by=agreed, reference=reference,
                         expected_version=(score.version if score else 0) + stale)  # fmt: skip

    @rule(table=NUMBER, board=NUMBER, wrong=WRONG)
    def give_an_impossible_score(self, table: int, board: int, wrong: dict[str, int]) -> None:
        if (place := self.place(table, board)) and not place[0].is_bye:
            score = self.in_force(*place)
            given = self.hall.do(give_score, "sara", table=place[0], board=place[1], **wrong, reason="Come scritto",
                                 expected_version=score.version if score else 0)  # fmt: skip
            assert given is None

    @precondition(lambda self: self.is_playing())
    @rule(points=POINTS, but=NUMBER)
    def score_what_is_missing(self, points: Points, but: int) -> None:
        """Every board of the round that has no score, but perhaps one."""
        left_out = but if but < 5 else None
        for at, (table, board) in enumerate(self.missing()):
            if at != left_out:
                figures = self.figures(points if at % 2 else _turned(points))
                self.hall.do(give_score, "sara", table=table, board=board, **figures, expected_version=0)

    @precondition(lambda self: self.hall.records.raw["BoardScore"])
    @rule(which=NUMBER, who=st.sampled_from(["sara", "dora", "giulia"]))
    def confirm_score(self, which: int, who: str) -> None:
        """One score, all that its table shows, or tables at once, now and then as they were not seen."""
        scores = BoardScore.objects.select_related("table__round__tournament", "board").order_by("-pk")
        if not (score := pick(list(scores[:8]), which)):
            return
        waiting = BoardScore.objects.current().filter(table=score.table).select_related("board")
        seen = {one.board.number: one.version + (which % 7 == 0) for one in waiting if one.awaits_confirmation}
        if which % 3 == 0:
            self.hall.do(confirm_score, who, score=score)
        elif which % 3 == 2:
            self.hall.do(confirm_table, who, table=score.table, seen=seen)
        else:
            self.hall.do(confirm_tables, who, round=score.table.round, seen={score.table.number: seen})

    @rule(table=NUMBER, board=NUMBER, reason=REASON, stale=SELDOM)
    def annul_board(self, table: int, board: int, reason: str, stale: bool) -> None:
        if place := self.place(table, board):
            score = self.in_force(*place)
            self.hall.do(annul_board, "giulia", table=place[0], board=place[1], reference="Provvedimento n. 3",
                         reason=reason, expected_version=(score.version if score else 0) + stale)  # fmt: skip

    @rule(table=NUMBER, board=NUMBER, points=POINTS, kind=st.sampled_from(["artificial", "assigned", "rectified"]))
    def record_arbitral_score(self, table: int, board: int, points: Points, kind: str) -> None:
        annulled = [(one.table, one.board) for one in BoardScore.objects.current().filter(kind="void")]
        place = pick(annulled, table) or self.place(table, board)
        if place is not None:
            score, figures = self.in_force(*place), self.figures(points)
            self.hall.do(record_arbitral_score, "bruno", table=self.read(place[0]), board=place[1], kind=kind,
                         points_a=abs(figures["points_a"]), points_b=abs(figures["points_b"]) // 5 * 5,
                         expected_version=score.version if score else 0, reference="Provvedimento n. 3",
                         reason="Media degli altri tavoli")  # fmt: skip

    # A level knock-out match

    @precondition(lambda self: any(one["formula"] == "knockout" for one in self.hall.records.stages))
    @rule(which=NUMBER, deals=st.lists(TRESSETTE, max_size=4), last=st.sampled_from([None, *Line]), stale=SELDOM)
    def record_tie_break(self, *, which: int, deals: list[Deal], last: Line | None, stale: bool) -> None:
        if table := pick([table for table in self.tables if table.line_b_id], which):
            self.break_the_tie(table, deals, last, stale=stale)

    def break_ties(self, points: Points, which: int) -> None:
        """Every level match of the round is decided, by the fourth board at the latest as the code has it."""
        for stage in self.stages:
            for one in outcomes(stage) if stage.formula == "knockout" else ():
                if one.is_tied:
                    level, last = [LEVEL] * (which % 4), Line.A if which % 2 else Line.B
                    deals = [] if self.tournament.fewest_wins else [*level, points[0]][:3]
                    self.break_the_tie(self.read(one.table), deals, last)

    def break_the_tie(self, table: Table, deals: list[Deal], last: Line | None, *, stale: bool = False) -> None:
        seen = sum(table.knockout_winners.current().values_list("version", flat=True))
        results = [Result(**self.figures((deal, (0, 0)))) for deal in deals]
        self.hall.do(record_tie_break, "dora", table=table, deals=results, last_trick=last,
                     expected_version=seen + stale)  # fmt: skip

    # From the table

    @precondition(lambda self: self.is_playing())
    @rule(table=NUMBER, points=POINTS, line=LINES, stale=SELDOM, old=SELDOM)
    def send_slip(self, table: int, points: Points, line: Line, stale: bool, old: bool) -> None:
        if sitting := pick(self.tables, table):
            slip = TableSlip.objects.filter(table=sitting).exclude(state="superseded").first()
            self.hall.do(send_slip, "players", table=sitting, line=line, issue=issue_of(sitting, line) - old,
                         results=self.results(sitting, points),
                         expected_version=(slip.version if slip else 0) + stale)  # fmt: skip

    @precondition(lambda self: self.is_playing())
    @rule(table=NUMBER, line=LINES, stale=SELDOM)
    def agree_slip(self, table: int, line: Line, stale: bool) -> None:
        slips = list(TableSlip.objects.exclude(state="superseded").order_by("pk"))
        if slip := pick(slips, table):
            self.hall.do(agree_slip, "players", table=self.read(slip.table), line=line,
                         issue=issue_of(slip.table, line), version=slip.version + stale)  # fmt: skip

    @precondition(lambda self: self.is_playing())
    @rule(table=NUMBER, line=LINES, who=st.sampled_from(["dora", "giulia", "bruno"]), stale=SELDOM)
    def renew_line_code(self, table: int, line: Line, who: str, stale: bool) -> None:
        if sitting := pick(self.tables, table):
            self.hall.do(renew_line_code, who, table=sitting, line=line, expected=issue_of(sitting, line) + stale)

    @precondition(lambda self: self.is_playing())
    @rule(table=NUMBER, points=POINTS)
    def record_for_table(self, table: int, points: Points) -> None:
        if sitting := pick(self.tables, table):
            results = self.results(sitting, points)
            self.hall.do(record_for_table, "bruno", table=sitting, results=results)

    # Scores of the whole match

    @rule(table=NUMBER, figures=st.sampled_from([(13, 7, 505, -505), (14, 0, 305, 0), (10, 10, 0, 0)]), stale=SELDOM,
          reason=REASON, decision=REFERENCE)  # fmt: skip
    def give_match_score(
        self, *, table: int, figures: tuple[int, int, int, int], stale: bool, reason: str, decision: str
    ) -> None:
        if sitting := pick(self.tables, table):
            vp_a, vp_b, mp_a, mp_b = figures
            given = self.hall.do(give_match_score, "dora", table=sitting, kind="ritardo-presente", reason=reason,
                                 figures=Figures(vp_a=vp_a, vp_b=vp_b, mp_a=mp_a, mp_b=mp_b), decision=decision,
                                 reference="40", expected_version=version_of(sitting) + stale)  # fmt: skip
            assert not given or decision or not self.is_final(sitting)

    @rule(which=NUMBER, reason=REASON, decision=REFERENCE)
    def take_back_match_score(self, which: int, reason: str, decision: str) -> None:
        scores = MatchScore.objects.select_related("table__round__tournament", "table__round__stage").order_by("-pk")
        if score := pick(list(scores[:4]), which):
            taken = self.hall.do(take_back_match_score, "giulia", score=score, reason=reason, decision=decision)
            assert not taken or decision or not self.is_final(score.table)

    # What these share

    def is_playing(self) -> bool:
        """Whether a round is played whose standings are not final yet."""
        final = {one["stage_id"] for one in self.hall.records.all("Publication", kind="final")}
        return any(one["stage_id"] not in final for one in self.hall.records.all("Round", state="playing"))

    def place(self, table: int, board: int) -> tuple[Table, Board] | None:
        """A table of a round begun and a board of its own."""
        sitting = pick(self.tables[:8], table)
        chosen = pick(self.boards(sitting), board) if sitting else None
        return (sitting, chosen) if sitting and chosen else None

    def read(self, table: Table) -> Table:
        return Table.objects.select_related("round__tournament", "round__stage", "line_a", "line_b").get(pk=table.pk)

    def in_force(self, table: Table, board: Board) -> BoardScore | None:
        return BoardScore.objects.current().filter(table=table, board=board).first()

    def missing(self) -> list[tuple[Table, Board]]:
        """Every board of the round being played that has no score yet, where two lines play."""
        scored = set(BoardScore.objects.current().values_list("table", "board"))
        playing = [table for table in self.tables if table.round.state == "playing" and not table.is_bye]
        places = [(table, board) for table in playing for board in self.boards(table)]
        return [(table, board) for table, board in places if (table.pk, board.pk) not in scored]

    def figures(self, points: Points) -> dict[str, int]:
        """A result that can have been played at the tournament's game."""
        (cards, (accusa_a, accusa_b)), (deal_a, deal_b) = points
        tournament = self.hall.tournament
        if tournament.game == "burraco":
            return {"points_a": deal_a, "points_b": deal_b}
        if tournament.accusa != "con-accusa":
            accusa_a = accusa_b = 0
        return {"points_a": cards + accusa_a, "points_b": DECK - cards + accusa_b, "accusa_a": accusa_a,
                "accusa_b": accusa_b}  # fmt: skip

    def results(self, table: Table, points: Points) -> dict[int, Result]:
        return {board.number: Result(**self.figures(points)) for board in self.boards(table)}

    def is_final(self, table: Table) -> bool:
        """Whether nothing changes any more without a decision."""
        published = self.hall.records.all("Publication", kind="final", stage_id=table.round.stage_id)
        return bool(published or self.hall.records.tournament["ending"])


def _turned(points: Points) -> Points:
    """The same for the other line."""
    (cards, (accusa_a, accusa_b)), (deal_a, deal_b) = points
    return (DECK - cards, (accusa_b, accusa_a)), (deal_b, deal_a)
