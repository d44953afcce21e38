"""Backs the whole database up while it is in use, into one new file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from keeping.backups import secret
from keeping.backups.archive import BadBackup
from keeping.backups.databases import make_backup


class Command(BaseCommand):
    """Says what is in the file, or why there is none and fails."""

    help = "Back the database up into a new file, while it is in use; restore puts it back (docs/backup.md)."
    requires_system_checks = []  # what is wrong elsewhere must not stop a backup

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the backup, a new file")
        parser.add_argument(
            "--secret-key", type=Path, metavar="KEYFILE", help="also write the secret key, into a file of its own"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = make_backup(options["file"], connection)
            if options["secret_key"]:
                secret.write_keys(options["secret_key"])
        except BadBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{options['file']}: {sum(manifest.records.values())} records, {len(manifest.heads)} logs, sound."
        )
        for slug, head in manifest.heads.items():
            self.stdout.write(f"{slug} {head}")
        if options["secret_key"]:
            self.stdout.write(f"The secret key is in {options['secret_key']}: keep it elsewhere than the backup.")
