"""A canary in every personal column of every sealed record, by what the models say: told where it may be, erased."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, models

from federation.packages.exports import package
from federation.sealed.archive import read_parts
from keeping.erasing.actions import black_out
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts, with_text
from records.seal_comparison import sealed_models
from records.seals import NO_SALT, texts_in
from tests.factories import NOON, acting, sealed
from tests.keeping.erasing.erased import everything
from tests.outside import guard, troubles, unguard
from tests.world import World
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament

CANARY = "Zzcanarino"


def planted(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """In the first record of each kind: behind what a text says, or in the last text of JSON that may name somebody."""
    for model in sealed_models():
        row = model._base_manager.filter(**{model.TOURNAMENT: tournament.pk}).order_by("pk").first()
        for column, keys in model.PERSONAL.items() if row else ():
            if (value := _with_canary(row, column, keys)) is not None:
                model._base_manager.filter(pk=row.pk).update(**{column: value})
                yield model._meta.label, column


def _with_canary(row: models.Model, column: str, keys: Any) -> Any:
    value, field = getattr(row, column), row._meta.get_field(column)
    if not isinstance(field, models.JSONField):
        longest = getattr(field, "max_length", None) or 1000
        return f"{CANARY} {value}"[:longest]
    places = [one["place"] for one in texts_in(value, keys, NO_SALT, column)]
    if not places:
        return None
    path: list[str | int] = []
    inner = value
    for step in places[-1].split("/")[1:]:
        path.append(int(step) if isinstance(inner, list) else step)
        inner = inner[path[-1]]
    return with_text(value, tuple(path), CANARY)


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
    there = set(planted(tournament))
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
    assert CANARY not in _whole_database()


def _whole_database() -> str:
    """Every row of every table, whoever it belongs to."""
    rows = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            rows += cursor.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608 the names of our own tables
    return repr(rows)
