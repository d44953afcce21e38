"""Scores sent over HTTP to the server as `make run` starts it: with log-ins, forms and tokens, on 127.0.0.1 alone.

A short run is a piece of `make bench`; `LOAD=60,1000,10 make bench ARGS=http` is a minute of it, and another with a
hall of phones asking meanwhile: LOAD=seconds,phones,every (so many seconds after which a phone asks again).
"""

import asyncio
import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection

from benchmarks.common import Goal, Row
from benchmarks.hall import hall
from people.accounts.models import User
from records.log import verify_log
from records.rights import Role
from tests.factories import give_role
from tests.torture.server import ROOT, Server, serving
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

SECONDS, PHONES, EVERY = map(int, os.environ.get("LOAD", "5,0,10").split(","))
TABLES, BOARDS = 400, 8 if PHONES else 4
SCORERS, DEVICES = 10, 40  # each scorer signs in once and types on four devices
BURST, A_SECOND = 40, 20
PASSWORD = "una frase lunga"  # noqa: S105 of a database thrown away
SLOW = 120  # seconds after which whoever waits gives up


def run() -> Iterator[Row]:
    """A burst of 40 scores, then twenty a second for some seconds; and so again while phones ask for the tables."""
    tournament, names, cells = hall_made(BOARDS)
    with served() as (port, _server):
        scoring = Scoring(port, tournament.slug, names, cells)
        yield from asyncio.run(scoring.bursting())
        yield from asyncio.run(scoring.steady(SECONDS, Goal(seconds=0.1)))
        if PHONES:
            yield from asyncio.run(_among_phones(scoring))
        yield checked(tournament, scoring)


async def _among_phones(scoring: "Scoring") -> list[Row]:
    async with asking(port=scoring.port, slug=scoring.slug, many=PHONES, every=EVERY):
        note = f"{PHONES} phones, each every {EVERY} s"
        return await scoring.steady(SECONDS, Goal(seconds=0.25), note=note)


def hall_made(boards: int) -> tuple[Tournament, list[str], Iterator[tuple[int, int]]]:
    """The tournament, who types its scores, and the cells they have still to type."""
    call_command("migrate", verbosity=0)
    tournament, _director = hall("rete", TABLES * 2, 2, boards=boards, still_playing=TABLES)
    secret = make_password(PASSWORD)  # once: it is slow on purpose
    names = [f"sala-conti-{number}" for number in range(SCORERS)]
    for one in User.objects.bulk_create(User(username=name, password=secret) for name in names):
        give_role(one, tournament, Role.SCORER)
    numbers = [board.number for board in tournament.rounds.get(number=2).boards.all()]
    cells = [(table, board) for table in range(1, TABLES + 1) for board in numbers]
    connection.close()
    return tournament, names, iter(cells)


@contextmanager
def served(**more: str) -> Iterator[tuple[int, int]]:
    """The port and process of a server of ours, started as `make run` does and ended afterwards; more: its settings."""
    hashed = (settings.STATIC_ROOT / "staticfiles.json").exists()
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), os.environ["DATABASE_URL"], root=ROOT, HASHED_STATIC=str(hashed), **more)
        with serving(server):
            assert server.master  # noqa: S101 it serves
            yield server.port, server.master.pid


