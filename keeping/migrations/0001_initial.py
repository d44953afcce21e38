"""What was erased, and what is held."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from records.guards import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('people', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='Erasure',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True, verbose_name='numero')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to='people.player', verbose_name='giocatore')),
                        ('reason', models.TextField(verbose_name='motivo')),
                        ('places', models.JSONField(blank=True, default=list, verbose_name='dove')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                        ('at', models.DateTimeField(verbose_name='quando')),
                    ],
                    options={
                        'verbose_name': 'cancellazione',
                        'verbose_name_plural': 'cancellazioni',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='LegalHold',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='holds', to='people.player', verbose_name='giocatore')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='holds', to='tournaments.tournament', verbose_name='torneo')),
                        ('reason', models.TextField(verbose_name='motivo')),
                        ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='posto da')),
                        ('set_at', models.DateTimeField(verbose_name='posto il')),
                        ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='tolto da')),
                        ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='tolto il')),
                    ],
                    options={
                        'verbose_name': 'vincolo',
                        'verbose_name_plural': 'vincoli',
                        'ordering': ['set_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('player__isnull', False), ('tournament__isnull', True)), models.Q(('player__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='legalhold_of_one', violation_error_message='Un vincolo è su un giocatore o su un torneo.')],
                    },
                ),
            ],
        ),
    ]
