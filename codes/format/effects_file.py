"""The file of a code's effects: how each is read out, and what it does to a score, leaves to choose or leads to."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from codes.format.effects import EffectBase
from codes.format.model import AnswerList, Model, Text

TWO = 2


class Wording(Text):
    """How an effect is read out, of one card; `more`: of more than one; `two`: of two, where one is «the other».

    untold: while nobody has said how many they are.
    """

    more: Text | None = None
    two: Text | None = None
    untold: Text | None = None

    def for_count(self, many: int) -> Text:
        """The words for so many cards; 0: it is not known how many."""
        if many == 0:
            return self.untold or self
        if many == TWO and self.two:
            return self.two
        return self.more if self.more and many > 1 else self

    @property
    def all(self) -> tuple[Text, ...]:
        """The words for every number of cards."""
        return (self, *(wording for wording in (self.more, self.two, self.untold) if wording))


class OrderedChoice(Model):
    """An effect that gives somebody a choice, still open once the decision is read out.

    of: whose choice, by a key of `whom`, where it is not the one whom the effect names; called: in other words.
    may: what they may choose, after «può» or «possono». until: up to when; alone: without consulting anybody.
    cites: by which articles it may be theirs.
    """

    of: str = ""
    called: Text | None = None
    may: Text
    until: Text
    alone: bool = False
    cites: tuple[int, ...] = Field(min_length=1)


class Acting(Model):
    """How an effect changes the points of a deal: taken or given, how many, and what is said of it ({points}).

    amount: as the code says; without one the arbiter does. written: only what a score recorded already holds is taken;
    of a score still to come nothing is, since it will be written without.
    """

    points: Literal["taken", "given"]
    amount: int | None = Field(default=None, gt=0)
    written: Literal["accusa"] | None = None
    words: Text


# What somebody at the table has to say the figures of: the score of the whole match (VP and MP), or a deal's points.
Scope = Literal["match", "deal"]


class Settled(Model):
    """A score that the article leaves to the arbiter's figures: of what, and why no table can say them."""

    settles: Scope
    why: Text


# The effects in which it then stands, for each line; worded under this name.
DECIDED = "punteggio-deciso"


class FollowUp(Model):
    """The procedure with which a table goes on once an effect is ordered: what it knows by then, and asks anew.

    same: whoever answered for the first answers for it too, in whatever words they were asked for.
    """

    procedure: str
    same: bool = False
    with_: dict[str, str] = Field(default_factory=dict, alias="with")
    anew: tuple[str, ...] = ()


class EffectsFile(Model):
    """Wording of the effects, to be read out; {whom} {until} {finality} {basis} {amount} {score} are filled in.

    {names}: the players meant, in brackets, where the words themselves say who they are.

    acts: by verb and object, the effects that change the points of a deal. decides: the judgements and concessions by
    which the arbiter settles a score, of the match or of the deal, whose figures are then asked; by their object.

    {cards} names the cards together, {in_order} one after the other; {first} the one that the code takes first, {rest}
    the others together and {then} one after the other. {meld}: in brackets, the cards that tell the melds meant.
    """

    wording: dict[str, dict[str, Wording]]
    acts: dict[str, dict[str, Acting]] = Field(default_factory=dict)
    decides: dict[str, Settled] = Field(default_factory=dict)
    # By verb and object: what is offered from a ruling that orders it.
    follows: dict[str, dict[str, FollowUp]] = Field(default_factory=dict)
    whom: dict[str, Text]
    until: dict[str, Text]
    finality: dict[str, Text]
    basis: dict[str, Text]
    # By verb and object, as in `wording`: what the effect leaves to the choice of whom it names.
    choices: dict[str, dict[str, OrderedChoice]] = Field(default_factory=dict)
    # By verb and object: the answers, by fact, that leave the order without an object; then it is not given.
    pointless: dict[str, dict[str, dict[str, AnswerList]]] = Field(default_factory=dict)

    def has_point(self, effect: EffectBase, facts: Mapping[str, str]) -> bool:
        """Whether that order has an object under the answers that mattered."""
        remaining = self.pointless.get(effect.verb, {}).get(effect.what, {})
        return not any(facts.get(fact) in answers for fact, answers in remaining.items())
