"""Whether what a ruling rests on is another in today's text of its edition, in a later one, or under a draft."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, Question, say
from codes.format.effects import Effect
from codes.format.effects_file import DECIDED
from codes.format.model import NotApplicable
from codes.library import get_rulebook, later_editions, rulebook_ids
from referee.cases.known_scores import EARNED, WORKED_OUT
from referee.cases.record import LANGUAGES, article_record, words
from referee.cases.walk import walk_facts, with_emergence
from referee.rulings.models import Ruling

# What is told of an effect beside what it orders.
SAID = frozenset({"words", "choice"})
# With which words the note of an article goes over to the reading that is not ours.
OTHER_READING = {"it": "L’altra lettura:", "en": "The other reading:"}
HOW_IT_ACTS = frozenset({"points", "of", "later"})
Effects = list[dict[str, Any]]


def changed_by(ruling: Ruling) -> Rulebook | None:
    """The first later edition in which the rule that this ruling applied is another."""
    return next((book for book in later_editions(ruling.rulebook) if is_another_rule(ruling, book)), None)


def rule_changed(ruling: Ruling) -> bool:
    """Whether the edition it was decided under carries another rule now; one that is gone has changed too."""
    if ruling.rulebook not in rulebook_ids():
        return True
    return is_another_rule(ruling, get_rulebook(ruling.rulebook))


def is_another_rule(ruling: Ruling, book: Rulebook) -> bool:
    """Whether the code would order or cite something else for the ruling's facts, or its articles read otherwise.

    The fingerprint answers at once where no text has moved. Where it differs it does not say what moved: two rules
    joined into one that decides the same change it too (docs/decisions/0025-what-a-ruling-rests-on.md).
    """
    if not ruling.changed_since(book):
        return False
    return not follows(ruling, book)


def follows(ruling: Ruling, book: Rulebook) -> bool:
    """Whether the code, walked again by the ruling's facts, orders and cites what it did."""
    decisions = _walked_again(ruling, book)
    return any(orders_the_same(ruling, decision) and _cites_the_same(ruling, decision, book) for decision in decisions)


def _walked_again(ruling: Ruling, book: Rulebook) -> Iterator[Decision]:
    """What the code decides on the ruling's own facts; nothing where it does not know them.

    Where it asks for more than was asked then, what it decides by each answer: nobody can tell which was true, and the
    rule is another only if none of them leads to what was decided.
    """
    if ruling.procedure not in book.procedures:
        return
    facts = facts_of_trail(ruling)
    # How it came to light was told by persons, and stays what it was.
    articles = ruling.detection.get("articles", ())
    for decision in _by_each_answer(book, ruling.procedure, facts, known_options(ruling, book)):
        yield with_emergence(decision, articles, book)


def _by_each_answer(
    book: Rulebook, procedure: str, facts: Mapping[str, str], options: Mapping[str, str]
) -> Iterator[Decision]:
    try:
        reached = walk_facts(book, procedure, facts, options)
    except NotApplicable:
        return
    if isinstance(reached, Decision):
        yield reached
        return
    fact = reached.fact.name
    # What was told then in words that the code has no more is another rule: only what nobody was asked stays open.
    if fact in facts or fact in book.options:
        return
    for answer in reached.fact.answers:
        yield from _by_each_answer(book, procedure, {**facts, fact: answer}, options)


def facts_of_trail(ruling: Ruling) -> dict[str, str]:
    """The answers that decided, as they were first given."""
    facts: dict[str, str] = {}
    for step in ruling.trail:
        # A passage to another procedure may have answered again: the walk does that by itself.
        facts.setdefault(step["fact"], step["answer"])
    return facts


def known_options(ruling: Ruling, book: Rulebook) -> dict[str, str]:
    """The options of its tournament that the code still knows: where another one matters, the walk asks for it."""
    answers = {option["option"]: option["answer"] for option in ruling.options}
    return {
        name: answer
        for name, answer in answers.items()
        if name in book.options and answer in book.options[name].answers
    }


def orders_the_same(ruling: Ruling, decision: Decision) -> bool:
    """Of a ruling that departed, what was proposed counts: the arbiter's own order stands by its reason."""
    stored = plain_effects(ruling)
    ordered: Effects = [{"verb": effect.verb, **effect.to_dict()} for effect in decision.effects]
    return len(stored) == len(ordered) and all(map(_is_same, stored, ordered))


def plain_effects(ruling: Ruling) -> Effects:
    """What the code ordered, without words and persons."""
    effects = ruling.proposed_effects if ruling.departed else ruling.effects
    # What the arbiter settled, and the score that follows from it, is no order of the table's own.
    return [_plain(effect) for effect in effects if not _is_settled(effect)]


def _is_settled(effect: Mapping[str, Any]) -> bool:
    return effect.get("fixed_score") in {*WORKED_OUT, DECIDED} or "deal_score" in effect


def _plain(effect: Mapping[str, Any]) -> dict[str, Any]:
    """What the table orders; a score that the arbiter established stands for the judgement it was left to."""
    if effect.get("fixed_score") == EARNED:
        return {"verb": "judgement", "judgement": EARNED}
    return {name: value for name, value in effect.items() if name not in SAID}


def _is_same(stored: Mapping[str, Any], ordered: Mapping[str, Any]) -> bool:
    # The amount of a penalty is the arbiter's where the code leaves it open; how an effect acts is no part of it.
    open_here = HOW_IT_ACTS | ({"amount"} - ordered.keys())
    return _without(stored, open_here) == _without(ordered, open_here)


def _without(effect: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in effect.items() if name not in names}


def _cites_the_same(ruling: Ruling, decision: Decision, book: Rulebook) -> bool:
    if any(_text_of(article["number"], book) != _adopted(article) for article in ruling.citations):
        return False
    if ruling.departed:
        return set(decision.cites) <= set(ruling.cites)
    # What we adopt: that the other reading is told today, or in other words, changes no rule.
    adopted: Sequence[dict[str, str]] = [words(reading) for reading in decision.readings]
    stored = [{language: reading[language] for language in LANGUAGES} for reading in ruling.readings]
    return decision.cites == ruling.cites and adopted == stored


def _text_of(number: int, book: Rulebook) -> dict[str, Any] | None:
    return _adopted(article_record(book.articles[number])) if number in book.articles else None


def _adopted(article: Mapping[str, Any]) -> dict[str, Any]:
    """The article's record without what its note says of the other reading: that it is told changes no rule."""
    note = article.get("note", {})
    adopted = {language: text.partition(OTHER_READING[language])[0].strip() for language, text in note.items()}
    return dict(article) | ({"note": adopted} if note else {})


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
