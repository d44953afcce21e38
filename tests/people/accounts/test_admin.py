"""The admin: for rare edits of people and names, never for what is official."""

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import reverse

from people.accounts.models import Club, Federation, Player, User
from records.log import verify_log
from tests.factories import make_user, sealed
from tests.forging import forged
from tournaments.entries.models import Entry
from tournaments.setup.models import Membership, Tournament

EDITED = [User, Federation, Club, Player, Entry, Membership, Tournament]


@pytest.fixture
def client(client_of):
    return client_of(make_user("olga", is_staff=True, is_superuser=True))


@pytest.fixture(autouse=True)
def data(tournament, dora):
    return tournament


def page(name, *args):
    label = {one._meta.model_name: one._meta.app_label for one in EDITED}[name.partition("_")[0]]
    return reverse(f"admin:{label}_{name}", args=args)


def test_only_people_and_names_are_edited():
    ours = [one for one in apps.get_models() if one._meta.app_label in settings.APPLICATIONS]
    assert {model for model in ours if admin.site.is_registered(model)} == set(EDITED)


@pytest.mark.parametrize("model", EDITED, ids=lambda model: model.__name__)
def test_lists_and_forms_open(client, model):
    name = model._meta.model_name
    federation, _made = Federation.objects.get_or_create(code="fibur", defaults={"name": "F.I.Bur."})
    Club.objects.create(federation=federation, name="Circolo Prova")
    assert client.get(page(f"{name}_changelist")).status_code == 200
    assert client.get(page(f"{name}_change", model.objects.first().pk)).status_code == 200


@pytest.mark.parametrize("model", EDITED, ids=lambda model: model.__name__)
@pytest.mark.parametrize("chosen", ["x", "", "9" * 30])
def test_rows_chosen_by_what_is_no_number_are_refused(client, model, chosen):
    asked = {"action": "delete_selected", "_selected_action": [chosen], "index": 0}
    assert client.post(page(f"{model._meta.model_name}_changelist"), asked).status_code == 400


def test_of_a_tournament_name_and_place_change_and_nothing_else(client, tournament):
    form = {"name": "Coppa di Levante", "place": "Monopoli", "boards_per_round": 8, "lot_seed": "altro"}
    client.post(page("tournament_change", tournament.pk), form)
    after = Tournament.objects.get(pk=tournament.pk)
    assert (after.name, after.place) == ("Coppa di Levante", "Monopoli")
    assert (after.boards_per_round, after.lot_seed) == (2, tournament.lot_seed)


def test_tournaments_are_neither_added_nor_deleted(client, tournament):
    assert client.get(page("tournament_add")).status_code == 403
    assert client.post(page("tournament_delete", tournament.pk), {"post": "yes"}).status_code == 403


def test_the_number_of_a_pair_does_not_change(client, tournament):
    entry = tournament.entries.get(number=1)
    form = {"number": 9, "name": "Conti – Serra jr", "members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0}
    client.post(page("entry_change", entry.pk), form)
    entry.refresh_from_db()
    assert (entry.number, entry.name) == (1, "Conti – Serra jr")
    assert client.post(page("entry_delete", entry.pk), {"post": "yes"}).status_code == 403


@pytest.mark.dialect
def test_what_is_corrected_here_is_under_seal(client, tournament):
    sealed(tournament)
    entry, before = tournament.entries.get(number=1), tournament.log.count()
    client.post(page("tournament_change", tournament.pk), {"name": "Coppa di Levante", "place": "Monopoli"})
    members = {"members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0}
    client.post(page("entry_change", entry.pk), {"name": "Conti – Serra jr"} | members)
    nino = make_user("nino")
    given = {"user": nino.pk, "tournament": tournament.pk, "role": "scorer", "ends_at_0": "", "ends_at_1": ""}
    client.post(page("membership_add"), given)
    added = Membership.objects.get(role="scorer", user=nino)
    assert client.post(page("membership_delete", added.pk), {"post": "yes"}).status_code == 403
    assert tournament.log.count() == before + 3
    assert {one.action for one in tournament.log.order_by("sequence")[before:]} == {"correct_in_admin"}
    assert forged(tournament, verify_log(tournament)) == []


def test_staff_of_a_tournament_do_not_enter(client_of, dora):
    assert client_of(dora).get(reverse("admin:index")).status_code == 302
