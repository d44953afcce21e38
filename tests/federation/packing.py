"""A tournament with something of everything, sealed, and its package; for tests of packages."""

from tests import factories
from tests.world import World, make_played


def sealed_world() -> World:
    """The tests' world, whose tournament is sealed: scores, rulings, drafts, standings, an appeal."""
    world = make_played()
    factories.sealed(world.tournament)
    return world
