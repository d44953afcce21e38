"""Whose fault it was is asked only where somebody is named, however many procedures further on."""

import pytest

from codes.library import get_rulebook
from referee.cases.walk import needs_responsible


@pytest.mark.parametrize(
    ("procedure", "needed"),
    [
        ("accusa-anticipata", True),  # its own effects name the partner
        ("accusa-tre-di-quattro", True),  # only where it leads on to are people named
        ("rilevazione-inesistente", True),  # the principles may burden a side
        ("accusa-errata-dopo-prima-battuta", True),  # the mode of detection tells who is who
        ("distribuzione-irregolare", False),  # any player may annul, whoever erred
        ("errore-punteggio", False),
    ],
)
def test_the_seat_is_asked_only_where_it_matters(procedure: str, needed: bool) -> None:
    book = get_rulebook("fitres-tressette")
    assert needs_responsible(book, book.procedures[procedure]) is needed
