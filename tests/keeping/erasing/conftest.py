"""Whatever is told, kept or hidden of a person is asked of one world, made once for a module; each test takes back."""

from collections.abc import Generator

import pytest
from django.contrib.auth.models import Permission
from pytest_django import DjangoDbBlocker

from people.accounts.models import Player, User
from tests import factories
from tests.factories import acting, sealed
from tests.module_database import db_taken_back, world
from tests.snapshots import lent
from tests.world import World, make_played, with_a_board_over
from tournaments.appeals.actions import withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.entries.actions import change_entry
from tournaments.entries.models import Entry

__all__ = ["db_taken_back", "world"]


def make_dealt() -> World:
    return with_a_board_over(make_played())


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[World]:
    with django_db_blocker.unblock(), lent(make_dealt) as world:
        yield world


@pytest.fixture
def olga(db: None) -> User:
    """Of the federation: she answers people who ask for their data."""
    # Of the federation, where the world has her already.
    user = User.objects.filter(username="olga").first() or factories.make_user("olga", last_name="Valli")
    user.user_permissions.add(Permission.objects.get(codename="add_personalexport"))
    return user


@pytest.fixture
def eraser(olga: User) -> User:
    """Olga, who may also erase."""
    olga.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    return User.objects.get(pk=olga.pk)


@pytest.fixture
def anna(world: World) -> Player:
    """Named in standings, rulings, lines; nothing forbids to erase her."""
    sealed(world.tournament)
    dora = world.people["dora"]
    for appeal in Appeal.objects.filter(state="open"):
        withdraw_appeal(
            by=acting(world.people["giulia"]),
            appeal=appeal,
            member=appeal.entry.members.first(),
            reason="Anna Conti non insiste",
        )
    entry = Entry.objects.get(tournament=world.tournament, number=1)
    change_entry(by=acting(dora), entry=entry, name="Le Conti", category="", fixed_table=None)
    return Player.objects.get(first_name="Anna", last_name="Conti", memberships__entry=entry)
