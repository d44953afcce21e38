"""The last score that somebody gave, whether they can take it back, and the version that it replaced.

Also the terms by which matches are worth their VP, for the scoring.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.victory_points import get_scale
from people.accounts.models import User
from records.models import LogEntry
from records.prepared_queries import prepared, prepared_records
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.words import told_reading
from tournaments.scoring.facts import Extra
from tournaments.scoring.match import Room, Terms
from tournaments.setup.models import Contest, Tournament

# How many of a user's scores are searched for the last one in force, past those taken back or corrected.
LOOKED_AT = 40
# After these no score is in force: the next version replaces none.
LEAVE_NOTHING = ("undo_score", "mark_to_be_played")


def replaced_by(score: BoardScore) -> BoardScore | None:
    """The version that was in force before this one."""
    if score.version == 1:
        return None
    at = BoardScore.objects.filter(table=score.table_id, board=score.board_id)
    before = at.filter(version=score.version - 1).first()
    return None if before is None or _lines(before, LEAVE_NOTHING) else before


def last_given(round_: Round, user: User) -> BoardScore | None:
    """The last score that the user gave in the round, if it is unconfirmed; never an earlier one."""
    mine = _given_by(LOOKED_AT, tournament=round_.tournament_id, user=user.pk)
    keys = {int(name.rpartition(":")[2]) for (name,) in mine}
    if not keys:
        return None
    in_force = _in_force_since(LOOKED_AT, round_pk=round_.pk, user=user.pk, first=min(keys))
    last = next((score for score in in_force if score.pk in keys), None)
    return last if last and not last.reference and not _why_kept(last, round_, user) else None


def why_kept(score: BoardScore, round_: Round, user: User) -> str:
    """Why the user cannot take this score back, in words; empty if they can. round_: the score's, as it is now."""
    if why := _why_kept(score, round_, user):
        return why
    # A version that came back by itself was not typed.
    if score.reference or not _lines(score, ("give_score",)):
        return _("Questo punteggio non è stato scritto da te sulla griglia: si corregge, col motivo.")
    return ""


def may_be_undone(scores: Sequence[BoardScore], user: User) -> set[int]:
    """The keys of those that the user takes back, of scores in force that were typed; for all of them two queries."""
    beside = list(BoardScore.objects.filter(table__in={score.table_id for score in scores}).select_related("board"))
    emptied = set(_emptied_in({score.table.round.tournament_id for score in scores}))
    versions = {(one.table_id, one.board_id, one.version): one for one in beside}
    played = [one for one in beside if one.kind == BoardScore.Kind.PLAYED and one.state != BoardScore.State.SUPERSEDED]

    def is_followed(score: BoardScore) -> bool:
        return any(one.table_id == score.table_id and one.board.number > score.board.number for one in played)

    def replaced(score: BoardScore) -> BoardScore | None:
        before = versions.get((score.table_id, score.board_id, score.version - 1))
        return None if before is None or _name(before) in emptied else before

    return {
        score.pk
        for score in scores
        if not score.reference
        and not _why_kept(score, score.table.round, user, is_followed=is_followed, replaced=replaced)
    }


def _emptied_in(tournaments: Collection[int]) -> "QuerySet[LogEntry, Any]":
    lines = LogEntry.objects.filter(tournament__in=tournaments, action__in=LEAVE_NOTHING)
    return lines.values_list("object", flat=True)


def _is_followed(score: BoardScore) -> bool:
    played = BoardScore.objects.current().filter(table=score.table_id, kind=BoardScore.Kind.PLAYED)
    return played.filter(board__number__gt=score.board.number).exists()


def _why_kept(
    score: BoardScore,
    round_: Round,
    user: User,
    *,
    is_followed: Callable[[BoardScore], bool] = _is_followed,
    replaced: Callable[[BoardScore], BoardScore | None] = replaced_by,
) -> str:
    """The same for a score that somebody typed; is_followed, replaced: as read for several at once."""
    if score.given_by_id != user.pk:
        return _("Un punteggio lo annulla chi lo ha dato: tu puoi correggerlo, col motivo.")
    if score.state == BoardScore.State.CONFIRMED:
        return _("Il punteggio è già confermato: si corregge, col motivo.")
    if round_.state != Round.State.PLAYING:
        return _("Il turno è chiuso: il punteggio si corregge, col motivo.")
    if round_.tournament.target and is_followed(score):
        return _("In una partita a punti si annulla solo l’ultima smazzata registrata.")
    before = replaced(score)
    if before and before.kind != BoardScore.Kind.PLAYED:
        return _("Prima c’era un provvedimento: lo rimette in vigore un arbitro.")
    return ""


