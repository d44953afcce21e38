"""What the arbiter has said so far, as the wizard lists it."""

from referee.cases.walk import book_of
from referee.wizard.steps import answers_in_order


def test_an_answer_carried_into_the_next_procedure_is_listed_once(told):
    case = told("accusa-anticipata", {"esercizio-monte": "da-se", "colpa": "una-parte"})
    listed = [given.fact for given in answers_in_order(case, book_of(case.tournament)) if given.fact]
    assert listed == ["punteggio-annotato", "esercizio-monte", "titolo-monte", "colpa"]
