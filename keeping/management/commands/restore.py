"""Puts a backup back into an empty place, and proves what it put there."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from keeping.backups import secret
from keeping.backups.archive import BadBackup
from keeping.backups.erasures import erase_what_was, erasure_list_for, finish_erasure, swept_tables
from keeping.backups.restore import DoesNotHold, restore
from people.sign_in.actions import closed, when_closed
from tournaments.publication.models import Publication

# Nothing was put there (1, as every command that fails); it was, but not everything in it holds.
DOES_NOT_HOLD = 2


class Command(BaseCommand):
    """Says OK, or why nothing was restored (exit code 1), or what of the restored does not hold (exit code 2)."""

    help = "Restore a backup where there is no database yet, then verify every record (docs/backup.md)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument(
            "--secret-key", type=Path, metavar="KEYFILE", help="the secret key that was backed up beside it"
        )

        parser.add_argument(
            "--erasures", type=Path, metavar="LIST", help="erasures.json, when it does not lie beside the backups"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            keys = secret.read_keys(options["secret_key"]) if options["secret_key"] else None
            restored = restore(options["file"], connection)
        except BadBackup as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        except DoesNotHold as error:
            raise CommandError(f"Restored, but it does not hold:\n{error}", returncode=DOES_NOT_HOLD) from error
        self.stdout.write(f"Restored what was backed up at {restored.made}: sound, every table and log as it was.")
        if keys:
            self._put_back(keys)
        try:
            call_command("migrate", verbosity=0, stdout=self.stdout)
            self._erase_again(options["file"], options["erasures"])
            call_command("verify", stdout=self.stdout)
            if whose := closed():
                self.stdout.write(when_closed(whose))
        except CommandError as error:
            raise CommandError(f"Restored, but it does not hold:\n{error}", returncode=DOES_NOT_HOLD) from error
        self.stdout.write(f"OK: every record verified, {Publication.objects.count()} publications recomputed.")

    def _put_back(self, keys: secret.Keys) -> None:
        for words in secret.put_keys_back(keys):
            self.stdout.write(words)
        # Whatever migrates the restored database may have to open what lies encrypted there.
        secret.use(keys)

    def _erase_again(self, backup: Path, named: Path | None) -> None:
        """Nobody who was erased since comes back with a backup of before."""
        path = named or erasure_list_for(backup)
        if path is None:
            self.stdout.write(
                "No erasures.json beside the backup: if somebody was erased since, name it by --erasures."
            )
            return
        try:
            messages = list(erase_what_was(path))
        except (OSError, ValueError, LookupError) as error:
            raise CommandError(f"{path}: {error}. Nothing was erased again: do it before anybody uses this.") from error
        for words in messages:
            self.stdout.write(words)
        troubles = finish_erasure(swept_tables()) if messages else []
        if troubles:
            raise CommandError("\n".join(troubles))
