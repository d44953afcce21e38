"""Pages made once for everybody who has not logged in: a hall of phones asks for the same ones at the same moment.

What was published (a round, its tables, standings, the end) is seen with the next request. Results trickle in all the
time: a page shows them two seconds late at most while it is read by one phone, and five when the whole hall waits for
it. A phone that has the page already is told so in a few bytes (docs/decisions/0021-pages-for-a-whole-hall.md).
"""

import gzip
import hashlib
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any, NamedTuple

from django.db.models import Case, Count, Max, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from pages.caches import ASK_AGAIN, Keeper, is_personal, kept_outside
from pages.views import on_page
from people.accounts.models import User
from records.prepared_queries import prepared
from records.replica import read_for_all
from records.requests import PublicRequest
from tournaments.draw.models import Pairing
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import in_public

# Clocks on the page are at most so many seconds late, results so many.
SECONDS = 5
LATE = 2

View = Callable[..., HttpResponse]


class _State(NamedTuple):
    """How far a tournament has come: the version of all its data, and what everybody must see at once."""

    version: int
    shown: tuple[object, ...]


class Page(NamedTuple):
    """A page as it is kept, compressed: it holds no secret that its length could give away."""

    tag: str
    kind: str
    packed: bytes


PAGES: Keeper[Page] = Keeper("page", late=LATE, seconds=SECONDS)


class _Unshared(Exception):
    """An answer for this request alone."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response)
        self.response = response


def shared(view: View) -> View:
    """Answer those who have not logged in with one page for all; the others, and what is not public, by the view."""

    return _once_for_all(in_public(view), lambda slug, *_args, **_kwargs: _state(slug))


def shared_list(view: View) -> View:
    """The same for a page of all public tournaments together."""
    return _once_for_all(view, lambda *_args, **_kwargs: _state_of_all())


def shared_now(view: View) -> View:
    """As `shared`, for what tells the time: no cache between may make it late."""
    one_page = shared(view)

    @wraps(view)
    def answer(request: PublicRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = one_page(request, *args, **kwargs)
        if "ETag" in response.headers:
            response.headers["Cache-Control"] = ASK_AGAIN
        return response

    return answer


def _once_for_all(view: View, state_of: "Callable[..., _State | None]") -> View:
    @wraps(view)
    def answer(request: PublicRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        state = None if is_personal(request) else state_of(*args, **kwargs)
        if state is None:
            return view(request, *args, **kwargs)

        def make() -> HttpResponse:
            # A copy of the database serves where it stands exactly as the tournament does here.
            stands = partial(_stands, state, state_of, *args, **kwargs)
            return read_for_all(partial(view, request, *args, **kwargs), stands)

        return one_for_all(request, make, PAGES, version=state.version, shown=state.shown)

    return answer


def _stands(state: _State, state_of: "Callable[..., _State | None]", *args: Any, **kwargs: Any) -> bool:
    return state_of(*args, **kwargs) == state


def one_for_all(
    request: PublicRequest,
    make: Callable[[], HttpResponse],
    keeper: "Keeper[Page]",
    *,
    version: int = 0,
    shown: Iterable[object] = (),
) -> HttpResponse:
    """The page that the keeper has for this address and language; made when it has none, or the data changed.

    shown: what everybody must see at once, whatever the keeper's seconds are.
    """
    try:
        page = keeper.get(_key(request, shown), version, partial(_make_page, make))
    except _Unshared as one:
        return one.response
    return _sent(request, page)


def _state(slug: str) -> _State | None:
    """Read with every request, in one query; None for a tournament that not everybody may see."""
    for version, *shown in _states(slug=slug):
        return _State(version, tuple(shown))
    return None


def _state_of_all() -> _State:
    """Of all public tournaments: how many there are and how many have ended is seen at once."""
    public = Tournament.objects.filter(is_public=True).order_by()
    figures = public.aggregate(version=Sum("data_version"), count=Count("pk"), ended=Count("ended_at"))
    # Where there is none the page says how the first account is made, until it is.
    is_known = bool(figures["count"]) or User.objects.filter(is_superuser=True).exists()
    return _State(figures["version"] or 0, (figures["count"], figures["ended"], is_known))


@prepared
def _states(*, slug: str) -> "QuerySet[Tournament, Any]":
    tournaments = (
        Tournament.objects.filter(slug=slug, is_public=True)
        .order_by()
        .annotate(
            steps=_of_tournament(Round.objects.all(), Sum(_steps()), "tournament"),
            tables=_of_tournament(Pairing.objects.filter(published_at__isnull=False), Max("pk"), "round__tournament"),
            standings=_of_tournament(Tournament.objects.all(), Max("publications__number"), "pk"),
        )
    )
    return tournaments.values_list("data_version", "steps", "tables", "standings", "ended_at")


def _steps() -> Case:
    states = (Round.State.DRAFT, Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
    return Case(*(When(state=state, then=Value(step)) for step, state in enumerate(states)))


def _of_tournament(records: "QuerySet[Any]", figure: Any, tournament: str) -> Subquery:
    mine = records.order_by().filter(**{tournament: OuterRef("pk")}).values(tournament)
    return Subquery(mine.annotate(figure=figure).values("figure"))


def _key(request: PublicRequest, shown: Iterable[object]) -> str:
    """Under which a page is kept: where and in which language it was asked for, and what everybody must see."""
    where = request.build_absolute_uri()
    part = request.headers.get("HX-Request", "")  # a page may answer htmx with a part of itself
    return hashlib.sha256("\n".join((where, part, get_language() or "", *map(str, shown))).encode()).hexdigest()


def _make_page(make: Callable[[], HttpResponse]) -> Page:
    response = make()
    # A form holds the key of one person, which nobody else may be sent (decision 21).
    if response.status_code != HttpResponse.status_code or b"csrfmiddlewaretoken" in response.content:
        raise _Unshared(response)
    tag = f'W/"{hashlib.sha256(response.content).hexdigest()}"'
    return Page(tag, response.headers["Content-Type"], gzip.compress(on_page(response).content, mtime=0))


def _sent(request: PublicRequest, page: Page) -> HttpResponse:
    if page.tag in parse_etags(request.headers.get("If-None-Match", "")):
        return _with_tag(HttpResponseNotModified(), page)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _with_tag(HttpResponse(gzip.decompress(page.packed), content_type=page.kind), page)
    response = _with_tag(HttpResponse(page.packed, content_type=page.kind), page)
    response.headers["Content-Encoding"] = "gzip"
    return response


def _with_tag(response: HttpResponse, page: Page) -> HttpResponse:
    response.headers["ETag"] = page.tag
    response.headers["Cache-Control"] = kept_outside()
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding", "HX-Request"])
    return response
