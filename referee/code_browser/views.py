"""The codes' pages, made once: a code changes only with the program, its imported words with an import.

The codes for everybody to read: articles, anomalies as decision tables, worked cases; and on paper.
"""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from codes.deciding.book import Procedure, Rulebook
from codes.finding.vocabulary import plain
from codes.library import codes, get_rulebook, later_editions
from pages.caches import Keeper, is_personal
from papers.download import download
from records.requests import PublicRequest
from referee import papers
from referee.cases.words import language, spoken
from referee.code_browser.code_in_words import (
    applies,
    applying,
    in_families,
    in_kinds,
    in_parts,
    outcomes_of,
    readings_of,
    referring,
    rows_of,
    worked,
)
from referee.code_browser.headnotes import casebooks, on_article, version_of_headnotes
from referee.code_browser.models import CodeText, CodeTextQuerySet, version_of_texts
from referee.code_browser.search import search
from referee.decisions.queries import rulings_citing
from referee.tools.catalogue import tools_of
from tournaments.setup.shared_pages import Page, one_for_all

View = Callable[..., HttpResponse]

DAY = 24 * 60 * 60

PAGES: Keeper[Page] = Keeper("code-page", late=0, seconds=DAY)
PARTS: Keeper[SafeString] = Keeper("code-part", late=0, seconds=DAY)
FOUND: Keeper[bytes] = Keeper("code-found", late=0, seconds=DAY)


