"""Pages that renew themselves are drawn once for everybody who asks at the same version and in the same minute.

The devices of the staff: when each was last heard, and how many entries wait in it to be sent.

A page that renews itself sends two things with each request: a random name, which the browser made for the account, and
the number of entries that wait in the device. Both go to the cache, not to the database, and stay there for half a day;
they are written at most once a minute for each device, unless the number changed. Several processes share the cache and
do not know what another one wrote: if entries wait, or if the device last told another number, they read it there.

A device belongs to its owner in every tournament: the entries that wait in it may be of any of them.

Pages of the staff that renew themselves: asked again with the mark of what the browser has; 304 while it holds.

A view answers by `render_live` in place of `render`; its template begins with `{% extends live.frame %}`, puts what may
change into `{% block live %}` (which stands inside its `content`) and says which elements are exchanged by themselves:
`id="…" data-live`. `static/js/live.js` asks for the same address with the mark, and is sent that block alone.

The mark is a keyed digest of all that the page was made for: session, account, password, task, language, address, the
tournament's data version, and the minute. What does not move the version (a player's name corrected elsewhere, «tre
minuti fa») is so a minute late at most. Whoever holds the mark of this very moment has the page: one question to the
database, no view, no template, no session written. Everything else takes the usual way, with all its checks.

On pages of no tournament `connected` says that the server answers; what waits in the device, it tells to every desk of
its owner.
"""

import hashlib
import hmac
import re
import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar, cast

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache, caches
from django.db.models import QuerySet, Subquery
from django.http import HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.caches import Latest
from people.accounts.models import User
from people.sign_in.sessions import SINCE, SessionStore, has_ended, stored_key
from records.models import LogEntry
from records.prepared_queries import prepared, prepared_records
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.setup.models import Membership, Tournament

Drawing = TypeVar("Drawing")

LIVE_HEADER = "X-Live"
# A page is drawn anew after so many seconds, even if the version is the same.
MINUTE = 60


def is_live(request: PublicRequest) -> bool:
    """Whether a page sent the request to renew itself; else a person opened it."""
    return LIVE_HEADER in request.headers


