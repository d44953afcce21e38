"""What the operator does about second factors: keys that change or are lost, a phone where no administrator is."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.accounts.models import User
from people.sign_in.actions import closed, encrypt_anew, when_closed
from people.sign_in.actions import take_off as take_it_off
from people.sign_in.models import BackupCodes, Phone


class Command(BaseCommand):
    """Says how many there are, or whose no key opens and what to do (exit code 1)."""

    help = "Say whether every second factor can be opened; --anew encrypts all by the first of ENCRYPTION_KEYS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="encrypt all by the first key")
        parser.add_argument("--take-off", metavar="NAME", help="leave this account with its password alone")

    def handle(self, *args: Any, anew: bool, take_off: str | None, **options: Any) -> None:
        if take_off:
            return self._take_off(take_off)
        if whose := closed():
            raise CommandError(when_closed(whose))
        if anew:
            self.stdout.write(f"{encrypt_anew()} encrypted anew by the first key.")
            self.stdout.write("The others may be taken out after `manage.py installation_key --encrypt-anew`.")
        phones, papers = Phone.objects.filter(confirmed=True).count(), BackupCodes.objects.count()
        self.stdout.write(f"{phones} phones and {papers} sets of backup codes: every one opens.")
        return None

    def _take_off(self, name: str) -> None:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name!r}.")
        take_it_off(user)
        self.stdout.write(f"{name} signs in by the password alone, until they turn the second factor on again.")
