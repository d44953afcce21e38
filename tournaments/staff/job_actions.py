"""What a worker does with a document that somebody asked for: takes it up, says how far it is, hands it in.

Nothing here is done twice: a try that another one has overtaken (a laptop that slept, a machine that was lost) can
neither say anything more nor hand anything in.

Documents that take long: asking for one, and what becomes of those that a worker left or nobody needs any more.
"""

import logging
import threading
from collections.abc import Collection
from datetime import datetime, timedelta
from types import TracebackType

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from records.action import Actor, action, require
from records.replica import one_moment
from records.requests import Refused
from records.rights import Right, rights_of
from tournaments.setup.models import Tournament
from tournaments.staff.documents import document
from tournaments.staff.models import Job, JobFile

# How often a worker says that it is at work, and for how long nobody must have heard of it to count it as lost.
SAYS_EVERY = timedelta(seconds=2)
LOST_AFTER = timedelta(seconds=30)
log = logging.getLogger(__name__)


@task()
def make_document(pk: int) -> None:
    """Make the document of a job, once: whoever finds it taken up by another worker leaves it alone."""
    job = take_up(pk)
    if job is None:
        return
    try:
        with translation.override(job.language), Telling(job) as tell:
            _make(job, tell)
    except Exception:  # whatever it was, whoever waits must hear of it
        log.exception("The document %s could not be made.", job)
        with translation.override(job.language):
            words = _(
                "La preparazione si è interrotta per un errore del programma. Riprova; se succede ancora, dillo a chi "
                "gestisce il server, con il numero %(number)d."
            )
            give_up(job, words % {"number": job.pk})


def _make(job: Job, tell: "Telling") -> None:
    kind = document(job.kind)
    # A worker may have been installed with less than who asked it.
    if lacking := kind.lacking():
        give_up(job, lacking)
        return
    with one_moment():
        tournament = Tournament.objects.select_related("federation").get(pk=job.tournament_id)
        rights = kind.rights(rights_of(job.asked_by, tournament))
        lay_out = kind.read(tournament, rights, timezone.now()) if kind.needs <= rights else None
    if lay_out is None:
        give_up(job, _("Nel torneo non hai più l’incarico che serve per avere questo documento."))
        return
    job.data_version = tournament.data_version
    hand_in(job, lay_out(tell), name=kind.file_name(tournament), suffix=kind.suffix, rights=rights)


def take_up(pk: int) -> Job | None:
    """The job, now this worker's; None when it is another's, or done."""
    waiting = Job.objects.filter(pk=pk, state=Job.State.WAITING)
    if not waiting.update(state=Job.State.WORKING, tries=F("tries") + 1, done=0, total=0, seen_at=timezone.now()):
        return None
    return Job.objects.select_related("asked_by").get(pk=pk)


def say(job: Job, done: int, total: int) -> None:
    """That somebody is at work, and how far."""
    mine(job).update(done=done, total=total, seen_at=timezone.now())


def hand_in(job: Job, content: bytes, *, name: str, suffix: str, rights: Collection[Right]) -> None:
    """The finished document, unless another try has overtaken this one."""
    now = timezone.now()
    with transaction.atomic():
        handed_in = mine(job).update(
            state=Job.State.DONE,
            done=F("total"),
            data_version=job.data_version,
            rights=sorted(rights),
            ended_at=now,
            seen_at=now,
        )
        if handed_in:
            JobFile.objects.create(job_id=job.pk, name=name, suffix=suffix, content=content)


def give_up(job: Job, trouble: str) -> None:
    """Say in words why there is no document."""
    now = timezone.now()
    mine(job).update(state=Job.State.FAILED, trouble=trouble, ended_at=now, seen_at=now)


def mine(job: Job) -> "QuerySet[Job]":
    """The job in the database, as long as this try of it is the last."""
    return Job.objects.filter(pk=job.pk, tries=job.tries, state=Job.State.WORKING)


