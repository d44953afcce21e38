"""The field with a choice for each table or pair says what Django's own does."""

import pytest
from django import forms
from django.test.html import parse_html

from pages.forms import LongSelect

pytestmark = pytest.mark.dialect

CHOICES = [("", "Scegli"), (3, "3 Conti – Serra"), (4, "4 <b>Neri</b> & “Sala”")]


@pytest.mark.parametrize("value", [None, "", 3, "4", "x", '"><'])
@pytest.mark.parametrize("attrs", [{}, {"id": "id_pair", "required": True, "aria-describedby": "a"}])
def test_long_select_draws_what_django_does(value: object, attrs: dict[str, object]) -> None:
    drawn = (kind(choices=CHOICES).render("pair", value, attrs) for kind in (LongSelect, forms.Select))
    ours, theirs = map(parse_html, drawn)
    assert ours == theirs
