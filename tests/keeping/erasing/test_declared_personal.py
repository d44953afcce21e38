"""A column that somebody declares personal is salted, handed out and erased everywhere, its former values too."""

from collections.abc import Iterator

import pytest

from federation.packages.exports import package
from federation.sealed.archive import read_parts
from keeping.personal_data.queries import Person, as_json
from people.accounts.models import Player, User
from records.seals import shape_of
from tests.factories import NOON, acting, sealed
from tests.keeping.erasing.erased import erase, everything
from tests.outside import troubles
from tests.world import World
from tournaments.entries.actions import change_entry
from tournaments.entries.models import Entry

FIRST, THEN = "333 1234567", "339 7654321"


@pytest.fixture
def declared() -> Iterator[None]:
    """As of a column that is personal: what is done with it follows from that word."""
    before = Entry.PERSONAL
    Entry.PERSONAL = {**before, "category": ()}
    shape_of.cache_clear()
    yield
    Entry.PERSONAL = before
    shape_of.cache_clear()


@pytest.mark.long
def test_it_is_erased_everywhere(declared: None, world: World, eraser: User, anna: Player) -> None:
    tournament, dora = world.tournament, world.people["dora"]
    entry = Entry.objects.filter(tournament=tournament, members__player=anna).get()
    sealed(tournament)
    for number in (FIRST, THEN):
        entry.refresh_from_db()
        change_entry(by=acting(dora), entry=entry, name=entry.name, category=number, reason="Ha cambiato telefono")
    tournament.refresh_from_db()
    told = read_parts(package(tournament, NOON))
    for number in (FIRST, THEN):
        found = {name for name, part in told.items() if number.encode() in part.raw}
        assert found == {"persons.jsonl"}, number
        assert number in as_json(Person.of_player(anna), at=NOON, by=dora)
    erase(eraser, anna)
    assert [number for number in (FIRST, THEN) if number in everything(world)] == []
    assert troubles(tournament) == []
