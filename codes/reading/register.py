"""The register of doubtful readings: each clause stands once, named by the rules that meet it or told by the facts."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set

from codes.deciding.table import Fact
from codes.format.readings import NamedReading, RegisteredReading, RuleReading, as_readings
from codes.reading.files import READINGS, Sources

Reported = tuple[str, tuple[str | int, ...], str]


def register_problems(sources: Sources, shared: Mapping[str, Fact], articles: Set[int]) -> Iterator[Reported]:
    """Entries that name what is not there or that no rule names; names without an entry; words that stand twice."""
    named: set[str] = set()
    places: dict[str, list[Reported]] = defaultdict(list)
    register = {reading.it: name for name, reading in sources.readings.readings.items()}
    for procedure in sources.procedures.values():
        for number, rule in enumerate(procedure.rules):
            here = (f"procedures/{procedure.id}.yaml", ("rules", number, "reading"))
            written = as_readings(sources.documents[here[0]].data["rules"][number].get("reading"))
            for reading, source in zip(rule.reading, written, strict=True):
                if isinstance(reading, NamedReading):
                    yield *here, f"unknown reading «{reading.of}»: not in {READINGS}"
                elif "it" in source:
                    places[reading.it].append((*here, _again(reading)))
                else:
                    named.add(register[reading.it])
    yield from (again for words, of in places.items() for again in of[words not in register :])
    for name, entry in sources.readings.readings.items():
        yield from ((READINGS, ("readings", name), message) for message in _faults(entry, shared, articles))
        if name not in named and not (entry.where or entry.orders):
            yield READINGS, ("readings", name), f"no rule names «{name}», and it says of no facts that they meet it"


def _again(reading: RuleReading) -> str:
    return f"a reading that stands elsewhere too belongs in {READINGS}, once: «{reading.it}»"


def _faults(entry: RegisteredReading, shared: Mapping[str, Fact], articles: Set[int]) -> Iterator[str]:
    yield from (f"unknown article {number}" for number in entry.cites if number not in articles)
    for name, answers in entry.where.items():
        if name not in shared:
            yield f"unknown fact «{name}»: neither an option nor in facts.yaml"
        else:
            yield from (f"unknown answer «{one}» of «{name}»" for one in answers if one not in shared[name].answers)
