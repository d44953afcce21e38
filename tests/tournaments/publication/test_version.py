"""Which engine made a document: the fingerprint is that of the files that its figures come from, all of them."""

import hashlib
import shutil

import pytest
from django.conf import settings

from tournaments.publication.proof import PARTS, engine_version


@pytest.fixture
def engine_at(tmp_path, settings):
    """The engine of a copy of the program, in which a file may be another one."""
    source, settings.BASE_DIR = settings.BASE_DIR, tmp_path
    for part in (*PARTS, "pyproject.toml"):
        copy = shutil.copytree if (source / part).is_dir() else shutil.copy
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        copy(source / part, tmp_path / part)
    engine_version.cache_clear()
    yield tmp_path
    engine_version.cache_clear()


def test_the_engine_is_named_by_its_release_and_by_what_it_reckons_with():
    folders = [settings.BASE_DIR / "tournaments/scoring", settings.BASE_DIR / "codes/scales"]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".yaml"}]
    files += [settings.BASE_DIR / "codes/victory_points.py", settings.BASE_DIR / "codes/rfc3797.py"]
    assert {"match.py", "standings.py", "ties.py", "burraco.yaml"} <= {path.name for path in files}
    digest = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(settings.BASE_DIR).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    release, fingerprint = engine_version().split(" ")
    assert release == "0.1.0"
    assert fingerprint == digest.hexdigest()[:12]


@pytest.mark.parametrize(
    "path", ["tournaments/scoring/match.py", "tournaments/scoring/ties.py", "codes/scales/burraco.yaml"]
)
def test_another_byte_in_what_makes_the_figures_is_another_engine(engine_at, path):
    before = engine_version()
    (engine_at / path).write_bytes((engine_at / path).read_bytes() + b"\n")
    engine_version.cache_clear()
    after = engine_version()
    assert before.split()[0] == after.split()[0]
    assert before != after
