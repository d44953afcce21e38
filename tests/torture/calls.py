"""A hall at work: tables call, arbiters answer, sixty of the staff look on; cuts at random. No call lost, none doubled.

HALL=tables,arbiters,calls,staff,seconds makes it smaller; seconds: how long the staff only look on, nothing happening.
"""

import http.client
import os
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from tests.torture.arbiters import TOKEN
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import Record, calls_in, hall_in
from tests.torture.reckoning import Result
from tests.torture.server import Server, cpu, serving

TABLES, ARBITERS, CALLS, STAFF, SECONDS = map(int, os.environ.get("HALL", "40,6,2000,60,60").split(","))
CUT = 0.1  # of the requests that record something break off before their answer
QUEUE, REST = 2, 5  # seconds between two questions of a page, as live.js asks
MOST_SIGHT, MOST_CPU = 3.0, 0.1
FLOODED = 429
LINE = re.compile(r'<li class="call-line( is-free)?" id="call-(\d+)".*?tavoli/(\d+)/"', re.DOTALL)


@dataclass
class Ledger:
    """What the clients saw: when a table called, which arbiter saw it when, who was told that the call is theirs."""

    called_at: dict[int, float] = field(default_factory=dict)
    done: dict[int, threading.Event] = field(default_factory=dict)
    acknowledged: Counter[int] = field(default_factory=Counter)
    owners: dict[int, str] = field(default_factory=dict)
    sights: list[float] = field(default_factory=list)
    flooded: Counter[int] = field(default_factory=Counter)
    cuts: int = 0
    refused: int = 0
    by_desk: int = 0
    left: int = CALLS
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    faults: list[str] = field(default_factory=list)

    def next_call(self) -> int | None:
        with self.lock:
            self.left -= 1
            return self.left if self.left >= 0 else None


