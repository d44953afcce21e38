"""Recompute every hash and seal of the official records, of one tournament or federation, or of all."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation.home.verification_queries import check_federation, under_no_log
from people.accounts.models import Federation
from people.offices.log import verify_federation_log
from records.guards_in_force import unlike_declared
from records.log import Head, verify_log
from records.seal_comparison import records_of_nobody
from tournaments.publication.verification_queries import Check, check_all
from tournaments.setup.models import Tournament


class Command(BaseCommand):
    """Says OK, or names the records that are not as they were published and fails."""

    help = "Recompute the logs, the seals of the records, the pairings, the published standings, the rulings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="one tournament; without it, all of them and all federations")
        parser.add_argument("--federation", metavar="CODE", help="one federation, with its tournaments")
        parser.add_argument("--alone", action="store_true", help="the federation without its tournaments")
        parser.add_argument(
            "--head", help="number and hash of a line as a paper of it shows them, «214:9f86d081884c7d65»"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        slug, code = options["slug"], options["federation"]
        tournaments, federations = Tournament.objects.all(), Federation.objects.all()
        if slug:
            tournaments, federations = tournaments.filter(slug=slug), federations.none()
            if not tournaments:
                raise CommandError(f"There is no tournament {slug!r}.")
        elif code:
            tournaments, federations = tournaments.filter(federation__code=code), federations.filter(code=code)
            if not federations:
                raise CommandError(f"There is no federation {code!r}.")
        if options["head"]:
            self._check_head(slug or code, options["head"], tournaments.first() if slug else federations.first())
        if options["alone"]:
            tournaments = tournaments.none()
        broken = [line for one in federations for line in self._told(one.code, check_federation(one))]
        broken += [line for one in tournaments for line in self._told(one.slug, check_all(one, afresh=True))]
        if not slug and not code:
            broken += [f"{name} belongs to no tournament or federation" for name in records_of_nobody()]
            broken += [f"{name} is not the guard that the program declares" for name in unlike_declared()]
            for words in under_no_log():
                self.stdout.write(words)
        if broken:
            raise CommandError("\n".join(broken))

    def _check_head(self, name: str, written: str, of: Tournament | Federation | None) -> None:
        """A chain may hold and yet be another one: it was rebuilt whole if it does not go through the head."""
        if not name or of is None:
            raise CommandError("Say of which tournament, or federation, the head is.")
        try:
            head = Head.parse(written)
        except ValueError:
            raise CommandError(
                f"Not a head: {written!r}. It is written as number:hash, with 16 to 64 digits."
            ) from None
        verification = verify_log(of) if isinstance(of, Tournament) else verify_federation_log(of)
        if not verification.knows(head):
            raise CommandError(f"{name}: the log does not go through {written}: it was cut or written anew.")
        self.stdout.write(f"{name}: the log goes through {written}")

    def _told(self, name: str, checks: Iterable[Check]) -> list[str]:
        """What does not hold; what holds and is worth a word is written at once, behind the verdict."""
        every = list(checks)
        broken = [f"{name}: {check.what}: {check.trouble}" for check in every if not check.holds]
        if not broken:
            self.stdout.write(f"{name}: OK, {len(every)} records")
        for check in every:
            for words in ([check.trouble] if check.holds and check.trouble else []) + (
                [check.note] if check.note else []
            ):
                self.stdout.write(f"{name}: {check.what}: {words}")
        return broken
