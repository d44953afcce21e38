"""What files from outside cost: read one by one, each in a process of its own, by the reader that the program has."""

import io
import json
import os
import runpy
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
from django.core.management import CommandError
from django.utils import translation

from codes.tressette.deals import examined
from federation.drafts.queries import problem_in_words as draft_in_words
from federation.drafts.upload import DraftRefused, load_draft, read_upload, whole
from federation.inbox.actions import opened
from federation.packages.words import in_words
from federation.points.table_file import TableRefused, read_table
from federation.sealed.answers import is_decision, read_answer, read_decision
from federation.sealed.faults import Unsound
from federation.seasons.words import problem_in_words
from keeping.backups.archive import BadBackup, unpack
from people.imports.file_tables import read_tables, readings_of
from people.imports.roster import NoRoster, read_roster
from people.imports.table import ImportRefused
from records.outside import ANSWER, DEALS, DRAFT, ERASURES, KB, LIST, PACKAGE, POINTS, ROSTER, read_file, read_json
from records.requests import Refused
from referee.management.commands import import_code
from tournaments.entry_lists.words import refusal_in_words

START = "import django; django.setup(); from tests.security.weighing import main; main()"
IN_MEMORY_AT_REST = openpyxl  # of a server that has read a list before


def _list(path: Path) -> None:
    content = read_file(path, LIST)
    with suppress(ImportRefused, NoRoster):
        read_roster(read_tables(content, ROSTER), date(2026, 11, 14))
    if readings_of(content):
        raise CommandError("a list")


def _answer(path: Path) -> None:
    content = read_file(path, ANSWER)
    (read_decision if is_decision(content) else read_answer)(content)


def _backup(path: Path) -> None:
    try:
        unpack(path, path.with_suffix(".sqlite3"))
    finally:
        path.with_suffix(".sqlite3").unlink(missing_ok=True)


def _code_text(path: Path) -> None:
    if not import_code._text(path, import_code._content(path)).strip():
        raise CommandError("no article found")


def _deals(path: Path) -> None:
    for one in examined(read_file(path, DEALS).decode())[1]:
        raise one


def _stranger(path: Path) -> None:
    """docs/read_package.py, which reads without the program."""
    sys.argv, said = ["read_package.py", str(path)], io.StringIO()
    with redirect_stdout(said), suppress(SystemExit):
        runpy.run_path("docs/read_package.py", run_name="__main__")
    raise CommandError(said.getvalue())


READERS: dict[str, Callable[[Path], object]] = {
    "answer": _answer,
    "backup": _backup,
    "code text": _code_text,
    "deals": _deals,
    "draft": lambda path: load_draft(whole(read_upload(path.name, read_file(path, DRAFT)), {})),
    "erasures": lambda path: read_json(read_file(path, ERASURES), ERASURES),
    "list": _list,
    "package": lambda path: opened(read_file(path, PACKAGE)),
    "points": lambda path: read_table(read_file(path, POINTS).decode()),
    "stranger": _stranger,
}


# The words that people read of each refusal; ValueError is of a file beside a backup, and of deals.
WORDS: dict[type[Exception], Callable[[Any], object]] = {
    BadBackup: str,
    CommandError: str,
    Refused: lambda error: " ".join(error.messages),
    Unsound: lambda error: in_words(error.trouble),
    ImportRefused: refusal_in_words,
    DraftRefused: lambda error: " ".join(map(draft_in_words, error.problems)),
    TableRefused: lambda error: " ".join(map(problem_in_words, error.problems)),
    ValueError: str,
}


def said_of(reader: str, path: Path) -> str:
    """What the reader says of a file; what is no refusal it lets go."""
    try:
        READERS[reader](path)
    except tuple(WORDS) as error:
        return str(next(words for kind, words in WORDS.items() if isinstance(error, kind))(error))
    return ""


def bytes_of(name: str) -> int:
    """VmRSS (now) or VmHWM (at most, since `forget_most`) of this process, as Linux tells them."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * KB for line in lines if line.startswith(name))


def forget_most() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def weigh(reader: str, path: Path) -> None:
    forget_most()
    rest, fell, said = bytes_of("VmRSS"), "", ""
    try:
        said = said_of(reader, path)
    except BaseException as error:  # a traceback, where the program ran
        fell = repr(error)[:300]
    print(json.dumps([path.name, bytes_of("VmHWM") - rest, said[:400], fell]), flush=True)


def main() -> None:
    """`-c START READER FILE…` prints a line of JSON for each: its name, the bytes above rest, the words, what fell."""
    translation.activate("it")
    reader, *paths = sys.argv[1:]
    for path in map(Path, paths):
        if child := os.fork():
            os.waitpid(child, 0)
        else:
            weigh(reader, path)
            os._exit(0)
