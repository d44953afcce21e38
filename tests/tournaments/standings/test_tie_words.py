"""Ties in words: a few names are all told, a crowd is counted."""

from collections.abc import Mapping

from tournaments.scores.words import explain_tie, prove_tie
from tournaments.scoring.standings import Criterion, Tie, draw_lot

SEED = "Bari 14 novembre 2026"


def names(how_many: int) -> Mapping[int, str]:
    return {number: f"Coppia{number}" for number in range(1, how_many + 1)}


def by_mp(how_many: int) -> Tie:
    """Number 1 with the most MP, and so on down."""
    values = {entry: 5 * (how_many - entry) for entry in range(1, how_many + 1)}
    return Tie(Criterion.MP, tuple((entry,) for entry in values), values)


def lot(how_many: int) -> Tie:
    drawn = draw_lot(SEED, range(1, how_many + 1))
    return Tie(Criterion.LOT, tuple((entry,) for entry in drawn.drawn), {}, drawn)


def test_few_equals_are_all_named():
    assert explain_tie(by_mp(3), names(3)) == "A pari VP decidono gli MP: Coppia1 10, Coppia2 5, Coppia3 0."


def test_of_a_crowd_the_first_are_named_and_the_others_counted():
    said = explain_tie(by_mp(1000), names(1000))
    assert said.startswith("A pari VP decidono gli MP: Coppia1 4995, Coppia2 4990, ")
    assert said.endswith(", Coppia12 4940 e altri 988.")
    assert explain_tie(by_mp(13), names(13)).endswith(", Coppia12 5 e un altro.")


def test_a_crowd_that_never_met_is_counted_too():
    tie = Tie(Criterion.DIRECT_ENCOUNTER, (tuple(range(1, 1001)),), {})
    assert "Coppia12 e altri 988: non si sono incontrati tutti" in explain_tie(tie, names(1000))


def test_a_lot_says_how_it_came_out_and_its_key_apart():
    assert explain_tie(lot(2), names(2)) == "Sorteggio fra Coppia1, Coppia2: escono nell’ordine Coppia1, Coppia2."
    assert prove_tie(lot(2)) == "Chiave RFC 3797 del sorteggio: BARI/14/NOVEMBRE/2026/CLASSIFICA/1.2./"
    assert prove_tie(by_mp(2)) == ""


def test_the_lot_of_a_crowd_says_how_its_key_is_made():
    said = explain_tie(lot(1000), names(1000))
    assert said == "Sorteggio fra 1000 pari in tutto: sono nell’ordine in cui escono."
    assert prove_tie(lot(1000)) == (
        "Chiave RFC 3797 del sorteggio: BARI/14/NOVEMBRE/2026/CLASSIFICA/, poi i loro numeri in ordine crescente, "
        "ognuno con un punto, e una barra"
    )
