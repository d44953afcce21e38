"""What the tie-break of a knock-out match rests on, among what never changes of a decision."""

from dataclasses import replace
from importlib import import_module

from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")
before = import_module("tournaments.migrations.0008_knockout_versions")


def _now(trigger):
    if trigger.name != "knockout_winner_fixed":
        return trigger
    return replace(trigger, when=first.differs("tie_break") + " OR " + trigger.when)


TRIGGERS = [_now(trigger) for trigger in before.TRIGGERS]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in first.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_knockout_versions'),
    ]

    operations = [
        # Rebuilt on SQLite, the table loses its triggers: they step aside first and come back at the end.
        migrations.RunPython(before.remove, before.install),
        migrations.AddField(
            model_name='knockoutwinner',
            name='tie_break',
            field=models.JSONField(blank=True, default=dict, verbose_name='spareggi'),
        ),
        migrations.RunPython(install, before.remove),
    ]
