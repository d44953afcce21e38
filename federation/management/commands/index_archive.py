"""Brings the archive of every federation up to what its tournaments say now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from federation.archive.actions import drop_tournament, index_tournament, refresh
from people.accounts.models import Federation
from tournaments.setup.models import Tournament


class Command(BaseCommand):
    help = "Index what changed in the tournaments for the archive; --anew: everything (docs/decisions/0081-…)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="drop what is indexed and make it again")

    def handle(self, *args: Any, anew: bool = False, **options: Any) -> None:
        if anew:
            for tournament in Tournament.objects.select_related("federation").order_by("pk"):
                drop_tournament(tournament)
                index_tournament(tournament)
        for federation in Federation.objects.all():
            refresh(federation, most=None)