def this_minute(shift: int = 0) -> int:
    """The current minute. shift: seconds by which pages differ, so that they are not all drawn at once."""
    return int((time.time() + shift) // MINUTE)


def draw_once(
    latest: Latest[Drawing], request: PublicRequest, *, of: Hashable, version: int, draw: Callable[[], Drawing]
) -> Drawing:
    """Draw a page of the staff once for all who renew it with the same task, language, version and minute.

    of: which part of which page. Whoever opens the page by hand gets it drawn anew.
    """
    if not (is_live(request) and request.rights):
        return draw()
    which = of, request.role, get_language()
    return latest.get(which, (version, this_minute()), draw)


# TOLD: the number that the device sent last and got an answer to; a page just opened sends none.
DEVICE, WAITING_HEADER, TOLD = "X-Device", "X-Waiting", "X-Told"
# The most devices of one account: nobody can fill the cache with invented names.
MOST = 8
NOTED_EVERY = 60
SILENT = 180  # seconds after which nobody answers there
KEPT = 12 * 60 * 60
# A device that fell silent with nothing in it is forgotten after a while.
FORGOTTEN = 60 * 60
_NAME = re.compile(r"^[0-9a-f]{16}$")
_COUNT = re.compile(r"^\d{1,4}$")


class DeviceReport(NamedTuple):
    """When a device was last heard (seconds since 1970), and how many entries waited in it."""

    at: float
    waiting: int


class Device(NamedTuple):
    """A device that somebody should look at. number: its place among the devices of that person, by their names.

    is_at_work: whether the person is heard meanwhile, from another device or by what they record.
    """

    user: User
    number: int
    of: int
    waiting: int
    minutes: int
    is_silent: bool
    is_at_work: bool


class Person(NamedTuple):
    """A person of the staff with the devices to look at. waiting: the entries in all of them."""

    user: User
    devices: Sequence[Device]
    waiting: int


def note_device(user: int, headers: Mapping[str, str], *, at: float) -> None:
    """Note what a device says of itself, if it says it as our pages do. at: now, in seconds since 1970."""
    name, count = headers.get(DEVICE, ""), headers.get(WAITING_HEADER, "")
    if not _NAME.match(name) or not _COUNT.match(count):
        return
    now, here = DeviceReport(at, int(count)), f"{_key(user)}-{name}"
    # What this process wrote last: if nothing changed, the cache is not asked at all.
    last: DeviceReport | None = caches["pages"].get(here)
    is_known = last is not None and last.waiting == now.waiting and at - last.at < NOTED_EVERY
    # If the device sent another number meanwhile, another process has heard it.
    if is_known and now.waiting == 0 and headers.get(TOLD, "") == count:
        return
    shared = _reports(cache.get(_key(user), {}))
    # If entries wait, another process may have heard meanwhile that they were sent.
    if is_known and name in shared and shared[name].waiting == now.waiting:
        return
    caches["pages"].set(here, now, NOTED_EVERY)
    devices = {**shared, name: now}
    newest = sorted(devices, key=lambda name: devices[name].at, reverse=True)[:MOST]
    cache.set(_key(user), {name: devices[name] for name in newest}, KEPT)


def _reports(cached: Mapping[str, Sequence[Any]]) -> dict[str, DeviceReport]:
    """A cache in files gives lists back."""
    return {name: DeviceReport(*told) for name, told in cached.items()}


def devices_to_look_at(tournament: Tournament, *, at: float) -> list[Device]:
    """First the devices in which entries wait, the longest silent first; then those that fell silent lately.

    Where nothing waits, a device put away by somebody who is at work meanwhile is nothing to look at.
    """
    users = {membership.user_id: membership.user for membership in _members_of(tournament=tournament.pk)}
    heard = cache.get_many([_key(user) for user in users])
    if not heard:
        return []
    since = datetime.fromtimestamp(at - SILENT, UTC)
    lately = LogEntry.objects.filter(tournament=tournament.pk, at__gte=since).order_by()
    writing = set(lately.values_list("actor", flat=True))
    to_look_at = []
    for user, person in users.items():
        devices = _reports(heard.get(_key(user), {}))
        at_work = user in writing or any(at - report.at <= SILENT for report in devices.values())
        for number, (_name, report) in enumerate(sorted(devices.items()), start=1):
            silence = at - report.at
            if report.waiting or (SILENT < silence < FORGOTTEN and not at_work):
                minutes, is_silent = int(silence // 60), silence > SILENT
                told = (number, len(devices), report.waiting, minutes, is_silent, is_silent and at_work)
                to_look_at.append(Device(person, *told))
    return sorted(to_look_at, key=lambda device: (not device.waiting, -device.minutes, str(device.user)))


@prepared_records
def _members_of(*, tournament: int) -> QuerySet[Membership]:
    return Membership.objects.filter(tournament=tournament).select_related("user")


def by_person(devices: Iterable[Device]) -> list[Person]:
    """The devices by person; first those who have entries to send."""
    by_user: dict[User, list[Device]] = {}
    for device in devices:
        by_user.setdefault(device.user, []).append(device)
    persons = [Person(user, own, sum(device.waiting for device in own)) for user, own in by_user.items()]
    return sorted(persons, key=lambda person: not person.waiting)


def _key(user: int) -> str:
    return f"devices-{user}"


# Names of what waits for whoever looks, as the applications above tell it.
WAITING: list[Callable[[Request, Tournament], Sequence[str]]] = []
EVERY, CALLS_EVERY = 5, 2  # seconds between two questions of a page, and of one with the queue of the calls
VARY = ("Cookie", "Accept-Language", LIVE_HEADER)
_TAG = re.compile(r'^(?:W/)?"live-(\d{1,9})\.(\d{1,9})\.([0-9a-f]{32})\.([0-9a-f]{0,32})"$')
# Each answer holds them anew: they are no news.
_ANEW = re.compile(rb'(?:name="(?:csrfmiddlewaretoken|key)" value|data-live-mark)="[^"]*"')


class Live:
    """What a template asks of a page that renews itself: from where, how often, with which mark, in which frame.

    free: the calls that nobody took, on a page without their queue.
    """

    def __init__(self, request: PublicRequest, tournament: Tournament, frame: str, address: str, every: int) -> None:
        self.frame, self.address, self.mark, self.every, self.is_asked = frame, "", "", every, False
        self.free: Sequence[str] = ()
        # Without a task a page is the same for everybody, and looks at no session.
        if not request.rights or not isinstance(request.user, User):
            return
        self.is_asked = is_live(request)
        self.frame = "live.html" if self.is_asked else frame
        self.address = address or (request.get_full_path() if request.method == "GET" else "")
        user, key = request.user, request.session.session_key or ""
        version = tournament.data_version
        digest = _digest(request, self.address, user.pk, user.password, key, request.role, version)
        self.mark = f"{tournament.pk}.{user.pk}.{digest}"


def render_live(
    request: PublicRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    frame: str = "tournaments/base.html",
    address: str = "",
    every: int = EVERY,
) -> HttpResponse:
    """The page, or for one that has it already the part that lives; context: its `tournament` is whose version counts.

    address: where the page is asked for again, when it answers a form that was sent elsewhere.
    every: after so many seconds.
    """
    tournament = context["tournament"]
    live = Live(request, tournament, frame, address, every)
    if "queue" not in context and Right.ANSWER_CALLS in request.rights:
        live.free = [name for names in WAITING for name in names(cast(Request, request), tournament)]
    response = render(request, template, {**context, "live": live}, status=status)
    if request.rights:
        patch_vary_headers(response, VARY)
    if live.is_asked and request.user.pk:
        note_device(request.user.pk, request.headers, at=time.time())
    if not live.is_asked or status != HttpResponse.status_code:
        return response
    words = hashlib.sha256(_ANEW.sub(b"", response.content)).hexdigest()[:32]
    match = _TAG.match(request.headers.get("If-None-Match", ""))
    if match and match[4] == words:  # something else in the tournament moved
        response = _not_modified()
    response.headers["ETag"] = f'W/"live-{live.mark}.{words}"'
    return response


def answer_live(request: PublicRequest, answer: Callable[[PublicRequest], HttpResponse]) -> HttpResponse:
    """What a page that renews itself is answered: nothing new, where it holds; answer: makes it, where it does not."""
    # Nobody's hand is on it: a page left open must not keep its session from ending.
    session = request.session
    if isinstance(session, SessionStore):
        session.is_unattended = True
    match = _TAG.match(request.headers.get("If-None-Match", ""))
    if match is None or not session.session_key:
        return _not_led_away(answer(request))
    tournament, user = int(match[1]), int(match[2])
    if not _holds(request, tournament, user, match[3]):
        return _not_led_away(answer(request))
    note_device(user, request.headers, at=time.time())
    response = _not_modified()
    response.headers["ETag"] = match[0]
    return response


def _not_led_away(response: HttpResponse) -> HttpResponse:
    """Who must come in first is told so, and not led to the form: a tab nobody looks at would spoil another's.

    The form makes its token with the page; fetched by that tab too, the token of the one being filled in is no longer
    good.
    """
    if not response.headers.get("Location", "").startswith(reverse(settings.LOGIN_URL)):
        return response
    refused = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
    refused.headers["WWW-Authenticate"] = "Form"
    refused.headers["Cache-Control"] = "private, no-store"
    return refused


def _not_modified() -> HttpResponse:
    response = HttpResponseNotModified()
    response.headers["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, VARY)
    return response


def _holds(request: PublicRequest, tournament: int, user: int, digest: str) -> bool:
    """Whether the page of that digest would be made for the same session, task and version now."""
    key = request.session.session_key or ""
    for data, expires, version, role, password in _state(session=stored_key(key), user=user, tournament=tournament):
        known = request.session.decode(data)
        if role is None or expires <= timezone.now() or (SINCE in known and has_ended(known)):
            return False
        now = _digest(request, request.get_full_path(), user, password, key, role, version)
        return hmac.compare_digest(now, digest)
    return False


def _digest(request: PublicRequest, address: str, user: int, password: str, *parts: object) -> str:
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), request.headers.get("Accept-Language", "")
    content = repr((address, user, password, *map(str, parts), *language, this_minute(user * 7)))
    return hmac.new(settings.SECRET_KEY.encode(), b"live" + content.encode(), hashlib.sha256).hexdigest()[:32]


@prepared
def _state(*, session: str, user: int, tournament: int) -> "QuerySet[Session, Any]":
    task = Membership.objects.order_by().filter(user=user, tournament=tournament, user__is_active=True)
    return (
        Session.objects.order_by()
        .filter(session_key=session)
        .annotate(
            version=Subquery(Tournament.objects.order_by().filter(pk=tournament).values("data_version")),
            role=Subquery(task.values("role")),
            password=Subquery(task.values("user__password")),
        )
        .values_list("session_data", "expire_date", "version", "role", "password")
    )


@require_safe
def connected(request: Request) -> HttpResponse:
    """Nothing but whose page it is: 304 to whoever has been told; opened by hand it leads home."""
    if not is_live(request):
        return redirect("home")
    note_device(request.user.pk, request.headers, at=time.time())
    tag = f'W/"here-{request.user.pk}"'
    is_told = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_told else render(request, "connected.html")
    response.headers["ETag"], response.headers["Cache-Control"] = tag, "private, no-store"
    patch_vary_headers(response, VARY)
    return response
