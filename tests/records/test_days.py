"""A day is read whichever way it is written, within the bounds of what it is of, by forms and files alike."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from hypothesis import given
from hypothesis import strategies as st

from hall.listing.exports import Event, calendar, whole_day
from pages.forms import DayField, MomentField
from people.imports.rows import RowFault, read_day
from records.days import Meaning, day_in

# How people and programs write a day; the year whole.
FORMS = (
    "{0.day}/{0.month}/{0:%Y}",
    "{0.day:02}.{0.month:02}.{0:%Y}",
    "{0.day} {0.month} {0:%Y}",
    "{0.day}-{0.month}-{0:%Y}",
    "{0:%Y}-{0.month:02}-{0.day:02}",
    "{0:%Y}-{0.month:02}-{0.day:02} 00:00:00",
    "{0.day}/{0.month}/{0:%Y} 0:00",
)


@given(st.sampled_from(Meaning), st.sampled_from(FORMS), st.dates(min_value=date(1000, 1, 1)))
def test_a_day_is_one_day_in_every_form_or_out_of_bounds(meaning: Meaning, form: str, day: date) -> None:
    read = day_in(form.format(day), meaning)
    assert (read.day if read else None) == (day if meaning.first <= day <= meaning.last else None)


@given(st.sampled_from(Meaning), st.text("0123456789/-. T:", max_size=20))
def test_no_text_is_read_beyond_the_bounds_and_form_and_file_agree(meaning: Meaning, text: str) -> None:
    read = day_in(text, meaning)
    assert read is None or meaning.first <= read.day <= meaning.last
    try:
        typed = DayField(meaning=meaning, required=False).clean(text)
    except ValidationError:
        typed = None
    assert typed == (read.day if read else None)
    assert read_day(text, meaning)[0] == (read.day.isoformat() if read else "")


@pytest.mark.parametrize(
    "text", ["0027-05-31", "9999-12-31", "31/05/0027", "31/02/2027", "05/31/2027", "31/12-2027", "31/5/127"]
)
@pytest.mark.parametrize("meaning", list(Meaning))
def test_a_day_of_no_time_is_refused(meaning: Meaning, text: str) -> None:
    assert day_in(text, meaning) is None
    with pytest.raises(ValidationError):
        DayField(meaning=meaning).clean(text)


@pytest.mark.parametrize(
    ("text", "day"), [("31 05 27", "2027-05-31"), ("31/12/69", "2069-12-31"), ("1.1.70", "1970-01-01")]
)
def test_a_year_of_two_figures_is_resolved_and_told(text: str, day: str) -> None:
    read, problems = read_day(text, Meaning.MEMBER)
    whole = "/".join(reversed(day.split("-")))
    assert (read, [(one.code, one.is_error, whole in one.text) for one in problems]) == (
        day,
        [(RowFault.YEAR_OF_TWO, False, True)],
    )


def test_of_a_birth_two_figures_do_not_say_the_century() -> None:
    assert day_in("31/05/27", Meaning.BORN) is None


@pytest.mark.parametrize("day", [date(26, 3, 1), date(9999, 12, 31), date(2026, 3, 1)])
def test_a_calendar_is_written_whatever_the_day(day: date) -> None:
    begins, ends = whole_day(day)
    text = calendar("Torneo", [Event("t", "Torneo", begins, ends, known=datetime(2026, 1, 1, 12, tzinfo=UTC))])
    assert f"DTSTART;VALUE=DATE:{day.isoformat().replace('-', '')}\r\n" in text


def test_a_day_out_of_bounds_is_told_with_them() -> None:
    with pytest.raises(ValidationError, match="Il giorno va dal 01/01/1950 al 31/12/2099"):
        DayField(meaning=Meaning.PLAYED).clean("31/05/0027")


BEYOND = [date(27, 5, 31), date(9999, 12, 31)]
DAYS = [
    (model, field)
    for model in apps.get_models()
    for field in model._meta.local_fields
    if isinstance(field, models.DateField)
]


@pytest.mark.parametrize(("model", "field"), DAYS, ids=[f"{model.__name__}.{field.name}" for model, field in DAYS])
def test_every_day_and_moment_of_every_table_has_its_bounds(
    model: type[models.Model], field: "models.DateField[date, date]"
) -> None:
    for day in BEYOND:
        value = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) if "Time" in type(field).__name__ else day
        with pytest.raises(ValidationError, match="Il giorno va dal"):
            field.run_validators(value)
    field.run_validators(datetime(2026, 5, 9, 12, tzinfo=UTC) if "Time" in type(field).__name__ else date(2026, 5, 9))


def _forms(of: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    for one in of.__subclasses__():
        yield one
        yield from _forms(one)


def test_every_day_of_every_form_has_its_bounds() -> None:
    root = Path(settings.BASE_DIR)
    ours = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == root]
    for place in (place for folder in ours for place in folder.rglob("*forms.py")):
        import_module(".".join(place.relative_to(root).with_suffix("").parts))
    found = {
        (form, name): field
        for form in _forms(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.DateField | forms.DateTimeField) and not form.__module__.startswith("django.")
    }
    assert len(found) > 8
    assert not [one for one, field in found.items() if not isinstance(field, DayField | MomentField)]
    for field in found.values():
        for text in ("0027-05-31", "9999-12-31", "0027-05-31T10:00", "9999-12-31T10:00"):
            with pytest.raises(ValidationError):
                field.clean(text)


def test_no_program_sends_a_day_without_bounds() -> None:
    """What the API takes: of a day or moment in an address or a body the contract would tell the bounds."""
    contract = json.loads((Path(settings.BASE_DIR) / "docs" / "api-v1.json").read_text())
    taken = [
        operation[part]
        for path in contract["paths"].values()
        for operation in path.values()
        for part in ("parameters", "requestBody")
        if part in operation
    ]
    assert not [
        one
        for one in _schemas(taken, contract)
        if str(one.get("format", "")).startswith("date") and "minimum" not in one
    ]


def _schemas(node: Any, contract: Any) -> Iterator[dict[str, Any]]:
    """Every schema within, those referred to as well."""
    if isinstance(node, list):
        for one in node:
            yield from _schemas(one, contract)
    elif isinstance(node, dict):
        yield node
        if name := str(node.get("$ref", "")).rpartition("/")[2]:
            yield from _schemas(contract["components"]["schemas"][name], contract)
        for key, one in node.items():
            if key != "$ref":
                yield from _schemas(one, contract)
