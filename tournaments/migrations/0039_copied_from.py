"""From which tournament one was copied.

On SQLite, backwards, the table of tournaments is rebuilt and the triggers that read it stand in the way: they step aside
meanwhile.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

sets = import_module("tournaments.migrations.0007_board_sets")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_club_notice_acts'),
    ]

    operations = [
        migrations.RunPython(sets.remove, sets.install),
        migrations.AddField(
            model_name='tournament',
            name='copied_from',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='tournaments.tournament', verbose_name='copiato da'),
        ),
        migrations.RunPython(sets.install, sets.remove),
    ]
