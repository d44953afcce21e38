"""Every address, with every method, for everybody of the cast: as tests/access_table.py says, and never a 500."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from referee.actions.cases import Answers, Detected, answer, open_case
from referee.actions.rulings import Details, decide
from referee.models import Case, Reservation, Ruling, StandingOrder
from tests import factories
from tests.access_table import ACCESS, METHODS, Condition, Row
from tests.factories import acting
from tests.published import publish_something
from tournaments.access import rights_anywhere, rights_of
from tournaments.actions.imports import stage_import
from tournaments.actions.pairing_records import freeze
from tournaments.links import check_in
from tournaments.links import line_up as line_up_links
from tournaments.links.table import token_of as table_key
from tournaments.models import Board, Club, ErrorReport, Player, Prize, Publication, Table, Tournament, User
from tournaments.permissions import Right

BY_EAST = Detected(seats=["E"], timing="tempestiva")
# What the case of each number is: its procedure and answers, and what deciding it still asks.
CASES: list[tuple[str, dict[str, str], Details | None]] = [
    (
        "accusa-anticipata",
        {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-incompleta"},
        None,
    ),
    ("altra-anomalia", {"scelta": "sanatoria-sospesa"}, Details(voiced_by="E")),
    ("numero-carte-errato", {"fase-passata": "in-corso", "origine-numero": "ricevuto"}, None),
]
DRAFT, ORDERED, ANNULLED = 4, 1, 3
DONE = frozenset({200, 302, 409, 422})


@dataclass(frozen=True)
class Address:
    """An address of the application: its name (or route), its whole route, and the arguments it takes."""

    name: str
    route: str
    arguments: tuple[str, ...] = field(default=())


def addresses(patterns: list[Any] | None = None, before: str = "") -> Iterator[Address]:
    """Every address but those of the administration, which has its own test."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if one.namespace != "admin":
                yield from addresses(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield Address(one.name or route, route, tuple(one.pattern.converters))


def test_every_address_is_in_the_table_and_none_is_there_in_vain() -> None:
    assert {one.name for one in addresses()} == set(ACCESS)


@pytest.fixture
def world(tournament: Tournament, table: Table, board: Board, bruno: User, dora: User) -> Tournament:
    """A tournament with something of everything: a score, a penalty, rulings, an order, a reservation, a draft."""
    factories.make_score(table, board, (7, 4), bruno)
    factories.make_adjustment(tournament.entries.get(number=1), dora)
    freeze(by=acting(dora), round=table.round)
    for procedure, facts, details in CASES:
        case = open_case(by=acting(bruno), table=table, board=board)
        told = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
        case = answer(by=acting(bruno), case=case, expected_version=1, answers=told)
        more = {"details": details} if details else {}
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="Come si è visto", **more)
    open_case(by=acting(bruno), table=table, board=board)
    batch = stage_import(
        by=acting(dora), tournament=tournament, kind="entries", file_name="coppie.csv", content=b"Coppia\nRossi Mario"
    )
    assert batch.is_pending
    publish_something(tournament, dora)
    dora.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return tournament


def arguments_of(address: Address, tournament: Tournament) -> dict[str, Any]:
    """Arguments that exist in the world."""
    case = {"arbitral_score": ANNULLED, "late_results": ANNULLED}.get(address.name, DRAFT)
    known = {
        "slug": tournament.slug,
        "code": "fitres-tressette",
        "procedure": "accusa-anticipata",
        "game": "tressette-classico",
        "tool": "conto",
        "number": case if "casi/" in address.route else 1,
        "table": 1,
        "board": 1,
        "entry": 1,
        "version": 1,
        "stage": 1,
        "pk": _pk(address.name, tournament),
        "token": _token(address.name, Table.objects.get(round__tournament=tournament, round__number=1, number=1)),
        "key": table_key(Table.objects.get(round__tournament=tournament, round__number=1, number=1)),
    }
    return {name: known[name] for name in address.arguments}


def _token(name: str, table: Table) -> str:
    """The signed part of an address about the entry in line A of a table."""
    if name == "captain_line_up":
        return line_up_links.token_of(table.round, table.line_a)
    return check_in.token_of(table.line_a)


def _pk(name: str, tournament: Tournament) -> int:
    if "reservation" in name:
        return Reservation.objects.get(ruling__tournament=tournament).pk
    if name == "end_order":
        return StandingOrder.objects.filter(ruling__tournament=tournament).earliest("pk").pk
    if "player" in name:
        return Player.objects.earliest("pk").pk
    if "club" in name:
        return Club.objects.get_or_create(federation=tournament.federation, name="Circolo Prova")[0].pk
    kept = {
        "report": ErrorReport.objects.filter(publication__tournament=tournament),
        "prize": tournament.prizes,
        "import": tournament.imports,
    }
    rows = next((rows for word, rows in kept.items() if word in name), tournament.entries.get(number=1).adjustments)
    return rows.get().pk


def path_of(address: Address, arguments: Mapping[str, Any]) -> str:
    return reverse(address.name, kwargs=arguments) if address.name != address.route else f"/{address.route}"


def ask(client: Client, method: str, path: str) -> tuple[int, str]:
    """Status and where it leads; whatever was written is taken back."""
    body = {"key": uuid4().hex, "version": "1"} if method == "POST" else {}
    with transaction.atomic():
        answered = client.generic(method, path) if method != "POST" else client.post(path, body)
        transaction.set_rollback(True)
    return answered.status_code, answered.headers.get("Location", "")


