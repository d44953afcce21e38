"""The letters of a file of text: in which encoding they stand, what else they might be, text encoded twice."""

import re
from collections.abc import Iterator

from people.imports.table import FileFault, ImportRefused

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
_EXPECTED = frozenset("àèéìíòóùúÀÈÉÌÍÒÓÙÚâêîôûäëïöüÄËÏÖÜßçÇñÑ’‘“”«»°ºª–—€šžŠŽåÅ")
_CONTROLS = frozenset(map(chr, range(32))) - set("\t\n\r\x0b\x0c")
CENTRAL = "cp1250"  # «CSV» from Ljubljana to Warsaw: nearly the letters of cp1252, but for some
# A «č» of cp1250 is an «è» of cp1252: before a vowel it is hardly one, at the end of a word it is; an «ą» is a «¹».
_NOT_ITALIAN = re.compile("[èÈ](?=[aeiouy])|[æÆðÐ]|[£¹³¿¥](?=[a-zA-Z])|(?<=[a-z])[£¹³¿¥]|õ(?!e)|[øØ](?=[aeiouáéíý])")
# What the letters of another encoding become: lines of a box or signs of mathematics at a letter, an accented capital
# behind a small letter, a small one behind capitals, signs and marks of quoting within a word.
_SPOILT_WORD = re.compile(
    r"(?<=[^\W\d_])[─-╿]|[─-╿](?=[^\W\d_])|(?<=[a-zA-Z])[π∂∑∏∫Ω≠≤≥∞√∆◊]|[π∂∑∏∫Ω≠≤≥∞√∆◊](?=[a-zA-Z])"
    r"|(?<=[a-z])[À-ÖØ-ÞŽŠ]|(?<=[A-Z]{2})[à-öø-þ]|(?<=[a-z])[·¯¨¸˝˛ˇ˘˙˚°«»](?=[^\W\d_])|(?<!\S)[»¯˝˛ˇ˘˙˚](?=[a-zA-Z])|�"
)
_ITALIAN = re.compile(r"[àèìòù](?!\w)")
TWICE = "UTF-8 ×2"
_SHOWN = {
    "utf-8-sig": "UTF-8",
    "cp1252": "Windows 1252",
    "cp850": "MS-DOS 850",
    "mac_roman": "Mac",
    CENTRAL: "Windows 1250",
}


def shown_encoding(encoding: str) -> str:
    """What the encoding is called where it is chosen."""
    return _SHOWN.get(encoding, encoding.upper())


def decode(content: bytes) -> str:
    """The text of the bytes, as it reads best."""
    return next(iter(readings(content).values()))


def readings(content: bytes) -> dict[str, str]:
    """The text by the encodings that may be meant, the likeliest first; raises ImportRefused when it is none."""
    try:
        found = dict(_readings(content))
    except UnicodeDecodeError as error:
        raise ImportRefused(FileFault.NOT_TEXT) from error
    texts = {encoding: text.rstrip("\x1a") for encoding, text in found.items()}  # the end of a file under DOS
    good = {encoding: text for encoding, text in texts.items() if not _CONTROLS.intersection(text)}
    if next(iter(texts)) not in good:
        raise ImportRefused(FileFault.NOT_TEXT)
    return good


def _readings(content: bytes) -> Iterator[tuple[str, str]]:
    encoding = _encoding_of(content)
    if encoding is not None:
        text = content.decode(encoding)
        once = _once(text)
        if once != text:
            yield TWICE, once
        yield encoding, text
        return
    texts = {one: content.decode(one, errors="replace") for one in (*_EIGHT_BITS, CENTRAL)}
    best = max(_EIGHT_BITS, key=lambda one: _plausibility(texts[one]))
    if best == "cp1252" and _is_central(texts[best]):
        best = CENTRAL
    yield best, texts.pop(best)
    yield from texts.items()


def _encoding_of(content: bytes) -> str | None:
    """By its mark, as UTF-16 or UTF-8 without one; None where each letter has eight bits."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return encoding
    if b"\x00" in content:
        # Plain letters have a zero byte in UTF-16: behind them in little-endian, before them in big-endian.
        return "utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _plausibility(text: str) -> int:
    """How well a text reads: how many letters and marks it has that an Italian list may have, beyond the plain ones."""
    return sum(letter in _EXPECTED for letter in text) - len(_SPOILT_WORD.findall(text))


def _is_central(text: str) -> bool:
    foreign = len(_NOT_ITALIAN.findall(text))
    return 0 < foreign >= len(_ITALIAN.findall(text))


def _byte_of(letter: str) -> bytes:
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:  # five bytes that cp1252 has no letter for
        return letter.encode("latin-1")


_HIGH = "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0x100))
_RUN = re.compile(f"[{re.escape(_HIGH)}]{{2,}}")


def _once(text: str) -> str:
    """The text with what was encoded twice put right: «Ã²» was an «ò»."""
    return _RUN.sub(lambda run: _undone(run[0]), text)


def _undone(run: str) -> str:
    """What the run was before it was encoded again: letters and marks of a list; anything else stays as it stands."""
    try:
        before = b"".join(map(_byte_of, run)).decode("utf-8")
    except UnicodeDecodeError:
        return run
    return before if all(letter.isalpha() or letter in _EXPECTED for letter in before) else run
