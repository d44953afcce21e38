"""Every order of a ruling reaches somebody: both lines and nobody are no answers where one line is meant."""

import pytest
from django.urls import reverse

from codes.library import RULEBOOKS, get_rulebook
from codes.seats import Line
from records.requests import Refused
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from referee.cases.persons import BOTH, NOBODY
from referee.cases.walk import answers_to, book_of, person_unreached, responsible_question
from referee.decisions.happenings import Happening, lateness
from referee.incidents.actions import annul_ruling, record_happening
from referee.orders.models import StandingOrder
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, position
from tests import factories
from tests.asking import text
from tests.factories import acting
from tournaments.entries.models import Entry
from tournaments.scores.models import Adjustment

QUARREL = {"motivo-abbandono": "litigio", "colpa-del-litigio": "giocatore", "punteggio-superiore": "no"}
CALLED_HOME = {
    "motivo-abbandono": "impossibilita",
    "durata-abbandono": "definitiva",
    "direttore-avvisato": "si",
    "ingiusto-vantaggio": "no",
    "punteggio-superiore": "no",
}


@pytest.fixture
def tournament(db):
    """Burraco: four pairs, two tables, round 1 playing."""
    return factories.make_playing_burraco(boards_per_round=4)


@pytest.fixture
def case(giulia, table):
    return open_case(by=acting(giulia), table=table)


@pytest.fixture
def say(giulia, case):
    def run(**answers):
        case.refresh_from_db()
        return answer(by=acting(giulia), case=case, expected_version=case.version, answers=Answers(**answers))

    return run


def at(case):
    case.refresh_from_db()
    return position(case, book_of(case.tournament))


def rule(giulia, case):
    case.refresh_from_db()
    return decide(by=acting(giulia), case=case, expected_version=case.version)


@pytest.mark.parametrize("procedure", ["ritardo-al-tavolo", "assenza", "squadra-incompleta", "abbandono", "malessere"])
@pytest.mark.parametrize("answer", [BOTH, NOBODY])
def test_one_line_is_meant_where_the_table_orders_something_of_the_other(tournament, table, procedure, answer):
    """40, 39: whoever is late, absent or gone is one line; both have rules of their own."""
    book = book_of(tournament)
    case = Case(tournament=tournament, table=table, procedure=procedure)
    assert answer not in answers_to(responsible_question(book, procedure), case, book)


def test_both_and_nobody_stay_where_they_mean_something(tournament, table):
    book = book_of(tournament)
    case = Case(tournament=tournament, table=table, procedure="comportamento-scorretto")
    assert {BOTH, NOBODY} <= set(answers_to(responsible_question(book, case.procedure), case, book))


@pytest.mark.parametrize("code", sorted(one.name for one in RULEBOOKS.iterdir() if one.is_dir()))
def test_no_procedure_is_left_without_an_answer(tournament, table, code):
    """Over every code: somebody can be tapped."""
    book = get_rulebook(code)
    for procedure in book.procedures.values():
        case = Case(tournament=tournament, table=table, procedure=procedure.id)
        assert answers_to(responsible_question(book, procedure.id), case, book), procedure.id


@pytest.mark.long
def test_both_late_in_the_wizard_is_what_the_quick_page_gives(giulia, tournament, table, case, say):
    """40: the penalties are weighed separately; B-D's seven minutes bring A-C 150, A-C's three bring B-D 100."""
    say(procedure="ritardo-al-tavolo")
    with pytest.raises(Refused):
        say(responsible=BOTH)
    say(responsible="A")
    say(facts={"ritardo": "da-2-a-5"})
    say(facts={"ritardo-altra": "da-5-a-10"})
    ruling = rule(giulia, case)
    given = sorted(Adjustment.objects.values_list("entry__number", "kind", "amount"))
    assert given == [(1, "mp", 150), (2, "mp", 100)]
    annul_ruling(by=acting(giulia), ruling=ruling, expected_version=1, reason="Prova")
    told = lateness({Line.A: "da-2-a-5", Line.B: "da-5-a-10"})
    record_happening(by=acting(giulia, key="q"), table=table, happening=told, expected_version=0)
    current = Adjustment.objects.filter(cancelled_at__isnull=True)
    assert sorted(current.values_list("entry__number", "kind", "amount")) == given


