"""A code in words, for screen and paper: a procedure as its decision table, what can come out, its worked cases."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.law.book import THE_ANOMALY, Procedure, Rulebook
from referee.law.effects import Effect, Go
from referee.law.procedure import say
from referee.law.schema import Article, Rule, WorkedCase
from referee.law.table import Fact
from referee.law.text import Text
from referee.looks import look_of
from referee.wording import language, spoken

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
    "concede": _("Punti concessi"),
    "forfeit": _("Punti perduti"),
    "indemnity": _("Risarcimenti"),
    "penalty": _("Penalità"),
    "discipline": _("Disciplina"),
    "judgement": _("Giudizi dell’arbitro"),
    "refuse": _("Richieste non ammesse"),
    "inform": _("Avvertenze"),
}


@dataclass(frozen=True)
class Line:
    """One thing that can come out: the words, under which answers, where it leads on."""

    words: str
    look: str
    condition: str
    leads_to: Procedure | None


@dataclass(frozen=True)
class Row:
    """A rule of a decision table in words; `cells` has an answer for every fact, empty where any will do."""

    number: int
    when: list[tuple[Fact, str]]
    cells: list[str]
    then: list[Line]
    cites: tuple[int, ...]
    reading: Text | None


@dataclass
class Outcome:
    """Something that can come out of a procedure, and the rules that order it."""

    words: str
    look: str
    leads_to: Procedure | None
    rules: list[int] = field(default_factory=list)


@dataclass
class OrderedEffect:
    """An effect as it is read out, and the procedures that can order it."""

    verb: str
    words: str
    procedures: list[Procedure] = field(default_factory=list)


def rows_of(procedure: Procedure, book: Rulebook) -> list[Row]:
    """The decision table, rule by rule."""
    return [_row(number, rule, procedure, book) for number, rule in enumerate(procedure.rules, start=1)]


def _row(number: int, rule: Rule, procedure: Procedure, book: Rulebook) -> Row:
    answers = {
        name: " / ".join(spoken(procedure.facts[name].answers[value]) for value in values)
        for name, values in rule.when.items()
    }
    when = [(procedure.facts[name], words) for name, words in answers.items()]
    cells = [answers.get(name, "") for name in procedure.facts]
    then = [_line(effect, procedure, book) for effect in rule.then]
    return Row(number, when, cells, then, rule.cites, rule.reading)


def _line(effect: Effect, procedure: Procedure, book: Rulebook) -> Line:
    condition = _condition(effect, procedure)
    if isinstance(effect, Go):
        target = None if effect.go == THE_ANOMALY else book.procedures[effect.go]
        return Line("", "", condition, target)
    return Line(say(effect, book, language()), look_of(effect.verb), condition, None)


def _condition(effect: Effect, procedure: Procedure) -> str:
    parts = []
    for name, values in (effect.condition or {}).items():
        fact = procedure.facts[name]
        chosen = (values,) if isinstance(values, str) else values
        parts.append(f"{spoken(fact.ask)} {' / '.join(spoken(fact.answers[value]) for value in chosen)}")
    return "; ".join(parts)


def outcomes_of(rows: Iterable[Row]) -> list[Outcome]:
    """What can come out, each thing once with all the rules that lead to it."""
    found: dict[tuple[str, str], Outcome] = {}
    for row in rows:
        for line in row.then:
            key = (line.words, line.leads_to.id if line.leads_to else "")
            outcome = found.setdefault(key, Outcome(line.words, line.look, line.leads_to))
            if row.number not in outcome.rules:
                outcome.rules.append(row.number)
    return list(found.values())


def applies(procedure: Procedure, book: Rulebook) -> list[str]:
    """Under which options of a tournament the anomaly exists, in words."""
    return [
        " / ".join(spoken(book.options[name].answers[value]) for value in values)
        for name, values in procedure.applies.items()
    ]


def worked(case: WorkedCase, book: Rulebook) -> dict[str, Any]:
    """A worked case for reading."""
    return {
        "title": case.title,
        "story": case.story,
        "effects": [(look_of(effect.verb), say(effect, book, language())) for effect in case.expect.effects],
        "cites": case.expect.cites,
    }


def in_families(procedures: Iterable[Procedure], book: Rulebook) -> list[tuple[str, list[Procedure]]]:
    """The procedures by family, in the code's order."""
    found = list(procedures)
    grouped = ((key, [procedure for procedure in found if procedure.family == key]) for key in book.families)
    return [(spoken(book.families[key]), sorted(group, key=lambda p: p.articles)) for key, group in grouped if group]


def in_parts(articles: Iterable[Article], book: Rulebook) -> list[tuple[str, list[Article]]]:
    """The articles by part, in the code's order."""
    parts: dict[str, list[Article]] = {}
    for one in sorted(articles, key=lambda article: article.number):
        parts.setdefault(one.part, []).append(one)
    return [(spoken(book.parts[part]) if part in book.parts else part, found) for part, found in parts.items()]


def applying(book: Rulebook, number: int) -> list[Procedure]:
    """The procedures that apply the article: they name it, or one of their rules cites it."""
    return [p for p in book.procedures.values() if number in p.articles or any(number in r.cites for r in p.rules)]


def referring(book: Rulebook, number: int) -> list[Article]:
    """The articles whose text points to this one."""
    return [article for article in book.articles.values() if number in article.refers]


def ordered_effects(book: Rulebook) -> list[OrderedEffect]:
    """Every effect that a procedure of the code can order, once, as it is read out."""
    found: dict[tuple[str, str], OrderedEffect] = {}
    for procedure in book.procedures.values():
        for effect in (effect for rule in procedure.rules for effect in rule.then if not isinstance(effect, Go)):
            words = say(effect, book, language())
            ordered = found.setdefault((effect.verb, words), OrderedEffect(effect.verb, words))
            if procedure not in ordered.procedures:
                ordered.procedures.append(procedure)
    return list(found.values())


def in_kinds(effects: Iterable[OrderedEffect]) -> list[tuple[str, list[OrderedEffect]]]:
    """The effects by kind; one that has no name of its own stands among the last."""
    groups: dict[str, list[OrderedEffect]] = {str(name): [] for name in KIND_NAMES.values()}
    other = str(_("Altro"))
    for effect in effects:
        groups.setdefault(str(KIND_NAMES.get(effect.verb, other)), []).append(effect)
    return [(name, group) for name, group in groups.items() if group]
