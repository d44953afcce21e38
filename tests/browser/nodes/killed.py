"""Nodes and workers that are killed at work: nothing acknowledged is lost, nothing is done twice, nothing hangs."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from time import sleep

import pytest
from django.utils import timezone, translation

from people.accounts.models import User
from records.models import LogEntry
from records.rights import Role
from tests import factories, reading
from tests.browser.nodes.conftest import Installation, Process, until
from tests.browser.nodes.visitor import Visitor
from tests.factories import acting
from tournaments.publication.verification_queries import check_all
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.job_actions import ask_for_document
from tournaments.staff.models import Job, JobFile

TABLES, BOARDS, DESKS = 24, 4, 4
GRID = "/tornei/coppa-levante/direzione/turni/1/"
Cell = tuple[int, int]


@pytest.fixture
def hall(transactional_db: None) -> Tournament:
    tournament = factories.make_tournament(boards_per_round=BOARDS)
    entries = factories.make_entries(tournament, 2 * TABLES)
    factories.make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    for name, role in (("dora", Role.DIRECTOR), ("giulia", Role.CHIEF_ARBITER), ("sara", Role.SCORER)):
        factories.give_role(factories.make_person(name), tournament, role)
    return factories.sealed(tournament)


def test_a_node_killed_among_scores_loses_none_and_doubles_none(installation: Installation, hall: Tournament) -> None:
    installation.add_worker()
    cells = [(table, board) for table in range(1, TABLES + 1) for board in range(1, BOARDS + 1)]
    dora = Visitor()
    assert dora.sign_in(installation.url, "dora", "dora")
    with ThreadPoolExecutor(DESKS) as desks:
        written = [desks.submit(write, installation.url, cells[desk::DESKS]) for desk in range(DESKS)]
        until(lambda: BoardScore.objects.count() > 10)
        installation.nodes[0].kill()
        asked = Job.objects.count()
        place = f"{installation.url}/tornei/coppa-levante/esporta/prepara/torneo/"
        until(lambda: was_taken(dora, place, {"key": "uno"}))
        acknowledged = [cell for one in written for cell in one.result()]

    assert sorted(acknowledged) == cells
    scores = BoardScore.objects.values_list("table__number", "board__number", "version", "points_a", "points_b")
    assert sorted(scores) == [(table, board, 1, *points(table, board)) for table, board in cells]
    assert all(one.holds for one in check_all(hall))
    assert asked == 0
    until(lambda: Job.objects.get().state == "done")
    of_one_moment(Job.objects.get())


def write(url: str, cells: list[Cell]) -> list[Cell]:
    """A desk that sends each score until it is acknowledged, with the same key."""
    sara, done = Visitor(), []
    until(lambda: sara.sign_in(url, "sara", "sara"))
    for table, board in cells:
        a, b = points(table, board)
        fields = {"key": f"{table}-{board}", "line_a": str(a), "line_b": str(b), "version": "0"}
        place = f"{url}{GRID}tavoli/{table}/smazzate/{board}/"
        until(lambda place=place, fields=fields: was_taken(sara, place, fields))
        done.append((table, board))
    return done


def was_taken(who: Visitor, place: str, fields: dict[str, str]) -> bool:
    """Sent once; whoever meets the node that dies sends again."""
    status = who.ask(place, fields).status
    assert status in {302, 502}, status
    return status == 302


def points(table: int, board: int) -> tuple[int, int]:
    return (a := (table + board) % 10 + 1), 11 - a


def of_one_moment(job: Job) -> None:
    """However much was written meanwhile: the lines of the log, and the scores that they tell of."""
    book = reading.book(bytes(JobFile.objects.get(job=job).content))
    lines = [row for row in book["Registro"].iter_rows(min_row=2, values_only=True) if isinstance(row[0], int)]
    assert len(lines) == job.data_version
    told = LogEntry.objects.filter(sequence__lte=job.data_version, action="give_score").count()
    assert book["Punteggi"].max_row - 1 == told


def test_workers_share_the_work_and_what_a_killed_one_had_is_taken_up_again(
    installation: Installation, hall: Tournament
) -> None:
    people = list(User.objects.filter(username__in=["dora", "giulia", "sara"]))
    stalling = Process("-m", "tests.browser.nodes.stalling")
    installation.workers.append(stalling)
    lost = ask(hall, people[0])
    until(lambda: Job.objects.get(pk=lost.pk).state == "working")
    stalling.kill()

    for one in people[1:]:
        for language in ("it", "en"):
            ask(hall, one, language)
    # Nobody has heard of the killed one for long.
    Job.objects.filter(pk=lost.pk).update(seen_at=timezone.now() - timedelta(minutes=1))
    installation.add_worker()
    installation.add_worker()
    until(lambda: not Job.objects.exclude(state="done").exists())
    sleep(1)  # whoever did something twice has done it by now
    assert sorted(Job.objects.values_list("pk", "tries")) == [
        (job.pk, 2 if job.pk == lost.pk else 1) for job in Job.objects.order_by("pk")
    ]
    assert JobFile.objects.count() == Job.objects.count() == 1 + 2 * 2


def ask(hall: Tournament, user: User, language: str = "it") -> Job:
    with translation.override(language):
        return ask_for_document(tournament=hall, kind="torneo", by=acting(user, at=timezone.now()))
