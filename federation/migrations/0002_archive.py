"""The archive: its index, with the database's own full-text table beside the stems; feeds and exports."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# SQLite 3.42 can overwrite what it deletes; before, an erasure makes the table anew (`federation/actions/archive.py`).
SECURE_DELETE = (3, 42, 0)
FTS = "federation_archivefts"
SQLITE = [
    f"""CREATE VIRTUAL TABLE {FTS} USING fts5(stems, content='federation_archivedstems', content_rowid='archived_id',
        detail='none', tokenize='unicode61')""",
    f"""CREATE TRIGGER archived_stems_insert AFTER INSERT ON federation_archivedstems BEGIN
        INSERT INTO {FTS} (rowid, stems) VALUES (NEW.archived_id, NEW.stems); END""",
    f"""CREATE TRIGGER archived_stems_delete AFTER DELETE ON federation_archivedstems BEGIN
        INSERT INTO {FTS} ({FTS}, rowid, stems) VALUES ('delete', OLD.archived_id, OLD.stems); END""",
    f"""CREATE TRIGGER archived_stems_update AFTER UPDATE ON federation_archivedstems BEGIN
        INSERT INTO {FTS} ({FTS}, rowid, stems) VALUES ('delete', OLD.archived_id, OLD.stems);
        INSERT INTO {FTS} (rowid, stems) VALUES (NEW.archived_id, NEW.stems); END""",
]
# The stems are made by us, the same on every database (decision 81); the server only looks them up.
POSTGRES = [
    # The long texts lie apart: whoever counts ten thousand rows that the index found reads few pages.
    "ALTER TABLE federation_archivedstems SET (toast_tuple_target = 128)",
    "ALTER TABLE federation_archivedstems ALTER COLUMN stems SET STORAGE EXTERNAL",
    """ALTER TABLE federation_archivedstems ADD COLUMN words tsvector
        GENERATED ALWAYS AS (array_to_tsvector(string_to_array(stems, ' '))) STORED""",
    "ALTER TABLE federation_archivedstems ALTER COLUMN words SET STORAGE EXTERNAL",
    "CREATE INDEX archived_stems_words ON federation_archivedstems USING gin (words) WITH (fastupdate = off)",
]


def install(apps, schema_editor):
    connection = schema_editor.connection
    for sql in POSTGRES if connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(sql, params=None)
    if connection.vendor == "sqlite" and connection.Database.sqlite_version_info >= SECURE_DELETE:
        schema_editor.execute(f"INSERT INTO {FTS} ({FTS}, rank) VALUES ('secure-delete', 1)", params=None)


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        # The triggers first: SQLite renames no table while one of them writes into what is gone.
        for event in ("insert", "delete", "update"):
            schema_editor.execute(f"DROP TRIGGER archived_stems_{event}", params=None)
        schema_editor.execute(f"DROP TABLE {FTS}", params=None)


class Migration(migrations.Migration):


    dependencies = [
        ('federation', '0001_packages'),
        ('tournaments', '0047_federation_log_kept'),
        ('referee', '0021_consultations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedRuling',
            fields=[
                ('place', models.BigIntegerField(primary_key=True, serialize=False)),
                ('source', models.CharField(max_length=80, unique=True, verbose_name='atto')),
                ('kind', models.CharField(choices=[('ruling', 'Provvedimento'), ('appeal', 'Reclamo'), ('score', 'Punteggio arbitrale')], max_length=10, verbose_name='tipo')),
                ('number', models.PositiveIntegerField(verbose_name='numero')),
                ('version', models.PositiveIntegerField(default=1, verbose_name='versione')),
                ('code', models.CharField(blank=True, max_length=80, verbose_name='codice')),
                ('edition_hash', models.CharField(blank=True, max_length=64, verbose_name='impronta dell’edizione')),
                ('procedure', models.CharField(blank=True, max_length=80, verbose_name='anomalia')),
                ('departed', models.BooleanField(default=False, verbose_name='diversa dalla proposta')),
                ('method', models.CharField(blank=True, max_length=12, verbose_name='punteggio')),
                ('standing', models.CharField(choices=[('in_force', 'in vigore'), ('revised', 'rivisto'), ('overturned', 'cambiato in reclamo'), ('open', 'in esame')], default='in_force', max_length=10, verbose_name='stato')),
                ('followed_by', models.PositiveIntegerField(blank=True, null=True, verbose_name='sostituito dalla versione')),
                ('rule_changed', models.BooleanField(default=False, verbose_name='norma cambiata')),
                ('articles', models.CharField(blank=True, max_length=400, verbose_name='articoli')),
                ('effects', models.CharField(blank=True, max_length=400, verbose_name='effetti')),
                ('clubs', models.CharField(blank=True, max_length=400, verbose_name='circoli')),
                ("traits", models.TextField(verbose_name="caratteri")),
                ('digest', models.CharField(max_length=64)),
                ('arbiter', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='arbitro')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'atto dell’archivio',
                'verbose_name_plural': 'atti dell’archivio',
                'ordering': ['-place'],
            },
        ),
        migrations.CreateModel(
            name='ArchivedStems',
            fields=[
                ('archived', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='stems', serialize=False, to='federation.archivedruling')),
                ('stems', models.TextField()),
            ],
            options={
                'verbose_name': 'radici di un atto',
                'verbose_name_plural': 'radici degli atti',
            },
        ),
        migrations.CreateModel(
            name='ArchivedCitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='numero')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
                ('archived', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='citations', to='federation.archivedruling')),
            ],
            options={
                'verbose_name': 'precedente citato',
                'verbose_name_plural': 'precedenti citati',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ArchiveExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('query', models.TextField(blank=True, verbose_name='ricerca')),
                ("search", models.JSONField(default=dict, verbose_name="criteri")),
                ('form', models.CharField(choices=[('jsonl', 'JSON, una riga per atto'), ('xlsx', 'Excel'), ('pdf', 'PDF')], max_length=8, verbose_name='formato')),
                ('language', models.CharField(max_length=10, verbose_name='lingua')),
                ('state', models.CharField(choices=[('waiting', 'in attesa'), ('working', 'in preparazione'), ('done', 'pronto'), ('failed', 'non riuscito')], default='waiting', max_length=10, verbose_name='stato')),
                ('done', models.PositiveIntegerField(default=0, verbose_name='parti fatte')),
                ('total', models.PositiveIntegerField(default=0, verbose_name='parti in tutto')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tentativi')),
                ('trouble', models.TextField(blank=True, verbose_name='che cosa è andato storto')),
                ('asked_at', models.DateTimeField(verbose_name='chiesto il')),
                ('seen_at', models.DateTimeField(verbose_name='visto il')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='finito il')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chiesto da')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'esportazione dell’archivio',
                'verbose_name_plural': 'esportazioni dell’archivio',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ArchiveExportFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.BinaryField(verbose_name='contenuto')),
                ('export', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='file', to='federation.archiveexport', verbose_name='esportazione dell’archivio')),
            ],
            options={
                'verbose_name': 'file dell’archivio',
                'verbose_name_plural': 'file dell’archivio',
            },
        ),
        migrations.CreateModel(
            name='ArchiveFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(verbose_name='creata il')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='ritirata il')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.federation', verbose_name='federazione')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='utente')),
            ],
            options={
                'verbose_name': 'chiave dei feed',
                'verbose_name_plural': 'chiavi dei feed',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ArchiveIndex',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stamp', models.CharField(max_length=32)),
                ('records', models.IntegerField(default=0, verbose_name='atti')),
                ('federation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'archivio',
                'verbose_name_plural': 'archivi',
            },
        ),
        migrations.CreateModel(
            name='ArchiveStem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stem', models.CharField(max_length=100, verbose_name='radice')),
                ('holds', models.IntegerField(verbose_name='atti')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'radice dell’archivio',
                'verbose_name_plural': 'radici dell’archivio',
                'ordering': ['federation', 'stem'],
            },
        ),
        migrations.CreateModel(
            name='IndexedTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(verbose_name='versione dei dati')),
                ('editions', models.CharField(max_length=64, verbose_name='edizioni dei codici')),
                ('seen', models.CharField(max_length=64)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'torneo in archivio',
                'verbose_name_plural': 'tornei in archivio',
            },
        ),
        migrations.AddIndex(
            model_name='archivedruling',
            index=models.Index(fields=['federation', '-place'], name='archived_by_federation'),
        ),
        migrations.AddConstraint(
            model_name='archivedcitation',
            constraint=models.UniqueConstraint(fields=('archived', 'tournament', 'number'), name='archived_citation_once'),
        ),
        migrations.AddConstraint(
            model_name='archiveexport',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'working'])), fields=('federation', 'asked_by'), name='archive_export_one_under_way', violation_error_message='Un’esportazione è già in preparazione.'),
        ),
        migrations.AddConstraint(
            model_name='archivefeed',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('user', 'federation'), name='archive_feed_one_key', violation_error_message='Hai già una chiave: ritirala prima.'),
        ),
        migrations.AddConstraint(
            model_name='archivestem',
            constraint=models.UniqueConstraint(fields=('federation', 'stem'), name='archive_stem_once'),
        ),
        migrations.RunPython(install, remove),
    ]
