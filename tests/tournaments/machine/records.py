"""Everything the database holds at a moment, as plain rows: to compare, and to reckon without the program."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import JSONField

Row = dict[str, Any]
BEGUN = {"playing", "closed"}


class Records:
    """The rows of every table of the application, by model and primary key; figures and texts as the database has them.

    Read by plain SQL, which is ten times as quick as the models: it happens twice for every action.
    """

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            self.raw = {model: cursor.execute(sql).fetchall() for model, sql in statements().items()}
        self.read: dict[str, dict[int, Row]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Records) and self.raw == other.raw

    __hash__ = None

    def rows(self, model: str) -> dict[int, Row]:
        """The rows of a model by primary key, in the order in which they were made."""
        if model not in self.read:
            names = columns(model)
            rows = (
                {name: _plain(model, name, value) for name, value in zip(names, row, strict=True)}
                for row in self.raw[model]
            )
            self.read[model] = {row["id"]: row for row in rows}
        return self.read[model]

    def all(self, model: str, **columns: Any) -> list[Row]:
        """The rows of a model that hold these values, in the order in which they were made."""
        rows = self.rows(model).values()
        return [row for row in rows if all(row[name] == value for name, value in columns.items())]

    def one(self, model: str, pk: int) -> Row:
        return self.rows(model)[pk]

    def number(self, entry: int | None) -> int | None:
        return None if entry is None else self.one("Entry", entry)["number"]

    @property
    def tournament(self) -> Row:
        (found,) = self.all("Tournament")
        return found

    @property
    def stages(self) -> list[Row]:
        return sorted(self.all("Stage"), key=lambda one: one["number"])

    def rounds(self, stage: int | None = None) -> list[Row]:
        """The rounds of a stage, or all, by number."""
        found = self.all("Round") if stage is None else self.all("Round", stage_id=stage)
        found = [one for one in found if one["state"] != "discarded"]
        return sorted(found, key=lambda one: one["number"])

    def tables(self, round: int) -> list[Row]:
        return sorted(self.all("Table", round_id=round), key=lambda one: one["number"])

    def lines(self, table: Row) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of the entries on both lines of a table."""
        ids = (table["line_a_id"], table["line_a2_id"]), (table["line_b_id"], table["line_b2_id"])
        a, b = (tuple(self.number(one) for one in line if one is not None) for line in ids)
        return a, b

    def encounters(self, round: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Who meets whom in a round, each match once; nobody against who rests."""
        return [self.lines(table) for table in self.tables(round) if table["room"] == 1]

    def boards(self, table: Row) -> list[Row]:
        """The boards of a table: of its set, or of its round."""
        if table["board_set_id"]:
            return self.all("Board", board_set_id=table["board_set_id"])
        return self.all("Board", round_id=table["round_id"])

    def takes_part(self, entry: Row, number: int) -> bool:
        """Whether the entry plays the round of that number by what is written of it."""
        last = entry["until_round"]
        return entry["from_round"] <= number and (last is None or number <= last)

    def players(self, entry: int, number: int) -> list[int]:
        """Who sits for an entry, by its number, in the round of that number."""
        (row,) = self.all("Entry", number=entry)
        return [one["player_id"] for one in self.all("EntryMember", entry_id=row["id"]) if self.takes_part(one, number)]

    def differences(self, other: "Records") -> Iterator[str]:
        """The rows that differ, to tell in a failure."""
        for model in self.raw:
            mine, theirs = self.rows(model), other.rows(model)
            for pk in {*mine, *theirs}:
                if mine.get(pk) != theirs.get(pk):
                    yield f"{model} {pk}: {mine.get(pk)} → {theirs.get(pk)}"


HERE = ("records", "people", "tournaments", "hall", "keeping")
MODELS = {model.__name__: model for label in HERE for model in apps.get_app_config(label).get_models()}


@cache
def columns(model: str) -> tuple[str, ...]:
    return tuple(field.column for field in MODELS[model]._meta.concrete_fields)


@cache
def statements() -> dict[str, str]:
    names = {name: model._meta.db_table for name, model in MODELS.items()}
    return {
        name: f"SELECT {', '.join(map(connection.ops.quote_name, columns(name)))} FROM {table} ORDER BY id"  # noqa: S608  # our own names
        for name, table in names.items()
    }


@cache
def json_columns(model: str) -> frozenset[str]:
    fields = MODELS[model]._meta.concrete_fields
    return frozenset(field.column for field in fields if isinstance(field, JSONField))


def _plain(model: str, name: str, value: Any) -> Any:
    return _decoded(value) if name in json_columns(model) and isinstance(value, str) else value


@cache
def _decoded(text: str) -> Any:
    """What a JSON text says; nobody changes it."""
    return json.loads(text)
