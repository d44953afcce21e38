"""docs/asvs.md holds, and its check (.ci/asvs.py) notices where it does not."""

import runpy
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
ASVS = SimpleNamespace(**runpy.run_path(str(ROOT / ".ci/asvs.py")))
PAGE = (ROOT / "docs/asvs.md").read_text()
HERE = "tests/security/test_asvs.py"


def test_page_holds() -> None:
    assert ASVS.trouble(PAGE, ROOT) == []


def test_numbers_are_those_of_the_standard() -> None:
    found = list(ASVS.levels().values())
    assert [found.count(level) for level in (1, 2, 3)] == [70, 183, 92]


def row(number: str) -> str:
    return next(line for line in PAGE.splitlines() if line.startswith(f"| {number} |"))


def shown(number: str, said: str) -> Callable[[str], str]:
    """The page with another last cell in one row."""
    cells = row(number).split(" | ")
    return lambda text: text.replace(row(number), " | ".join([*cells[:-1], f"{said} |"]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (shown("1.2.1", f"`{HERE}::test_of_nothing`"), f"1.2.1: {HERE}::test_of_nothing does not exist"),
        (
            shown("1.2.1", "`tests/security/test_no.py::test_x`"),
            "1.2.1: tests/security/test_no.py::test_x does not exist",
        ),
        (shown("1.2.1", f"`{HERE}::shown`"), f"1.2.1: {HERE}::shown does not exist"),
        (shown("1.2.1", "a test"), "1.2.1: no test is cited"),
        (shown("1.2.1", f"`{HERE}::test_page_holds` `gone`"), "1.2.1: something cited is no test"),
        (shown("1.2.1", "NOT MET: all"), "1.2.1 is of level 1 and not met"),
        (lambda text: text.replace(row("2.1.1") + "\n", ""), "2.1.1 is missing"),
        (lambda text: text.replace(row("2.1.1"), row("2.1.1") + "\n" + row("2.1.1")), "2.1.1 stands 2 times"),
        (lambda text: text.replace("| 2.1.1 | 1 |", "| 2.1.1 | 2 |"), "2.1.1 is of level 1, not 2"),
        (lambda text: text.replace("| 1 | 70 |", "| 1 | 71 |"), "the counts are not those of the tables"),
    ],
)
def test_fault_is_named(change: Callable[[str], str], said: str) -> None:
    changed = change(PAGE)
    assert changed != PAGE
    assert any(one.startswith(said) for one in ASVS.trouble(changed, ROOT))


def test_more_than_five_in_a_hundred_not_met_are_too_many() -> None:
    text = PAGE
    for number in ("1.1.1", "1.1.2", "1.2.9", "2.1.2", "2.1.3", "2.2.3"):
        text = shown(number, "NOT MET: not yet")(text)
    assert any("less than 95 %" in one for one in ASVS.trouble(text, ROOT))


def test_tests_in_classes_and_with_parameters_are_found(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text("class TestA:\n    def test_b(self): ...\n\ndef test_c(x): ...\n")
    rows = [
        ASVS.Row("1.1.1", 2, "", "", " ".join(f"`tests/test_a.py::{name}`" for name in ("TestA::test_b", "test_c")))
    ]
    assert ASVS._rows(rows, tmp_path) == []
