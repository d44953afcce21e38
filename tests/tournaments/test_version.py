"""Which engine made a document: the fingerprint is that of the scoring's files, all of them."""

import hashlib
from pathlib import Path

import tournaments.scoring
from tournaments.publishing.version import engine_version


def test_the_engine_is_named_by_its_release_and_by_what_it_reckons_with():
    folder = Path(tournaments.scoring.__file__).parent
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.suffix in {".py", ".yaml"}}
    assert {"standings.py", "victory_points.py", "scales/burraco.yaml"} <= set(files)
    digest = hashlib.sha256()
    for _name, path in sorted(files.items(), key=lambda item: item[1]):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    release, fingerprint = engine_version().split(" ")
    assert release == "0.1.0"
    assert fingerprint == digest.hexdigest()[:12]
