"""What an answer excluded, in words: with which other answers the code would have ordered what."""

from collections.abc import Iterator
from dataclasses import dataclass

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY, TrailStep
from codes.deciding.walk import say
from codes.format.effects import EffectBase, Go, Inform
from codes.format.schema import Rule
from codes.format.text import Text

# A decision may be the end of a dozen rules: more than these nobody reads at a table.
MOST_OUTCOMES = 3


@dataclass(frozen=True)
class Excluded:
    """Other answers to one question, and what the rules that need them would have ordered; how many more there are."""

    answers: tuple[Text, ...]
    outcomes: tuple[Text, ...]
    more: int = 0


def excluded_by(book: Rulebook, step: TrailStep) -> tuple[Excluded, ...]:
    """What the answer of that step ruled out, in the order of the rules; nothing where it excluded no rule."""
    procedure, excluded = book.procedures[step.procedure], dict[tuple[str, ...], dict[Text, None]]()
    for number in step.excluded:
        rule = procedure.rules[number - 1]
        if answers := rule.when.get(step.fact):
            excluded.setdefault(answers, {}).setdefault(_headline(book, procedure, rule))
    wording = procedure.facts[step.fact].answers
    return tuple(
        Excluded(
            tuple(wording[answer] for answer in answers),
            tuple(outcomes)[:MOST_OUTCOMES],
            max(0, len(outcomes) - MOST_OUTCOMES),
        )
        for answers, outcomes in excluded.items()
    )


def _headline(book: Rulebook, procedure: Procedure, rule: Rule) -> Text:
    """The first thing that the rule orders; what it only leads on to, or says, where it orders nothing itself."""
    effect = next(_by_weight(rule))
    if isinstance(effect, Go):
        return procedure.title if effect.go == THE_ANOMALY else book.procedures[effect.go].title
    return Text(it=say(effect, book, "it").rstrip("."), en=say(effect, book, "en").rstrip("."))


def _by_weight(rule: Rule) -> Iterator[EffectBase]:
    yield from (effect for effect in rule.then if not isinstance(effect, Go | Inform))
    yield from (effect for effect in rule.then if isinstance(effect, Go))
    yield from rule.then
