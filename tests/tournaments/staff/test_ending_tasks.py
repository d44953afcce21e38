"""What was given is taken back: links are listed and cancelled, a task is taken away, never the last director’s."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role, role_in
from tests import factories
from tests.asking import DESK, seen_on, send, text
from tests.factories import acting
from tests.outside import troubles
from tests.tournaments.staff.test_invitations import NOVA, offered
from tournaments.setup.models import Membership
from tournaments.staff.actions import cancel_link, end_task, new_token, offer_reset, set_membership
from tournaments.staff.models import Invitation

pytestmark = pytest.mark.dialect

STAFF = DESK + "incarichi/"


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


def task_of(user):
    return Membership.objects.get(user=user)


def now(user):
    return acting(user, at=timezone.now())


@pytest.mark.long
def test_open_links_are_listed_and_cancelled(tournament, dora, bruno, desk, client):
    factories.sealed(tournament)
    made, link = offered(dora, tournament)
    offer_reset(by=now(dora), tournament=tournament, user=bruno, token=new_token())
    page = text(desk.get(STAFF))
    assert "Indirizzi aperti Nuova password per Bruno Riva Dora Pace, adesso; vale fino al" in page
    assert "Invito: Arbitro Dora Pace, adesso; vale fino al" in page
    assert send(desk, STAFF + "annulla/", link=made.pk).url == STAFF
    assert "Invito: Arbitro" not in text(desk.get(STAFF))
    assert client.post(link, NOVA).status_code == 404
    line = LogEntry.objects.get(action="cancel_link")
    assert (line.actor, line.data) == (dora, {"role": "arbiter"})
    assert troubles(tournament) == []


def test_a_link_that_served_or_is_cancelled_is_not_cancelled(tournament, dora, giulia, desk, client):
    made, link = offered(dora, tournament)
    with pytest.raises(PermissionDenied):
        cancel_link(by=now(giulia), invitation=made)
    assert client.post(link, NOVA).status_code == 302
    refused = send(desk, STAFF + "annulla/", link=made.pk)
    assert (refused.status_code, "è già servito" in text(refused)) == (422, True)
    assert Invitation.objects.get().used_at is not None


def test_no_open_link_shows_no_list(tournament, desk, giulia, dora, client_of):
    assert "Indirizzi aperti" not in text(desk.get(STAFF))
    offered(dora, tournament)
    assert "Indirizzi aperti" not in text(client_of(giulia).get(STAFF))


def test_a_task_is_taken_away_and_given_again(tournament, dora, bruno, desk, client_of):
    factories.sealed(tournament)
    seen = seen_on(desk, STAFF)
    assert send(desk, STAFF + "togli/", task=task_of(bruno).pk, seen=seen).url == STAFF
    assert (role_in(bruno, tournament), client_of(bruno).get(DESK).status_code) == (Role.PUBLIC, 404)
    assert "Incarico tolto a Bruno Riva" in text(desk.get(STAFF))
    assert LogEntry.objects.get(action="end_task").data == {"user": bruno.pk, "role": "arbiter"}
    set_membership(by=now(dora), tournament=tournament, user=bruno, role=Role.SCORER)
    assert role_in(bruno, tournament) is Role.SCORER
    assert troubles(tournament) == []


def test_the_last_director_stays_and_one_of_two_leaves(tournament, dora, desk):
    key = task_of(dora).pk
    refused = send(desk, STAFF + "togli/", task=key, seen=seen_on(desk, STAFF))
    assert (refused.status_code, "resterebbe senza direttore" in text(refused)) == (422, True)
    factories.give_role(factories.make_user("olga"), tournament, Role.DIRECTOR)
    assert send(desk, STAFF + "togli/", task=key, seen=seen_on(desk, STAFF)).url == "/"
    assert role_in(dora, tournament) is Role.PUBLIC


def test_what_somebody_gave_meanwhile_is_not_taken_away_unseen(tournament, dora, bruno, giulia):
    seen = tournament.data_version
    other = factories.make_user("olga")
    factories.give_role(other, tournament, Role.DIRECTOR)
    set_membership(by=now(other), tournament=tournament, user=bruno, role=Role.CHIEF_ARBITER)
    with pytest.raises(Overtaken, match="Bruno Riva, Capo arbitro"):
        end_task(by=now(dora), membership=task_of(bruno), seen=seen)
    with pytest.raises(PermissionDenied):
        end_task(by=now(giulia), membership=task_of(bruno), seen=seen)
    assert role_in(bruno, tournament) is Role.CHIEF_ARBITER
    tournament.refresh_from_db()
    end_task(by=now(dora), membership=task_of(bruno), seen=tournament.data_version)
    with pytest.raises(Refused, match="l’ha tolto"):
        end_task(by=now(dora), membership=Membership.ever.get(user=bruno), seen=tournament.data_version)
