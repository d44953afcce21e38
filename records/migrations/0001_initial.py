"""The log, the keys of requests served, the salts of seals."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from records.guards import CreateModels, Guard


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('people', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    # Where SQLite makes a table anew it reads all triggers, of which those of deletions read the table of what is thrown away.
    run_before = [('admin', '0001_initial')]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='LogEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='tournaments.tournament', verbose_name='torneo')),
                        ('sequence', models.PositiveIntegerField(verbose_name='numero')),
                        ('at', models.DateTimeField(verbose_name='quando')),
                        ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to=settings.AUTH_USER_MODEL, verbose_name='chi')),
                        ('action', models.CharField(max_length=60, verbose_name='azione')),
                        ('object', models.CharField(max_length=200, verbose_name='oggetto')),
                        ('data', models.JSONField(verbose_name='dati')),
                        ('seals', models.JSONField(blank=True, null=True, verbose_name='sigilli')),
                        ('salt', models.CharField(max_length=32)),
                        ('erased', models.JSONField(blank=True, null=True)),
                        ('previous_hash', models.CharField(blank=True, max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                    ],
                    options={
                        'verbose_name': 'riga del registro',
                        'verbose_name_plural': 'registro',
                        'ordering': ['tournament', 'sequence'],
                        'constraints': [models.UniqueConstraint(fields=('tournament', 'sequence'), name='logentry_sequence_once', violation_error_message='La riga del registro esiste già.'), Guard(name='log_no_update', on='UPDATE', says='A line of the log is never changed'), Guard(name='log_no_delete', on='DELETE', says='A line of the log is never deleted')],
                    },
                ),
                migrations.CreateModel(
                    name='IdempotencyKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='utente')),
                        ('key', models.CharField(max_length=64, verbose_name='chiave')),
                        ('action', models.CharField(max_length=60, verbose_name='azione')),
                        ('content', models.CharField(blank=True, max_length=64, verbose_name='contenuto')),
                        ('result', models.CharField(blank=True, max_length=200, verbose_name='risultato')),
                    ],
                    options={
                        'verbose_name': 'richiesta servita',
                        'verbose_name_plural': 'richieste servite',
                        'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='idempotencykey_key_once', violation_error_message='Richiesta già servita.')],
                    },
                ),
                migrations.CreateModel(
                    name='RecordSalt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
                        ('federation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='people.federation', verbose_name='federazione')),
                        ('record', models.CharField(max_length=200, unique=True, verbose_name='oggetto')),
                        ('salt', models.CharField(max_length=32)),
                        ('texts', models.JSONField(blank=True, null=True)),
                    ],
                    options={
                        'verbose_name': 'sale di un sigillo',
                        'verbose_name_plural': 'sali dei sigilli',
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('federation__isnull', False), ('tournament__isnull', True)), models.Q(('federation__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='recordsalt_of_one', violation_error_message='Un sale è di un torneo o di una federazione.')],
                    },
                ),
                migrations.CreateModel(
                    name='ThrownAway',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'torneo di prova che si butta',
                        'verbose_name_plural': 'tornei di prova che si buttano',
                        'constraints': [Guard(name='only_practice_thrown_away', on='INSERT', says='Only a practice tournament is thrown away', when="NOT EXISTS (SELECT 1 FROM tournaments_tournament t JOIN people_federation f ON f.id = t.federation_id WHERE t.id = NEW.tournament_id AND f.code = 'torneo-di-prova')")],
                    },
                ),
            ],
        ),
    ]
