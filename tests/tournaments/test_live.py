"""Pages that renew themselves: 304 to whoever has the page of now, by one question; all else by the usual way."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from referee.actions.cases import open_case
from tests.factories import acting
from tests.tournaments.living import LIVE, Browser
from tests.tournaments.pages import counted, text
from tournaments.actions.scores import give_score
from tournaments.models import Membership, Tournament, User
from tournaments.permissions import Role
from tournaments.signing_in.session_store import SEEN

HERE = "/tornei/coppa-levante/"
HOME, DESK, LINKED = f"{HERE}arbitraggio/", f"{HERE}direzione/", f"{HERE}collegamento/"


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
    monkeypatch.setattr("tournaments.views.live.MINUTE", 1e12)


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
    assert "3 da inviare" in text(desk.open())
    assert browser.ask(**name, **{"X-Waiting": "0"}).status_code == 304
    assert "Apparecchi della direzione" not in text(desk.open())
    monkeypatch.setattr("tournaments.hall.devices.SILENT", -1)
    assert "non si sente da 0 minuti" in text(desk.open())


@pytest.mark.parametrize(
    "said", [{"X-Device": "x" * 16}, {"X-Waiting": "-1"}, {"X-Waiting": "99999"}, {"X-Device": ""}]
)
def test_a_device_that_speaks_otherwise_is_not_noted(opened, dora, bruno, said):
    opened(bruno, LINKED).ask(**{"X-Device": "0123456789abcdef", "X-Waiting": "3", **said})
    assert "Apparecchi della direzione" not in text(opened(dora, DESK).open())


def test_opened_by_hand_the_connection_leads_to_the_desk(client_of, bruno):
    assert client_of(bruno).get(LINKED).url == DESK


def test_one_account_fills_no_more_than_its_share(opened, dora, bruno):
    browser = opened(bruno, LINKED)
    for number in range(20):
        browser.ask(**{"X-Device": f"{number:016x}", "X-Waiting": "1"})
    desk = text(opened(dora, DESK).open())
    # One line for a person, its devices folded away.
    assert (desk.count("1 da inviare"), desk.count("8 da inviare"), desk.count("8 apparecchi")) == (8, 1, 1)
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
