"""Who takes or has a task and plays: which player of the register that is, said once, told to the director."""

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import Player, User
from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.asking import DESK, seen_on, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tests.tournaments.staff.test_invitations import NOVA, offered
from tournaments.setup.models import Membership
from tournaments.staff.actions import unlink_player

pytestmark = pytest.mark.dialect

STAFF = DESK + "incarichi/"


@pytest.fixture
def anna(tournament):
    Player.objects.filter(last_name="Conti").update(federation=tournament.federation, card_number="0123")
    return Player.objects.get(last_name="Conti")


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


@pytest.fixture
def link(tournament, dora):
    """Of an invitation to arbitrate, in a tournament that proves itself."""
    return offered(dora, factories.sealed(tournament))[1]


def join(client, link, **typed):
    return client.post(link, NOVA | {"first_name": "Anna", "last_name": "Conti"} | typed)


@pytest.mark.parametrize("typed", ["123", "conti ANNA", "Anna Conti"])
def test_whoever_is_invited_says_which_player_by_card_or_name(link, anna, client, desk, typed):
    assert "Giochi in questa federazione?" in text(client.get(link))
    assert join(client, link, player=typed).status_code == 302
    assert Player.objects.get(account__username="nova") == anna
    assert "Arbitro Anna Conti nova Gioca: Anna Conti (0123)" in text(desk.get(STAFF))
    line = LogEntry.objects.get(action="link_player")
    assert line.data == {"user": User.objects.get(username="nova").pk, "player": anna.pk}
    assert troubles(Membership.objects.get(user__username="nova").tournament) == []


def test_who_holds_a_link_learns_no_names_and_claims_no_other_surname(link, anna, client):
    unknown = join(client, link, player="Anna Cont")
    assert (unknown.status_code, "Nessuna scheda ha questa tessera" in text(unknown)) == (422, True)
    assert "Forse" not in text(unknown)
    assert '<option value="Anna Conti">' not in source(unknown)
    other = join(client, link, player="0123", last_name="Prova")
    assert (other.status_code, "ha un altro cognome" in text(other)) == (422, True)
    assert not User.objects.filter(username="nova").exists()
    assert join(client, link, player="").status_code == 302


def test_a_record_of_another_account_is_refused(link, anna, bruno, client, desk):
    Player.objects.filter(pk=anna.pk).update(account=bruno)
    factories.make_person("sara")
    assert "è già di un altro accesso" in text(join(client, link, player="0123"))
    given = {"user": "sara", "role": "scorer", "player": "0123", "seen": seen_on(desk, STAFF)}
    assert "è già di un altro accesso" in text(send(desk, STAFF, **given))
    mine = given | {"user": "bruno", "role": "arbiter", "player": "Luca Serra"}
    assert "ha già una scheda, quella di Anna Conti" in text(send(desk, STAFF, **mine))


def test_the_director_says_it_too_and_is_helped(anna, giulia, desk):
    given = {"user": "giulia", "role": "chief_arbiter", "seen": seen_on(desk, STAFF)}
    assert "Forse: Anna Conti (0123)." in text(send(desk, STAFF, player="Anna Contti", **given))
    Player.objects.create(first_name="Conti", last_name="Anna")
    assert "Più schede hanno questo nome" in text(send(desk, STAFF, player="Anna Conti", **given))
    # The director answers for it: the surname of a register may be another one.
    assert send(desk, STAFF, player="123", **given).status_code == 302
    assert Player.objects.get(account=giulia) == anna
    assert send(desk, STAFF, **given | {"seen": seen_on(desk, STAFF)}).status_code == 302
    assert Player.objects.get(account=giulia) == anna


def test_a_wrong_record_is_taken_off_by_another_director(dora, giulia, anna, desk):
    Player.objects.filter(pk=anna.pk).update(account=giulia)
    task, own = (Membership.objects.get(user=user) for user in (giulia, dora))
    with pytest.raises(PermissionDenied):
        unlink_player(by=acting(giulia), membership=task)
    assert send(desk, STAFF + "stacca/", task=task.pk).url == STAFF
    assert not Player.objects.filter(account=giulia).exists()
    assert "non ha una scheda" in text(send(desk, STAFF + "stacca/", task=task.pk))
    Player.objects.filter(pk=anna.pk).update(account=dora)
    with pytest.raises(Refused, match="un altro direttore"):
        unlink_player(by=acting(dora), membership=own)
    assert LogEntry.objects.filter(action="unlink_player").count() == 1
