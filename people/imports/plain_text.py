"""A list as plain text: pasted from a mail or a spreadsheet, or in columns set one below the other with blanks."""

import re
from collections.abc import Sequence

from people.imports.table import MAX_COLUMNS

MOST = 2_000_000  # characters: what is longer comes as a file

_QUOTED = re.compile(r"(?:\s*>)+ ?")
_BULLET = re.compile(r"\s*[•*·◦▪–—-]\s+|\s*[✅✔☑👉🔹▶➡]\ufe0f?\s*")  # a cross is none: whoever has it comes no more
# «[21:03, 12/11/2024] Carla: », «12/11/24, 21:03 - Carla: »: who wrote a line of a chat, and when.
_CHAT = re.compile(r"\s*(?:\[\d[\d:./, ]{8,22}\]|\d[\d/.]{5,9},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: -)?) [^:\t;|]{1,40}: ")
_NUMBERED = re.compile(r"\s*(\d{1,4})(?:\s?[.):°]?(?:\s*[-–]\s+|\s+)(?=\D)|[.):]\s*$)")
# «Coppia 1:», «Squadra "Gli Assi"».
_BLOCK = re.compile(
    r"\s*(?P<kind>coppia|squadra|team|pair|formazione)\b\s*(?:n[.°]\s*)?[:“«\"']?\s*(?P<name>[^-–/,;\t:]*?)\s*[”»\"']?\s*:?\s*",
    re.IGNORECASE,
)
FEWEST_PLAYERS = 2
_WHOLE_NAME = "Nominativo"  # as headers.yaml knows it
_SEPARATORS = ";\t|"

FEWEST_ROWS = 3  # of two rows too many places are blank in both
_WIDE = re.compile(r"(?<=\S) {2,}(?=\S)")


def as_file(text: str) -> str:
    """The text with its rows as a file would have them.

    Marks and numbers count where nearly every row begins with one; of columns set with blanks, the blanks.
    """
    lines = text.splitlines()
    if _is_of_most(lines, _QUOTED):
        lines = [_QUOTED.sub("", line, count=1) for line in lines]
    if _is_of_most(lines, _CHAT):
        lines = [_CHAT.sub("", line, count=1) for line in lines]
    if blocks := _in_blocks(lines):
        return "\n".join(blocks)
    if _is_of_most(lines, _BULLET):
        lines = [_BULLET.sub("", line, count=1) if _BULLET.match(line) else line for line in lines]
        if not any(separator in line for line in lines for separator in _SEPARATORS):
            return "\n".join(f"\t{line.strip()}" for line in lines)
    if any(separator in text for separator in _SEPARATORS):
        return "\n".join(lines)
    if "\t" in (columns := cut("\n".join(lines))):
        return columns
    if _is_of_most(lines, _NUMBERED):
        lines = [_NUMBERED.sub(r"\1\t", line, count=1) if _NUMBERED.match(line) else f"\t{line}" for line in lines]
    return "\n".join(lines)


def plain_as_file(text: str) -> str:
    """The text of a file: where it has no separators, a list as somebody pastes it."""
    return text if any(separator in text for separator in _SEPARATORS) else as_file(text)


def _is_of_most(lines: Sequence[str], mark: re.Pattern[str]) -> bool:
    """Whether nearly every line bears the mark, from the first to the last that do: a letter may stand around them."""
    marked = [place for place, line in enumerate(lines) if mark.match(line)]
    if not marked or (len(marked) == 1 and sum(map(bool, map(str.strip, lines))) > 1):
        return False
    filled = [line for line in lines[marked[0] : marked[-1] + 1] if line.strip()]
    return 5 * len(marked) >= 4 * len(filled)


def _in_blocks(lines: Sequence[str]) -> list[str] | None:
    """Pairs or teams with a line of their own above their players, as two columns under titles; None where none is.

    A row stays where its line stood.
    """
    heads = {place: found for place, line in enumerate(lines) if (found := _BLOCK.fullmatch(line)) and found["name"]}
    rows, head, players = list(lines), None, dict.fromkeys(heads, 0)
    for place, line in enumerate(lines):
        if place in heads:
            head, rows[place] = place, ""
        elif not line.strip():
            head = None if head is not None and players[head] else head
        elif head is not None:
            players[head] += 1
            rows[place] = f"{heads[head]['name']}\t{_BULLET.sub('', _NUMBERED.sub('', line, count=1), count=1).strip()}"
    if not heads or min(players.values()) < FEWEST_PLAYERS:
        return None
    rows[min(heads)] = f"{heads[min(heads)]['kind']}\t{_WHOLE_NAME}"
    return rows


def cut(text: str) -> str:
    """A tab between columns set with blanks; as it is where it has other separators, or no columns of blanks."""
    if any(separator in text for separator in _SEPARATORS):
        return text
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    if 5 * sum(bool(_WIDE.search(line)) for line in filled) < 4 * len(filled) or not filled:
        return text
    above, starts = _columns(filled)
    if len(starts) > 1:
        titles = set(filled[:above])
        return "\n".join(line if line in titles else "\t".join(_cells(line, starts)) for line in lines)
    return "\n".join(_WIDE.sub("\t", line) for line in lines)


_MOST_ABOVE = 4  # lines of a title over the columns


def _columns(filled: Sequence[str]) -> tuple[int, list[int]]:
    """Where columns begin, and how many lines stand above them as a title: as few as leave the most columns."""
    most = min(_MOST_ABOVE, len(filled) - FEWEST_ROWS)
    found = [(above, _starts(filled[above:])) for above in range(most + 1)]
    return max(found, key=lambda one: (len(one[1]), -one[0]), default=(0, []))


def _starts(lines: Sequence[str]) -> list[int]:
    """Where columns begin: behind two blanks at least in every row that is so long."""
    width = max(map(len, lines))
    blank = [all(line[place : place + 1] in ("", " ") for line in lines) for place in range(width)]
    begins = [place for place in range(2, width) if not blank[place] and blank[place - 1] and blank[place - 2]]
    return [0, *begins][:MAX_COLUMNS]


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts[1:], len(line) + 1]
    return [line[begin:end].strip() for begin, end in zip([0, *starts[1:]], ends, strict=True)]
