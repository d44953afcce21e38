"""What a round leaves unconfirmed when it is closed: before, to be asked; afterwards, as the log tells it."""

from dataclasses import dataclass

from tournaments.desk.confirming import seen_of_scores
from tournaments.log_wording import ToldLine, told
from tournaments.models import LogEntry, Round
from tournaments.publishing.gaps import unconfirmed_in_words
from tournaments.queries import unconfirmed_scores


@dataclass(frozen=True)
class Closing:
    """Scores that nobody confirmed: how many, where, and as the form that lets them be sends them."""

    count: int
    where: str
    seen: str


@dataclass(frozen=True)
class Closed:
    """Who closed a round with scores unconfirmed, which and why."""

    line: LogEntry
    told: ToldLine


def closing_of(round: Round) -> Closing | None:
    """None where everything is confirmed, or one hand is enough."""
    found = unconfirmed_scores(round)
    if not found:
        return None
    where = unconfirmed_in_words(round.tournament, found, with_round=False)
    return Closing(len(found), where, seen_of_scores(found))


def closed_as(round: Round) -> Closed | None:
    """None where the round was closed with everything confirmed, or is not closed."""
    if round.state != Round.State.CLOSED:
        return None
    lines = LogEntry.objects.filter(tournament=round.tournament_id, action="close_round").select_related("actor")
    line = lines.filter(object=f"{round._meta.label}:{round.pk}").first()
    return Closed(line, told(line, round.tournament)) if line and line.data.get("unconfirmed") else None
