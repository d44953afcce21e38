"""All that `make run` needs before it serves, in one process: to start Django takes longer than some of the steps."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Prepara traduzioni e base di dati, con la dimostrazione o con l’indirizzo del primo accesso."
    requires_system_checks: list[str] = []  # its steps have their own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demonstration into an empty database")
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where this server is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("translations", compile=True)  # before any word is looked up
        call_command("migrate", verbosity=0)
        if options["demo"]:
            call_command("load_demo", if_empty=True)
        else:
            call_command("first_account", address=options["address"])
