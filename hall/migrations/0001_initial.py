"""Calls, clocks and the codes of the lines."""

import django.core.validators
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
                    name='Call',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.table', verbose_name='tavolo')),
                        ('line', models.CharField(blank=True, choices=[('A', 'A'), ('B', 'B')], max_length=1, verbose_name='linea')),
                        ('seat', models.CharField(blank=True, choices=[('N', 'Nord'), ('W', 'Ovest'), ('S', 'Sud'), ('E', 'Est')], max_length=1, verbose_name='posto')),
                        ('reason', models.CharField(blank=True, choices=[('anomaly', 'anomalia'), ('count', 'conteggio'), ('cards', 'carte'), ('conduct', 'comportamento'), ('absence', 'assenza'), ('other', 'altro')], max_length=10, verbose_name='motivo')),
                        ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chiamato da')),
                        ('opened_at', models.DateTimeField(verbose_name='chiamato alle')),
                        ('renewals', models.PositiveSmallIntegerField(default=0, verbose_name='richiamate')),
                        ('renewed_at', models.DateTimeField(blank=True, null=True, verbose_name='richiamato alle')),
                        ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='va')),
                        ('taken_at', models.DateTimeField(blank=True, null=True, verbose_name='presa alle')),
                        ('arrived_at', models.DateTimeField(blank=True, null=True, verbose_name='arrivato alle')),
                        ('put_off_until', models.DateTimeField(blank=True, null=True, verbose_name='rimandata alle')),
                        ('second_asked_at', models.DateTimeField(blank=True, null=True, verbose_name='secondo arbitro chiesto alle')),
                        ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='secondo')),
                        ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='chiusa alle')),
                        ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chiusa da')),
                        ('outcome', models.CharField(blank=True, choices=[('ruling', 'provvedimento'), ('no-anomaly', 'nessuna anomalia'), ('extra-time', 'tempo in più'), ('information', 'informazione'), ('withdrawn', 'ritirata')], max_length=12, verbose_name='esito')),
                        ('minutes_back', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minuti resi')),
                    ],
                    options={
                        'verbose_name': 'chiamata',
                        'verbose_name_plural': 'chiamate',
                        'ordering': ['opened_at', 'pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('table',), name='call_table_once', violation_error_message='Questo tavolo ha già chiamato.'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('closed_by__isnull', True), ('outcome', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='call_outcome_told', violation_error_message='Una chiamata chiusa ha un esito, una aperta no.'), models.CheckConstraint(condition=models.Q(models.Q(('arrived_at__isnull', True), ('owner__isnull', True), ('taken_at__isnull', True)), models.Q(('owner__isnull', False), ('taken_at__isnull', False)), _connector='OR'), name='call_taken_by_somebody', violation_error_message='Una chiamata presa ha chi l’ha presa, e quando.')],
                    },
                ),
                migrations.CreateModel(
                    name='ZoneTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='zones', to='tournaments.tournament', verbose_name='torneo')),
                        ('table', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='tavolo')),
                        ('arbiter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='arbitro')),
                    ],
                    options={
                        'verbose_name': 'tavolo di una zona',
                        'verbose_name_plural': 'tavoli delle zone',
                        'ordering': ['tournament', 'table'],
                        'constraints': [models.UniqueConstraint(fields=('tournament', 'table'), name='zonetable_table_once', violation_error_message='Questo tavolo è già di un arbitro.')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundClock',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round', verbose_name='turno')),
                        ('minutes', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='minuti')),
                        ('started_at', models.DateTimeField(verbose_name='partito alle')),
                        ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='fermo dalle')),
                        ('paused_seconds', models.PositiveIntegerField(default=0, verbose_name='secondi di sosta')),
                        ('time_out_at', models.DateTimeField(blank=True, null=True, verbose_name='time out alle')),
                    ],
                    options={
                        'verbose_name': 'orologio del turno',
                        'verbose_name_plural': 'orologi dei turni',
                    },
                ),
                migrations.CreateModel(
                    name='ExtraTime',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='extra_times', to='tournaments.table', verbose_name='tavolo')),
                        ('minutes', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='minuti in più')),
                        ('reason', models.TextField(verbose_name='motivo')),
                        ('given_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='dato da')),
                        ('given_at', models.DateTimeField(verbose_name='dato il')),
                    ],
                    options={
                        'verbose_name': 'tempo in più',
                        'verbose_name_plural': 'tempi in più',
                        'ordering': ['table', 'given_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), ('minutes__gte', 1)), name='extra_time_has_reason', violation_error_message='Il tempo in più ha bisogno dei minuti e del motivo.')],
                    },
                ),
                migrations.CreateModel(
                    name='LineCode',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_codes', to='tournaments.table', verbose_name='tavolo')),
                        ('line', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1, verbose_name='linea')),
                        ('issue', models.PositiveSmallIntegerField(verbose_name='numero')),
                        ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='fatto da')),
                        ('made_at', models.DateTimeField(verbose_name='fatto il')),
                    ],
                    options={
                        'verbose_name': 'codice di una linea',
                        'verbose_name_plural': 'codici delle linee',
                        'ordering': ['table', 'line', 'issue'],
                        'constraints': [models.UniqueConstraint(fields=('table', 'line', 'issue'), name='linecode_issue_once', violation_error_message='Questo codice esiste già.'), models.CheckConstraint(condition=models.Q(('issue__gt', 1)), name='line_code_after_the_first', violation_error_message='Il primo codice di una linea vale senza essere scritto.')],
                    },
                ),
                migrations.CreateModel(
                    name='LineRequests',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.table', verbose_name='tavolo')),
                        ('line', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1, verbose_name='linea')),
                        ('issue', models.PositiveSmallIntegerField(verbose_name='numero')),
                        ('kind', models.CharField(choices=[('sent', 'inviato'), ('typed', 'codice scritto'), ('called', 'chiamata')], max_length=10, verbose_name='genere')),
                        ('made', models.PositiveSmallIntegerField(default=0, verbose_name='quante volte')),
                        ('since', models.DateTimeField(verbose_name='dal')),
                    ],
                    options={
                        'verbose_name': 'invii di una linea',
                        'verbose_name_plural': 'invii delle linee',
                        'constraints': [models.UniqueConstraint(fields=('table', 'line', 'issue', 'kind'), name='linerequests_kind_once', violation_error_message='Di questo codice si conta già.')],
                    },
                ),
            ],
        ),
    ]
