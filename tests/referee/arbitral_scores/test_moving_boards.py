"""Arbitral scores where boards go round: the other tables are those of every round of the stage."""

from fractions import Fraction

import pytest

from codes.arbitral.score import Reckoning as Worked
from records.requests import Refused
from records.rights import Role
from referee.arbitral_scores.actions import recompute, set_arbitral_score
from referee.arbitral_scores.queries import hash_of, proposals
from referee.arbitral_scores.score import Choice
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from referee.home.table_queries import table_page
from referee.rulings.actions import decide
from tests.asking import text
from tests.factories import acting, give_role, let_be, make_score, make_user
from tests.referee.told import ANNULLED, BY_EAST
from tests.tournaments.draw.by_formula import next_round, staged
from tournaments.rounds.actions import close_round, publish_round, start_round
from tournaments.rounds.models import Board
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import round_grid

pytestmark = pytest.mark.long

# Where board 1 goes: round and table; then what line A and line B make of it there.
ROUTE = {(2, 5): (8, 3), (3, 4): (7, 4), (4, 3): (9, 2), (5, 2): (5, 6)}


@pytest.fixture
def mitchell(db):
    """Five tables and five sets of two boards: tournament and director."""
    return staged("mitchell", 10, rounds_planned=5, boards_move=True)


@pytest.fixture
def bruno(mitchell):
    tournament, _dora = mitchell
    user = make_user("bruno", first_name="Bruno", last_name="Riva")
    give_role(user, tournament, Role.ARBITER)
    return user


@pytest.fixture
def annulled(mitchell, bruno):
    """Board 1 annulled in round 1 at table 1, without replay: the ruling that calls for an artificial score."""
    tournament, dora = mitchell
    round = begin(tournament, dora)
    case = open_case(by=acting(bruno), table=round.tables.get(number=1), board=Board.objects.get(number=1))
    told(case, "numero-carte-errato", ANNULLED)
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version, reason="")
    finish(round, dora)
    return ruling


def told(case, procedure, facts):
    """A case told to the end by whoever opened it."""
    steps = [Answers(procedure=procedure, responsible="N", detected=BY_EAST)]
    for step in [*steps, *(Answers(facts={name: value}) for name, value in facts.items())]:
        case.refresh_from_db()
        answer(by=acting(case.opened_by), case=case, expected_version=case.version, answers=step)
    case.refresh_from_db()


def begin(tournament, by):
    round = next_round(tournament, by)
    publish_round(by=acting(by), round=round)
    return start_round(by=acting(by), round=round)


def finish(round, by):
    """Every board without a score 6 to 5, those of the route as it says."""
    for row in round_grid(round):
        for cell in row.cells:
            if cell.score is None:
                on_route = ROUTE.get((round.number, row.table.number)) if cell.board.number == 1 else None
                make_score(row.table, cell.board, on_route or (6, 5), by)
    close_round(by=acting(by), round=round, **let_be(round))


def play_to(number, tournament, by):
    while tournament.rounds.count() < number:
        finish(begin(tournament, by), by)


def give(ruling, by):
    case = Case.objects.get(pk=ruling.case_id)
    version = BoardScore.objects.current().get(table=case.table, board=case.board).version
    return set_arbitral_score(
        by=acting(by), case=case, expected_version=case.version, score_version=version, choice=Choice()
    )


def test_the_table_of_an_arbiter_has_the_boards_of_its_set(mitchell):
    tournament, dora = mitchell
    play_to(1, tournament, dora)
    round = begin(tournament, dora)
    cells = table_page(tournament, round.tables.get(number=5)).cells
    assert [cell.board.number for cell in cells] == [1, 2]


def test_a_case_takes_no_board_of_another_table(mitchell, bruno):
    tournament, dora = mitchell
    round = begin(tournament, dora)
    with pytest.raises(Refused, match="non si gioca a questo tavolo"):
        open_case(by=acting(bruno), table=round.tables.get(number=1), board=Board.objects.get(number=3))


def test_no_artificial_score_before_anybody_else_has_played_the_board(mitchell, annulled, bruno):
    with pytest.raises(Refused, match="Nessun altro tavolo"):
        give(annulled, bruno)


def test_the_artificial_score_is_the_mean_of_the_tables_of_all_rounds(mitchell, annulled, bruno):
    tournament, dora = mitchell
    play_to(5, tournament, dora)
    score = give(annulled, bruno)
    # 8 + 7 + 9 + 5 = 29 and 3 + 4 + 2 + 6 = 15, over four tables: 7 1/4 and 3 3/4; the larger part goes up (81).
    worked = Worked.from_dict(score.arithmetic)
    assert (worked.line_a.mean, worked.line_b.mean) == (Fraction(29, 4), Fraction(15, 4))
    assert (score.points_a, score.points_b) == (7, 4)
    assert [one["table"] for one in score.inputs] == ["2.5", "3.4", "4.3", "5.2"]


def test_every_round_brings_results_that_raise_a_proposal(mitchell, annulled, bruno):
    tournament, dora = mitchell
    play_to(2, tournament, dora)
    score = give(annulled, bruno)
    assert (score.points_a, score.points_b) == (8, 3)
    assert proposals(tournament) == []
    play_to(3, tournament, dora)
    (late,) = proposals(tournament)
    assert [tuple(one) for one in late.arrived] == [("3.4", 7, 4)]
    again = recompute(by=acting(bruno), score=score, inputs_hash=hash_of(late.inputs), reason="Turno 3")
    # 8 + 7 = 15 and 3 + 4 = 7 over two: 7 1/2 and 3 1/2, equal parts: the lot decides which goes up.
    assert again.points_a + again.points_b == 11
    assert {again.points_a, again.points_b} in ({8, 3}, {7, 4})


def test_the_pages_say_round_and_table_of_each_result(mitchell, annulled, bruno, client_of):
    tournament, dora = mitchell
    play_to(3, tournament, dora)
    give(annulled, bruno)
    page = client_of(bruno).get(f"/tornei/coppa-levante/casi/{annulled.case.number}/punteggio-arbitrale/")
    assert "5 (turno 2)" in text(page)
    assert "2.5" not in text(page)
