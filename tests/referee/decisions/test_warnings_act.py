"""Burraco: warnings that add up, and the points of a deal that the code itself gives."""

from datetime import timedelta

import pytest

from referee.cases.actions import Answers, answer, open_case
from referee.cases.known_answers import known_answers
from referee.cases.walk import book_of, outcome
from referee.rulings.actions import decide, follow_ruling
from tests import factories
from tests.asking import TOURNAMENT, text
from tests.factories import acting, make_score
from tests.referee.happened import by_entry, given

SECOND_POZZO = {
    "presa-errata": "altro-pozzo-giocato",
    "gioco-proseguito": "si",
    "linea-senza-pozzo": "finita-senza-burraco",
}
CLOSED_WITH_IT = {"tipo-uscita": "pozzo-gia-preso", "gioco-proseguito": "si", "linea-senza-pozzo": "in-gioco"}
PROMPTED = {"da-allora": "gioca", "tipo-suggerimento": "giocata", "suggerimento-seguito": "no"}


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1, boards_per_round=2, warnings_per_vp=3)


def test_the_line_left_without_a_pozzo_gets_its_two_hundred(ruled, tournament, table, sara):
    """Article 23: a hundred of closing and a hundred as an arbitral score, 910–240 becomes 910–440."""
    for board in table.round.boards.all():
        make_score(table, board, (455, 120), sara)
    ruled("pozzo-preso-per-errore", SECOND_POZZO, responsible="N")
    assert given() == [(2, "points", 100, 1, "Provvedimento n. 1")] * 2
    assert (by_entry(tournament)[1][1], by_entry(tournament)[2][1]) == (470, -470)


def test_the_third_warning_costs_a_point_and_is_told_before(told, ruled, bruno, tournament, client_of):
    entry = tournament.entries.get(number=1)
    for _ in range(2):
        factories.make_adjustment(entry, bruno, kind="warning", amount=0)
    case = told("suggerimento", PROMPTED, responsible="N")
    page = text(client_of(bruno).get(f"{TOURNAMENT}casi/{case.number}/"))
    assert "ha 3 ammonizioni: la classifica le toglie da sé 1 VP" in page
    assert "0 −1 VP" in page


def test_the_sum_of_warnings_is_known_and_charged_once(say, draft, bruno, tournament):
    entry = tournament.entries.get(number=1)
    for _ in range(3):
        factories.make_adjustment(entry, bruno, kind="warning", amount=0)
    case = say(draft, procedure="somma-ammonizioni", responsible="A")
    reached = outcome(case, book_of(tournament))
    assert [effect.verb for effect in reached.effects] == ["penalty"]
    assert by_entry(tournament)[1] == (-1, 0)


@pytest.mark.parametrize("per_vp", [3, 0])
def test_whoever_adds_them_up_the_point_is_taken_once(say, draft, bruno, tournament, per_vp):
    tournament.warnings_per_vp = per_vp
    tournament.save()
    entry = tournament.entries.get(number=1)
    for _ in range(3):
        factories.make_adjustment(entry, bruno, kind="warning", amount=0)
    case = say(draft, procedure="somma-ammonizioni", responsible="A")
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert by_entry(tournament)[1] == (-1, 0)


@pytest.fixture
def warned(ruled):
    """North, for having looked at the pozzo too soon: a warning the first time, then a point (23)."""
    first = {"presa-del-pozzo": "con-lo-scarto", "scarto-del-compagno": "no", "gioco-proseguito": "no"}
    return ruled("pozzo-visto-prima", first | {"recidiva-pozzo": "no"}, responsible="N")


@pytest.mark.parametrize(("seat", "answer"), [("N", "si"), ("E", None)])
def test_who_was_warned_for_the_same_before_is_known(warned, bruno, say, seat, answer):
    case = open_case(by=acting(bruno), table=warned.case.table, board=warned.case.board)
    case = say(case, procedure="pozzo-visto-prima", responsible=seat)
    known = known_answers(case, book_of(case.tournament), ("pozzo-visto-prima",)).get("recidiva-pozzo")
    assert (known.answer if known else None) == answer
    if known:
        assert known.source["it"] == "ammonito con il provvedimento n. 1"


