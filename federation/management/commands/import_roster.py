"""Brings the roster of a federation up to date from a file: the same as the page, at the terminal of a laptop."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from federation.roster.actions import accept_roster, discard_roster, stage_roster
from federation.roster.queries import Preview
from people.accounts.models import Federation, User
from people.players.models import RosterUpdate
from records.action import Actor
from records.outside import ROSTER, read_file
from records.requests import Refused

MOST_TOLD = 20


class Command(BaseCommand):
    """Tells what the file changes; does it only when asked to."""

    help = "Read a whole roster from a CSV or XLSX file and tell what it changes; with --accept make it so."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("federation", help="its code, as in the address of its pages")
        parser.add_argument("file", type=Path, help="CSV or XLSX, with the whole roster")
        parser.add_argument("--by", metavar="USERNAME", required=True, help="a secretary; the log tells who it was")
        parser.add_argument("--accept", action="store_true", help="make the roster what the file says")
        parser.add_argument("--leave-out", action="store_true", help="leave out the rows that cannot be read")
        parser.add_argument("--drop-many", action="store_true", help="even if more than a third would leave")

    def handle(self, *args: Any, **options: Any) -> None:
        federation = Federation.objects.filter(code=options["federation"]).first()
        user = User.objects.filter(username=options["by"], is_active=True).first()
        if federation is None or user is None:
            raise CommandError("There is no such federation, or no such active account.")
        try:
            self._import(federation, user, options)
        except Refused as error:
            raise CommandError(" ".join(error.messages)) from error
        except PermissionDenied as error:
            raise CommandError(f"{user.username} may not manage the members of this federation.") from error

    def _import(self, federation: Federation, user: User, options: dict[str, Any]) -> None:
        file: Path = options["file"]
        update = stage_roster(by=_actor(user), federation=federation, file_name=file.name, content=_file_bytes(file))
        try:
            preview = Preview(update)
            self._report(preview)
            if not options["accept"]:
                self.stdout.write("Nothing was changed: say --accept.")
                return
            accepted = accept_roster(
                by=_actor(user),
                update=update,
                version=preview.version,
                leave_out=options["leave_out"],
                drop_many=options["drop_many"],
            )
            self.stdout.write(f"Accepted: version {accepted.number} of the roster.")
        finally:
            if RosterUpdate.objects.get(pk=update.pk).is_pending:
                discard_roster(by=_actor(user), update=update)

    def _report(self, preview: Preview) -> None:
        for name, count in preview.changes.counts.items():
            self.stdout.write(f"{name}: {count}")
        self.stdout.write(f"unread: {len(preview.file.unread)}")
        for line in preview.file.unread[:MOST_TOLD]:
            self.stdout.write(f"  row {line.row}: {', '.join(why.code.value for why in line.problems)}")


def _actor(user: User) -> Actor:
    return Actor(user=user, at=timezone.now(), key=uuid4().hex)


def _file_bytes(file: Path) -> bytes:
    """The bytes of the file, no more than are read of an upload and one more, by which it is seen to be too big."""
    try:
        return read_file(file, ROSTER)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
