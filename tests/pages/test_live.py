"""Pages that renew themselves: 304 to whoever has the page of now, by one question; all else by the usual way."""

import re
from collections.abc import Callable

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.template.loader import render_to_string
from django.test import Client

from codes.seats import Line
from hall.calls.actions import ask_second, call_arbiter, close_call, take_call
from people.accounts.models import User
from people.sign_in.sessions import SEEN
from records.rights import Role
from referee.cases.actions import open_case
from tests.asking import counted, text
from tests.factories import NOON, acting
from tests.hall.slips.results import address_of
from tests.pages.living import LIVE, Browser
from tournaments.rounds.models import Round
from tournaments.scores.actions import give_score
from tournaments.setup import live_pages as devices
from tournaments.setup.models import Membership, Tournament

HERE = "/tornei/coppa-levante/"
HOME, DESK, LINKED = f"{HERE}arbitraggio/", f"{HERE}direzione/", f"{HERE}collegamento/"

HERE_I_AM = b"/accesso/collegamento/"


@pytest.fixture
def opened(client_of: Callable[[User], Client]) -> Callable[[User, str], Browser]:
    def make(user: User, address: str) -> Browser:
        browser = Browser(client_of(user), address)
        browser.open()
        return browser

    return make


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The minute in which a page holds does not end in the middle of a test."""
    monkeypatch.setattr("tournaments.setup.live_pages.MINUTE", 1e12)


@pytest.mark.parametrize("address", [HOME, DESK])
def test_unchanged_is_answered_by_one_question_and_no_session_is_written(opened, bruno, address):
    browser = opened(bruno, address)
    with counted() as queries:
        answer = browser.ask()
    assert (answer.status_code, answer.content, len(queries)) == (304, b"", 1)
    assert not answer.cookies
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert {"Cookie", "Accept-Language", "X-Live"} <= {one.strip() for one in answer.headers["Vary"].split(",")}


def test_what_changed_comes_as_the_part_that_lives(opened, bruno, giulia, table):
    browser = opened(bruno, HOME)
    open_case(by=acting(giulia), table=table)
    answer = browser.ask()
    assert answer.status_code == 200
    assert "Anomalia 1," in text(answer)
    assert b"masthead" not in answer.content
    assert b'id="hall-1" data-live' in answer.content
    assert browser.ask().status_code == 304


def test_what_changed_elsewhere_in_the_tournament_is_no_news(opened, bruno, tournament):
    browser = opened(bruno, HOME)
    browser.tag = 'W/"live-1.1.' + "0" * 32 + '."'
    assert browser.ask().status_code == 200
    Tournament.objects.filter(pk=tournament.pk).update(data_version=999)
    before = browser.tag
    assert browser.ask().status_code == 304
    assert browser.tag != before


def test_who_lost_the_task_is_refused_as_on_every_page(opened, bruno, tournament):
    browser = opened(bruno, HOME)
    Membership.objects.filter(user=bruno).update(role=Role.SCORER)
    assert browser.ask().status_code == 403
    Membership.objects.filter(user=bruno)._raw_delete("default")
    assert browser.ask().status_code == 404


@pytest.mark.parametrize("change", ["is_active", "password"])
def test_an_account_closed_or_with_another_password_is_asked_to_sign_in(opened, bruno, change):
    browser = opened(bruno, HOME)
    User.objects.filter(pk=bruno.pk).update(**{change: False if change == "is_active" else "!"})
    answer = browser.ask()
    # Not led to the form, whose token would spoil the one that another tab is filling in.
    assert (answer.status_code, answer.content) == (401, b"")
    assert "csrftoken" not in answer.cookies


def test_a_session_that_ended_gets_no_304(opened, bruno):
    browser = opened(bruno, HOME)
    browser.client.session.delete()
    assert browser.ask().status_code == 401


def test_the_mark_of_one_is_nothing_to_another_language_page_or_person(opened, client_of, bruno, giulia):
    browser = opened(bruno, HOME)
    assert browser.ask(**{"Accept-Language": "en"}).status_code == 200
    for client, address in ((browser.client, DESK), (browser.client, f"{HOME}?page=2"), (client_of(giulia), HOME)):
        first = opened(bruno, HOME).tag
        assert Browser(client, address, first).ask().status_code == 200


def test_nobody_and_a_stranger_see_nothing_of_a_private_tournament(opened, bruno, carla, client_of, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    tag = opened(bruno, HOME).tag
    assert Browser(Client(), HOME, tag).ask().status_code == 401
    assert Browser(client_of(carla), HOME, tag).ask().status_code == 404


@pytest.mark.parametrize(
    "tag", ["", "*", 'W/"live-"', 'W/"live-1.1.x."', 'W/"live-999999999.1.' + "a" * 32 + '."', "\x00"]
)
def test_a_tag_that_is_none_of_ours_gets_the_page(opened, bruno, tag):
    browser = opened(bruno, HOME)
    browser.tag = tag
    assert browser.ask().status_code == 200


def test_a_page_left_open_does_not_keep_its_session_from_ending(opened, bruno):
    browser = opened(bruno, HOME)
    session = browser.client.session
    session[SEEN] -= 6 * 60 * 60
    session.save()
    seen = session[SEEN]
    browser.tag = ""
    assert browser.ask().status_code == 200
    assert browser.client.session._get_session(no_load=False)[SEEN] >= seen
    stored = browser.client.session.__class__(session.session_key)
    stored.is_unattended = True
    assert stored[SEEN] == seen


def test_the_desk_names_devices_where_entries_wait_and_those_that_fell_silent(opened, dora, bruno, monkeypatch):
    browser = opened(bruno, LINKED)
    name = {"X-Device": "0123456789abcdef"}
    assert browser.ask(**name, **{"X-Waiting": "3"}).status_code == 200
    desk = opened(dora, DESK)
    assert "3 da registrare" in text(desk.open())
    assert browser.ask(**name, **{"X-Waiting": "0"}).status_code == 304
    assert "Apparecchi della direzione" not in text(desk.open())
    monkeypatch.setattr("tournaments.setup.live_pages.SILENT", -1)
    assert "non si sente da 0 minuti" in text(desk.open())


def test_a_device_put_away_is_not_told_of_somebody_heard_from_another(tournament, bruno):
    put_away = {"X-Device": "0123456789abcdef", "X-Waiting": "0"}
    devices.note_device(bruno.pk, put_away, at=1000.0)
    later = 1000.0 + devices.SILENT + 1
    assert [one.is_silent for one in devices.devices_to_look_at(tournament, at=later)] == [True]
    devices.note_device(bruno.pk, put_away | {"X-Device": "fedcba9876543210"}, at=later)
    assert devices.devices_to_look_at(tournament, at=later) == []
    # What waits in it is told all the same, and not as if nobody were there.
    devices.note_device(bruno.pk, put_away | {"X-Waiting": "2"}, at=1000.0)
    [told] = devices.devices_to_look_at(tournament, at=later)
    assert (told.waiting, told.is_silent, told.is_at_work) == (2, True, True)
    said = render_to_string("hall/desk/_device.html", {"one": told})
    assert "è al lavoro; questo apparecchio tace da 3 minuti" in " ".join(said.split())
    assert "non si sente" not in said


def test_a_device_put_away_is_not_told_of_somebody_who_records_by_another_session(tournament, bruno, table):
    """As by a browser whose pages do not renew themselves."""
    devices.note_device(bruno.pk, {"X-Device": "0123456789abcdef", "X-Waiting": "0"}, at=NOON.timestamp() - 300)
    at = NOON.timestamp() + devices.SILENT
    open_case(by=acting(bruno, at=NOON), table=table)
    assert devices.devices_to_look_at(tournament, at=at) == []
    assert [one.is_at_work for one in devices.devices_to_look_at(tournament, at=at + 1)] == [False]


def test_what_waits_is_told_to_the_desk_whichever_process_heard_of_it(tournament, bruno):
    name, said = "0123456789abcdef", {}
    memories = [LocMemCache("one", {}), LocMemCache("other", {})]

    def hears(process, waiting):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(devices, "caches", {"pages": memories[process]})
            said.update({"X-Device": name, "X-Told": said.get("X-Waiting", ""), "X-Waiting": str(waiting)})
            devices.note_device(bruno.pk, said, at=1000.0)

    def waiting():
        return [one.waiting for one in devices.devices_to_look_at(tournament, at=1001.0)]

    # The first hears nothing of the three that the other was told of, and then that none are left.
    for process, count in ((0, 3), (1, 0), (0, 3), (1, 0), (0, 0), (1, 3), (0, 0)):
        hears(process, count)
        assert waiting() == ([count] if count else [])


def test_an_unchanged_question_of_a_device_in_which_nothing_waits_asks_no_shared_cache(bruno, monkeypatch):
    said = {"X-Device": "0123456789abcdef", "X-Waiting": "0", "X-Told": "0"}
    devices.note_device(bruno.pk, said, at=1000.0)
    monkeypatch.setattr(devices, "cache", None)
    devices.note_device(bruno.pk, said, at=1001.0)


@pytest.mark.parametrize(
    "said", [{"X-Device": "x" * 16}, {"X-Waiting": "-1"}, {"X-Waiting": "99999"}, {"X-Device": ""}]
)
def test_a_device_that_speaks_otherwise_is_not_noted(opened, dora, bruno, said):
    opened(bruno, LINKED).ask(**{"X-Device": "0123456789abcdef", "X-Waiting": "3", **said})
    assert "Apparecchi della direzione" not in text(opened(dora, DESK).open())


def test_opened_by_hand_the_connection_leads_to_the_desk(client_of, bruno):
    assert client_of(bruno).get(LINKED).url == DESK


def test_pages_of_no_tournament_ask_whether_the_server_is_there_and_tell_the_desk(opened, dora, bruno):
    for address in ("/", "/accesso/mio/"):
        page = opened(bruno, address).open()
        assert (page.content.count(b'id="live-state"'), page.content.count(b'data-live-from="%s"' % HERE_I_AM)) == (
            1,
            1,
        )
    browser = Browser(opened(bruno, HOME).client, HERE_I_AM.decode())
    assert b"data-live-from" not in Client().get("/").content
    said = {"X-Device": "0123456789abcdef", "X-Waiting": "3"}
    with counted() as queries:
        first = browser.ask(**said)
    assert (first.status_code, first.content.count(f'data-live-mark="0.{bruno.pk}."'.encode())) == (200, 1)
    assert len(queries) == 2  # the session and its account
    assert browser.ask(**said).status_code == 304
    assert "3 da registrare" in text(opened(dora, DESK).open())
    # Somebody else signed in on that browser is sent the mark of their own.
    assert Browser(opened(dora, HOME).client, browser.address, browser.tag).ask(**said).status_code == 200
    assert Browser(Client(), browser.address, browser.tag).ask(**said).status_code == 401
    assert browser.client.get(browser.address).url == "/"


def test_one_account_fills_no_more_than_its_share(opened, dora, bruno):
    browser = opened(bruno, LINKED)
    for number in range(20):
        browser.ask(**{"X-Device": f"{number:016x}", "X-Waiting": "1"})
    desk = text(opened(dora, DESK).open())
    # One line for a person, its devices folded away.
    assert (desk.count("1 da registrare"), desk.count("8 da registrare"), desk.count("8 apparecchi")) == (8, 1, 1)
    assert desk.count("Bruno Riva") == 1


def test_asking_for_the_connection_alone_takes_no_part_of_the_page_away(client_of, bruno):
    answer = client_of(bruno).get(LINKED, headers=LIVE)
    assert b"data-live-mark" in answer.content
    assert re.findall(rb'id="[^"]*" data-live', answer.content) == []


def test_tables_are_drawn_once_for_one_role_and_anew_with_every_score(client_of, tournament, bruno, sara):
    """A page that renews itself is never behind the version it is asked at, nor drawn for another task."""
    table = tournament.rounds.get(number=1).tables.get(number=1)
    address = f"{HERE}turni/1/"

    def read(user: User) -> str:
        return text(client_of(user).get(address, headers=LIVE))

    with counted() as first:
        before = read(bruno)
    with counted() as second:
        assert read(bruno) == before
    assert len(second) < len(first)
    for board in table.round.boards.all():
        give_score(by=acting(sara), table=table, board=board, points_a=7, points_b=4, expected_version=0)
    assert read(bruno) != before
    led = f'href="{address}tavoli/1/"'
    assert [led in client_of(who).get(address, headers=LIVE).content.decode() for who in (bruno, sara)] == [True, False]


EVERYWHERE = ["", "turni/1/", "classifica/", "direzione/turni/1/", "direzione/turni/1/orologio/"]


@pytest.mark.long
@pytest.mark.parametrize("address", EVERYWHERE)
def test_every_page_that_renews_itself_tells_who_answers_of_a_call(opened, bruno, sara, table, address):
    browser, other = opened(bruno, HERE + address), opened(sara, HERE + address)
    assert 'id="calls-waiting" class="calls-waiting" data-live data-live-awake' in browser.open().content.decode()
    call = call_arbiter(by=acting(bruno), table=table)
    assert f'data-free="{call.pk}"' in browser.ask().content.decode()
    assert f'data-free="{call.pk}"' in browser.open().content.decode()
    assert "calls-waiting" not in other.ask().content.decode()  # who answers none reads of none
    assert "js/calls.js" not in other.open().content.decode()
    take_call(by=acting(bruno), call=call)
    assert "data-free" not in browser.ask().content.decode()


@pytest.mark.parametrize("more", ["", "chiamata/"])
def test_the_staff_on_the_page_of_a_line_s_code_are_told_of_the_server_and_of_calls(client_of, bruno, table, more):
    address = address_of(table, Line.A) + more
    shown, others = client_of(bruno).get(address).content.decode(), Client().get(address).content.decode()
    assert f'data-live-from="{LINKED}"' in shown
    assert 'id="live-state"' in shown and 'id="calls-waiting"' in shown
    assert "data-live-from" not in others and "live-state" not in others and "calls-waiting" not in others


def test_the_call_of_a_hall_costs_whoever_asks_later_no_question(opened, bruno, dora, table):
    address = f"{HERE}turni/1/"
    browsers = [opened(bruno, address) for _device in range(2)]
    call_arbiter(by=acting(dora), table=table)
    with counted() as first:
        assert browsers[0].ask().status_code == 200
    with counted() as second:
        assert browsers[1].ask().status_code == 200
    asked = [sum('FROM "hall_call"' in one["sql"] for one in queries) for queries in (first, second)]
    assert asked == [1, 0]


def test_that_a_second_arbiter_is_wanted_is_news_of_its_own(opened, bruno, giulia, dora, table):
    browser = opened(giulia, HERE)
    call = call_arbiter(by=acting(dora), table=table)
    take_call(by=acting(bruno), call=call)
    ask_second(by=acting(dora), call=call)
    assert f'data-free="{call.pk}-2"' in browser.ask().content.decode()


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.CLOSED])
def test_the_desk_shows_the_queue_while_tables_may_call_and_calls_are_open(opened, bruno, dora, table, state):
    call = call_arbiter(by=acting(dora), table=table)
    Round.objects.filter(pk=table.round_id).update(state=state)
    browser = opened(bruno, DESK)
    assert f'id="call-{call.pk}"' in browser.open().content.decode()
    close_call(by=acting(bruno), call=call, outcome="information")
    assert ('id="calls"' in browser.ask().content.decode()) == (state == Round.State.PUBLISHED)
