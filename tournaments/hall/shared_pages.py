"""Pages made once for everybody who has not logged in: a hall of phones asks for the same ones at the same moment.

What was published (a round, its tables, standings, the end) is seen with the next request. Results trickle in all the
time: a page shows them two seconds late at most while it is read by one phone, and five when the whole hall waits for
it. A phone that has the page already is told so in a few bytes (docs/decisions/0021-pages-for-a-whole-hall.md).
"""

import gzip
import hashlib
from collections.abc import Callable
from functools import cache, partial, wraps
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Case, Max, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.hall.keeping import Keeper
from tournaments.models import Pairing, Publication, Round, Tournament

# Clocks on the page are at most so many seconds late, results so many.
SECONDS = 5
LATE = 2
# Whoever has one of these sees more than others do.
PERSONAL = (settings.SESSION_COOKIE_NAME, "messages")

# No slug: it stands for one.
SLUG = "/"

View = Callable[..., HttpResponse]


class _State(NamedTuple):
    """How far a tournament has come: the version of all its data, and what everybody must see at once."""

    version: int
    shown: tuple[object, ...]


class _Page(NamedTuple):
    """A page as it is kept, compressed: it holds no secret that its length could give away."""

    tag: str
    kind: str
    packed: bytes


PAGES: Keeper[_Page] = Keeper("page", late=LATE, seconds=SECONDS)


class _Unshared(Exception):
    """An answer for this request alone."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response)
        self.response = response


def shared(view: View) -> View:
    """Answer those who have not logged in with one page for all; the others, and what is not public, by the view."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        state = None if _is_personal(request) else _state(slug)
        if state is None:
            return view(request, slug, *args, **kwargs)
        try:
            make = partial(_make, view, request, slug, *args, **kwargs)
            page = PAGES.get(_key(request, state), state.version, make)
        except _Unshared as one:
            return one.response
        return _sent(request, page)

    return answer


def _is_personal(request: HttpRequest) -> bool:
    return any(name in request.COOKIES for name in PERSONAL) or "HX-Request" in request.headers


def _state(slug: str) -> _State | None:
    """Read with every request, in one query; None for a tournament that not everybody may see."""
    sql, given = _question(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [slug if one == SLUG else one for one in given])
        found = cursor.fetchone()
    return _State(found[0], tuple(found[1:])) if found else None


@cache
def _question(vendor: str) -> tuple[str, tuple[Any, ...]]:
    """The query and its parameters, SLUG for the tournament's: putting it together costs more than all the rest."""
    tournaments = (
        Tournament.objects.filter(slug=SLUG, is_public=True)
        .order_by()
        .annotate(
            steps=_of_tournament(Round.objects.all(), Sum(_steps()), "tournament"),
            tables=_of_tournament(Pairing.objects.filter(published_at__isnull=False), Max("pk"), "round__tournament"),
            standings=_of_tournament(Publication.objects.all(), Max("number"), "tournament"),
        )
    )
    wanted = tournaments.values_list("data_version", "steps", "tables", "standings", "ended_at")
    return wanted.query.sql_with_params()


def _steps() -> Case:
    """How many steps a round has taken: published, begun, closed."""
    states = (Round.State.DRAFT, Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
    return Case(*(When(state=state, then=Value(step)) for step, state in enumerate(states)))


def _of_tournament(records: "QuerySet[Any]", figure: Any, tournament: str) -> Subquery:
    """The figure over the records that belong to the tournament of the outer query."""
    mine = records.order_by().filter(**{tournament: OuterRef("pk")}).values(tournament)
    return Subquery(mine.annotate(figure=figure).values("figure"))


def _key(request: HttpRequest, state: _State) -> str:
    """Under which a page is kept: where and in which language it was asked for, and what everybody must see."""
    where = request.build_absolute_uri()
    return hashlib.sha256("\n".join((where, get_language() or "", *map(str, state.shown))).encode()).hexdigest()


def _make(view: View, *args: Any, **kwargs: Any) -> _Page:
    """The page to keep; _Unshared for a refusal, or with a form, whose key is one person's secret."""
    response = view(*args, **kwargs)
    if response.status_code != HttpResponse.status_code or b"csrfmiddlewaretoken" in response.content:
        raise _Unshared(response)
    tag = f'W/"{hashlib.sha256(response.content).hexdigest()}"'
    return _Page(tag, response.headers["Content-Type"], gzip.compress(response.content, mtime=0))


def _sent(request: HttpRequest, page: _Page) -> HttpResponse:
    """The page, with its tag to be asked for again each time: a browser must not show an old seat."""
    if page.tag in parse_etags(request.headers.get("If-None-Match", "")):
        return _labelled(HttpResponseNotModified(), page)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _labelled(HttpResponse(gzip.decompress(page.packed), content_type=page.kind), page)
    response = _labelled(HttpResponse(page.packed, content_type=page.kind), page)
    response.headers["Content-Encoding"] = "gzip"
    return response


def _labelled(response: HttpResponse, page: _Page) -> HttpResponse:
    response.headers["ETag"] = page.tag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding"])
    return response
