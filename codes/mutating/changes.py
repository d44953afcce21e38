"""Every single change of a decision table that a slip of the pen could make.

Whom, until, finality, basis, figures, the verb's object, where it leads and what is known by then, an effect left out
or read out too late, an article left out, put in or taken from beside, an answer more or less in `when` and `if`, or in
the wrong row, the options under which the procedure exists, what it takes of the general part. A value is changed to
one other value of the code: a worked case compares for equality, so that it notices any other alike.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from codes.format.effects import KINDS, ROLES, VERBS, EffectBase
from codes.format.plain_yaml import Location
from codes.format.schema import ProcedureFile, Rule
from codes.reading.files import Sources

Data = dict[str, Any]
Step = tuple[Location, str, Data]  # where in the rule, what is changed, the rule changed

FIGURES = ("amount", "vp", "mp")
PHRASES = ("whom", "until", "finality", "basis")
_KIND_OF: Mapping[str, type[EffectBase]] = {kind.verb: kind for kind in KINDS}


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """One change: of which procedure, where in its file, what it does, and its head or rules as they would be."""

    procedure: ProcedureFile
    where: Location
    what: str
    head: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[int, Data] = field(default_factory=dict)

    def changed_procedure(self) -> ProcedureFile:
        """The procedure with the change. Raises pydantic's ValidationError where the schema alone refuses it."""
        changed = {number: Rule.model_validate(data) for number, data in self.rules.items()}
        rules = tuple(changed.get(number, rule) for number, rule in enumerate(self.procedure.rules))
        return self.procedure.model_copy(update={**self.head, "rules": rules})


