"""Forty people enter the scores of one round at the same moment, against forty that only write a line each.

Half of them record, confirm what another recorded, and give the same board a second time from an old page; the other
half are tables: both lines send the same figures. Nothing may be lost, and the chain of the log must hold.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from benchmarks.common import Row
from benchmarks.hall import hall
from tests.factories import acting, give_role, make_user
from tournaments.actions.base import StaleVersion
from tournaments.actions.scores import confirm_score, give_score
from tournaments.actions.slips import players_of, send_slip
from tournaments.log import verify_log, write_line
from tournaments.models import Board, BoardScore, Table, Tournament, User
from tournaments.permissions import Role
from tournaments.scoring.board import Result
from tournaments.seats import Line

PEOPLE = 40


def run() -> list[Row]:
    call_command("migrate", verbosity=0)
    tournament, _director = hall("quaranta", PEOPLE * 2, 1, last_scored=False)
    scorers = [make_user(f"segnapunti-{number}") for number in range(PEOPLE // 2)]
    for one in scorers:
        give_role(one, tournament, Role.SCORER)
    round = tournament.rounds.select_related("tournament", "stage").get()
    tables, boards = list(round.tables.with_players().order_by("number")), list(round.boards.all())
    players = players_of(tournament)
    jobs = [_recording(table, boards, scorers, place) for place, table in enumerate(tables[: PEOPLE // 2])]
    jobs += [_sending(table, boards, players) for table in tables[PEOPLE // 2 :]]
    base = at_once([_writing(tournament, one, len(boards) * 2) for one in scorers * 2])
    ours = at_once(jobs)
    check(tournament, tables, boards)
    steps = PEOPLE * len(boards) * 2
    note = f"{steps} records in {ours:.1f} s; none lost, {verify_log(tournament).lines} lines of the log in one chain"
    goal = "nothing lost"
    return [Row("40 people enter scores, each record", ours / steps, base / steps, "a line in the log", goal, note)]


def at_once(jobs: Sequence[Callable[[], None]]) -> float:
    """Seconds until all jobs, each with its own connection, have ended; an error in one is raised."""
    start = perf_counter()
    with ThreadPoolExecutor(len(jobs)) as people:
        for ended in [people.submit(_alone, job) for job in jobs]:
            ended.result()
    return perf_counter() - start


def _alone(job: Callable[[], None]) -> None:
    try:
        job()
    finally:
        connection.close()


def _writing(tournament: Tournament, by: User, lines: int) -> Callable[[], None]:
    def job() -> None:
        for _ in range(lines):
            with transaction.atomic():
                write_line(tournament=tournament, actor=by, at=timezone.now(), action="note", record="prova:1", data={})

    return job


def _recording(table: Table, boards: Sequence[Board], scorers: Sequence[User], place: int) -> Callable[[], None]:
    """Each board recorded by one, given again by another from an old page, who is refused, and confirmed."""
    first, second = scorers[place], scorers[(place + 1) % len(scorers)]

    def job() -> None:
        for board in boards:
            score = give_score(by=acting(first), table=table, board=board, points_a=7, points_b=4, expected_version=0)
            try:
                give_score(by=acting(second), table=table, board=board, points_a=6, points_b=5, expected_version=0)
            except StaleVersion:
                confirm_score(by=acting(second), score=score)
            else:
                raise RuntimeError(f"{table} {board} was given twice")

    return job


def _sending(table: Table, boards: Sequence[Board], players: User) -> Callable[[], None]:
    """Both lines send the same figures for all boards."""
    results = {board.number: Result(points_a=6, points_b=5) for board in boards}

    def job() -> None:
        for line in Line:
            send_slip(by=acting(players), table=table, line=line, results=results, expected_version=0)

    return job


def check(tournament: Tournament, tables: Sequence[Table], boards: Sequence[Board]) -> None:
    """Raise unless every board of every table has its one score, as it was given first, and the log its chain."""
    scores = list(BoardScore.objects.filter(table__in=tables).values_list("version", "points_a", "state"))
    confirmed = sum(score == (1, 7, BoardScore.State.CONFIRMED) for score in scores)
    sent = sum(score[:2] == (1, 6) for score in scores)
    if not len(scores) == 2 * confirmed == 2 * sent == len(tables) * len(boards):
        raise RuntimeError(f"of {len(scores)} scores {confirmed} were given and confirmed, {sent} sent by tables")
    proof = verify_log(tournament)
    tournament.refresh_from_db()
    if proof.first_broken is not None or proof.lines != tournament.data_version:
        raise RuntimeError("the chain of the log is broken")
