"""Endings and plays told on a case, and who may see the cards of a deal."""

from django.db.models import Model, QuerySet

from people.accounts.models import User
from records.rights import Right
from referee.cards.models import BoardPlay, CardEnding
from referee.cases.models import Case
from tournaments.rounds.deal_queries import moment_of
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament
from tournaments.staff.queries import plays_in


def endings_of(case: Case) -> "QuerySet[CardEnding]":
    """Those told on the case, the latest first."""
    return case.card_endings.select_related("told_by").order_by("-number")


def plays_of(case: Case) -> "QuerySet[BoardPlay]":
    """Those told on the case, the latest first."""
    return case.board_plays.select_related("told_by").order_by("-number")


def cards_in_play(model: type[Model], tournament: Tournament) -> list[int]:
    """The primary keys of those whose cards somebody may have still to play, as the other tables of a board."""
    pairs = (
        model._base_manager.filter(case__tournament=tournament).order_by("pk").values_list("pk", "case__board__number")
    )
    rows = list(pairs) if tournament.is_duplicate and not tournament.has_ended else []
    now = moment_of(tournament) if rows else None
    return [pk for pk, board in rows if now and not now.is_over(board)]


def is_in_play(case: Case) -> bool:
    """Whether somebody may have still to play the board of the case, as the other tables of a duplicate tournament."""
    if not case.tournament.is_duplicate or case.tournament.has_ended:
        return False
    return case.board is None or not moment_of(case.tournament).is_over(case.board.number)


def may_know_bounds(user: User, case: Case, rights: frozenset[Right]) -> bool:
    """Whether the user may read how far the cards of the case's board can be brought."""
    return sees_cards(user, case.tournament, rights) or not is_in_play(case)


def has_endings(tournament: Tournament) -> bool:
    """Whether its game is one whose last tricks are searched: the code's own tressette, of four in two lines."""
    return tournament.game == GameId.TRESSETTE and not tournament.is_online


def sees_cards(user: User, tournament: Tournament, rights: frozenset[Right]) -> bool:
    """Whether the user may read who held which card: who rules, unless playing in the tournament.

    A deal of duplicate play goes on to the other tables, and whoever plays at any of them would know it.
    """
    return Right.RULE in rights and has_endings(tournament) and not plays_in(user, tournament)
