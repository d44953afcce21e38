"""The numbered lists of declarations as data: what each number says, on what conditions (FITRES, art. 45, 127, 168).

Schema and loader of declarations.yaml. A condition is one test on a suit held and the card to be played from it; a
number is a list of conditions, all of which must hold. What the tests mean stands in `Condition.holds`.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from pydantic import Field, model_validator

from codes.format.model import Model, Text, read_data
from codes.format.readings import Reading
from codes.tressette.cards import FITRES, Rank


class Rules(StrEnum):
    """The two sets of rules (art. 110, 153)."""

    TRADITIONAL = "tradizionali"
    MODERN = "moderne"


class ImpossibleSuit(ValueError):
    """A card not held, or one that is held and out at once."""


@dataclass(frozen=True, kw_only=True)
class SuitPlay:
    """A suit as the declarer holds it, the card about to be played from it, and the ranks already played ('uscite')."""

    holding: frozenset[Rank]
    card: Rank
    out: frozenset[Rank] = frozenset()

    def __post_init__(self) -> None:
        if self.card not in self.holding or self.holding & self.out:
            raise ImpossibleSuit(f"{self.card} from {sorted(self.holding)}, out {sorted(self.out)}")

    @classmethod
    def from_signs(cls, holding: str, card: str, out: str = "") -> "SuitPlay":
        """From signs as in art. 3: `SuitPlay.from_signs("3R75", "7", out="2")`."""
        return cls(holding=frozenset(map(Rank, holding)), card=Rank(card), out=frozenset(map(Rank, out)))

    @property
    def rest(self) -> frozenset[Rank]:
        """What stays in the suit once the card is played."""
        return self.holding - {self.card}

    @property
    def tressette(self) -> frozenset[Rank]:
        """The tressette cards held, the one to be played included."""
        return frozenset(rank for rank in self.holding if rank.is_tressette)

    @property
    def above(self) -> frozenset[Rank]:
        """The ranks that beat the card and are not out: with others or in one's own hand."""
        return self.card.higher - self.out

    @property
    def is_sovereign(self) -> bool:
        """Every higher card is out (art. 6)."""
        return not self.above

    @property
    def is_highest_but_own(self) -> bool:
        """What still beats it is one's own, simple and not the King (art. 51); not when it is sovereign by itself."""
        return bool(self.above) and all(
            rank in self.holding and rank.is_simple and rank is not Rank.KING for rank in self.above
        )

    @property
    def leans_on_honours(self) -> bool:
        """Whether one's own tressette card or King beats the card (art. 52)."""
        return any(rank.is_tressette or rank is Rank.KING for rank in self.above & self.holding)


class Condition(Model):
    """One test, with the articles behind it and its words. Exactly one of the tests is given."""

    length: tuple[int, int] | None = None
    tressette: frozenset[Rank] | None = None
    rest: Literal["semplici", "semplici-senza-re", "con-re"] | None = None
    played: Literal["semplice", "superiore", "diversa-dal-re"] | None = None
    cards: frozenset[Rank] | None = None
    sovereign: Literal["sovrana", "non-sovrana", "dopo-le-proprie", "sovrana-o-dopo-le-proprie"] | None = None
    cites: tuple[int, ...]
    text: Text

    @model_validator(mode="after")
    def _one_test(self) -> "Condition":
        tests = (self.length, self.tressette, self.rest, self.played, self.cards, self.sovereign)
        if sum(test is not None for test in tests) != 1:
            raise ValueError("a condition has exactly one test")
        return self

    def holds(self, play: SuitPlay) -> bool:
        """Whether the suit and the card pass the test."""
        if self.length is not None:
            return self.length[0] <= len(play.holding) <= self.length[1]
        if self.tressette is not None:
            return play.tressette == self.tressette
        if self.cards is not None:
            return play.card in self.cards
        if self.rest is not None:
            return _rest_is(self.rest, play)
        return _sovereign_is(self.sovereign, play) if self.sovereign else _played_is(self.played or "", play)


def _rest_is(signs: str, play: SuitPlay) -> bool:
    if signs == "con-re":
        return Rank.KING in play.rest
    simple = all(rank.is_simple for rank in play.rest)
    return simple and (signs == "semplici" or Rank.KING not in play.rest)


def _played_is(played: str, play: SuitPlay) -> bool:
    if played == "superiore":
        return not play.card.higher & play.holding
    return play.card.is_simple if played == "semplice" else play.card is not Rank.KING


def _sovereign_is(sovereign: str, play: SuitPlay) -> bool:
    return {
        "sovrana": play.is_sovereign,
        "non-sovrana": not play.is_sovereign,
        "dopo-le-proprie": play.is_highest_but_own,
        "sovrana-o-dopo-le-proprie": play.is_sovereign or play.is_highest_but_own,
    }[sovereign]


class ListedDeclaration(Model):
    """One number of a list; without a number, a declaration that the code admits outside the lists."""

    number: int | None = None
    formulas: tuple[str, ...] = Field(min_length=1)
    when: tuple[str, ...] = Field(min_length=1)
    says_sovereign: bool = False  # 167
    duty: str | None = None
    reading: str | None = None


