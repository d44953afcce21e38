"""What a confirmation says it saw: the boards of a table, or of several, with the version of each score."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter

from tournaments.queries import Unconfirmed

# Board and version, «1.3-2.1»; of several tables each after its number, «12:1.3-2.1 13:1.1».
SEEN = re.compile(r"\d{1,5}\.\d{1,9}(?:-\d{1,5}\.\d{1,9})*", re.ASCII)
OF_TABLE = re.compile(rf"(\d{{1,5}}):({SEEN.pattern})", re.ASCII)


def seen_of(versions: Mapping[int, int]) -> str:
    """The versions by board number, as a form sends them."""
    return "-".join(f"{board}.{version}" for board, version in versions.items())


def seen_of_scores(scores: Iterable[Unconfirmed]) -> str:
    """Scores of a round with their versions, table after table, as a form sends them."""
    by_table = groupby(scores, key=attrgetter("table"))
    return " ".join(f"{table}:{seen_of({one.board: one.version for one in group})}" for table, group in by_table)


def read_seen(sent: str) -> dict[int, int] | None:
    """What `seen_of` wrote; None for anything else."""
    if not SEEN.fullmatch(sent):
        return None
    pairs = (one.split(".") for one in sent.split("-"))
    return {int(board): int(version) for board, version in pairs}


def read_tables(sent: str) -> dict[int, dict[int, int]] | None:
    """The same of several tables, by their number; None for anything else, and for nothing."""
    found = [OF_TABLE.fullmatch(one) for one in sent.split(" ")]
    if not all(found):
        return None
    return {int(one[1]): read_seen(one[2]) or {} for one in found if one}
