"""A tournament under the rules of online tressette: opened, judged by its own anomalies, scored by its table."""

import pytest
from django.contrib.auth.models import Permission

from codes.library import get_rulebook
from records.requests import Refused
from referee.decisions.details import Details
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import send, text
from tests.factories import acting, make_score
from tournaments.planning.actions import create_tournament
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings

ONLINE = "tressette-online"
LATE = {"residui": "fino-a-sei", "ancora-avanti": "no"}
AT_THE_TABLE = Details(figures={"punti-fuori-tempo": 9, "punti-degli-altri": 7, "punti-residui": 3})


@pytest.fixture
def founder(carla):
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return carla


@pytest.fixture
def create(founder):
    """Opens a tournament under the online rules, by Carla who may."""
    given = {"slug": "in-linea", "name": "In linea", "place": "Bari", "starts_on": factories.NOON.date()}
    given |= {"federation": factories.make_federation(), "boards_per_round": 4, "lot_seed": "1 2 3"}
    return lambda **fields: create_tournament(by=acting(founder), rulebook=ONLINE, **(given | fields))


@pytest.mark.parametrize(("accusa", "accuso"), [("con-accusa", "con-accuso"), ("senza-accusa", "senza-accuso")])
def test_its_options_are_those_of_its_code(create, accusa, accuso):
    made = create(accusa=accusa)
    book = get_rulebook(made.rulebook)
    assert made.edition == book.edition
    assert made.options["accuso"] == accuso
    assert made.options.keys() == book.options.keys()
    assert all(answer in book.options[name].answers for name, answer in made.options.items())
    assert all(one.then.items() <= made.options.items() for one in book.file.constraints if _holds(one.when, made))


@pytest.mark.parametrize(("contest", "table"), [("pairs", "coppie"), ("singles", "spizzichino")])
def test_one_against_one_it_is_spizzichino(create, contest, table):
    made = create(contest=contest)
    assert made.options["giocatori"] == table
    book = get_rulebook(made.rulebook)
    assert all(one.then.items() <= made.options.items() for one in book.file.constraints if _holds(one.when, made))


def _holds(when, tournament):
    return when.items() <= tournament.options.items()


def test_what_the_online_rules_do_not_have_is_refused(create):
    with pytest.raises(Refused) as refused:
        create(accusa="dichiarazione-consentita")
    assert "con l’accusa o senza" in " ".join(refused.value.messages)
    with pytest.raises(Refused) as refused:
        create(game="burraco")
    assert "un altro gioco" in " ".join(refused.value.messages)


def test_it_is_opened_by_the_form(founder, client_of):
    fields = {"name": "Coppa Rete", "slug": "rete", "federation": factories.make_federation().pk, "place": "Lecce"}
    fields |= {
        "starts_on": "2026-12-05",
        "game": "tressette",
        "rulebook": ONLINE,
        "lot_seed": "5",
        "boards_per_round": 6,
    }
    fields |= {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}
    assert send(client_of(founder), "/nuovo-torneo/", **fields).status_code == 302
    made = Tournament.objects.get(slug="rete")
    assert (made.rulebook, made.forma, made.options["fine"]) == (ONLINE, "ordinario", "a-smazzate")
    page = text(client_of(founder).get("/tornei/rete/"))
    assert "Regole del tressette in linea" in page
    assert "Gioco ordinario" not in page


@pytest.mark.parametrize(
    # From the site's table: the row of a lead of 11 or 12 match points over so many boards.
    ("boards", "mp", "vp"),
    [(1, 11, 18), (2, 12, 16), (3, 11, 15), (4, 12, 14), (5, 11, 14), (6, 12, 14), (7, 11, 13), (8, 12, 13)],
)
def test_its_victory_points_are_those_of_the_table_for_every_length(create, bruno, boards, mp, vp):
    """The first board is swept, the others are won by a point in turn."""
    tournament = create(boards_per_round=boards)
    drawn = factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))], state="closed")
    for place, board in enumerate(drawn.boards.all()):
        make_score(drawn.tables.get(), board, (11, 0) if place == 0 else ((6, 5) if place % 2 else (5, 6)), bruno)
    rows = {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}
    assert rows == {1: (vp, mp), 2: (20 - vp, -mp)}


@pytest.fixture
def tournament(db):
    """One table of two pairs, under the online rules."""
    tournament = factories.make_tournament(rulebook=ONLINE, forma="ordinario")
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


def test_an_arbiter_rules_by_its_own_anomalies(ruled, round_1, bruno, client_of):
    ruling = ruled("tempo-scaduto-abbandono", LATE, responsible="N", details=AT_THE_TABLE)
    assert isinstance(ruling, Ruling)
    assert ruling.rulebook == ONLINE
    assert 14 in ruling.cites
    page = text(client_of(bruno).get(f"/tornei/{ruling.tournament.slug}/provvedimenti/1/"))
    assert "almeno 14" in page


def test_the_wizard_offers_the_anomalies_of_its_code_alone(draft, bruno, client_of):
    page = text(client_of(bruno).get(f"/tornei/{draft.tournament.slug}/casi/{draft.number}/"))
    offered = get_rulebook(ONLINE).applicable(draft.tournament.options)
    assert offered
    assert all(procedure.title.it in page for procedure in offered)
    assert "Accusa prima del proprio turno" not in page
