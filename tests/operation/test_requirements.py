"""The files that pip installs from agree with what we want, and whoever changes one alone is told."""

import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def locking() -> ModuleType:
    spec = importlib.util.spec_from_file_location("requirements", ROOT / ".ci/requirements.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    for file in ROOT.glob("requirements*"):
        shutil.copy(file, tmp_path)
    return tmp_path


def change(file: Path, pattern: str, to: str) -> None:
    text, times = re.subn(pattern, to, file.read_text(), count=1, flags=re.MULTILINE)
    assert times == 1
    file.write_text(text)


def test_files_agree(locking: ModuleType) -> None:
    assert locking.trouble(ROOT) == []


def test_version_changed_where_it_is_wanted(locking: ModuleType, copies: Path) -> None:
    change(copies / "requirements-sentry.in", r"^sentry-sdk==\S+", "sentry-sdk==9.9.9")
    said = locking.trouble(copies)
    assert "requirements-sentry.in has changed since: make lock" in said
    assert any(one.endswith(", wanted 9.9.9") for one in said)
    assert not any(one.startswith(("requirements.", "requirements-postgres")) for one in said)


def test_package_without_a_hash(locking: ModuleType, copies: Path) -> None:
    change(copies / "requirements.txt", r"^(asgiref==\S+) \\(\n +--hash=\S+ \\)*\n +--hash=\S+", r"\1")
    assert locking.trouble(copies) == ["requirements.txt: asgiref has no hash"]


def test_package_taken_out(locking: ModuleType, copies: Path) -> None:
    change(copies / "requirements.txt", r"^whitenoise==[^\n]*(\n +--hash=[^\n]*)*\n", "")
    assert [one.split(" is missing")[0] for one in locking.trouble(copies)] == ["requirements.txt: whitenoise"]


def test_two_files_with_different_versions(locking: ModuleType, copies: Path) -> None:
    change(copies / "requirements-postgres.txt", r"^asgiref==\S+", "asgiref==1.0")
    (said,) = locking.trouble(copies)
    assert said.startswith("requirements-postgres.txt: asgiref is 1.0, wanted ")


def test_everything_is_installed_by_its_hash() -> None:
    installs = [
        line
        for line in (ROOT / "Makefile").read_text().splitlines()
        if "requirements" in line and line.startswith("\t")
    ]
    assert len(installs) >= 3
    assert all("$(PIP)" in line or ".ci/requirements.py" in line for line in installs)
