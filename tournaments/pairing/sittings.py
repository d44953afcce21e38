"""The draw of a sitting: single players at tables of three, of five, or of both, and who is left over.

By lot, from a seed that anybody can repeat it with: who rests is drawn among those who rested least; the others are
seated in the order of the draw, each table filled by whoever met least the players who already sit there, then seats
are exchanged as long as fewer players meet again. No code rules on it: this is the program's own way
(docs/decisions/0067-tables-of-three-and-five.md).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from codes.rfc3797 import key_string, select, words

THREE, FIVE = 3, 5
MOST_PASSES = 20
Met = Counter[frozenset[int]]


class Sizes(StrEnum):
    """How many sit at a table; of both sizes, as few tables of five as leave nobody over."""

    THREE = "three"
    FIVE = "five"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True)
class SittingInputs:
    """What a draw is made from: who is there by number, the tables of the sittings before, who rested in them."""

    sizes: Sizes
    players: tuple[int, ...]
    before: tuple[tuple[int, ...], ...] = ()
    rested: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "sizes": self.sizes.value,
            "players": list(self.players),
            "before": [list(table) for table in self.before],
            "rested": list(self.rested),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SittingInputs":
        """Raises KeyError, ValueError or TypeError for what is none."""
        return cls(
            sizes=Sizes(data["sizes"]),
            players=tuple(data["players"]),
            before=tuple(tuple(table) for table in data["before"]),
            rested=tuple(data["rested"]),
        )


@dataclass(frozen=True, kw_only=True)
class DrawnSitting:
    """The tables in order, each with its players by seat; who rests."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


def table_sizes(sizes: Sizes, players: int) -> tuple[int, ...]:
    """How many sit at each table; what they do not add up to is left over. Of too few players there are no tables."""
    if sizes is not Sizes.BOTH:
        size = THREE if sizes is Sizes.THREE else FIVE
        return (size,) * (players // size)
    # Eight or more always come out even; of four and of seven one is left over.
    left, fives = min(
        (left, fives) for fives in range(players // FIVE + 1) for left in [(players - FIVE * fives) % THREE]
    )
    return (THREE,) * ((players - FIVE * fives - left) // THREE) + (FIVE,) * fives


def draw_sitting(inputs: SittingInputs, seed: str) -> DrawnSitting:
    """The tables that come out of these inputs and this seed. Raises ValueError where there is no table."""
    shape = table_sizes(inputs.sizes, len(inputs.players))
    if not shape or len(set(inputs.players)) != len(inputs.players):
        raise ValueError(f"no table for {inputs.players}")
    order = select(key_string([*words(seed), inputs.players]), sorted(inputs.players), len(inputs.players))
    rested = Counter(inputs.rested)
    over = len(order) - sum(shape)
    resting = sorted(order, key=lambda player: rested[player])[:over]
    met = met_at(inputs.before)
    seated = _exchange_in_turn(
        _fill_tables([player for player in order if player not in set(resting)], shape, met), met
    )
    place = {player: at for at, player in enumerate(order)}
    tables = tuple(tuple(sorted(table, key=place.__getitem__)) for table in seated)
    return DrawnSitting(tables=tables, resting=tuple(sorted(resting)))


def met_at(tables: Iterable[Sequence[int]]) -> Met:
    """How often each two players sat at one table."""
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def repeated_encounters(tables: Iterable[Sequence[int]], met: Met) -> int:
    """How many encounters of these tables are between players who met before."""
    return sum(1 for table in tables for two in combinations(table, 2) if met[frozenset(two)])


def _fill_tables(order: Sequence[int], shape: Sequence[int], met: Met) -> list[list[int]]:
    left, tables = list(order), []
    for size in shape:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(left.pop(left.index(min(left, key=lambda player: _weight(player, table, met)))))
        tables.append(table)
    return tables


def _weight(player: int, others: Collection[int], met: Met) -> int:
    """What it weighs that this one sits with those: a third encounter more than two second ones."""
    return sum(met[frozenset((player, other))] ** 2 for other in others)


def _exchange_in_turn(tables: list[list[int]], met: Met) -> list[list[int]]:
    """The tables with seats exchanged in turn, as long as that makes them lighter; each pass looks at all of them."""
    for _pass in range(MOST_PASSES if met else 0):
        lighter = [_exchange_once(here, there, met) for here, there in combinations(tables, 2)]
        if not any(lighter):
            break
    return tables


def _exchange_once(here: list[int], there: list[int], met: Met) -> bool:
    """Exchange the first two of the tables who then weigh less; whether there were such."""
    for at, player in enumerate(here):
        beside = [who for who in here if who != player]
        if not (weight := _weight(player, beside, met)) and not repeated_encounters([there], met):
            continue
        for to, other in enumerate(there):
            opposite = [who for who in there if who != other]
            now = weight + _weight(other, opposite, met)
            if _weight(other, beside, met) + _weight(player, opposite, met) < now:
                here[at], there[to] = other, player
                return True
    return False
