"""What no code may do to a row, refused by the database itself: declared beside its model, in `Meta.constraints`.

To Django a guard is a constraint: `makemigrations` notices what is new or altered, and a table that SQLite makes anew
gets its guards again. docs/decisions/0101-guards-are-constraints.md

What many records have in common stands here too: who did it, one row only for something, a reason told, a taking back.
Each constraint is called after its model and what it is about. Columns are named with blanks between.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, overload

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement, Table
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from people.accounts.models import User

    Words = str | _StrPromise | None

Event = Literal["INSERT", "UPDATE", "DELETE"]
ALWAYS = "TRUE"
# What is thrown away whole goes: a practice tournament (`records.models.ThrownAway`), in the transaction that does it.
KEPT = "({when}) AND NOT EXISTS (SELECT 1 FROM records_thrownaway)"

SQLITE = """CREATE TRIGGER {name} BEFORE {event} ON {{table}} FOR EACH ROW WHEN {when}
BEGIN SELECT RAISE(ABORT, '{says}'); END"""
# PostgreSQL allows no query in the condition of a trigger: it stands in the function.
POSTGRESQL = (
    """CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {when} THEN
        RAISE EXCEPTION '{says}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN {row};
END $$""",
    "CREATE TRIGGER {name} BEFORE {event} ON {{table}} FOR EACH ROW EXECUTE FUNCTION {name}()",
)


class OwnSQL(models.BaseConstraint):
    """What a table has beyond the constraints that Django writes, by statements of each database's own."""

    def making(self, vendor: str) -> Sequence[str]:
        """The statements that make it; `{table}` stands for the table's name."""
        raise NotImplementedError

    def removing(self, vendor: str) -> Sequence[str]:
        raise NotImplementedError

    def constraint_sql(self, model: Any, schema_editor: Any) -> Any:
        """Nothing within CREATE TABLE: it comes after."""
        schema_editor.deferred_sql.extend(table_statements(model, self.making(schema_editor.connection.vendor)))

    def create_sql(self, model: Any, schema_editor: Any) -> str:
        return ";\n".join(map(str, table_statements(model, self.making(schema_editor.connection.vendor))))

    def remove_sql(self, model: Any, schema_editor: Any) -> str:
        return ";\n".join(map(str, table_statements(model, self.removing(schema_editor.connection.vendor))))

    def validate(self, *args: Any, **kwargs: Any) -> None:
        """Only the database can tell: it knows the row as it was."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnSQL) and self.deconstruct() == other.deconstruct()

    def __hash__(self) -> int:
        return hash(self.name)


def table_statements(model: type[models.Model], statements: Sequence[str]) -> list[Statement]:
    """The statements about the model's table, whose name changes where SQLite makes it anew."""
    table = Table(model._meta.db_table, str)
    return [
        Statement(statement.replace("%", "%%").replace("{table}", "%(table)s"), table=table) for statement in statements
    ]


class Guard(OwnSQL):
    """Refuse an event on a row of the model where the condition holds, always if there is none.

    when: standard SQL about the columns of OLD and NEW; says: what the database's error says.
    """

    def __init__(self, *, name: str, on: Event, says: str, when: str = ALWAYS) -> None:
        super().__init__(name=name)
        self.on, self.says, self.when = on, says, when

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        path, args, kwargs = super().deconstruct()
        when = {} if self.when == ALWAYS else {"when": self.when}
        return path, args, {**kwargs, "on": self.on, "says": self.says, **when}

    def making(self, vendor: str) -> Sequence[str]:
        when = KEPT.format(when=self.when) if self.on == "DELETE" else self.when
        words = {
            "name": self.name,
            "event": self.on,
            "row": "OLD" if self.on == "DELETE" else "NEW",
            "says": self.says.replace("'", "''"),
        }
        if vendor == "sqlite":
            # What SQLite has called IS NOT ever since is known to it by its standard name only from 3.39 on.
            return [SQLITE.format(**words, when=when.replace("IS DISTINCT FROM", "IS NOT"))]
        if vendor == "postgresql":
            return [statement.format(**words, when=when) for statement in POSTGRESQL]
        raise ImproperlyConfigured(f"No guards for {vendor}: use SQLite or PostgreSQL")

    def removing(self, vendor: str) -> Sequence[str]:
        if vendor == "sqlite":
            return [f"DROP TRIGGER IF EXISTS {self.name}"]
        return [f"DROP TRIGGER IF EXISTS {self.name} ON {{table}}", f"DROP FUNCTION IF EXISTS {self.name}()"]


