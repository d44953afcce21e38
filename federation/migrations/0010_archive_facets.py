"""What the archive's records are counted by, in short rows beside the long ones; PostgreSQL searches in the same."""

from hashlib import blake2s

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# The words that PostgreSQL searches stand where the short rows are: what its index finds is read from few pages.
WORDS_HERE = [
    "ALTER TABLE federation_archivedfacets ADD COLUMN words tsvector",
    """CREATE FUNCTION federation_facets_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.words := (SELECT array_to_tsvector(string_to_array(stems, ' '))
            FROM federation_archivedstems WHERE archived_id = NEW.archived_id);
        RETURN NEW; END $$""",
    """CREATE TRIGGER archived_facets_words BEFORE INSERT ON federation_archivedfacets
        FOR EACH ROW EXECUTE FUNCTION federation_facets_words()""",
    "ALTER TABLE federation_archivedstems DROP COLUMN words",
    "CREATE INDEX archived_facets_words ON federation_archivedfacets USING gin (words) WITH (fastupdate = off)",
]
# As 0002 made them.
WORDS_THERE = [
    "DROP TRIGGER archived_facets_words ON federation_archivedfacets",
    "DROP FUNCTION federation_facets_words()",
    """ALTER TABLE federation_archivedstems ADD COLUMN words tsvector
        GENERATED ALWAYS AS (array_to_tsvector(string_to_array(stems, ' '))) STORED""",
    "ALTER TABLE federation_archivedstems ALTER COLUMN words SET STORAGE EXTERNAL",
    "CREATE INDEX archived_stems_words ON federation_archivedstems USING gin (words) WITH (fastupdate = off)",
]
TOLD = "traits || '|' || articles || '|' || effects"
FILL = f"""INSERT INTO federation_archivedfacets
    (archived_id, federation_id, shape_id, tournament_id, received_id, arbiter_id, clubs)
    SELECT place, federation_id, s.id, tournament_id, received_id, arbiter_id, clubs
    FROM federation_archivedruling JOIN federation_archivedshape s ON s.told = {TOLD} ORDER BY place"""


def install(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for sql in WORDS_HERE:
            schema_editor.execute(sql, params=None)
    shape = apps.get_model("federation", "ArchivedShape")
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(f"SELECT DISTINCT {TOLD} FROM federation_archivedruling")
        shape.objects.bulk_create([shape(id=key(told), told=told) for (told,) in cursor.fetchall()], batch_size=400)
        cursor.execute(FILL)


def remove(apps, schema_editor):
    """What stood in the long rows stands there again."""
    if schema_editor.connection.vendor == "postgresql":
        for sql in WORDS_THERE:
            schema_editor.execute(sql, params=None)
    shapes = apps.get_model("federation", "ArchivedShape")
    rulings = apps.get_model("federation", "ArchivedRuling")
    facets = apps.get_model("federation", "ArchivedFacets")
    for one in shapes.objects.all():
        held = facets.objects.filter(shape=one).values("archived")
        rulings.objects.filter(place__in=held).update(traits=one.told.rsplit("|", 2)[0])


def key(told):
    """As `archive_tokens.shape_key` makes it."""
    return int.from_bytes(blake2s(told.encode(), digest_size=8).digest(), "big", signed=True)


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0009_scores_and_received_headnotes"),
        ("tournaments", "0049_fees"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedShape',
            fields=[
                ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                ('told', models.TextField(verbose_name='caratteri')),
            ],
            options={
                'verbose_name': 'caratteri di atti',
                'verbose_name_plural': 'caratteri degli atti',
            },
        ),
        migrations.CreateModel(
            name='ArchivedFacets',
            fields=[
                ('archived', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='federation.archivedruling')),
                ('clubs', models.CharField(blank=True, max_length=400, verbose_name='circoli')),
                ('arbiter', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='arbitro')),
                ('federation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.federation', verbose_name='federazione')),
                ('received', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.receivedtournament')),
                ('tournament', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo')),
                ('shape', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='federation.archivedshape', verbose_name='caratteri')),
            ],
            options={
                'verbose_name': 'conteggio di un atto',
                'verbose_name_plural': 'conteggi degli atti',
                'indexes': [models.Index(fields=['federation', '-archived'], name='archived_facets_newest')],
            },
        ),
        migrations.RunPython(install, remove),
        # Whoever goes back gets the column filled by `remove`; until then it holds something.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("archivedruling", "traits", models.TextField(default="", verbose_name="caratteri"))
            ]
        ),
        migrations.RemoveField(model_name='archivedruling', name='traits'),
    ]
