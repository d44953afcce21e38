"""A decision table compiled to bit masks, so that the next question costs microseconds.

Each fact's answers are bits; a row allows a set of answers per fact. Rules whose
effects, citations or a reading depend on further facts (`if`) become several rows. In a sound table every
combination of answers falls in exactly one row:

- Two rows overlap where their masks meet in every fact; the meeting is the combination to show.
- Without overlaps the volumes of the rows add up to that of the whole: only where they do not is a gap searched for.

A fact still matters exactly while two live rows with different outcomes are kept apart by it alone: where the outcome
is not constant, two combinations that differ in one fact have different outcomes, and their rows meet in all others.
Those pairs are computed once, so that a walk only intersects integers. Two rules that order the same by different
articles are different outcomes, because the ruling cites the right one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from math import prod

from codes.format.effects import Answers, Effect, Go, listed
from codes.format.model import Text, UnknownAnswer
from codes.format.readings import Reading
from codes.format.schema import Rule, Source

# `go: anomalia` in a table of the general part leads on: to the next of its tables, at last to the case's own.
THE_ANOMALY = "anomalia"


@dataclass(frozen=True)
class Fact:
    """A question with its closed set of answers, and where its answer comes from."""

    name: str
    ask: Text
    help: Text | None
    answers: Mapping[str, Text]
    source: Source
    known: str = ""  # by what a program that runs the tournament may know the answer
    otherwise: str = ""  # the answer that holds while nobody says another
    means: Mapping[str, Text] = field(default_factory=dict)  # what an answer brings about, said below it

    def bit(self, answer: str) -> int:
        """The bit of one answer. Raises UnknownAnswer outside the closed set."""
        try:
            return self._bits[answer]
        except KeyError:
            raise UnknownAnswer(self.name, answer) from None

    @cached_property
    def _bits(self) -> dict[str, int]:
        return {answer: 1 << index for index, answer in enumerate(self.answers)}


@dataclass(frozen=True)
class RuleOutcome:
    """What a row decides: effects, where it continues, the articles cited, and how a doubtful text was read."""

    effects: tuple[Effect, ...]
    go: Go | None
    cites: tuple[int, ...]
    readings: tuple[Reading, ...]

    @property
    def leads_on(self) -> bool:
        """Whether a table of the general part has nothing to say, and the anomaly's own follows."""
        return self.go is not None and self.go.go == THE_ANOMALY and not self.effects


@dataclass(frozen=True)
class RuleRow:
    """One combination-set of answers (a mask per fact) with its outcome; `rule` counts from 1."""

    rule: int
    masks: tuple[int, ...]
    outcome: RuleOutcome


@dataclass(frozen=True)
class TrailStep:
    """One fact that mattered: its answer and the rules which that answer excluded."""

    procedure: str
    fact: str
    answer: str
    source: Source
    excluded: tuple[int, ...]


