"""A list pasted from a mail or a spreadsheet, as the text of a file: marks of quoting away, numbers in a column."""

import re
from collections.abc import Sequence

from people.imports.fixed_width import cut

MOST = 2_000_000  # characters: what is longer comes as a file

_QUOTED = re.compile(r"(?:\s*>)+ ?")
_BULLET = re.compile(r"\s*[•*·◦▪–—-]\s+")
_NUMBERED = re.compile(r"\s*(\d{1,4})\s?[.):°]?(?:\s*[-–]\s+|\s+)(?=\D)")
_SEPARATORS = ("\t", ";", "|")


def as_file(text: str) -> str:
    """The text with its rows as a file would have them.

    Marks and numbers count where nearly every row begins with one; of columns set with blanks, the blanks.
    """
    lines = text.splitlines()
    for mark in (_QUOTED, _BULLET):
        if _is_of_most(lines, mark):
            lines = [mark.sub("", line, count=1) if mark.match(line) else line for line in lines]
    if any(separator in text for separator in _SEPARATORS):
        return "\n".join(lines)
    if _is_of_most(lines, _NUMBERED):
        lines = [_NUMBERED.sub(r"\1\t", line, count=1) if _NUMBERED.match(line) else f"\t{line}" for line in lines]
    return cut("\n".join(lines))


def _is_of_most(lines: Sequence[str], mark: re.Pattern[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    return 5 * sum(bool(mark.match(line)) for line in filled) >= 4 * len(filled) > 0
