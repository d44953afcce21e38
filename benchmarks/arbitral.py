"""Artificial scores (art. 81) for every cell of a large tournament."""

from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.common import Goal, Row, best
from codes.arbitral.board import artificial_for_all
from codes.arbitral.score import TableScore

BOARDS, TABLES = 1000, 200
GOAL = Goal(seconds=0.05)

Board = list[TableScore]


def run() -> Iterator[Row]:
    """One row without accuse, one with: an accusa of 3 at every fourth table of either line."""
    yield measured("without accuse", accuse=[0])
    yield measured("with accuse", accuse=[0, 0, 0, 3])


def measured(title: str, *, accuse: list[int]) -> Row:
    random = Random(4711)  # noqa: S311 the same figures in every run
    boards = [played_board(random, accuse) for _ in range(BOARDS)]
    kinds = sum(len({(a, b) for _, a, b in board}) for board in boards) // BOARDS
    return Row(
        name=f"artificial scores, {title}",
        ours_seconds=best(lambda: score(boards)),
        goal=GOAL,
        note=f"{BOARDS} boards × {TABLES} tables, about {kinds} different results on each",
    )


def played_board(random: Random, accuse: list[int]) -> Board:
    """Results of one board: the eleven points of the deck around a middle of the board's own, and the accuse."""
    middle = random.uniform(3, 8)
    return [
        TableScore(str(table), a + random.choice(accuse), 11 - a + random.choice(accuse))
        for table in range(TABLES)
        for a in [min(11, max(0, round(random.gauss(middle, 1.8))))]
    ]


def score(boards: list[Board]) -> list[list[tuple[int, int]]]:
    """The artificial score of every table of every board, lots included."""
    return [
        artificial_for_all(board, seed="4711", purpose=partial("smazzata {} tavolo {}".format, number))
        for number, board in enumerate(boards)
    ]
