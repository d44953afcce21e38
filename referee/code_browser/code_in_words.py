"""A code in words, for screen and paper: a procedure as its decision table, what can come out, its worked cases."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY, Fact
from codes.deciding.walk import say
from codes.format.effects import Answers, Effect, Go
from codes.format.readings import Reading
from codes.format.schema import Article, Rule, WorkedCase
from referee.cases.words import language, look_of, spoken

NUMBER = re.compile(r"\d+")
# What the kinds of effect are called, in the order in which a reader looks for them.
KIND_NAMES: Mapping[str, Promise] = {
    "sanatoria": _("Sanatorie"),
    "rectify": _("Rettifiche"),
    "replace_card": _("Sostituzioni di carte"),
    "redo": _("Operazioni da ripetere"),
    "forbid": _("Divieti"),
    "oblige": _("Obblighi"),
    "status": _("Stato delle carte"),
    "freeze": _("Giochi congelati"),
    "reserve": _("Riserve"),
    "annul": _("Annullamenti"),
    "arbitral": _("Punteggi arbitrali"),
    "fixed_score": _("Punteggi fissi"),
    "deal_score": _("Punti della smazzata"),
    "concede": _("Punti concessi"),
    "forfeit": _("Punti perduti"),
    "indemnity": _("Risarcimenti"),
    "penalty": _("Penalità"),
    "discipline": _("Disciplina"),
    "withdraw": _("Uscita dal torneo"),
    "judgement": _("Giudizi dell’arbitro"),
    "refuse": _("Richieste non ammesse"),
    "inform": _("Avvertenze"),
}


@dataclass(frozen=True)
class OrderedLine:
    """One thing that can come out: the words, under which answers, where it leads on."""

    words: str
    look: str
    condition: str
    leads_to: Procedure | None


@dataclass(frozen=True)
class Cited:
    """An article that a rule cites, and under which answers; always when there are none."""

    number: int
    condition: str


@dataclass(frozen=True)
class RuleInWords:
    """A rule of a decision table in words; `cells` has an answer for every fact, empty where any will do."""

    number: int
    when: list[tuple[Fact, str]]
    cells: list[str]
    then: list[OrderedLine]
    cites: list[Cited]
    readings: list[tuple[Reading, str]]  # each with the answers that it is about, where it is about some alone


@dataclass
class Outcome:
    words: str
    look: str
    leads_to: Procedure | None
    rules: list[int] = field(default_factory=list)


@dataclass
class OrderedEffect:
    verb: str
    words: str
    procedures: list[Procedure] = field(default_factory=list)


def rows_of(procedure: Procedure, book: Rulebook) -> list[RuleInWords]:
    return [_row(number, rule, procedure, book) for number, rule in enumerate(procedure.rules, start=1)]


def _row(number: int, rule: Rule, procedure: Procedure, book: Rulebook) -> RuleInWords:
    answers = {
        name: " / ".join(spoken(procedure.facts[name].answers[value]) for value in values)
        for name, values in rule.when.items()
    }
    when = [(procedure.facts[name], words) for name, words in answers.items()]
    cells = [answers.get(name, "") for name in procedure.facts]
    then = [_line(effect, procedure, book) for effect in rule.then]
    cites = [Cited(article, _condition(condition, procedure)) for article, condition in rule.citations]
    readings: list[tuple[Reading, str]] = [(one, _condition(one.condition, procedure)) for one in rule.readings]
    return RuleInWords(number, when, cells, then, cites, readings)


def readings_of(book: Rulebook, number: int) -> list[Reading]:
    """How the article is read where it is doubtful: what the register says of it, and the rules' own that name it."""
    of_register = [reading for reading in book.readings.values() if number in reading.cites]
    of_rules = [
        reading
        for procedure in book.procedures.values()
        for rule in procedure.rules
        if any(article == number for article, _of in rule.citations)
        for reading in rule.readings
        if str(number) in NUMBER.findall(reading.it)
    ]
    return list({reading.it: reading for reading in (*of_rules, *of_register)}.values())


