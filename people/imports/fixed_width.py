"""Text whose columns are set one below the other with blanks, as old programs print it and people type it in mails."""

import re
from collections.abc import Sequence

from people.imports.table import MAX_COLUMNS

FEWEST_ROWS = 3  # of two rows too many places are blank in both
_WIDE = re.compile(r"(?<=\S) {2,}(?=\S)")
_AS_SEPARATORS = ";\t|"


def cut(text: str) -> str:
    """The text with a tab between its columns; as it is where it has other separators, or no columns of blanks."""
    if any(separator in text for separator in _AS_SEPARATORS):
        return text
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    if 5 * sum(bool(_WIDE.search(line)) for line in filled) < 4 * len(filled) or not filled:
        return text
    starts = _starts(filled) if len(filled) >= FEWEST_ROWS else []
    if len(starts) > 1:
        return "\n".join("\t".join(_cells(line, starts)) for line in lines)
    return "\n".join(_WIDE.sub("\t", line) for line in lines)


def _starts(lines: Sequence[str]) -> list[int]:
    """Where columns begin: behind two blanks at least in every row that is so long."""
    width = max(map(len, lines))
    blank = [all(line[place : place + 1] in ("", " ") for line in lines) for place in range(width)]
    begins = [place for place in range(2, width) if not blank[place] and blank[place - 1] and blank[place - 2]]
    return [0, *begins][:MAX_COLUMNS]


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts[1:], len(line) + 1]
    return [line[begin:end].strip() for begin, end in zip([0, *starts[1:]], ends, strict=True)]
