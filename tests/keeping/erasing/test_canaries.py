"""A canary in every personal column of every sealed record, by what the models say: told where it may be, erased."""

import json
from collections.abc import Iterator

import pytest

from federation.packages.exports import package
from federation.sealed.archive import read_parts
from keeping.erasing.actions import black_out
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from records.seal_comparison import sealed_models
from tests.factories import NOON, acting, sealed
from tests.keeping.erasing.erased import everything
from tests.keeping.erasing.planting import CANARY, planted, whole_database
from tests.outside import guard, troubles, unguard
from tests.world import World
from tournaments.appeals.models import Appeal


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Texts where no action would write them, as an end's reason before the end."""
    unguard()
    yield
    guard()


@pytest.mark.long
def test_a_canary_in_every_personal_column_is_told_where_it_may_be_and_erased_everywhere(
    world: World, unguarded: None
) -> None:
    tournament, dora = world.tournament, world.people["dora"]
    Appeal.objects.filter(tournament=tournament).update(state="withdrawn")  # an open one forbids to erase
    there = {where for model in sealed_models() for where in planted(model, model.TOURNAMENT, tournament.pk)}
    kinds = {label for label, _column in there}
    assert {"tournaments.Tournament", "tournaments.Entry", "tournaments.BoardScore", "referee.Case"} <= kinds
    assert {"referee.Ruling", "tournaments.Publication", "tournaments.Adjustment", "tournaments.Appeal"} <= kinds
    sealed(tournament)
    tournament.refresh_from_db()
    before = troubles(tournament)  # the hash of standings in which a canary sits is another one
    told = read_parts(package(tournament, NOON))
    assert {name for name, part in told.items() if CANARY.encode() in part.raw} == {"persons.jsonl"}
    named = {one["record"].partition(":")[0] for one in map(json.loads, told["persons.jsonl"].raw.splitlines())
             if CANARY in one["text"]}  # fmt: skip
    assert named == kinds
    found = find_texts(Words.typed_as(CANARY), tournament)
    assert {(one.model._meta.label, one.column) for one in found} == there
    black_out(by=acting(dora), tournament=tournament, found=found, reason="Non serve")
    assert CANARY not in everything(world)
    assert troubles(tournament) == before
    assert len(before) == 1
    assert CANARY not in whole_database()
