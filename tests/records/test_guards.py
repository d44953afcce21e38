"""The guards of the database are those that the models declare, and stay so where a migration alters their tables."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations import AddField, AlterField, CreateModel, Migration, RunPython
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ProjectState

from keeping.management.commands.migrate import WholeMigrations
from records.guards import CreateModels, Guard, Statements, Unguarded, columns_change, immutable
from records.guards_in_force import declared, in_force, unlike_declared

LENT = "EXISTS (SELECT 1 FROM library_loan l WHERE l.book_id = OLD.id)"


def test_the_guards_in_force_are_those_declared(db):
    assert in_force() == declared()


def test_a_guard_that_is_missing_or_altered_or_one_too_many_is_found(db):
    made = "CREATE TRIGGER {} BEFORE UPDATE ON tournaments_round FOR EACH ROW {}"
    does = "BEGIN SELECT 1; END" if connection.vendor == "sqlite" else "EXECUTE FUNCTION log_no_update()"
    place = " ON {}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER score_no_delete" + place.format("tournaments_boardscore"))
        cursor.execute("DROP TRIGGER log_no_update" + place.format("records_logentry"))
        cursor.execute(made.format("log_no_update", does))
        cursor.execute(made.format("round_no_update", does))
    told = ["TRIGGER log_no_update", "TRIGGER round_no_update", "TRIGGER score_no_delete"]
    assert unlike_declared() == told
    with pytest.raises(CommandError, match="\n".join(f"{name} is not the guard .* declares" for name in told)):
        call_command("verify", stdout=StringIO())


# A library of two tables: the books, which nobody deletes while they are lent, and the loans, which nobody changes.


def book(**options):
    fields = [("id", models.BigAutoField(primary_key=True)), ("title", models.CharField(max_length=20))]
    guards = [
        Guard(name="book_lent_no_delete", on="DELETE", when=LENT, says="A book that is lent stays"),
        Guard(name="book_title_fixed", on="UPDATE", when=columns_change("title"), says="A book's title stays"),
    ]
    return CreateModel("Book", fields, options={"constraints": guards} | options)


def loan():
    by = models.ForeignKey("library.book", models.PROTECT, related_name="+")
    fields = [("id", models.BigAutoField(primary_key=True)), ("book", by)]
    shelf = Statements(
        name="shelf",
        making={one: ["CREATE TABLE IF NOT EXISTS library_shelf (id integer)"] for one in ("sqlite", "postgresql")},
        removing={one: ["DROP TABLE library_shelf"] for one in ("sqlite", "postgresql")},
    )
    return CreateModel("Loan", fields, options={"constraints": [*immutable("loan"), shelf]})


def migration(*operations):
    made = Migration("0001_library", "library")
    made.operations = list(operations)
    return made


@pytest.fixture
def library(transactional_db):
    """The state after its first migration; what was made is taken away again."""
    first, before = migration(CreateModels([book(), loan()])), ProjectState()
    editor_of = WholeMigrations(connection).connection.schema_editor
    with editor_of() as editor:
        after = first.apply(before.clone(), editor)
    yield after
    with editor_of() as editor:
        first.unapply(before.clone(), editor)
    assert not [name for name in connection.introspection.table_names() if name.startswith("library")]
    assert in_force() == declared()


def refused(attempt):
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        attempt()
    return str(caught.value).splitlines()[0]


def attempts(apps):
    """What each guard says to whom it refuses."""
    Book, Loan = (apps.get_model("library", name) for name in ("Book", "Loan"))
    one = Book.objects.create(title="Chitarrella")
    lent = Loan.objects.create(book=one)
    return [
        refused(lambda: Book.objects.filter(pk=one.pk)._raw_delete("default")),
        refused(lambda: Book.objects.filter(pk=one.pk).update(title="Altro")),
        refused(lambda: Loan.objects.filter(pk=lent.pk).update(book=one)),
        refused(lambda: Loan.objects.filter(pk=lent.pk)._raw_delete("default")),
    ]


SAID = [
    "A book that is lent stays",
    "A book's title stays",
    "Never changed or deleted: add a version",
    "Never changed or deleted: add a version",
]


def test_tables_that_are_made_at_once_are_guarded(library):
    assert attempts(library.apps) == SAID


def test_a_table_that_a_migration_alters_keeps_its_guards_and_those_of_others_that_read_it(library):
    before = in_force()
    longer = AlterField("Book", "title", models.CharField(max_length=40))
    alters = migration(longer, AlterField("Loan", "book", models.ForeignKey("library.book", models.CASCADE, null=True)))
    with connection.schema_editor() as editor:
        after = alters.apply(library, editor)
    assert in_force() == before
    assert attempts(after.apps) == SAID


NEW_COLUMN = AddField("Loan", "days", models.IntegerField(null=True))


def of_thirty_days(apps, _editor):
    apps.get_model("library", "Loan").objects.update(days=30)


FILLED = RunPython(of_thirty_days, RunPython.noop)


def lend(state):
    Book, Loan = (state.apps.get_model("library", name) for name in ("Book", "Loan"))
    return Loan.objects.create(book=Book.objects.create(title="Cap"))


@pytest.mark.parametrize("column", [NEW_COLUMN, AddField("Loan", "days", models.IntegerField(default=14))])
def test_a_new_column_of_a_guarded_table_is_filled_without_its_guards_which_come_back(library, column):
    before, lent = in_force(), lend(library)
    adds = migration(column, Unguarded("Loan", FILLED))
    with connection.schema_editor() as editor:
        after = adds.apply(library.clone(), editor)
    assert after.apps.get_model("library", "Loan").objects.get(pk=lent.pk).days == 30
    assert in_force() == before
    assert attempts(after.apps) == SAID
    with connection.schema_editor() as editor:
        adds.unapply(library.clone(), editor)
    assert in_force() == before


def test_a_column_becomes_obligatory_without_the_guards_where_postgresql_writes_into_its_rows(library):
    before, lent = in_force(), lend(library)
    obligatory = Unguarded("Loan", AlterField("Loan", "days", models.IntegerField(default=7)))
    with connection.schema_editor() as editor:
        after = migration(NEW_COLUMN, obligatory).apply(library.clone(), editor)
    assert after.apps.get_model("library", "Loan").objects.get(pk=lent.pk).days == 7
    assert in_force() == before


def test_a_migration_that_a_guard_refuses_is_told_what_takes_it_off(library):
    lend(library)
    fills = migration(NEW_COLUMN, FILLED)
    told = r"library\.0001_library: Never changed or deleted: add a version\..*Unguarded\(model, operation\)"
    with pytest.raises(CommandError, match=told):
        WholeMigrations(connection).apply_migration(library.clone(), fills)


def test_an_unguarded_operation_is_written_as_it_was_made():
    made = Unguarded("Loan", NEW_COLUMN)
    assert made.deconstruct() == ("Unguarded", ("Loan", NEW_COLUMN), {})
    assert made.describe() == "Add field days to Loan, without the guards of Loan"


def test_a_guard_that_is_declared_otherwise_is_a_migration():
    then, now = (ProjectState() for _one in range(2))
    book().state_forwards("library", then)
    book(constraints=[Guard(name="book_title_fixed", on="UPDATE", says="Nothing of a book changes")]).state_forwards(
        "library", now
    )
    found = MigrationAutodetector(then, now)._detect_changes()["library"][0].operations
    assert sorted(one.describe() for one in found) == [
        "Create constraint book_title_fixed on model book",
        "Remove constraint book_lent_no_delete from model book",
        "Remove constraint book_title_fixed from model book",
    ]
