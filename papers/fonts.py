"""The two faces of every document: DejaVu Sans where the system has it, else the Vera that reportlab ships.

Both are embedded as subsets; no page ever names a font that the reader's machine would have to supply.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import reportlab
from reportlab import rl_config
from reportlab.graphics import shapes
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from papers.sheets import in_words

REGULAR = "Referee"
BOLD = "Referee-Bold"

SYSTEM_FOLDERS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu-sans-fonts"),
    Path("/usr/share/fonts/TTF"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
BUNDLED = Path(reportlab.__file__).parent / "fonts"

# Vera has none of these; a word or a plain sign says the same.
PLAIN = {
    "♥": "cuori", "♦": "quadri", "♣": "fiori", "♠": "picche",
    "→": "->", "−": "-", "✓": "x", "≤": "<=", "≥": ">=", "“": '"', "”": '"', "\u2009": " ", "\u202f": " ",
}  # fmt: skip


def find_faces(folders: Iterable[Path] = SYSTEM_FOLDERS) -> tuple[Path, Path]:
    """The files of the regular and the bold face: the first folder with both, else the bundled ones."""
    for folder in folders:
        pair = folder / "DejaVuSans.ttf", folder / "DejaVuSans-Bold.ttf"
        if all(path.is_file() for path in pair):
            return pair
    return BUNDLED / "Vera.ttf", BUNDLED / "VeraBd.ttf"


@lru_cache(maxsize=1)
def install() -> None:
    """Register the faces once per process; italics are set upright, as the core fonts have none."""
    regular, bold = find_faces()
    pdfmetrics.registerFont(TTFont(REGULAR, str(regular)))
    pdfmetrics.registerFont(TTFont(BOLD, str(bold)))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)
    # Charts would otherwise fall back to Helvetica, which is never embedded.
    shapes.STATE_DEFAULTS["fontName"] = REGULAR
    # Page streams as bytes, not as text: a quarter smaller, and quicker.
    rl_config.useA85 = 0


@lru_cache(maxsize=1)
def _known_characters() -> frozenset[str]:
    install()
    faces = (pdfmetrics.getFont(name).face for name in (REGULAR, BOLD))
    return frozenset.intersection(*(frozenset(map(chr, face.charToGlyph)) for face in faces))


def legible(text: str) -> str:
    """The text with every character that the face lacks put in a form it has: never an empty box."""
    text = in_words(text)
    if _known_characters().issuperset(text):
        return text
    return "".join(char if char in _known_characters() else _nearest(char) for char in text)


def _nearest(char: str) -> str:
    if char in PLAIN:
        return PLAIN[char]
    if unicodedata.category(char).startswith("C"):
        return " " if char in "\n\t" else ""
    base = "".join(part for part in unicodedata.normalize("NFKD", char) if part in _known_characters())
    return base or "?"


@lru_cache(maxsize=8192)
def width(text: str, font: str, size: float) -> float:
    """Points the text takes on paper."""
    install()
    return float(pdfmetrics.stringWidth(text, font, size))


def wrap(text: str, font: str, size: float, room: float) -> list[str]:
    """Lines no wider than `room`, broken at spaces, or inside a word that is too long by itself."""
    lines: list[str] = []
    for paragraph in in_words(text).split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if width(f"{line} {word}".strip(), font, size) <= room:
                line = f"{line} {word}".strip()
                continue
            lines.extend([line] if line else [])
            *whole, line = _pieces(word, font, size, room)
            lines.extend(whole)
        lines.append(line)
    return lines


def _pieces(word: str, font: str, size: float, room: float) -> list[str]:
    """The word cut into parts that fit; one character at least in each."""
    parts = [""]
    for char in word:
        if parts[-1] and width(parts[-1] + char, font, size) > room:
            parts.append("")
        parts[-1] += char
    return parts


def fit(text: str, font: str, room: float, sizes: tuple[float, ...], lines: int = 1) -> tuple[float, list[str]]:
    """The largest of the sizes at which the text fits in so many lines; at the smallest it ends with '…'."""
    for size in sizes:
        wrapped = wrap(text, font, size, room)
        if len(wrapped) <= lines:
            return size, wrapped
    shown_lines = wrapped[:lines]
    while shown_lines[-1] and width(shown_lines[-1] + "…", font, size) > room:
        shown_lines[-1] = shown_lines[-1][:-1]
    return size, [*shown_lines[:-1], shown_lines[-1].rstrip() + "…"]


def fit_height(text: str, font: str, room: float, sizes: tuple[float, ...], height: float) -> tuple[float, list[str]]:
    """The largest of the sizes at which the text, broken into lines of size + 1, keeps to the height."""
    for size in sizes:
        wrapped = wrap(text, font, size, room)
        if len(wrapped) * (size + 1) <= height:
            return size, wrapped
    return fit(text, font, room, sizes[-1:], lines=max(int(height / (sizes[-1] + 1)), 1))
