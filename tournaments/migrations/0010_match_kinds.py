"""The kinds of match of the online rules, and boards that a match to points did not need.

On SQLite the altered tables are rebuilt and lose their triggers: all of them step aside first and come back at the end.
"""

from importlib import import_module

from django.db import migrations, models

sets = import_module("tournaments.migrations.0007_board_sets")

class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_tie_breaks'),
    ]

    operations = [
        migrations.RunPython(sets.remove, sets.install),
        migrations.RemoveConstraint(
            model_name='boardscore',
            name='score_kind_known',
        ),
        migrations.AddField(
            model_name='tournament',
            name='match_kind',
            field=models.CharField(blank=True, choices=[('a-smazzate', 'A smazzate'), ('a-punti', 'A punti'), ('a-perdere-a-smazzate', 'A perdere, a smazzate'), ('a-perdere-a-punti', 'A perdere, a punti')], default='', max_length=30, verbose_name='tipo di partita'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='boardscore',
            name='kind',
            field=models.CharField(choices=[('played', 'giocato'), ('artificial', 'artificiale'), ('assigned', 'assegnato'), ('rectified', 'rettificato'), ('void', 'annullato'), ('unplayed', 'non giocata')], max_length=20, verbose_name='genere'),
        ),
        migrations.AddConstraint(
            model_name='boardscore',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['played', 'artificial', 'assigned', 'rectified', 'void', 'unplayed'])), name='score_kind_known', violation_error_message='Questo genere di punteggio non esiste.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('match_kind', ''), models.Q(('game', 'tressette'), ('match_kind__in', ['a-smazzate', 'a-punti', 'a-perdere-a-smazzate', 'a-perdere-a-punti'])), _connector='OR'), name='match_kind_known', violation_error_message='Questo tipo di partita non esiste.'),
        ),
        migrations.RunPython(sets.install, sets.remove),
    ]
