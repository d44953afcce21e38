"""The arbiter's first screen in a full hall: a table by its number, one page of tables, one's own drafts first."""

import re

import pytest
from django.urls import reverse

from referee.cases.actions import open_case
from referee.home.views import TABLES_A_PAGE, WAITING_SHOWN
from referee.orders.models import StandingOrder
from tests.factories import acting, make_entry, make_round, make_score
from tests.referee.told import CONTESTED
from tests.referee.wizard.test_wizard_pages import text_of
from tournaments.entries.models import Entry

# Session, who signed in, tournament; rounds; five kinds of what waits, orders; what one was asked; tables and their
# number; calls, zones.
QUERIES = 15
HOSTILE = ["0", "-3", "1e9", "9" * 5000, "9" * 30, "1\x002", "uno", "", "1;2"]


@pytest.fixture
def home(client_of, bruno, tournament):
    """The page as Bruno sees it, who logged in before."""
    client = client_of(bruno)
    return lambda headers=None, **query: client.get(
        reverse("arbiter_home", args=[tournament.slug]), query, headers=headers
    )


@pytest.fixture
def full_round(tournament):
    """Round 3 is being played at a table more than a page holds."""
    tournament.rounds.filter(number=1).update(state="closed")
    entries = [make_entry(tournament, 100 + place) for place in range(2 * TABLES_A_PAGE + 2)]
    return make_round(tournament, 3, list(zip(entries[::2], entries[1::2], strict=True)))


def test_a_number_leads_straight_to_its_table(home, tournament):
    assert home(tavolo="2").url == reverse("table", args=[tournament.slug, 1, 2])


def test_a_number_in_other_figures_is_that_number(home, tournament):
    assert home(tavolo="٢").url == reverse("table", args=[tournament.slug, 1, 2])


def test_a_table_that_is_not_there_is_told_in_words(home):
    answer = home(tavolo="77")
    assert answer.status_code == 404
    assert "In questo turno nessun tavolo per «77»" in text_of(answer)


def found_by(home, typed):
    """The tables found as one types."""
    answer = home(tavolo=typed, headers={"HX-Request": "true"})
    return re.findall(r"/turni/\d+/tavoli/(\d+)/", answer.content.decode())


def test_a_table_is_found_as_one_types_by_its_number_or_a_name(home, full_round):
    assert found_by(home, "3") == ["3", "30", "31"]
    assert found_by(home, "37") == ["37"]
    name = full_round.tables.get(number=12).line_b.name
    assert found_by(home, name)[0] == "12"
    assert found_by(home, "") == []
    assert "E altri 6." in text_of(home(tavolo="3", turno="3", headers={"HX-Request": "true"}))


def test_a_name_at_one_table_only_leads_to_it_and_a_number_never_to_a_longer_one(home, tournament, full_round):
    Entry.objects.filter(pk=full_round.tables.get(number=12).line_b_id).update(name="Zuccotti – Pennacchi")
    assert home(tavolo="zuccot").url == reverse("table", args=[tournament.slug, 3, 12])
    assert home(tavolo="3").url == reverse("table", args=[tournament.slug, 3, 3])


@pytest.mark.parametrize("typed", [one for one in HOSTILE if one])
def test_what_is_no_number_of_a_table_is_told_in_words(home, typed):
    answer = home(tavolo=typed)
    assert answer.status_code == 404
    assert 'class="invalid-feedback"' in answer.content.decode()


@pytest.mark.parametrize("wanted", HOSTILE)
def test_what_is_no_page_shows_one_that_there_is(home, full_round, wanted):
    assert "Tavoli del turno 3" in text_of(home(page=wanted))


def test_the_tables_come_a_page_at_a_time(home, full_round):
    first, second = home().content.decode(), home(page="2").content.decode()
    assert first.count('class="hall-table"') == TABLES_A_PAGE
    assert second.count('class="hall-table"') == 1


def test_ones_own_drafts_come_first_and_the_rest_is_a_page_further(home, table, bruno, giulia):
    own = open_case(by=acting(bruno), table=table)
    for _ in range(WAITING_SHOWN):
        open_case(by=acting(giulia), table=table)
    words = text_of(home())
    assert words.index(f"Anomalia {own.number},") < words.index("Anomalia 2,")
    assert words.count(", tavolo 1") == WAITING_SHOWN
    assert f"Mostra tutte le {WAITING_SHOWN + 1} cose in sospeso" in words
    assert text_of(home(sospesi="tutti")).count(", tavolo 1") == WAITING_SHOWN + 1


@pytest.mark.long
def test_a_full_hall_costs_as_many_queries_as_a_small_one(home, full_round, giulia, django_assert_num_queries):
    with django_assert_num_queries(QUERIES):
        home()
    for table in full_round.tables.all()[:5]:
        open_case(by=acting(giulia), table=table)
    with django_assert_num_queries(QUERIES):
        home()


@pytest.mark.long
def test_looking_for_a_table_reads_the_tables_once(home, full_round, django_assert_max_num_queries):
    with django_assert_max_num_queries(QUERIES + 5):
        home(tavolo="pari", headers={"HX-Request": "true"})


@pytest.mark.long
def test_any_round_that_everybody_sees_can_be_looked_at(home, full_round):
    page = home(turno="1")
    assert "Tavoli del turno 1" in text_of(page)
    assert '<a href="?turno=1#tables" aria-current="page">' in " ".join(page.content.decode().split())
    assert home(turno="1", tavolo="2").url.endswith("/turni/1/tavoli/2/")
    for not_there in ("2", "9", *HOSTILE):  # round 2 is a draft
        assert "Tavoli del turno 3" in text_of(home(turno=not_there)), not_there


def test_an_order_waits_once_its_deal_is_over(home, ruled, table, board, dora):
    ruled("accusa-anticipata", CONTESTED)
    order, *others = StandingOrder.objects.all()
    assert "ordine da chiudere" not in text_of(home())
    assert f"In sospeso {len(others) + 1}" in text_of(home())
    assert "in vigore" in text_of(home())
    make_score(table, board, (7, 4), dora)
    words = text_of(home())
    assert f"In sospeso {len(others) + 1} {order.ruling}, tavolo 1, smazzata {board.number}" in words
    assert "ordine da chiudere" in words


def test_an_order_waits_once_its_round_is_closed(home, ruled, round_1):
    ruled("accusa-anticipata", CONTESTED)
    round_1.state = "closed"
    round_1.save()
    assert "ordine da chiudere" in text_of(home())


NO_ARBITER = "in questo torneo non ce n’è nessuno"


def test_a_director_without_an_arbiter_is_told_and_decides_from_then_on(client_of, dora, bruno, tournament):
    director, at = client_of(dora), reverse("arbiter_home", args=[tournament.slug])
    assert NO_ARBITER not in text_of(director.get(at))
    tournament.memberships.exclude(user=dora).delete()
    table = reverse("table", args=[tournament.slug, 1, 1])
    for page in (at, table):
        assert NO_ARBITER in text_of(director.get(page)), page
    answer = director.post(reverse("decide_alone", args=[tournament.slug]), {"key": "decido"}, follow=True)
    assert "D’ora in poi decidi tu" in text_of(answer)
    assert NO_ARBITER not in text_of(answer)
    assert "Nuova anomalia" in text_of(director.get(table))