def expected(row: Row, method: str, user: User | None, tournament: Tournament) -> frozenset[int]:
    """The statuses that may be answered to this person."""
    need = row.get(method)
    # Views that look at the visitor themselves; before all others stands the door.
    has_door = not {Condition.EVERYBODY, Condition.ADMINISTERS} & set(row.values())
    if user is None and need is not Condition.EVERYBODY and (has_door or need):
        return frozenset({302})
    if need is None:
        return frozenset({405})
    if isinstance(need, Right):
        held = rights_of(user, tournament)
        return DONE if need in held else frozenset({403 if held else 404})
    allowed = {
        Condition.EVERYBODY: True,
        Condition.SIGNED_IN: True,
        Condition.CREATES_TOURNAMENTS: bool(user and user.has_perm("tournaments.add_tournament")),
        Condition.ADMINISTERS: bool(user and user.is_staff),
        Condition.STAFF_SOMEWHERE: bool(user and Right.VIEW_DESK in rights_anywhere(user)),
        Condition.DIRECTS_SOMEWHERE: bool(user and Right.MANAGE_ENTRIES in rights_anywhere(user)),
    }[need]
    return DONE if allowed else frozenset({403})


@pytest.mark.parametrize("who", ["dora", "giulia", "bruno", "sara", "carla", "ettore", "nobody"])
def test_every_address_answers_as_declared(who: str, world: Tournament, cast: dict[str, User]) -> None:
    user = cast.get(who)
    user = user and User.objects.get(pk=user.pk)  # without the permissions remembered
    wrong = []
    for address, method in product(addresses(), METHODS):
        client = Client()
        if user:
            client.force_login(user)
        row, path = ACCESS.get(address.name, {}), path_of(address, arguments_of(address, world))
        status, location = ask(client, method, path)
        right = expected(row, method, user, world)
        to_the_door = location.startswith(reverse("login"))
        if status not in right or to_the_door != (right == {302}):
            wrong.append(f"{method} {path} ({address.name}): {status} {location}, not {sorted(right)}")
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def foreign(world: Tournament, other_tournament: Tournament, ettore: User) -> dict[str, Any]:
    """Arguments of things that only the other tournament has."""
    entries = [factories.make_entry(other_tournament, number) for number in (71, 72)]
    round = factories.make_round(other_tournament, 70, [tuple(entries)], state="closed")
    table, board = round.tables.get(), round.boards.earliest("number")
    case = Case.objects.create(
        tournament=other_tournament, number=70, table=table, board=board, opened_by=ettore,
        opened_at=factories.NOON, updated_at=factories.NOON,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        tournament=other_tournament, case=case, number=70, title={}, decided_by=ettore, decided_at=factories.NOON
    )
    reservation = Reservation.objects.create(ruling=ruling, voiced_by="E", words={}, opened_at=factories.NOON)
    order = StandingOrder.objects.create(ruling=ruling, verb="forbid", words={}, started_at=factories.NOON)
    return {
        "number": 70,
        "table": 1,
        "board": board.number,
        "key": table_key(table),
        "seated": table,
        "version": 1,
        "stage": 70,
        "entry": 71,
        "reservation": reservation.pk,
        "order": order.pk,
        "report": _report(other_tournament, ettore).pk,
        "prize": Prize.objects.create(tournament=other_tournament, place_from=1, place_to=1, name="Altro").pk,
        "adjustment": factories.make_adjustment(entries[0], ettore).pk,
    }


def _report(tournament: Tournament, user: User) -> ErrorReport:
    """A report in standings that only that tournament has."""
    published = Publication.objects.create(
        tournament=tournament, number=70, kind="provisional", stage=tournament.stages.get(), round_number=70, rows=[],
        data_version=0, engine_version="x", hash="x", published_by=user, published_at=factories.NOON,
        closes_at=factories.NOON,
    )  # fmt: skip
    return ErrorReport.objects.create(publication=published, text="?", reported_by="?", reported_at=factories.NOON)


@pytest.mark.parametrize("who", ["dora", "giulia"])
def test_things_of_another_tournament_are_not_found_under_this_one(
    who: str, world: Tournament, foreign: dict[str, Any], cast: dict[str, User], client_of: Any
) -> None:
    wrong = []
    for address in addresses():
        if "slug" not in address.arguments or len(address.arguments) == 1:
            continue
        kinds = ("reservation", "order", "report", "prize")
        kind = next((kind for kind in kinds if kind in address.name), "adjustment")
        number = 71 if address.name == "pair" else foreign["number"]
        known = foreign | {"slug": world.slug, "pk": foreign[kind], "number": number}
        known["token"] = _token(address.name, foreign["seated"])
        path = path_of(address, {name: known[name] for name in address.arguments})
        for method, need in ACCESS[address.name].items():
            allowed = need is Condition.EVERYBODY or need in rights_of(cast[who], world)
            status, _location = ask(client_of(cast[who]), method, path)
            if status != (404 if allowed else 403):
                wrong.append(f"{method} {path} ({address.name}): {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", ["dora", "giulia", "bruno", "sara", "carla", "ettore", "nobody"])
def test_administration_is_shut_to_the_whole_cast(who: str, world: Tournament, cast: dict[str, User]) -> None:
    client = Client()
    if who in cast:
        client.force_login(cast[who])
    for model in ("tournament", "player", "user", "federation", "boardscore", "logentry"):
        for path in (f"/admin/tournaments/{model}/", f"/admin/tournaments/{model}/add/", "/admin/"):
            for method in METHODS:
                status, location = ask(client, method, path)
                assert status in {302, 403, 404}, f"{method} {path}: {status}"
                assert "/admin/tournaments" not in location.split("?")[0]
