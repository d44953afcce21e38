"""The sealed package of a tournament, for a stick."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from federation.packages.actions import own_key
from federation.packages.exports import package
from records.requests import Refused
from tournaments.setup.models import Tournament


class Command(BaseCommand):
    """Writes the package of a tournament, whole, at this moment."""

    help = "Write the sealed package of a tournament into a file (docs/package.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="its address, «coppa-levante»")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, tournament: str, file: Path, **options: Any) -> None:
        row = Tournament.objects.filter(slug=tournament).first()
        if row is None:
            raise CommandError(f"There is no tournament {tournament!r}.")
        try:
            content = package(row, timezone.now())
        except Refused as error:
            raise CommandError(" ".join(error.messages)) from error
        file.write_bytes(content)
        self.stdout.write(f"{file}: {len(content):,} bytes, signed by {own_key().fingerprint}")
