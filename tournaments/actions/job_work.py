"""What a worker does with a document that somebody asked for: takes it up, says how far it is, hands it in.

Nothing here is done twice: a try that another one has overtaken (a laptop that slept, a machine that was lost) can
neither say anything more nor hand anything in.
"""

import logging
import threading
from collections.abc import Collection
from datetime import timedelta
from types import TracebackType

from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_tasks import task

from tournaments.access import rights_of
from tournaments.documents import document
from tournaments.models import Job, JobFile, Tournament
from tournaments.permissions import Right
from tournaments.queries.snapshot import one_moment

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
        self.thread = threading.Thread(target=self._tell, name=f"job-{job.pk}", daemon=True)

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

    def _tell(self) -> None:
        try:
            while not self.ended.wait(SAYS_EVERY.total_seconds()):
                try:
                    say(self.job, *self.parts)
                except DatabaseError as error:  # the next time perhaps; who is not heard of for long counts as lost
                    log.warning("How far %s is could not be said: %s", self.job, error)
                    connection.close()
        finally:
            connection.close()