@prepared
def _given_by(most: int, *, tournament: int, user: int) -> "QuerySet[LogEntry, Any]":
    mine = LogEntry.objects.filter(tournament=tournament, actor=user, action="give_score")
    return mine.order_by("-sequence").values_list("object")[:most]


@prepared_records
def _in_force_since(most: int, *, round_pk: int, user: int, first: int) -> "QuerySet[BoardScore]":
    """The scores in force that the user gave in the round, from that primary key on, the latest first."""
    scores = BoardScore.objects.current().filter(table__round=round_pk, given_by=user, reference="", pk__gte=first)
    return scores.select_related("table", "board").defer("board__dealer").order_by("-pk")[:most]


def _lines(score: BoardScore, actions: Iterable[str]) -> bool:
    lines = LogEntry.objects.filter(tournament=score.table.round.tournament_id, action__in=actions)
    return lines.filter(object=_name(score)).exists()


def _name(score: BoardScore) -> str:
    """What lines of the log call it."""
    return f"{score._meta.label}:{score.pk}"


# Points of deals that rulings gave (below zero: took), by round and entry.
DealPoints = Mapping[tuple[int, int], int]


def terms_of(tournament: Tournament) -> Terms:
    """The terms without adjustments of single rounds."""
    return Terms(
        scale=get_scale(tournament.vp_scale),
        rest=(tournament.bye_vp, tournament.bye_mp),
        by_fives=tournament.rules.by_fives,
    )


def table_readings(tournament: Tournament) -> tuple[str, ...]:
    """The readings of the tournament's VP scales where their print is ambiguous, each with the other reading."""
    # A match of teams is read over the boards of both rooms.
    rooms = 2 if tournament.contest == Contest.TEAMS else 1
    lengths = {tournament.boards_per_round, tournament.boards_per_round * rooms}
    return tuple(
        told_reading(table_reading) for table_reading in get_scale(tournament.vp_scale).readings_over(*lengths)
    )


def terms_in_force(tournament: Tournament) -> tuple[Terms, DealPoints]:
    """The terms with the adjustments in force, and the points of deals; by primary keys as in `room_at`; one query."""
    terms, extras, points = terms_of(tournament), [], Counter[tuple[int, int]]()
    for round_, entry, kind, amount in _in_force(terms.by_fives, tournament=tournament.pk):
        if kind == Adjustment.Kind.POINTS:
            points[round_, entry] += amount
        else:
            extras.append(Extra(entry, mp=amount, round=round_))
    return terms.with_extras(extras), points


@prepared
def _in_force(by_fives: bool, *, tournament: int) -> "QuerySet[Adjustment, Any]":
    # Only at a game by fives do MP of a round move the VP of its match (decision 9); points of a deal do everywhere.
    kinds = [Adjustment.Kind.POINTS] + ([Adjustment.Kind.MP] if by_fives else [])
    in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    return in_force.filter(kind__in=kinds, round__isnull=False).values_list("round", "entry", "kind", "amount")


def points_at(room: Room, points: DealPoints) -> tuple[int, int]:
    """The points of deals that rulings gave both lines of a match."""
    a, b = (sum(points.get((room.round, entry), 0) for entry in line) for line in (room.a, room.b))
    return a, b


def add_points(room: Room, points: DealPoints) -> tuple[int, int]:
    """Add the points to the room, if it has a score; in a match of two rooms only once. Returns the points added."""
    a, b = points_at(room, points) if room.scored else (0, 0)
    room.points_a, room.points_b = room.points_a + a, room.points_b + b
    return a, b


def room_at(table: Table, *, boards: int, scored: int, points: tuple[int, int]) -> Room:
    """A table as a room of its match, by primary keys."""
    a, b = ((table.line_a_id, table.line_a2_id), (table.line_b_id, table.line_b2_id))
    return Room(
        round=table.round_id,
        a=tuple(player for player in a if player is not None),
        b=tuple(player for player in b if player is not None),
        boards=boards,
        scored=scored,
        points_a=points[0],
        points_b=points[1],
    )
