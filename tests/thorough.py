"""How much is tried: by samples in `make test`, everything in `make thorough` (which CI runs too).

A sample takes turns, always the same: every kind is met in every suite, if not in every place. What cannot be
sampled, a whole tournament in the browser or all migrations, is marked `whole`: `make test` leaves it to
`make thorough`, and to PostgreSQL, unless its file is named.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

THOROUGH = "THOROUGH" in os.environ

T = TypeVar("T")


def in_turn(things: Sequence[T], turn: int, share: int = 3) -> Sequence[T]:
    """Every share-th of the things, another beginning at each turn; all of them where all are to be tried."""
    return things if THOROUGH else things[turn % share :: share]
