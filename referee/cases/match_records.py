"""What the records tell of a match: rounds of absence, the clock; the kinds and bounds of its scores."""

from collections.abc import Iterable
from datetime import datetime

from codes.burraco.fixed_scores import ScoreKind
from codes.round_figures import scores_without_play
from codes.victory_points import all_scales, get_scale
from tournaments.models import Entry, MatchScore, Round, RoundClock, Table

# No line of a match gets more, by whatever scale.
LARGEST_VP = max(get_scale(name).total for name in all_scales())
# What the arbiter establishes that the innocent line had earned (F.I.Bur. 39): a judgement, then a score.
EARNED = "punteggio-maturato"
# Online, of the line whose time ran out and of the other (15): worked out from a difference.
OUT_OF_TIME, IN_TIME = "tempo-scaduto", "tempo-scaduto-altri"
WORKED_OUT = frozenset({OUT_OF_TIME, IN_TIME})

# Of the two lines of a match the one that did nothing wrong: the score is called after the other.
_OF_THE_PRESENT = frozenset({ScoreKind.BYE, ScoreKind.LATE_PRESENT, ScoreKind.FULL_TEAM, EARNED, IN_TIME})
_ABSENCES = (ScoreKind.ABSENT.value, ScoreKind.ABSENT_LONG.value)


def kind_of(kinds: Iterable[str]) -> str:
    """The key of the line at fault among those of the two lines."""
    known = list(kinds)
    return str(next((kind for kind in known if kind not in _OF_THE_PRESENT), known[0]))


def rounds_missed(entry: Entry, but: Round) -> int:
    """In how many rounds but this one the entry has the score of an absent line; hers alone is below zero."""
    scores = MatchScore.objects.current().filter(kind__in=_ABSENCES, table__round__tournament=entry.tournament_id)
    scores = scores.exclude(table__round=but)
    as_a = scores.filter(table__line_a=entry, mp_a__lt=0).count()
    return as_a + scores.filter(table__line_b=entry, mp_b__lt=0).count()


def seconds_since_start(round: Round, now: datetime) -> int | None:
    """How long the round's clock has been running; None while it has not started."""
    clock = RoundClock.objects.filter(round=round).first()
    return max(0, clock.minutes * 60 - clock.seconds_left(now)) if clock else None


def late_row(table: Table, seconds: int | None) -> str:
    """The row of lateness (40) in which whoever came now would fall; nothing before the start."""
    scores = scores_without_play(table.round.tournament.rulebook)
    row = scores.late(seconds) if scores and seconds is not None else None
    return row.id if row else ""
