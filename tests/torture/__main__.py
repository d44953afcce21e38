"""`python -m tests.torture [scenario …] [sqlite] [postgres]`: one after the other, all of them without a name."""

import sys
import time
from collections.abc import Callable

from tests.torture.databases import Postgres, Sqlite, database
from tests.torture.drill import drilled
from tests.torture.kills import killed
from tests.torture.load import loaded
from tests.torture.migrating import migrated
from tests.torture.reckoning import Result
from tests.torture.stops import filled, stopped

SCENARIOS: dict[str, Callable[[Sqlite | Postgres], Result]] = {
    "kills": killed,
    "load": loaded,
    "stops": stopped,
    "full": filled,
    "migrating": migrated,
    "drill": drilled,
}
DATABASES = ["sqlite", "postgres"]


def main(asked: list[str]) -> int:
    if unknown := set(asked) - {*SCENARIOS, *DATABASES}:
        raise SystemExit(
            f"Not a scenario: {', '.join(sorted(unknown))}. There are {', '.join([*SCENARIOS, *DATABASES])}."
        )
    failed = 0
    for name in [one for one in asked if one in SCENARIOS] or SCENARIOS:
        for kind in [one for one in asked if one in DATABASES] or DATABASES:
            begun = time.monotonic()
            with database(kind) as place:
                result = SCENARIOS[name](place)
            failed += bool(result.faults)
            print(result.told(), f"          took: {time.monotonic() - begun:.0f} s", sep="\n", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
