"""`manage.py migrate` killed again and again while it makes a new database, then begun once more.

`python -m tests.torture.migrating` does that once more, and compares what was made with what the models declare.
"""

import subprocess
import sys
import time
from itertools import islice, pairwise
from random import Random

import django

from tests.torture import figures
from tests.torture.databases import Postgres, Sqlite
from tests.torture.reckoning import Result
from tests.torture.server import ROOT, environment, python

FIRST_WORD = "  Applying"


def migrated(database: Sqlite | Postgres) -> Result:
    chance = Random(figures.SEED)  # noqa: S311 — the same moments every time
    lasted = _whole(database.create("whole"))
    result, amid = Result(f"killed in migration, {database.name}"), 0
    for number in range(figures.MIGRATIONS):
        url, step = database.create(f"killed{number}"), chance.randrange(len(lasted))
        amid += _killed(url, step, chance.uniform(0, lasted[step]))
        done = python(url, "-m", "tests.torture.migrating")
        if done.returncode:
            result.faults.append(f"killed in number {number}, migration {step}: {done.stderr[-600:]}")
    result.figures["killed"] = f"{amid} of {figures.MIGRATIONS} amid {len(lasted)} migrations of {sum(lasted):.1f} s"
    result.figures["then"] = (
        "migrated to the end, every table and guard as declared" if not result.faults else "not whole"
    )
    if amid < figures.MIGRATIONS // 2:
        result.faults.append("most had ended before they were killed")
    return result


def _whole(url: str) -> list[float]:
    """How long each migration takes where nobody kills it."""
    with _migrating(url) as one:
        moments = [time.monotonic() for line in one.stdout if line.startswith(FIRST_WORD)]
        moments.append(time.monotonic())
    return [after - before for before, after in pairwise(moments)]


def _killed(url: str, step: int, after: float) -> bool:
    """Whether it was still at work when it was killed, so long after the step's migration had begun."""
    with _migrating(url) as one:
        for _line in islice((line for line in one.stdout if line.startswith(FIRST_WORD)), step, step + 1):
            time.sleep(after)
        one.kill()
        one.communicate()
    return one.returncode < 0


def _migrating(url: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-u", "manage.py", "migrate"]
    return subprocess.Popen(command, cwd=ROOT, env=environment(url), stdout=subprocess.PIPE, text=True)  # noqa: S603 — ours


def once_more() -> None:
    """Migrate to the end; raises where something is not as the models declare it."""
    from django.apps import apps  # noqa: PLC0415 — once Django is set up
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    from records.guards_in_force import declared, in_force  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    assert in_force() == declared()
    tables = set(connection.introspection.table_names())
    assert tables >= {model._meta.db_table for model in apps.get_models(include_auto_created=True)}


if __name__ == "__main__":
    django.setup()
    once_more()
