"""Every address, with every method, for everybody of the cast: as tests/access_table.py says, and never a 500."""

from itertools import product
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tests.access_table import ACCESS, METHODS, Condition, Row
from tests.world import Visitor, World, addresses, make_foreign, token_for
from tournaments.access import rights_anywhere, rights_of
from tournaments.models import User
from tournaments.permissions import Right

EVERYBODY = ("dora", "giulia", "bruno", "sara", "carla", "ettore", "nobody")
DONE = frozenset({200, 302, 409, 422})
FORM = "application/x-www-form-urlencoded"


def test_every_address_is_in_the_table_and_none_is_there_in_vain() -> None:
    assert {one.name for one in addresses()} == set(ACCESS)


def ask(visitor: Visitor, method: str, path: str) -> tuple[int, str]:
    """Status and where it leads; every answer must tell the browser how to take it, whatever it is."""
    body = urlencode({"key": uuid4().hex, "version": "1"}).encode() if method == "POST" else b""
    answered = visitor.ask(method, path, body, FORM if body else "")
    assert not (wrong := unsafe(answered)), f"{method} {path}: {wrong}"
    return answered.status_code, answered.headers.get("Location", "")


def unsafe(answered: HttpResponse) -> str:
    """What the answer leaves a browser to guess, or opens to other sites; nothing for one that is as it should be."""
    told, kind = answered.headers, answered.headers.get("Content-Type", "")
    policy = told.get("Content-Security-Policy", "")
    if (told.get("X-Content-Type-Options"), told.get("Referrer-Policy")) != ("nosniff", "same-origin"):
        return "sniffed, or its address told to others"
    if not all(part in policy for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'")):
        return f"policy {policy}"
    if kind.startswith("text/") and "charset=utf-8" not in kind.lower():
        return f"{kind} without charset"
    is_page = kind.startswith(("text/html", "text/plain", "application/json")) or not answered.content
    if not is_page and "attachment" not in told.get("Content-Disposition", ""):
        return f"{kind} shown in the browser"
    return "open to other sites" if "Access-Control-Allow-Origin" in told else ""


def expected(
    row: Row, method: str, user: User | None, held: frozenset[Right], anywhere: frozenset[Right]
) -> frozenset[int]:
    """The statuses that may be answered to this person, by their rights in the tournament and in one or another."""
    need = row.get(method)
    # Views that look at the visitor themselves; before all others stands the door.
    has_door = not {Condition.EVERYBODY, Condition.ADMINISTERS} & set(row.values())
    if user is None and need is not Condition.EVERYBODY and (has_door or need):
        return frozenset({302})
    if need is None:
        return frozenset({405})
    if need is Condition.COPIES:
        may = Right.MANAGE_ROUNDS in held and user is not None and user.has_perm("tournaments.add_tournament")
        return DONE if may else frozenset({403 if held else 404})
    if isinstance(need, Right):
        return DONE if need in held else frozenset({403 if held else 404})
    allowed = {
        Condition.EVERYBODY: True,
        Condition.SIGNED_IN: True,
        Condition.CREATES_TOURNAMENTS: bool(user and user.has_perm("tournaments.add_tournament")),
        Condition.ADMINISTERS: bool(user and user.is_staff),
        Condition.ERASES_PERSONS: bool(user and user.has_perm("tournaments.add_erasure")),
        Condition.HANDS_OUT_DATA: bool(user and user.has_perm("tournaments.add_personalexport")),
        Condition.STAFF_SOMEWHERE: Right.VIEW_DESK in anywhere,
        Condition.DIRECTS_SOMEWHERE: Right.MANAGE_ENTRIES in anywhere,
    }[need]
    return DONE if allowed else frozenset({403})


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_address_answers_as_declared(who: str, world: World) -> None:
    user, visitor = world.people[who], Visitor(world.people[who])
    held, anywhere = (rights_of(user, world.tournament), rights_anywhere(user)) if user else (frozenset(), frozenset())
    wrong = []
    for address in addresses():
        row, path = ACCESS.get(address.name, {}), world.path(address)
        for method in METHODS:
            status, location = ask(visitor, method, path)
            right = expected(row, method, user, held, anywhere)
            to_the_door = location.startswith(reverse("login"))
            if status not in right or to_the_door != (right == {302}):
                wrong.append(f"{method} {path} ({address.name}): {status} {location}, not {sorted(right)}")
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def foreign(world: World) -> dict[str, Any]:
    """Arguments of things that only the other tournament has."""
    return make_foreign(world)


@pytest.mark.parametrize("who", ["dora", "giulia"])
def test_things_of_another_tournament_are_not_found_under_this_one(
    who: str, world: World, foreign: dict[str, Any]
) -> None:
    user, visitor = world.people[who], Visitor(world.people[who])
    held = rights_of(user, world.tournament)
    wrong = []
    for address in addresses():
        if "slug" not in address.arguments or len(address.arguments) == 1:
            continue
        kinds = ("reservation", "order", "report", "prize", "call_step", "apart")
        kind = next((kind for kind in kinds if kind in address.name), "adjustment")
        number = 71 if address.name == "pair" else foreign["number"]
        known = foreign | {"slug": world.tournament.slug, "pk": foreign[kind], "number": number}
        path = address.path(known | {"token": token_for(address, foreign["seated"])})
        for method, need in ACCESS[address.name].items():
            allowed = need is Condition.EVERYBODY or need in held
            status, _location = ask(visitor, method, path)
            if status != (404 if allowed else 403):
                wrong.append(f"{method} {path} ({address.name}): {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", EVERYBODY)
def test_administration_is_shut_to_the_whole_cast(who: str, world: World) -> None:
    visitor = Visitor(world.people[who])
    models = ("tournament", "player", "user", "federation", "boardscore", "logentry")
    paths = ["/admin/", *(f"/admin/tournaments/{model}/{then}" for model in models for then in ("", "add/"))]
    for path, method in product(paths, METHODS):
        status, location = ask(visitor, method, path)
        assert status in {302, 403, 404}, f"{method} {path}: {status}"
        assert "/admin/tournaments" not in location.split("?")[0]
