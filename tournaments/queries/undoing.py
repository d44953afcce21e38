"""Which score somebody gave last, and what a score replaced: the log knows, as versions only follow one another."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments.models import BoardScore, LogEntry, Round, User
from tournaments.prepared import prepared

# How far back one's last score is looked for, past those that were taken back or corrected.
LOOKED_AT = 40
# After these nothing is in force, so that the next version replaces none.
LEAVE_NOTHING = ("undo_score", "mark_to_be_played")


def was_given(score: BoardScore) -> bool:
    """Whether somebody typed it, without a ruling; a version that came back by itself was not."""
    return not score.reference and _lines(score, ("give_score",))


def replaced_by(score: BoardScore) -> BoardScore | None:
    """The version that was in force when this one was given."""
    at = BoardScore.objects.filter(table=score.table_id, board=score.board_id)
    before = at.filter(version=score.version - 1).first()
    return None if before is None or _lines(before, LEAVE_NOTHING) else before


def last_given(round: Round, user: User) -> BoardScore | None:
    """The last score that the user gave in the round, while nobody has confirmed it; not one given before that."""
    mine = _given_by(LOOKED_AT, tournament=round.tournament_id, user=user.pk)
    keys = [int(name.rpartition(":")[2]) for (name,) in mine]
    played = BoardScore.objects.current().filter(pk__in=keys, table__round=round, given_by=user, reference="")
    last = played.select_related("table", "board").order_by("-pk").first()
    return last if last and last.state == BoardScore.State.GIVEN else None


@prepared
def _given_by(most: int, *, tournament: int, user: int) -> "QuerySet[LogEntry, Any]":
    mine = LogEntry.objects.filter(tournament=tournament, actor=user, action="give_score")
    return mine.order_by("-sequence").values_list("object")[:most]


def _lines(score: BoardScore, actions: Iterable[str]) -> bool:
    lines = LogEntry.objects.filter(tournament=score.table.round.tournament_id, action__in=actions)
    return lines.filter(object=f"{score._meta.label}:{score.pk}").exists()
