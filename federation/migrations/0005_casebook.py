"""The casebook: headnotes and their versions are never changed or deleted."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


first = import_module("tournaments.migrations.0002_triggers")

TRIGGERS = [
    first.Trigger(f"{name}_no_{event.lower()}", event, f"federation_{name}", "Never changed or deleted: add a version")
    for name in ("headnote", "headnoteversion")
    for event in ("UPDATE", "DELETE")
]


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0004_tokens'),
        ('tournaments', '0049_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Headnote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=80, verbose_name='atto')),
                ('year', models.PositiveSmallIntegerField(verbose_name='anno')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('made_at', models.DateTimeField(verbose_name='quando')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='headnotes', to='tournaments.federation', verbose_name='federazione')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='headnotes', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'massima',
                'verbose_name_plural': 'massime',
                'ordering': ['federation', '-year', '-number'],
            },
        ),
        migrations.CreateModel(
            name='HeadnoteDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=80, verbose_name='atto')),
                ('text', models.TextField(verbose_name='massima')),
                ('comment', models.TextField(blank=True, verbose_name='commento')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='voci')),
                ('tells_where', models.BooleanField(default=False, verbose_name='dice luogo e anno')),
                ('no_names', models.JSONField(blank=True, default=list, verbose_name='parole che non sono nomi')),
                ('changed_at', models.DateTimeField(verbose_name='quando')),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
                ('headnote', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='federation.headnote', verbose_name='massima')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'bozza di una massima',
                'verbose_name_plural': 'bozze delle massime',
                'ordering': ['-changed_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='HeadnoteIndex',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('stem', 'radice'), ('article', 'articolo'), ('tag', 'voce'), ('code', 'codice'), ('procedure', 'anomalia')], max_length=10, verbose_name='tipo')),
                ('value', models.CharField(max_length=120, verbose_name='valore')),
                ('headnote', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='found_by', to='federation.headnote', verbose_name='massima')),
            ],
            options={
                'verbose_name': 'indice del massimario',
                'verbose_name_plural': 'indice del massimario',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='HeadnoteVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('state', models.CharField(choices=[('published', 'pubblicata'), ('withdrawn', 'ritirata')], max_length=10, verbose_name='stato')),
                ('text', models.TextField(blank=True, verbose_name='massima')),
                ('comment', models.TextField(blank=True, verbose_name='commento')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='voci')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='luogo')),
                ('decided_in', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='anno della decisione')),
                ('record', models.JSONField(blank=True, default=dict, verbose_name='che cosa fu deciso')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('at', models.DateTimeField(verbose_name='quando')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('headnote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='federation.headnote', verbose_name='massima')),
            ],
            options={
                'verbose_name': 'versione di una massima',
                'verbose_name_plural': 'versioni delle massime',
                'ordering': ['headnote', 'version'],
            },
        ),
        migrations.CreateModel(
            name='CasebookPaper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(max_length=10, verbose_name='lingua')),
                ('stamp', models.CharField(max_length=64)),
                ('content', models.BinaryField(verbose_name='contenuto')),
                ('made_at', models.DateTimeField(verbose_name='fatto il')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'massimario in PDF',
                'verbose_name_plural': 'massimari in PDF',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('federation', 'language'), name='casebook_paper_once')],
            },
        ),
        migrations.AddIndex(
            model_name='headnote',
            index=models.Index(fields=['source'], name='headnote_by_source'),
        ),
        migrations.AddConstraint(
            model_name='headnote',
            constraint=models.UniqueConstraint(fields=('federation', 'year', 'number'), name='headnote_number_once', violation_error_message='Questo numero è già di un’altra massima.'),
        ),
        migrations.AddIndex(
            model_name='headnoteindex',
            index=models.Index(fields=['kind', 'value', 'headnote'], name='headnote_found_by'),
        ),
        migrations.AddConstraint(
            model_name='headnoteversion',
            constraint=models.UniqueConstraint(fields=('headnote', 'version'), name='headnote_version_once', violation_error_message='Intanto qualcun altro ha cambiato la massima.'),
        ),
        migrations.AddConstraint(
            model_name='headnoteversion',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'withdrawn'), models.Q(('text', ''), _negated=True), _connector='OR'), name='headnote_says_something', violation_error_message='Scrivi la massima.'),
        ),
        migrations.AddConstraint(
            model_name='headnoteversion',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='headnote_changed_why', violation_error_message='Chi cambia o ritira una massima dice perché.'),
        ),
        first.keeping(TRIGGERS),
    ]
