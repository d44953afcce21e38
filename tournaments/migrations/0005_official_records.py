"""The database itself keeps published pairings, fixed scores, publications and the events of entries as they are.

All triggers are installed here again: migration 0004 took those of before aside. A later migration that alters one of
these tables runs `remove` first and `install` last.
"""

from dataclasses import replace
from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

before = import_module("tournaments.migrations.0002_triggers")
games = import_module("tournaments.migrations.0003_games")
Trigger, differs = before.Trigger, before.differs

PAIRING, MATCH_SCORE, PUBLICATION, EVENT = (
    f"tournaments_{name}" for name in ("pairing", "matchscore", "publication", "entryevent")
)


def _now(trigger):
    """A version of a score also says what kind of error it mends, and who of the opponents agreed."""
    if trigger.name != "score_figures_fixed":
        return trigger
    return replace(trigger, when=f"{trigger.when} OR " + differs("cause", "agreed_by"))


NEW = [
    Trigger(
        "pairing_no_delete",
        "DELETE",
        PAIRING,
        "A published pairing is never deleted",
        "OLD.state <> 'draft'",
    ),
    Trigger(
        "pairing_published_fixed",
        "UPDATE",
        PAIRING,
        "A published pairing never changes: give a new version",
        "OLD.published_at IS NOT NULL AND ("
        + differs(
            "id", "round_id", "version", "formula", "seed", "hash", "made_by_id", "made_at", "published_by_id",
            "published_at", "inputs", "tables", "notes",
        )
        + " OR OLD.state = 'superseded' OR NEW.state = 'draft')",
    ),
    Trigger("match_score_no_delete", "DELETE", MATCH_SCORE, "A score is never deleted"),
    Trigger(
        "match_score_figures_fixed",
        "UPDATE",
        MATCH_SCORE,
        "The figures of a score never change: give a new version",
        differs(
            "id", "table_id", "version", "kind", "vp_a", "vp_b", "mp_a", "mp_b", "reason", "reference", "given_by_id",
            "given_at",
        )
        + " OR OLD.superseded_at IS NOT NULL",
    ),
    Trigger("publication_no_update", "UPDATE", PUBLICATION, "Published standings never change: publish others"),
    Trigger("publication_no_delete", "DELETE", PUBLICATION, "Published standings are never deleted"),
    Trigger("entry_event_no_update", "UPDATE", EVENT, "What happened to an entry is never changed"),
    Trigger("entry_event_no_delete", "DELETE", EVENT, "What happened to an entry is never deleted"),
]

TRIGGERS = [*map(_now, games.TRIGGERS), *NEW]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in before.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


def remove(apps, schema_editor):
    games.remove(apps, schema_editor)
    on_table = schema_editor.connection.vendor == "postgresql"
    for trigger in NEW:
        place = f" ON {trigger.table}" if on_table else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
        if on_table:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_stages")]

    operations = [
        # In a transaction of its own: PostgreSQL alters no table whose rows have just been written.
        migrations.AlterField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.stage', verbose_name='fase'),
        ),
        migrations.RunPython(install, remove),
    ]
