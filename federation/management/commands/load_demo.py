"""Loads the demonstration: five tournaments at every stage, and a federation with two seasons of past ones."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone, translation
from django.utils.functional import Promise

from federation.demo.load import load_federation, log_ins
from people.offices.models import FederationOffice
from records.rights import ROLE_NAMES
from referee.demo.people import PASSWORD, STAFF
from referee.demo.presence import SLUG
from referee.demo.tournament import load
from tournaments.setup.models import Tournament

SEED = 1492


class Command(BaseCommand):
    help = "Carica il torneo di dimostrazione, e una federazione con i suoi tornei passati."
    requires_system_checks: list[str] = []  # nothing of what they look at is served here

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing when there is a tournament already")
        parser.add_argument("--hall-only", action="store_true", help="without the federation's past tournaments")

    # Whole or not at all: with half of it in the database the next start would find tournaments, and load nothing.
    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exists():
            if not options["if_empty"]:
                raise CommandError("There are tournaments already: the demo is loaded into an empty database only.")
        else:
            # Actions record their reasons in the language in force.
            with translation.override("it"):
                self._load(hall_only=options["hall_only"])
        if Tournament.objects.filter(slug=SLUG).exists():
            self._print_log_ins()

    def _load(self, *, hall_only: bool) -> None:
        now = timezone.now()
        load(now=now, chance=Random(SEED))  # noqa: S311 — invented results, not a lot
        if not hall_only:
            load_federation(now=now, seed=SEED)

    def _print_log_ins(self) -> None:
        with translation.override("it"):
            accounts: list[tuple[str, str | Promise]] = []
            accounts += [(username, ROLE_NAMES[role]) for username, _first, _last, role in STAFF]
            if FederationOffice.objects.exists():
                accounts += log_ins()
            for username, role in accounts:
                self.stdout.write(f"  {username:8} {PASSWORD}   {role}")
