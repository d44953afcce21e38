"""What an answer excluded is told in words: the other answers, and what would have been ordered with them."""

import pytest

from codes.deciding.walk import MOST_OUTCOMES, excluded_by, walk
from codes.library import get_rulebook, rulebook_ids

DUPLICATE = {"forma": "duplicato", "norme": "moderne", "accusa": "con-accusa"}


def told(code, procedure, facts, options=DUPLICATE):
    book = get_rulebook(code)
    decision = walk(book, procedure, facts=facts, options=options)
    return {
        step.fact: [
            ([answer.it for answer in one.answers], [outcome.it for outcome in one.outcomes], one.more)
            for one in excluded_by(book, step, options)
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


@pytest.mark.parametrize(
    ("match", "score"),
    [
        ("due-smazzate", "7 VP, −205 MP"),
        ("tre-smazzate", "7 VP, −255 MP"),
        ("quattro-smazzate", "7 VP, −505 MP"),
        ("squadre", "7 VP, −555 MP"),
    ],
)
def test_a_score_that_was_excluded_is_that_of_the_tournament_s_own_matches(match, score):
    facts = {"score-ritrovato": "si", "fasi-dello-score": "no", "classifica-chiusa": "no"}
    options = {"partita": match, "separe": "senza-separe"}
    ((answers, (outcome,), more),) = told("fibur-burraco-2019", "score-smarrito", facts, options)["score-ritrovato"]
    assert (answers, more) == (["No"], 0)
    assert outcome.endswith(score)


@pytest.mark.long
def test_every_answer_that_excludes_a_rule_says_what_in_both_languages():
    for code in rulebook_ids():
        book = get_rulebook(code)
        for example in (one for one in book.examples if one.case.expect.applies):
            decision = walk(book, example.procedure, facts=example.case.facts, options=example.case.options)
            for step in decision.trail:
                found = excluded_by(book, step, example.case.options)
                assert bool(found) == bool(step.excluded)
                for one in found:
                    assert step.answer not in {
                        key
                        for key, words in book.procedures[step.procedure].facts[step.fact].answers.items()
                        if words in one.answers
                    }
                    assert 1 <= len(one.outcomes) <= MOST_OUTCOMES
                    assert all(outcome.it and outcome.en and "{" not in outcome.it for outcome in one.outcomes)
