"""Sessions end by themselves, by what their account may do; everywhere at once when asked; pages are kept nowhere."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.people.sign_in.signing import sign_in
from tournaments.setup.models import Membership

pytestmark = pytest.mark.dialect

MORNING = datetime(2026, 11, 22, 8, tzinfo=UTC)


@pytest.fixture
def olga(db: None) -> User:
    """She administers the installation."""
    return factories.make_user("olga", is_staff=True)


def is_in(client: Client) -> bool:
    return client.get("/accesso/mio/").status_code == 200


@pytest.mark.parametrize(
    ("name", "idle", "absolute"), [("olga", 1, 12), ("dora", 4, 16), ("bruno", 12, 48), ("sara", 12, 48)]
)
@pytest.mark.usefixtures("dora", "bruno", "sara", "olga")
def test_a_session_ends_without_use_and_after_its_time(client: Client, name: str, idle: int, absolute: int) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, name, name)
        clock.shift(timedelta(hours=idle, seconds=-1))
        assert is_in(client)
        clock.shift(timedelta(hours=idle))
        assert not is_in(client)
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, name, name)
        for _half in range(2 * absolute // idle - 1):
            clock.shift(timedelta(hours=idle / 2))
            assert is_in(client)
        clock.shift(timedelta(hours=idle / 2))
        assert not is_in(client)


def test_an_administrator_who_directs_has_a_directors_session(client: Client, dora) -> None:
    User.objects.filter(pk=dora.pk).update(is_staff=True)
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, "dora", "dora")
        clock.shift(timedelta(hours=3))
        assert is_in(client)


def test_who_is_made_director_while_signed_in_has_a_directors_session(client: Client, tournament, bruno) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, "bruno", "bruno")
        Membership.objects.filter(user=bruno, tournament=tournament).update(role=Role.DIRECTOR)
        assert client.get(f"/tornei/{tournament.slug}/direzione/").status_code == 200
        clock.shift(timedelta(hours=4, seconds=-1))
        assert is_in(client)
        clock.shift(timedelta(hours=4))
        assert not is_in(client)


def test_whoever_may_create_tournaments_has_a_directors_session(client: Client, db) -> None:
    olga = factories.make_user("olga")
    olga.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, "olga", "olga")
        clock.shift(timedelta(hours=4))
        assert not is_in(client)


def test_what_is_asked_of_an_ended_session_asks_to_sign_in(client: Client, bruno) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        sign_in(client, "bruno", "bruno")
        clock.shift(timedelta(hours=12))
        assert client.get("/accesso/mio/")["Location"] == "/accesso/?next=/accesso/mio/"


def test_one_signs_out_on_every_device_at_once(client: Client, bruno, dora) -> None:
    phone, laptop, other = Client(), Client(), Client()
    for device in (phone, laptop):
        sign_in(device, "bruno", "bruno")
    sign_in(other, "dora", "dora")
    answer = phone.post("/uscita/ovunque/")
    assert (answer["Location"], answer["Clear-Site-Data"]) == ("/", '"cache"')
    assert "Sei uscito su tutti i dispositivi" in phone.get("/").content.decode()
    assert [is_in(device) for device in (phone, laptop, other)] == [False, False, True]
    assert sign_in(laptop, "bruno", "bruno").status_code == 302
    assert is_in(laptop)


def test_a_new_password_ends_the_other_sessions(client: Client, bruno) -> None:
    phone, laptop = Client(), Client()
    for device in (phone, laptop):
        sign_in(device, "bruno", "bruno")
    new = "tre-assi-e-un-due"
    phone.post("/password/", {"old_password": "bruno", "new_password1": new, "new_password2": new})
    assert [is_in(device) for device in (phone, laptop)] == [True, False]


def test_the_browser_forgets_the_pages_of_whoever_goes(client: Client, bruno) -> None:
    client.force_login(bruno)
    assert client.post("/uscita/")["Clear-Site-Data"] == '"cache"'


@pytest.mark.parametrize("path", ["/", "/accesso/mio/", "/tornei/levante/direzione/", "/tornei/levante/classifica/"])
def test_no_page_of_somebody_signed_in_is_kept(client: Client, dora, tournament, path: str) -> None:
    client.force_login(dora)
    answer = client.get(path.replace("levante", tournament.slug))
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"


def test_a_page_for_everybody_may_be_kept(client: Client, tournament) -> None:
    assert "no-store" not in client.get(f"/tornei/{tournament.slug}/classifica/")["Cache-Control"]


@pytest.mark.parametrize(
    ("referer", "to"),
    [
        ("http://testserver/accesso/mio/?a=1", "/accesso/mio/%3Fa%3D1"),
        ("https://altrove.example/x/", "/"),
        ("", "/"),
    ],
)
def test_after_the_log_in_who_had_sent_a_form_finds_its_page(db: None, referer: str, to: str) -> None:
    """The session had ended meanwhile, and what the form is sent to answers no GET."""
    answer = Client().post(
        reverse("check_package", args=["fitres", 1]), headers={"referer": referer} if referer else {}
    )
    assert (answer.status_code, answer["Location"]) == (302, f"/accesso/?next={to}")
