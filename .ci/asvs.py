"""What docs/asvs.md says of OWASP ASVS 5.0 holds: every number once, every cited test there, the counts right.

`--check` names what does not agree, without running a test; `--write` puts the counts into the introduction. The
numbers of the standard and their levels stand here, its sentences nowhere.
"""

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent.parent
PAGE = "docs/asvs.md"
# ASVS 5.0.0 (May 2025): section, and of its requirements from the first on the level.
LEVELS = """
1.1 22  1.2 1111122223  1.3 112222222223  1.4 222  1.5 123
2.1 122  2.2 112  2.3 12223  2.4 23
3.1 3  3.2 113  3.3 12223  3.4 11222233  3.5 11122333  3.6 3  3.7 22333
4.1 12233  4.2 23333  4.3 22  4.4 1222
5.1 2  5.2 112333  5.3 113  5.4 222
6.1 122  6.2 111111112222  6.3 11223333  6.4 112233  6.5 22222333  6.6 2223  6.7 33  6.8 2222
7.1 222  7.2 1111  7.3 22  7.4 11222  7.5 223  7.6 22
8.1 1233  8.2 1123  8.3 133  8.4 23
9.1 111  9.2 1222
10.1 22  10.2 223  10.3 22223  10.4 1111122222233333  10.5 22222  10.6 22  10.7 222
11.1 2233  11.2 22233  11.3 11233  11.4 1222  11.5 23  11.6 23  11.7 33
12.1 12233  12.2 11  12.3 22223
13.1 2333  13.2 222223  13.3 2233  13.4 1222233
14.1 22  14.2 12223333  14.3 122
15.1 12233  15.2 12233  15.3 1222222  15.4 3333
16.1 2  16.2 22222  16.3 2222  16.4 222  16.5 2223
17.1 23  17.2 22223333  17.3 22
"""
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
AWAY, MISSING = "does not apply: ", "NOT MET: "
COUNTS = re.compile(r"(?<=<!-- counts -->\n).*?(?=\n<!-- /counts -->)", re.DOTALL)
# Of what applies of level 2 so much must be met; of level 1 all.
SHARE = 95


class Row(NamedTuple):
    """A requirement as the page tells it."""

    number: str
    level: int
    words: str
    how: str
    shown: str

    @property
    def state(self) -> str:
        return next((state for state, word in {"away": AWAY, "missing": MISSING}.items() if word in self.shown), "met")


def main() -> None:
    path = HERE / PAGE
    if sys.argv[1:] == ["--write"]:
        text = path.read_text()
        path.write_text(COUNTS.sub(counts(rows_of(text)), text))
    sys.exit("\n".join(trouble(path.read_text(), HERE)) or None)


def levels() -> dict[str, int]:
    """Level by number, of the whole standard."""
    words = LEVELS.split()
    return {
        f"{section}.{place}": int(level)
        for section, marks in zip(words[::2], words[1::2], strict=True)
        for place, level in enumerate(marks, start=1)
    }


def rows_of(text: str) -> list[Row]:
    return [Row(number, int(level), *rest) for number, level, *rest in ROW.findall(text)]


def counts(rows: list[Row]) -> str:
    """The table of the introduction."""
    lines = [
        "| level | requirements | met | does not apply | not met | met of what applies |",
        "|---|---|---|---|---|---|",
    ]
    for level in (1, 2):
        mine = Counter(row.state for row in rows if row.level == level)
        applies = mine["met"] + mine["missing"]
        share = f"{100 * mine['met'] / applies:.1f} %" if applies else "–"
        told = [level, mine.total(), mine["met"], mine["away"], mine["missing"], share]
        lines.append("| " + " | ".join(map(str, told)) + " |")
    return "\n".join(lines)


def trouble(text: str, root: Path) -> list[str]:
    """What does not hold, in sentences; nothing when all is well."""
    rows = rows_of(text)
    return [*_numbers(rows), *_rows(rows, root), *_goals(rows), *_counts(text, rows)]


def _numbers(rows: list[Row]) -> list[str]:
    wanted = {number: level for number, level in levels().items() if level < 3}
    there = Counter(row.number for row in rows)
    said = [f"{number} is missing" for number in wanted if number not in there]
    said += [f"{number} stands {times} times" for number, times in there.items() if times > 1]
    said += [
        f"{row.number} is of level {wanted.get(row.number, 'none')}, not {row.level}"
        for row in rows
        if wanted.get(row.number) != row.level
    ]
    return said


def _rows(rows: list[Row], root: Path) -> list[str]:
    said = []
    for row in rows:
        cited = TEST.findall(row.shown)
        said += [
            f"{row.number}: {path}::{name} does not exist" for path, name in cited if not _exists(root / path, name)
        ]
        if row.state == "met" and not cited:
            said.append(f"{row.number}: no test is cited")
        if row.shown.count("`") != 2 * len(cited):
            said.append(f"{row.number}: something cited is no test: {row.shown}")
    return said


def _exists(path: Path, name: str) -> bool:
    return path.is_file() and name in _tests_in(path)


@cache
def _tests_in(path: Path) -> frozenset[str]:
    """The tests of a file as pytest names them, without what stands in brackets."""
    tree = ast.parse(path.read_text())
    return frozenset(_named(tree, ""))


def _named(node: ast.AST, before: str) -> list[str]:
    found = []
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_"):
            found.append(before + one.name)
        elif isinstance(one, ast.ClassDef) and one.name.startswith("Test"):
            found += _named(one, f"{before}{one.name}::")
    return found


def _goals(rows: list[Row]) -> list[str]:
    said = [f"{row.number} is of level 1 and not met" for row in rows if row.level == 1 and row.state == "missing"]
    second = Counter(row.state for row in rows if row.level == 2)
    if second["met"] * 100 < SHARE * (second["met"] + second["missing"]):
        said.append(f"of level 2 {second['met']} are met and {second['missing']} not: less than {SHARE} %")
    return said


def _counts(text: str, rows: list[Row]) -> list[str]:
    told = COUNTS.search(text)
    return [] if told and told[0] == counts(rows) else ["the counts are not those of the tables: .ci/asvs.py --write"]


if __name__ == "__main__":
    main()
