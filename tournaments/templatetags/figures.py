"""Template filters for figures: points with their sign, or with a true minus alone."""

from django import template

from papers import sheets
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

register = template.Library()


register.filter(sheets.signed)
register.filter(sheets.figure)
register.filter("fraction", sheets.fraction_text)
register.filter(sheets.euros)


@register.filter
def state_in(score: BoardScore, tournament: Tournament) -> str:
    """The state of a score in words, as of a tournament that asks two persons, or one."""
    return score.told_state(one_hand=tournament.one_hand)


@register.filter
def clock_face(seconds: int) -> str:
    """Seconds left as minutes and seconds, «12:05»; after the end how long ago it was, «+0:40»."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{minutes}:{rest:02d}"
