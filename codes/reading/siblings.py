"""One law, one door: whether the tables of a code order the same for the same facts, wherever one comes in.

Two procedures are siblings where a decision of each rests on the same article, or where one hands over to the other.
What two tables name alike (`facts.yaml`, the tournament's options) is the same fact; what a `go` carries along says
which fact of the one is which of the other. So no list of instances is kept: the codes say themselves what to compare.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY, RuleRow
from codes.deciding.walk import Decision, Question, walk
from codes.format.effects import Effect, Go, Inform

Facts = Mapping[str, str]
# «See that entry», «this entry is for afterwards»: words in place of a rule that leads there.
SENDS_ELSEWHERE = re.compile(r"\b(?:vedi|questa voce)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Disagreement:
    """Two doors to one law that part for the same facts, and how."""

    first: str
    second: str
    facts: tuple[tuple[str, str], ...]
    what: str

    def __str__(self) -> str:
        facts = ", ".join(f"{name}: {answer}" for name, answer in self.facts)
        return f"«{self.first}», «{self.second}»: {self.what}" + (f" ({facts})" if facts else "")


def disagreements(book: Rulebook, *, of: str = "") -> list[Disagreement]:
    """Every place where siblings of the code part; of: only those of this procedure with others."""
    findings = [*sent_elsewhere(book), *closed_otherwise(book, of), *parted_at_a_hand_over(book, of)]
    return list(dict.fromkeys(findings))


def sent_elsewhere(book: Rulebook) -> Iterator[Disagreement]:
    """Notes and terms that send the arbiter to another anomaly: the table itself must ask, and hand over."""
    for procedure in book.procedures.values():
        for text in (procedure.note, procedure.term):
            if text and SENDS_ELSEWHERE.search(text.it):
                yield Disagreement(procedure.id, "?", (), f"sends elsewhere instead of leading there: {text.it}")


# -- an answer that decides by itself ---------------------------------------------------------------------------------


def closed_otherwise(book: Rulebook, of: str = "") -> Iterator[Disagreement]:
    """Answers that close a case whatever happened, and that a sibling resting on the same article closes otherwise."""
    for options in possible_options(book):
        doors = [procedure for procedure in book.procedures.values() if procedure.applies_to(options)]
        for first in doors:
            for facts, ordered in _closing(book, first, options):
                for second in doors if of in ("", first.id) else [door for door in doors if door.id == of]:
                    other = walk(book, second.id, facts=facts, options=options)
                    if second != first and isinstance(other, Decision) and _siblings(facts, ordered, other):
                        yield from _compared(first, second, facts, ordered, other)


def _closing(book: Rulebook, procedure: Procedure, options: Facts) -> Iterator[tuple[dict[str, str], Decision]]:
    """The answers to a shared fact that decide by themselves."""
    for fact in procedure.facts.values():
        for answer in fact.answers if fact.name in book.facts and fact.source != "option" else ():
            reached = walk(book, procedure.id, facts={fact.name: answer}, options=options)
            if isinstance(reached, Decision):
                yield {fact.name: answer}, reached


def _siblings(facts: Facts, first: Decision, second: Decision) -> bool:
    """Whether both rest on one article, and the answer matters to the second too."""
    return not set(first.cites).isdisjoint(second.cites) and any(step.fact in facts for step in second.trail)


# -- what one hands over to the other ---------------------------------------------------------------------------------


def parted_at_a_hand_over(book: Rulebook, of: str = "") -> Iterator[Disagreement]:
    """Answers that lead from one door to another in some circumstances, and are decided otherwise in others.

    What the first table hands over with is, by its own words, the second one's case: however the circumstances that
    both know change, the first must order what the second does.
    """
    for first in book.procedures.values():
        for row in first.table.rows:
            go = row.outcome.go
            if go and of in ("", first.id, go.go) and all(row.masks) and _hands_over(book, row, go):
                yield from _parted(book, first, row, go)


def _hands_over(book: Rulebook, row: RuleRow, go: Go) -> bool:
    """Whether the case is left to another door; one that goes on after an order of its own only has a sequel."""
    door = go.go != THE_ANOMALY and book.procedures[go.go].listed
    return door and all(isinstance(effect, Inform) for effect in row.outcome.effects)


def _parted(book: Rulebook, first: Procedure, row: RuleRow, go: Go) -> Iterator[Disagreement]:
    second = book.procedures[go.go]
    presupposed = _presupposed(first, row, second)
    if not presupposed:
        return  # nothing of its own tells that it is the other's case: a circumstance alone leads on
    circumstances = [
        fact
        for fact in first.facts.values()
        if fact.name in second.facts and fact.name not in {*book.options, *go.with_}
    ]
    for answers in product(*(fact.answers for fact in circumstances)):
        given_facts = {**presupposed, **dict(zip((fact.name for fact in circumstances), answers, strict=True))}
        for options in possible_options(book):
            if first.applies_to(options) and second.applies_to(options) and _agree(given_facts, options):
                for facts, ordered in _decisions(book, first, given_facts, options):
                    if second.id not in ordered.path:
                        for _, other in _decisions(book, second, {**facts, **go.with_}, options):
                            yield from _compared(first, second, facts, ordered, other)


def _presupposed(first: Procedure, row: RuleRow, second: Procedure) -> dict[str, str]:
    """What the row asks for that the second table does not: by it the first knows the other's case."""
    table = first.table
    every = table.combination(row.masks)
    narrowed = {
        fact.name for fact, mask, allowed in zip(table.facts, row.masks, table.allowed, strict=True) if mask != allowed
    }
    return {name: every[name] for name in narrowed if name not in second.facts}


