"""`manage.py migrate`, each migration recorded in the transaction that makes it.

Django records one that leaves statements for the end (an index, a foreign key) after its transaction: killed in
between, it is done and not recorded, and no `migrate` of later gets past «table … already exists».
"""

from typing import Any

from django.core.management.commands import migrate
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor


class WholeMigrations(MigrationExecutor):
    def apply_migration(self, state: Any, migration: Migration, *how: Any, **told: Any) -> Any:
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
        return super().apply_migration(state, migration, *how, **told)


# The command takes its executor from its module, and asks nobody for another.
migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined]


class Command(migrate.Command):
    pass
