"""`manage.py migrate`, each migration recorded in the transaction that makes it, and no guard lost on the way."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import IntegrityError, connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.sqlite3.schema import DatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from keeping.backups import versions
from records.guards import guards_of

REFUSED_BY_A_GUARD = (
    "A guard of the database says so. What a migration must write into the rows of a guarded table stands in "
    "`Unguarded(model, operation)` of records/guards.py, which takes the guards off and puts them back."
)
MIGRATING = 7_335_628  # of no other lock of ours
READERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name <> %s AND sql LIKE %s"


def said_by_guards() -> set[str]:
    return {guard.says for model in apps.get_models() for guard in guards_of(model)}


class SQLiteEditor(DatabaseSchemaEditor):
    def __exit__(self, kind: Any, *error: Any) -> None:
        """What failed is told and taken back: Django first checks the keys, which fails because something failed."""
        if kind is None:
            super().__exit__(kind, *error)
        else:
            BaseDatabaseSchemaEditor.__exit__(self, kind, *error)
            self.connection.enable_constraint_checking()

    def _remake_table(self, model: Any, *how: Any, **changes: Any) -> Any:
        """Guards of other tables that read this one step aside: with one that misses a table SQLite renames none.

        The table's own come back with it, as its other constraints.
        """
        with self._readers_aside(model._meta.db_table):
            return super()._remake_table(model, *how, **changes)  # type: ignore[misc] # Django's stubs leave it out

    @contextmanager
    def _readers_aside(self, table: str) -> Iterator[None]:
        with self.connection.cursor() as cursor:
            cursor.execute(READERS, [table, f"%{table}%"])
            readers = cursor.fetchall()
        for name, _statement in readers:
            self.execute(f"DROP TRIGGER {name}", None)
        yield
        for _name, statement in readers:
            self.execute(statement, None)


class WholeMigrations(MigrationExecutor):
    """Django records a migration that leaves statements for the end (an index, a foreign key) after its transaction:
    killed in between, it is done and not recorded, and no `migrate` of later gets past «table … already exists».

    SQLite and PostgreSQL both take back tables with the transaction that made them. An upgrade of Django may change
    `apply_migration`: then `tests/operation/test_killed_in_migration.py` fails.
    """

    def __init__(self, connection: Any, *how: Any) -> None:
        super().__init__(connection, *how)
        if connection.vendor == "sqlite":
            connection.SchemaEditorClass = SQLiteEditor

    def apply_migration(self, state: Any, migration: Migration, *how: Any, **options: Any) -> Any:
        """Leave nothing for the end of the transaction: then Django records the migration within it."""

        own = migration.apply

        def apply(before: Any, editor: BaseDatabaseSchemaEditor) -> Any:
            after = own(before, editor)
            left, editor.deferred_sql = editor.deferred_sql, []
            for statement in left:
                editor.execute(statement, None)
            return after

        if migration.atomic:
            migration.apply = apply  # type: ignore[assignment, method-assign]
        try:
            return super().apply_migration(state, migration, *how, **options)
        except IntegrityError as error:
            refused = str(error).partition("\n")[0]
            if refused in said_by_guards():
                raise CommandError(f"{migration}: {refused}. {REFUSED_BY_A_GUARD}") from error
            raise


# The command takes its executor from its module, and asks nobody for another.
migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined]


def _keep_to_its_owner(connection: Any) -> None:
    """Let nobody else on the machine read the file of a database; what SQLite lays beside it is as the file."""
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():
        file = Path(connection.settings_dict["NAME"])
        if not file.parent.is_dir():
            return  # whoever opens the database says so
        if not file.exists():  # to open and close one that is in use would take its locks off
            file.touch(mode=0o600)
        with suppress(PermissionError):  # of somebody else: theirs to say
            file.chmod(0o600)


@contextmanager
def _alone(connection: Any) -> Iterator[None]:
    """One migrates at a time: a second waits, and then finds nothing left to do."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    elif connection.is_in_memory_db():
        yield
    else:
        folder = os.open(Path(connection.settings_dict["NAME"]).parent, os.O_RDONLY)
        try:
            flock(folder, LOCK_EX)
            yield
        finally:
            os.close(folder)


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Refuse in a sentence what cannot be migrated, before anything is asked of it; Django knows no newer one."""
        connection = connections[options["database"]]
        _keep_to_its_owner(connection)
        if why_not := versions.newer_database_refusal(connection):
            raise CommandError(why_not)
        with _alone(connection):
            return super().execute(*args, **options)
