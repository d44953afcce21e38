"""What lets a cache between us and the phones keep a page, besides what the walk reads of all (`test_walk.py`)."""

import re
from pathlib import Path

import pytest

from tests.addresses.inspectors import FOR_ALL, FOR_ANY_CACHE
from tests.world import Visitor, World, addresses

pytestmark = pytest.mark.long

VCL = (Path(__file__).parents[2] / "deploy/varnish/referee.vcl").read_text()


@pytest.mark.long
def test_nothing_is_kept_of_what_holds_a_message(world: World, settings) -> None:
    settings.SHARED_CACHE_SECONDS = 5
    told = Visitor(None)
    told._cookies = "messages=x"
    answers = {one.name: told.ask("GET", world.path(one)) for one in addresses() if one.name in FOR_ALL}
    assert {one.status_code for one in answers.values()} == {200}
    assert [name for name, one in answers.items() if FOR_ANY_CACHE.search(one.headers.get("Cache-Control", ""))] == []


@pytest.mark.long
def test_varnish_takes_cookies_only_from_these_pages(world: World) -> None:
    (pattern,) = re.findall(r'req\.url !~ "([^"]+)"', VCL)
    found = {one.name for one in addresses() if re.search(pattern, world.path(one))}
    assert found == FOR_ALL
    assert re.search(pattern, "/?q=anna")
    assert re.search(pattern, "/tornei/prova/classifica/?page=2")
    assert not re.search(pattern, "/accesso/?next=/tornei/prova/")
