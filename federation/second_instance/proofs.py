"""Whether what a tournament shows of decisions that it carried out is what its log tells."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from federation.second_instance.models import DecisionExecution
from records.models import LogEntry
from tournaments.publication.verification_queries import UNLIKE, Check, record_called
from tournaments.setup.models import Tournament


def proofs(tournament: Tournament) -> Iterator[Check]:
    """Nothing of a tournament that carried none out."""
    lines = {one.object: one for one in LogEntry.objects.filter(tournament=tournament, action="carry_out")}
    label = DecisionExecution._meta.label
    executions = DecisionExecution.objects.filter(answer__tournament=tournament).select_related("answer", "ruling")
    found = {f"{label}:{one.pk}": one for one in executions}
    wrong = [name for name, one in found.items() if name not in lines or _told(one) != _logged(lines[name])]
    gone = [name for name in lines if name.startswith(label) and name not in found]
    if not found and not gone:
        return
    words = [UNLIKE["changed"] % {"record": record_called(wrong[0])}] if wrong else []
    words += [UNLIKE["gone"] % {"record": record_called(gone[0])}] if gone else []
    yield Check(_("Decisioni eseguite, %(number)d") % {"number": len(found)}, "", not words, " ".join(words))


def _told(execution: DecisionExecution) -> tuple[object, ...]:
    ruling = execution.ruling
    # What it made was made in the same moment.
    of = execution.answer.tournament_id, execution.executed_at
    is_its = ruling is not None and (ruling.tournament_id, ruling.decided_at) == of
    number = ruling.number if ruling and is_its else execution.ruling_id and -1
    told = execution.answer.sha256, number, execution.made, execution.publications
    return (*told, execution.executed_by_id, execution.executed_at)


def _logged(line: LogEntry) -> tuple[object, ...]:
    told = [line.data.get(name) for name in ("sha256", "ruling", "made", "publications")]
    return (*told, line.actor_id, line.at)
