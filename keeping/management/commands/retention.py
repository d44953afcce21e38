"""Tell what has been kept long enough, delete what may go by itself, write the table into the record of processing."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from keeping.erasing.actions import by_the_program
from keeping.retention.rules import Fate, due_now, table_in_words
from people.accounts.models import Player
from records.locks import lock_tournament
from records.log import write_line
from records.models import RecordSalt
from records.official_records import Sealed, collect_written
from records.seals import name_of
from tournaments.setup.models import Tournament

PAGES = {"it": "docs/privacy.md", "en": "docs/privacy.en.md"}
BEGINS, ENDS = "<!-- manage.py retention --doc -->", "<!-- until here -->"


def with_table(page: str, language: str) -> str:
    """The page with the table as it is now between its marks."""
    before, _begins, rest = page.partition(BEGINS)
    _table, _ends, after = rest.partition(ENDS)
    return f"{before}{BEGINS}\n\n{table_in_words(language)}\n\n{ENDS}{after}"


def delete_due(due: "QuerySet[Any]", at: datetime) -> None:
    """Delete them; of what is sealed the log of each tournament tells that it is gone, and its salts go with it."""
    if not issubclass(due.model, Sealed):
        due.delete()
        return
    way, by = due.model.TOURNAMENT, by_the_program(at, "retention")
    for tournament in Tournament.objects.filter(pk__in=list(due.values_list(way, flat=True))).order_by("pk"):
        with transaction.atomic(), collect_written():
            lock_tournament(tournament.pk)
            mine = due.filter(**{way: tournament.pk})
            names = [name_of(due.model._meta.label, pk) for pk in mine.values_list("pk", flat=True)]
            mine.delete()
            RecordSalt.objects.filter(record__in=names).delete()
            told = {"records": len(names)}
            write_line(tournament=tournament, actor=by.user, at=at, action="let_go", record=tournament, data=told)


class Command(BaseCommand):
    help = "List what is due by the table of retention; --delete deletes what may go by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--delete", action="store_true", help="Delete what is due and may go by itself.")
        parser.add_argument("--doc", action="store_true", help="Write the table into docs/privacy.md and .en.md.")

    def handle(self, *args: Any, delete: bool, doc: bool, **options: Any) -> None:
        if doc:
            return self._write()
        now = timezone.now()
        due = list(due_now(now))
        for rule, count in due:
            goes = delete and rule.then is Fate.DELETED
            if goes:
                # By their keys: a query that groups cannot delete.
                delete_due(
                    rule.model._base_manager.filter(pk__in=list(rule.due(now).values_list("pk", flat=True))), now
                )
            words = "deleted" if goes else {Fate.DELETED: "due: --delete", Fate.ERASED: "due: an erasure"}[rule.then]
            self.stdout.write(f"{rule.kind}: {count} {words} ({rule.what})")
            if rule.model is Player:
                # By their keys, which their pages' addresses hold: what a cron writes names nobody.
                keys = ", ".join(map(str, rule.due(now).values_list("pk", flat=True)))
                self.stdout.write(f"  /giocatori/…/: {keys}")
        if not due:
            self.stdout.write("Nothing is due.")
        return None

    def _write(self) -> None:
        for language, name in PAGES.items():
            path = Path(settings.BASE_DIR) / name
            path.write_text(with_table(path.read_text("utf-8"), language), "utf-8")
            self.stdout.write(f"{name} written")
