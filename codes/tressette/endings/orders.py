"""What binds a player in the last tricks: cards forbidden or compulsory, and «a meglio a meglio» (art. 25, 120).

Every order yields to the duty of following suit, and to necessity: where it leaves a player no lawful card it does not
bind for that card. So do the bans of art. 180–185 («unless he holds no other suit»), and by a reading that of art. 24.
"""

from dataclasses import dataclass
from enum import StrEnum

from codes.seats import Seat
from codes.tressette.cards import Card


class OrderVerb(StrEnum):
    FORBID = "forbid"
    OBLIGE = "oblige"


@dataclass(frozen=True, kw_only=True)
class CardOrder:
    """`seat` may not play these cards, or plays one of them as soon as it may.

    `leading`: only when leading to a trick. `tricks`: for so many tricks, the present one included; None to the end.
    """

    seat: Seat
    verb: OrderVerb
    cards: frozenset[Card]
    leading: bool = False
    tricks: int | None = None


@dataclass(frozen=True, kw_only=True)
class BestFirst:
    """«A meglio a meglio» after a hand laid down that does not hold (art. 120).

    `seat` laid it down and plays from the highest grade, free between cards of one grade, until partner or opponents
    take the lead; `is_free` where they have taken it already. From then on the duty does not come back (the reading of
    the procedures); the partner's holds whenever the partner leads, to the end.
    """

    seat: Seat
    is_free: bool = False
