"""Of all addresses, what a cache between us and the phones may keep: the pages for everybody, and nothing else."""

import re
from pathlib import Path

import pytest

from tests.access_table import ACCESS, Condition
from tests.world import Visitor, World, addresses

pytestmark = pytest.mark.long

VCL = (Path(__file__).parents[2] / "deploy/varnish/referee.vcl").read_text()
FOR_ALL = {
    "home", "tournament", "round_tables", "standings", "pair", "seat", "regulations", "prize_list", "calendar",
    "deals", "deal", "pairing_proof", "pairing_record", "publication", "publication_line", "publication_data",
    "publication_names", "sittings",
    "code", "article", "procedure", "rounds_calendar", "publications_feed",
    "casebook", "casebook_feed", "casebook_article_feed", "export_casebook", "public_headnote",
    "public_headnote_version", "api-1:casebook", "api-1:headnote",
    *(f"api-1:{one}" for one in ("tournaments", "tournament", "entries", "new_entry", "results", "standings")),
}  # fmt: skip
KEPT = "public, max-age=0, s-maxage=5, stale-while-revalidate=5"
FOR_ANY_CACHE = re.compile("public|s-maxage|stale")


@pytest.fixture(autouse=True)
def a_cache_in_front(settings) -> None:
    settings.SHARED_CACHE_SECONDS = 5


def said_to(visitor: Visitor, world: World, names: set[str]) -> dict[str, str]:
    """By the name of each address that may be kept, under which words."""
    answers = {one.name: visitor.ask("GET", world.path(one)) for one in addresses() if one.name in names}
    assert not [name for name in names & FOR_ALL if answers[name].status_code != 200]
    said = {name: answer.headers.get("Cache-Control", "") for name, answer in answers.items()}
    kept = {name: words for name, words in said.items() if FOR_ANY_CACHE.search(words)}
    assert not [name for name in kept if answers[name].cookies]
    return kept


def test_pages_for_everybody_are_kept_and_nothing_else(world: World) -> None:
    assert said_to(Visitor(None), world, set(ACCESS)) == dict.fromkeys(FOR_ALL, KEPT)


def test_nothing_is_kept_of_what_somebody_signed_in_reads(world: World) -> None:
    open_to_all = {name for name, row in ACCESS.items() if row.get("GET") is Condition.EVERYBODY}
    assert open_to_all >= FOR_ALL
    assert said_to(Visitor(world.people["dora"]), world, open_to_all) == {}


def test_nothing_is_kept_of_what_holds_a_message(world: World) -> None:
    told = Visitor(None)
    told._cookies = "messages=x"
    assert said_to(told, world, FOR_ALL) == {}


def test_varnish_takes_cookies_only_from_these_pages(world: World) -> None:
    (pattern,) = re.findall(r'req\.url !~ "([^"]+)"', VCL)
    found = {one.name for one in addresses() if re.search(pattern, world.path(one))}
    assert found == FOR_ALL
    assert re.search(pattern, "/?q=anna")
    assert re.search(pattern, "/tornei/prova/classifica/?page=2")
    assert not re.search(pattern, "/accesso/?next=/tornei/prova/")
