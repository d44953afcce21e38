"""Every branch of the articles with many cases (F.I.Bur. 23, 26, 31, 33, 40) is told by a worked case.

A branch is one way of answering what a procedure asks, up to where it decides or passes on; so two answers that
happen to have the same effects are two branches, as they are two sentences of the article. How many deals a match
has changes figures only: those are compared with the data over every match elsewhere.
"""

from functools import cache

import pytest

from codes.deciding.walk import Decision, walk
from tests.codes.rulebooks.fibur_walks import OPTIONS, SCREENS, book, paths

ARTICLES = (23, 26, 31, 33, 40)
FIGURES_ONLY = "partita"
GROUP = sorted(procedure.id for procedure in book().procedures.values() if {*ARTICLES} & {*procedure.articles})

Branch = tuple[tuple[str, str], ...]


def branch(decision: Decision, procedure: str) -> Branch:
    """The answers that mattered in this procedure."""
    return tuple(
        (step.fact, step.answer) for step in decision.trail if step.procedure == procedure and step.fact != FIGURES_ONLY
    )


@cache
def decisions_told() -> tuple[Decision, ...]:
    there = [e for e in book().examples if e.case.expect.applies]
    told = (walk(book(), e.procedure, facts=e.case.facts, options=e.case.options) for e in there)
    return tuple(decision for decision in told if isinstance(decision, Decision))


@pytest.mark.parametrize("procedure", GROUP)
def test_every_branch_is_told_by_a_worked_case(procedure):
    there = {
        branch(decision, procedure)
        for options in (OPTIONS, SCREENS, OPTIONS | {"partita": "squadre"})
        if book().procedures[procedure].applies_to(options)
        for _facts, decision in paths(procedure, options=options)
        if procedure in decision.path  # the general part may have decided before
    }
    told = {branch(decision, procedure) for decision in decisions_told() if procedure in decision.path}
    assert there
    assert there - told == set()


@pytest.mark.parametrize("article", ARTICLES)
def test_the_article_is_applied_by_more_than_a_few_cases(article):
    assert sum(article in decision.cites for decision in decisions_told()) > 5
