"""Points of a deal among the adjustments.

On SQLite the table is rebuilt and loses its triggers: they step aside first and come back at the end.
"""

from importlib import import_module

from django.db import migrations, models

before = import_module("tournaments.migrations.0002_triggers")
latest = import_module("tournaments.migrations.0003_games")

TRIGGERS = [trigger for trigger in latest.TRIGGERS if trigger.table == before.ADJUSTMENT]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in before.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


def remove(apps, schema_editor):
    on_table = schema_editor.connection.vendor == "postgresql"
    for trigger in TRIGGERS:
        place = f" ON {trigger.table}" if on_table else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
        if on_table:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_match_kinds")]

    operations = [
        migrations.RunPython(remove, install),
        migrations.RemoveConstraint(
            model_name="adjustment",
            name="adjustment_kind_and_amount",
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="kind",
            field=models.CharField(
                choices=[("vp", "VP"), ("mp", "MP"), ("points", "punti della smazzata"), ("warning", "ammonizione")],
                max_length=20,
                verbose_name="genere",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["vp", "mp"]), models.Q(("amount", 0), _negated=True)),
                    models.Q(("kind", "points"), ("round__isnull", False), models.Q(("amount", 0), _negated=True)),
                    models.Q(("amount", 0), ("kind", "warning")),
                    _connector="OR",
                ),
                name="adjustment_kind_and_amount",
                violation_error_message="VP, MP e punti vogliono una quantità, l’ammonizione nessuna.",
            ),
        ),
        migrations.RunPython(install, remove),
    ]
