"""Boards that go round: they belong to a set of the stage, and each table of a round plays the boards of its set.

A table without a set plays the boards of its round, as before. Board is rebuilt on SQLite and loses its triggers: all of
them step aside first and come back at the end, now with what a table plays in place of the round alone. A later
migration that alters one of these tables runs this `remove` first and `install` last.
"""

from dataclasses import replace
from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")
before = import_module("tournaments.migrations.0005_official_records")

_TABLE = "(SELECT {column} FROM tournaments_table WHERE id = NEW.table_id)"
_BOARD = "(SELECT {column} FROM tournaments_board WHERE id = NEW.board_id)"
_SET_OF_TOURNAMENT = (
    "(SELECT s.tournament_id FROM tournaments_stage s JOIN tournaments_boardset b ON b.stage_id = s.id"
    " WHERE b.id = NEW.board_set_id)"
)
_STAGE_OF_SET = "(SELECT stage_id FROM tournaments_boardset WHERE id = NEW.board_set_id)"
_STAGE_OF_ROUND = "(SELECT stage_id FROM tournaments_round WHERE id = NEW.round_id)"

CHANGED = {
    "board_same_tournament": (
        "The round or the set of a board belongs to its tournament",
        f"NEW.tournament_id <> COALESCE({first._OF_ROUND}, {_SET_OF_TOURNAMENT})",
    ),
    "score_same_round": (
        "A board is scored at the tables that play it",
        f"({_TABLE.format(column='board_set_id')} {{differs}} {_BOARD.format(column='board_set_id')})"
        f" OR ({_BOARD.format(column='board_set_id')} IS NULL"
        f" AND {_TABLE.format(column='round_id')} <> {_BOARD.format(column='round_id')})",
    ),
}
NEW = [
    *(
        first.Trigger(
            f"table_set_of_stage_{event.lower()}",
            event,
            "tournaments_table",
            "A table plays a set of boards of its stage",
            f"NEW.board_set_id IS NOT NULL AND {_STAGE_OF_SET} <> {_STAGE_OF_ROUND}",
        )
        for event in ("INSERT", "UPDATE")
    ),
    first.Trigger(
        "table_set_fixed",
        "UPDATE",
        "tournaments_table",
        "What a table with scores plays never changes",
        f"({first.differs('board_set_id')}) AND EXISTS"
        " (SELECT 1 FROM tournaments_boardscore s WHERE s.table_id = NEW.id)",
    ),
    first.Trigger(
        "board_place_fixed",
        "UPDATE",
        "tournaments_board",
        "A board with scores stays in its round or set",
        f"({first.differs('round_id', 'board_set_id')}) AND EXISTS"
        " (SELECT 1 FROM tournaments_boardscore s WHERE s.board_id = NEW.id)",
    ),
]


def _now(trigger):
    message, when = CHANGED.get(trigger.name.rsplit("_", 1)[0], (trigger.message, trigger.when))
    return replace(trigger, message=message, when=when)


TRIGGERS = [*map(_now, before.TRIGGERS), *NEW]


def install(apps, schema_editor):
    for trigger in TRIGGERS:
        for sql in first.statements(trigger, schema_editor.connection.vendor):
            schema_editor.execute(sql, params=None)


def remove(apps, schema_editor):
    before.remove(apps, schema_editor)
    on_table = schema_editor.connection.vendor == "postgresql"
    for trigger in NEW:
        place = f" ON {trigger.table}" if on_table else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{place}", params=None)
        if on_table:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger.name}()", params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_imports'),
    ]

    operations = [
        migrations.RunPython(before.remove, before.install),
        migrations.AlterField(
            model_name='board',
            name='round',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='boards', to='tournaments.round', verbose_name='turno'),
        ),
        migrations.CreateModel(
            name='BoardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='board_sets', to='tournaments.stage', verbose_name='fase')),
            ],
            options={
                'verbose_name': 'gruppo di smazzate',
                'verbose_name_plural': 'gruppi di smazzate',
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.AddField(
            model_name='board',
            name='board_set',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='tournaments.boardset', verbose_name='gruppo di smazzate'),
        ),
        migrations.AddField(
            model_name='table',
            name='board_set',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournaments.boardset', verbose_name='gruppo di smazzate'),
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('board_set__isnull', True), ('round__isnull', False)), models.Q(('board_set__isnull', False), ('round__isnull', True)), _connector='OR'), name='board_of_round_or_set', violation_error_message='Una smazzata è di un turno o di un gruppo che gira.'),
        ),
        migrations.AddConstraint(
            model_name='boardset',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='board_set_number_once', violation_error_message='Questo gruppo di smazzate esiste già.'),
        ),
        migrations.RunPython(install, remove),
    ]
