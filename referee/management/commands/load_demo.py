"""Loads the demonstration: five tournaments of both games at every stage, from a round in play to prizes won."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone, translation

from referee.demo.people import PASSWORD, STAFF
from referee.demo.presence import SLUG
from referee.demo.tournament import load
from tournaments.models import Tournament
from tournaments.permissions import ROLE_NAMES

SEED = 1492


class Command(BaseCommand):
    help = "Carica il torneo di dimostrazione."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing when there is a tournament already")

    # Whole or not at all: with half of it in the database the next start would find tournaments, and load nothing.
    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exists():
            if not options["if_empty"]:
                raise CommandError("There are tournaments already: the demo is loaded into an empty database only.")
        else:
            # Actions record their reasons in the language in force.
            with translation.override("it"):
                load(now=timezone.now(), chance=Random(SEED))  # noqa: S311 — invented results, not a lot
        if Tournament.objects.filter(slug=SLUG).exists():
            self._print_log_ins()

    def _print_log_ins(self) -> None:
        with translation.override("it"):
            for username, _first, _last, role in STAFF:
                self.stdout.write(f"  {username:8} {PASSWORD}   {ROLE_NAMES[role]}")
