"""Endings and plays told on a case, and who may see the cards of a deal."""

from django.db.models import QuerySet

from referee.models import BoardPlay, CardEnding, Case
from tournaments.games import GameId
from tournaments.models import Tournament, User
from tournaments.permissions import Right
from tournaments.queries.own_club import plays_in


def endings_of(case: Case) -> "QuerySet[CardEnding]":
    """Those told on the case, the latest first."""
    return case.card_endings.select_related("told_by").order_by("-number")


def plays_of(case: Case) -> "QuerySet[BoardPlay]":
    """Those told on the case, the latest first."""
    return case.board_plays.select_related("told_by").order_by("-number")


def has_endings(tournament: Tournament) -> bool:
    """Whether its game is one whose last tricks are searched: the code's own tressette, of four in two lines."""
    return tournament.game == GameId.TRESSETTE and not tournament.is_online


def sees_cards(user: User, tournament: Tournament, rights: frozenset[Right]) -> bool:
    """Whether the user may read who held which card: who rules, unless playing in the tournament.

    A deal of duplicate play goes on to the other tables, and whoever plays at any of them would know it.
    """
    return Right.RULE in rights and has_endings(tournament) and not plays_in(user, tournament)
