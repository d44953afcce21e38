"""Pages for all the phones of a hall: made once, never old, never somebody's own; where do I sit; under which rules."""

import gzip
import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
import time_machine
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import reverse

from pages.caches import Keeper
from tests.factories import NOON, acting, make_burraco, make_entry, make_round, make_score
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import LATE, SECONDS, shared

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


@pytest.mark.parametrize("headers", [{}, {"Accept-Encoding": "gzip"}, {"HX-Request": "true"}, {"If-None-Match": "…"}])
def test_all_that_an_answer_depends_on_is_said_by_the_page_itself(tournament, headers):
    view = counting([], lambda _request: HttpResponse("una"))
    tag = view(RequestFactory().get("/una/"), SLUG)["ETag"]
    headers = {name: tag if value == "…" else value for name, value in headers.items()}
    answer = view(RequestFactory().get("/una/", headers=headers), SLUG)
    assert answer.status_code == (304 if "If-None-Match" in headers else 200)
    varies = {one.lower() for one in re.split(r",\s*", answer["Vary"])}
    assert varies == {"cookie", "accept-language", "accept-encoding", "hx-request"}


def test_a_result_is_seen_within_two_seconds(tournament, table, board, sara, still):
    page = reverse("standings", args=[SLUG])
    before = Client().get(page)
    for one in table.round.boards.all():
        give_score(by=acting(sara), table=table, board=one, points_a=9, points_b=2, expected_version=0)
    assert Client().get(page).content == before.content
    still.shift(LATE)
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


@pytest.mark.parametrize("name", SHARED)
def test_a_page_travels_compressed_where_the_phone_unpacks_it(tournament, name):
    page = reverse(name, args=[SLUG])
    plain, packed = Client().get(page), Client().get(page, headers={"Accept-Encoding": "gzip, deflate"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain and packed["ETag"] == plain["ETag"]
    assert packed["Content-Type"] == plain["Content-Type"] == "text/html; charset=utf-8"


def test_each_step_that_everybody_must_see_makes_the_page_anew(tournament):
    page = reverse("tournament", args=[SLUG])
    seen = [Client().get(page)["ETag"]]
    for one in (Round.State.CLOSED, Round.State.PUBLISHED):
        Round.objects.filter(number=1).update(state=one)
        seen.append(Client().get(page)["ETag"])
    assert len(set(seen)) == 3


def test_a_page_with_a_form_is_nobody_elses(tournament):
    @shared
    def form(request, slug):
        return HttpResponse(f'<input name="csrfmiddlewaretoken" value="{get_token(request)}">')

    first, second = (form(RequestFactory().get("/modulo/"), SLUG) for _ in range(2))
    assert first.content != second.content
    assert "ETag" not in first


def test_a_hall_that_asks_at_once_has_its_page_made_once():
    made, all_here, keeper = [], Barrier(20), Keeper("prova", late=2, seconds=5)

    def make():
        made.append(1)
        time.sleep(0.05)
        return "page"

    def ask(_one):
        all_here.wait()
        return keeper.get("page", 1, make)

    with time_machine.travel(NOON, tick=True), ThreadPoolExecutor(20) as phones:
        assert set(phones.map(ask, range(20))) == {"page"}
    assert len(made) == 1


def test_nobody_waits_while_a_page_is_made_anew(still):
    at_work, may_end, keeper = Event(), Event(), Keeper("prova", late=0, seconds=5)

    def slowly():
        at_work.set()
        assert may_end.wait(5)
        return "new"

    assert keeper.get("page", 1, lambda: "old") == "old"
    with ThreadPoolExecutor(1) as first:
        making = first.submit(keeper.get, "page", 2, slowly)
        assert at_work.wait(5)
        assert keeper.get("page", 2, lambda: "never made") == "old"
        may_end.set()
        assert making.result() == "new"
    assert keeper.get("page", 2, lambda: "never made") == "new"


def test_who_has_logged_in_gets_a_page_of_their_own(tournament, client_of, dora):
    anonymous = Client().get(reverse("tournament", args=[SLUG])).content.decode()
    mine = client_of(dora).get(reverse("tournament", args=[SLUG]))
    assert "Direzione" in mine.content.decode() and "Direzione" not in anonymous
    assert "ETag" not in mine
    assert Client().get(reverse("tournament", args=[SLUG])).content.decode() == anonymous


def test_what_one_reader_is_told_is_told_to_no_other(tournament):
    page = reverse("tournament", args=[SLUG])
    asked = RequestFactory().get(page)
    asked.session = {}
    told = HttpResponse()
    storage = CookieStorage(asked)
    storage.add(messages.SUCCESS, "Solo per te")
    storage.update(told)
    mine = Client()
    mine.cookies = told.cookies
    answer = mine.get(page)
    assert "Solo per te" in answer.content.decode()
    assert "ETag" not in answer
    assert "Solo per te" not in Client().get(page).content.decode()


def test_nobody_with_a_message_waiting_is_given_the_page_of_all(tournament):
    made = []
    view = counting(made, lambda _request: HttpResponse("una"))
    for cookies in ({}, {"messages": "x"}, {"sessionid": "x"}, {}):
        asked = RequestFactory().get("/una/")
        asked.COOKIES = cookies
        view(asked, SLUG)
    assert made == [{}, {"messages": "x"}, {"sessionid": "x"}]


def test_a_part_for_htmx_and_the_whole_page_are_kept_apart(tournament):
    view = counting([], lambda request: HttpResponse("parte" if request.headers.get("HX-Request") else "tutta"))
    part, whole = (RequestFactory().get("/una/", headers=one) for one in ({"HX-Request": "true"}, {}))
    answers = [view(asked, SLUG).content.decode() for asked in (whole, part, whole, part)]
    assert answers == ["tutta", "parte", "tutta", "parte"]


@pytest.mark.parametrize("status", [201, 302, 404, 422, 500])
def test_an_answer_other_than_the_page_is_not_kept(tournament, status):
    made = []
    view = counting(made, lambda _request: HttpResponse("", status=status, headers={"Location": "/altrove/"}))
    answers = [view(RequestFactory().get("/una/"), SLUG) for _ in range(2)]
    assert [one.status_code for one in answers] == [status, status]
    assert len(made) == 2
    assert not any("ETag" in one for one in answers)


def test_each_query_has_its_page(tournament):
    view = counting([], lambda request: HttpResponse(request.GET.get("q", "")))
    assert [view(RequestFactory().get("/una/", {"q": one}), SLUG).content for one in "ab"] == [b"a", b"b"]


def counting(made, answer):
    """A page for all, which notes with what cookies it is made each time."""

    @shared
    def view(request, _slug):
        made.append(request.COOKIES)
        return answer(request)

    return view


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


@pytest.mark.parametrize("name", SHARED)
def test_a_tournament_hidden_after_its_page_was_kept_is_hidden_at_once(tournament, name):
    page = reverse(name, args=[SLUG])
    tag = Client().get(page)["ETag"]
    Tournament.objects.update(is_public=False)
    assert Client().get(page).status_code == 404
    assert Client().get(page, headers={"If-None-Match": tag}).status_code == 404


def test_the_list_forgets_a_tournament_that_is_hidden(tournament):
    page = reverse("home")
    assert tournament.name in Client().get(page).content.decode()
    Tournament.objects.update(is_public=False)
    assert tournament.name not in Client().get(page).content.decode()


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
