"""Only actions, migrations, commands and the log save records: a call elsewhere is named by file and line."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
WRITERS = (
    "records/action.py",  # keeps the keys of requests, and saves what an action checked
    "tournaments/migrations",
    "tournaments/management",
    "keeping/management",
    "pages/management",
    "people/management",
    "records/log.py",
    "people/offices/log.py",
    "federation/migrations",
    "federation/management",
    "records/official_records.py",  # passes on what actions ask of official records, and notes it
    "federation/packages/models.py",  # passes on what erases a text, and lets its salt go
    "records/seals.py",  # keeps the salts of what the log seals
    "referee/migrations",
    "referee/management",
    "referee/demo",  # what the command load_demo does
    "federation/demo",
)
SAVES = frozenset(
    """
    save asave save_base create acreate bulk_create abulk_create bulk_update abulk_update update aupdate delete adelete
    get_or_create aget_or_create update_or_create aupdate_or_create _raw_delete save_checked
    """.split()
)
# A call that is written like one of those, and saves no record: the file, what is called, and what it does.
NO_RECORD = {
    ("tournaments/rounds/layout.py", "canvas.save"): "reportlab writes the page's bytes",
    ("hall/seats/layout.py", "canvas.save"): "reportlab writes the page's bytes",
    ("hall/score_sheets/layout.py", "canvas.save"): "reportlab writes the page's bytes",
    ("papers/pdf.py", "super().save"): "reportlab's canvas closes the paper",
    ("keeping/documents/report.py", "super().save"): "reportlab's canvas closes the paper",
    ("papers/xlsx.py", "ExcelWriter(book, _Archive(out, 'w')).save"): "openpyxl writes the book's bytes",
    ("people/sign_in/sessions.py", "self.delete"): "ends the session, Django's own record",
    ("people/sign_in/sessions.py", "super().delete"): "ends the session, Django's own record",
    ("people/sign_in/sessions.py", "super().save"): "keeps the session, Django’s own record",
}


def saving_calls(source: str) -> Iterator[tuple[int, str]]:
    """Line and words of each call that saves a record, by its name."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        # A dictionary is updated from another one, rows by the names of their columns.
        is_mapping = name == "update" and node.args and not node.keywords
        if name in SAVES and not is_mapping:
            yield node.lineno, ast.unparse(node.func)


def found_in_the_house() -> Iterator[tuple[str, int, str]]:
    for package in settings.PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT)
            is_of_actions = place.stem == "actions" or place.stem.endswith("_actions")
            if not is_of_actions and not any(place.is_relative_to(writer) for writer in WRITERS):
                yield from ((place.as_posix(), *call) for call in saving_calls(path.read_text()))


def test_only_actions_migrations_commands_and_the_log_save() -> None:
    found = [f"{path}:{line}: {call}()" for path, line, call in found_in_the_house() if (path, call) not in NO_RECORD]
    assert not found, "\n".join(found)


def test_no_exemption_is_there_in_vain() -> None:
    assert set(NO_RECORD) <= {(path, call) for path, _line, call in found_in_the_house()}


def test_a_call_that_saves_is_seen_however_it_is_written() -> None:
    source = """
Entry.objects.filter(pk=1).update(name="x")
seen.update(more)
for one in rows:
    one.delete()
save_checked(one)
"""
    assert sorted(line for line, _call in saving_calls(source)) == [2, 5, 6]
