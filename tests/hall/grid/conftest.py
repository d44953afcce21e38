"""What the tests of grid share with those of scores."""

from tests.tournaments.scores.conftest import given, scorer

__all__ = ["given", "scorer"]
