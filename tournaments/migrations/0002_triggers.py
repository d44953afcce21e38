"""What no code may do, kept by the database itself, on SQLite and on PostgreSQL.

Lines of the log are never changed or deleted; scores and adjustments are never deleted, and their figures never
change; what is linked belongs to the same tournament. On SQLite a later migration that alters one of these tables
rebuilds it and loses its triggers: it must run `install` again (tests/tournaments/test_constraints.py notices).
"""

from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured
from django.db import migrations


@dataclass(frozen=True)
class Trigger:
    """Refuse an event on a row when the condition holds."""

    name: str
    event: str
    table: str
    message: str
    when: str = "TRUE"


def differs(*columns):
    """A condition, for any of our databases: one of the columns changes (NULL is a value like others)."""
    return " OR ".join(f"(OLD.{column} {{differs}} NEW.{column})" for column in columns)


LOG, SCORE, ADJUSTMENT = "tournaments_logentry", "tournaments_boardscore", "tournaments_adjustment"

FIXED = [
    Trigger("log_no_update", "UPDATE", LOG, "A line of the log is never changed"),
    Trigger("log_no_delete", "DELETE", LOG, "A line of the log is never deleted"),
    Trigger("score_no_delete", "DELETE", SCORE, "A score is never deleted"),
    Trigger(
        "score_figures_fixed",
        "UPDATE",
        SCORE,
        "The figures of a score never change: give a new version",
        differs(
            "id", "table_id", "board_id", "version", "kind", "points_a", "points_b", "accusa_a", "accusa_b",
            "given_by_id", "given_at", "reason", "reference",
        ),
    ),
    Trigger(
        "score_superseded_fixed",
        "UPDATE",
        SCORE,
        "A superseded score never changes",
        "OLD.state = 'superseded' AND (" + differs("state", "superseded_at", "confirmed_by_id", "confirmed_at") + ")",
    ),
    Trigger(
        "score_confirmation_fixed",
        "UPDATE",
        SCORE,
        "A confirmation is never taken back",
        "OLD.confirmed_by_id IS NOT NULL AND ("
        + differs("confirmed_by_id", "confirmed_at")
        + " OR NEW.state = 'given')",
    ),
    Trigger("adjustment_no_delete", "DELETE", ADJUSTMENT, "An adjustment is never deleted: cancel it"),
    Trigger(
        "adjustment_figures_fixed",
        "UPDATE",
        ADJUSTMENT,
        "An adjustment never changes: cancel it",
        differs("id", "entry_id", "round_id", "kind", "amount", "reason", "reference", "given_by_id", "given_at"),
    ),
    Trigger(
        "adjustment_cancellation_fixed",
        "UPDATE",
        ADJUSTMENT,
        "A cancellation is never taken back",
        "OLD.cancelled_at IS NOT NULL AND (" + differs("cancelled_by_id", "cancelled_at", "cancel_reason") + ")",
    ),
]

_OF_ENTRY = "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.{column})"
_OF_ROUND = "(SELECT tournament_id FROM tournaments_round WHERE id = NEW.round_id)"


def _foreign_entry(column):
    return f"NEW.{column} IS NOT NULL AND {_OF_ENTRY.format(column=column)} <> {_OF_ROUND}"


SAME_TOURNAMENT = [
    (
        "table_same_tournament",
        "tournaments_table",
        "The pairs of a table belong to its tournament",
        f"({_foreign_entry('line_a_id')}) OR ({_foreign_entry('line_b_id')})",
    ),
    (
        "board_same_tournament",
        "tournaments_board",
        "The round of a board belongs to its tournament",
        f"NEW.tournament_id <> {_OF_ROUND}",
    ),
    (
        "score_same_round",
        SCORE,
        "A board is scored at the tables of its round",
        "(SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
        " <> (SELECT round_id FROM tournaments_board WHERE id = NEW.board_id)",
    ),
    (
        "adjustment_same_tournament",
        ADJUSTMENT,
        "The round of an adjustment belongs to the pair's tournament",
        f"NEW.round_id IS NOT NULL AND ({_foreign_entry('entry_id')})",
    ),
]

TRIGGERS = FIXED + [
    Trigger(f"{name}_{event.lower()}", event, table, message, when)
    for name, table, message, when in SAME_TOURNAMENT
    for event in ("INSERT", "UPDATE")
]

SQLITE = """
CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW WHEN {when}
BEGIN SELECT RAISE(ABORT, '{message}'); END
"""

POSTGRESQL_FUNCTION = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {when} THEN
        RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN {row};
END $$
"""

POSTGRESQL = "CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"


def keeping(triggers):
    """The step of a migration that installs triggers, and on the way back removes them."""

    def install(apps, schema_editor):
        for trigger in triggers:
            for sql in statements(trigger, schema_editor.connection.vendor):
                schema_editor.execute(sql, params=None)

    def remove(apps, schema_editor):
        on_table = schema_editor.connection.vendor == "postgresql"
        for trigger in triggers:
            place = f" ON {trigger.table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
            if on_table:
                schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)

    return migrations.RunPython(install, remove)


def install(apps, schema_editor):
    keeping(TRIGGERS).code(apps, schema_editor)


def remove(apps, schema_editor):
    keeping(TRIGGERS).reverse_code(apps, schema_editor)


def statements(trigger, vendor):
    """The SQL that installs a trigger; refuses a database whose dialect we do not know."""
    words = {
        "name": trigger.name,
        "event": trigger.event,
        "table": trigger.table,
        "message": trigger.message.replace("'", "''"),
        "row": "OLD" if trigger.event == "DELETE" else "NEW",
    }
    if vendor == "sqlite":
        return [SQLITE.format(**words, when=trigger.when.replace("{differs}", "IS NOT"))]
    if vendor == "postgresql":
        words["when"] = trigger.when.replace("{differs}", "IS DISTINCT FROM")
        return [POSTGRESQL_FUNCTION.format(**words), POSTGRESQL.format(**words)]
    raise ImproperlyConfigured(f"No triggers for {vendor}: use SQLite or PostgreSQL")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [keeping(TRIGGERS)]
