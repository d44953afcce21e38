"""Typing finds the anomaly, slips and missing accents included."""

import pytest

from referee.library import get_rulebook
from referee.search import Entry, Word, find, plain
from referee.wizard import _entry

ENTRIES = [
    Entry("accusa-anticipata", (Word("accusa", 6), Word("anticipata", 6), Word("buongioco", 5), Word("183", 8))),
    Entry("accusa-tardiva", (Word("accusa", 6), Word("tardiva", 6), Word("buongioco", 5), Word("184", 8))),
    Entry("fuori-mano", (Word("gioca", 6), Word("mano", 6), Word("piu", 5))),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("anticipata", ["accusa-anticipata"]),
        ("ANTICIPATE", ["accusa-anticipata"]),
        ("antcipata", ["accusa-anticipata"]),  # a letter fewer
        ("anticpiata", ["accusa-anticipata"]),  # two swapped
        ("antici", ["accusa-anticipata"]),  # still typing
        ("anticipo", ["accusa-anticipata"]),  # another ending
        ("antcipo", ["accusa-anticipata"]),  # both
        ("184", ["accusa-tardiva"]),
        ("18", []),  # a number is exact
        ("accusa", ["accusa-anticipata", "accusa-tardiva"]),
        ("buongioco tardi", ["accusa-tardiva", "accusa-anticipata"]),
        ("tardiva zucchine melanzane", []),  # less than half is known
        ("più", ["fuori-mano"]),
        ("gioca di mano", ["fuori-mano"]),  # «di» says nothing
        ("zucchine", []),
        ("mana", ["fuori-mano"]),
    ],
)
def test_a_query_finds_what_it_means(query, found):
    assert find(query, ENTRIES) == found


def test_no_words_find_everything_in_order():
    assert find("  ", ENTRIES) == ["accusa-anticipata", "accusa-tardiva", "fuori-mano"]


def test_the_title_counts_more_than_a_keyword():
    entries = [Entry("by-keyword", (Word("carta", 5),)), Entry("by-title", (Word("carta", 6),))]
    assert find("carta", entries) == ["by-title", "by-keyword"]


def test_a_short_word_forgives_no_slip():
    assert find("pia", [Entry("x", (Word("piu", 5),))]) == []


def test_plain_drops_accents_and_small_words():
    assert plain("Il Re di Città, n. 5") == ["re", "citta", "5"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("carta vista", "carte-esposte"),
        ("ha visto la carta", "carte-esposte"),
        ("rinuncia", "mancata-risposta"),
        ("ha piantato", "mancata-risposta"),
        ("carte mischiate male", "alzata-irregolare"),
        ("telefono", "comportamento-giocatore"),
        ("punti sbagliati", "errore-punteggio"),
        ("gioca fuori turno", "fuori-mano"),
    ],
)
def test_what_people_say_at_the_table_leads_to_its_anomaly(said, expected):
    book = get_rulebook("fitres-tressette")
    options = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}
    entries = [_entry(procedure, book) for procedure in book.applicable(options)]
    assert expected in find(said, entries)[:2]
