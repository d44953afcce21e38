"""Which figures a board can have at its tournament's game: what an action asks before it records them."""

from django.utils.translation import gettext as _

from codes.burraco.played import deal_refusals
from codes.results import Result
from codes.tressette.played import refusals
from tournaments.models import Tournament
from tournaments.refusals import Refused
from tournaments.wording import REFUSALS


def impossible(tournament: Tournament, result: Result) -> tuple[str, ...]:
    """Why the result cannot have been played at the tournament's game, in words; nothing when it can."""
    if tournament.rules.by_fives:
        reasons = deal_refusals(result)
    else:
        reasons = refusals(result, with_accusa=tournament.plays_with_accusa)
    return tuple(str(REFUSALS[one]) for one in reasons)


def check_result(tournament: Tournament, result: Result) -> None:
    if reasons := impossible(tournament, result):
        raise Refused(*reasons)


def check_figures(tournament: Tournament, result: Result, *, is_played: bool) -> None:
    """Refuse what cannot have been played, or given in place of what was."""
    if is_played or tournament.rules.by_fives:
        check_result(tournament, result)
    elif result.points_a < 0 or result.points_b < 0:
        raise Refused(_("I punti non possono essere negativi."))
