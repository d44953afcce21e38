"""A process of the server: how long it takes to start, and the memory it holds after some pages."""

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run as run_command

from benchmarks.common import MB, Goal, Row, best_of_pairs, seconds

SERVER = "import config.wsgi"
# What every Django site with our applications pays before its first page.
BARE = "import django; django.setup()"
ADDRESSES = ("/", "/codice/", "/codice/fitres-tressette/", "/giochi/", "/strumenti/", "/accesso/")
SERVING = f"""
import config.wsgi
from pathlib import Path
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
client = Client()  # one: each brings a handler of its own, which a server has once
for _ in range(20):
    for address in {ADDRESSES!r}:
        answer = client.get(address)
        assert answer.status_code == 200, address
print(next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")).split()[1])
"""

# What a process adds to the one it parted from: its pages of memory that no other has.
SECOND = f"""
import os
import config.wsgi
from pathlib import Path
from types import SimpleNamespace
from django.conf import settings
from django.test import Client
from config.gunicorn import when_ready
when_ready(SimpleNamespace(app=SimpleNamespace(wsgi=lambda: config.wsgi.application)))
if os.fork():
    os.wait()
else:
    settings.ALLOWED_HOSTS = ["testserver"]
    for _ in range(20):
        for address in {ADDRESSES!r}:
            assert Client().get(address).status_code == 200, address
    rollup = Path("/proc/self/smaps_rollup").read_text().splitlines()
    print(sum(int(line.split()[1]) for line in rollup if line.startswith("Private")))
"""


def run() -> Iterator[Row]:
    ours, base = best_of_pairs(lambda: python(SERVER), lambda: python(BARE), rounds=3)
    yield Row(
        name="start of a process",
        ours_seconds=ours,
        base_seconds=base,
        base_name="django.setup() with the same applications",
        goal=Goal(ratio=2, seconds=4),
        note="every code read and checked",
    )
    if not Path("/proc/self/status").exists():  # not on Linux: nothing to read the memory from
        return
    python("from django.core.management import execute_from_command_line as run; run(['', 'migrate', '-v0'])")
    yield _memory("memory of a process", SERVING, most=140)
    yield _memory("memory that a second process adds", SECOND, most=40)


def _memory(name: str, code: str, *, most: int) -> Row:
    """most: how many megabytes it should hold at most."""
    memory = 0

    def serve() -> None:
        nonlocal memory
        memory = int(python(code)) * 1024

    return Row(
        name=name,
        ours_seconds=seconds(serve),
        size=memory,
        goal=Goal(size=most * MB),
        note=f"after {len(ADDRESSES)} pages asked for twenty times each",
    )


def python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return run_command(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 ours