class Client(threading.Thread):
    """A device; ends when the hall is over. What breaks it is a fault of the run."""

    def __init__(self, name: str, hall: dict, session: str, ledger: Ledger, port: int) -> None:
        super().__init__(daemon=True, name=name)
        self.hall, self.ledger, self.port = hall, ledger, port
        self.chance = Random(name)  # noqa: S311 — the same every time
        self.cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        self.root = f"/tornei/{hall['slug']}"

    def run(self) -> None:
        try:
            self.work()
        except Exception as error:  # told at the end, with all other faults
            self.ledger.faults.append(f"{self.name}: {error!r}")

    def ask(self, method: str, address: str, body: str = "", *, cut: bool = False, **headers: str) -> tuple:
        """Status, page and headers; None for a request that was cut off before its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            connection.request(method, address, body or None, {"Cookie": self.cookies, **kind, **headers})
            if cut:
                self.ledger.cuts += 1
                return None, "", {}
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def record(self, address: str, key: str, **fields: object) -> tuple[int, float]:
        """As our pages do: sent with its key until somebody answers; and when that last sending began."""
        while True:
            begun = time.monotonic()
            status, _page = self.send(address, key, cut=self.chance.random() < CUT, **fields)
            if status is not None:
                return status, begun
            time.sleep(self.chance.uniform(0.05, 0.3))

    def send(self, address: str, key: str, *, cut: bool = False, **fields: object) -> tuple[int | None, str]:
        body = urlencode({**fields, "key": key, "csrfmiddlewaretoken": TOKEN})
        status, page, _headers = self.ask("POST", address, body, cut=cut)
        return status, page


class CallingTable(Client):
    """Calls by the code of either line, and by the desk once both have called too often; waits until it is answered."""

    def __init__(self, number: int, hall: dict, ledger: Ledger, port: int) -> None:
        super().__init__(f"tavolo-{number}", hall, "", ledger, port)
        self.number = number
        self.desk = f"{self.cookies}; sessionid={hall['sessions']['chief_arbiter'][0]}"
        self.ledger.done[number] = threading.Event()

    def work(self) -> None:
        while (call := self.ledger.next_call()) is not None:
            time.sleep(self.chance.uniform(0.1, 1.5))
            self.ledger.done[self.number].clear()
            self.call(call)
            self.ledger.acknowledged[self.number] += 1
            self.ledger.done[self.number].wait()

    def call(self, call: int) -> None:
        self.ledger.called_at[self.number] = time.monotonic()
        for code in self.hall["codes"][str(self.number)]:
            address = f"{self.root}/tavolo/{code}/chiamata/"
            status, begun = self.record(address, f"chiamata-{call}-{code[:8]}", step="call")
            self.ledger.called_at[self.number] = begun
            if status == 302:
                return
            # The first sending may be on its way still: then the table's next one renews the call that it makes.
            self.ledger.flooded[self.number] += 1
            if status != FLOODED:
                raise RuntimeError(f"{status} to the call of table {self.number}")
        self.cookies, self.ledger.by_desk = self.desk, self.ledger.by_desk + 1
        address = f"{self.root}/direzione/turni/1/tavoli/{self.number}/chiamata/"
        status, begun = self.record(address, f"chiamata-{call}-sala")
        self.ledger.called_at[self.number] = begun
        if status != 302:
            raise RuntimeError(f"{status} to the call of table {self.number} by the desk")


class Looking(Client):
    """A page of the staff that renews itself."""

    def __init__(self, name: str, hall: dict, session: str, ledger: Ledger, port: int, *, page: str, every: int):
        super().__init__(name, hall, session, ledger, port)
        self.page, self.every, self.tag = f"{self.root}/{page}", every, ""

    def work(self) -> None:
        time.sleep(self.chance.uniform(0, self.every))
        while not self.ledger.over.is_set():
            begun = time.monotonic()
            self.look()
            pause = self.every * self.chance.uniform(0.9, 1.1)
            self.ledger.over.wait(max(0.0, pause - (time.monotonic() - begun)))

    def look(self) -> str:
        status, page, headers = self.ask("GET", self.page, **{"X-Live": "1", "If-None-Match": self.tag})
        if status not in {200, 304}:
            raise RuntimeError(f"{status} from {self.page}")
        self.tag = headers.get("ETag", "")
        return page


class GoingArbiter(Looking):
    """Sees calls, takes what is free, closes what is theirs."""

    def work(self) -> None:
        self.seen: set[int] = set()
        self.keys = iter(range(1_000_000))
        super().work()

    def look(self) -> str:
        page = super().look()
        now = time.monotonic()
        for free, call, table in LINE.findall(page):
            if int(call) not in self.seen:
                self.seen.add(int(call))
                self.ledger.sights.append(max(0.0, now - self.ledger.called_at[int(table)]))
            if free and self.chance.random() < 0.5:
                self.go(int(call), int(table))
        return page

    def go(self, call: int, table: int) -> None:
        address = f"{self.root}/chiamate/{call}/"
        status, _begun = self.record(address, f"{self.name}-{next(self.keys)}", step="take")
        if status == 422:  # somebody else goes
            self.ledger.refused += 1
            return
        if status != 302:
            raise RuntimeError(f"{status} to «Prendo io»")
        with self.ledger.lock:
            other = self.ledger.owners.setdefault(call, self.name)
        if other != self.name:
            self.ledger.faults.append(f"call {call} belongs to {other} and to {self.name}")
        status, _begun = self.record(address, f"{self.name}-{next(self.keys)}", step="close", outcome="information")
        if status != 302:
            raise RuntimeError(f"{status} to the closing of call {call}")
        self.ledger.done[table].set()


def called(database: Sqlite | Postgres) -> Result:
    url = database.create("calls")
    hall = hall_in(url, tables=TABLES, boards=2, arbiter=ARBITERS, chief_arbiter=STAFF)
    result = Result(f"{TABLES} tables, {ARBITERS} arbiters, {CALLS} calls, {STAFF} look on, {database.name}")
    with TemporaryDirectory() as folder, serving(Server(Path(folder), url)) as server:
        looked_on(result, hall, server)
        ledger = answered_calls(result, hall, server)
    reckon_calls(result, ledger, calls_in(url))
    return result


def looked_on(result: Result, hall: dict, server: Server) -> None:
    """What the server's processes spend on pages that ask again and again while nothing happens."""
    pages = [
        "arbitraggio/",
        "direzione/",
        "direzione/turni/1/",
        "turni/1/",
        "direzione/turni/1/orologio/",
        "classifica/",
    ]
    ledger, looking = Ledger(), []
    for number, session in enumerate(hall["sessions"]["chief_arbiter"]):
        page, every = ("chiamate/", QUEUE) if number < STAFF // 3 else (pages[number % len(pages)], REST)
        looking.append(Looking(f"sala-{number}", hall, session, ledger, server.port, page=page, every=every))
    for one in looking:
        one.start()
    time.sleep(2 * REST)  # every page was opened
    before, begun = cpu(server.master.pid), time.monotonic()
    time.sleep(SECONDS)
    share = (cpu(server.master.pid) - before) / (time.monotonic() - begun)
    end(ledger, looking)
    result.faults += ledger.faults
    result.figures[f"polling of {STAFF}"] = f"{share:.1%} of a core"
    if share > MOST_CPU:
        result.faults.append(f"polling costs {share:.1%} of a core, more than {MOST_CPU:.0%}")


