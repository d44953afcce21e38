"""Documents that take long: asking for one, and what becomes of those that a worker left or nobody needs any more."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_tasks_db.models import DBTaskResult

from tournaments.access import rights_of
from tournaments.actions.base import Actor, action, require
from tournaments.actions.job_work import LOST_AFTER, make_document
from tournaments.documents import document
from tournaments.models import Job, Tournament
from tournaments.refusals import Refused

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
