"""Where no worker runs as a service, a web process starts one beside itself: on a laptop it simply works."""

from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.factories import acting
from tests.referee.demo.test_served_here_alone import as_another_process_reads_it
from tournaments.staff import worker as own_worker
from tournaments.staff.job_actions import ask_for_document
from tournaments.staff.models import Job

pytestmark = [pytest.mark.dialect, pytest.mark.long]


@pytest.fixture
def asked(transactional_db, tournament, dora) -> Job:
    job = ask_for_document(tournament=tournament, kind="rapporto", by=acting(dora, at=timezone.now()))
    assert job.state == "waiting"
    return job


@pytest.fixture
def laptop(asked: Job, settings, tmp_path: Path, monkeypatch) -> str:
    """An installation without a worker, on which a document was asked for; the address of its database."""
    settings.OWN_WORKER, settings.VAR_DIR = True, tmp_path
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    address = as_another_process_reads_it(tmp_path)
    monkeypatch.setenv("DATABASE_URL", address)
    return address


def test_one_is_started_while_work_waits_makes_the_document_and_ends(laptop: str, tmp_path: Path) -> None:
    own_worker.see_to_the_work()
    own_worker.see_to_the_work()  # another look, while it is at work
    (worker,) = own_worker._started
    assert worker.wait(60) == 0
    if connection.vendor == "sqlite":
        copy = DatabaseWrapper({**connection.settings_dict, "NAME": str(tmp_path / "copy.sqlite3")}, "copy")
        with copy.cursor() as cursor:
            cursor.execute("SELECT state, tries FROM tournaments_job")
            assert cursor.fetchall() == [("done", 1)]
        copy.close()
    else:
        assert list(Job.objects.values_list("state", "tries")) == [("done", 1)]


def test_none_is_started_where_one_runs_as_a_service_or_nothing_waits(laptop: str, settings) -> None:
    before = list(own_worker._started)
    settings.OWN_WORKER = False
    own_worker.see_to_the_work()
    settings.OWN_WORKER = True
    Job.objects.all().delete()
    DBTaskResult.objects.all().delete()
    own_worker.see_to_the_work()
    assert own_worker._started == before
