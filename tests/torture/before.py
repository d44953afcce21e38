"""A database of before, and whether it came whole to today: `python -m tests.torture.before make` or `check`."""

import sys

import django


def make() -> None:
    """The tables and records of that day's program."""
    from django.db import connection  # noqa: PLC0415 — once Django is set up
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    from tests.before.test_migrating import BEFORE, fill  # noqa: PLC0415

    then = list(BEFORE["migrations"].items())
    MigrationExecutor(connection).migrate(then)
    fill(MigrationExecutor(connection).loader.project_state(then).apps)


def check() -> None:
    """Migrate to the end, prove everything, and show the same standings. Raises where something is not as it was."""
    from django.core.management import call_command  # noqa: PLC0415 — once Django is set up

    from tests.before.test_migrating import BEFORE  # noqa: PLC0415
    from tournaments.models import BoardScore, Tournament  # noqa: PLC0415
    from tournaments.queries import standings  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("verify")
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    shown = {
        one.slug: [[row.place, row.entry.number, row.vp, row.mp] for row in standings(one).rows]
        for one in Tournament.objects.all()
    }
    assert shown == BEFORE["standings"]
    kept = [row for row in BEFORE["records"] if row["model"] == "tournaments.boardscore"]
    assert BoardScore.objects.count() == len(kept)


if __name__ == "__main__":
    django.setup()
    {"make": make, "check": check}[sys.argv[1]]()