class Statements(OwnSQL):
    """What is no guard and no constraint of Django's: made and removed by the statements given for each database.

    A table that SQLite makes anew gets them again: what stands beside it is made if it does not exist.
    """

    def __init__(
        self, *, name: str, making: Mapping[str, Sequence[str]], removing: Mapping[str, Sequence[str]]
    ) -> None:
        super().__init__(name=name)
        self._making, self._removing = making, removing

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        path, args, kwargs = super().deconstruct()
        return path, args, kwargs | {"making": self._making, "removing": self._removing}

    def making(self, vendor: str) -> Sequence[str]:
        return self._making.get(vendor, ())

    def removing(self, vendor: str) -> Sequence[str]:
        return self._removing.get(vendor, ())


def immutable(name: str, says: str = "Never changed or deleted: add a version") -> list[models.BaseConstraint]:
    """Neither changed nor deleted."""
    return [Guard(name=f"{name}_no_{event.lower()}", on=event, says=says) for event in ("UPDATE", "DELETE")]


def on_write(name: str, *, when: str, says: str) -> list[Guard]:
    """Refused whether it is new or changed."""
    return [Guard(name=f"{name}_{event.lower()}", on=event, when=when, says=says) for event in ("INSERT", "UPDATE")]


def columns_change(columns: str) -> str:
    """The condition that one of the columns changes, named with blanks between; NULL is a value as others."""
    return " OR ".join(f"(OLD.{column} IS DISTINCT FROM NEW.{column})" for column in columns.split())


def either_write(first: str, second: str) -> str:
    return f"({first}) AND {second}"


def of_another_tournament(column: str) -> str:
    """The condition that the row's entry, if it has one in this column, is of another tournament than its round."""
    of_entry = f"(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.{column})"  # noqa: S608 - our own columns
    of_round = "(SELECT tournament_id FROM tournaments_round WHERE id = NEW.round_id)"
    return f"NEW.{column} IS NOT NULL AND {of_entry} <> {of_round}"


class Unguarded(Operation):
    """An operation on a guarded table, whose guards are taken off for it and then put back.

    For what writes into the rows that are there: `RunPython` that fills a new column, and on PostgreSQL an `AlterField`
    to NOT NULL. What only alters the table needs none of it: `manage.py migrate` keeps the guards.
    """

    category = OperationCategory.MIXED

    def __init__(self, model_name: str, operation: Operation) -> None:
        self.model_name, self.operation = model_name, operation
        self.reversible = operation.reversible  # type: ignore[misc] # Django asks each operation

    def describe(self) -> str:
        return f"{self.operation.describe()}, without the guards of {self.model_name}"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        self.operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        with self._taken_off(app_label, schema_editor, from_state, to_state):
            self.operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        with self._taken_off(app_label, schema_editor, from_state, to_state):
            self.operation.database_backwards(app_label, schema_editor, from_state, to_state)

    @contextmanager
    def _taken_off(self, app_label: str, schema_editor: Any, *states: Any) -> Iterator[None]:
        before, after = (state.apps.get_model(app_label, self.model_name) for state in states)
        for guard in guards_of(before):
            schema_editor.execute(guard.remove_sql(before, schema_editor), params=None)
        yield
        for guard in guards_of(after):
            # With a table that SQLite made anew they have come back already.
            schema_editor.execute(guard.remove_sql(after, schema_editor), params=None)
            schema_editor.execute(guard.create_sql(after, schema_editor), params=None)


