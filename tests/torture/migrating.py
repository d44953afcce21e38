"""`manage.py migrate` killed again and again amid a database of before, then begun once more."""

import shutil
import subprocess
import sys
import time
from itertools import islice, pairwise
from random import Random

from tests.torture import figures
from tests.torture.databases import Postgres, Sqlite
from tests.torture.reckoning import Result
from tests.torture.server import ROOT, answered, environment, python

FIRST_WORD = "  Applying"


def migrated(database: Sqlite | Postgres) -> Result:
    answered(database.create("before"), "-m", "tests.torture.before", "make")
    chance = Random(figures.SEED)  # noqa: S311 — the same moments every time
    lasted = _whole(_copy(database, "whole"))
    result, amid = Result(f"killed in migration, {database.name}"), 0
    for number in range(figures.MIGRATIONS):
        url, step = _copy(database, f"copy{number}"), chance.randrange(len(lasted))
        amid += _killed(url, step, chance.uniform(0, lasted[step]))
        done = python(url, "-m", "tests.torture.before", "check")
        if done.returncode:
            result.faults.append(f"killed in number {number}, migration {step}: {done.stderr[-600:]}")
    result.figures["killed"] = f"{amid} of {figures.MIGRATIONS} amid {len(lasted)} migrations of {sum(lasted):.1f} s"
    result.figures["then"] = "migrated to the end, verified, the same standings" if not result.faults else "not whole"
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


def _copy(database: Sqlite | Postgres, name: str) -> str:
    if isinstance(database, Postgres):
        return database.create(name, like="before")
    shutil.copy(database.path("before"), database.path(name))
    return database.url(name)
