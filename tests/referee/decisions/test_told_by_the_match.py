"""What the match itself tells a ruling: who won and had to return the sheet, and what was decided on it already."""

import pytest

from codes.seats import Line
from records.requests import Refused
from referee.cases.words import look_of
from referee.decisions.happenings import Happening, lateness
from referee.incidents.actions import record_happening
from referee.rulings.actions import decide
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, text
from tests.factories import acting, make_score
from tournaments.scores.models import Adjustment

LEFT, PAGE = "score-non-consegnato", DESK + "turni/1/tavoli/1/ritardo/"
ON_THE_TABLE = {"score-sul-tavolo": "lasciato"}
WON = ON_THE_TABLE | {"esito-partita": "vinta"}


@pytest.fixture
def tournament(db):
    """Burraco: two pairs, one table, two deals."""
    return factories.make_playing_burraco(tables=1, warnings_per_vp=3)


@pytest.fixture
def play(table, sara):
    def run(*points):
        for board, both in zip(table.round.boards.all(), points, strict=True):
            make_score(table, board, both, sara)

    return run


def fined():
    return list(Adjustment.objects.values_list("entry__number", "kind", "amount"))


def happened(user, table, line):
    happening = Happening(procedure=LEFT, line=line, facts=ON_THE_TABLE)
    return record_happening(by=acting(user), table=table, happening=happening, expected_version=0)


@pytest.mark.parametrize(("points", "winner"), [((300, 100), 1), ((100, 300), 2)])
def test_the_wizard_takes_the_winner_from_the_score(told, play, bruno, points, winner):
    """19: the pair that had to hand it in, which is the winner, loses 1 VP; nobody is asked for it."""
    play(points, points)
    case = told(LEFT, ON_THE_TABLE, responsible=None)
    assert case.responsible == "AB"[winner - 1]
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert fined() == [(winner, "vp", -1)]


def test_the_loser_is_refused_by_every_door(draft, say, play, bruno, table):
    play((100, 300), (100, 300))
    case = say(draft, procedure=LEFT)
    with pytest.raises(Refused, match="ha vinto la linea mobile B-D"):
        say(case, responsible="A")
    with pytest.raises(Refused, match="ha vinto la linea mobile B-D"):
        happened(bruno, table, Line.A)
    happened(bruno, table, Line.B)
    assert fined() == [(2, "vp", -1)]


def test_the_quick_page_offers_it_to_the_winner_alone(play, client_of, bruno, table):
    client = client_of(bruno)
    # Of either line, or of both: at 10 all both may have been in charge of it.
    assert text(client.get(PAGE)).count("Score non consegnato") == 3
    play((100, 300), (100, 300))
    assert text(client.get(PAGE)).count("Score non consegnato") == 1


def test_without_a_score_it_is_asked_who_had_to_return_it(draft, say, client_of, bruno):
    """19: the winner; only where nobody won may both lines have been in charge of it."""
    say(draft, procedure=LEFT)
    for ending, both in (("vinta", False), ("pari", True)):
        say(draft, facts={"esito-partita": ending})
        page = text(client_of(bruno).get(f"{TOURNAMENT}casi/{draft.number}/"))
        assert "Quale linea doveva consegnare lo score?" in page
        assert ("Entrambe le linee" in page) is both


def test_at_ten_all_both_lines_may_answer_for_it(told, play, bruno):
    play((200, 200), (200, 200))
    case = told(LEFT, ON_THE_TABLE | {"penalita-in-parita": "si"}, responsible="both")
    decide(by=acting(bruno), case=case, expected_version=case.version, reason="Se n’erano incaricate tutte e due")
    assert sorted(fined()) == [(1, "vp", -1), (2, "vp", -1)]


def test_two_winners_there_are_not(draft, say):
    say(draft, procedure=LEFT)
    say(draft, facts={"esito-partita": "vinta"})
    with pytest.raises(Refused):
        say(draft, responsible="both")


def test_who_answers_is_asked_again_once_somebody_won(draft, say):
    say(draft, procedure=LEFT)
    say(draft, facts={"esito-partita": "pari"})
    assert say(draft, responsible="both").responsible == "both"
    assert say(draft, facts={"esito-partita": "vinta"}).responsible == ""


@pytest.mark.long
def test_the_quick_page_takes_both_lines(client_of, bruno, play):
    client = client_of(bruno)
    told = {"cosa": LEFT, "linea": "both", **ON_THE_TABLE, "esito-partita": "pari"}
    assert "Risulta chi era incaricato" in text(client.get(PAGE, told))
    page = text(client.get(PAGE, told | {"penalita-in-parita": "si"}))
    assert "Tutte e due le linee Score non consegnato" in page
    send(client, PAGE, version=0, **told, reason="tutte e due", **{"penalita-in-parita": "si"})
    assert sorted(fined()) == [(1, "vp", -1), (2, "vp", -1)]


@pytest.mark.parametrize(("due", "given"), [("si", [(2, "vp", -1)]), ("no", [])])
def test_at_ten_all_the_arbiter_says_whether_it_is_due(told, play, bruno, due, given):
    play((200, 200), (200, 200))
    case = told(LEFT, ON_THE_TABLE | {"penalita-in-parita": due}, responsible="B")
    decide(by=acting(bruno), case=case, expected_version=case.version, reason="Se n’era incaricata al tavolo")
    assert fined() == given


def test_the_wizard_tells_what_was_decided_already(told, client_of, bruno, table):
    """The same lateness by the quick page and again in the wizard would be two warnings."""
    late = lateness({Line.B: "entro-2"})
    record_happening(by=acting(bruno), table=table, happening=late, expected_version=0)
    case = told("ritardo-al-tavolo", late.facts, responsible="B")
    page = text(client_of(bruno).get(f"{TOURNAMENT}casi/{case.number}/"))
    assert "Già deciso: Provvedimento n. 1 , Linea in ritardo al via." in page


def test_of_another_happening_nothing_was_decided(told, client_of, bruno, table):
    late = lateness({Line.B: "entro-2"})
    record_happening(by=acting(bruno), table=table, happening=late, expected_version=0)
    case = told(LEFT, WON, responsible="B")
    assert "Già deciso" not in text(client_of(bruno).get(f"{TOURNAMENT}casi/{case.number}/"))


@pytest.mark.parametrize(("verb", "look"), [("penalty", "is-penalty"), ("refuse", ""), ("judgement", "is-pending")])
def test_only_what_punishes_is_red(verb, look):
    assert look_of(verb) == look