def answered_calls(result: Result, hall: dict, server: Server) -> Ledger:
    ledger, before, begun = Ledger(), cpu(server.master.pid), time.monotonic()
    tables = [CallingTable(number, hall, ledger, server.port) for number in range(1, TABLES + 1)]
    arbiters = [
        GoingArbiter(f"arbiter-{number}", hall, session, ledger, server.port, page="chiamate/", every=QUEUE)
        for number, session in enumerate(hall["sessions"]["arbiter"])
    ]
    for one in (*arbiters, *tables):
        one.start()
    for one in tables:
        while one.is_alive() and not ledger.faults:
            one.join(1)
    end(ledger, arbiters)
    took = time.monotonic() - begun
    result.figures["calls"] = f"{sum(ledger.acknowledged.values())} in {took:.0f} s, {ledger.by_desk} by the desk"
    result.figures["CPU meanwhile"] = f"{(cpu(server.master.pid) - before) / took:.1%} of a core"
    return ledger


def end(ledger: Ledger, clients: list) -> None:
    ledger.over.set()
    for one in clients:
        one.join(60)


def reckon_calls(result: Result, ledger: Ledger, kept: list[Record]) -> None:
    there = Counter(table for _pk, table, *_rest in kept)
    for table in there.keys() | ledger.acknowledged.keys():
        if there[table] != ledger.acknowledged[table]:
            result.faults.append(f"table {table} called {ledger.acknowledged[table]} times, {there[table]} are there")
    for pk, table, owner, outcome, renewals, taken in kept:
        ledger.flooded[table] -= renewals
        if (owner, outcome, taken) != (ledger.owners.get(pk), "information", 1) or ledger.flooded[table] < 0:
            result.faults.append(f"call {pk} of table {table}: {owner}, {outcome}, {renewals} renewals, {taken} takes")
    sights = sorted(ledger.sights)
    p95 = sights[int(len(sights) * 0.95)]
    result.figures |= {
        "call to sight": f"p50 {sights[len(sights) // 2]:.2f} s, p95 {p95:.2f} s, slowest {sights[-1]:.2f} s",
        "taken by another": ledger.refused,
        "cut off and sent again": ledger.cuts,
    }
    result.faults += ledger.faults
    if p95 > MOST_SIGHT:
        result.faults.append(f"call to sight: p95 {p95:.2f} s, more than {MOST_SIGHT} s")