def shared_code(*, official: bool = False) -> Callable[[View], View]:
    """Answer those who have not signed in with one page for all of them.

    official: whether the federation's own words stand on the page, as they do on what was searched for; an import of
    them makes another page. The others ask the database for nothing.
    """

    def shared(view: View) -> View:
        @wraps(view)
        def answer(request: PublicRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
            make = partial(view, request, code, *args, **kwargs)
            if is_personal(request):
                return make()
            is_said = official or "cerca" in request.GET
            shown = version_of_texts(code, signed_in=False) if is_said else ()
            if official:  # beside an article stand its headnotes
                shown = (*shown, version_of_headnotes())
            return one_for_all(request, make, PAGES, shown=shown)

        return answer

    return shared


def kept(template: str, book: Rulebook, context: Callable[[], Mapping[str, Any]], key: object = "") -> SafeString:
    """A part of a page about the code, from memory if it was made in this language.

    key: what else it depends on. Never the reader: a part that is kept holds no name, no token, nothing that they
    alone may see.
    """
    return PARTS.get(_name(template, book, key), 0, partial(_made, template, context))


def kept_search(template: str, book: Rulebook, context: Callable[[], Mapping[str, Any]], key: object) -> SafeString:
    """The same for what a search found; packed, since there are as many of them as words that people type."""

    def make() -> bytes:
        return gzip.compress(_made(template, context).encode(), mtime=0)

    return SafeString(gzip.decompress(FOUND.get(_name(template, book, key), 0, make)).decode())


def _made(template: str, context: Callable[[], Mapping[str, Any]]) -> SafeString:
    return render_to_string(template, dict(context()))


def _name(template: str, book: Rulebook, key: object) -> str:
    # A cache wants short keys without spaces; what people type is neither.
    told = repr((template, book.id, book.hash, language(), key))
    return hashlib.sha256(told.encode()).hexdigest()


LONGEST_QUERY = 100
RULINGS_SHOWN = 20
SHOWN_FIRST = 8  # of the anomalies found, before those that are less near


@login_not_required
@require_safe
def all_codes(request: PublicRequest) -> HttpResponse:
    return render(request, "referee/code_browser/codes.html", {"codes": codes(), "casebooks": casebooks()})


@login_not_required
@require_safe
@shared_code()
def code(request: PublicRequest, code: str) -> HttpResponse:
    book = _book(code)
    query = request.GET.get("cerca", "").strip()[:LONGEST_QUERY]
    # Without accents and small words: whoever means the same finds what is kept already.
    asked = " ".join(plain(query))
    official = _texts(request, code)
    make = partial(_found, asked, book, official)
    if asked:
        version = version_of_texts(code, signed_in=request.user.is_authenticated)
        # An import of the federation's words changes what is found, not what stands there unasked.
        contents = kept_search("referee/code_browser/_code_contents.html", book, make, (asked, version))
    else:
        contents = kept("referee/code_browser/_code_contents.html", book, make)
    if request.htmx:
        return HttpResponse(contents)
    context = {"book": book, "query": query, "contents": contents, "later": later_editions(book.id)}
    return render(request, "referee/code_browser/code.html", context)


def _found(asked: str, book: Rulebook, official: CodeTextQuerySet) -> dict[str, Any]:
    texts = dict(official.values_list("number", "text")) if asked else {}
    found = search(asked, book, texts)
    return {
        "book": book,
        "query": asked,
        "parts": in_parts(found.articles, book),
        "sections": found.sections,
        "excerpts": {one.number: found.excerpt(texts.get(one.number, "")) for one in found.articles},
        "families": [] if asked else in_families(found.procedures, book),
        "ranked": found.procedures[:SHOWN_FIRST] if asked else [],
        "others": found.procedures[SHOWN_FIRST:] if asked else [],
        "kinds": in_kinds(found.effects),
    }


@login_not_required
@require_safe
@shared_code(official=True)
def article(request: PublicRequest, code: str, number: int) -> HttpResponse:
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
        "readings": readings_of(book, number),
        "refers": [book.articles[other] for other in found.refers],
        "referring": referring(book, number),
        "procedures": applying(book, number),
        "tools": tools_of(code, number),
        "headnotes": on_article(code, number),
        "rulings": rulings[:RULINGS_SHOWN],
        "more_rulings": max(0, len(rulings) - RULINGS_SHOWN),
        "previous": numbers[place - 1] if place else None,
        "next": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
    return render(request, "referee/code_browser/article.html", context)


@login_not_required
@require_safe
@shared_code()
def procedure(request: PublicRequest, code: str, procedure: str) -> HttpResponse:
    book = _book(code)
    found = book.procedures.get(procedure)
    if found is None:
        raise Http404
    contents = kept("referee/code_browser/_procedure.html", book, partial(_table, found, book), procedure)
    return render(
        request, "referee/code_browser/procedure.html", {"book": book, "procedure": found, "contents": contents}
    )


def _table(procedure: Procedure, book: Rulebook) -> dict[str, Any]:
    rows = rows_of(procedure, book)
    return {
        "book": book,
        "procedure": procedure,
        "family": book.families[procedure.family],
        "applies": applies(procedure, book),
        "asked_for": [person for person in procedure.persons.values() if person.ask],
        "facts": list(procedure.facts.values()),
        "rows": rows,
        "outcomes": outcomes_of(rows),
        "articles": [book.articles[number] for number in procedure.articles],
        "cases": [worked(example.case, book) for example in book.examples_of(procedure.id)],
        # Each clause of the general part, with the reason why it does not hold here.
        "general": [
            (clause, book.general.departures[procedure.file.leaves[name]] if name in procedure.file.leaves else None)
            for name, clause in book.general.clauses.items()
            if procedure.listed
        ],
    }


@login_not_required
@require_safe
def export(request: PublicRequest, code: str) -> HttpResponse:
    book = _book(code)
    content = papers.code_book(book, language=language(), at=timezone.localtime())
    return download(content, f"{spoken(book.title)} – {book.edition}", "pdf")


def _book(code: str) -> Rulebook:
    try:
        return get_rulebook(code)
    except KeyError:
        raise Http404 from None


def _texts(request: PublicRequest, code: str) -> CodeTextQuerySet:
    return CodeText.objects.shown_to(signed_in=request.user.is_authenticated).filter(code=code)
