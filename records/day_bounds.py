"""The bounds of every day and moment that a record keeps, by what it is of: for forms, admin, files and API alike."""

from datetime import date, datetime

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from records.days import Meaning

# Any other is of what is played, or of what happened in the program.
MEANINGS = {
    "people.Player.minor_until": Meaning.OF_AGE,
    "people.Member.minor_until": Meaning.OF_AGE,
    "people.Member.valid_from": Meaning.MEMBER,
    "people.Member.valid_until": Meaning.MEMBER,
    "people.Suspension.starts_on": Meaning.MEMBER,
    "people.Suspension.ends_on": Meaning.MEMBER,
}


class WithinBounds:
    """Refuses a day or a moment outside the bounds of what it is of."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning

    def __call__(self, value: date) -> None:
        day = value.date() if isinstance(value, datetime) else value
        if not self.meaning.holds(day):
            figures = {"first": f"{self.meaning.first:%d/%m/%Y}", "last": f"{self.meaning.last:%d/%m/%Y}"}
            raise ValidationError(_("Il giorno va dal %(first)s al %(last)s.") % figures, code="day_out_of_bounds")


def bound_days() -> None:
    """Give the bounds to each field of a day in every table; whatever cleans a record asks them."""
    for model in apps.get_models():
        for field in model._meta.local_fields:
            if isinstance(field, models.DateField):
                meaning = MEANINGS.get(f"{model._meta.label}.{field.name}", Meaning.PLAYED)
                field.validators.append(WithinBounds(meaning))
