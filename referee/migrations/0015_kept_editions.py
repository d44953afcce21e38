"""The editions that decided are kept; of rulings of before those that this program still carries."""

from django.db import migrations, models

from codes.library import RULEBOOKS
from codes.reading.files import law_hash
from codes.reading.kept import packed


def keep(apps, schema_editor):
    known = apps.get_model("referee.Ruling").objects.order_by().values_list("rulebook", "rulebook_hash").distinct()
    for code, hash in known:
        folder = RULEBOOKS / code
        if folder.is_dir() and law_hash(folder) == hash:
            apps.get_model("referee.CodeEdition").objects.create(code=code, hash=hash, files=packed(folder))


class Migration(migrations.Migration):
    dependencies = [("referee", "0014_seal_what_exists")]

    operations = [
        migrations.CreateModel(
            name="CodeEdition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=80, verbose_name="codice")),
                ("edition", models.CharField(blank=True, max_length=120, verbose_name="edizione")),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("files", models.BinaryField()),
            ],
            options={
                "verbose_name": "edizione conservata",
                "verbose_name_plural": "edizioni conservate",
                "ordering": ["code", "pk"],
            },
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
