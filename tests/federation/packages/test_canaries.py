"""Fifty invented persons who play in a tournament that is not public: nobody outside of it is told of any of them.

What is for everybody, or for whoever has an account and no task, is the same to the letter with and without them: the
walk shows it of every page (`tests/addresses/test_walk.py`), these of searches, addresses and what is sent.
"""

import io
import json
import re
import zipfile
from collections.abc import Generator

import pytest
from pytest_django import DjangoDbBlocker

from federation.packages.exports import package
from federation.webhooks.models import WebhookMessage
from people.accounts.models import Player
from referee.rulings.models import Ruling
from tests import factories
from tests.access_table import ACCESS, Condition
from tests.addresses.conftest import db
from tests.addresses.inspectors import CANARY
from tests.addresses.walk import NOT_THERE, SEARCHES, STRANGERS, Place, ask, without_new
from tests.addresses.walked import CLUB, PLACE, SLUG, SURNAMES, TITLE, WORDS, at_noon, make_canaries, make_walked
from tests.factories import NOON
from tests.snapshots import lent
from tests.world import Visitor, World, addresses
from tournaments.setup.models import Tournament

__all__ = ["db"]


def make_looked() -> tuple[World, Tournament]:
    """The world with the canaries in it, and their tournament."""
    with at_noon():
        world = make_walked()
        return world, make_canaries(world)


@pytest.fixture(scope="module")
def looked(db: None, django_db_blocker: DjangoDbBlocker) -> Generator[tuple[World, Tournament]]:
    with django_db_blocker.unblock(), lent(make_looked) as made:
        yield made


@pytest.fixture(scope="module")
def visitors(looked: tuple[World, Tournament]) -> dict[str, Visitor]:
    return {who: Visitor(looked[0].people[who]) for who in STRANGERS}


def seen(visitors: dict[str, Visitor], who: str, path: str) -> str:
    with at_noon():
        return without_new(ask(visitors[who], who, Place("", path)))


@pytest.mark.long
def test_they_are_there(looked):
    assert Player.objects.filter(last_name__in=SURNAMES).count() == len(set(SURNAMES)) == 50
    assert Ruling.objects.get(tournament__slug=SLUG).reason == WORDS
    # Whoever directs it sees them: the pages asked for below do say such things of a tournament.
    page = Visitor(looked[0].people["ettore"]).ask("GET", f"/tornei/{SLUG}/").content.decode()
    assert TITLE in page


@pytest.mark.long
@pytest.mark.parametrize("path", SEARCHES.values())
def test_who_looks_for_them_finds_as_much_as_for_nobody(visitors, path):
    for who in STRANGERS:
        nothing = seen(visitors, who, f"{path}?q={NOT_THERE}")
        for word in (SURNAMES[0], SURNAMES[49], TITLE.split()[1], PLACE, CLUB.split()[1], SLUG):
            found = seen(visitors, who, f"{path}?q={word}")
            assert found.replace(word, NOT_THERE) == nothing, (path, word)


@pytest.mark.long
def test_its_addresses_are_those_of_a_tournament_that_does_not_exist(looked, visitors):
    world, _made = looked
    for one in addresses():
        if "slug" not in one.arguments or "GET" not in ACCESS[one.name]:
            continue
        here = world.path(one)
        place = re.compile("/(coppa-levante|burraco|smazzate)(?=/|$)")
        assert place.search(here), here
        public = ACCESS[one.name]["GET"] is Condition.EVERYBODY
        for who in STRANGERS[0 if public else 1 :]:
            hidden, none = (seen(visitors, who, place.sub(f"/{slug}", here, count=1)) for slug in (SLUG, "non-c-e"))
            assert hidden.replace(SLUG, "non-c-e") == none, here
            assert not CANARY.search(hidden.replace(SLUG, "")), here


@pytest.mark.long
def test_no_other_program_is_told_of_them(looked):
    bodies = list(WebhookMessage.objects.values_list("body", flat=True))
    assert [one for one in bodies if CANARY.search(one)] == []
    # Nor of anybody at all.
    names = {name for row in Player.objects.values_list("last_name", "first_name") for name in row if name}
    assert [one for one in bodies if any(re.search(rf"\b{re.escape(name)}\b", one) for name in names)] == []
    assert {json.loads(one)["type"] for one in bodies} == {"standings.published", "ruling.given", "test"}


@pytest.mark.long
def test_the_package_of_another_tournament_has_none_of_them(looked):
    world, _made = looked
    assert not CANARY.search(whole(package(factories.sealed(world.tournament), NOON)))


@pytest.mark.long
def test_their_own_package_names_them_only_where_persons_and_papers_stand(looked):
    _world, made = looked
    content = package(factories.sealed(made), NOON)
    surnames = re.compile("|".join(SURNAMES))
    found = {name for name in parts(content) if surnames.search(parts(content)[name])}
    assert found == {"persons.jsonl"}
    assert all(name in parts(content)["persons.jsonl"] for name in SURNAMES)


def parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as zipped:
        return {name: zipped.read(name).decode(errors="replace") for name in zipped.namelist()}


def whole(content: bytes) -> str:
    return "\n".join(parts(content).values())
