"""Documents that take long: asked for on a page, made by a worker, fetched by whoever asked and may still have them."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from people.accounts.models import User
from records.models import LogEntry
from records.rights import Right, Role
from tests.factories import acting, make_score
from tests.reading import book, text_of
from tournaments.setup.models import Membership, Tournament
from tournaments.staff import documents
from tournaments.staff.job_actions import KEPT, LOST_AFTER, ask_for_document, drop_documents, hand_in, mend, take_up
from tournaments.staff.models import Job, JobFile

PLACE = "/tornei/coppa-levante/esporta/"
WORKBOOK, REPORT, FILE = f"{PLACE}prepara/torneo/", f"{PLACE}prepara/rapporto/", "documento/"

# A worker keeps no connection between two jobs, nor would it one whose transaction a test takes back.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dialect]


@pytest.fixture(autouse=True)
def long(settings) -> None:
    """Every tournament is a long one."""
    settings.AT_ONCE_UP_TO = 0


def ask(client: Client, place: str = WORKBOOK) -> HttpResponse:
    return client.post(place, {"key": uuid4().hex}, follow=True)


def work() -> None:
    call_command("worker", batch=True)


def words(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(
    ("export", "leads_to"),
    [
        ("torneo.xlsx", WORKBOOK),
        ("torneo-e-provvedimenti.xlsx", f"{PLACE}prepara/torneo-e-provvedimenti/"),
        ("rapporto.pdf", REPORT),
    ],
)
def test_what_takes_long_is_asked_for_on_a_page_and_looking_at_it_asks_for_nothing(
    tournament: Tournament, dora: User, client_of, export: str, leads_to: str
) -> None:
    answer = client_of(dora).get(PLACE + export, follow=True)
    assert answer.redirect_chain == [(leads_to, 302)]
    assert "Prepara il documento" in words(answer)
    assert Job.objects.count() == DBTaskResult.objects.count() == 0


def test_what_is_short_is_there_at_once(tournament: Tournament, dora: User, client_of, settings) -> None:
    settings.AT_ONCE_UP_TO = tournament.data_version + tournament.entries.count()
    assert client_of(dora).get(f"{PLACE}torneo.xlsx").status_code == 200


@pytest.mark.long
def test_asked_for_it_is_made_by_a_worker_and_fetched(tournament: Tournament, round_1, board, dora, client_of) -> None:
    make_score(round_1.tables.get(number=1), board, (8, 3), dora)
    client = client_of(dora)
    asked = ask(client)
    assert "In attesa del suo turno." in words(asked)
    assert "<progress" in words(asked)
    assert client.get(WORKBOOK + FILE).url == WORKBOOK

    work()
    page = client.get(WORKBOOK)
    assert "Pronto" in words(page)
    assert "<progress" not in words(page)
    made = client.get(WORKBOOK + FILE)
    assert made["Cache-Control"] == "private, no-store"
    assert made["Content-Disposition"].startswith('attachment; filename="Coppa Levante - Torneo completo.xlsx"')
    assert [cell.value for cell in book(made.content)["Punteggi"][2]][:3] == [1, 1, 1]


@pytest.mark.long
def test_the_report_tells_what_the_one_at_once_tells(tournament: Tournament, dora, client_of, settings) -> None:
    client = client_of(dora)
    with time_machine.travel(datetime(2026, 11, 22, 12, tzinfo=UTC), tick=False):
        ask(client, REPORT)
        work()
        later = client.get(REPORT + FILE)
        settings.AT_ONCE_UP_TO = 10_000
        at_once = client.get(f"{PLACE}rapporto.pdf")
    assert "Rapporto del torneo" in text_of(later.content)
    assert later.content == at_once.content
    assert later["Content-Disposition"] == at_once["Content-Disposition"]


def test_a_look_of_htmx_gets_the_bar_and_once_it_changes_all_that_is_said(tournament, dora, client_of) -> None:
    client = client_of(dora)
    ask(client)
    htmx = {"HX-Request": "true"}
    same = client.get(WORKBOOK, {"stato": "waiting"}, headers=htmx)
    assert words(same).startswith('<div class="job-bar"')
    assert "HX-Retarget" not in same
    work()
    changed = client.get(WORKBOOK, {"stato": "waiting"}, headers=htmx)
    assert (changed["HX-Retarget"], changed["HX-Reswap"]) == ("#job", "innerHTML")
    assert "Scarica" in words(changed)


def test_asked_twice_it_is_made_once(tournament: Tournament, dora, client_of) -> None:
    client = client_of(dora)
    ask(client)
    ask(client)
    work()
    ask(client)
    assert Job.objects.count() == DBTaskResult.objects.count() == 1


@pytest.mark.long
def test_after_something_was_written_it_is_made_anew(tournament: Tournament, dora, client_of) -> None:
    client = client_of(dora)
    ask(client)
    work()
    Tournament.objects.update(data_version=tournament.data_version + 1)
    assert "Da allora si è scritto altro." in words(client.get(WORKBOOK))
    ask(client)
    work()
    assert Job.objects.filter(state="done").count() == 2
    assert "Da allora si è scritto altro." not in words(client.get(WORKBOOK))


@pytest.mark.long
def test_each_sees_their_own_alone(cast, client_of) -> None:
    dora, giulia, sara, ettore = (cast[name] for name in ("dora", "giulia", "sara", "ettore"))
    ask(client_of(dora))
    ask(client_of(dora), REPORT)
    work()
    assert client_of(giulia).get(WORKBOOK + FILE).url == WORKBOOK
    assert "Prepara il documento" in words(client_of(giulia).get(WORKBOOK))
    # A scorer has workbooks, no reports; who has nothing to do here finds nothing.
    assert [client_of(sara).get(place).status_code for place in (WORKBOOK, REPORT, REPORT + FILE)] == [200, 403, 403]
    assert [client_of(ettore).get(place).status_code for place in (WORKBOOK, WORKBOOK + FILE)] == [404, 404]
    assert client_of(dora).get(f"{PLACE}prepara/altro/").status_code == 404


def test_who_lost_the_task_meanwhile_fetches_nothing(tournament: Tournament, dora, client_of) -> None:
    ask(client_of(dora))
    work()
    task = Membership.objects.filter(user=dora, tournament=tournament)
    # A scorer may have workbooks; not this one, which holds the log.
    task.update(role=Role.SCORER)
    assert client_of(dora).get(WORKBOOK + FILE).status_code == 403
    task.delete()
    assert client_of(dora).get(WORKBOOK + FILE).status_code == 404


def test_who_lost_the_task_before_it_was_made_is_told(tournament: Tournament, dora, client_of) -> None:
    ask(client_of(dora), REPORT)
    task = Membership.objects.filter(user=dora, tournament=tournament)
    task.update(role=Role.SCORER)
    work()
    task.update(role=Role.DIRECTOR)
    assert "non hai più l’incarico" in words(client_of(dora).get(REPORT))
    assert not JobFile.objects.exists()


@pytest.mark.long
def test_what_fails_is_told_in_words_and_may_be_asked_for_again(tournament, dora, client_of, monkeypatch) -> None:
    monkeypatch.setitem(documents.KINDS, "torneo", "tests.tournaments.staff.broken.BROKEN")
    client = client_of(dora)
    ask(client)
    work()
    page = words(client.get(WORKBOOK))
    assert f"con il numero {Job.objects.get().pk}." in page
    assert "Prepara di nuovo" in page
    monkeypatch.undo()
    ask(client)
    work()
    assert client.get(WORKBOOK + FILE).status_code == 200


@pytest.mark.long
def test_when_its_time_is_over_it_is_gone(tournament: Tournament, dora, client_of) -> None:
    ask(client_of(dora))
    work()
    with time_machine.travel(timezone.now() + KEPT + timedelta(minutes=1)):
        client = client_of(dora)
        assert client.get(WORKBOOK + FILE).url == WORKBOOK
        assert "Prepara il documento" in words(client.get(WORKBOOK))
        work()
    assert Job.objects.count() == JobFile.objects.count() == DBTaskResult.objects.count() == 0


def test_all_documents_of_a_tournament_can_be_dropped_at_once(tournament: Tournament, dora, client_of) -> None:
    ask(client_of(dora))
    work()
    drop_documents(tournament)
    assert client_of(dora).get(WORKBOOK + FILE).url == WORKBOOK
    assert not JobFile.objects.exists()


def test_a_document_under_way_when_they_are_dropped_is_never_handed_in(tournament, job: Job, dora, client_of) -> None:
    taken = take_up(job.pk)
    drop_documents(tournament)
    hand_in(taken, b"read before", name="Torneo", suffix="xlsx", rights=[])
    assert not JobFile.objects.exists()
    assert "Prepara il documento" in words(client_of(dora).get(WORKBOOK))


def test_a_document_that_waits_when_they_are_dropped_is_not_made(tournament: Tournament, job: Job) -> None:
    drop_documents(tournament)
    work()
    assert not Job.objects.exists()


def test_while_nobody_makes_it_the_page_says_what_to_do(tournament: Tournament, dora, client_of) -> None:
    client = client_of(dora)
    ask(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert "manage.py worker" in words(client.get(WORKBOOK))


@pytest.fixture
def job(tournament: Tournament, dora: User) -> Job:
    return ask_for_document(tournament=tournament, kind="torneo", by=acting(dora, at=timezone.now()))


def later(times: int = 1) -> time_machine.travel:
    return time_machine.travel(timezone.now() + times * (LOST_AFTER + timedelta(seconds=1)))


def fall(job: Job) -> Job:
    """A worker takes it up, and is never heard of again."""
    DBTaskResult.objects.filter(pk=Job.objects.get(pk=job.pk).task).update(status="RUNNING")
    taken = take_up(job.pk)
    assert taken is not None
    return taken


def test_only_one_worker_takes_it_up(job: Job) -> None:
    assert take_up(job.pk) is not None
    assert take_up(job.pk) is None


def test_what_lost_its_worker_is_taken_up_again(job: Job) -> None:
    fall(job)
    work()
    assert Job.objects.get().state == "working"  # too early to call it lost
    with later():
        work()
    done = Job.objects.get()
    assert (done.state, done.tries) == ("done", 2)


def test_what_was_lost_between_queue_and_hand_is_taken_up_again(job: Job) -> None:
    DBTaskResult.objects.update(status="RUNNING")
    with later():
        work()
    assert Job.objects.get().state == "done"


def test_what_lost_two_workers_is_told_as_failed(job: Job, dora, client_of) -> None:
    fall(job)
    with later():
        mend(timezone.now())
        fall(job)
    with later(2):
        work()
        assert "si è fermata due volte" in words(client_of(dora).get(WORKBOOK))
    assert Job.objects.get().state == "failed"


def test_a_try_that_was_overtaken_hands_nothing_in(job: Job) -> None:
    asleep = fall(job)
    with later():
        work()
        hand_in(asleep, b"old", name="old", suffix="xlsx", rights=[Right.EXPORT])
    assert bytes(JobFile.objects.get().content) != b"old"


def test_it_writes_no_line_and_breaks_no_seal(job: Job, tournament: Tournament) -> None:
    before = LogEntry.objects.count()
    work()
    assert LogEntry.objects.count() == before
    assert Tournament.objects.get(pk=tournament.pk).data_version == tournament.data_version
