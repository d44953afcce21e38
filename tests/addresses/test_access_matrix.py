"""Every address, for everybody of the cast: by GET as they walked it (`test_walk.py`), here by every other method.

As tests/access_table.py says, and never a 500. Whose session it is was asked by the walk, and a page laid out; here
only the status counts, and what the answer tells a browser. POST is asked by everybody. HEAD, where nobody may more or
less than by the GET of the walk, and the methods that no page sends are asked by two everywhere, by the others in turn.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import reverse

from people.offices.access import names_officers
from records.rights import Right, rights_of
from tests import factories
from tests.access.statuses import Held, expected
from tests.access_table import ACCESS, METHODS, Condition
from tests.addresses.inspectors import unsafe
from tests.addresses.walk import EVERYBODY, OFFICERS
from tests.unrendered import REFUSALS, unrendered
from tests.world import KnownVisitor, World, addresses, make_foreign, token_for

ROOT = Path(settings.BASE_DIR)
FORM = "application/x-www-form-urlencoded"
IN_TURN = tuple(method for method in METHODS if method not in ("GET", "POST"))
# Who has not signed in meets the door first; who directs may do most.
ASK_ALL = ("nobody", "dora")
OTHERS = tuple(who for who in EVERYBODY if who not in ASK_ALL)
TELLS_HEAD = re.compile(r"""\.method\b.{0,9}["'](?:GET|HEAD)\b""")
# Which page is renewed, in which status, where the door leads, that the API answers HEAD as GET: no right.
TELL_HEAD = {
    "federation/urls.py",
    "hall/grid/views.py",
    "hall/slips/views.py",
    "tournaments/setup/live_pages.py",
}


def test_every_address_is_in_the_table_and_none_is_there_in_vain() -> None:
    assert {one.name for one in addresses()} == set(ACCESS)


def ask(visitor: KnownVisitor, method: str, path: str) -> tuple[int, str]:
    """Status and where it leads; every answer must tell the browser how to take it, whatever it is."""
    body = urlencode({"key": uuid4().hex, "version": "1"}).encode() if method == "POST" else b""
    with unrendered(*REFUSALS if method != "HEAD" else ()):
        answered = visitor.ask(method, path, body, FORM if body else "")
    assert not (wrong := unsafe(answered.headers, is_empty=not answered.content)), f"{method} {path}: {wrong}"
    return answered.status_code, answered.headers.get("Location", "")


def methods_of(who: str, place: int) -> Iterator[str]:
    """By which methods somebody asks the address of that place in the list: by POST, and by one more in turn."""
    yield "POST"
    yield from IN_TURN if who in ASK_ALL else (IN_TURN[(place + OTHERS.index(who)) % len(IN_TURN)],)


def test_every_method_is_asked_of_every_address_by_several() -> None:
    for place in range(len(IN_TURN)):
        asked = Counter(method for who in EVERYBODY for method in methods_of(who, place))
        assert asked["POST"] == len(EVERYBODY)
        assert all(asked[method] >= len(ASK_ALL) + 2 for method in IN_TURN)


def test_no_right_depends_on_whether_it_is_get_or_head() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for package in settings.APPLICATIONS
        for path in (ROOT / package).rglob("*.py")
        if TELLS_HEAD.search(path.read_text())
    }
    assert found == TELL_HEAD


@pytest.mark.long
@pytest.mark.parametrize("who", EVERYBODY)
def test_every_address_answers_as_declared(who: str, world: World) -> None:
    user, visitor = world.people[who], KnownVisitor(world.people[who])
    held = Held.by(user, world.tournament)
    wrong = []
    for place, address in enumerate(addresses()):
        row, path = ACCESS.get(address.name, {}), world.path(address)
        for method in methods_of(who, place):
            status, location = ask(visitor, method, path)
            right = expected(row, method, user, held)
            to_the_door = location.startswith(reverse("login") + "?")
            if status not in right or to_the_door != (right == {302}):
                wrong.append(f"{method} {path} ({address.name}): {status} {location}, not {sorted(right)}")
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def foreign(world: World) -> dict[str, Any]:
    """Arguments of things that only the other tournament has."""
    return make_foreign(world)


@pytest.mark.long
@pytest.mark.parametrize("who", ["dora", "giulia"])
def test_things_of_another_tournament_are_not_found_under_this_one(
    who: str, world: World, foreign: dict[str, Any]
) -> None:
    user, visitor = world.people[who], KnownVisitor(world.people[who])
    held = rights_of(user, world.tournament)
    wrong = []
    for address in addresses():
        # What is looked up in a federation has its own test below.
        if "slug" not in address.arguments or len(address.arguments) == 1 or "code" in address.arguments:
            continue
        kinds = ("reservation", "order", "report", "prize", "call_step", "apart")
        kind = next((kind for kind in kinds if kind in address.name), "adjustment")
        number = 71 if address.name == "pair" else foreign["number"]
        known = foreign | {"slug": world.tournament.slug, "pk": foreign[kind], "number": number}
        path = address.path(known | {"token": token_for(address, foreign["seated"])})
        for method, need in ACCESS[address.name].items():
            rules = need is Condition.RULES_UNSEEN and Right.RULE in held
            allowed = rules or need is Condition.EVERYBODY or need in held
            status, _location = ask(visitor, method, path)
            if status != (401 if need is Condition.HAS_A_TOKEN else 404 if allowed else 403):
                wrong.append(f"{method} {path} ({address.name}): {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("who", EVERYBODY)
def test_administration_is_shut_to_the_whole_cast(who: str, world: World) -> None:
    visitor = KnownVisitor(world.people[who])
    lists = ("people/user", "people/federation", "auth/group", "people/player", "tournaments/tournament")
    paths = ["/admin/", *(f"/admin/{one}/{then}" for one in lists for then in ("", "add/"))]
    for path, method in product(paths, METHODS):
        status, location = ask(visitor, method, path)
        assert status in {302, 403, 404}, f"{method} {path}: {status}"
        assert location.split("?")[0] not in paths


@pytest.mark.long
@pytest.mark.parametrize("who", OFFICERS)
def test_another_federation_is_not_found(who: str, world: World) -> None:
    """Offices are of one federation: of another one its officers see no more than anybody."""
    other = factories.make_federation("altra")
    visitor, wrong = KnownVisitor(world.people[who]), []
    for address in addresses():
        if not address.route.startswith("federazioni/") or names_officers(world.people[who]):
            continue
        path = world.path(address).replace("/fitres/", f"/{other.code}/", 1)
        for method, need in ACCESS[address.name].items():
            status, _location = ask(visitor, method, path)
            if need is not Condition.EVERYBODY and status != 404:
                wrong.append(f"{method} {path} ({address.name}): {status}")
    assert not wrong, "\n".join(wrong)
