"""Worked cases: a story, its facts and the decision that the code must give."""

from referee.law.book import Example, Rulebook
from referee.law.effects import EffectBase
from referee.law.procedure import Question, walk


def failures(book: Rulebook, example: Example) -> list[str]:
    """Where the walk of a worked case differs from its expectation; empty when it holds.

    Effects and citations must agree exactly, and every fact told must be one
    that the walk can ask, so that no story carries a detail that nobody reads.
    """
    case = example.case
    known = {name for procedure in book.procedures.values() for name in procedure.facts}
    problems = [f"nothing asks for the fact «{name}»" for name in case.facts if name not in known]
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
