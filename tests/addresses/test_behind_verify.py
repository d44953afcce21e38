"""Seeds, hashes and versions of the program stand on no page for who reads it: they are folded under «Verifica»."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.urls import reverse

from codes import rfc3797
from tests.access_table import ACCESS
from tests.factories import NOON, acting
from tests.tournaments.pages import source
from tests.world import Visitor, World, addresses
from tournaments.actions.rounds import publish_round
from tournaments.log import write_line
from tournaments.models import LogEntry
from tournaments.publishing.version import engine_version
from tournaments.views.desk import LOG_LINES_PER_PAGE

pytestmark = pytest.mark.long

# Pages that are opened to check, and the form in which the seed is chosen.
FOR_CHECKING = {"verification", "settings"}
FOLDED = re.compile(r'<details class="verify">.*?</details>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
HASH = re.compile(r"\b[0-9a-f]{12,}\b")
# Of the first pair the world's addresses tell; by lot the other three are placed.
BY_LOT = 2


@pytest.fixture(scope="module")
def published(world: World) -> World:
    """Its log tells of a draw and of the hash of a pairing too."""
    tournament, dora = world.tournament, world.people["dora"]
    round = tournament.rounds.get(number=2)
    drawn = {"round": 2, "pairing_version": 1, "seed": f"{tournament.lot_seed} – 2.1"}
    write_line(tournament=tournament, actor=dora, at=NOON, action="draw_round", record=round, data=drawn)
    publish_round(by=acting(dora), round=round)
    return world


def places_of(world: World) -> Iterator[tuple[str, str]]:
    """Each page of the tournament with its address's name: of the log all, of the standings a pair by lot too."""
    for one in addresses():
        if "slug" in one.arguments and "GET" in ACCESS[one.name] and one.name not in FOR_CHECKING:
            yield one.name, world.path(one)
    slug = world.tournament.slug
    yield "pair by lot", reverse("pair", args=[slug, BY_LOT])
    yield "publication_line by lot", reverse("publication_line", args=[slug, 1, BY_LOT])
    lines = LogEntry.objects.filter(tournament=world.tournament).count()
    for page in range(2, 2 + lines // LOG_LINES_PER_PAGE):
        yield f"log {page}", f"{reverse('log', args=[slug])}?page={page}"


def pages_of(world: World, who: str) -> Iterator[tuple[str, str]]:
    """Each of these that the person may open."""
    visitor = Visitor(world.people[who])
    for name, path in places_of(world):
        answer = visitor.ask("GET", path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, source(answer)


def reading(page: str) -> str:
    return TAG.sub(" ", FOLDED.sub("", page))


def test_no_page_shows_a_seed_a_hash_or_a_version_of_the_program(published: World) -> None:
    seed = published.tournament.lot_seed
    # A lot's key has the seed's words in capitals.
    wanted = (seed, rfc3797.key_string(rfc3797.words(seed)), "RFC 3797", engine_version())
    for who in ("nobody", "giulia"):
        caches["pages"].clear()
        found = dict(pages_of(published, who))
        shown = {
            name: HASH.findall(reading(page)) or [one for one in wanted if one in reading(page)]
            for name, page in found.items()
        }
        assert {name: what for name, what in shown.items() if what} == {}
        folded = {name for name, page in found.items() if FOLDED.search(page)}
        # A walk that finds them nowhere at all proves nothing.
        assert {"regulations", "publication", "pairing_proof"} <= folded
        assert {"standings", "pair by lot", "publication_line by lot", "sittings"} <= folded


def test_the_log_has_what_it_folds(published: World) -> None:
    told = "".join(page for name, page in pages_of(published, "giulia") if name.startswith("log"))
    assert "seme «" in told
    assert "impronta " in told
    assert not re.search("seme «|impronta ", reading(told))
