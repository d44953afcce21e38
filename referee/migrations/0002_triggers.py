"""The database itself refuses to change a ruling or the figures of an arbitral score."""

from django.db import migrations

RULING, SCORE = "referee_ruling", "referee_arbitralscore"
# Rulings never change. Of an arbitral score only `is_current` may, and only from true to false.
FIGURES = (
    "id", "case_id", "ruling_id", "version", "method", "inputs", "inputs_hash", "arithmetic",
    "points_a", "points_b", "reason", "given_by_id", "given_at",
)
MESSAGES = {
    RULING: "a ruling is never changed: record a new version",
    SCORE: "an arbitral score is never changed: record a new version",
}


def score_changed(distinct):
    figures = " OR ".join(f"OLD.{name} {distinct} NEW.{name}" for name in FIGURES)
    return f"{figures} OR (NEW.is_current AND NOT OLD.is_current)"


def guards():
    """(name, table, event, condition): each refuses the event on a row when the condition holds."""
    yield "ruling_no_update", RULING, "UPDATE", None
    yield "ruling_no_delete", RULING, "DELETE", None
    yield "score_no_update", SCORE, "UPDATE", score_changed
    yield "score_no_delete", SCORE, "DELETE", None


def sqlite(name, table, event, condition):
    when = f"WHEN {condition('IS NOT')}" if condition else ""
    message = MESSAGES[table]
    return [
        f"CREATE TRIGGER referee_{name} BEFORE {event} ON {table} FOR EACH ROW {when} "
        f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
    ]


def postgresql(name, table, event, condition):
    # JSON has no equality in PostgreSQL: jsonb, which Django uses, has.
    when = f"WHEN ({condition('IS DISTINCT FROM')})" if condition else ""
    message = MESSAGES[table]
    return [
        f"CREATE FUNCTION referee_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER referee_{name} BEFORE {event} ON {table} FOR EACH ROW {when} "
        f"EXECUTE FUNCTION referee_{name}()",
    ]


def install(apps, schema_editor):
    write = {"sqlite": sqlite, "postgresql": postgresql}[schema_editor.connection.vendor]
    for guard in guards():
        for statement in write(*guard):
            schema_editor.execute(statement)


def remove(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for name, table, _event, _condition in guards():
        if vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER referee_{name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION referee_{name}()")
        else:
            schema_editor.execute(f"DROP TRIGGER referee_{name}")


class Migration(migrations.Migration):
    dependencies = [("referee", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
