"""Pages for all the phones of a hall: made once, never old, never somebody's own; where do I sit; under which rules."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import NOON, acting, make_burraco, make_entry, make_round, make_score
from tournaments.actions.rounds import publish_round
from tournaments.actions.scores import give_score
from tournaments.models import Round, Tournament
from tournaments.shared_pages import SECONDS

SLUG = "coppa-levante"
SHARED = ["tournament", "standings", "seat", "regulations"]


@pytest.fixture(autouse=True)
def still():
    """A clock that stands still at a whole number of periods."""
    with time_machine.travel(NOON, tick=False) as travel:
        yield travel


@pytest.mark.parametrize("name", SHARED)
def test_the_second_phone_costs_one_query(tournament, name, django_assert_num_queries):
    first = Client().get(reverse(name, args=[SLUG]))
    with django_assert_num_queries(1):
        second = Client().get(reverse(name, args=[SLUG]))
    assert second.content == first.content
    assert "csrf" not in second.content.decode()
    assert not second.cookies


def test_a_phone_that_has_the_page_is_told_so(tournament):
    first = Client().get(reverse("tournament", args=[SLUG]))
    again = Client().get(reverse("tournament", args=[SLUG]), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "no-cache"
    assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", first["Vary"]))


def test_a_result_is_seen_at_once(tournament, table, board, sara):
    page = reverse("standings", args=[SLUG])
    before = Client().get(page)
    for one in table.round.boards.all():
        give_score(by=acting(sara), table=table, board=one, points_a=9, points_b=2, expected_version=0)
    after = Client().get(page, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_a_round_published_is_seen_at_once(tournament, dora):
    page = reverse("tournament", args=[SLUG])
    assert "Turno 2" not in Client().get(page).content.decode()
    publish_round(by=acting(dora), round=tournament.rounds.get(number=2))
    assert "Turno 2" in Client().get(page).content.decode()


def test_a_page_is_kept_for_seconds_only(tournament, still, django_assert_num_queries):
    Client().get(reverse("regulations", args=[SLUG]))
    still.shift(SECONDS)
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(1):
        Client().get(reverse("regulations", args=[SLUG]))


def test_who_has_logged_in_gets_a_page_of_their_own(tournament, client_of, dora):
    anonymous = Client().get(reverse("tournament", args=[SLUG])).content.decode()
    mine = client_of(dora).get(reverse("tournament", args=[SLUG]))
    assert "Direzione" in mine.content.decode() and "Direzione" not in anonymous
    assert "ETag" not in mine
    assert Client().get(reverse("tournament", args=[SLUG])).content.decode() == anonymous


def test_each_language_has_its_page(tournament):
    italian, english = (
        Client().get(reverse("seat", args=[SLUG]), headers={"accept-language": one}).content.decode()
        for one in ("it", "en")
    )
    assert '<html lang="it">' in italian and '<html lang="en">' in english


def test_a_hidden_tournament_is_not_shared(tournament, client_of, dora):
    Tournament.objects.update(is_public=False)
    assert client_of(dora).get(reverse("tournament", args=[SLUG])).status_code == 200
    assert Client().get(reverse("tournament", args=[SLUG])).status_code == 404


def test_the_language_changes_without_a_token(tournament):
    strict = Client(enforce_csrf_checks=True)
    page = reverse("tournament", args=[SLUG])
    assert strict.post(reverse("set_language"), {"language": "en", "next": page}).status_code == 302
    assert '<html lang="en">' in strict.get(page).content.decode()


# Where do I sit?


def seats(words):
    return Client().get(reverse("seat", args=[SLUG]), {"q": words}).content.decode()


@pytest.mark.parametrize("typed", ["Conti", "conti", "anna", "serra luca", "1", "Contti", "CONTI"])
def test_a_pair_is_found_by_name_or_number(tournament, typed):
    page = seats(typed)
    assert "Tavolo 1" in page
    assert "Linea N-S" in page
    assert "contro 2 Galli – Fontana" in " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_accents_and_apostrophes_are_forgiven(tournament):
    assert "D’Amico – Leone" in seats("damico")
    assert "D’Amico – Leone" in seats("nicolo")


def test_nobody_found_is_said_and_nothing_is_broken(tournament):
    assert "Nessuno trovato per «&lt;b&gt;»" in seats("<b>")
    assert seats("x" * 500).count("seat-place") == 0


def test_the_latest_round_shown_counts(tournament, dora):
    publish_round(by=acting(dora), round=tournament.rounds.get(number=2))
    page = " ".join(re.sub(r"<[^>]+>", " ", seats("Conti")).split())
    assert "Turno 2" in page and "contro 3 D’Amico – Leone" in page


def test_who_rests_and_who_has_no_table_is_told(tournament):
    five, six = make_entry(tournament, 5), make_entry(tournament, 6)
    Round.objects.all().update(state=Round.State.CLOSED)
    make_round(tournament, 3, [(five, None)])
    assert "Riposa" in seats("5")
    assert "Senza tavolo in questo turno" in seats("6")
    assert six.number == 6


@pytest.mark.parametrize("pairs", [4, 40])
def test_a_search_takes_the_same_queries_however_many_play(tournament, pairs, django_assert_max_num_queries):
    new = [make_entry(tournament, number) for number in range(5, 5 + pairs)]
    Round.objects.all().update(state=Round.State.CLOSED)
    make_round(tournament, 3, list(zip(new[::2], new[1::2], strict=True)))
    with django_assert_max_num_queries(11):
        assert "Tavolo" in seats("Pari5")


# Under which rules


def test_the_rules_tell_code_formula_and_points(db):
    burraco = make_burraco(SLUG, warnings_per_vp=3, bye_vp=14, bye_mp=305, round_minutes=25)
    page = " ".join(re.sub(r"<[^>]+>", " ", Client().get(reverse("regulations", args=[SLUG])).content.decode()).split())
    # F.I.Bur. 18, two deals: 745 to 870 is 18–2, over 1000 is 20–0.
    assert "745 – 870 18 – 2" in page
    assert "da 1005 in su 20 – 0" in page
    assert "ogni 3 costano 1 VP" in page and "14 VP, +305 MP" in page and "25 minuti" in page
    assert burraco.lot_seed in page


def test_scores_are_needed_for_nothing_here(tournament, table, board, sara):
    make_score(table, board, (6, 5), sara)
    assert Client().get(reverse("regulations", args=[SLUG])).status_code == 200
