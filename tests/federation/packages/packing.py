"""A tournament with something of everything, sealed, and its package; for tests of packages."""

from federation.packages.exports import package
from tests import factories
from tests.factories import NOON
from tests.world import World, make_played


def sealed_world() -> World:
    """The tests' world, whose tournament is sealed: scores, rulings, drafts, standings, an appeal."""
    world = make_played()
    factories.sealed(world.tournament)
    return world


def packed_world() -> tuple[World, bytes]:
    """The same with its package."""
    world = sealed_world()
    return world, package(world.tournament, NOON)