class Words:
    """What a value could be changed to: the phrases, objects, answers, articles and targets of one code."""

    def __init__(self, sources: Sources) -> None:
        texts = sources.effects
        self.phrases = {name: tuple(getattr(texts, name)) for name in PHRASES}
        self.objects = {verb: tuple(of_verb) for verb, of_verb in texts.wording.items()}
        self.articles = sorted(article.number for article in sources.articles.articles)
        self.options = {name: tuple(option.answers) for name, option in sources.rulebook.options.items()}
        self.answers = {name: self._answers_of(sources, entry.answers) for name, entry in sources.facts.facts.items()}
        self.answers |= self.options
        self.own: dict[str, dict[str, tuple[str, ...]]] = {}
        # An effect names a role of every procedure or a person of its own: any other name the loading refuses.
        self.whom: dict[str, tuple[str, ...]] = {}
        targets: set[str] = set()
        for name, procedure in sources.procedures.items():
            own = {fact: entry.answers for fact, entry in procedure.facts.items() if entry is not None}
            self.whom[name] = tuple(whom for whom in texts.whom if whom in {*ROLES, *procedure.persons})
            self.own[name] = {fact: self._answers_of(sources, answers) for fact, answers in own.items()}
            targets |= {effect.what for rule in procedure.rules for effect in rule.then if effect.verb == "go"}
        self.targets = sorted(targets)
        self.procedures = tuple(sources.procedures)
        self.clauses, self.departures = tuple(sources.general.clauses), tuple(sources.general.departures)

    @staticmethod
    def _answers_of(sources: Sources, answers: str | Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(sources.facts.answer_sets.get(answers, ()) if isinstance(answers, str) else answers)

    def answers_in(self, procedure: str, fact: str) -> tuple[str, ...]:
        """The answers of a fact as this procedure knows it, or as the first that knows it does."""
        own = self.own[procedure].get(fact) or self.answers.get(fact)
        return own or next((facts[fact] for facts in self.own.values() if fact in facts), ())

    def neighbour(self, article: int, cited: set[int]) -> int | None:
        """The article beside this one that is not cited yet: the next, or the one before."""
        free = [number for number in self.articles if number not in cited]
        return min(free, key=lambda number: (abs(number - article), -number), default=None)


def changes_of(procedure: ProcedureFile, words: Words) -> Iterator[Mutation]:
    """Every single change of one procedure, in the order of its file."""
    for name, answers in procedure.applies.items():
        for change, changed in _answers(list(answers), words.options.get(name, ())):
            applies = {**procedure.applies, name: tuple(changed)}
            yield Mutation(procedure=procedure, where=("applies", name), what=change, head={"applies": applies})
        applies = {other: own for other, own in procedure.applies.items() if other != name}
        yield Mutation(procedure=procedure, where=("applies", name), what="removed", head={"applies": applies})
    for clause in words.clauses if procedure.listed else ():
        takes, leaves = _other_answer(procedure, clause, words)
        what = f"«{clause}» {'taken' if clause in takes else 'left'}"
        yield Mutation(procedure=procedure, where=("takes",), what=what, head={"takes": takes, "leaves": leaves})
    rules = [rule.model_dump(mode="json", by_alias=True, exclude_none=True) for rule in procedure.rules]
    for number, rule in enumerate(rules):
        for location, change, changed_rule in _rule_changes(procedure.id, rule, words):
            yield Mutation(
                procedure=procedure, where=("rules", number, *location), what=change, rules={number: changed_rule}
            )
    for first, other in permutations(range(len(rules)), 2):
        for name, answer, changed_rules in _passed(rules[first], rules[other]):
            yield Mutation(
                procedure=procedure,
                where=("rules", first, "when", name),
                what=f"{answer} passed to rule {other + 1}",
                rules=dict(zip((first, other), changed_rules, strict=True)),
            )


def _other_answer(procedure: ProcedureFile, clause: str, words: Words) -> tuple[tuple[str, ...], dict[str, str]]:
    """What the procedure takes and leaves, with the other answer to that clause."""
    leaves = {name: departure for name, departure in procedure.leaves.items() if name != clause}
    if clause not in procedure.takes:
        return (*procedure.takes, clause), leaves
    takes = tuple(name for name in procedure.takes if name != clause)
    return takes, {**leaves, clause: words.departures[0]} if words.departures else leaves


def _passed(first: Data, other: Data) -> Iterator[tuple[str, str, tuple[Data, Data]]]:
    """An answer that passes from one rule to another which differs in that fact alone: the table stays sound."""
    names = first["when"].keys() | other["when"].keys()
    differing = [name for name in names if set(first["when"].get(name, ())) != set(other["when"].get(name, ()))]
    if len(differing) != 1 or differing[0] not in first["when"] or differing[0] not in other["when"]:
        return
    name = differing[0]
    mine, theirs = first["when"][name], other["when"][name]
    for answer in mine:
        if len(mine) > 1 and answer not in theirs:
            less = {**first, "when": {**first["when"], name: [own for own in mine if own != answer]}}
            yield name, answer, (less, {**other, "when": {**other["when"], name: [*theirs, answer]}})


def _rule_changes(procedure: str, rule: Data, words: Words) -> Iterator[Step]:
    yield from _when_changes(procedure, rule, words)
    for place, effect in enumerate(rule["then"]):
        place_in_rule: Location = ("then", place)
        others = [*rule["then"][:place], *rule["then"][place + 1 :]]
        yield place_in_rule, "removed", {**rule, "then": others}
        if others[place:]:
            swapped = [*rule["then"][:place], others[place], effect, *others[place + 1 :]]
            yield place_in_rule, "read out after the next", {**rule, "then": swapped}
        for within, kind, changed in _effect_changes(procedure, effect, words):
            yield (*place_in_rule, *within), kind, {**rule, "then": [*others[:place], changed, *others[place:]]}
    yield from _cites_changes(procedure, rule, words)


def _when_changes(procedure: str, rule: Data, words: Words) -> Iterator[Step]:
    for name, answers in rule["when"].items():
        place: Location = ("when", name)
        without = {other: answers_there for other, answers_there in rule["when"].items() if other != name}
        yield place, "no longer matters", {**rule, "when": without}
        for kind, changed in _answers(answers, words.answers_in(procedure, name)):
            yield place, kind, {**rule, "when": {**rule["when"], name: changed}}


def _effect_changes(procedure: str, effect: Data, words: Words) -> Iterator[Step]:
    verb = next(key for key in effect if key in VERBS)
    for name in effect:
        for other in _others(procedure, verb, name, effect, words):
            yield (name,), f"{effect[name]} → {other}", {**effect, name: other}
        if name in (*PHRASES, *FIGURES) and not _KIND_OF[verb].model_fields[name].is_required():
            yield (name,), "removed", _without(effect, name)
    yield from _passage_changes(procedure, effect, words)
    for place, kind, condition in _condition_changes(procedure, effect.get("if", {}), words):
        yield place, kind, {**effect, "if": condition} if condition else _without(effect, "if")


def _others(procedure: str, verb: str, name: str, effect: Data, words: Words) -> Iterable[Any]:
    """What one value of an effect could be instead."""
    value = effect[name]
    if name == verb == "go":
        return [target for target in words.targets if target != value]
    if name in FIGURES:
        return (value + 1,)
    values = {
        verb: words.objects.get(verb, ()),
        "whom": words.whom[procedure],
        "consequence": words.procedures,  # of a reservation: the procedure if it is invoked
    } | {phrase: words.phrases[phrase] for phrase in PHRASES if phrase != "whom"}
    return _next(value, values.get(name, ()))


def _passage_changes(procedure: str, effect: Data, words: Words) -> Iterator[Step]:
    """What a `go` says is known by then: left out, or said otherwise."""
    for name, answer in effect.get("with", {}).items():
        yield ("with", name), "removed", {**effect, "with": _without(effect["with"], name)}
        target = effect["go"] if effect["go"] in words.own else procedure
        for other in words.answers_in(target, name):
            if other != answer:
                yield ("with", name), f"{answer} → {other}", {**effect, "with": {**effect["with"], name: other}}


def _cites_changes(procedure: str, rule: Data, words: Words) -> Iterator[Step]:
    cites = rule["cites"]
    numbers = {citation if isinstance(citation, int) else citation["article"] for citation in cites}
    for place, citation in enumerate(cites):
        location: Location = ("cites", place)
        number = citation if isinstance(citation, int) else citation["article"]
        others = [*cites[:place], *cites[place + 1 :]]
        yield location, f"{number} removed", {**rule, "cites": others}
        if (beside := words.neighbour(number, numbers)) is not None:
            changed = beside if isinstance(citation, int) else {**citation, "article": beside}
            yield location, f"{number} → {beside}", {**rule, "cites": [*others, changed]}
            yield location, f"{beside} added", {**rule, "cites": [*cites, beside]}
        for within, kind, condition in _condition_changes(
            procedure, {} if isinstance(citation, int) else citation["if"], words
        ):
            changed = {"article": number, "if": condition} if condition else number
            yield (*location, *within), kind, {**rule, "cites": [*others, changed]}


def _condition_changes(procedure: str, condition: Data, words: Words) -> Iterator[Step]:
    """An `if`: left out whole or in part, one answer more, one less, another, all the others."""
    if len(condition) > 1:
        yield ("if",), "removed", {}
    for name, condition_answers in condition.items():
        place: Location = ("if", name)
        answers = [condition_answers] if isinstance(condition_answers, str) else list(condition_answers)
        every = words.answers_in(procedure, name)
        others = [answer for answer in every if answer not in answers]
        yield place, "removed", _without(condition, name)
        if others:
            yield place, "negated", {**condition, name: others}
        for kind, changed in _answers(answers, every):
            yield place, kind, {**condition, name: changed}
        if len(answers) == 1 and len(others) > 1:  # with one other answer that is the negation
            for other in others:
                yield place, f"{answers[0]} → {other}", {**condition, name: other}


def _answers(answers: list[str], every: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """A set of answers with one less, where some remain, or one more, where that is not all of them."""
    for answer in answers:
        if len(answers) > 1:
            yield f"{answer} removed", [other for other in answers if other != answer]
    missing = [answer for answer in every if answer not in answers]
    for answer in missing:
        if len(missing) > 1:
            yield f"{answer} added", [*answers, answer]


def _next(value: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The value after this one in the code's own list, if it has another."""
    others = [other for other in values if other != value]
    place = values.index(value) if value in values else 0
    return (others[place % len(others)],) if others else ()


def _without(data: Data, name: str) -> Data:
    return {key: value for key, value in data.items() if key != name}
