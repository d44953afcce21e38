"""Recompute every hash of the official records, of one tournament or of all."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.publishing.verification import check_all


class Command(BaseCommand):
    """Says OK, or names the records that are not as they were published and fails."""

    help = "Recompute the hashes of the log, the pairings and the published standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="one tournament; without it, all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.all()
        if options["slug"]:
            tournaments = tournaments.filter(slug=options["slug"])
            if not tournaments:
                raise CommandError(f"There is no tournament {options['slug']!r}.")
        broken = [line for tournament in tournaments for line in self._check(tournament)]
        if broken:
            raise CommandError("\n".join(broken))

    def _check(self, tournament: Tournament) -> list[str]:
        checks = check_all(tournament)
        broken = [f"{tournament.slug}: {one.what}: {one.trouble}" for one in checks if not one.holds]
        if not broken:
            self.stdout.write(f"{tournament.slug}: OK, {len(checks)} records")
        return broken
