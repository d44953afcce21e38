"""Which score somebody gave last, whether it can be taken back, and what it replaced: the log knows what was given."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import BoardScore, LogEntry, Round, User
from tournaments.prepared import prepared, prepared_records

# How far back one's last score is looked for, past those that were taken back or corrected.
LOOKED_AT = 40
# After these nothing is in force, so that the next version replaces none.
LEAVE_NOTHING = ("undo_score", "mark_to_be_played")


def replaced_by(score: BoardScore) -> BoardScore | None:
    """The version that was in force when this one was given."""
    if score.version == 1:
        return None
    at = BoardScore.objects.filter(table=score.table_id, board=score.board_id)
    before = at.filter(version=score.version - 1).first()
    return None if before is None or _lines(before, LEAVE_NOTHING) else before


def last_given(round: Round, user: User) -> BoardScore | None:
    """The last score that the user gave in the round, while nobody has confirmed it; not one given before that."""
    mine = _given_by(LOOKED_AT, tournament=round.tournament_id, user=user.pk)
    keys = {int(name.rpartition(":")[2]) for (name,) in mine}
    if not keys:
        return None
    in_force = _in_force_since(LOOKED_AT, round=round.pk, user=user.pk, first=min(keys))
    last = next((one for one in in_force if one.pk in keys), None)
    return last if last and not _why_kept(last, round, user) else None


def why_kept(score: BoardScore, round: Round, user: User) -> str:
    """Why the user cannot take this score back, in words; nothing where it can be. round: its own, as it is now."""
    if why := _why_kept(score, round, user):
        return why
    # A version that came back by itself was not typed.
    if score.reference or not _lines(score, ("give_score",)):
        return _("Questo punteggio non è stato scritto da te sulla griglia: si corregge, col motivo.")
    return ""


def _why_kept(score: BoardScore, round: Round, user: User) -> str:
    """The same of one that is known to have been typed."""
    if score.given_by_id != user.pk:
        return _("Un punteggio lo annulla chi lo ha dato: tu puoi correggerlo, col motivo.")
    if score.state == BoardScore.State.CONFIRMED:
        return _("Il punteggio è già confermato: si corregge, col motivo.")
    if round.state != Round.State.PLAYING:
        return _("Il turno è chiuso: il punteggio si corregge, col motivo.")
    if round.tournament.target and _is_followed(score):
        return _("In una partita a punti si annulla solo l’ultima smazzata registrata.")
    before = replaced_by(score)
    if before and before.kind != BoardScore.Kind.PLAYED:
        return _("Prima c’era un provvedimento: lo rimette in vigore un arbitro.")
    return ""


def _is_followed(score: BoardScore) -> bool:
    played = BoardScore.objects.current().filter(table=score.table_id, kind=BoardScore.Kind.PLAYED)
    return played.filter(board__number__gt=score.board.number).exists()


@prepared
def _given_by(most: int, *, tournament: int, user: int) -> "QuerySet[LogEntry, Any]":
    mine = LogEntry.objects.filter(tournament=tournament, actor=user, action="give_score")
    return mine.order_by("-sequence").values_list("object")[:most]


@prepared_records
def _in_force_since(most: int, *, round: int, user: int, first: int) -> "QuerySet[BoardScore]":
    """What counts in the round of what the user gave, from that primary key on, the last first."""
    given = BoardScore.objects.current().filter(table__round=round, given_by=user, reference="", pk__gte=first)
    return given.select_related("table", "board").order_by("-pk")[:most]


def _lines(score: BoardScore, actions: Iterable[str]) -> bool:
    lines = LogEntry.objects.filter(tournament=score.table.round.tournament_id, action__in=actions)
    return lines.filter(object=f"{score._meta.label}:{score.pk}").exists()
