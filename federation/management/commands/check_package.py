"""Whether a package holds, and where it does not; docs/read_package.py does without this program."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation.packages.words import in_words
from federation.sealed.faults import Unsound
from federation.sealed.manifest import fingerprint
from federation.sealed.verification import open_package
from records.outside import PACKAGE, read_file


class Command(BaseCommand):
    """Opens a package and says whose it is; ends with 1 at the first thing that does not hold, naming its place."""

    help = "Check a sealed package: zip, signature, hashes, log, seals, texts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            package = open_package(read_file(file, PACKAGE))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except Unsound as error:
            raise CommandError(f"{file}: {error.trouble.place}: {in_words(error.trouble)}") from error
        tournament = package.manifest.tournament
        number, head = package.manifest.head
        self.stdout.write(f"{file}: OK, {tournament['name']}, up to line {number} ({head[:16]}), signed by")
        self.stdout.write(f"{package.manifest.key} ({fingerprint(package.manifest.key)})")
        if package.erased:
            self.stdout.write(f"{package.erased} texts were erased from it")
