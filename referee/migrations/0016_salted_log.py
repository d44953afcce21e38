"""Lines of before got salts here; 0019 gives them, and a salt for the hash that they had, in one go."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("referee", "0015_kept_editions"), ("tournaments", "0020_erasing")]

    operations = []