@dataclass
class Device:
    """A browser: one connection kept alive, its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(
        self, address: str, form: Mapping[str, object] | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer; asked again where the server had hung up on an idle connection."""
        lines = [f"{'POST' if form else 'GET'} {address} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"Cookie: {'; '.join(f'{name}={value}' for name, value in self.cookies.items())}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        body = urlencode(form or {}).encode()
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        message = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        async with self._turn:  # a browser's queue: the next form waits for the answer to this one
            is_kept = self._streams is not None
            try:
                return await asyncio.wait_for(self._exchange(message), SLOW)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.hang_up()
                if not is_kept:
                    raise
                return await asyncio.wait_for(self._exchange(message), SLOW)

    def hang_up(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _exchange(self, message: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(message)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        said = [line.partition(": ") for line in rest if line]
        headers = {name.lower(): value for name, _colon, value in said}
        for name, _colon, value in said:
            if name.lower() == "set-cookie":
                cookie, _equals, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.hang_up()
        return int(first.split()[1]), headers, body


@dataclass
class Scoring:
    """Forty devices that type scores into the grid, and what they have waited for."""

    port: int
    slug: str
    names: Sequence[str]
    cells: Iterator[tuple[int, int]]
    sent: list[tuple[int, int, int]] = field(default_factory=list)
    _sessions: list[tuple[dict[str, str], str]] = field(default_factory=list)
    _keys: Iterator[int] = field(default_factory=count)

    async def devices(self) -> list[tuple[Device, str]]:
        """Devices with their token; the scorers sign in the first time."""
        if not self._sessions:
            self._sessions = [await self._sign_in(name) for name in self.names]
        found = []
        for number in range(DEVICES):
            cookies, token = self._sessions[number % len(self._sessions)]
            found.append((Device(self.port, dict(cookies)), token))
        return found

    async def _sign_in(self, name: str) -> tuple[dict[str, str], str]:
        """By the form of the log-in; then the grid, whose page holds the token of what is typed into it."""
        device = Device(self.port)
        _status, _headers, page = await device.ask("/accesso/")
        form = {"username": name, "password": PASSWORD, "csrfmiddlewaretoken": _found(page, "csrfmiddlewaretoken")}
        status, _headers, _page = await device.ask("/accesso/", form)
        if status != 302:
            raise RuntimeError(f"{name} cannot sign in: {status}")
        status, _headers, page = await device.ask(f"/tornei/{self.slug}/direzione/turni/2/")
        device.hang_up()
        return device.cookies, _found(page, "csrfmiddlewaretoken")

    async def score(self, device: Device, token: str) -> int:
        """The next board typed; the bytes of the cell that comes back."""
        table, board = next(self.cells)
        points = 1 + table * board % 10  # 11 to 0 would be asked about again
        form = {"key": f"rete-{next(self._keys)}", "version": 0, "line_a": points, "line_b": ""}
        address = f"/tornei/{self.slug}/direzione/turni/2/tavoli/{table}/smazzate/{board}/"
        status, _headers, body = await device.ask(address, form, HX_Request="true", X_CSRFToken=token)
        if status != 200:
            raise RuntimeError(f"table {table}, board {board}: {status} {body[:300]!r}")
        self.sent.append((table, board, points))
        return len(body)

    async def bursting(self) -> list[Row]:
        """All devices send at the same moment, once."""
        devices = await self.devices()
        for device, _token in devices:
            await device.ask("/")  # each holds a connection, as a browser with the grid open
        start = monotonic()
        sizes = await asyncio.gather(*(self.score(*one) for one in devices[:BURST]))
        taken = monotonic() - start
        _hang_up(devices)
        return [Row(f"{BURST} scores at once, over HTTP", taken, size=max(sizes), goal=Goal(seconds=1.5))]

    async def steady(self, seconds: int, goal: Goal, *, a_second: int = A_SECOND, note: str = "") -> list[Row]:
        """So many scores a second, each at its time whether or not the others have been answered."""
        devices = await self.devices()
        start, waited = monotonic() + 0.5, []

        async def send(turn: int) -> None:
            due = start + turn / a_second
            await asyncio.sleep(due - monotonic())
            device, token = devices[turn % len(devices)]
            await self.score(device, token)
            waited.append(monotonic() - due)

        await asyncio.gather(*(send(turn) for turn in range(seconds * a_second)))
        _hang_up(devices)
        waited.sort()
        name = f"{a_second} scores a second over HTTP, {seconds} s"
        note = "; ".join(filter(None, [f"p50 {share_of(waited, 0.5) * 1000:.0f} ms, slowest {waited[-1]:.2f} s", note]))
        return [Row(f"{name}, p95", share_of(waited, 0.95), goal=goal, note=note)]


@dataclass
class Seen:
    """What the phones were answered: how long each waited, and how old the oldest page was."""

    waited: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    oldest: int = 0


@asynccontextmanager
async def asking(
    *, port: int, slug: str, many: int, every: int, pages: Sequence[str] = ("",), languages: Sequence[str] = ("it",)
) -> AsyncIterator[Seen]:
    """So many phones that look at these pages of the tournament, in turn, as long as whoever asks for them works."""
    seen = Seen()

    async def phone(number: int) -> None:
        """Asks for its page, and again after some seconds with the tag of what it has, until it is stopped."""
        await asyncio.sleep(number * every / many)
        address, tag, due = f"/tornei/{slug}/{pages[number % len(pages)]}", '""', monotonic()
        while True:
            device = Device(port, {"csrftoken": f"of-phone-{number}"})  # left by a form, once
            headers = {"Accept_Encoding": "gzip, br", "Accept_Language": languages[number % len(languages)]}
            status, answer, _body = await device.ask(address, None, If_None_Match=tag, **headers)
            device.hang_up()
            tag = answer.get("etag", tag)
            seen.waited.append(monotonic() - due)
            seen.statuses[status] += 1
            seen.oldest = max(seen.oldest, int(answer.get("age", 0)))
            due += every
            await asyncio.sleep(due - monotonic())

    phones = [asyncio.create_task(phone(number)) for number in range(many)]
    yield seen
    for one in phones:
        one.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    if set(seen.statuses) - {200, 304}:
        raise RuntimeError(f"phones were answered {dict(seen.statuses)}")


def checked(tournament: Tournament, scoring: Scoring) -> Row:
    """Raises unless every score sent is there once, as it was sent, and the log is one chain."""
    scores = BoardScore.objects.filter(table__round__tournament=tournament, table__round__number=2)
    found = sorted(scores.values_list("table__number", "board__number", "points_a"))
    if found != sorted(scoring.sent):
        raise RuntimeError(f"{len(scoring.sent)} scores were sent, {len(found)} are there")
    start = monotonic()
    proof = verify_log(tournament)
    taken = monotonic() - start
    tournament.refresh_from_db()
    if not proof.holds or proof.lines != tournament.data_version:
        raise RuntimeError("the chain of the log is broken")
    note = f"all {len(found)} scores sent are there once; {proof.lines} lines in one chain"
    return Row("the log verified after them", taken, goal=Goal(seconds=5), note=note)


def _found(page: bytes, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]+)"', page.decode())
    if match is None:
        raise RuntimeError(f"no {name} in the page")
    return match[1]


def share_of(waited: Sequence[float], share: float) -> float:
    """How long all but the slowest waited, of sorted times."""
    return waited[min(int(len(waited) * share), len(waited) - 1)]


def _hang_up(devices: Sequence[tuple[Device, str]]) -> None:
    for device, _token in devices:
        device.hang_up()
