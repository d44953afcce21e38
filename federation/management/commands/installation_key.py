"""This installation's key, to be told to a federation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from federation.packages.actions import encrypt_key_anew, own_key
from federation.webhooks.actions import encrypt_secrets_anew
from records.secrets import KeyMissing


class Command(BaseCommand):
    """Prints the public key and its fingerprint; the first time it makes the key."""

    help = "Print this installation's public key and its fingerprint."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--encrypt-anew",
            action="store_true",
            help="encrypt the private half, and the secrets of webhooks, by the first of ENCRYPTION_KEYS",
        )

    def handle(self, *args: Any, encrypt_anew: bool, **options: Any) -> None:
        key = own_key()
        if encrypt_anew:
            try:
                with transaction.atomic():
                    encrypt_key_anew()
                    encrypt_secrets_anew()
            except KeyMissing as error:
                raise CommandError(
                    "None of the keys of this installation opens its private key, or the secret of a webhook."
                ) from error
        self.stdout.write(key.public)
        self.stdout.write(key.fingerprint)
