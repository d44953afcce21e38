"""Every tournament of before gets one line of the log that seals its official records as they stand now.

Here, and not beside the columns: the records of both applications are sealed. docs/decisions/0041-sealed-records.md
"""

from django.db import migrations
from django.utils import timezone

from tournaments.management.sealing_before import seal_all


def seal(apps, schema_editor):
    now = timezone.now()
    for tournament in apps.get_model("tournaments.Tournament").objects.order_by("pk"):
        seal_all(tournament, at=now, get_model=apps.get_model)


class Migration(migrations.Migration):
    dependencies = [("referee", "0013_other_tables"), ("tournaments", "0014_seals")]

    operations = [migrations.RunPython(seal, migrations.RunPython.noop)]
