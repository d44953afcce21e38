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


@pytest.mark.parametrize(
    ("code", "procedure", "told", "needed"),
    [
        # Nobody is at fault for a hand received with a card too few; for one lost since, its player is meant.
        ("fitres-tressette", "numero-carte-errato", {}, False),
        ("fitres-tressette", "numero-carte-errato", {"origine-numero": "ricevuto"}, False),
        ("fitres-tressette", "numero-carte-errato", {"origine-numero": "persa"}, True),
        ("fitres-tressette", "posta-contestata", {"questione-posta": "quanto"}, False),
        ("fitres-tressette", "posta-contestata", {"questione-posta": "eccessiva"}, True),
        ("fitres-tressette", "entrambe-le-parti", {"si-salva": "si"}, True),
        # Only where the other side's cappotto takes its points away does it matter who made the accusa.
        ("tressette-online", "accuso", {"cappotto-avversario": "no"}, False),
        ("tressette-online", "accuso", {"cappotto-avversario": "si"}, True),
    ],
)
def test_nobody_is_asked_for_a_fault_that_is_nobodys(
    code: str, procedure: str, told: dict[str, str], needed: bool
) -> None:
    book = get_rulebook(code)
    assert needs_responsible(book, book.procedures[procedure], told) is needed
