"""Seeds, hashes and versions of the program stand on no page for who reads it: they are folded under «Verifica»."""

import re
from collections.abc import Iterator

from django.core.cache import caches

from tests.access_table import ACCESS
from tests.tournaments.pages import source
from tests.world import Visitor, World, addresses
from tournaments.publishing.version import engine_version

# Pages that are opened to check, and the form in which the seed is chosen.
FOR_CHECKING = {"verification", "settings"}
FOLDED = re.compile(r'<details class="verify">.*?</details>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
HASH = re.compile(r"\b[0-9a-f]{12,}\b")


def pages_of(world: World, who: str) -> Iterator[tuple[str, str]]:
    """Each page of the tournament that the person may open, with its address's name."""
    visitor = Visitor(world.people[who])
    for one in addresses():
        if "slug" in one.arguments and "GET" in ACCESS[one.name] and one.name not in FOR_CHECKING:
            answer = visitor.ask("GET", world.path(one))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield one.name, source(answer)


def reading(page: str) -> str:
    return TAG.sub(" ", FOLDED.sub("", page))


def test_no_page_shows_a_seed_a_hash_or_a_version_of_the_program(world: World) -> None:
    wanted = (world.tournament.lot_seed, engine_version())
    for who in ("nobody", "giulia"):
        caches["pages"].clear()
        found = dict(pages_of(world, who))
        shown = {
            name: HASH.findall(reading(page)) or [one for one in wanted if one in reading(page)]
            for name, page in found.items()
        }
        assert {name: what for name, what in shown.items() if what} == {}
        folded = {name for name, page in found.items() if FOLDED.search(page)}
        # A walk that finds them nowhere at all proves nothing.
        assert {"regulations", "publication", "pairing_proof"} <= folded
