"""The first page with many tournaments: what is on, to come and past, one's own on top, by pages and by a search."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client

from hall.calls.models import Call
from hall.listing.views import TOURNAMENTS_A_PAGE
from records.rights import Role
from tests import factories
from tests.asking import queries_of, text
from tournaments.setup.models import Tournament

TODAY = date(2026, 11, 14)


@pytest.fixture(autouse=True)
def still():
    """Noon of the day on which the tournaments of the factories begin."""
    with time_machine.travel(factories.NOON, tick=False):
        yield


def on(slug: str, days: int, **fields: object) -> Tournament:
    """A tournament that begins so many days from today."""
    return factories.make_tournament(slug, starts_on=TODAY + timedelta(days=days), **fields)


def outline(client: Client, address: str = "/") -> list[str]:
    """The headings of the lists and the tournaments below them, in order."""
    page = client.get(address).content.decode()
    found = re.findall(r'<h2 id="list-\d+">(.*?)</h2>|<a href="/tornei/[\w-]+/">(.*?)</a>', page)
    return [f"# {heading}" if heading else name for heading, name in found]


def ended(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(ending="concluded", ended_at=factories.NOON)


def test_what_is_on_comes_first_then_what_comes_then_the_past(client, db):
    for slug, days in (("vecchia", -40), ("futura", 30), ("ieri", -1), ("oggi", 0), ("domani", 1), ("scorsa", -10)):
        on(slug, days)
    assert outline(client) == [
        "# In corso", "Ieri", "Oggi", "# In programma", "Domani", "Futura", "# Passati", "Scorsa", "Vecchia",
    ]  # fmt: skip


def test_one_that_has_ended_is_past_whenever_it_began(client, db):
    for slug, days in (("ieri", -1), ("oggi", 0), ("annullato", 20)):
        ended(on(slug, days))
    assert outline(client) == ["# Passati", "Annullato", "Oggi", "Ieri"]


def test_a_day_makes_the_last_one_past(client, db):
    on("otto-giorni", -8)
    on("nove-giorni", -9)
    assert outline(client) == ["# In corso", "Otto Giorni", "# Passati", "Nove Giorni"]


def test_ones_own_stay_on_top_until_they_are_ended(client_of, db):
    vera = factories.make_user("vera")
    for slug, days in (("vecchia", -40), ("chiusa", -3), ("mia", 20)):
        factories.give_role(vera, on(slug, days, is_public=False), Role.DIRECTOR)
    ended(Tournament.objects.get(slug="chiusa"))
    on("altrui", 0)
    on("nascosta", 0, is_public=False)
    assert outline(client_of(vera)) == [
        "# I miei, adesso", "Vecchia", "# I miei, prossimi", "Mia", "# In corso", "Altrui", "# Passati", "Chiusa",
    ]  # fmt: skip


def test_many_tournaments_come_by_pages(client, db):
    for number in range(TOURNAMENTS_A_PAGE + 1):
        on(f"gara-{number:02d}", number)
    assert len(outline(client)) == 2 + TOURNAMENTS_A_PAGE
    assert outline(client, "/?page=2") == ["# In programma", f"Gara {TOURNAMENTS_A_PAGE}"]


def test_a_page_costs_the_same_however_many_there_are(dora, client_of, db):
    factories.give_role(dora, on("mia", 0), Role.DIRECTOR)
    before = queries_of(client_of(dora), "/")
    for number in range(2 * TOURNAMENTS_A_PAGE):
        factories.give_role(dora, on(f"gara-{number}", number), Role.ARBITER)
    assert queries_of(client_of(dora), "/") == before <= 18
    # two of them the log-in, two the right to make a tournament, one the open calls, one the offices, nine the inbox


def test_whoever_answers_calls_is_told_how_many_are_open(table, dora, sara, client_of, client):
    calling = Call.objects.create(table=table, opened_by=dora, opened_at=factories.NOON)
    assert "1 chiamata aperta" in text(client_of(dora).get("/"))
    assert 'href="/tornei/coppa-levante/chiamate/"' in client_of(dora).get("/").content.decode()
    # The scoring room answers none, and the public is not told.
    assert "chiamata aperta" not in text(client_of(sara).get("/")) + text(client.get("/"))
    # Taken, it waits for nobody else.
    Call.objects.filter(pk=calling.pk).update(owner=dora, taken_at=factories.NOON)
    assert "chiamata aperta" not in text(client_of(dora).get("/"))
    Call.objects.filter(pk=calling.pk).update(closed_at=factories.NOON, closed_by=dora, outcome=Call.Outcome.NO_ANOMALY)
    assert "chiamata aperta" not in text(client_of(dora).get("/"))


def test_a_search_finds_by_parts_of_name_place_or_federation(client, db):
    on("coppa-dei-tre-laghi", -300)
    on("trofeo-bari", 3)
    on("nascosta-laghi", 3, is_public=False)
    assert outline(client, "/?q=LAGHI") == ["# Trovati", "Coppa Dei Tre Laghi"]
    assert len(outline(client, "/?q=fitres")) == 3
    assert "Nessun torneo così" in text(client.get("/?q=zzz"))


def test_the_second_visitor_costs_one_query(client, django_assert_num_queries, db):
    on("oggi", 0)
    first = client.get("/")
    with django_assert_num_queries(1):
        second = Client().get("/")
    assert first.content == second.content
    assert "csrf" not in second.content.decode()


def test_a_tournament_published_or_hidden_is_seen_at_once(client, db):
    hidden = on("oggi", 0, is_public=False)
    assert outline(client) == []
    Tournament.objects.filter(pk=hidden.pk).update(is_public=True)
    assert outline(client) == ["# In corso", "Oggi"]
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    assert outline(client) == []


def test_what_a_visitor_sees_is_kept_for_no_member(client, client_of, db):
    vera = factories.make_user("vera")
    factories.give_role(vera, on("mia", 0, is_public=False), Role.DIRECTOR)
    on("altrui", 0)
    assert outline(client) == ["# In corso", "Altrui"]
    assert outline(client_of(vera)) == ["# I miei, adesso", "Mia", "# In corso", "Altrui"]
    assert outline(Client()) == ["# In corso", "Altrui"]


def told(client: Client, address: str = "/") -> str:
    """What the first line of the list tells, after its name."""
    page = text(client.get(address))
    return page[page.index("Coppa Levante") : page.index("I codici")]


def test_a_line_tells_game_round_and_how_many_play(client, tournament, round_1):
    Tournament.objects.update(starts_on=TODAY)
    factories.make_stage(tournament, rounds_planned=4)
    for state, words in (
        ("playing", "turno 1 di 4 in corso · 4 coppie Dove siedo? : Coppa Levante"),
        ("closed", "giocato 1 turno di 4 · 4 coppie Dove siedo? : Coppa Levante"),
        ("published", "turno 1 di 4 sta per cominciare · 4 coppie Dove siedo? : Coppa Levante"),
        ("draft", "4 coppie"),
    ):
        round_1.state = state
        round_1.save()
        caches["pages"].clear()
        assert told(client).split(" Tressette · ")[1].strip() == words, state
    assert told(client, "/?q=levante").endswith("Tressette · 4 coppie ")
    assert "Dove siedo" not in told(client)


def test_who_has_no_account_sees_where_to_sign_in(client, client_of, dora):
    assert '<a class="sign-in" href="/accesso/">Accedi</a>' in client.get("/").content.decode()
    assert "sign-in" not in client_of(dora).get("/").content.decode()


FIRST = "Il primo accesso si crea all’indirizzo scritto nel terminale"


def test_where_nobody_came_in_yet_the_page_says_how(db):
    assert FIRST in text(Client().get("/"))


def test_where_somebody_came_in_the_page_says_nothing_of_it(db):
    factories.make_user("marta", is_superuser=True)
    assert FIRST not in text(Client().get("/"))
