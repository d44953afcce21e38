"""Clients that behave as our pages do: an entry has one key, and is sent until the server has acknowledged it.

They keep the ledger: what was acknowledged, which at the end must be in the database, once.
"""

import http.client
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

AWAY = {502, 503, 504}
WORDS = "Il server non può registrare adesso"
TOKEN = "torture" * 4 + "torn"  # of the browser's cookie, sent back beside it
LONG = 40.0  # seconds after which an answer is not waited for any more
AGAIN = 0.3  # seconds after which it is sent again; our pages take five
REASON = "Sentiti tutti al tavolo"


@dataclass(frozen=True)
class Form:
    """What is sent, and the record that it must leave behind."""

    address: str
    fields: dict[str, object]
    leaves: tuple[object, ...] | None = None
    htmx: bool = False


@dataclass
class Ledger:
    """What all clients together sent, were answered and wait for."""

    acknowledged: list[tuple[object, ...]] = field(default_factory=list)
    waiting: dict[int, tuple[object, ...]] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)
    broken_off: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    # Set where there will be nobody any more who could acknowledge.
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int, body: bytes, retry_after: str | None, address: str) -> None:
        text = body.decode(errors="replace")
        with self.lock:
            self.answers[status] += 1
            if status in AWAY and not (retry_after and WORDS in text):
                self.faults.append(f"{status} without its words: {address}: {text[:200]!r}")
            if status not in {200, 302} | AWAY or "Traceback" in text:
                self.faults.append(f"{status}: {address}: {said(text)}")


def said(page: str) -> str:
    """What a page says in red, or what it begins with."""
    alerts = re.findall(r'role="alert".*?</', page, re.DOTALL) or [page]
    return " ".join(re.sub(r"<[^>]*>?", " ", " ".join(alerts)).split())[:300]


