"""How templates are written, where no tool of `make check` looks."""

import re

from django.conf import settings

from records.rights import Right

LONGEST = 160


def test_no_line_of_a_template_is_longer_than_a_screen_is_wide():
    lines = (
        (path.name, number, len(line))
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    )
    assert [one for one in lines if one[2] > LONGEST] == []


def test_every_right_that_a_template_asks_for_is_one():
    """A mistyped one would hide its link from everybody and fail nowhere."""
    asked = {
        (path.name, right)
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for right in re.findall(r'"([\w-]+)" in (?:request\.)?rights\b', path.read_text())
    }
    assert asked
    assert {(name, right) for name, right in asked if right not in set(Right)} == set()


def test_every_comment_ends_on_its_line():
    """One that goes on is none to Django: the page shows it."""
    lines = (
        (path.name, number, line)
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    )
    assert [one for one in lines if one[2].count("{#") != one[2].count("#}")] == []
