"""Brings the archive of every federation up to what its tournaments say now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from federation.archive.actions import drop_archive, refresh
from federation.archive.engines import search_anew
from federation.casebook.actions import index_headnote, make_papers_where_long
from federation.casebook.models import CasebookPaper
from federation.casebook.queries import published
from people.accounts.models import Federation


class Command(BaseCommand):
    help = "Index what changed in the tournaments for the archive; --anew: all, headnotes too (docs/decisions/0081-…)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="drop what is indexed and make it again")

    def handle(self, *args: Any, anew: bool = False, **options: Any) -> None:
        if anew:
            drop_archive()
            for version in published():
                index_headnote(version)
            CasebookPaper.objects.all().delete()
            for federation in Federation.objects.all():
                make_papers_where_long(federation)
        for federation in Federation.objects.all():
            refresh(federation, most=None)
        if anew:
            search_anew()
