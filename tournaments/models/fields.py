"""Field of a seat."""

from typing import TYPE_CHECKING, Any

from django.db import models

from codes.seats import Seat
from tournaments.games import SEAT_NAMES

if TYPE_CHECKING:
    _SeatText = models.CharField[Seat | str, Seat]
else:
    _SeatText = models.CharField


class SeatField(_SeatText):
    """One letter in the database, a Seat in Python."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_length"] = 1
        kwargs["choices"] = [(seat.value, name) for seat, name in SEAT_NAMES.items()]
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"], kwargs["choices"]
        return name, path, args, kwargs

    def from_db_value(self, value: str | None, *_: Any) -> Seat | None:
        return Seat(value) if value else None

    def to_python(self, value: Any) -> Any:
        return Seat(value) if value in list(Seat) else super().to_python(value)