def _agree(facts: Facts, options: Facts) -> bool:
    return all(options.get(name, answer) == answer for name, answer in facts.items())


def _decisions(book: Rulebook, procedure: Procedure, facts: Facts, options: Facts) -> Iterator[tuple[Facts, Decision]]:
    reached = _walk_from(book, procedure, facts, options)
    if isinstance(reached, Decision):
        yield facts, reached
    else:
        for answer in reached.fact.answers:
            yield from _decisions(book, procedure, {**facts, reached.fact.name: answer}, options)


def _walk_from(book: Rulebook, procedure: Procedure, facts: Facts, options: Facts) -> Question | Decision:
    """A walk that begins at the procedure's own table: detected by an opponent in time, where that is asked."""
    emerged = {"modalita": "contestazione", "tempo": "tempestiva", "punteggio-annotato": "no"}
    return walk(book, procedure.id, facts={**(emerged if procedure.emergence else {}), **facts}, options=options)


# -- comparing --------------------------------------------------------------------------------------------------------


def _compared(
    first: Procedure, second: Procedure, facts: Facts, ordered: Decision, other: Decision
) -> Iterator[Disagreement]:
    if orders(ordered) != orders(other):
        yield Disagreement(
            first.id,
            second.id,
            tuple(facts.items()),
            f"{_effects_in_words(ordered)} against {_effects_in_words(other)}",
        )


def orders(decision: Decision) -> tuple[Effect, ...]:
    """What is ordered, in its order; where nothing is, what is said."""
    return tuple(effect for effect in decision.effects if not isinstance(effect, Inform)) or decision.effects


def _effects_in_words(decision: Decision) -> list[str]:
    return [f"{effect.verb}: {effect.what}" for effect in decision.effects]


def possible_options(book: Rulebook) -> Iterator[dict[str, str]]:
    """Every choice of the tournament's options that the code admits."""
    for answers in product(*(option.answers for option in book.options.values())):
        chosen = dict(zip(book.options, answers, strict=True))
        if all(
            not chosen.items() >= constraint.when.items() or chosen.items() >= constraint.then.items()
            for constraint in book.file.constraints
        ):
            yield chosen


__all__ = ["Disagreement", "disagreements", "orders", "possible_options"]
