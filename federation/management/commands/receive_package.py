"""A package from a stick, into a federation's inbox."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from federation.inbox.actions import opened, receive
from federation.packages.models import ReceivedPackage
from people.accounts.models import Federation, User
from records.action import Actor
from records.outside import PACKAGE, read_file
from records.requests import Refused


class Command(BaseCommand):
    """Receives a package in the name of one of the federation's officers."""

    help = "Receive a sealed package from a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("federation", help="its code, «fitres»")
        parser.add_argument("file", type=Path)
        parser.add_argument("--by", required=True, help="the user name of the officer who brings it")

    def handle(self, *args: Any, federation: str, file: Path, by: str, **options: Any) -> None:
        into = Federation.objects.filter(code=federation).first()
        user = User.objects.filter(username=by, is_active=True).first()
        if into is None or user is None:
            raise CommandError(f"There is no federation {federation!r}, or no active user {by!r}.")
        try:
            content = read_file(file, PACKAGE)
            digest = sha256(content).hexdigest()
            actor = Actor(user=user, at=timezone.now(), key=f"stick:{digest[:50]}", content=digest)
            package = opened(content, federation=into)
            received = receive(by=actor, federation=into, content=package, way=ReceivedPackage.Way.STICK)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except Refused as error:
            raise CommandError(" ".join(error.messages)) from error
        except PermissionDenied as error:
            raise CommandError(f"{by} holds no office that receives packages for {federation}.") from error
        self.stdout.write(f"{received.name}: version {received.version}, {received.conflict or 'no conflict'}")
