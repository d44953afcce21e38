"""Writes every order of a code in every form in which it can be read out, for somebody with an ear to read it all."""

from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from codes.library import get_rulebook, rulebook_ids
from codes.read_aloud import LANGUAGES, spoken_orders


class Command(BaseCommand):
    help = "Writes every order of the codes in every form that their tables can give it, to be read aloud."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", choices=rulebook_ids(), help="one code; all of them when left out")
        parser.add_argument("--language", choices=LANGUAGES, help="one language; both when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        for code in [options["code"]] if options["code"] else rulebook_ids():
            self.stdout.write(f"# {code}")
            for (verb, what), sentences in groupby(spoken_orders(get_rulebook(code)), key=lambda order: order[:2]):
                self.stdout.write(f"\n## {verb}: {what}")
                for order in sentences:
                    if options["language"] in {None, order.language}:
                        self.stdout.write(f"- {order.language} · {order.words}")
