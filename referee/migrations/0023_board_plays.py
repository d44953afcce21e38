"""Plays of a board, and scores that rest on them or on an ending; the database keeps what was told of cards.

On SQLite the table of arbitral scores is rebuilt without its triggers: they step aside meanwhile, and come back with
its two new columns among the figures that never change.
"""

from importlib import import_module

import django.db.models.deletion
import tournaments.models.fields
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")
of_scores = import_module("referee.migrations.0002_triggers")
FIGURES = (*of_scores.FIGURES, "ending_id", "play_id")

TOLD = [
    first.Trigger(f"{table}_no_{event.lower()}", event, f"referee_{table}", "What was told of cards never changes: tell anew")
    for table in ("cardending", "boardplay")
    for event in ("UPDATE", "DELETE")
]


def _steps(of_event):
    vendor_of = {"sqlite": of_scores.sqlite, "postgresql": of_scores.postgresql}

    def install(apps, schema_editor):
        for name, table, event, _condition in _guards():
            for statement in vendor_of[schema_editor.connection.vendor](name, table, event, of_event[event]):
                schema_editor.execute(statement)

    return install


def _guards():
    return [guard for guard in of_scores.guards() if guard[1] == of_scores.SCORE]


def remove(apps, schema_editor):
    for name, table, _event, _condition in _guards():
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER referee_{name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION referee_{name}()")
        else:
            schema_editor.execute(f"DROP TRIGGER referee_{name}")


def score_changed(distinct):
    figures = " OR ".join(f"OLD.{name} {distinct} NEW.{name}" for name in FIGURES)
    return f"{figures} OR (NEW.is_current AND NOT OLD.is_current)"


as_before = _steps({"UPDATE": of_scores.score_changed, "DELETE": None})
with_cards = _steps({"UPDATE": score_changed, "DELETE": None})


class Migration(migrations.Migration):

    dependencies = [
        ('referee', '0022_card_endings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(remove, as_before),
        migrations.AddField(
            model_name='arbitralscore',
            name='ending',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='referee.cardending'),
        ),
        migrations.CreateModel(
            name='BoardPlay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='numero')),
                ('hands', models.JSONField(verbose_name='mani')),
                ('leader', tournaments.models.fields.SeatField(verbose_name='di mano')),
                ('cards', models.JSONField(verbose_name='carte giocate')),
                ('before', models.PositiveSmallIntegerField(default=0, verbose_name='terzi già presi da Nord-Sud')),
                ('accusa_a', models.PositiveSmallIntegerField(default=0, verbose_name='accuse di Nord-Sud')),
                ('accusa_b', models.PositiveSmallIntegerField(default=0, verbose_name='accuse di Est-Ovest')),
                ('anomaly', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='carta dell’anomalia')),
                ('barred', models.JSONField(default=list, verbose_name='carte vietate')),
                ('values', models.JSONField(verbose_name='quanto valeva')),
                ('instead', models.JSONField(default=list, verbose_name='che cos’altro si poteva giocare')),
                ('outcomes', models.JSONField(default=list, verbose_name='limiti')),
                ('told_at', models.DateTimeField(verbose_name='registrato il')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='board_plays', to='referee.case', verbose_name='caso')),
                ('told_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'passata carta per carta',
                'verbose_name_plural': 'passate carta per carta',
                'ordering': ['case', 'number'],
            },
        ),
        migrations.AddField(
            model_name='arbitralscore',
            name='play',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='referee.boardplay'),
        ),
        migrations.AddConstraint(
            model_name='arbitralscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ending__isnull', True), ('play__isnull', True)), models.Q(('method', 'assigned'), models.Q(('ending__isnull', True), ('play__isnull', True), _connector='OR')), _connector='OR'), name='arbitral_score_rests_on_one'),
        ),
        migrations.AddConstraint(
            model_name='boardplay',
            constraint=models.UniqueConstraint(fields=('case', 'number'), name='board_play_once'),
        ),
        migrations.RunPython(with_cards, remove),
        first.keeping(TOLD),
    ]
