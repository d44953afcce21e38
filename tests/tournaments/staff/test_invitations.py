"""One-time links of the director: a task, or a new password, once, for a while, never further than the tournament."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone

from people.accounts.models import Club, Player, SignInTries, User
from people.sign_in.actions import TRIES_ALLOWED
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role, role_in
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tournaments.setup.models import Membership
from tournaments.staff.actions import (
    accept,
    cancel_link,
    end_of_day,
    invite,
    new_token,
    offer_reset,
    opened,
    set_new_password,
)
from tournaments.staff.models import Invitation

pytestmark = pytest.mark.dialect

NOVA = {
    "username": "nova",
    "first_name": "Nora",
    "last_name": "Prova",
    "password1": "Mare-calmo-77",
    "password2": "Mare-calmo-77",
}


def offered(by, tournament, role=Role.ARBITER, **more):
    token = new_token()
    made = invite(by=acting(by, at=timezone.now()), tournament=tournament, role=role, token=token, **more)
    return made, f"/accesso/invito/{token}/"


def link_in(response):
    found = re.search(r"/accesso/invito/[\w-]+/", source(response))
    assert found, "no link on the page"
    return found[0]


@pytest.mark.long
def test_the_director_invites_and_the_phone_makes_the_account(tournament, dora, client, client_of):
    factories.sealed(tournament)
    link = link_in(send(client_of(dora), DESK + "incarichi/invito/", role="arbiter"))
    assert "Dora Pace ti invita" in text(client.get(link))
    answer = client.post(link, NOVA)
    assert (answer.status_code, answer.url) == (302, TOURNAMENT + "arbitraggio/")
    user = User.objects.get(username="nova")
    assert role_in(user, tournament) is Role.ARBITER
    assert client.get(DESK).status_code == 200
    line = LogEntry.objects.get(action="join_staff")
    assert (line.actor, line.data["invited_by"]) == (user, dora.pk)
    assert troubles(tournament) == []


def test_only_the_digest_is_kept(tournament, dora):
    _made, link = offered(dora, tournament)
    token = link.split("/")[-2]
    assert len(token) == 43
    kept = str(list(Invitation.objects.values())) + str(list(LogEntry.objects.values_list("data", flat=True)))
    assert token not in kept


def test_a_link_that_somebody_wrote_into_the_database_serves_nobody(tournament, dora, carla):
    made, _link = offered(dora, tournament)
    later = made.expires_at + timedelta(days=9)
    for forged in ({"role": "director"}, {"digest": "0" * 64}, {"expires_at": later}, {"pk": 99, "digest": "1" * 64}):
        written = Invitation.objects.get(pk=made.pk)
        for name, value in forged.items():
            setattr(written, name, value)
        written.save()
        with pytest.raises(Refused, match="non è quello che dice il registro"):
            accept(written, at=timezone.now(), user=carla)
        made.save()
    assert role_in(carla, tournament) is Role.PUBLIC


def test_a_link_that_was_ended_is_not_made_to_serve_again(tournament, dora, carla):
    made, _link = offered(dora, tournament)
    until = made.expires_at
    cancel_link(by=acting(dora, at=timezone.now()), invitation=made)
    Invitation.objects.filter(pk=made.pk).update(expires_at=until)
    with pytest.raises(Refused, match="non è quello che dice il registro"):
        accept(made, at=timezone.now(), user=carla)


def test_it_serves_once_and_not_after_its_time(tournament, dora, client, carla, client_of):
    made, link = offered(dora, tournament)
    assert client_of(carla).post(link).url == TOURNAMENT + "arbitraggio/"
    again = client.get(link)
    assert (again.status_code, "è già servito" in text(again)) == (404, True)
    with pytest.raises(Refused, match="già servito"):
        accept(made, at=timezone.now(), user=carla)
    _late, link = offered(dora, tournament)
    Invitation.objects.filter(used_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.post(link, NOVA).status_code == 404
    assert not User.objects.filter(username="nova").exists()


def test_a_refused_account_does_not_use_it_up(tournament, dora, client):
    _made, link = offered(dora, tournament)
    taken = client.post(link, NOVA | {"username": "dora"})
    assert (taken.status_code, "Nora" in source(taken)) == (422, True)
    assert client.post(link, NOVA | {"password2": "Altro"}).status_code == 422
    assert client.post(link, NOVA).status_code == 302


def test_whoever_takes_a_task_says_of_which_club(tournament, dora, client, carla, client_of):
    club = Club.objects.create(federation=tournament.federation, name="Circolo Caffè")
    other = Club.objects.create(federation=tournament.federation, name="Circolo Altrove")
    Player.objects.filter(memberships__entry__tournament=tournament).update(club=club)
    Player.objects.create(first_name="Ada", last_name="Altrove", club=other)
    _made, link = offered(dora, tournament)
    page = source(client.get(link))
    # Only of whom the tournament has: whoever has the link is told of no other.
    assert ('<option value="Circolo Caffè">' in page, "Altrove" in page) == (True, False)
    assert client.post(link, NOVA | {"club": "circolo CAFFÈ"}).status_code == 302
    assert Membership.objects.get(user__username="nova").club == club
    _made, link = offered(dora, tournament)
    own = client_of(carla)
    assert "Il tuo circolo" in text(own.get(link))
    assert own.post(link, {"club": ""}).status_code == 302
    assert Membership.objects.get(user=carla).club is None


def test_a_club_that_there_is_not_keeps_nobody_out_and_is_told(tournament, dora, client, carla, client_of):
    for who, typed in ((client, NOVA), (client_of(carla), {})):
        _made, link = offered(dora, tournament)
        answer = who.post(link, typed | {"club": "Circolo <che> non c’è"})
        assert answer.status_code == 302
        told = "«Circolo <che> non c’è» non è fra i circoli registrati: dillo al direttore"
        assert told in text(who.get(answer.url))
    assert {one.club for one in Membership.objects.filter(user__username__in=("nova", "carla"))} == {None}


def test_the_first_field_has_the_focus_and_then_what_is_wrong(tournament, dora, client):
    _made, link = offered(dora, tournament)
    focused = re.compile(r"<input[^>]*autofocus[^>]*>")
    [first] = focused.findall(source(client.get(link)))
    assert 'name="first_name"' in first
    for wrong in ({"password2": "Altro"}, {"player": "Nessuno Così"}, {"last_name": ""}):
        [found] = focused.findall(source(client.post(link, NOVA | wrong)))
        assert f'name="{next(iter(wrong))}"' in found


def test_guessed_links_are_held_back(tournament, dora, client):
    _made, link = offered(dora, tournament)
    for _ in range(TRIES_ALLOWED):
        assert client.get(f"/accesso/invito/{new_token()}/").status_code == 404
    assert "Troppi tentativi" in text(client.get(link))
    SignInTries.objects.update(last=timezone.now() - timedelta(minutes=11))
    assert client.get(link).status_code == 200


def test_only_a_director_invites_and_only_while_directing(tournament, dora, giulia, bruno, carla):
    with pytest.raises(PermissionDenied):
        offered(giulia, tournament)
    made, _link = offered(dora, tournament)
    Membership.objects.filter(user=dora).update(role=Role.CHIEF_ARBITER)
    with pytest.raises(Refused, match="non dirige più"):
        accept(made, at=timezone.now(), user=carla)


def test_a_task_in_force_is_not_changed_by_a_link(tournament, dora, bruno):
    made, _link = offered(dora, tournament, Role.DIRECTOR)
    with pytest.raises(Refused, match="Hai già un incarico"):
        accept(made, at=timezone.now(), user=bruno)
    assert role_in(bruno, tournament) is Role.ARBITER


def test_a_task_ends_with_the_day_and_is_given_again(tournament, dora, carla, client_of):
    factories.sealed(tournament)
    made, _link = offered(dora, tournament, only_today=True)
    accept(made, at=timezone.now(), user=carla)
    task = Membership.objects.get(user=carla)
    assert task.ends_at == made.role_ends_at == end_of_day(made.made_at)
    assert timezone.localtime(task.ends_at).hour == 6
    assert client_of(carla).get(DESK).status_code == 200
    Membership.objects.filter(pk=task.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert role_in(carla, tournament) is Role.PUBLIC
    assert client_of(carla).get(DESK).status_code == 404
    again, _link = offered(dora, tournament, Role.SCORER)
    accept(again, at=timezone.now(), user=carla)
    assert role_in(carla, tournament) is Role.SCORER


def test_a_director_has_no_end(tournament, dora):
    with pytest.raises(Refused, match="non ha una fine"):
        offered(dora, tournament, Role.DIRECTOR, only_today=True)


def test_a_new_password_ends_the_sessions_and_serves_once(tournament, dora, bruno, client, client_of):
    inside = client_of(bruno)
    link = link_in(send(client_of(dora), DESK + "incarichi/password/", user=bruno.pk))
    new = {"new_password1": "Vento-lento-77", "new_password2": "Vento-lento-77"}
    assert client.post(link, new | {"new_password2": "Altro"}).status_code == 422
    assert client.post(link, new).url == "/accesso/"
    assert inside.get(DESK).status_code == 302
    bruno.refresh_from_db()
    assert bruno.check_password("Vento-lento-77")
    assert client.post(link, new).status_code == 404
    assert LogEntry.objects.get(action="reset_password").data["invited_by"] == dora.pk


@pytest.mark.parametrize("why", ["superuser", "staff", "permission", "elsewhere", "stranger", "self"])
def test_nobody_is_reset_who_reaches_further(tournament, dora, bruno, carla, why):
    user = {"stranger": carla, "self": dora}.get(why, bruno)
    if why in ("superuser", "staff"):
        User.objects.filter(pk=bruno.pk).update(**{f"is_{why}": True})
    if why == "permission":
        bruno.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    if why == "elsewhere":
        factories.give_role(bruno, factories.make_ponente(), Role.ARBITER)
    with pytest.raises(Refused):
        offer_reset(by=acting(dora), tournament=tournament, user=User.objects.get(pk=user.pk), token=new_token())


def test_what_was_offered_is_not_kept_to_who_rose_meanwhile(tournament, dora, bruno):
    token, now = new_token(), timezone.now()
    offer_reset(by=acting(dora, at=now), tournament=tournament, user=bruno, token=token)
    found = opened(token, address="127.0.0.1", at=now)
    User.objects.filter(pk=bruno.pk).update(is_superuser=True)
    found = opened(token, address="127.0.0.1", at=now)
    with pytest.raises(Refused, match="compiti della federazione"):
        set_new_password(found, at=now, password="Vento-lento-77")


def test_the_same_request_twice_makes_one_and_shows_no_dead_address(tournament, dora, client_of):
    director = client_of(dora)
    first = send(director, DESK + "incarichi/invito/", key="una-volta", role="arbiter")
    again = send(director, DESK + "incarichi/invito/", key="una-volta", role="arbiter")
    assert (first.status_code, again.status_code, Invitation.objects.count()) == (200, 302, 1)
    assert "fanne un altro" in text(director.get(again.url))


def test_of_many_at_once_one_takes_it(transactional_db, tournament, dora):
    made, _link = offered(dora, tournament)
    people = [factories.make_user(f"nova{n}") for n in range(8)]

    def take(user):
        try:
            return accept(made, at=timezone.now(), user=user).username
        except Refused:
            return None
        finally:
            connection.close()

    # SQLite's database in memory lets nobody wait: there one comes after the other.
    with ThreadPoolExecutor(8 if connection.features.has_select_for_update else 1) as pool:
        took = [name for name in pool.map(take, people) if name]
    assert len(took) == 1
    assert [one.user.username for one in tournament.memberships.filter(user__in=people)] == took
