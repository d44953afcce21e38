"""Text with separators, as spreadsheets save it: which encoding, which separator, where the quotes end."""

import csv
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice

from people.imports.refusal import FileFault, ImportRefused
from people.imports.table import ENTRIES, Allowance, Limits, ListSheet, table_of

# UTF-32 first: its mark begins with that of UTF-16.
_MARKS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
# What «CSV», «CSV (MS-DOS)» and «CSV (Macintosh)» write in Western Europe; the first wins a draw.
_EIGHT_BITS = ("cp1252", "cp850", "mac_roman")
_EXPECTED = frozenset("àèéìíòóùúÀÈÉÌÍÒÓÙÚâêîôûäëïöüÄËÏÖÜßçÇñÑ’‘“”«»°ºª–—€")
_CONTROLS = frozenset(map(chr, range(32))) - set("\t\n\r\x0b\x0c")

DELIMITERS = (";", "\t", ",", "|")
_SAMPLE = 2**16
_SAMPLE_ROWS = 200
# Follows the last line: when it does not come out alone, a quote before it was left open.
_END = "\x1f"


def read_text(content: bytes, limits: Limits = ENTRIES) -> ListSheet:
    """The table in a text file; raises ImportRefused when it is no text, or a quote never ends."""
    text = decode(content)
    if not text.strip():
        raise ImportRefused(FileFault.EMPTY)
    delimiter, text = _announced_separator(text)
    return table_of("", _records(text, delimiter or _delimiter(text)), Allowance(limits))


def decode(content: bytes) -> str:
    """The text of the bytes: by its mark, as UTF-16 or UTF-8 without one, else in the eight bits that read best."""
    try:
        text = _decode_content(content)
    except UnicodeDecodeError as error:
        raise ImportRefused(FileFault.NOT_TEXT) from error
    text = text.rstrip("\x1a")  # the end of a file under DOS
    if _CONTROLS.intersection(text):
        raise ImportRefused(FileFault.NOT_TEXT)
    return text


def _decode_content(content: bytes) -> str:
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content.decode(encoding)
    if b"\x00" in content:
        # Plain letters have a zero byte in UTF-16: behind them in little-endian, before them in big-endian.
        return content.decode("utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        readings = [content.decode(encoding, errors="replace") for encoding in _EIGHT_BITS]
        return max(readings, key=_plausibility)


def _plausibility(text: str) -> int:
    """How well a text reads: how many letters and marks it has that an Italian list may have, beyond the plain ones."""
    return sum(letter in _EXPECTED for letter in text)


def _announced_separator(text: str) -> tuple[str, str]:
    """The separator that a first line «sep=;» names for Excel, and the rest; else none and the whole text."""
    first, _end, rest = text.partition("\n")
    named = first.strip("\r\"' ")
    if named.lower().startswith("sep=") and named[4:] in DELIMITERS:
        return named[4:], rest
    return "", text


def _delimiter(text: str) -> str:
    """The separator that cuts most rows into the same number of cells, and into most cells."""
    sample = text[:_SAMPLE]
    return max(DELIMITERS, key=lambda delimiter: _regularity(sample, delimiter))


def _regularity(sample: str, delimiter: str) -> tuple[int, int]:
    """How many rows have the commonest number of cells above one, and that number."""
    try:
        rows = list(islice(csv.reader(StringIO(sample, newline=""), delimiter=delimiter), _SAMPLE_ROWS))
    except csv.Error:
        return (0, 0)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return (count, width)


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    """The records in order, blank ones too, as a spreadsheet numbers them."""
    reader = csv.reader(StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter)
    number = 1
    try:
        for record in reader:
            if record == [_END]:
                return
            if any(_END in cell for cell in record):
                break
            yield record
            number += 1
    except csv.Error:  # a cell longer than any: the rest of the file, behind an open quote
        pass
    raise ImportRefused(FileFault.QUOTE_NOT_CLOSED, row=number)
