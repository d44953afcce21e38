"""How doubtful texts are read: beside the rule that meets them, or in the register, by name or told by the facts."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import Field

from codes.format.effects import Answers, EffectBase
from codes.format.model import AnswerList, Model, Text


class Reading(Text):
    """How a silent or doubtful text is read here; `other`: the other reading, and what would change with it.

    No reading without the other one: whoever is bound by it may know that it could be read otherwise.
    """

    other: Text


class RuleReading(Reading):
    """The reading of a rule; with an `if` of those answers only that it is about, as an article may be cited."""

    condition: dict[str, Answers] = Field(default_factory=dict, alias="if")


class NamedReading(Model):
    """A reading of the register, as a rule names it."""

    of: str
    condition: dict[str, Answers] = Field(default_factory=dict, alias="if")


class RegisteredReading(Reading):
    """A doubtful clause that more than one rule meets, told once for all of them.

    With `where` and `orders` it is told by itself, whatever the anomaly: where these were answered, and one of these
    orders (verb: objects) is given. Without them, where a rule names it.
    """

    cites: tuple[int, ...] = Field(min_length=1)
    where: dict[str, AnswerList] = Field(default_factory=dict)
    orders: dict[str, AnswerList] = Field(default_factory=dict)

    def met(self, answers: Mapping[str, str], effects: Iterable[EffectBase]) -> bool:
        """Whether whoever was answered so, and is ordered this, meets the clause though no rule names it."""
        if not (self.where or self.orders) or any(answers.get(name) not in of for name, of in self.where.items()):
            return False
        return not self.orders or any(effect.what in self.orders.get(effect.verb, ()) for effect in effects)


class ReadingsFile(Model):
    readings: dict[str, RegisteredReading] = Field(default_factory=dict)


def as_readings(value: Any) -> Any:
    """One or several, in words or by their names in the register."""
    several = value if isinstance(value, list | tuple) else [value]
    return [{"of": one} if isinstance(one, str) else one for one in several if one is not None]
