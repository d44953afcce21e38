"""What an answer excluded is told in words: the other answers, and what would have been ordered with them."""

import pytest

from codes.deciding.exclusions import MOST_OUTCOMES, excluded_by
from codes.deciding.walk import walk
from codes.library import get_rulebook, rulebook_ids

DUPLICATE = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}


def told(code, procedure, facts, options=DUPLICATE):
    book = get_rulebook(code)
    decision = walk(book, procedure, facts=facts, options=options)
    return {
        step.fact: [
            ([answer.it for answer in one.answers], [outcome.it for outcome in one.outcomes], one.more)
            for one in excluded_by(book, step)
        ]
        for step in decision.trail
    }


def test_other_answers_and_their_outcomes_are_named():
    facts = {"modalita": "contestazione", "tempo": "tempestiva", "punteggio-annotato": "no", "scelta": "nessun-effetto"}
    excluded = told("fitres-tressette", "altra-anomalia", facts)
    assert [answers for answers, *_rest in excluded["modalita"]] == [["Nessuno"]]
    assert excluded["tempo"] == [(["In anticipo", "In ritardo"], ["Anomalia rilevata troppo presto o troppo tardi"], 0)]
    ((answers, (outcome,), more),) = excluded["punteggio-annotato"]
    assert (answers, more) == (["Sì"], 0)
    assert outcome == "Non ammesso: il punteggio è annotato o la posta pagata, e il risultato non si può più contestare"


@pytest.mark.long
def test_every_answer_that_excludes_a_rule_says_what_in_both_languages():
    for code in rulebook_ids():
        book = get_rulebook(code)
        for example in (one for one in book.examples if one.case.expect.applies):
            decision = walk(book, example.procedure, facts=example.case.facts, options=example.case.options)
            for step in decision.trail:
                found = excluded_by(book, step)
                assert bool(found) == bool(step.excluded)
                for one in found:
                    assert step.answer not in {
                        key
                        for key, words in book.procedures[step.procedure].facts[step.fact].answers.items()
                        if words in one.answers
                    }
                    assert 1 <= len(one.outcomes) <= MOST_OUTCOMES
                    assert all(outcome.it and outcome.en and "{" not in outcome.it for outcome in one.outcomes)
