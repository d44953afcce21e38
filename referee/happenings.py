"""Happenings at a table of a tournament: which code fixes scores, what it gives here, how long the clock has run."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache

from referee.law.burraco.fixed_scores import FILE, FixedScores, Kind, Match, NoSuchScore, load_fixed_scores
from referee.law.burraco.happenings import Given, Happening, HappeningIncomplete, What, given_for
from referee.library import RULEBOOKS, get_rulebook
from tournaments.actions.match_scores import Figures
from tournaments.models import Entry, MatchScore, Round, RoundClock, Table, Tournament
from tournaments.models.tournament import Contest
from tournaments.seats import Line

# Of the two lines of a match the one that did nothing wrong: the score is called after the other.
_OF_THE_PRESENT = frozenset({Kind.BYE, Kind.LATE_PRESENT, Kind.FULL_TEAM})
_ABSENCES = (Kind.ABSENT.value, Kind.ABSENT_LONG.value)


@cache
def fixed_scores(rulebook_id: str) -> FixedScores | None:
    """The scores that a code gives without play; None where it fixes none."""
    folder = RULEBOOKS / rulebook_id
    return load_fixed_scores(folder) if (folder / FILE).exists() else None


def match_of(tournament: Tournament) -> Match:
    """What kind of match the code calls those of the tournament."""
    if tournament.contest == Contest.TEAMS:
        return Match.TEAMS
    return Match(tournament.options["partita"])


def outcome(happening: Happening, table: Table) -> Mapping[Line, Given] | None:
    """What the code gives each line of the table; None when it says too little, or the code gives none."""
    tournament = table.round.tournament
    scores = fixed_scores(tournament.rulebook)
    if scores is None:
        return None
    try:
        return given_for(happening, scores, match_of(tournament))
    except (HappeningIncomplete, NoSuchScore):
        return None


def figures_of(given: Mapping[Line, Given]) -> Figures | None:
    """The score of the whole match; None while it is played."""
    a, b = given[Line.A].figures, given[Line.B].figures
    if a is None or b is None:
        return None
    return Figures(vp_a=a.vp, vp_b=b.vp, mp_a=a.mp, mp_b=b.mp)


def score_kind(given: Mapping[Line, Given]) -> str:
    """The code's key under which the match's score is kept: that of the line at fault."""
    return kind_of(one.kind for one in given.values() if one.kind)


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


def which_absence(happening: Happening, table: Table) -> int:
    """Which round of absence this would be for the absent line, counted from one (39)."""
    entry = table.entry_on(happening.line) if happening.what is What.ABSENT and happening.line else None
    return rounds_missed(entry, table.round) + 1 if entry else 1


def seconds_since_start(round: Round, now: datetime) -> int | None:
    """How long the round's clock has been running; None while it has not started."""
    clock = RoundClock.objects.filter(round=round).first()
    return max(0, clock.minutes * 60 - clock.seconds_left(now)) if clock else None


def federation_of(tournament: Tournament) -> str:
    """Whose code it is, as its articles are cited."""
    return get_rulebook(tournament.rulebook).federation
