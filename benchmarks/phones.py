"""Five thousand phones ask for tables and standings behind Varnish, while scores come in: `make bench ARGS=phones`.

What they wait for, and what the application works meanwhile: almost nothing, since the cache asks it once for all.
LOAD=seconds,phones,every makes it smaller.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from benchmarks.common import Goal, Row
from benchmarks.http import SLOW, Scoring, Seen, asking, checked, hall_made, served, share_of
from tests.torture.server import ROOT, cpu, free_port, listens

SECONDS, PHONES, EVERY = map(int, os.environ.get("LOAD", "60,5000,15").split(","))
KEPT = 5  # seconds for which a page is kept
A_SECOND = 1  # scores: the last of a round, when everybody looks
LANGUAGES = ("it-IT,it;q=0.9,en;q=0.8", "it", "it-IT", "en-GB,en;q=0.9,it;q=0.5", "de-DE,de;q=0.9", "it-IT,it;q=0.8")
PATHS = ("", "?page=2", "?page=3", "?page=4", "classifica/", "classifica/", "classifica/", "classifica/?page=2")
VCL = ROOT / "deploy/varnish/referee.vcl"
NEEDED = "This piece needs Varnish 6 or newer (Debian, Ubuntu: sudo apt install varnish)."


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
    with TemporaryDirectory() as folder:
        port, config = free_port(), Path(folder) / "referee.vcl"
        config.write_text(VCL.read_text().replace('"8000"', f'"{behind}"'))
        # Its own process must read the configuration, whoever it runs as.
        Path(folder).chmod(0o755)
        command = [program, "-F", "-f", str(config), "-a", f"127.0.0.1:{port}", "-n", f"{folder}/varnish"]
        keeper = subprocess.Popen([*command, "-s", "malloc,64m"], stderr=subprocess.DEVNULL)  # noqa: S603 ours
        try:
            until = monotonic() + SLOW
            while not listens(port):
                if keeper.poll() is not None or monotonic() > until:
                    raise RuntimeError("Varnish did not start")
                sleep(0.1)
            yield port, keeper.pid
        finally:
            keeper.terminate()
            keeper.wait(timeout=30)


async def _hall(scoring: Scoring, cache: int, server: int, keeper: int) -> list[Row]:
    await scoring.devices()  # signing in is slow on purpose, and no phone's affair
    phones = asking(port=cache, slug=scoring.slug, many=PHONES, every=EVERY, pages=PATHS, languages=LANGUAGES)
    async with phones as seen:
        await asyncio.sleep(EVERY)  # every phone has its page
        seen.waited.clear()
        before, start = (cpu(server), cpu(keeper)), monotonic()
        scores = await scoring.steady(SECONDS, Goal(seconds=0.5), a_second=A_SECOND)
        taken = monotonic() - start
        ours, caches = ((cpu(one) - earlier) / taken for one, earlier in zip((server, keeper), before, strict=True))
    if seen.oldest > 2 * KEPT:
        raise RuntimeError(f"the oldest page was {seen.oldest} s old")
    return [*_told(seen, taken, ours, caches), *scores]


def _told(seen: Seen, taken: float, ours: float, caches: float) -> Iterator[Row]:
    waited = sorted(seen.waited)
    middle, slowest = share_of(waited, 0.5) * 1000, waited[-1]
    note = f"p50 {middle:.0f} ms, slowest {slowest:.2f} s; {len(waited) / taken:.0f} a second; {dict(seen.statuses)}"
    note += f"; no page older than {seen.oldest} s; load of the machine {os.getloadavg()[0]:.1f}"
    yield Row(f"{PHONES} phones, each every {EVERY} s, p95", share_of(waited, 0.95), goal=Goal(seconds=0.5), note=note)
    note = f"of one core, scores included; Varnish {caches * 1000:.0f} ms"
    yield Row("work of the application in a second", ours, goal=Goal(seconds=0.1), note=note)
