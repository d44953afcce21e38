"""Lines of a federation's log are never changed or deleted, as those of a tournament."""

from importlib import import_module

from django.db import migrations

first = import_module("tournaments.migrations.0002_triggers")

LINE = "tournaments_federationline"
TRIGGERS = [
    first.Trigger("federation_line_no_update", "UPDATE", LINE, "A line of the log is never changed"),
    first.Trigger("federation_line_no_delete", "DELETE", LINE, "A line of the log is never deleted"),
    first.Trigger(
        "federation_office_no_delete", "DELETE", "tournaments_federationoffice", "An office is never deleted: end it"
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_offices")]

    operations = [first.keeping(TRIGGERS)]
