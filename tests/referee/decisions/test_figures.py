"""Orders in figures in the wizard: told, counted before they are read out, kept in the words of the ruling."""

import re
from html import unescape

import pytest
from django.urls import reverse

from codes.tressette.cards import Suit
from records.requests import Refused
from referee.decisions.details import Details
from referee.editions.queries import rule_changed
from referee.orders.models import StandingOrder
from referee.rulings.models import Ruling

EARLY = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-completa"}
KEYS = iter(range(10**6))


@pytest.fixture
def early(told):
    """An accusa of a whole napoletana made too soon and contested: points lost, a suit not to be led (181, 183)."""
    return told("accusa-anticipata", EARLY)


@pytest.fixture
def decide_page(client_of, bruno, early):
    def run(**fields):
        early.refresh_from_db()
        data = {"key": f"k{next(KEYS)}", "version": early.version, **fields}
        return client_of(bruno).post(reverse("decide_case", args=[early.tournament.slug, early.number]), data)

    return run


def words_of(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_decision_asks_for_the_figures_of_its_orders(client_of, bruno, early):
    page = words_of(client_of(bruno).get(reverse("case", args=[early.tournament.slug, early.number])))
    assert "Le cifre dell’ordine" in page
    assert "Quante napoletane?" in page
    assert "Di quale palo è la napoletana?" in page
    assert "Quante poste" not in page


def test_they_are_counted_before_anything_is_decided(decide_page):
    page = decide_page(count="1", **{"cifra-napoletane": "1", "cifra-palo-napoletana": "c"})
    assert page.status_code == 200
    assert "1 × 3 + 0 × 4: perde 3 punti." in words_of(page)
    assert "Palo vietato: coppe." in words_of(page)
    assert 'value="1"' in page.content.decode()
    assert not Ruling.objects.exists()


def test_the_ruling_keeps_them_in_its_words(decide_page):
    assert decide_page(**{"cifra-napoletane": "1", "cifra-palo-napoletana": "c"}).status_code == 302
    ruling = Ruling.objects.get()
    said = {effect["verb"]: effect["words"] for effect in ruling.effects}
    # What stays in force at the table says them too.
    assert [order.words["it"][-20:] for order in StandingOrder.objects.filter(what="uscire-palo-napoletana")] == [
        "Palo vietato: coppe."
    ]
    assert said["forfeit"]["it"].endswith("1 × 3 + 0 × 4: perde 3 punti.")
    assert said["forbid"]["en"].endswith("Suit forbidden: cups.")
    assert not rule_changed(ruling)


def test_the_points_that_stand_are_said_in_figures_in_the_ruling(ruled):
    figures = Details(figures={"napoletane": 0, "terne": 1, "quaterne": 0})
    nobody = EARLY | {"contestazione-battuta": "nessuna"}
    del nobody["dichiarato"]
    ruling = ruled("accusa-anticipata", nobody, details=figures)
    said = {effect["verb"]: effect["words"] for effect in ruling.effects}["inform"]
    assert said["it"].startswith("L’accusa resta come è stata fatta e i suoi punti valgono: tre per una napoletana")
    assert said["it"].endswith("1 × 3 + 0 × 4: restano 3 punti.")
    assert said["en"].endswith("1 × 3 + 0 × 4: 3 points stand.")


def test_left_empty_the_orders_stand_in_words(decide_page):
    assert decide_page().status_code == 302
    assert all("×" not in effect["words"]["it"] for effect in Ruling.objects.get().effects)


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({"cifra-napoletane": "molte"}, "Quante napoletane?"),
        ({"cifra-terne": "3", "cifra-quaterne": "1"}, "una terna o una quaterna ciascuno"),
        ({"cifra-palo-napoletana": "x"}, "Di quale palo è la napoletana?"),
    ],
)
def test_what_cannot_be_is_refused_and_kept(decide_page, fields, refused):
    page = decide_page(**fields)
    assert page.status_code == 422
    assert refused in words_of(page)
    assert not Ruling.objects.exists()


def test_the_action_refuses_what_cannot_be(ruled):
    impossible = Details(figures={"napoletane": 0, "terne": 3, "quaterne": 1, "palo-napoletana": Suit.COPPE})
    with pytest.raises(Refused, match="una terna o una quaterna"):
        ruled("accusa-anticipata", EARLY, details=impossible)


def test_an_order_without_figures_asks_for_none(client_of, bruno, told):
    case = told("accusa-anticipata", EARLY | {"dichiarato": "incompleta"})
    page = words_of(client_of(bruno).get(reverse("case", args=[case.tournament.slug, case.number])))
    assert "Le cifre dell’ordine" not in page
