"""The codes' pages, made once: a code changes only with the program, its imported words with an import."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from codes.deciding.book import Rulebook
from referee.queries.code_texts import version_of_texts
from referee.queries.headnotes import version_of_headnotes
from referee.wording import language
from tournaments.hall.keeping import Keeper
from tournaments.hall.shared_caches import is_personal
from tournaments.hall.shared_pages import Page, one_for_all
from tournaments.requests import PublicRequest

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