class Telling:
    """Called with how far the work is; a thread with a connection of its own writes it down from time to time.

    The work itself may hold a transaction in which it reads, or be busy for minutes in one place.
    """

    def __init__(self, job: Job) -> None:
        self.job, self.parts, self.ended = job, (0, 0), threading.Event()
        self.thread = threading.Thread(target=self._report_progress, name=f"job-{job.pk}", daemon=True)

    def __call__(self, done: int, total: int) -> None:
        self.parts = (done, total)

    def __enter__(self) -> "Telling":
        self.thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self.ended.set()
        self.thread.join()

    def _report_progress(self) -> None:
        try:
            while not self.ended.wait(SAYS_EVERY.total_seconds()):
                try:
                    say(self.job, *self.parts)
                except DatabaseError as error:  # the next time perhaps; who is not heard of for long counts as lost
                    log.warning("How far %s is could not be said: %s", self.job, error)
                    connection.close()
        finally:
            connection.close()


# How long a finished document can be fetched: an evening; it holds names, and can be made again.
KEPT = timedelta(hours=6)
# A worker that was lost while it made a document may have been lost because of it.
MOST_TRIES = 2


@action
def ask_for_document(*, tournament: Tournament, kind: str, by: Actor) -> Job:
    """Let a worker make the document; whoever asks for what is under way, or was made of the same data, gets that."""
    wanted = document(kind)
    for right in sorted(wanted.needs):
        require(by, tournament, right)
    if lacking := wanted.lacking():
        raise Refused(lacking)
    language = get_language() or "it"
    asked = Job.objects.filter(tournament=tournament, asked_by=by.user, kind=kind, language=language)
    rights = sorted(wanted.rights(rights_of(by.user, tournament)))
    same = asked.filter(state=Job.State.DONE, data_version=tournament.data_version, rights=rights)
    found = asked.filter(state__in=Job.UNDER_WAY).first() or fresh(same, by.at).first()
    if found:
        return found
    job = Job.objects.create(
        tournament=tournament, asked_by=by.user, kind=kind, language=language, asked_at=by.at, seen_at=by.at
    )
    _enqueue(job)
    return job


def fresh(jobs: "QuerySet[Job]", now: datetime) -> "QuerySet[Job]":
    """Those whose time is not over."""
    return jobs.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=now - KEPT))


def mend(now: datetime) -> None:
    """Have what lost its worker made again, or tell that it failed; each by one of those who find it."""
    for job in lost(now):
        with transaction.atomic():
            unchanged = Job.objects.filter(pk=job.pk, state=job.state, tries=job.tries, seen_at=job.seen_at)
            if job.tries < MOST_TRIES:
                if unchanged.update(state=Job.State.WAITING, seen_at=now):
                    _enqueue(job)
            else:
                with translation.override(job.language):
                    words = _(
                        "La preparazione si è fermata due volte. Forse il torneo è troppo grande per la memoria del "
                        "server: dillo a chi lo gestisce, con il numero %(number)d."
                    ) % {"number": job.pk}
                unchanged.update(state=Job.State.FAILED, trouble=words, ended_at=now, seen_at=now)


def lost(now: datetime) -> "QuerySet[Job]":
    """Under way, and neither in the queue nor in the hands of anybody who was heard of."""
    queued = DBTaskResult.objects.ready().values("pk")
    return Job.objects.filter(state__in=Job.UNDER_WAY, seen_at__lt=now - LOST_AFTER).exclude(task__in=queued)


def forget(now: datetime) -> None:
    """Delete documents whose time is over, and what the queue still knows of them."""
    Job.objects.filter(ended_at__lte=now - KEPT).delete()
    DBTaskResult.objects.finished().filter(finished_at__lte=now - KEPT).delete()


def drop_documents(tournament: Tournament) -> None:
    """Delete the documents of a tournament: they tell what it no longer says.

    Those that wait too, which might be taken up before this is committed. Nothing that is gone is handed in.
    """
    Job.objects.filter(tournament=tournament).delete()


def _enqueue(job: Job) -> None:
    job.task = make_document.enqueue(job.pk).id
    Job.objects.filter(pk=job.pk).update(task=job.task)
