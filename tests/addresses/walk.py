"""One walk through the world: each page asked once by each role, and once in English; what was answered is kept.

Inspectors (`tests/addresses/inspectors.py`) read what was kept. The workers of a run share the work: each role is
walked by the first that comes to it, and what it was answered lies on disk for the others.
"""

import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from traceback import format_exc
from zipfile import ZipFile

from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import override_settings
from django.urls import reverse

from hall.desk.views import LOG_LINES_PER_PAGE
from pages.caches import Latest
from records.models import LogEntry
from referee.tools.catalogue import TOOLS
from tests import factories
from tests.access.needs import Condition
from tests.access.statuses import DONE, Held, expected
from tests.access_table import ACCESS
from tests.addresses.walked import HALF_ANSWERED, SCORED, make_canaries
from tests.reading import text_of
from tests.world import DRAFT, Visitor, World, addresses

STRANGERS, OFFICERS = ("nobody", "carla"), tuple(factories.OFFICERS)
STAFF = ("dora", "giulia", "bruno", "sara")
EVERYBODY = (*STAFF, *STRANGERS, "ettore", *OFFICERS)
# The first of those who may reads a page in English too, and whoever has not signed in what is for everybody.
READERS = (*STAFF, *OFFICERS, "carla")
OPENED = frozenset({200})
# Where somebody searches for a name, and what nobody is called.
SEARCHES = {
    "home": "/",
    "seat": "/tornei/coppa-levante/posto/",
    "codes": "/codice/",
    "code": "/codice/fitres-tressette/",
    "games": "/giochi/",
}
NOT_THERE = "Zyxwvut"
ELSEWHERE = "/robots.txt /sitemap.xml /api/v1/ /federazioni/ /tornei/ /non-c-e/".split()


@dataclass(frozen=True)
class Answer:
    """What somebody was answered, and which statuses the table of access allows.

    text: a page's source, the words of a paper, all parts of a workbook or a package; of an error, where it was raised.
    """

    who: str
    language: str
    name: str
    path: str
    status: int
    allowed: frozenset[int]
    headers: Mapping[str, str]
    text: str
    sets_cookies: bool = False

    @property
    def kind(self) -> str:
        return self.headers.get("Content-Type", "")

    @property
    def is_page(self) -> bool:
        return self.status == 200 and self.kind.startswith("text/html")

    @property
    def is_of_a_tournament(self) -> bool:
        return self.path.startswith(("/tornei/", "/api/v1/tournaments/"))

    @property
    def is_public(self) -> bool:
        return ACCESS.get(self.name, {}).get("GET") is Condition.EVERYBODY

    def __str__(self) -> str:
        return f"{self.who} in {self.language}: {self.path} ({self.name})"


@dataclass(frozen=True)
class Walk:
    """All that was answered; and what strangers are answered once a tournament is there that is not public."""

    answers: tuple[Answer, ...]
    with_canaries: tuple[Answer, ...] = ()

    def __add__(self, other: "Walk") -> "Walk":
        return Walk(self.answers + other.answers, self.with_canaries + other.with_canaries)


@dataclass(frozen=True)
class Place:
    """Where to ask, and what may be answered there."""

    name: str
    path: str
    allowed: frozenset[int] = OPENED
    is_read_in_english: bool = False


def places(who: str, world: World, readers: Mapping[str, str]) -> Iterator[Place]:
    """Where the person asks: at every address, where it has something to answer, and on more pages of some."""
    user = world.people[who]
    held = Held.by(user, world.tournament)
    for one in addresses():
        allowed = expected(ACCESS.get(one.name, {}), "GET", user, held)
        yield Place(one.name, world.path(one), allowed, who in ("nobody", readers.get(one.name)))
    if who in STRANGERS:
        yield from (Place(name, f"{path}?q={NOT_THERE}") for name, path in SEARCHES.items())
        yield Place("api-1:tournaments", "/api/v1/tournaments?after=b")
        yield from (Place("elsewhere", path, frozenset({200, 302, 404})) for path in ELSEWHERE)
    if who in STAFF or who == "nobody":
        slug = world.tournament.slug
        yield from (Place("deal", reverse("deal", args=[slug, board]), frozenset({200, 404})) for board in (1, 2, 3))
    if who in STAFF:
        yield from (Place("go_to", reverse("go_to", args=[slug]) + f"?q=smazzata+{board}") for board in (1, 3))
    if who in ("nobody", "giulia"):
        more = _of_the_public(world) if who == "nobody" else _of_the_arbiter(world)
        yield from (Place(name, path, is_read_in_english=True) for name, path in more)


def readers_of(world: World) -> dict[str, str]:
    """Of each address, who reads it in English."""
    found: dict[str, str] = {}
    for who in READERS:
        user = world.people[who]
        held = Held.by(user, world.tournament)
        for one in addresses():
            if expected(ACCESS.get(one.name, {}), "GET", user, held) == DONE:
                found.setdefault(one.name, who)
    return found


def _of_the_public(world: World) -> Iterator[tuple[str, str]]:
    """Pairs placed by lot and otherwise, the second standings, every game and tool, another procedure."""
    slug, code = world.tournament.slug, "fitres-tressette"
    yield "seat", reverse("seat", args=[slug]) + "?q=1"
    yield from _by_lot(slug)
    for name in ("publication", "publication_data"):
        yield name, reverse(name, args=[slug, 2])
    for pair in (1, 2):
        yield "publication_line", reverse("publication_line", args=[slug, 2, pair])
    yield from (("game", reverse("game", args=[game])) for game in ("burraco", "bestia"))
    yield from (("tool", reverse("tool", args=[tool])) for tool in TOOLS)
    yield "article", reverse("article", args=[code, 183])
    yield "procedure", reverse("procedure", args=[code, "punteggio-arbitrale"])