def test_a_warning_for_the_same_is_asked_anew_once_its_time_is_over(warned, bruno, say, settings):
    settings.MEASURES_HOLD_DAYS = 30
    later = warned.decided_at + timedelta(days=30)
    case = open_case(by=acting(bruno, at=later), table=warned.case.table, board=warned.case.board)
    case = say(case, procedure="pozzo-visto-prima", responsible="N")
    assert "recidiva-pozzo" not in known_answers(case, book_of(case.tournament), ("pozzo-visto-prima",))


@pytest.mark.long
def test_that_the_partner_was_warned_is_shown_and_is_no_repetition(warned, bruno, say, client_of):
    """23: the player at fault is warned of what a repetition costs; that it is the pair's takes a reason."""
    case = open_case(by=acting(bruno), table=warned.case.table, board=warned.case.board)
    case = say(case, procedure="pozzo-visto-prima", responsible="S")
    known = known_answers(case, book_of(case.tournament), ("pozzo-visto-prima",))["recidiva-pozzo"]
    assert (known.answer, known.source["it"].split(":")[0]) == (
        "no",
        "ammonito fu il compagno, con il provvedimento n. 1",
    )
    for fact in ("presa-del-pozzo", "scarto-del-compagno", "gioco-proseguito"):
        case = say(case, facts={fact: {"presa-del-pozzo": "con-lo-scarto"}.get(fact, "no")})
    orders = [(effect.verb, effect.what) for effect in outcome(case, book_of(case.tournament)).effects]
    assert orders == [("penalty", "ammonizione"), ("inform", "avvertimento-recidiva")]
    case = say(case, facts={"recidiva-pozzo": "si"}, contradicts="La linea era già stata avvertita")
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert given()[-1][:3] == (1, "warning", 0)
    assert [one[:3] for one in given() if one[1] == "vp"] == [(1, "vp", -1)]


# -- the hundred, or two hundred, of the line left without a pozzo (23) -----------------------------------------------


@pytest.fixture
def still_playing(ruled):
    """The second pozzo was played too, and the other line still has cards: what it will get is promised."""
    return ruled("pozzo-preso-per-errore", SECOND_POZZO | {"linea-senza-pozzo": "in-gioco"}, responsible="N")


@pytest.mark.long
def test_the_table_remembers_what_the_line_without_a_pozzo_will_get(still_playing, client_of, bruno, sara, table):
    client, address = client_of(bruno), f"{TOURNAMENT}turni/1/tavoli/1/"
    assert "Si prosegue con: Linea rimasta senza pozzo" in text(client.get(address))
    assert given() == []
    for board in table.round.boards.all():
        make_score(table, board, (455, 120), sara)
    case = follow_ruling(by=acting(bruno), ruling=still_playing, procedure="linea-senza-pozzo")
    assert "Si prosegue con" not in text(client.get(address))
    assert (case.responsible, case.board) == ("N", still_playing.case.board)
    told = Answers(facts={"linea-senza-pozzo": "finita-senza-burraco"})
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=told)
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert given() == [(2, "points", 100, 1, "Provvedimento n. 2")] * 2
    page = text(client.get(address))
    assert page.count("+100 punti a 2 Galli – Fontana, oltre alle smazzate (Provvedimento n. 2).") == 2


def test_who_was_asked_for_in_other_words_still_answers_for_it(ruled, bruno):
    """34, 23: whoever closed with the pozzo that was not theirs left the others without it."""
    ruling = ruled("chiusura-con-matta", CLOSED_WITH_IT, responsible="E")
    assert follow_ruling(by=acting(bruno), ruling=ruling, procedure="linea-senza-pozzo").responsible == "E"
