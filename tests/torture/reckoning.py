"""The reckoning: the clients' ledger against what the database holds, and what the database says of itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.torture.arbiters import AWAY, Ledger
from tests.torture.hall import Record, kept_in
from tests.torture.server import python

Answers = dict[int, dict[str, str]]  # by call and arbiter: who goes, as that arbiter was told


@dataclass
class Result:
    """What a scenario found: figures to show, and what must not be."""

    name: str
    figures: dict[str, object] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def told(self) -> str:
        lines = [f"{'FAILED' if self.faults else 'held  '}  {self.name}"]
        lines += [f"          {name}: {figure}" for name, figure in self.figures.items()]
        return "\n".join(lines + [f"          ! {fault}" for fault in self.faults[:12]])


def table(results: Sequence[tuple[Result, float]]) -> str:
    """All of them at the end, a line each: whether it held, how long it took, its figures; then how many failed."""
    widest = max(len(one.name) for one, _seconds in results)
    lines = [f"{'':6}  {'scenario':{widest}}  {'s':>5}  figures"]
    for one, seconds in results:
        figures = "; ".join(f"{name} {figure}".replace("\n", " ") for name, figure in one.figures.items())
        lines.append(f"{'FAILED' if one.faults else 'held':6}  {one.name:{widest}}  {seconds:5.0f}  {figures}")
    failed = sum(bool(one.faults) for one, _seconds in results)
    return "\n".join([*lines, f"{len(results) - failed} of {len(results)} held."])


def compare(acknowledged: list[Record], waiting: list[Record], kept: list[Record]) -> list[str]:
    """Acknowledged ones not there, ones there twice, ones that nobody sent; what still waits may be there or not."""
    told, there = Counter(acknowledged), Counter(kept)
    faults = [f"acknowledged and lost: {one}" for one in (told - there)]
    for one, times in (there - told).items():
        if times > 1 or told[one]:
            faults.append(f"there {times + told[one]} times: {one}")
        elif one not in waiting:
            faults.append(f"there, and nobody sent it: {one}")
    return faults


def reckon(result: Result, ledger: Ledger, url: str) -> Result:
    """Everything that must hold after any fault."""
    kept = kept_in(url)
    waiting = list(ledger.waiting.values())
    result.faults += compare(ledger.acknowledged, waiting, kept) + ledger.faults
    if waiting:
        result.faults.append(f"{len(waiting)} were never acknowledged: {waiting[:3]}")
    verified = python(url, "manage.py", "verify")
    if verified.returncode:
        result.faults.append(f"verify: {verified.stderr[-500:]}")
    result.figures |= {
        "acknowledged": len(ledger.acknowledged),
        "records there": dict(Counter(str(one[0]) for one in kept)),
        "sent twice at once": ledger.doubled,
        "broken off and sent again": ledger.broken_off,
        "answers": dict(sorted(ledger.answers.items())),
        "verify": verified.stdout.strip() or "failed",
    }
    return result


def unproven(ledger: Ledger, healthy: int) -> Iterator[str]:
    """A scenario in which nothing went wrong, or nothing went on afterwards, proves nothing."""
    if not AWAY & set(ledger.answers):
        yield "nobody was told that the database is away"
    if len(ledger.acknowledged) <= healthy:
        yield "nothing went on afterwards"


def unlike(told: Answers, rows: list[Record]) -> list[str]:
    """Where not exactly one took it, with one line in the log, and all others were told this one."""
    faults = []
    for pk, _table, owner, _outcome, _renewals, takes in rows:
        who, mine = Counter(told[pk].values()), [name for name, said in told[pk].items() if said == name]
        if takes != 1 or mine != [owner] or set(who) != {owner}:
            faults.append(f"call {pk} is {owner or 'nobody'}'s, taken {takes} times in the log; told {dict(who)}")
    return faults
