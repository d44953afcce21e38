"""A code of the phone beside the password: to come in, and again before what is final."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from records.rights import Role
from tests.asking import DESK
from tests.factories import NOON, acting, make_score, one_hand
from tests.people.sign_in.authenticator import code_of, come_in, turn_on
from tests.people.sign_in.signing import sign_in
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_provisional
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round
from tournaments.setup.models import Membership, Tournament

pytestmark = pytest.mark.dialect

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
ASKED = "Scrivi il codice che il tuo telefono mostra adesso"


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def letters(clock, client: Client, dora) -> str:
    """Of Dora's second factor; `client` has signed in with it, half a minute ago."""
    first = Client()
    first.force_login(dora)
    letters, _codes = turn_on(first)
    clock.shift(timedelta(seconds=30))
    come_in(client, "dora", letters)
    clock.shift(timedelta(seconds=30))
    return letters


def is_in(client: Client) -> bool:
    return client.get("/accesso/mio/").status_code == 200


def test_the_code_is_that_of_the_standard() -> None:
    # RFC 6238, appendix B: the last six of its eight digits.
    letters = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert [code_of(letters, at) for at in (59, 1111111109, 20000000000)] == ["287082", "081804", "353130"]


def test_the_password_alone_opens_nothing(letters: str) -> None:
    stranger = Client()
    assert sign_in(stranger, "dora", "dora")["Location"] == "/accesso/codice/"
    assert not is_in(stranger)
    assert stranger.post("/accesso/codice/", {"code": "000000"}).status_code == 422
    assert not is_in(stranger)


def test_the_code_leads_to_the_page_asked_for(letters: str) -> None:
    phone = Client()
    phone.post("/accesso/", {"username": "dora", "password": "dora", "next": "/password/"})
    assert phone.post("/accesso/codice/", {"code": code_of(letters)})["Location"] == "/password/"
    assert is_in(phone)


def test_a_code_serves_once(letters: str) -> None:
    come_in(Client(), "dora", letters)
    late = Client()
    sign_in(late, "dora", "dora")
    assert late.post("/accesso/codice/", {"code": code_of(letters)}).status_code == 422


def test_the_code_must_follow_the_password_within_five_minutes(clock, letters: str) -> None:
    late = Client()
    sign_in(late, "dora", "dora")
    clock.shift(timedelta(minutes=5))
    answer = late.post("/accesso/codice/", {"code": code_of(letters)})
    assert answer.status_code == 422
    assert "più di cinque minuti" in answer.content.decode()
    assert not is_in(late)


def test_codes_cannot_be_tried_one_after_the_other(letters: str) -> None:
    guesser = Client()
    sign_in(guesser, "dora", "dora")
    for guess in range(5):
        guesser.post("/accesso/codice/", {"code": f"{guess:06}"})
    # The right one comes too soon after so many wrong ones.
    assert guesser.post("/accesso/codice/", {"code": code_of(letters)}).status_code == 422


def test_a_backup_code_serves_once(clock, dora) -> None:
    first = Client()
    first.force_login(dora)
    _letters, backup = turn_on(first)
    assert len(set(backup)) == 8
    for expected in (302, 422):
        clock.shift(timedelta(minutes=1))
        lost = Client()
        sign_in(lost, "dora", "dora")
        assert lost.post("/accesso/codice/", {"code": backup[0]}).status_code == expected


def test_turning_it_on_ends_the_sessions_of_the_password_alone(clock, dora) -> None:
    phone, laptop = Client(), Client()
    for device in (phone, laptop):
        sign_in(device, "dora", "dora")
    turn_on(phone)
    assert [is_in(device) for device in (phone, laptop)] == [True, False]


def test_it_is_taken_off_with_a_code(clock, client: Client, letters: str) -> None:
    assert client.post("/accesso/due-passaggi/togli/", {"password": "dora", "code": "123456"}).status_code == 422
    clock.shift(timedelta(minutes=1))
    assert (
        client.post("/accesso/due-passaggi/togli/", {"password": "dora", "code": code_of(letters)})["Location"]
        == "/accesso/mio/"
    )
    assert sign_in(Client(), "dora", "dora")["Location"] == "/"


def test_without_the_first_right_code_it_is_not_on(clock, dora) -> None:
    phone = Client()
    phone.force_login(dora)
    phone.get("/accesso/due-passaggi/")
    assert phone.post("/accesso/due-passaggi/", {"password": "dora", "code": "000000"}).status_code == 422
    assert sign_in(Client(), "dora", "dora")["Location"] == "/"