def _line(effect: Effect, procedure: Procedure, book: Rulebook) -> OrderedLine:
    condition = _condition(effect.condition or {}, procedure)
    if isinstance(effect, Go):
        target = None if effect.go == THE_ANOMALY else book.procedures[effect.go]
        return OrderedLine("", "", condition, target)
    return OrderedLine(say(effect, book, language()), look_of(effect.verb), condition, None)


def _condition(condition: Mapping[str, Answers], procedure: Procedure) -> str:
    parts = []
    for name, values in condition.items():
        fact = procedure.facts[name]
        chosen = (values,) if isinstance(values, str) else values
        parts.append(f"{spoken(fact.ask)} {' / '.join(spoken(fact.answers[value]) for value in chosen)}")
    return "; ".join(parts)


def outcomes_of(rows: Iterable[RuleInWords]) -> list[Outcome]:
    outcomes: dict[tuple[str, str], Outcome] = {}
    for row in rows:
        for line in row.then:
            key = (line.words, line.leads_to.id if line.leads_to else "")
            outcome = outcomes.setdefault(key, Outcome(line.words, line.look, line.leads_to))
            if row.number not in outcome.rules:
                outcome.rules.append(row.number)
    return list(outcomes.values())


def applies(procedure: Procedure, book: Rulebook) -> list[str]:
    """Under which options of a tournament the anomaly exists, in words."""
    return [
        " / ".join(spoken(book.options[name].answers[value]) for value in values)
        for name, values in procedure.applies.items()
    ]


def worked(case: WorkedCase, book: Rulebook) -> dict[str, Any]:
    return {
        "title": case.title,
        "story": case.story,
        "effects": [(look_of(effect.verb), say(effect, book, language())) for effect in case.expect.effects],
        "cites": case.expect.cites,
        "applies": case.expect.applies,
    }


def in_families(procedures: Iterable[Procedure], book: Rulebook) -> list[tuple[str, list[Procedure]]]:
    listed = list(procedures)
    grouped = ((key, [procedure for procedure in listed if procedure.family == key]) for key in book.families)
    return [(spoken(book.families[key]), sorted(group, key=lambda p: p.articles)) for key, group in grouped if group]


def in_parts(articles: Iterable[Article], book: Rulebook) -> list[tuple[str, list[Article]]]:
    parts: dict[str, list[Article]] = {}
    for article in sorted(articles, key=lambda article: article.number):
        parts.setdefault(article.part, []).append(article)
    return [
        (spoken(book.parts[part]) if part in book.parts else part, procedures_of_part)
        for part, procedures_of_part in parts.items()
    ]


def applying(book: Rulebook, number: int) -> list[Procedure]:
    """The procedures that apply the article: they name it, or one of their rules cites it."""
    return [p for p in book.procedures.values() if number in p.articles or _cites(p, number)]


def _cites(procedure: Procedure, number: int) -> bool:
    return any(number == article for rule in procedure.rules for article, _ in rule.citations)


def referring(book: Rulebook, number: int) -> list[Article]:
    return [article for article in book.articles.values() if number in article.refers]


def ordered_effects(book: Rulebook) -> list[OrderedEffect]:
    effects: dict[tuple[str, str], OrderedEffect] = {}
    for procedure in book.procedures.values():
        for effect in (effect for rule in procedure.rules for effect in rule.then if not isinstance(effect, Go)):
            words = say(effect, book, language())
            ordered = effects.setdefault((effect.verb, words), OrderedEffect(effect.verb, words))
            if procedure not in ordered.procedures:
                ordered.procedures.append(procedure)
    return list(effects.values())


def in_kinds(effects: Iterable[OrderedEffect]) -> list[tuple[str, list[OrderedEffect]]]:
    """The effects by kind; one that has no name of its own stands among the last."""
    groups: dict[str, list[OrderedEffect]] = {str(name): [] for name in KIND_NAMES.values()}
    other = str(_("Altro"))
    for effect in effects:
        groups.setdefault(str(KIND_NAMES.get(effect.verb, other)), []).append(effect)
    return [(name, group) for name, group in groups.items() if group]
