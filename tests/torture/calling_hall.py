"""A hall whose tables call, made in a process of its own on DATABASE_URL by `python -m tests.torture.calling_hall`.

`make TABLES ARBITERS STAFF` prints as JSON the codes of the lines and who is signed in; `kept` prints every call.
"""

import json
import sys

import django
from django.conf import settings


def make(tables: int, arbiters: int, staff: int) -> None:
    from django.core.management import call_command  # noqa: PLC0415 — once Django is set up

    from codes.seats import Line  # noqa: PLC0415
    from tests import factories  # noqa: PLC0415
    from tournaments.line_codes import line_key  # noqa: PLC0415
    from tournaments.permissions import Role  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    tournament = factories.make_burraco()
    entries = factories.make_entries(tournament, 2 * tables)
    round = factories.make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    codes = {one.number: [line_key(one, line, 1) for line in Line] for one in round.tables.all()}
    sessions = {
        "arbiters": [_session(tournament, f"arbitro-{number}", Role.ARBITER) for number in range(arbiters)],
        "staff": [_session(tournament, f"sala-{number}", Role.CHIEF_ARBITER) for number in range(staff)],
    }
    factories.sealed(tournament)
    print(json.dumps({"slug": tournament.slug, "codes": codes, **sessions}))


def _session(tournament: object, username: str, role: str) -> str:
    from django.test import Client  # noqa: PLC0415

    from tests import factories  # noqa: PLC0415
    from tournaments.models import User  # noqa: PLC0415

    user = User.objects.create(username=username, password="!")
    factories.give_role(user, tournament, role)
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def kept() -> None:
    from tournaments.models import Call, LogEntry  # noqa: PLC0415

    takes = list(LogEntry.objects.filter(action="take_call").values_list("object", flat=True))
    for call in Call.objects.select_related("owner", "table").order_by("pk"):
        owner = call.owner.username if call.owner else ""
        taken = takes.count(f"tournaments.Call:{call.pk}")
        print(json.dumps([call.pk, call.table.number, owner, call.outcome, call.renewals, taken]))


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "make":
        make(*map(int, sys.argv[2:]))
    else:
        kept()
