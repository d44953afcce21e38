"""What the burraco calculators take from the catalogue: the pack as a tally. They count with `codes.burraco`."""

from codes.burraco.count import Tally
from codes.games.catalogue import pack_of
from codes.games.schema import CardGame


def pack_tally(game: CardGame) -> Tally:
    """How many cards of each value the game is played with, two packs or three."""
    jokers, twos, aces, tens, fives = (value.copies for value in pack_of(game).values)
    return Tally(jokers=jokers, twos=twos, aces=aces, tens=tens, fives=fives)
