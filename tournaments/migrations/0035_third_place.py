"""The match for the third place: whether a stage has one, and which match of a bracket a table plays.

On SQLite the table of stages is rebuilt and the triggers that read it stand in the way: they step aside meanwhile.
"""

from importlib import import_module

from django.db import migrations, models


sets = import_module("tournaments.migrations.0007_board_sets")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0034_words_of_constraints'),
    ]

    operations = [
        migrations.RunPython(sets.remove, sets.install),
        migrations.AddField(
            model_name='stage',
            name='third_place',
            field=models.BooleanField(default=False, verbose_name='finale per il terzo posto'),
        ),
        migrations.AddField(
            model_name='table',
            name='bracket',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='posti del tabellone'),
        ),
        migrations.RunPython(sets.install, sets.remove),
    ]
