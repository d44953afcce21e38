"""Worked cases: a story, its facts and the decision that the code must give."""

from codes.deciding.book import Example, Rulebook
from codes.deciding.walk import Question, walk
from codes.format.effects import EffectBase


def failures(book: Rulebook, example: Example) -> list[str]:
    """Where the walk of a worked case differs from its expectation; empty when it holds.

    Effects and citations must agree exactly, and every fact told must be one
    that the walk can ask, so that no story carries a detail that nobody reads. A story
    may also tell that under the tournament's options there is no such case.
    """
    case = example.case
    names = {name for procedure in book.procedures.values() for name in procedure.facts}
    problems = [f"nothing asks for the fact «{name}»" for name in case.facts if name not in names]
    if book.procedures[example.procedure].applies_to(case.options) != case.expect.applies:
        return [*problems, f"the procedure {'does not exist' if case.expect.applies else 'exists'} under these options"]
    if not case.expect.applies:
        return problems
    result = walk(book, example.procedure, facts=case.facts, options=case.options)
    if isinstance(result, Question):
        return [*problems, f"undecided: {result.procedure.id} still asks «{result.fact.name}»"]
    effects, expected = _plain(result.effects), _plain(case.expect.effects)
    if effects != expected:
        problems.append(f"effects are {effects}, expected {expected}")
    if sorted(result.cites) != sorted(case.expect.cites):
        problems.append(f"cites are {sorted(result.cites)}, expected {sorted(case.expect.cites)}")
    return problems


def _plain(effects: tuple[EffectBase, ...]) -> list[dict[str, object]]:
    return [effect.to_dict() for effect in effects]
