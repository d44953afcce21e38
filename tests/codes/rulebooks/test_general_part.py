"""What each code says of all its anomalies, walked through every one of them; and that none is silent about it."""

import pytest

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, Question, walk
from codes.library import all_rulebooks
from codes.reading.general import answer_problems
from codes.reading.siblings import possible_options

REFUSALS = {
    "fitres-tressette": (["refuse: prescrizione", "sanatoria: implicita"], (35, 65)),
    "fibur-burraco-2019": (["refuse: smazzata-contata", "inform: si-corregge-lo-score"], (20, 21)),
}
CODES = [book for book in all_rulebooks() if book.general.clauses]
LISTED = [(book, name) for book in CODES for name, procedure in book.procedures.items() if procedure.listed]


def test_every_code_with_a_general_part_is_looked_at() -> None:
    assert {book.id for book in CODES} == REFUSALS.keys()


@pytest.mark.parametrize(("book", "name"), [pytest.param(*each, id=each[1]) for each in LISTED])
def test_once_the_score_is_noted_nothing_more_is_ordered_on_the_deal(book: Rulebook, name: str) -> None:
    """FITRES 35; F.I.Bur. 20 and 21: before anything else is asked, whatever else is known."""
    procedure = book.procedures[name]
    effects, cites = REFUSALS[book.id]
    for options in possible_options(book):
        if procedure.applies_to(options):
            reached = walk(book, name, facts={"punteggio-annotato": "si"}, options=options)
            refused = isinstance(reached, Decision) and [f"{e.verb}: {e.what}" for e in reached.effects] == effects
            assert refused == ("conclusa" in procedure.takes)
            assert not refused or reached.cites == cites


@pytest.mark.parametrize("book", CODES, ids=lambda book: book.id)
def test_whether_it_is_noted_is_asked_where_the_records_do_not_tell(book: Rulebook) -> None:
    options = next(possible_options(book))
    doors = [name for name, p in book.procedures.items() if "conclusa" in p.takes and p.applies_to(options)]
    for name in doors:
        reached = walk(book, name, facts={}, options=options, doubted={"punteggio-annotato"})
        assert isinstance(reached, Question)
        assert reached.fact.name == "punteggio-annotato"


@pytest.mark.parametrize(("book", "name"), [pytest.param(*each, id=each[1]) for each in LISTED])
def test_silence_about_a_clause_is_refused(book: Rulebook, name: str) -> None:
    file = book.procedures[name].file
    for clause in book.general.clauses:
        takes = tuple(taken for taken in file.takes if taken != clause)
        leaves = {left: why for left, why in file.leaves.items() if left != clause}
        silent = file.model_copy(update={"takes": takes, "leaves": leaves})
        assert [message for _, message in answer_problems(silent, book.general)] == [
            f"of the clause «{clause}» of the general part nothing is said: take it, or leave it with a reason"
        ]
