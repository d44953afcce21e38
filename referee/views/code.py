"""The code for everybody to read: articles, anomalies as decision tables, worked cases."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.law.book import EMERSIONE, THE_ANOMALY, Procedure, Rulebook
from referee.law.effects import Effect, Go
from referee.law.procedure import say
from referee.law.schema import Article, Rule, WorkedCase
from referee.law.table import Fact
from referee.library import get_rulebook
from referee.search import AROUND, ARTICLE, TITLE, Entry, find, weighted
from referee.views.proposing import look_of
from referee.wording import language, spoken


@dataclass(frozen=True)
class Line:
    """One thing that can come out: the words, under which answers, where it leads on."""

    words: str
    look: str
    condition: str
    leads_to: Procedure | None


@dataclass(frozen=True)
class Row:
    """A rule of a decision table in words."""

    number: int
    when: list[tuple[Fact, str]]
    then: list[Line]
    cites: tuple[int, ...]
    reading: Any


@login_not_required
@require_safe
def code(request: HttpRequest, code: str) -> HttpResponse:
    """The articles and the anomalies of a code, found by typing."""
    book = _book(code)
    query = request.GET.get("cerca", "").strip()
    context = {
        "book": book,
        "query": query,
        "parts": _parts(book, query),
        "families": _families(book, query),
    }
    return render(request, "referee/code.html", context)


@login_not_required
@require_safe
def article(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One article, its neighbours, and the anomalies that apply it."""
    book = _book(code)
    found = book.articles.get(number)
    if found is None:
        raise Http404
    numbers = sorted(book.articles)
    place = numbers.index(number)
    context = {
        "book": book,
        "article": found,
        "refers": [book.articles[other] for other in found.refers if other in book.articles],
        "procedures": [p for p in book.procedures.values() if number in p.articles or _cites(p, number)],
        "previous": numbers[place - 1] if place else None,
        "next": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
    return render(request, "referee/article.html", context)


@login_not_required
@require_safe
def procedure(request: HttpRequest, code: str, procedure: str) -> HttpResponse:
    """An anomaly as its decision table, with what can come out and its worked cases."""
    book = _book(code)
    found = book.procedures.get(procedure)
    if found is None:
        raise Http404
    context = {
        "book": book,
        "procedure": found,
        "family": book.families[found.family],
        "applies": _applies(found, book),
        "facts": list(found.facts.values()),
        "rows": [_row(number, rule, found, book) for number, rule in enumerate(found.rules, start=1)],
        "articles": [book.articles[number] for number in found.articles],
        "cases": [_worked(example.case, book) for example in book.examples_of(procedure)],
        "asks_emergence": found.emergence and EMERSIONE in book.procedures,
    }
    return render(request, "referee/procedure.html", context)


def _book(code: str) -> Rulebook:
    try:
        return get_rulebook(code)
    except KeyError:
        raise Http404 from None


def _parts(book: Rulebook, query: str) -> list[tuple[str, list[Article]]]:
    """The articles found, part by part, in their order."""
    entries = [Entry(str(article.number), tuple(_article_words(article))) for article in book.articles.values()]
    kept = set(find(query, entries))
    articles = sorted((a for a in book.articles.values() if str(a.number) in kept), key=lambda a: a.number)
    parts: dict[str, list[Article]] = {}
    for one in articles:
        parts.setdefault(one.part, []).append(one)
    return [(spoken(book.parts[part]) if part in book.parts else part, found) for part, found in parts.items()]


def _article_words(article: Article) -> Any:
    yield from weighted(ARTICLE, str(article.number))
    yield from weighted(TITLE, article.title.it, article.title.en)
    yield from weighted(AROUND, article.summary.it, article.summary.en)


def _families(book: Rulebook, query: str) -> list[tuple[str, list[Procedure]]]:
    entries = [Entry(p.id, tuple(_procedure_words(p))) for p in book.procedures.values()]
    kept = set(find(query, entries))
    found = [procedure for procedure in book.procedures.values() if procedure.id in kept]
    grouped = ((key, [procedure for procedure in found if procedure.family == key]) for key in book.families)
    return [(spoken(book.families[key]), sorted(group, key=lambda p: p.articles)) for key, group in grouped if group]


def _procedure_words(procedure: Procedure) -> Any:
    yield from weighted(TITLE, procedure.title.it, procedure.title.en, *procedure.keywords.it, *procedure.keywords.en)
    yield from weighted(ARTICLE, *(str(number) for number in procedure.articles))


def _cites(procedure: Procedure, number: int) -> bool:
    return any(number in rule.cites for rule in procedure.rules)


def _row(number: int, rule: Rule, procedure: Procedure, book: Rulebook) -> Row:
    when = [
        (procedure.facts[name], " / ".join(spoken(procedure.facts[name].answers[value]) for value in values))
        for name, values in rule.when.items()
    ]
    then = [_line(effect, procedure, book) for effect in rule.then]
    return Row(number, when, then, rule.cites, rule.reading)


def _line(effect: Effect, procedure: Procedure, book: Rulebook) -> Line:
    condition = _condition(effect, procedure)
    if isinstance(effect, Go):
        target = None if effect.go == THE_ANOMALY else book.procedures[effect.go]
        return Line("", "", condition, target)
    return Line(say(effect, book, language()), look_of(effect.verb), condition, None)


def _applies(procedure: Procedure, book: Rulebook) -> list[str]:
    """Under which options of a tournament the anomaly exists, in words."""
    return [
        " / ".join(spoken(book.options[name].answers[value]) for value in values)
        for name, values in procedure.applies.items()
    ]


def _condition(effect: Effect, procedure: Procedure) -> str:
    parts = []
    for name, values in (effect.condition or {}).items():
        fact = procedure.facts[name]
        chosen = (values,) if isinstance(values, str) else values
        parts.append(f"{spoken(fact.ask)} {' / '.join(spoken(fact.answers[value]) for value in chosen)}")
    return "; ".join(parts)


def _worked(case: WorkedCase, book: Rulebook) -> dict[str, Any]:
    return {
        "title": case.title,
        "story": case.story,
        "effects": [(look_of(effect.verb), say(effect, book, language())) for effect in case.expect.effects],
        "cites": case.expect.cites,
    }
