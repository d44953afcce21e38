"""The typeface of headings: what the style sheet names is there, writes Italian, and its figures are all as wide."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from reportlab.pdfbase.ttfonts import TTFontFile

THEME = (settings.BASE_DIR / "static/css/theme.css").read_text()
FACES = re.findall(r'url\("\.\./(vendor/plex-serif/[^"]+)"\)', THEME)


def face(path: str) -> TTFontFile:
    found = finders.find(path)
    assert found, path
    return TTFontFile(found)


def test_a_regular_and_a_semibold_are_named() -> None:
    assert [Path(path).stem for path in FACES] == ["IBMPlexSerif-Regular", "IBMPlexSerif-SemiBold"]


@pytest.mark.parametrize("path", FACES)
def test_figures_and_signs_of_scores_are_all_as_wide(path: str) -> None:
    widths = face(path).charWidths
    assert len({widths[ord(char)] for char in "0123456789+−"}) == 1


@pytest.mark.parametrize("path", FACES)
def test_italian_is_written_without_another_face(path: str) -> None:
    glyphs = face(path).charToGlyph
    assert [char for char in "àèéìòùÀÈÉÌÒÙ’«»“”–…·°→" if ord(char) not in glyphs] == []
