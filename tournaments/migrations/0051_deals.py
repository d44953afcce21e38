"""The deals of a tournament, what commits to them, and their seed once it is opened; none of it is ever changed or deleted."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")

TRIGGERS = [
    first.Trigger(f"{name}_no_{event.lower()}", event, table, message)
    for name, table, message in (
        ("deal_set", "tournaments_dealset", "Deals are never changed or deleted: make a new version"),
        ("deal_secret", "tournaments_dealsecret", "What commits to deals is never changed or deleted"),
        ("deals_opened", "tournaments_dealsopened", "What was opened is never changed or deleted"),
    )
    for event in ("UPDATE", "DELETE")
]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0050_told_of_penalties_and_questions'),
    ]

    operations = [
        migrations.CreateModel(
            name='DealSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('source', models.CharField(choices=[('drawn', 'estratte dal programma'), ('written', 'scritte o importate')], max_length=10, verbose_name='da dove vengono')),
                ('boards', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='quante smazzate')),
                ('commitment', models.CharField(max_length=64, verbose_name='impronta')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('made_at', models.DateTimeField(verbose_name='quando')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deal_sets', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'smazzate preparate',
                'verbose_name_plural': 'smazzate preparate',
                'ordering': ['tournament', 'version'],
            },
        ),
        migrations.CreateModel(
            name='DealSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.CharField(max_length=64, verbose_name='seme')),
                ('text', models.TextField(blank=True, verbose_name='testo delle smazzate')),
                ('deal_set', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='kept', to='tournaments.dealset', verbose_name='smazzate')),
            ],
            options={
                'verbose_name': 'segreto delle smazzate',
                'verbose_name_plural': 'segreti delle smazzate',
            },
        ),
        migrations.CreateModel(
            name='DealsOpened',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.CharField(max_length=64, verbose_name='seme')),
                ('text', models.TextField(blank=True, verbose_name='testo delle smazzate')),
                ('opened_at', models.DateTimeField(verbose_name='quando')),
                ('deal_set', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='opened', to='tournaments.dealset', verbose_name='smazzate')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
            ],
            options={
                'verbose_name': 'smazzate aperte',
                'verbose_name_plural': 'smazzate aperte',
            },
        ),
        migrations.AddConstraint(
            model_name='dealset',
            constraint=models.UniqueConstraint(fields=('tournament', 'version'), name='deal_set_version_once', violation_error_message='Intanto qualcun altro ha preparato le smazzate.'),
        ),
        migrations.AddConstraint(
            model_name='dealset',
            constraint=models.CheckConstraint(condition=models.Q(('source__in', ['drawn', 'written'])), name='deal_set_source_known', violation_error_message='Le smazzate sono estratte dal programma, o scritte.'),
        ),
        migrations.AddConstraint(
            model_name='dealset',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='deal_set_changed_why', violation_error_message='Chi rifà le smazzate dice perché.'),
        ),
        first.keeping(TRIGGERS),
    ]
