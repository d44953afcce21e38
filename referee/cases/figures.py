"""The figures of a decision's orders: what is asked for them, and the orders with what they come to."""

from collections.abc import Iterable, Mapping
from typing import Any

from codes.deciding.book import Rulebook
from codes.format.effects import Effect
from codes.order_figures import Asked, ImpossibleFigures, Told, in_figures, questions_of
from referee.cases.record import words
from referee.wording import spoken
from tournaments.refusals import Refused


def asked_for(effects: Iterable[Effect], book: Rulebook) -> dict[str, Asked]:
    """The questions whose answers put these orders into figures."""
    return questions_of(book.id, [(effect.verb, effect.what) for effect in effects])


def with_figures(records: list[dict[str, Any]], told: Mapping[str, Told], book: Rulebook) -> list[dict[str, Any]]:
    """The records of effects, whose words end with the figures and their computation where those are told.

    Raises Refused for figures that cannot be.
    """
    return [_with_figures(record, told, book) for record in records]


def _with_figures(record: dict[str, Any], told: Mapping[str, Told], book: Rulebook) -> dict[str, Any]:
    try:
        said = in_figures(book.id, (record["verb"], record[record["verb"]]), told)
    except ImpossibleFigures as error:
        raise Refused(spoken(error.text)) from error
    if said is None:
        return record
    ordered, figures = record["words"], words(said)
    return record | {"words": {language: f"{ordered[language]} {figures[language]}" for language in figures}}
