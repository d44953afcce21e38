"""`python -m tests.torture [scenario …] [sqlite] [postgres]`: one after the other, all of them without a name."""

import sys
import time
import traceback
from collections.abc import Callable

from tests.torture.calls import called
from tests.torture.databases import Postgres, Sqlite, database
from tests.torture.drill import drilled
from tests.torture.kills import killed
from tests.torture.load import loaded
from tests.torture.migrating import migrated
from tests.torture.reckoning import Result, table
from tests.torture.stops import filled, stopped
from tests.torture.taking import taken

SCENARIOS: dict[str, Callable[[Sqlite | Postgres], Result]] = {
    "kills": killed,
    "load": loaded,
    "hall": called,
    "takes": taken,
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
    results = []
    for name in [one for one in asked if one in SCENARIOS] or SCENARIOS:
        for kind in [one for one in asked if one in DATABASES] or DATABASES:
            begun = time.monotonic()
            result = played(name, kind)
            results.append((result, time.monotonic() - begun))
            print(result.told(), f"          took: {results[-1][1]:.0f} s", sep="\n", flush=True)
    print("", table(results), sep="\n")
    return 1 if any(result.faults for result, _seconds in results) else 0


def played(name: str, kind: str) -> Result:
    """What the scenario found; one that breaks has failed, and the others are played all the same."""
    try:
        with database(kind) as place:
            return SCENARIOS[name](place)
    except Exception as error:  # whatever it is, it stands in the table
        traceback.print_exc()
        return Result(f"{name}, {kind}", faults=[f"it broke: {error!r}"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