class Arbiter(threading.Thread):
    """One who writes scores, corrects them, punishes, opens cases and rules, on tables of their own."""

    def __init__(self, number: int, hall: dict, ledger: Ledger, port: int, *, of: int, pause: float, doubled: int):
        super().__init__(daemon=True)
        self.number, self.ledger, self.port, self.pause, self.share = number, ledger, port, pause, doubled
        self.chance = Random(number)  # noqa: S311 — the same every time
        self.root = f"/tornei/{hall['slug']}"
        self.cookies = f"sessionid={hall['sessions']['chief_arbiter'][number]}; csrftoken={TOKEN}"
        self.entries = hall["entries"]
        self.cells = [
            (table, board)
            for board in range(1, hall["boards"] + 1)
            for table in range(1 + number, hall["tables"] + 1, of)
        ]
        self.versions: Counter[tuple[int, int]] = Counter()
        self.without_case = list(self.cells)
        self.ended = threading.Event()
        self.trace = []
        self.connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        keys = iter(range(1_000_000_000))
        try:
            while not self.ended.is_set():
                for form in self.job(next(keys)):
                    self.send(form, f"arbitro-{self.number}-{next(keys)}")
                time.sleep(self.chance.uniform(0, 2 * self.pause))
        except Exception as error:  # told at the end, with all other faults
            self.ledger.faults.append(f"client {self.number}: {error!r}")

    def job(self, number: int) -> Iterator[Form]:
        """What comes next: mostly scores, now and then a penalty, or an anomaly from the first tap to the ruling."""
        kind = self.chance.random()
        if kind < 0.75:
            yield self.score(number)
        elif kind < 0.9 or not self.without_case:
            entry, reason = self.chance.choice(self.entries), f"Ritardo {self.number}-{number}"
            fields = {"entry": entry, "kind": "vp-penalty", "amount": 1, "reason": reason}
            yield Form(f"{self.root}/direzione/penalita/", fields, ("penalty", entry, -1, reason))
        else:
            yield from self.ruling(*self.without_case.pop(self.chance.randrange(len(self.without_case))))

    def score(self, number: int) -> Form:
        cell = self.chance.choice(self.cells)
        # Never what stands there: that would be no correction.
        version = self.versions[cell]
        points = 1 + (version + number % 3 * 3) % 9
        self.versions[cell] += 1
        reason = f"Letto male {self.number}-{number}" if version else ""
        fields = {"version": version, "line_a": points, "line_b": "", "reason": reason}
        address = f"{self.root}/direzione/turni/1/tavoli/{cell[0]}/smazzate/{cell[1]}/"
        return Form(address, fields, ("score", *cell, version + 1, points, 11 - points, reason), htmx=True)

    def ruling(self, table: int, board: int) -> Iterator[Form]:
        yield Form(f"{self.root}/turni/1/tavoli/{table}/anomalia/", {"board": board}, ("case", table, board))
        case, steps = self.led_to, [
            {"step": "anomalia", "procedure": "altra-anomalia"},
            {"step": "posto", "responsible": "E"},
            {"step": "rilevazione", "seats": "E", "timing": "tempestiva"},
            {"step": "domanda", "fact": "scelta", "answer": "nessun-effetto"},
        ]  # fmt: skip
        for version, step in enumerate(steps, start=1):
            yield Form(case, {**step, "version": version})
        said = {"version": len(steps) + 1, "reason": REASON}
        yield Form(f"{case}conferma/", said, ("ruling", table, board, 1, REASON))

    # ---- sending --------------------------------------------------------

    def send(self, form: Form, key: str) -> None:
        """Until it is acknowledged; what waits is told meanwhile."""
        fields = {**form.fields, "key": key, "csrfmiddlewaretoken": TOKEN}
        if form.leaves:
            self.ledger.waiting[self.number] = form.leaves
        begun = time.monotonic()
        if self.chance.randrange(100) < self.share:
            self.ledger.doubled += 1
            twin = threading.Thread(target=self.once, args=(form, fields, True), daemon=True)
            twin.start()
            self.until_answered(form, fields)
            twin.join()
        else:
            self.until_answered(form, fields)
        self.ledger.seconds.append(time.monotonic() - begun)
        if form.leaves:
            self.ledger.acknowledged.append(form.leaves)
            self.ledger.waiting.pop(self.number)

    def until_answered(self, form: Form, fields: dict[str, object]) -> None:
        while (status := self.once(form, fields)) not in {200, 302}:
            if status is not None and status not in AWAY:
                raise RuntimeError(f"{status} to {form}: {self.trace[-8:]}")
            if self.ledger.over.is_set():
                raise SystemExit
            time.sleep(AGAIN)

    def once(self, form: Form, fields: dict[str, object], is_twin: bool = False) -> int | None:
        """The answer's status; None where there was none."""
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"HX-Request": "true"} if form.htmx else {}
        connection = None if is_twin else self.connection
        try:
            connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
            connection.request("POST", form.address, urlencode(fields), headers)
            answer = connection.getresponse()
            body = answer.read()
        except (TimeoutError, OSError, http.client.HTTPException):
            self.ledger.broken_off += 1
            self.trace.append((time.monotonic(), is_twin, form.address, fields, "broken off"))
            connection.close()
            connection = answer = None
        if is_twin and connection:
            connection.close()
        elif not is_twin:
            self.connection = connection
        if answer is None:
            return None
        self.led_to = answer.getheader("Location") or getattr(self, "led_to", "")
        self.trace.append((time.monotonic(), is_twin, form.address, fields, answer.status, self.led_to))
        self.ledger.note(answer.status, body, answer.getheader("Retry-After"), form.address)
        return answer.status


@dataclass
class Crowd:
    """So many arbiters at work."""

    hall: dict
    port: int
    size: int
    pause: float
    doubled: int
    ledger: Ledger = field(default_factory=Ledger)
    at_work: list[Arbiter] = field(default_factory=list)

    def begin(self) -> None:
        for number in range(self.size):
            one = Arbiter(
                number, self.hall, self.ledger, self.port, of=self.size, pause=self.pause, doubled=self.doubled
            )
            self.at_work.append(one)
            one.start()

    def end(self, *, within: float = 120) -> None:
        """Let each send what it has begun, to the acknowledgement."""
        for one in self.at_work:
            one.ended.set()
        until = time.monotonic() + within
        for one in self.at_work:
            one.join(max(0.0, until - time.monotonic()))
