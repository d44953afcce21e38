"""The guards of the database are those that the models declare, and stay so where a migration alters their tables."""

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations import AlterField, CreateModel, Migration
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ProjectState

from keeping.management.commands.migrate import WholeMigrations
from records.guards import CreateModels, Guard, Statements, changed, immutable
from tests.guards import declared, in_force

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
    told = {name for name, _statement in declared().items() ^ in_force().items()}
    assert told == {"TRIGGER score_no_delete", "TRIGGER log_no_update", "TRIGGER round_no_update"}


# A library of two tables: the books, which nobody deletes while they are lent, and the loans, which nobody changes.


def book(**options):
    fields = [("id", models.BigAutoField(primary_key=True)), ("title", models.CharField(max_length=20))]
    guards = [
        Guard(name="book_lent_no_delete", on="DELETE", when=LENT, says="A book that is lent stays"),
        Guard(name="book_title_fixed", on="UPDATE", when=changed("title"), says="A book's title stays"),
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
