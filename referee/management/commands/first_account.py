"""Prints the one-time address at which the first director of an installation makes their account."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.accounts.models import first_account_token
from people.sign_in.actions import has_administrator


class Command(BaseCommand):
    help = "Stampa l’indirizzo per creare il primo accesso, se non ce n’è ancora uno."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where this server is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        if has_administrator():
            return
        path = reverse("first_account", args=[first_account_token(timezone.now())])
        root = settings.PUBLIC_URL or options["address"]
        with translation.override("it"):
            self.stdout.write(_("Il primo accesso si crea qui, una volta sola ed entro un giorno:"))
        self.stdout.write(f"  {root.rstrip('/')}{path}")
