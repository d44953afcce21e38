"""What comes from outside costs nothing: no file takes more than a hundred megabytes, and each is answered in words."""

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django import forms
from django.conf import settings

from records.outside import MB
from tests.security.hostile_files import HOSTILE_FILES
from tests.security.weighing import READERS, START

ROOT = Path(settings.BASE_DIR)
MOST = 100 * MB
APPLICATIONS = ("config", "federation", "hall", "keeping", "pages", "people", "records", "referee", "tournaments")
# Every field to which a file is sent, and the reader whose limits it has.
FIELDS = {
    "federation.drafts.views.DraftForm.file": "draft",
    "federation.roster.forms.RosterForm.file": "list",
    "federation.packages.forms.AnswerForm.file": "answer",
    "federation.packages.forms.PackageForm.file": "package",
    "federation.seasons.forms.TableForm.file": "points",
    "tournaments.entry_lists.forms.RegisterForm.file": "list",
    "tournaments.entry_lists.forms.UploadForm.file": "list",
    "tournaments.rounds.forms.WriteForm.file": "deals",
}
# Every view and command that reads a file or a body by itself: how often, and by whose limits; «own» is a file of ours.
READ = {
    "federation/drafts/views.py": {"read": 1},  # draft
    "federation/inbox/desk_views.py": {"read": 2},  # answer; no file: what a package is made of
    "federation/inbox/views.py": {"read": 2},  # package
    "federation/management/commands/api_contract.py": {"read_text": 1},  # own
    "federation/management/commands/check_package.py": {"read_file": 1},  # package
    "federation/management/commands/import_roster.py": {"read_file": 1},  # list
    "federation/management/commands/package_kinds.py": {"read_text": 2},  # own
    "federation/management/commands/receive_package.py": {"read_file": 1},  # package
    "federation/seasons/forms.py": {"read": 1},  # points
    "keeping/documents/views.py": {"read": 1},  # no file: what a document is made of
    "keeping/management/commands/retention.py": {"read_text": 1},  # own
    "referee/management/commands/coverage_doc.py": {"read_text": 1},  # own
    "referee/management/commands/deals.py": {"read_file": 2, "read_text": 1},  # deals; the seed is one's own
    "referee/management/commands/import_code.py": {"read_file": 1},  # code text
    "referee/wizard/views.py": {"read": 1},  # no file: the record of a case
    "tournaments/entry_lists/forms.py": {"read": 2},  # list; its first bytes
    "tournaments/management/commands/permissions_doc.py": {"read_text": 1},  # own
    "tournaments/rounds/forms.py": {"read": 1},  # deals
}
CALLS = {"read", "read_bytes", "read_text", "read_file"}


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_no_file_takes_more_than_a_hundred_megabytes(tmp_path, reader):
    if not Path("/proc/self/clear_refs").exists():
        pytest.fail("Only Linux tells how much a process had at most.")
    paths = []
    for name, make in HOSTILE_FILES[reader].items():
        path = tmp_path / name.replace(" ", "-")
        path.write_bytes(make())
        paths.append(str(path))
    command = [sys.executable, "-c", START, reader, *paths]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=True)  # noqa: S603
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(paths)
    assert [one for one in told if one[1] > MOST or one[3] or not one[2] or "Traceback" in one[2]] == []


def file_fields() -> set[str]:
    for application in APPLICATIONS:
        for path in (ROOT / application).rglob("*.py"):
            if path.name.endswith(("forms.py", "views.py")):
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found, waiting = set[str](), [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.partition(".")[0] in APPLICATIONS:
            fields = getattr(form, "base_fields", {})
            named = (name for name, field in fields.items() if isinstance(field, forms.FileField))
            found |= {f"{form.__module__}.{form.__qualname__}.{name}" for name in named}
    return found


def test_every_field_to_which_a_file_is_sent_has_a_reader_with_limits():
    assert file_fields() == FIELDS.keys()
    assert set(FIELDS.values()) <= READERS.keys() == HOSTILE_FILES.keys()


def reads_in(path: Path) -> dict[str, int]:
    tree = ast.parse(path.read_text())
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = [one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in called]
    return {name: names.count(name) for name in sorted(set(names) & CALLS)}


def test_every_view_and_command_that_reads_a_file_is_known():
    found = {}
    for application in APPLICATIONS:
        for path in (ROOT / application).rglob("*.py"):
            is_door = path.parent.name == "commands" or path.name.endswith(("views.py", "forms.py"))
            if is_door and (calls := reads_in(path)):
                found[path.relative_to(ROOT).as_posix()] = calls
    assert found == {path: calls for path, calls in READ.items() if calls}
