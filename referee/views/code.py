"""The codes for everybody to read: articles, anomalies as decision tables, worked cases; and on paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from referee.code_reading import (
    applies,
    applying,
    in_families,
    in_kinds,
    in_parts,
    outcomes_of,
    referring,
    rows_of,
    worked,
)
from referee.code_search import search
from referee.editions import codes, later_editions
from referee.exports.code_book import code_book
from referee.law.book import EMERSIONE, Rulebook
from referee.library import get_rulebook
from referee.models import CodeText
from referee.models.code_text import CodeTextQuerySet
from referee.queries import rulings_citing
from referee.tools.catalogue import tools_of
from referee.wording import language, spoken
from tournaments.exports.download import download

LONGEST_QUERY = 100
RULINGS_SHOWN = 20


@login_not_required
@require_safe
def all_codes(request: HttpRequest) -> HttpResponse:
    """Every code of this installation, in its latest edition and those before."""
    return render(request, "referee/codes.html", {"codes": codes()})


@login_not_required
@require_safe
def code(request: HttpRequest, code: str) -> HttpResponse:
    """The articles, the anomalies and the effects of a code, found by typing."""
    book = _book(code)
    query = request.GET.get("cerca", "").strip()[:LONGEST_QUERY]
    official = _official(request, code) if query else {}
    found = search(query, book, official)
    context = {
        "book": book,
        "query": query,
        "parts": in_parts(found.articles, book),
        "sections": found.sections,
        "excerpts": {one.number: found.excerpt(official.get(one.number, "")) for one in found.articles},
        "families": in_families(found.procedures, book),
        "kinds": in_kinds(found.effects),
        "later": later_editions(book.id),
    }
    return render(request, "referee/code.html", context)


@login_not_required
@require_safe
def article(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One article with the official words, its neighbours, where it leads and what leads to it."""
    book = _book(code)
    found = book.articles.get(number)
    if found is None:
        raise Http404
    numbers = sorted(book.articles)
    place = numbers.index(number)
    rulings = rulings_citing(request.user, code, number)
    context = {
        "book": book,
        "article": found,
        "official": _texts(request, code).filter(number=number).first(),
        "refers": [book.articles[other] for other in found.refers],
        "referring": referring(book, number),
        "procedures": applying(book, number),
        "tools": tools_of(code, number),
        "rulings": rulings[:RULINGS_SHOWN],
        "more_rulings": max(0, len(rulings) - RULINGS_SHOWN),
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
    rows = rows_of(found, book)
    context = {
        "book": book,
        "procedure": found,
        "family": book.families[found.family],
        "applies": applies(found, book),
        "facts": list(found.facts.values()),
        "rows": rows,
        "outcomes": outcomes_of(rows),
        "articles": [book.articles[number] for number in found.articles],
        "cases": [worked(example.case, book) for example in book.examples_of(procedure)],
        "asks_emergence": found.emergence and EMERSIONE in book.procedures,
    }
    return render(request, "referee/procedure.html", context)


@login_not_required
@require_safe
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The whole code on paper: its anomalies with their tables, its articles in our words."""
    book = _book(code)
    content = code_book(book, language=language(), at=timezone.localtime())
    return download(content, f"{spoken(book.title)} – {book.edition}", "pdf")


def _book(code: str) -> Rulebook:
    try:
        return get_rulebook(code)
    except KeyError:
        raise Http404 from None


def _texts(request: HttpRequest, code: str) -> CodeTextQuerySet:
    """The federation's own words that this reader may see."""
    return CodeText.objects.shown_to(signed_in=request.user.is_authenticated).filter(code=code)


def _official(request: HttpRequest, code: str) -> dict[int, str]:
    return dict(_texts(request, code).values_list("number", "text"))
