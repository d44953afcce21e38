"""By what the matches of a tournament are worth their VP, as the scoring takes it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from codes.victory_points import get_scale
from tournaments.models import Adjustment, Table, Tournament
from tournaments.models.tournament import Contest
from tournaments.prepared import prepared
from tournaments.scoring.facts import Extra
from tournaments.scoring.match import Room, Terms
from tournaments.wording import told_reading

# Points of deals that rulings gave (below zero: took), by round and entry.
DealPoints = Mapping[tuple[int, int], int]


def terms_of(tournament: Tournament) -> Terms:
    """The terms without what was given for single rounds."""
    return Terms(
        scale=get_scale(tournament.vp_scale),
        rest=(tournament.bye_vp, tournament.bye_mp),
        by_fives=tournament.rules.by_fives,
    )


def table_readings(tournament: Tournament) -> tuple[str, ...]:
    """How the tables of VP that its matches use are read where print leaves room, each with the other reading."""
    # A match of teams is read over the boards of both rooms.
    rooms = 2 if tournament.contest == Contest.TEAMS else 1
    lengths = {tournament.boards_per_round, tournament.boards_per_round * rooms}
    return tuple(told_reading(one) for one in get_scale(tournament.vp_scale).readings_over(*lengths))


def terms_in_force(tournament: Tournament) -> tuple[Terms, DealPoints]:
    """The terms with the adjustments in force, and the points of deals; by primary keys as in `room_at`; one query."""
    extras, points = [], Counter[tuple[int, int]]()
    for round, entry, kind, amount in _in_force(tournament.rules.by_fives, tournament=tournament.pk):
        if kind == Adjustment.Kind.POINTS:
            points[round, entry] += amount
        else:
            extras.append(Extra(entry, mp=amount, round=round))
    return terms_of(tournament).with_extras(extras), points


@prepared
def _in_force(by_fives: bool, *, tournament: int) -> "QuerySet[Adjustment, Any]":
    # Only at a game by fives do MP of a round move the VP of its match (decision 9); points of a deal do everywhere.
    kinds = [Adjustment.Kind.POINTS] + ([Adjustment.Kind.MP] if by_fives else [])
    in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    return in_force.filter(kind__in=kinds, round__isnull=False).values_list("round", "entry", "kind", "amount")


def points_at(room: Room, points: DealPoints) -> tuple[int, int]:
    """What rulings gave both lines of a match of the points of its deals."""
    a, b = (sum(points.get((room.round, entry), 0) for entry in line) for line in (room.a, room.b))
    return a, b


def add_points(room: Room, points: DealPoints) -> tuple[int, int]:
    """Let the room count them too, where it has a score: only once in a match of two rooms. Returns what was added."""
    a, b = points_at(room, points) if room.scored else (0, 0)
    room.points_a, room.points_b = room.points_a + a, room.points_b + b
    return a, b


def room_at(table: Table, *, boards: int, scored: int, points: tuple[int, int]) -> Room:
    """A table as a room of its match, told by primary keys."""
    a, b = ((table.line_a_id, table.line_a2_id), (table.line_b_id, table.line_b2_id))
    return Room(
        round=table.round_id,
        a=tuple(one for one in a if one is not None),
        b=tuple(one for one in b if one is not None),
        boards=boards,
        scored=scored,
        points_a=points[0],
        points_b=points[1],
    )