def guards_of(model: type[models.Model]) -> list[Guard]:
    return [one for one in model._meta.constraints if isinstance(one, Guard)]


class CreateModels(Operation):
    """Create all models of an application, with their constraints, indexes and guards.

    By one operation the state is rendered once. Django renders it for each: with 600 of them five sixths of the time of
    `migrate` went into states that nobody looks at.
    """

    category = OperationCategory.ADDITION
    serialization_expand_args = ["models"]

    def __init__(self, models: list[CreateModel]) -> None:
        self.models = models

    def describe(self) -> str:
        return f"Create {len(self.models)} models"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Rendered already, it would be rendered in part again with each model; without, it is rendered when asked for.
        state.__dict__.pop("apps", None)
        for operation in self.models:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for operation in self.models:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for operation in reversed(self.models):
            model = from_state.apps.get_model(app_label, operation.name)
            for own in (own_sql for own_sql in model._meta.constraints if isinstance(own_sql, OwnSQL)):
                for statement in table_statements(model, own.removing(schema_editor.connection.vendor)):
                    schema_editor.execute(statement, params=None)
            operation.database_backwards(app_label, schema_editor, from_state, to_state)


@overload
def by_whom(label: "Words" = ..., *, null: Literal[False] = ...) -> "models.ForeignKey[User | Combinable, User]": ...
@overload
def by_whom(
    label: "Words" = ..., *, null: Literal[True]
) -> "models.ForeignKey[User | Combinable | None, User | None]": ...
def by_whom(label: "Words" = None, *, null: bool = False) -> Any:
    """Who did it, or nobody yet: whoever stands in a record is never deleted, and need not know of all of them."""
    user = settings.AUTH_USER_MODEL
    return models.ForeignKey(user, models.PROTECT, verbose_name=label, related_name="+", null=null, blank=null)


class Reasoned(models.Model):
    """What is never written without saying why."""

    reason = models.TextField(_("motivo"))

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_has_reason", condition=~Q(reason=""), violation_error_message=_("Manca il motivo.")
            )
        ]


def within(least: int, most: int) -> list[BaseValidator]:
    """The validators of a number that lies between the two."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def once(columns: str, says: "Words" = None, *, only: Q | None = None, name: str = "") -> models.UniqueConstraint:
    """No two rows have the same there, among those for which the condition holds."""
    fields = columns.split()
    name = name or f"%(class)s_{fields[-1]}_once"
    return models.UniqueConstraint(fields=fields, condition=only, name=name, violation_error_message=says)


def known(column: str, values: Iterable[Any], says: "Words" = None) -> models.CheckConstraint:
    """Only one of the values stands there, whoever wrote it."""
    return _check(f"{column}_known", Q(**{f"{column}__in": list(values)}), says)


def of_one(first: str, second: str, says: "Words" = None) -> models.CheckConstraint:
    """One of the two keys, never both."""
    either = Q(**{f"{first}__isnull": False, f"{second}__isnull": True})
    return _check("of_one", either | Q(**{f"{first}__isnull": True, f"{second}__isnull": False}), says)


def changed_why(says: "Words" = None) -> models.CheckConstraint:
    """Every version after the first has its reason."""
    return _check("changed_why", Q(version=1) | ~Q(reason=""), says)


def all_or_none(columns: str, text: str, says: "Words" = None) -> models.CheckConstraint:
    """What was taken back, closed or chosen says by whom, when and why; what was not says none of it."""
    none, every = ({f"{column}__isnull": is_null for column in columns.split()} for is_null in (True, False))
    return _check(f"{text}_told", Q(**none, **{text: ""}) | (Q(**every) & ~Q(**{text: ""})), says)


def _check(about: str, condition: Q, says: "Words") -> models.CheckConstraint:
    return models.CheckConstraint(name=f"%(class)s_{about}", condition=condition, violation_error_message=says)
