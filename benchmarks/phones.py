"""Five thousand phones that ask for tables and standings behind Varnish, while scores come in: `make phones`.

What they wait for, and what the application works meanwhile: almost nothing, since the cache asks it once for all.
"""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from benchmarks.common import Goal, Row
from benchmarks.http import HERE, Device, Scoring, checked, hall_made, served, share_of, wait_for

PHONES, EVERY, MINUTE, KEPT = 5000, 15, 60, 5  # seconds after which a phone asks again; for which a page is kept
A_SECOND = 1  # scores: the last of a round, when everybody looks
LANGUAGES = ("it-IT,it;q=0.9,en;q=0.8", "it", "it-IT", "en-GB,en;q=0.9,it;q=0.5", "de-DE,de;q=0.9", "it-IT,it;q=0.8")
PATHS = ("", "?page=2", "?page=3", "?page=4", "classifica/", "classifica/", "classifica/", "classifica/?page=2")
VCL = HERE / "deploy/varnish/referee.vcl"
NEEDED = "make phones needs Varnish 6 or newer (Debian, Ubuntu: sudo apt install varnish)."
TICKS = os.sysconf("SC_CLK_TCK")


def run() -> Iterator[Row]:
    program = shutil.which("varnishd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if program is None:
        raise SystemExit(NEEDED)
    tournament, names, cells = hall_made(boards=1)
    with (
        served(SHARED_CACHE_SECONDS=str(KEPT), OWN_WORKER="False") as (port, server),
        varnish(program, port) as (cache, keeper),
    ):
        scoring = Scoring(port, tournament.slug, names, cells)
        yield from asyncio.run(_hall(scoring, cache, server, keeper))
    yield checked(tournament, scoring)


@contextmanager
def varnish(program: str, behind: int) -> Iterator[tuple[int, int]]:
    """The port and process of a Varnish with our own configuration, before the server on that port."""
    with socket.socket() as free, TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        config = Path(folder) / "referee.vcl"
        config.write_text(VCL.read_text().replace('"8000"', f'"{behind}"'))
        # Its own process must read the configuration, whoever it runs as.
        Path(folder).chmod(0o755)
        command = [program, "-F", "-f", str(config), "-a", f"127.0.0.1:{port}", "-n", f"{folder}/varnish"]
        keeper = subprocess.Popen([*command, "-s", "malloc,64m"], stderr=subprocess.DEVNULL)  # noqa: S603 ours
        try:
            wait_for(keeper, port)
            yield port, keeper.pid
        finally:
            keeper.terminate()
            keeper.wait(timeout=30)


@dataclass
class Seen:
    """What the phones were answered: how long each waited, and how old the oldest page was."""

    waited: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    oldest: int = 0

    def note(self, seconds: float, status: int, age: str) -> None:
        self.waited.append(seconds)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.oldest = max(self.oldest, int(age or 0))


async def _hall(scoring: Scoring, cache: int, server: int, keeper: int) -> list[Row]:
    await scoring.devices()  # signing in is slow on purpose, and no phone's affair
    seen = Seen()
    phones = [asyncio.create_task(_phone(cache, scoring.slug, number, seen)) for number in range(PHONES)]
    await asyncio.sleep(EVERY)  # every phone has its page
    seen.waited.clear()
    before, start = (cpu(server), cpu(keeper)), monotonic()
    scores = await scoring.steady(MINUTE, Goal(seconds=0.5), a_second=A_SECOND)
    taken = monotonic() - start
    ours, caches = ((cpu(one) - earlier) / taken for one, earlier in zip((server, keeper), before, strict=True))
    for one in phones:
        one.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    if set(seen.statuses) - {200, 304} or seen.oldest > 2 * KEPT:
        raise RuntimeError(f"phones were answered {seen.statuses}, the oldest page {seen.oldest} s")
    return [*_told(seen, taken, ours, caches), *scores]


def _told(seen: Seen, taken: float, ours: float, caches: float) -> Iterator[Row]:
    waited = sorted(seen.waited)
    middle, slowest = share_of(waited, 0.5) * 1000, waited[-1]
    note = f"p50 {middle:.0f} ms, slowest {slowest:.2f} s; {len(waited) / taken:.0f} a second; {seen.statuses}"
    note += f"; no page older than {seen.oldest} s; load of the machine {os.getloadavg()[0]:.1f}"
    yield Row(f"{PHONES} phones, each every {EVERY} s, p95", share_of(waited, 0.95), goal=Goal(seconds=0.5), note=note)
    note = f"of one core, scores included; Varnish {caches * 1000:.0f} ms"
    yield Row("work of the application in a second", ours, goal=Goal(seconds=0.1), note=note)


async def _phone(port: int, slug: str, number: int, seen: Seen) -> None:
    """Asks for its page, and again after some seconds with the tag of what it has, until it is stopped."""
    await asyncio.sleep(number * EVERY / PHONES)
    address = f"/tornei/{slug}/{PATHS[number % len(PATHS)]}"
    language, tag, due = LANGUAGES[number % len(LANGUAGES)], '""', monotonic()
    while True:
        device = Device(port, {"csrftoken": f"of-phone-{number}"})  # left by a form, once
        headers = {"If_None_Match": tag, "Accept_Encoding": "gzip, br", "Accept_Language": language}
        status, answer, _body = await device.ask(address, **headers)
        device.hang_up()
        tag = answer.get("etag", tag)
        seen.note(monotonic() - due, status, answer.get("age", ""))
        due += EVERY
        await asyncio.sleep(due - monotonic())


def cpu(root: int) -> float:
    """The seconds that a process and all below it have worked."""
    parents, worked = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
        parents[int(file.parent.name)] = int(fields[1])
        worked[int(file.parent.name)] = sum(map(int, fields[11:15]))
    family = {root}
    while more := {one for one, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(worked.get(one, 0) for one in family) / TICKS
