"""Write docs/api-v1.json, the API's OpenAPI document, or check that it is what the program answers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.api.app import CONTRACT, FILE, contract_now, why_not


class Command(BaseCommand):
    help = "Write docs/api-v1.json; a contract that changed needs another version first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only fail when the file is not what is answered.")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        recorded, now = (FILE.read_text("utf-8") if FILE.exists() else ""), contract_now()
        wrong = why_not(recorded, now)
        if wrong and (check or CONTRACT in wrong):
            raise CommandError(wrong)
        FILE.write_text(now, "utf-8")
        self.stdout.write(f"docs/{FILE.name} is version {CONTRACT}")