class ListFile(Model):
    """The numbers of one article."""

    article: int
    numbers: tuple[ListedDeclaration, ...]


class Limit(Model):
    """What forbids a declaration whatever the cards."""

    rules: tuple[Rules, ...]
    cites: tuple[int, ...]
    text: Text


class OtherEntry(Model):
    """A declaration on the suit of the trick won (`pigliata`) or on `altri` suits (art. 41–42)."""

    formulas: tuple[str, ...] = Field(min_length=1)
    about: Literal["pigliata", "altri"]
    asks: Literal["nessuna-carta", "una-soggetta", "una-non-sovrana"]
    cites: tuple[int, ...]
    duty: str | None = None
    good_faith: int | None = None  # the article by which an error in good faith goes unsanctioned
    reading: Reading | None = None


class DeclarationsFile(Model):
    """declarations.yaml."""

    conditions: dict[str, Condition]
    readings: dict[str, Reading]
    duties: dict[str, Text]
    lists: dict[Rules, ListFile]
    napoletana: ListFile
    limits: dict[str, Limit]
    others: dict[str, OtherEntry]

    @model_validator(mode="after")
    def _names_are_known(self) -> "DeclarationsFile":
        entries = [entry for listed in (*self.lists.values(), self.napoletana) for entry in listed.numbers]
        duties = {entry.duty for entry in entries} | {other.duty for other in self.others.values()}
        used = (
            ("conditions", {name for entry in entries for name in entry.when}, set(self.conditions)),
            ("readings", {entry.reading for entry in entries} - {None}, set(self.readings)),
            ("duties", duties - {None}, set(self.duties)),
        )
        for kind, names, known_names in used:
            if names != known_names:
                raise ValueError(f"{kind} named and {kind} listed differ: {sorted(map(str, names ^ known_names))}")
        return self

    @model_validator(mode="after")
    def _one_number_per_formula(self) -> "DeclarationsFile":
        for rules, listed in self.lists.items():
            numbers = [entry.number for entry in listed.numbers]
            formulas = [
                spoken(words) for entry in (*listed.numbers, *self.napoletana.numbers) for words in entry.formulas
            ]
            if numbers != list(range(1, len(numbers) + 1)) or len(formulas) != len(set(formulas)):
                raise ValueError(f"{rules.value}: a number out of order, or a formula that stands twice")
        return self


@dataclass(frozen=True, kw_only=True)
class Listed:
    """An entry with the article whose list it is in."""

    article: int
    entry: ListedDeclaration

    @property
    def label(self) -> str:
        """How it is referred to: `127, 5`; the article alone outside the lists."""
        return f"{self.article}, {self.entry.number}" if self.entry.number else str(self.article)

    @property
    def says_lunghissimo(self) -> bool:
        """Whether it declares five cards or more (art. 57, 166)."""
        return any(_length(name)[1] > 5 for name in self.entry.when)

    def unmet(self, play: SuitPlay) -> tuple[Condition, ...]:
        """The conditions that the suit or the card fails."""
        conditions = declarations_file().conditions
        return tuple(conditions[name] for name in self.entry.when if not conditions[name].holds(play))

    def fits(self, play: SuitPlay) -> bool:
        conditions = declarations_file().conditions
        return all(conditions[name].holds(play) for name in self.entry.when)

    @property
    def text(self) -> Text:
        texts = [declarations_file().conditions[name].text for name in self.entry.when]
        return Text(it="; ".join(text.it for text in texts), en="; ".join(text.en for text in texts))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Where the text is read, not only applied."""
        return (declarations_file().readings[self.entry.reading],) if self.entry.reading else ()


def _length(name: str) -> tuple[int, int]:
    return declarations_file().conditions[name].length or (0, 0)


@cache
def declarations_file() -> DeclarationsFile:
    """The lists of the FITRES code."""
    return read_data(FITRES / "declarations.yaml", DeclarationsFile)


@cache
def listed(rules: Rules) -> tuple[Listed, ...]:
    """Every declaration on the suit to be played under those rules: the list's numbers, then the napoletana of 45."""
    file = declarations_file()
    return tuple(
        Listed(article=listed_file.article, entry=entry)
        for listed_file in (file.lists[rules], file.napoletana)
        for entry in listed_file.numbers
    )


def spoken(words: str) -> str:
    """The words for comparison: without accents, punctuation, capitals."""
    plain = unicodedata.normalize("NFKD", words.casefold()).encode("ascii", "ignore").decode()
    return " ".join(re.findall(r"[a-z]+", plain.replace("'", "")))


@cache
def _by_formula(rules: Rules) -> dict[str, Listed]:
    return {spoken(words): entry for entry in listed(rules) for words in entry.entry.formulas}


def find(words: str, rules: Rules) -> Listed | None:
    """The number whose formula these words are; None when the list does not have them."""
    return _by_formula(rules).get(spoken(words))
