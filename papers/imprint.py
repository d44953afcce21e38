"""What every page of a document carries."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

Shown = TypeVar("Shown")


class Names:
    """How persons are named on a paper: as they stand there, unless a tournament says otherwise."""

    def in_all(self, value: Shown) -> Shown:
        """The value with every name in it as it is to be read."""
        return value


AS_THEY_STAND = Names()


@dataclass(frozen=True)
class Imprint:
    """Whose the document is, what it is, when it was made, in which language."""

    title: str
    owner: str
    at: datetime
    author: str = ""
    language: str = "it"
    # The last line of the log when it was made, by which anybody may later tell a chain that was written anew.
    head: str = ""
    # The same with the tournament's address, for a machine to read.
    code: str = ""
    # How minors are named on it, where it is for everybody's eyes.
    names: Names = AS_THEY_STAND
