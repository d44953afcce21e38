"""Every address, with every method, for everybody of the cast: as tests/access_table.py says, and never a 500."""

from dataclasses import dataclass
from itertools import product
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.urls import reverse

from tests import factories
from tests.access_table import ACCESS, METHODS, Condition, Row
from tests.world import Visitor, World, addresses, make_foreign, token_for
from tournaments.access import federation_rights, names_officers, rights_anywhere, rights_of
from tournaments.models import Tournament, User
from tournaments.permissions import FederationRight, Right

pytestmark = pytest.mark.long

OFFICERS = tuple(factories.OFFICERS)
EVERYBODY = ("dora", "giulia", "bruno", "sara", "carla", "ettore", *OFFICERS, "nobody")
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


@dataclass(frozen=True)
class Held:
    """What somebody may do: in the tournament, in one or another, and by their offices in its federation."""

    here: frozenset[Right] = frozenset()
    anywhere: frozenset[Right] = frozenset()
    offices: frozenset[FederationRight] = frozenset()

    @classmethod
    def by(cls, user: User | None, tournament: Tournament) -> "Held":
        if user is None:
            return cls()
        return cls(rights_of(user, tournament), rights_anywhere(user), federation_rights(user, tournament.federation))


def expected(row: Row, method: str, user: User | None, held: Held) -> frozenset[int]:
    """The statuses that may be answered to this person."""
    need = row.get(method)
    # Views that look at the visitor themselves; before all others stands the door.
    has_door = not {Condition.EVERYBODY, Condition.ADMINISTERS, Condition.HAS_A_TOKEN} & set(row.values())
    if need is Condition.HAS_A_TOKEN or (need is None and (user or not has_door)):
        return frozenset({401 if need else 405})
    if user is None and need is not Condition.EVERYBODY:
        return frozenset({302})
    who = user or AnonymousUser()
    founds, names = who.has_perm("tournaments.add_tournament"), names_officers(who)
    particular = {
        Condition.COPIES: (held.here, Right.MANAGE_ROUNDS in held.here and founds),
        Condition.READS_OFFICES: (held.offices, names or bool(held.offices)),
        Condition.NAMES_OFFICERS: (held.offices, names),
        # The token that the world knows is Dora's.
        Condition.OWNS_IT: (frozenset(), who.username == "dora"),
    }
    if need in particular:
        return within(*particular[need])
    if not isinstance(need, Condition):
        mine = held.here if isinstance(need, Right) else held.offices
        return within(mine, need in mine)
    allowed = {
        Condition.EVERYBODY: True,
        Condition.SIGNED_IN: True,
        Condition.CREATES_TOURNAMENTS: founds,
        Condition.ADMINISTERS: bool(user and user.is_staff),
        Condition.ERASES_PERSONS: bool(user and user.has_perm("tournaments.add_erasure")),
        Condition.HANDS_OUT_DATA: bool(user and user.has_perm("tournaments.add_personalexport")),
        Condition.STAFF_SOMEWHERE: Right.VIEW_DESK in held.anywhere,
        Condition.DIRECTS_SOMEWHERE: Right.MANAGE_ENTRIES in held.anywhere,
    }[need]
    return DONE if allowed else frozenset({403})


def within(rights: frozenset[Right] | frozenset[FederationRight], may: bool) -> frozenset[int]:
    """Whoever has no right at all there is told that it does not exist."""
    return DONE if may else frozenset({403 if rights else 404})


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_address_answers_as_declared(who: str, world: World) -> None:
    user, visitor = world.people[who], Visitor(world.people[who])
    held = Held.by(user, world.tournament)
    wrong = []
    for address in addresses():
        row, path = ACCESS.get(address.name, {}), world.path(address)
        for method in METHODS:
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


@pytest.mark.parametrize("who", ["dora", "giulia"])
def test_things_of_another_tournament_are_not_found_under_this_one(
    who: str, world: World, foreign: dict[str, Any]
) -> None:
    user, visitor = world.people[who], Visitor(world.people[who])
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
            allowed = need is Condition.EVERYBODY or need in held
            status, _location = ask(visitor, method, path)
            if status != (401 if need is Condition.HAS_A_TOKEN else 404 if allowed else 403):
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


@pytest.mark.parametrize("who", OFFICERS)
def test_another_federation_is_not_found(who: str, world: World) -> None:
    """Offices are of one federation: of another one its officers see no more than anybody."""
    other = factories.make_federation("altra")
    visitor, wrong = Visitor(world.people[who]), []
    for address in addresses():
        if not address.route.startswith("federazioni/") or names_officers(world.people[who]):
            continue
        path = world.path(address).replace("/fitres/", f"/{other.code}/", 1)
        for method, need in ACCESS[address.name].items():
            status, _location = ask(visitor, method, path)
            if need is not Condition.EVERYBODY and status != 404:
                wrong.append(f"{method} {path} ({address.name}): {status}")
    assert not wrong, "\n".join(wrong)
