"""The house by subject: told in one line here and in the README; inside a subject the kinds of file, one way down."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPLICATIONS = tuple(settings.APPLICATIONS)
# Django's own doors, beside the house; and what is pure, and has rooms of its own.
BESIDE = {"demo", "management", "migrations", "templatetags"}
# Applications that are one subject each.
WITHOUT_SUBJECTS = ("records", "pages", "papers")
# From the address down; what is named by any other noun rests on whatever it needs but on pages, forms and papers.
KINDS = ("urls", "views", "forms", "layout", "exports", "actions", "queries", "models")
SHOWN = ("views", "forms")
DJANGO = {"__init__", "apps", "admin"}


def subjects() -> Iterator[Path]:
    for application in APPLICATIONS:
        for folder in sorted((ROOT / application).iterdir()):
            if (folder / "__init__.py").exists() and folder.name not in BESIDE:
                yield folder


def kind_of(module: str) -> str:
    return module.rpartition("_")[2]


def imports_within(folder: Path) -> Iterator[tuple[str, str]]:
    """Each module of a subject with another of the same that it imports."""
    package = re.escape(".".join(folder.relative_to(ROOT).parts))
    line = re.compile(rf"^\s*from {package}(?:\.(\w+) import| import (\w+))", re.MULTILINE)
    for path in sorted(folder.glob("*.py")):
        yield from ((path.stem, module or name) for module, name in line.findall(path.read_text()))


def goes_up(one: str, other: str) -> bool:
    kind, of = kind_of(one), kind_of(other)
    if kind in KINDS and of in KINDS:
        return KINDS.index(of) < KINDS.index(kind)
    return kind not in KINDS and of in SHOWN


def test_inside_a_subject_the_kinds_of_file_go_one_way_down() -> None:
    found = [f"{folder.relative_to(ROOT)}: {one} imports {other}"
             for folder in subjects() for one, other in imports_within(folder) if goes_up(one, other)]  # fmt: skip
    assert found == []


def test_a_way_up_is_seen() -> None:
    assert goes_up("actions", "views")
    assert goes_up("record_queries", "record_actions")
    assert goes_up("rules", "forms")
    assert not goes_up("views", "score_queries")
    assert not goes_up("queries", "rules")


def modules_beside(folder: Path) -> str:
    """What is called by a noun of its own, as the README names it."""
    stems = (path.stem for path in sorted(folder.glob("*.py")))
    return ", ".join(stem for stem in stems if stem not in DJANGO and kind_of(stem) not in KINDS)


def test_every_subject_is_told_in_one_line_with_its_modules_and_the_readme_tells_it_alike() -> None:
    readme = (ROOT / "README.md").read_text()
    missing = []
    for folder in (*subjects(), *(ROOT / name for name in WITHOUT_SUBJECTS)):
        line = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
        place = folder.relative_to(ROOT).as_posix()
        row = f"| `{place}/` | {line} | {modules_beside(folder)} |"
        if not line:
            missing.append(f"{place}/__init__.py says in no line what is in it")
        elif row not in readme:
            missing.append(f"README.md has no row {row}")
    assert not missing, "\n".join(missing)


def test_no_file_is_longer_than_somebody_reads() -> None:
    files = (path for package in settings.PACKAGES for path in (ROOT / package).rglob("*.py"))
    long = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines())
            for path in files if "migrations" not in path.parts}  # fmt: skip
    assert {place: lines for place, lines in long.items() if lines > 400} == {}
