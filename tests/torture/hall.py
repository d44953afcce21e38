"""The hall of a scenario, in a process of its own on DATABASE_URL: `python -m tests.torture.hall make` or `kept`.

`make TABLES BOARDS ROLE=MANY …` prints what clients need as JSON: addresses, codes of the lines, who is signed in.
`kept` prints what the database holds of all that clients wrote, a line of JSON each.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings

from tests.torture.server import ROOT, answered

TABLES, BOARDS = 120, 8
Record = tuple[object, ...]


def hall_in(url: str, *, tables: int = TABLES, boards: int = BOARDS, root: Path = ROOT, **roles: int) -> dict:
    """A hall made in that database, with so many signed in for each role."""
    many = [f"{role}={number}" for role, number in roles.items()]
    return json.loads(answered(url, "-m", "tests.torture.hall", "make", tables, boards, *many, root=root))


def kept_in(url: str, *, root: Path = ROOT) -> list[Record]:
    lines = answered(url, "-m", "tests.torture.hall", "kept", root=root).splitlines()
    return [tuple(json.loads(line)) for line in lines]


def calls_in(url: str) -> list[Record]:
    """Of each call its number, table, owner, outcome, renewals, and how often it was taken."""
    return [call for kind, *call in kept_in(url) if kind == "call"]


# ---- in the process of its own ------------------------------------------


def make(tables: int, boards: int, roles: dict[str, int]) -> dict[str, object]:
    """One round in play, nothing scored yet; so many are signed in with each role."""
    from django.core.management import call_command  # noqa: PLC0415 — once Django is set up

    from benchmarks.hall import hall  # noqa: PLC0415
    from codes.seats import Line  # noqa: PLC0415
    from hall.line_codes.codes import line_key  # noqa: PLC0415
    from tests.factories import sealed, sealed_federation  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    tournament, _director = hall("sala", 2 * tables, 1, boards=boards, still_playing=tables)
    made = {
        "slug": tournament.slug,
        "tables": tables,
        "boards": boards,
        "entries": list(tournament.entries.values_list("pk", flat=True)),
        "codes": {
            one.number: [line_key(one, line, 1) for line in Line] for one in tournament.rounds.get().tables.all()
        },
        "sessions": {role: [_session(tournament, role, one) for one in range(many)] for role, many in roles.items()},
    }
    sealed(tournament)
    sealed_federation(tournament.federation)
    return made


def _session(tournament: object, role: str, number: int) -> str:
    from django.test import Client  # noqa: PLC0415

    from people.accounts.models import User  # noqa: PLC0415
    from records.rights import Role  # noqa: PLC0415
    from tests.factories import give_role  # noqa: PLC0415

    user, client = User.objects.create(username=f"{role}-{number}", password="!"), Client()
    give_role(user, tournament, Role(role))
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def kept() -> Iterator[Record]:
    from hall.calls.models import Call  # noqa: PLC0415
    from records.models import LogEntry  # noqa: PLC0415
    from referee.cases.models import Case  # noqa: PLC0415
    from referee.rulings.models import Ruling  # noqa: PLC0415
    from tournaments.scores.models import Adjustment, BoardScore  # noqa: PLC0415

    place = ("table__number", "board__number")
    for row in BoardScore.objects.values_list(*place, "version", "points_a", "points_b", "reason"):
        yield "score", *row
    for row in Adjustment.objects.values_list("entry_id", "amount", "reason"):
        yield "penalty", *row
    for row in Case.objects.values_list(*place):
        yield "case", *row
    for row in Ruling.objects.values_list("case__table__number", "case__board__number", "version", "reason"):
        yield "ruling", *row
    takes = list(LogEntry.objects.filter(action="take_call").values_list("object", flat=True))
    for call in Call.objects.select_related("owner", "table").order_by("pk"):
        owner = call.owner.username if call.owner else ""
        taken = takes.count(f"hall.Call:{call.pk}")
        yield "call", call.pk, call.table.number, owner, call.outcome, call.renewals, taken


def main(what: str, *words: str) -> None:
    if what == "kept":
        for row in kept():
            print(json.dumps(row))
    else:
        tables, boards, *roles = words
        wanted = {role: int(many) for role, many in (one.split("=") for one in roles)}
        print(json.dumps(make(int(tables), int(boards), wanted)))


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
