"""What the burraco calculators take from the catalogue: the pack as a tally. They count with `referee.law.burraco`."""

from referee.games.catalogue import pack_of
from referee.games.schema import Game
from referee.law.burraco.count import Tally


def pack_tally(game: Game) -> Tally:
    """How many cards of each value the game is played with, two packs or three."""
    jokers, twos, aces, tens, fives = (value.copies for value in pack_of(game).values)
    return Tally(jokers=jokers, twos=twos, aces=aces, tens=tens, fives=fives)
