"""A code in memory: its articles, facts, wording and procedures, all names known to exist."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from codes.build_cache import Apart
from codes.deciding.table import DecisionTable, Fact
from codes.format.clauses import ClausesFile
from codes.format.effects import Answers, listed
from codes.format.effects_file import EffectsFile
from codes.format.model import Text
from codes.format.readings import RegisteredReading
from codes.format.schema import (
    Article,
    CardsAsked,
    CodeSection,
    Elsewhere,
    Faculty,
    GeneralFile,
    Keywords,
    Option,
    Person,
    ProcedureFile,
    Rule,
    RulebookFile,
    SynonymsFile,
    WorkedCase,
)

EMERSIONE = "emersione"


_NO_RULE: dict[str, Any] = {
    "keywords": True,
    "note_where": True,
    "whole_match": True,
    "once": True,
    "mirrored": True,
    "faculties": True,
    "elsewhere": True,
    "cards": True,
    "facts": {"__all__": {"known", "otherwise"}},
    "persons": {"__all__": {"after", "both"}},
}
# What of an effect a decision settles, or a code says of few: nothing while it is not there.
_SETTLED_LATER = frozenset({"points", "of", "later"})


@dataclass(frozen=True)
class Procedure:
    """One anomaly's decision table with its texts; `table` is its compiled form."""

    file: ProcedureFile
    facts: Mapping[str, Fact]
    table: DecisionTable = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> Text:
        return self.file.title

    @property
    def family(self) -> str:
        return self.file.family

    @property
    def articles(self) -> tuple[int, ...]:
        return self.file.articles

    @property
    def applies(self) -> Mapping[str, tuple[str, ...]]:
        return self.file.applies

    @property
    def emergence(self) -> bool:
        """Whether it matters how the anomaly came to light (65–71)."""
        return EMERSIONE in self.file.takes

    @property
    def takes(self) -> tuple[str, ...]:
        """The clauses of the code's general part that hold for this anomaly."""
        return self.file.takes

    @property
    def listed(self) -> bool:
        return self.file.listed

    @property
    def whole_match(self) -> bool:
        """Whether it concerns the match and not one of its deals."""
        return self.file.whole_match

    @property
    def once(self) -> bool:
        """Whether it happens to a match no more than once."""
        return self.file.once

    def mirrored_facts(self, facts: Mapping[str, str]) -> dict[str, str] | None:
        """The same answers as they would be told with the lines changing places; None where they could not be."""
        if not self.file.mirrored:
            return None
        places = {**self.file.mirrored, **{there: here for here, there in self.file.mirrored.items()}}
        mirrored = {places.get(name, name): answer for name, answer in facts.items()}
        return (
            mirrored
            if all(answer in self.facts[name].answers for name, answer in mirrored.items() if name in places)
            else None
        )

    @property
    def term(self) -> Text | None:
        return self.file.term

    @property
    def keywords(self) -> Keywords:
        return self.file.keywords

    @property
    def note(self) -> Text | None:
        """What to look at first, whatever the form of play."""
        return _joined(self.file.note, *self.file.note_where)

    def note_under(self, options: Mapping[str, str]) -> Text | None:
        """What to look at first under these options of a tournament: nothing that holds under others only."""
        notes = [note for note in self.file.note_where if agrees(note.condition, options)]
        return _joined(self.file.note, *notes)

    @property
    def persons(self) -> Mapping[str, Person]:
        """Whom the procedure names by a question of its own, in the order in which they are asked."""
        return self.file.persons

    @property
    def elsewhere(self) -> Elsewhere | None:
        """How lines of other tables are asked for, where the same may have happened to them."""
        return self.file.elsewhere

    @property
    def cards(self) -> Mapping[str, CardsAsked]:
        """The procedure's own questions for cards that its orders name."""
        return self.file.cards

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.file.rules

    def faculty(self, fact: str, facts: Mapping[str, str]) -> Faculty | None:
        """Whose choice the answer to that question is, by what is known; None where it is nobody's."""
        return next(
            (faculty for faculty in self.file.faculties.get(fact, ()) if agrees(faculty.condition, facts)), None
        )

    def applies_to(self, options: Mapping[str, str]) -> bool:
        """Whether the procedure exists under these options of a tournament."""
        return all(options.get(name) in answers for name, answers in self.applies.items())

    def assumed(self, facts: Mapping[str, str], doubted: Collection[str] = ()) -> dict[str, str]:
        """The answers known, with those that hold while nobody says another or doubts them."""
        facts_assumed = (fact for fact in self.facts.values() if fact.otherwise and fact.name not in doubted)
        return {fact.name: fact.otherwise for fact in facts_assumed} | dict(facts)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the rule as it stands, to tell later whether it changed."""
        # Search words only help to find an anomaly, and what a program knows it need not ask: neither changes the rule.
        # Nor does naming no person, nor when one is asked for, nor whether a board is, nor that an answer may be
        # waited for, nor which cards are named, nor at how many tables it happened or how often.
        left_out = _NO_RULE if self.persons else {**_NO_RULE, "persons": True}
        content = self.file.model_dump(mode="json", by_alias=True, exclude=left_out)
        for rule in content["rules"]:
            # What an effect leaves to be settled later says nothing yet.
            rule["then"] = [
                {name: value for name, value in effect.items() if value is not None or name not in _SETTLED_LATER}
                for effect in rule["then"]
            ]
        return _digest(
            {
                "procedure": content,
                "facts": {name: dict(fact.answers) for name, fact in self.facts.items()},
            }
        )


def _joined(*texts: Text | None) -> Text | None:
    present = [text for text in texts if text]
    return Text(it=" ".join(text.it for text in present), en=" ".join(text.en for text in present)) if present else None


def agrees(condition: Mapping[str, Answers], facts: Mapping[str, str]) -> bool:
    """Whether nothing that is known speaks against the condition."""
    return all(name not in facts or facts[name] in listed(answers) for name, answers in condition.items())


@dataclass(frozen=True)
class Example:
    """A worked case with the procedure it belongs to and where it is written."""

    procedure: str
    case: WorkedCase
    file: str
    line: int


@dataclass(frozen=True)
class Illustrations:
    """What is told beside the law: of use where cases are shown and anomalies searched, to no walk."""

    examples: tuple[Example, ...] = ()
    synonyms: SynonymsFile = field(default=SynonymsFile())
    # How the happenings of a procedure are told, by its name.
    tellings: Mapping[str, Keywords] = field(default_factory=dict)
    # What each part of the code says, clause by clause, and what answers for it; empty where there is no such account.
    clauses: ClausesFile = field(default=ClausesFile())


@dataclass(frozen=True)
class Rulebook:
    """A checked code: articles, facts, wording and procedures, all names known to exist."""

    file: RulebookFile
    hash: str
    parts: Mapping[str, Text]
    articles: Mapping[int, Article]
    sections: tuple[CodeSection, ...]
    facts: Mapping[str, Fact]
    effects: EffectsFile
    general: GeneralFile
    procedures: Mapping[str, Procedure]
    illustrations: Apart[Illustrations] = field(repr=False)
    # How many worked cases there are, for a page that shows none of them.
    case_count: int
    # The doubtful clauses that more than one rule meets.
    readings: Mapping[str, RegisteredReading] = field(default_factory=dict)
    # The questions for cards that every procedure shares.
    cards: Mapping[str, CardsAsked] = field(default_factory=dict)
    # Of a code that the installation carries: the digest of all its files, by which what is made of it is kept.
    source: bytes = field(default=b"", repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> Text:
        return self.file.title

    @property
    def edition(self) -> str:
        return self.file.edition

    @property
    def supersedes(self) -> str:
        """The id of the edition before this one; empty for the first."""
        return self.file.supersedes

    @property
    def federation(self) -> str:
        return self.file.federation

    @property
    def game(self) -> str:
        return self.file.game

    @property
    def options(self) -> Mapping[str, Option]:
        return self.file.options

    @property
    def families(self) -> Mapping[str, Text]:
        return self.file.families

    @property
    def examples(self) -> tuple[Example, ...]:
        return self.illustrations.content.examples

    @property
    def synonyms(self) -> SynonymsFile:
        return self.illustrations.content.synonyms

    @property
    def tellings(self) -> Mapping[str, Keywords]:
        return self.illustrations.content.tellings

    @property
    def clauses(self) -> ClausesFile:
        return self.illustrations.content.clauses

    def applicable(self, options: Mapping[str, str]) -> tuple[Procedure, ...]:
        """The anomalies an arbiter may choose under these options, in the order of the families."""
        order = list(self.families)
        procedures = [p for p in self.procedures.values() if p.listed and p.applies_to(options)]
        return tuple(sorted(procedures, key=lambda p: (order.index(p.family), p.articles, p.id)))

    def tables_before(self, procedure: str) -> tuple[str, ...]:
        """The tables of the general part that are walked before that anomaly's own, in their order."""
        takes = self.procedures[procedure].takes
        return tuple(
            clause.table for name, clause in self.general.clauses.items() if name in takes and not clause.after
        )

    def tables_after(self, procedure: str) -> tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...]:
        """The tables of the general part that follow what that anomaly orders, each with the orders that it follows."""
        takes = self.procedures[procedure].takes
        clauses = ((name, clause) for name, clause in self.general.clauses.items() if clause.after)
        return tuple((clause.table, clause.after) for name, clause in clauses if name in takes)

    def examples_of(self, procedure: str) -> tuple[Example, ...]:
        return tuple(example for example in self.examples if example.procedure == procedure)

    def fingerprint(self, path: tuple[str, ...], cites: tuple[int, ...]) -> str:
        """SHA-256 over the procedures walked and the articles cited: differs when the rule changed since."""
        # A procedure or an article that is gone changes it by being absent.
        return _digest(
            {
                "procedures": [self.procedures[name].digest for name in path if name in self.procedures],
                "articles": [self.articles[n].model_dump(mode="json") for n in cites if n in self.articles],
            }
        )


def _digest(value: object) -> str:
    plain = json.dumps(value, sort_keys=True, ensure_ascii=False, default=_as_plain)
    return hashlib.sha256(plain.encode()).hexdigest()


def _as_plain(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)
