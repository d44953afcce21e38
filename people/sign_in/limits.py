"""How long a session lasts, by what its account may do."""

from enum import StrEnum
from typing import NamedTuple

HOUR = 60 * 60


class Kind(StrEnum):
    """Whose session it is."""

    FEDERATION = "federation"
    DIRECTOR = "director"
    STAFF = "staff"


class Limits(NamedTuple):
    """Seconds without use, and seconds in all, after which a session has ended."""

    idle: int
    absolute: int


# A day of tournament is twelve hours long, with a meal between its sessions; whoever administers does it at a desk.
LIMITS = {
    Kind.FEDERATION: Limits(HOUR, 12 * HOUR),
    Kind.DIRECTOR: Limits(4 * HOUR, 16 * HOUR),
    Kind.STAFF: Limits(12 * HOUR, 48 * HOUR),
}


LONGEST = max(limits.absolute for limits in LIMITS.values())
