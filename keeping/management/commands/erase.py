"""Erases a person, or sweeps the database of what was erased: the same as the page of a player, at the terminal."""

from collections import Counter
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from keeping.backups.erasures import finish_erasure, swept_tables
from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import TextPlace, find_texts
from people.accounts.models import Player, User
from records.action import Actor
from records.requests import Refused


class Command(BaseCommand):
    """Tells how many texts of each kind name the player; erases them only when asked to, with a reason."""

    help = "Erase a player from every record, log and page (docs/erasing.md); without --yes only tell what it would do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", nargs="?", type=int, help="the number at the end of the address of their page")
        parser.add_argument("--by", metavar="USERNAME", help="who erases; the log tells it")
        parser.add_argument("--reason", help="why, without the name; the log tells it")
        parser.add_argument("--all", action="store_true", help="also texts that may mean somebody of the same name")
        parser.add_argument("--yes", action="store_true", help="do it")
        parser.add_argument("--sweep", action="store_true", help="only write the files anew without what was erased")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sweep"]:
            self._finish()
            return
        player = Player.objects.filter(pk=options["player"]).first()
        if player is None:
            raise CommandError(f"There is no player {options['player']}.")
        words = Words.of_player(player)
        texts = find_texts(words)
        chosen = [text for text in texts if text.sure or options["all"]]
        self._write_counts(chosen, len(texts) - len(chosen))
        if not options["yes"]:
            self.stdout.write("Nothing was erased: say --yes, with --by and --reason.")
            return
        user = User.objects.filter(username=options["by"], is_active=True).first()
        if user is None:
            raise CommandError("Say by --by whose account erases.")
        by = Actor(user=user, at=timezone.now(), key=uuid4().hex)
        try:
            erasure = erase_person(by=by, player=player, found=chosen, reason=options["reason"] or "")
        except Refused as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"Erased: no. {erasure.number}.")
        self._finish()
        # Somebody may have written while this worked; the player's page finds it no more.
        if new := sum(text.sure for text in find_texts(words)):
            raise CommandError(
                f"Meanwhile the name was written again, in {new} texts: black the words out on the page."
            )

    def _write_counts(self, chosen: list[TextPlace], left: int) -> None:
        for label, texts in sorted(Counter(text.model._meta.label for text in chosen).items()):
            self.stdout.write(f"{label}: {texts} texts")
        if left:
            self.stdout.write(f"{left} texts may mean somebody else and stay; --all erases them too.")

    def _finish(self) -> None:
        troubles = finish_erasure(swept_tables())
        if troubles:
            raise CommandError("\n".join(troubles))