@pytest.fixture
def shown(tournament: Tournament, dora, clock) -> Tournament:
    """Its only round is closed, its standings are out for ten minutes."""
    one_hand(tournament)
    for round in tournament.rounds.all():
        for table in round.tables.all():
            for board in round.boards.all():
                make_score(table, board, (7, 4), dora)
    Round.objects.filter(tournament=tournament).update(state=Round.State.CLOSED)
    Stage.objects.filter(tournament=tournament).update(rounds_planned=1)
    version = Tournament.objects.get(pk=tournament.pk).data_version
    publish_provisional(by=acting(dora), stage=Stage.objects.get(tournament=tournament), data_version=version)
    return tournament


def final_form(client: Client) -> dict[str, str]:
    """What the page of publications sends to make the standings final."""
    page = client.get(DESK + "classifiche/").content.decode()
    form = page[page.index('id="publish-1"') :]
    return {name: value for name, value in HIDDEN.findall(form) if name != "csrfmiddlewaretoken"} | {"key": uuid4().hex}


@pytest.mark.long
def test_what_is_final_asks_the_code_again(clock, shown, client: Client, letters: str) -> None:
    clock.shift(timedelta(minutes=11))
    assert 'name="code"' in client.get(DESK + "classifiche/").content.decode()
    for code in ("", "000000"):
        answer = client.post(DESK + "classifiche/definitiva/", final_form(client) | {"code": code})
        assert (answer.status_code, ASKED in answer.content.decode()) == (422, True)
    clock.shift(timedelta(minutes=1))
    told = final_form(client) | {"code": code_of(letters)}
    assert client.post(DESK + "classifiche/definitiva/", told).status_code == 302
    assert Publication.objects.filter(kind="final").count() == 1
    # The end follows at the same sitting.
    assert client.post(DESK + "fine/conclusione/", {"key": "end"}).status_code == 302
    assert Tournament.objects.get(pk=shown.pk).ending == "concluded"


def test_the_end_asks_the_code_again(clock, shown, client: Client, letters: str) -> None:
    clock.shift(timedelta(minutes=20))
    answer = client.post(DESK + "fine/interruzione/", {"key": "end", "reason": "Terremoto"})
    assert (answer.status_code, ASKED in answer.content.decode()) == (422, True)
    assert "Terremoto" in answer.content.decode()
    told = {"key": "end-2", "reason": "Terremoto", "code": code_of(letters)}
    assert client.post(DESK + "fine/interruzione/", told).status_code == 302


@pytest.mark.long
def test_taken_off_on_one_device_it_is_asked_on_no_other(clock, shown, client: Client, letters: str) -> None:
    laptop = Client()
    come_in(laptop, "dora", letters)
    clock.shift(timedelta(minutes=20))
    client.post("/accesso/due-passaggi/togli/", {"password": "dora", "code": code_of(letters)})
    assert 'name="code"' not in laptop.get(DESK + "classifiche/").content.decode()
    assert laptop.post(DESK + "classifiche/definitiva/", final_form(laptop)).status_code == 302


def test_without_a_second_factor_nothing_is_asked_again(clock, shown, client: Client, dora) -> None:
    client.force_login(dora)
    clock.shift(timedelta(minutes=20))
    assert 'name="code"' not in client.get(DESK + "classifiche/").content.decode()
    assert client.post(DESK + "classifiche/definitiva/", final_form(client)).status_code == 302


@pytest.mark.parametrize(("name", "led"), [("dora", True), ("bruno", False)])
@pytest.mark.usefixtures("clock", "dora", "bruno")
def test_where_the_installation_asks_for_it_directors_begin_with_it(
    settings, tournament: Tournament, name: str, led: bool
) -> None:
    settings.SECOND_FACTOR = True
    person = Client()
    sign_in(person, name, name)
    answer = person.get(f"/tornei/{tournament.slug}/direzione/")
    assert (answer.status_code, answer.headers.get("Location")) == (
        (302, "/accesso/due-passaggi/") if led else (200, None)
    )
    turn_on(person, name)
    assert person.get(f"/tornei/{tournament.slug}/direzione/").status_code == 200
    assert Client().get(f"/tornei/{tournament.slug}/classifica/").status_code == 200


@pytest.mark.usefixtures("clock")
def test_who_is_made_director_while_signed_in_is_asked_for_it_at_once(settings, tournament: Tournament, bruno) -> None:
    settings.SECOND_FACTOR = True
    person, desk = Client(), f"/tornei/{tournament.slug}/direzione/"
    sign_in(person, "bruno", "bruno")
    assert person.get(desk).status_code == 200
    Membership.objects.filter(user=bruno, tournament=tournament).update(role=Role.DIRECTOR)
    assert person.get(desk).headers["Location"] == "/accesso/due-passaggi/"