class DecisionTable:
    """The rows of one procedure over its facts in declared order.

    `allowed` is the mask of answers that can occur per fact (options that the
    procedure's `applies` leaves out cannot).
    """

    def __init__(self, facts: tuple[Fact, ...], allowed: tuple[int, ...], rows: tuple[RuleRow, ...]) -> None:
        self.facts, self.allowed, self.rows = facts, allowed, rows
        self.index = {fact.name: number for number, fact in enumerate(facts)}

    def leaves_only(self, masks: tuple[int, ...], name: str, answer: str) -> bool:
        """Whether a row, by its masks, has this answer and no other to the fact; not of a fact that is not here."""
        position = self.index.get(name)
        return position is not None and masks[position] == self.facts[position].bit(answer)

    def leaves_out(self, masks: tuple[int, ...], name: str, answer: str) -> bool:
        """Whether a row, by its masks, cannot have this answer to the fact; not of a fact that is not here."""
        position = self.index.get(name)
        return position is not None and not masks[position] & self.facts[position].bit(answer)

    # -- soundness ---------------------------------------------------------------

    def overlap(self) -> tuple[RuleRow, RuleRow, dict[str, str]] | None:
        """Two rows of different rules that one combination matches, with that combination."""
        for first, second in combinations(self.rows, 2):
            common = [a & b for a, b in zip(first.masks, second.masks, strict=True)]
            if all(common):
                return first, second, self.combination(common)
        return None

    def gap(self) -> dict[str, str] | None:
        """A combination that no row matches. Only meaningful where nothing overlaps."""
        return self._gap(self.rows, 0, list(self.allowed))

    def _gap(self, rows: tuple[RuleRow, ...], depth: int, masks: list[int]) -> dict[str, str] | None:
        deeper = range(depth, len(self.facts))
        total = prod(self.allowed[i].bit_count() for i in deeper)
        if sum(prod(row.masks[i].bit_count() for i in deeper) for row in rows) == total:
            return None
        if not rows or depth == len(self.facts):
            return self.combination(masks)
        for bit in _bits(self.allowed[depth]):
            matching = tuple(row for row in rows if row.masks[depth] & bit)
            gap = self._gap(matching, depth + 1, [*masks[:depth], bit, *masks[depth + 1 :]])
            if gap is not None:
                return gap
        return None

    def combination(self, masks: Sequence[int]) -> dict[str, str]:
        """The first combination of answers that these masks allow, as facts."""
        return {
            fact.name: next(answer for answer in fact.answers if fact.bit(answer) & mask)
            for fact, mask in zip(self.facts, masks, strict=True)
        }

    def combinations(self) -> Iterator[dict[str, str]]:
        """Every combination of answers that can occur, as facts."""
        choices = [
            [(fact.name, answer) for answer in fact.answers if fact.bit(answer) & mask]
            for fact, mask in zip(self.facts, self.allowed, strict=True)
        ]
        for combination in product(*choices):
            yield dict(combination)

    # -- walking -----------------------------------------------------------------

    def live(self, facts: Mapping[str, str]) -> int:
        """The set of rows (a bit each) that agree with the known facts."""
        rows = (1 << len(self.rows)) - 1
        for position, fact in enumerate(self.facts):
            if fact.name in facts:
                fact.bit(facts[fact.name])  # an answer outside the set is an error, not a dead end
                rows &= self._compatible[position].get(facts[fact.name], 0)
        return rows

    def decided(self, rows: int) -> RuleOutcome | None:
        """The outcome that all these rows share; None while they still differ."""
        for group, outcome in self._groups:
            if rows & group:
                return outcome if rows & group == rows else None
        return None

    def next_question(self, rows: int, facts: Mapping[str, str]) -> Fact:
        """The first fact, in declared order, that still tells these rows apart."""
        return next(
            fact for position, fact in enumerate(self.facts) if fact.name not in facts and self._matters(position, rows)
        )

    def trail(self, procedure: str, facts: Mapping[str, str]) -> tuple[TrailStep, ...]:
        """The known facts that mattered, in declared order, each with the rules it excluded.

        The order in which the answers came plays no part.
        """
        rows, steps = (1 << len(self.rows)) - 1, []
        for position, fact in enumerate(self.facts):
            if fact.name not in facts or not self._matters(position, rows):
                continue
            answer = facts[fact.name]
            compatible = rows & self._compatible[position].get(answer, 0)
            excluded = tuple(rule for rule, its_rows in self._rules if its_rows & rows and not its_rows & compatible)
            steps.append(TrailStep(procedure, fact.name, answer, fact.source, excluded))
            rows = compatible
        return tuple(steps)

    def _matters(self, position: int, rows: int) -> bool:
        for pair in self._pairs[position]:  # noqa: SIM110  # a walk asks this a thousand times: no generator for each
            if pair & rows == pair:
                return True
        return False

    @cached_property
    def _rules(self) -> tuple[tuple[int, int], ...]:
        """Each rule with the set of its rows, in order."""
        rows: dict[int, int] = {}
        for number, row in enumerate(self.rows):
            rows[row.rule] = rows.get(row.rule, 0) | 1 << number
        return tuple(sorted(rows.items()))

    @cached_property
    def _compatible(self) -> tuple[dict[str, int], ...]:
        """Per fact, per answer: the rows that allow it."""
        return tuple(
            {
                answer: sum(1 << n for n, row in enumerate(self.rows) if row.masks[position] & fact.bit(answer))
                for answer in fact.answers
            }
            for position, fact in enumerate(self.facts)
        )

    @cached_property
    def _groups(self) -> tuple[tuple[int, RuleOutcome], ...]:
        """Rows grouped by equal outcome."""
        groups: list[tuple[int, RuleOutcome]] = []
        for number, row in enumerate(self.rows):
            for place, (rows, outcome) in enumerate(groups):
                if outcome == row.outcome:
                    groups[place] = (rows | 1 << number, outcome)
                    break
            else:
                groups.append((1 << number, row.outcome))
        return tuple(groups)

    @cached_property
    def _pairs(self) -> tuple[tuple[int, ...], ...]:
        """Per fact: the pairs of rows with different outcomes that this fact alone keeps apart.

        A fact still matters exactly while such a pair is alive: two combinations
        that differ in nothing else then lead to different decisions.
        """
        pairs: list[list[int]] = [[] for _ in self.facts]
        for (n, first), (m, second) in combinations(enumerate(self.rows), 2):
            apart = [
                position for position, (a, b) in enumerate(zip(first.masks, second.masks, strict=True)) if not a & b
            ]
            if len(apart) == 1 and first.outcome != second.outcome:
                pairs[apart[0]].append(1 << n | 1 << m)
        return tuple(tuple(of_fact) for of_fact in pairs)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def rows_of(number: int, rule: Rule, facts: tuple[Fact, ...], allowed: tuple[int, ...]) -> Iterator[RuleRow]:
    """The rows of one rule: one for each combination of the facts that its `if` conditions name."""
    masks = [
        sum(fact.bit(answer) for answer in rule.when.get(fact.name, tuple(fact.answers))) & can
        for fact, can in zip(facts, allowed, strict=True)
    ]
    conditions = [effect.condition or {} for effect in rule.then] + [condition for _, condition in rule.citations]
    conditions += [reading.condition for reading in rule.readings]
    names = {name for condition in conditions for name in condition}
    spread = [list(_bits(mask)) if fact.name in names else [mask] for fact, mask in zip(facts, masks, strict=True)]
    for combination in product(*spread):
        yield RuleRow(number, combination, _outcome(rule, facts, combination))


def _outcome(rule: Rule, facts: tuple[Fact, ...], masks: tuple[int, ...]) -> RuleOutcome:
    mask_of = {fact.name: (fact, mask) for fact, mask in zip(facts, masks, strict=True)}
    effects = [effect.plain() for effect in rule.then if _holds(effect.condition or {}, mask_of)]
    cites = tuple(article for article, condition in rule.citations if _holds(condition, mask_of))
    go = next((effect for effect in effects if isinstance(effect, Go)), None)
    readings = tuple(reading for reading in rule.readings if _holds(reading.condition, mask_of))
    return RuleOutcome(tuple(e for e in effects if not isinstance(e, Go)), go, cites, readings)


def _holds(condition: Mapping[str, Answers], mask_of: Mapping[str, tuple[Fact, int]]) -> bool:
    for name, answers in condition.items():
        fact, mask = mask_of[name]
        if not mask & sum(fact.bit(answer) for answer in listed(answers)):
            return False
    return True
