"""How far a share may be chance: Wilson's interval, in whole thousandths, without any rounding on the way."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

# Of fewer nothing is said: between all and none of three lie nine tenths of what may be.
FEWEST = 10
# 1.96²: nineteen times in twenty the true share lies within.
_Z2 = Fraction(2401, 625)
_FINE = 10**12


@dataclass(frozen=True)
class Share:
    """So many of so many; `low` and `high` in thousandths, rounded outwards."""

    part: int
    whole: int

    @property
    def thousandths(self) -> int:
        return 1000 * self.part // self.whole if self.whole else 0

    @property
    def is_telling(self) -> bool:
        return self.whole >= FEWEST

    @property
    def low(self) -> int:
        return self._bounds[0]

    @property
    def high(self) -> int:
        return self._bounds[1]

    @property
    def hundredths(self) -> int:
        """The share in hundredths, halves up."""
        return (200 * self.part + self.whole) // (2 * self.whole) if self.whole else 0

    @property
    def low_hundredths(self) -> int:
        return self.low // 10

    @property
    def high_hundredths(self) -> int:
        return -(-self.high // 10)

    @property
    def _bounds(self) -> tuple[int, int]:
        if not self.whole:
            return 0, 1000
        part, whole = Fraction(self.part), Fraction(self.whole)
        spread = _Z2 * (part * (whole - part) / whole + _Z2 / 4)
        # The root from above: the interval is never narrower than the true one.
        root = Fraction(isqrt(spread.numerator * _FINE**2 // spread.denominator) + 1, _FINE)
        middle, scale = part + _Z2 / 2, 1000 / (whole + _Z2)
        low, high = (middle - root) * scale, (middle + root) * scale
        return max(0, low.numerator // low.denominator), min(1000, -(-high.numerator // high.denominator))
