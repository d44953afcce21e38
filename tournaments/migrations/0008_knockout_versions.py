"""Who goes on from a knock-out match is decided in versions: those there become the first, and triggers keep them all."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")

WINNER = "tournaments_knockoutwinner"
TRIGGERS = [
    first.Trigger("knockout_winner_no_delete", "DELETE", WINNER, "A decision is never deleted"),
    first.Trigger(
        "knockout_winner_fixed",
        "UPDATE",
        WINNER,
        "A decision never changes: give a new version",
        first.differs("id", "table_id", "version", "winner_id", "reason", "decided_by_id", "decided_at")
        + " OR OLD.superseded_at IS NOT NULL",
    ),
]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in first.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


def remove(apps, schema_editor):
    on_table = schema_editor.connection.vendor == "postgresql"
    for trigger in TRIGGERS:
        place = f" ON {trigger.table}" if on_table else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
        if on_table:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_board_sets'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='knockoutwinner',
            options={'ordering': ['table', 'version'], 'verbose_name': 'chi passa il turno', 'verbose_name_plural': 'chi passa il turno'},
        ),
        migrations.AlterField(
            model_name='knockoutwinner',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='knockout_winners', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='version',
            field=models.PositiveIntegerField(default=1, verbose_name='versione'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='superseded_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sostituito da'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='superseded_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='sostituito il'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='supersede_reason',
            field=models.TextField(blank=True, verbose_name='perché è stato sostituito'),
        ),
        migrations.AddConstraint(
            model_name='knockoutwinner',
            constraint=models.UniqueConstraint(fields=('table', 'version'), name='knockout_winner_version_once', violation_error_message='Questa versione della decisione esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='knockoutwinner',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('table',), name='one_current_knockout_winner', violation_error_message='È già deciso chi passa da questo incontro.'),
        ),
        migrations.AddConstraint(
            model_name='knockoutwinner',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('supersede_reason', ''), ('superseded_at__isnull', True), ('superseded_by__isnull', True)), models.Q(('superseded_at__isnull', False), ('superseded_by__isnull', False), models.Q(('supersede_reason', ''), _negated=True)), _connector='OR'), name='knockout_winner_superseded', violation_error_message='Chi decide di nuovo dice chi è, quando e perché.'),
        ),
        migrations.RunPython(install, remove),
    ]
