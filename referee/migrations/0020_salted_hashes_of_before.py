"""Lines of before get salts, so that what they say can be erased too; the hash they had is kept in each, salted as well.

Here, and not beside the columns: referee.0014 wrote one of these lines. A log that does not hold stays as it is: a new
chain would hide what was done to it. docs/decisions/0048-erasing.md, 0055-a-hash-that-outlives-a-name.md
"""

from django.db import migrations

from tournaments.management.salting_before import salt_all


def salt(apps, schema_editor):
    salt_all(apps.get_model("tournaments.LogEntry"))


class Migration(migrations.Migration):
    dependencies = [("referee", "0019_returned_proposal"), ("tournaments", "0024_hashes_without_names")]

    operations = [migrations.RunPython(salt, migrations.RunPython.noop)]
