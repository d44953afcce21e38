"""Citations name the tournament as they were written: a received one is cited too, and one that comes later.

The archive is an index: all of it is written anew by its next searches, or by `manage.py index_archive`.
"""

from django.db import migrations, models


def write_anew(apps, schema_editor):
    apps.get_model("federation", "ArchivedCitation").objects.all().delete()
    apps.get_model("federation", "ArchivedRuling").objects.update(digest="")
    for name in ("IndexedTournament", "IndexedReceived"):
        apps.get_model("federation", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("federation", "0010_archive_facets")]

    operations = [
        migrations.RunPython(write_anew, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="archivedcitation", name="archived_citation_once"),
        migrations.RemoveField(model_name="archivedcitation", name="tournament"),
        migrations.AddField(
            model_name="archivedcitation",
            name="slug",
            field=models.CharField(default="", max_length=320, verbose_name="torneo"),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="archivedcitation",
            constraint=models.UniqueConstraint(
                fields=("archived", "slug", "number"), name="archived_citation_once"
            ),
        ),
        migrations.AddIndex(
            model_name="archivedcitation",
            index=models.Index(fields=["slug", "number"], name="archived_citation_of"),
        ),
        migrations.RunPython(migrations.RunPython.noop, write_anew),
    ]
