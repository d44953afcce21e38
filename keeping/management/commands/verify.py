"""Recompute every hash and seal of the official records, of one tournament or of all."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.log import Head, verify_log
from records.seal_comparison import records_of_no_tournament
from tournaments.publication.verification_queries import check_all
from tournaments.setup.models import Tournament


class Command(BaseCommand):
    """Says OK, or names the records that are not as they were published and fails."""

    help = "Recompute the log, the seals of the records, the pairings, the published standings, the rulings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="one tournament; without it, all of them")
        parser.add_argument(
            "--head", help="number and hash of a line as a paper of that tournament shows them, «214:9f86d081884c7d65»"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.all()
        if options["slug"]:
            tournaments = tournaments.filter(slug=options["slug"])
            if not tournaments:
                raise CommandError(f"There is no tournament {options['slug']!r}.")
        if options["head"]:
            self._check_head(options["slug"], options["head"])
        broken = [line for tournament in tournaments for line in self._check(tournament)]
        if not options["slug"]:
            broken += [f"{name} belongs to no tournament" for name in records_of_no_tournament()]
        if broken:
            raise CommandError("\n".join(broken))

    def _check_head(self, slug: str, written: str) -> None:
        """A chain may hold and yet be another one: it was rebuilt whole if it does not go through the head."""
        if not slug:
            raise CommandError("Say of which tournament the head is.")
        try:
            head = Head.parse(written)
        except ValueError:
            raise CommandError(
                f"Not a head: {written!r}. It is written as number:hash, with 16 to 64 digits."
            ) from None
        verification = verify_log(Tournament.objects.get(slug=slug))
        if not verification.knows(head):
            raise CommandError(f"{slug}: the log does not go through {written}: it was cut or written anew.")
        self.stdout.write(f"{slug}: the log goes through {written}")

    def _check(self, tournament: Tournament) -> list[str]:
        checks = check_all(tournament)
        broken = [f"{tournament.slug}: {check.what}: {check.trouble}" for check in checks if not check.holds]
        if not broken:
            self.stdout.write(f"{tournament.slug}: OK, {len(checks)} records")
        return broken
