"""A result that comes after the score that rests on it."""

from tests.factories import acting
from tournaments.scores.actions import give_score


def late(score, by):
    return give_score(
        by=acting(by),
        table=score.table,
        board=score.board,
        points_a=3,
        points_b=8,
        expected_version=score.version,
        reason="Scritto male",
    )