def test_who_withdraws_is_asked_only_where_one_line_does(case, say):
    say(procedure="abbandono")
    assert at(case).question.fact.name == "motivo-abbandono"
    say(facts={"motivo-abbandono": "intemperanze"})
    assert at(case).step is Step.DECISION
    say(facts={"motivo-abbandono": "litigio"})
    assert at(case).step is Step.SEAT


def test_an_order_that_reaches_nobody_is_asked_about_and_never_recorded(giulia, case, say, client_of):
    """21: a warning is somebody's. Told as nobody's, the ruling would give it to nobody."""
    say(procedure="comportamento-scorretto")
    say(responsible=NOBODY)  # where the arbiter sees fit only to recall the rule, nothing is ordered of anybody
    say(facts={"fatto-di-condotta": "norma"})
    case = say(facts={"ammonizione-opportuna": "si"})
    assert person_unreached(case, book_of(case.tournament)) == "responsabile"
    assert at(case).step is Step.SEAT
    page = text(client_of(giulia).get(reverse("case", args=[case.tournament.slug, case.number])))
    assert "non riguarderebbe nessuno" in page
    with pytest.raises(Refused, match="non riguarda nessuno"):
        rule(giulia, case)
    assert not Ruling.objects.exists()
    say(responsible="B")
    assert "ammonizione" in rule(giulia, case).effects[0]["words"]["it"].lower()


@pytest.mark.parametrize(("tapped", "asked"), [("B", True), ("E", False)])
def test_the_player_of_a_quarrel_is_asked_for_unless_tapped(giulia, case, say, tapped, asked):
    """39: the player or the pair at fault is referred and may not return; the pair loses at 0."""
    say(procedure="abbandono")
    say(facts={"motivo-abbandono": "litigio"})
    say(responsible=tapped)
    for name in ("colpa-del-litigio", "punteggio-superiore"):
        say(facts={name: QUARREL[name]})
    assert (at(case).step is Step.PERSON) is asked
    if asked:
        with pytest.raises(Refused, match="Quale giocatore"):
            rule(giulia, case)
        with pytest.raises(Refused):
            say(persons={"giocatore-del-litigio": "N"})  # of the other line
        say(persons={"giocatore-del-litigio": "E"})
    rule(giulia, case)
    assert StandingOrder.objects.get(what="riprendere-il-torneo").seats == ["E"]


@pytest.mark.long
def test_the_quick_page_asks_for_the_player_of_a_quarrel(giulia, client_of, tournament, table):
    page = reverse("incident", args=[tournament.slug, 1, 1])
    client = client_of(giulia)
    told = {"cosa": "abbandono", "linea": "B", **QUARREL}
    shown = text(client.get(page, told))
    assert "Quale giocatore ha la colpa?" in shown
    assert "Conferma" not in shown
    assert client.post(page, {**told, "version": 0, "key": "k1"}).status_code == 422
    told["giocatore-del-litigio"] = "W"
    assert "Quale giocatore ha la colpa?" in text(client.get(page, told))  # with its answer, to be changed
    assert client.post(page, {**told, "version": 0, "key": "k2"}).status_code == 302
    ruling = Ruling.objects.get()
    assert StandingOrder.objects.get(what="riprendere-il-torneo").seats == ["W"]
    referred = next(one for one in ruling.effects if one["verb"] == "discipline")
    assert ruling.scene["seats"]["W"] in referred["words"]["it"]
    assert ruling.scene["seats"]["E"] not in referred["words"]["it"]


@pytest.mark.parametrize(("how_long", "state"), [("temporanea", "active"), ("definitiva", "withdrawn")])
def test_whoever_means_to_return_stays_in_the_tournament(giulia, table, how_long, state):
    """39: a pair that cannot go on for a while is absent in the rounds it misses, and keeps its place."""
    before = Entry.objects.get(number=2).state
    told = Happening(procedure="abbandono", line=Line.B, facts=CALLED_HOME | {"durata-abbandono": how_long})
    record_happening(by=acting(giulia), table=table, happening=told, expected_version=0)
    assert Entry.objects.get(number=2).state == (before if how_long == "temporanea" else state)
