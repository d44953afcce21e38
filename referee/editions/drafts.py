"""What a ruling would have been under a draft of its code: its own facts walked again, nothing of it touched."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question, say
from codes.format.effects import Effect
from codes.format.errors import NotApplicable
from referee.cases.detection import with_emergence
from referee.cases.record import LANGUAGES, words
from referee.cases.walk import walk_facts
from referee.editions.queries import facts_of_trail, known_options, orders_the_same, plain_effects
from referee.rulings.models import Ruling


class Verdict(StrEnum):
    SAME = "same"
    ARTICLES = "articles"  # the same orders, by other articles
    DIFFERENT = "different"
    UNWALKABLE = "unwalkable"


@dataclass(frozen=True)
class Tried:
    """What came out. why: of what cannot be walked, and by which fact; orders, cites: what the draft decides."""

    verdict: Verdict
    why: str = ""
    fact: str = ""
    question: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[Mapping[str, str], ...] = ()
    cites: tuple[int, ...] = ()


def try_under(ruling: Ruling, book: Rulebook) -> Tried:
    """The ruling by its facts, options and detection, as the draft decides it."""
    if ruling.procedure not in book.procedures:
        return Tried(Verdict.UNWALKABLE, "gone")
    facts = facts_of_trail(ruling)
    try:
        reached = walk_facts(book, ruling.procedure, facts, known_options(ruling, book))
    except NotApplicable:
        return Tried(Verdict.UNWALKABLE, "not-applicable")
    if isinstance(reached, Question):
        fact = reached.fact.name
        why = "no-such-answer" if fact in facts or fact in book.options else "not-asked"
        return Tried(Verdict.UNWALKABLE, why, fact, words(reached.fact.ask))
    decision = with_emergence(reached, ruling.detection.get("articles", ()), book)
    effects = tuple(_words_of_effect(effect, book) for effect in decision.effects)
    if not orders_the_same(ruling, decision):
        verdict = Verdict.DIFFERENT
    elif _cites(ruling, decision.cites):
        verdict = Verdict.SAME
    else:
        verdict = Verdict.ARTICLES
    return Tried(verdict, orders=effects, cites=decision.cites)


def _words_of_effect(effect: Effect, book: Rulebook) -> dict[str, str]:
    return {language: say(effect, book, language) for language in LANGUAGES}


def _cites(ruling: Ruling, cites: tuple[int, ...]) -> bool:
    """Of a ruling that departed the arbiter may have cited more."""
    return set(cites) <= set(ruling.cites) if ruling.departed else set(cites) == set(ruling.cites)


def likeness(ruling: Ruling) -> str:
    """The same for two rulings of which a draft makes the same: each is walked once."""
    parts: list[Any] = [
        ruling.procedure, facts_of_trail(ruling), ruling.options, ruling.detection.get("articles", ()),
        ruling.departed, plain_effects(ruling), sorted(ruling.cites),
    ]  # fmt: skip
    return json.dumps(parts, sort_keys=True)
