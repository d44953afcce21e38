"""Numbers as people read them: with their sign, below zero with a true minus, an amount in euros."""

from collections.abc import Callable


def signed(value: int) -> str:
    """The number with its sign, as differences and penalties are read; zero has none."""
    return f"+{value}" if value > 0 else figure(value)


def figure(value: int) -> str:
    """The number as it is read, below zero with a true minus."""
    return str(value).replace("-", "−")


def euros(cents: int) -> str:
    """An amount kept in cents, as it is read and typed in Italy and elsewhere: «20,00 €»."""
    return f"{cents // 100},{cents % 100:02d} €"


# Told how many parts are done, and of how many.
Tell = Callable[[int, int], None]
