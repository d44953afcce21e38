"""How a match is won and whether it is over is read from the tournament and its scores, not asked (FITRES 102, 130)."""

import pytest
from django.urls import reverse

from codes.deciding.walk import Decision, Question
from records.requests import Refused
from referee.cases.actions import Answers, answer, open_case
from referee.cases.known_answers import known_answers
from referee.cases.walk import book_of, outcome
from referee.rulings.actions import decide
from tests import factories
from tests.asking import text
from tests.factories import acting, make_score
from tournaments.setup.models import Tournament

ENDED, CALLED = "fine-partita", "chiamata-fuori"


@pytest.fixture
def tournament(db):
    """Ordinary tressette, four pairs, two tables: round 1 of two boards being played."""
    made = factories.make_levante()
    Tournament.objects.filter(pk=made.pk).update(forma="ordinario")
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def asked(table, board, bruno):
    """A case about an anomaly of that match, with these answers."""

    def run(procedure, **answers):
        of_a_deal = {} if procedure == ENDED else {"board": board}
        case = open_case(by=acting(bruno), table=table, procedure=procedure, **of_a_deal)
        return answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(**answers))

    return run


@pytest.fixture
def play(table, sara):
    def run(*points):
        for board, both in zip(table.round.boards.order_by("number"), points, strict=False):
            make_score(table, board, both, sara)

    return run


def reached(case):
    return outcome(case, book_of(case.tournament))


def orders(case):
    decision = reached(case)
    assert isinstance(decision, Decision)
    return [(effect.verb, effect.what) for effect in decision.effects]


def test_nobody_is_called_out_in_a_round_of_so_many_boards(asked, client_of, bruno):
    """130 speaks of twenty-one points: a round of boards is won by them, as the tournament says."""
    case = asked(CALLED, responsible="N")
    assert orders(case) == [("refuse", "chiamata-solo-a-punti")]
    assert reached(case).cites == (102, 130)
    page = text(client_of(bruno).get(reverse("case", args=[case.tournament.slug, case.number])))
    assert "Come si vince la partita? A passate dal torneo: nel torneo il turno è di 2 smazzate" in page


def test_that_it_is_played_to_points_takes_a_reason(asked, bruno):
    case = asked(CALLED, responsible="N")
    with pytest.raises(Refused, match="il turno è di 2 smazzate"):
        answer(
            by=acting(bruno),
            case=case,
            expected_version=case.version,
            answers=Answers(facts={"tipo-partita": "punti"}),
        )
    case.refresh_from_db()
    told = Answers(facts={"tipo-partita": "punti"}, contradicts="Partita d’esibizione ai 21")
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=told)
    assert reached(case).fact.name == "come-arrivati"


@pytest.mark.parametrize(("boards", "kind"), [(1, "passata-singola"), (2, "passate"), (8, "passate")])
def test_one_board_is_a_match_of_its_own(asked, boards, kind):
    case = asked(CALLED)
    case.tournament.boards_per_round = boards
    assert known_answers(case, book_of(case.tournament), (CALLED,))["tipo-partita"].answer == kind


@pytest.mark.parametrize(
    ("points", "order"),
    [(((7, 4), (6, 5)), "partita-vinta-a-passate"), (((7, 4), (3, 8)), "partita-vinta-a-passate")],
)
def test_the_match_is_over_once_every_board_is_recorded(asked, play, points, order):
    play(*points)
    case = asked(ENDED, facts={"questione-partita": "finita"})
    assert orders(case) == [("inform", order)]


def test_a_tie_is_read_from_the_scores_and_only_the_agreement_is_asked(asked, play):
    play((7, 4), (4, 7))
    case = asked(ENDED, facts={"questione-partita": "finita"})
    question = reached(case)
    assert isinstance(question, Question)
    assert question.fact.name == "spareggio-previsto"
    assert known_answers(case, book_of(case.tournament), (ENDED,))["passate-giocate"].source["it"] == (
        "dai punteggi registrati: 11 – 11"
    )


def test_of_a_board_without_a_score_it_is_asked_whether_it_was_played(asked, play):
    play((7, 4))
    assert reached(asked(ENDED, facts={"questione-partita": "finita"})).fact.name == "passate-giocate"


@pytest.mark.parametrize(("points", "order"), [((6, 5), "partita-vinta-con-sei"), ((5, 6), "partita-vinta-con-sei")])
def test_six_points_are_read_from_the_one_board(asked, play, tournament, points, order):
    tournament.boards.filter(number=2).delete()
    Tournament.objects.update(boards_per_round=1)
    play(points)
    assert orders(asked(ENDED, facts={"questione-partita": "finita"})) == [("inform", order)]


def test_the_ruling_keeps_from_where_it_was_known(asked, bruno):
    case = asked(CALLED, responsible="N")
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    (kept,) = [fact["known"] for fact in ruling.facts if fact["name"] == "tipo-partita"]
    assert kept["source"]["en"] == "in this tournament a round is 2 boards"


# -- under the online rules ------------------------------------------------------------------------------------------


@pytest.fixture
def online(tournament, table, bruno):
    """A case on the end of a match by these online rules."""

    def run(kind, procedure, **facts):
        rules = {"rulebook": "tressette-online", "edition": "", "match_kind": kind, "accusa": "senza-accusa"}
        Tournament.objects.filter(pk=tournament.pk).update(**rules)
        table.refresh_from_db()
        case = open_case(by=acting(bruno), table=table, procedure=procedure)
        told = Answers(facts=facts)
        return answer(by=acting(bruno), case=case, expected_version=case.version, answers=told)

    return run


@pytest.mark.parametrize(("last", "order"), [((6, 5), "vince-piu-punti"), ((4, 7), "partita-pari")])
def test_online_too_the_end_by_boards_is_read_from_the_scores(online, play, last, order):
    play((7, 4), last)
    assert orders(online("a-smazzate", "fine-partita-a-smazzate")) == [("inform", order)]


def test_a_target_that_nobody_has_yet_is_asked_for(online, play):
    play((7, 4))
    case = online("a-punti", "fine-partita-a-punti", **{"presa-al-traguardo": "no"})
    assert reached(case).fact.name == "smazzata-finita"


def test_a_perdere_the_fewer_points_win_by_the_scores(online, play):
    play((7, 4), (8, 3))
    assert orders(online("a-perdere-a-smazzate", "fine-partita-a-perdere")) == [("inform", "vince-meno-punti")]


def test_the_target_of_a_match_to_points_is_read_from_the_scores(online, play):
    """9, 23: two boards go to eleven points."""
    play((7, 4), (7, 4))
    case = online("a-punti", "fine-partita-a-punti", **{"presa-al-traguardo": "no"})
    assert orders(case) == [("inform", "vince-piu-punti")]
