"""Drafts of pairings that were discarded, with the rounds that they were to be.

On SQLite the altered tables are rebuilt and lose their triggers: all of them step aside first and come back at the end.
"""

from importlib import import_module

from django.db import migrations, models

sets = import_module("tournaments.migrations.0007_board_sets")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0039_copied_from'),
    ]

    operations = [
        migrations.RunPython(sets.remove, sets.install),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='one_current_pairing',
        ),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='pairing_state_known',
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='round_state_known',
        ),
        migrations.AlterField(
            model_name='pairing',
            name='state',
            field=models.CharField(choices=[('draft', 'in preparazione'), ('published', 'pubblicato'), ('superseded', 'sostituito'), ('discarded', 'scartato')], default='draft', max_length=20, verbose_name='stato'),
        ),
        migrations.AlterField(
            model_name='round',
            name='state',
            field=models.CharField(choices=[('draft', 'in preparazione'), ('published', 'pubblicato'), ('playing', 'in corso'), ('closed', 'chiuso'), ('discarded', 'scartato')], default='draft', max_length=20, verbose_name='stato'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['superseded', 'discarded']), _negated=True), fields=('round',), name='one_current_pairing', violation_error_message='Il turno ha già un abbinamento in vigore.'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('published_at__isnull', True), ('state', 'draft'), ('superseded_at__isnull', True)), models.Q(('published_at__isnull', False), ('state', 'published'), ('superseded_at__isnull', True), models.Q(('hash', ''), _negated=True)), models.Q(('state', 'superseded'), ('superseded_at__isnull', False)), models.Q(('published_at__isnull', True), ('state', 'discarded'), ('superseded_at__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='pairing_state_known', violation_error_message='Lo stato dell’abbinamento non torna con le sue date.'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'published', 'playing', 'closed', 'discarded'])), name='round_state_known', violation_error_message='Questo stato del turno non esiste.'),
        ),
        migrations.RunPython(sets.install, sets.remove),
    ]
