"""Lines of before get salts, so that what they say can be erased too; the hash they had is kept in each.

Here, and not beside the columns: referee.0014 wrote one of these lines. A log that does not hold stays as it is: a new
chain would hide what was done to it. docs/decisions/0048-erasing.md
"""

from django.db import migrations

from tournaments.management.salting_before import salt_all


def salt(apps, schema_editor):
    salt_all(apps.get_model("tournaments.LogEntry"))


class Migration(migrations.Migration):
    dependencies = [("referee", "0015_kept_editions"), ("tournaments", "0020_erasing")]

    operations = [migrations.RunPython(salt, migrations.RunPython.noop)]
