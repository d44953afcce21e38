"""The game of a tournament and of its scores: deals of burraco by fives, below zero too.

On SQLite the altered tables are rebuilt and lose their triggers: they step aside first and come back at the end, now
with the game among the figures that never change.
"""

from dataclasses import replace
from importlib import import_module

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
from django.db import migrations, models

before = import_module("tournaments.migrations.0002_triggers")

_OF_TABLE = (
    "(SELECT t.game FROM tournaments_tournament t JOIN tournaments_round r ON r.tournament_id = t.id"
    " JOIN tournaments_table p ON p.round_id = r.id WHERE p.id = NEW.table_id)"
)
SAME_GAME = before.Trigger(
    "score_same_game", "INSERT", before.SCORE, "A score is of its tournament's game", f"NEW.game <> {_OF_TABLE}"
)
GAME_FIXED = before.Trigger(
    "tournament_game_fixed",
    "UPDATE",
    "tournaments_tournament",
    "The game of a tournament with scores never changes",
    "(" + before.differs("game") + ") AND EXISTS (SELECT 1 FROM tournaments_boardscore s"
    " JOIN tournaments_table p ON p.id = s.table_id JOIN tournaments_round r ON r.id = p.round_id"
    " WHERE r.tournament_id = NEW.id)",
)


def _now(trigger):
    if trigger.name != "score_figures_fixed":
        return trigger
    return replace(trigger, when=f"{trigger.when} OR " + before.differs("game"))


TRIGGERS = [*map(_now, before.TRIGGERS), SAME_GAME, GAME_FIXED]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in before.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


def remove(apps, schema_editor):
    before.remove(apps, schema_editor)
    on_table = schema_editor.connection.vendor == "postgresql"
    for trigger in (SAME_GAME, GAME_FIXED):
        place = f" ON {trigger.table}" if on_table else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
        if on_table:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_triggers'),
    ]

    operations = [
        migrations.RunPython(before.remove, before.install),
        migrations.RemoveConstraint(
            model_name='boardscore',
            name='played_deck_is_eleven',
        ),
        migrations.RemoveConstraint(
            model_name='boardscore',
            name='accusa_within_points',
        ),
        migrations.AddField(
            model_name='boardscore',
            name='game',
            field=models.CharField(choices=[('tressette', 'Tressette'), ('burraco', 'Burraco')], default='tressette', max_length=20, verbose_name='gioco'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='game',
            field=models.CharField(choices=[('tressette', 'Tressette'), ('burraco', 'Burraco')], default='tressette', max_length=20, verbose_name='gioco'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='separe',
            field=models.CharField(blank=True, choices=[('senza-separe', 'Senza separé'), ('con-separe', 'Con separé e paramani')], max_length=40, verbose_name='separé'),
        ),
        migrations.AlterField(
            model_name='boardscore',
            name='accusa_a',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='di cui accusa della linea A'),
        ),
        migrations.AlterField(
            model_name='boardscore',
            name='accusa_b',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='di cui accusa della linea B'),
        ),
        migrations.AlterField(
            model_name='boardscore',
            name='points_a',
            field=models.SmallIntegerField(blank=True, null=True, verbose_name='punti della linea A'),
        ),
        migrations.AlterField(
            model_name='boardscore',
            name='points_b',
            field=models.SmallIntegerField(blank=True, null=True, verbose_name='punti della linea B'),
        ),
        migrations.AlterField(
            model_name='entrymember',
            name='position',
            field=models.PositiveSmallIntegerField(choices=[(1, 'primo'), (2, 'secondo')], verbose_name='posto'),
        ),
        migrations.AlterField(
            model_name='table',
            name='line_a',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables_as_a', to='tournaments.entry', verbose_name='linea A'),
        ),
        migrations.AlterField(
            model_name='table',
            name='line_b',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables_as_b', to='tournaments.entry', verbose_name='linea B'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='accusa',
            field=models.CharField(blank=True, choices=[('con-accusa', 'Con l’accusa'), ('senza-accusa', 'Senza accusa'), ('dichiarazione-consentita', 'Con dichiarazione consentita'), ('dichiarazione-obbligatoria', 'Con dichiarazione obbligatoria')], default='con-accusa', max_length=40, verbose_name='accusa'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='forma',
            field=models.CharField(blank=True, choices=[('ordinario', 'Gioco ordinario'), ('duplicato', 'Gioco duplicato')], default='duplicato', max_length=40, verbose_name='forma di gioco'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='norme',
            field=models.CharField(blank=True, choices=[('tradizionali', 'Norme tradizionali'), ('moderne', 'Norme moderne')], default='moderne', max_length=40, verbose_name='norme'),
        ),
        migrations.AddConstraint(
            model_name='boardscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'tressette'), ('kind', 'played'), _negated=True), ('points_a', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('accusa_a'), '+', models.F('accusa_b')), '+', models.Value(11)), '-', models.F('points_b'))), _connector='OR'), name='played_deck_is_eleven', violation_error_message='I punti delle carte devono fare 11.'),
        ),
        migrations.AddConstraint(
            model_name='boardscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'burraco'), _negated=True), ('kind', 'void'), models.Q(django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('points_a'), '%%', models.Value(5)), 0), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('points_b'), '%%', models.Value(5)), 0), ('accusa_a', 0), ('accusa_b', 0)), _connector='OR'), name='burraco_by_fives', violation_error_message='A burraco i punti vanno di 5 in 5, senza accusa.'),
        ),
        migrations.AddConstraint(
            model_name='boardscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'tressette'), _negated=True), ('kind', 'void'), models.Q(('points_a__gte', 0), ('points_b__gte', 0)), _connector='OR'), name='tressette_points_positive', violation_error_message='I punti non possono essere negativi.'),
        ),
        migrations.AddConstraint(
            model_name='boardscore',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'void'), ('game', 'burraco'), models.Q(('accusa_a__lte', models.F('points_a')), ('accusa_b__lte', models.F('points_b'))), _connector='OR'), name='accusa_within_points', violation_error_message='I punti di accusa sono compresi nel totale.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'tressette'), ('separe', ''), models.Q(('forma', ''), _negated=True), models.Q(('norme', ''), _negated=True), models.Q(('accusa', ''), _negated=True)), models.Q(('accusa', ''), ('forma', ''), ('game', 'burraco'), ('norme', ''), ('separe__in', ['senza-separe', 'con-separe'])), _connector='OR'), name='options_of_the_game', violation_error_message='Scegli forma, norme e accusa per il tressette, il separé per il burraco.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', 'burraco'), _negated=True), ('boards_per_round__in', [2, 3, 4]), _connector='OR'), name='burraco_match_has_scale', violation_error_message='A burraco un turno è di 2, 3 o 4 smazzate.'),
        ),
        migrations.RunPython(install, remove),
    ]
