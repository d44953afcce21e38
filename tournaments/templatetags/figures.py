"""Template filters for figures: points with their sign, or with a true minus alone."""

from fractions import Fraction

from django import template

from papers import sheets
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

register = template.Library()


@register.filter
def signed(value: int | None) -> str:
    """The number with its sign, a true minus; nothing for none."""
    return "" if value is None else sheets.signed(value)


@register.filter
def figure(value: int | None) -> str:
    """The number as it is read, below zero with a true minus; nothing for none."""
    return "" if value is None else sheets.figure(value)


@register.filter
def fraction(value: Fraction) -> str:
    """An exact share as a mixed number."""
    return sheets.fraction_text(value)


@register.filter
def state_in(score: BoardScore, tournament: Tournament) -> str:
    """The state of a score in words, as of a tournament that asks two persons, or one."""
    return score.told_state(one_hand=tournament.one_hand)


@register.filter
def euros(cents: int | None) -> str:
    """An amount kept in cents, as it is read: «20,00 €»."""
    return "" if cents is None else sheets.euros(cents)


@register.filter
def clock_face(seconds: int) -> str:
    """Seconds left as minutes and seconds, «12:05»; after the end how long ago it was, «+0:40»."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{minutes}:{rest:02d}"
