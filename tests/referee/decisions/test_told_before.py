"""Whoever revises a ruling finds typed what was told with it: figures of orders and of scores, measures, the reason."""

import re

import pytest
from django.urls import reverse

from codes.tressette.cards import Suit
from referee.decisions.details import Details
from referee.rulings.actions import decide, depart, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import source
from tests.factories import acting
from tests.referee.happened import BETTER, PAGE, A, record

WHY = "Per quanto risulta al tavolo"
OPPOSED = {"motivo-chiamata": "versioni-opposte", "arbitro-sa-decidere": "no"}
BOTH_LATE = {"ritardo": "oltre-10", "ritardo-altra": "oltre-10", "ingiusto-vantaggio": "si"}
BACK = {"assenza-giustificata": "si", "durata-assenza": "entro-10"}
EARLY = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-completa"}
ON_TIME = {"residui": "oltre-sei", "ancora-avanti": "no"}


def typed(page):
    """What stands in the fields of a page, by name: of inputs, boxes ticked and text areas."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = (re.search(rf'\b{what}="([^"]*)"', tag) for what in ("name", "value"))
        if name and value and (not re.search(r'type="(radio|checkbox)"', tag) or "checked" in tag):
            found[name[1]] = value[1]
    areas = re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<', page)
    for name, words in areas:
        found.setdefault(name, words.strip())  # a page ends with the form that puts the case aside
    return found


@pytest.fixture
def revised(ruled, client_of, bruno):
    """What is typed on the page of a ruling's revision, given with these details."""

    def run(procedure, facts, details, **who):
        ruling = ruled(procedure, facts, details=details, reason=WHY, **who)
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
        page = reverse("case", args=[ruling.tournament.slug, ruling.case.number])
        return typed(source(client_of(bruno).get(page)))

    return run


class TestBurraco:
    @pytest.fixture
    def tournament(self, db):
        """Two pairs, one table, two deals."""
        return factories.make_playing_burraco(tables=1)

    def test_the_points_settled_of_a_deal(self, revised):
        fields = revised("chiamata-arbitro", OPPOSED, Details(deal=(640, -215)))
        assert (fields["deal_a"], fields["deal_b"], fields["reason"]) == ("640", "-215", WHY)

    def test_the_score_settled_of_a_match(self, revised):
        fields = revised("ritardo-al-tavolo", BOTH_LATE, Details(match=(250, -250)), responsible="B")
        assert (fields["mp_a"], fields["mp_b"]) == ("250", "-250")

    def test_the_score_already_earned(self, revised):
        fields = revised("abbandono", BETTER, Details(earned=640), responsible="B")
        assert fields["mp"] == "640"

    def test_the_minutes_of_an_absence(self, revised):
        told = Details(figures={"minuti-del-turno": 9, "minuti-di-assenza": 0})
        fields = revised("malessere", BACK, told, responsible="N")
        assert (fields["cifra-minuti-del-turno"], fields["cifra-minuti-di-assenza"]) == ("9", "0")

    def test_confirmed_as_it_stands_the_ruling_says_the_same(self, ruled, client_of, bruno):
        ruling = ruled("chiamata-arbitro", OPPOSED, details=Details(deal=(640, 215)), reason=WHY)
        case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
        client, address = client_of(bruno), [ruling.tournament.slug, case.number]
        fields = typed(source(client.get(reverse("case", args=address))))
        assert client.post(reverse("decide_case", args=address), fields | {"key": "x"}).status_code == 302
        first, second = Ruling.objects.order_by("version")
        assert second.effects == first.effects

    def test_what_a_quick_page_told_stands_on_it_again(self, bruno, table, client_of):
        record(bruno, table, "abbandono", BETTER, line=A, details=Details(earned=640), reason=WHY)
        page = source(client_of(bruno).get(PAGE, {"cosa": "abbandono", "linea": "A", **BETTER}))
        assert typed(page)["mp"] == "640"
        typing = {"cosa": "abbandono", "linea": "A", **BETTER, "mp": "410"}
        assert typed(source(client_of(bruno).get(PAGE, typing)))["mp"] == "410"


class TestTressette:
    def test_the_figures_of_an_accusa(self, revised):
        told = Details(figures={"napoletane": 1, "terne": 0, "quaterne": 0, "palo-napoletana": Suit.COPPE})
        fields = revised("accusa-anticipata", EARLY, told)
        assert (fields["cifra-napoletane"], fields["cifra-palo-napoletana"]) == ("1", Suit.COPPE.value)

    def test_the_order_of_a_departure_in_the_arbiter_s_own_words(self, told, client_of, bruno):
        case = told("accusa-anticipata", EARLY)
        order = "La passata si rigioca."
        ruling = depart(by=acting(bruno), case=case, expected_version=case.version, reason=WHY, order=order)
        case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
        page = reverse("depart_case", args=[ruling.tournament.slug, case.number])
        fields = typed(source(client_of(bruno).get(page)))
        assert (fields["order"], fields["reason"]) == (order, WHY)

    def test_what_was_not_told_stays_empty(self, ruled, client_of, bruno):
        ruling = ruled("accusa-anticipata", EARLY)
        case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
        fields = typed(source(client_of(bruno).get(reverse("case", args=[ruling.tournament.slug, case.number]))))
        assert "cifra-napoletane" not in fields
        decide(by=acting(bruno), case=case, expected_version=case.version)
        assert "told" not in Ruling.objects.get(version=2).scene


class TestOnline:
    @pytest.fixture
    def tournament(self, db):
        """One table of two pairs over four boards, under the online rules."""
        tournament = factories.make_tournament(rulebook="tressette-online", forma="ordinario", boards_per_round=4)
        factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
        return tournament

    def test_the_points_of_a_match_that_ended_on_time(self, revised):
        told = Details(figures={"punti-fuori-tempo": 5, "punti-degli-altri": 17, "punti-residui": 8})
        fields = revised("tempo-scaduto-abbandono", ON_TIME, told)
        assert [fields[f"cifra-{name}"] for name in told.figures] == ["5", "17", "8"]