def _by_lot(slug: str) -> Iterator[tuple[str, str]]:
    for pair in (2, 3):
        yield "pair", reverse("pair", args=[slug, pair])
        yield "publication_line", reverse("publication_line", args=[slug, 1, pair])


def _of_the_arbiter(world: World) -> Iterator[tuple[str, str]]:
    """Pairs placed by lot, the whole log, other rulings, an arbitral score that was given, the steps of a case."""
    slug = world.tournament.slug
    yield from _by_lot(slug)
    lines = LogEntry.objects.filter(tournament=world.tournament).count()
    for page in range(2, 2 + lines // LOG_LINES_PER_PAGE):
        yield "log", reverse("log", args=[slug]) + f"?page={page}"
    for ruling in (2, 3, 4):
        for name in ("ruling", "export_ruling"):
            yield name, reverse(name, args=[slug, ruling])
    yield "ruling_version", reverse("ruling_version", args=[slug, 3, 1])
    yield "revise_ruling", reverse("revise_ruling", args=[slug, 2])
    yield "arbitral_score", reverse("arbitral_score", args=[slug, SCORED])
    yield "case", reverse("case", args=[slug, HALF_ANSWERED])
    for step in ("smazzata", "anomalia", "posto"):
        yield "case", reverse("case", args=[slug, DRAFT]) + f"?passo={step}"


def told(content: bytes) -> str:
    """Of a paper its words, of what is packed all parts, of anything else what it says."""
    return _unpacked(content) if content.startswith((b"%PDF", b"PK")) else content.decode(errors="replace")


# The same paper is handed to a dozen people, and a whole code has a hundred pages.
@lru_cache(maxsize=64)
def _unpacked(content: bytes) -> str:
    if content.startswith(b"%PDF"):
        return text_of(content)
    with ZipFile(BytesIO(content)) as packed:
        return "\n".join(packed.read(name).decode(errors="replace") for name in packed.namelist())


def content_of(response: HttpResponse) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def ask(visitor: Visitor, who: str, place: Place, language: str = "it") -> Answer:
    asked = (who, language, place.name, place.path)
    try:
        response = visitor.ask("GET", place.path, language=language)
    except Exception:  # whatever a view raises is what is looked for
        return Answer(*asked, 500, place.allowed, {}, format_exc(limit=-5))
    text = told(content_of(response))
    return Answer(*asked, response.status_code, place.allowed, dict(response.headers), text, bool(response.cookies))


def walked(kept: Path, world: Callable[[], World]) -> Walk:
    """What everybody was answered, of whom this worker walks those whom no other has begun with."""
    for who in EVERYBODY:
        _walked_by(who, kept, world, LOCK_EX | LOCK_NB)
    # Whom another walks is waited for; and walked here if that failed.
    walks = [_walked_by(who, kept, world, LOCK_EX) for who in EVERYBODY]
    return sum(filter(None, walks), Walk(()))


def _walked_by(who: str, kept: Path, world: Callable[[], World], how: int) -> Walk | None:
    file = kept / f"{who}.walk"
    with (kept / f"{who}.lock").open("w") as lock:
        try:
            flock(lock, how)
        except BlockingIOError:
            return None
        if not file.exists():
            unfinished = file.with_suffix(".new")
            unfinished.write_bytes(pickle.dumps(_walk(who, world())))
            unfinished.replace(file)
        walk: Walk = pickle.loads(file.read_bytes())  # noqa: S301  # ours
        return walk


def _walk(who: str, world: World) -> Walk:
    with override_settings(SHARED_CACHE_SECONDS=5):
        forget()
        visitor, asked = Visitor(world.people[who]), [*places(who, world, readers_of(world))]
        answers = [one for place in asked for one in _read(visitor, who, place)]
        if who not in STRANGERS:
            return Walk(tuple(answers))
        with transaction.atomic():
            make_canaries(world)
            forget()
            again = tuple(ask(visitor, who, place) for place in asked if is_for_strangers(place.name))
            transaction.set_rollback(True)
        return Walk(tuple(answers), again)


def _read(visitor: Visitor, who: str, place: Place) -> Iterator[Answer]:
    answer = ask(visitor, who, place)
    yield answer
    if answer.status == 200 and place.is_read_in_english:
        yield ask(visitor, who, place, "en")


def is_for_strangers(name: str) -> bool:
    need = ACCESS.get(name, {}).get("GET", Condition.EVERYBODY)
    # The feed of the archive is signed for one officer, who reads there what their office lets them read.
    open_to = (Condition.EVERYBODY, Condition.SIGNED_IN, Condition.HAS_A_TOKEN)
    return need in open_to and name != "archive_feed"


# What each page has anew, whatever it says: keys of forms, tokens, the moment.
ANEW = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="key" value="[^"]*"|"X-CSRFToken": *"[^"]*"|request-number[^<]*|'
    r'DTSTAMP:\w+|class="request-number">[^<]*<'
)


def without_new(answer: Answer) -> str:
    """All of an answer that is the same whenever it is asked for."""
    return ANEW.sub("", f"{answer.status} {answer.headers.get('Location', '')} {answer.text}")


def forget() -> None:
    """What the process keeps of pages and rows, as when it begins."""
    for one in ("default", "pages"):
        caches[one].clear()
    Latest.clear_all()
