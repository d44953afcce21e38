"""A value in a table and how it is written, the same on a page, on paper and in a workbook."""

from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.wording import figure, signed

Cell = str | int | Fraction | date | datetime | None


class Kind(StrEnum):
    """What a column holds: decides alignment, the Excel type and how a value is written."""

    TEXT = "text"
    INTEGER = "integer"
    SIGNED = "signed"
    FRACTION = "fraction"
    DATE = "date"
    MOMENT = "moment"

    @property
    def is_number(self) -> bool:
        return self in {Kind.INTEGER, Kind.SIGNED, Kind.FRACTION}


def as_text(value: Cell, kind: Kind = Kind.TEXT) -> str:
    """The cell as a person reads it in the active language; nothing is an empty text."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return date_format(local(value), "d/m/Y H:i")
    if isinstance(value, date):
        return date_format(value, "d/m/Y")
    if isinstance(value, Fraction):
        return fraction_text(value)
    if isinstance(value, int):
        return signed(value) if kind is Kind.SIGNED else figure(value)
    return str(value)


def local(moment: Any) -> Any:
    # What bears no zone is on the hall's clock already.
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


def fraction_text(value: Fraction) -> str:
    """An exact mean as a mixed number: 47/6 is '7 5/6'."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    part = f"{rest}/{value.denominator}" if rest else ""
    return sign + (" ".join(filter(None, [str(whole) if whole or not part else "", part])))
