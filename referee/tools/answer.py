"""What a tool answers, whichever it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise

from codes.format.schema import Reading
from referee.cases.words import spoken

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A result, or the reasons why there is none; the result in a line, and the articles that made it.

    Neither: nothing was told yet.
    """

    result: Any = None
    refusals: tuple[Words, ...] = ()
    brief: Words = ""
    articles: tuple[int, ...] = ()

    @property
    def status(self) -> int:
        """422 for what cannot be, as the games' calculators answer it too."""
        return 422 if self.refusals else 200


def unread(form: forms.Form) -> Answer:
    return Answer(refusals=tuple(_unread(form)))


def _unread(form: forms.Form) -> Iterator[Words]:
    for name, errors in form.errors.items():
        label = str(form.fields[name].label or "") if name in form.fields else ""
        yield from (f"{label}: {words}" if label else str(words) for words in errors)


def readings_in_words(readings: tuple[Reading, ...]) -> list[tuple[str, str]]:
    """Each reading that the answer rests on: what is adopted, and the other one."""
    return [(spoken(reading), spoken(reading.other)) for reading in readings]
