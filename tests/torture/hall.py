"""A hall to torture, made in a process of its own: `python -m tests.torture.hall ARBITERS` on DATABASE_URL.

One round in play, as many arbiters as asked for, signed in. What they need is printed as JSON.
"""

import json
import sys

import django
from django.conf import settings

TABLES, BOARDS = 120, 8


def main(arbiters: int) -> None:
    from django.core.management import call_command  # noqa: PLC0415 — once Django is set up
    from django.test import Client  # noqa: PLC0415

    from tests import factories  # noqa: PLC0415
    from tournaments.models import User  # noqa: PLC0415
    from tournaments.permissions import Role  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    tournament = factories.make_tournament(boards_per_round=BOARDS)
    entries = factories.make_entries(tournament, 2 * TABLES)
    factories.make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    sessions = []
    for number in range(arbiters):
        user = User.objects.create(username=f"arbitro-{number}", password="!")
        factories.give_role(user, tournament, Role.CHIEF_ARBITER)
        client = Client()
        client.force_login(user)
        sessions.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
    factories.sealed(tournament)
    print(json.dumps({"slug": tournament.slug, "sessions": sessions, "entries": [entry.pk for entry in entries]}))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))
