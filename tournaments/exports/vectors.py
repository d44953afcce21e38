"""Ready-made drawings put on a page as PDF operators: quicker than a call for every stroke."""

import re
from functools import lru_cache
from typing import Any

import segno

QR_MASK = 2  # any of the eight is valid; choosing the prettiest costs three times the rest
_DARK = re.compile(rb"\x01+")


def paint(canvas: Any, operators: str, x: float, y: float, scale: float) -> None:
    """Run drawing operators with their origin at x, y and their unit `scale` points long."""
    # The canvas has no public call for a ready-made path or marked content: its page stream takes both as they are.
    canvas._code.append(f"q {scale:.4f} 0 0 {scale:.4f} {x:.2f} {y:.2f} cm {operators} Q")


def draw_qr(canvas: Any, content: str, x: float, y: float, size: float) -> None:
    """A QR code of the content, filled in the current colour, in a square of so many points."""
    side, operators = _qr(content)
    paint(canvas, operators, x, y, size / side)


@lru_cache(maxsize=256)
def _qr(content: str) -> tuple[int, str]:
    """Modules per side and one filled path: a rectangle for every run of dark modules in a row."""
    code = segno.make(content, error="m", mask=QR_MASK, micro=False, boost_error=False)
    side = len(code.matrix)
    runs = [
        f"{run.start()} {side - row - 1} {run.end() - run.start()} 1 re"
        for row, modules in enumerate(code.matrix)
        for run in _DARK.finditer(modules)
    ]
    return side, " ".join([*runs, "f"])
