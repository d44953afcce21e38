"""Room on Python's stack for everything that a test calls, asked of the system once instead of a million times.

Python keeps the frames of its functions in pieces of 16 KiB, which it asks of the system and gives back one by one.
A request answered below pytest stands so deep that a loop at the edge of a piece does both at each turn: the access
matrix spent a third of its time on that. A frame that says it needs much gets one large piece, where all find place.
"""

from collections.abc import Callable
from typing import TypeVar

# In words of eight bytes: a little more than half a MiB, so that the piece is of one MiB and as much is left in it.
ROOM = 70_000

T = TypeVar("T")


def with_room(call: Callable[..., T], *given: object) -> T:
    """What the call returns, which finds the room; nothing is written there, so that it takes no memory."""
    return call(*given)


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)
