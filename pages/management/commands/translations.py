"""manage.py translations: keeps the English catalogue in step with the Italian sources."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from pages.management import catalogue


class Command(BaseCommand):
    help = "Updates, checks or compiles locale/en (the source strings are Italian)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--update", action="store_true", help="bring new messages into the catalogue")
        what.add_argument("--check", action="store_true", help="fail if a translation is missing or wrong")
        what.add_argument("--compile", action="store_true", help="write the .mo files that Django reads")

    def handle(self, *args: Any, **options: Any) -> None:
        source = Path(settings.LOCALE_PATHS[0]) / "en" / "LC_MESSAGES" / "django.po"
        if options["compile"]:
            for each in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")):
                catalogue.compile_to(catalogue.read_catalogue(each), each.with_suffix(".mo"))
        elif options["update"]:
            self._update(source)
        else:
            self._check(source)

    def _update(self, source: Path) -> None:
        collected = catalogue.collect_messages(settings.BASE_DIR)
        catalogue.write_catalogue(catalogue.updated_catalogue(catalogue.read_catalogue(source), collected), source)
        waiting = catalogue.catalogue_problems(catalogue.read_catalogue(source), collected)
        self.stdout.write(f"{len(collected)} messages, {len(waiting)} to translate.")

    def _check(self, source: Path) -> None:
        problems = catalogue.catalogue_problems(
            catalogue.read_catalogue(source), catalogue.collect_messages(settings.BASE_DIR)
        )
        for line in problems:
            self.stderr.write(line)
        if problems:
            raise CommandError(f"{len(problems)} translations to mend; `manage.py translations --update` lists them.")
        self.stdout.write("The English catalogue is complete.")
