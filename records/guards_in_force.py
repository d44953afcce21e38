"""The guards of the database: those that the models declare, those in force, and where the two part.

Whoever has the file may take one off, or put in one of their own that writes what no action did.
"""

import re
from collections.abc import Iterable

from django.apps import apps
from django.db import connection

from records.guards import OwnSQL, table_statements

MADE = re.compile(r"CREATE (?:OR REPLACE )?(TRIGGER|VIRTUAL TABLE|FUNCTION) (?:IF NOT EXISTS |public\.)?(\w+)")
BODY = re.compile(r"\$(?:function)?\$(.*)\$(?:function)?\$", re.DOTALL)
SQLITE = "SELECT sql FROM sqlite_master WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%'"
TRIGGERS = "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
FUNCTIONS = """SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE l.lanname = 'plpgsql'"""


def declared() -> dict[str, str]:
    """What makes each, by its kind and name."""
    return _by_name(
        str(statement)
        for model in apps.get_models()
        for own in model._meta.constraints
        if isinstance(own, OwnSQL)
        for statement in table_statements(model, own.making(connection.vendor))
    )


def in_force() -> dict[str, str]:
    told: list[str] = []
    with connection.cursor() as cursor:
        for asked in [SQLITE] if connection.vendor == "sqlite" else [TRIGGERS, FUNCTIONS]:
            cursor.execute(asked)
            told += [statement for (statement,) in cursor.fetchall()]
    return _by_name(told)


def unlike_declared() -> list[str]:
    """The kind and name of each that is missing, another or one too many."""
    return sorted({name for name, _statement in declared().items() ^ in_force().items()})


def _by_name(statements: Iterable[str]) -> dict[str, str]:
    made = {}
    for statement in statements:
        if found := MADE.match(statement):
            body = BODY.search(statement)
            told = body[1] if body else statement.replace("public.", "").replace("IF NOT EXISTS ", "")
            made[f"{found[1]} {found[2]}"] = " ".join(told.split())
    return made
