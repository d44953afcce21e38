"""What the scores recorded of a match tell: how it is won, whether it is over, which line has more points.

Only what they do tell: where a score is missing the deal may have been played all the same, and then it is asked.

What the cards tell of a case: those that an arbiter told in an ending or a play, and the deal that is kept.

What the records tell of a match: rounds of absence, the clock; the kinds and bounds of its scores.

How long a measure against a person counts against them as an earlier one; its record stays for its own time.

No text of a code gives one: article 87 speaks of whoever misbehaves repeatedly and does not say within which time, and
the burraco code adds up warnings in a competition. So each counts within its tournament, as the program looks no
further, and there no longer than the installation says (MEASURES_HOLD_DAYS; a year, a season, where it says nothing).
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from codes.burraco.parameters import ScoreKind
from codes.figures import scores_without_play
from codes.tressette_online.matches import target_reached
from hall.clock.models import RoundClock
from referee.cards.plays import PlayReplay
from referee.cases.models import Case
from referee.cases.queries import recorded_deal
from referee.rulings.models import Ruling, RulingQuerySet
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.queries import NamedRow, round_grid

Finding = tuple[str, Promise] | None
Lookup = Callable[[Case], Finding]

# Six points win a match of one board (FITRES 102).
SIX = 6


class Filled(Promise):
    """Lazy words with their figures, put together in the language in which they are read."""

    def __init__(self, words: Promise, figures: Mapping[str, object]) -> None:
        self.words, self.figures = words, figures

    def __str__(self) -> str:
        return str(self.words) % self.figures


def _row(case: Case) -> NamedRow:
    return round_grid(case.table.round, only=[case.table.pk])[0]


def vp_of_match(case: Case) -> tuple[int, int] | None:
    """The VP of both lines, once every deal has its score or the match has one of its own."""
    row = _row(case)
    vp_a, vp_b = (row.fixed.vp_a, row.fixed.vp_b) if row.fixed else (row.result.vp_a, row.result.vp_b)
    return None if vp_a is None or vp_b is None else (vp_a, vp_b)


def _match_outcome(case: Case) -> Finding:
    vp = vp_of_match(case)
    if vp is None:
        return None
    vp_a, vp_b = vp
    words = Filled(_("dai punteggi registrati: %(a)s – %(b)s VP"), {"a": vp_a, "b": vp_b})
    return "pari" if vp_a == vp_b else "vinta", words


def _kind_of_match(case: Case) -> Finding:
    """A round of duplicate play is a match by the boards fixed for it, or by one (FITRES 102).

    Ordinary play is won by points too (102, 130), whatever the round: there it is asked.
    """
    if case.options.get("forma") != "duplicato":
        return None
    n = case.tournament.boards_per_round
    words = ngettext_lazy("nel torneo il turno è di %(n)s smazzata", "nel torneo il turno è di %(n)s smazzate", n)
    return "passata-singola" if n == 1 else "passate", Filled(words, {"n": n})


def _points(case: Case, *, whole: bool) -> tuple[int, int] | None:
    """The points of both lines in the deals of the match: all of them, or those that are scored already."""
    row = _row(case)
    if row.fixed or (whole and not row.result.is_complete):
        return None
    return row.result.mp_a, row.result.mp_b


def _finding(answer: str, points: tuple[int, int]) -> Finding:
    return answer, Filled(_("dai punteggi registrati: %(a)s – %(b)s"), dict(zip("ab", points, strict=True)))


def _boards_over(case: Case) -> Finding:
    points = _points(case, whole=True)
    return _finding("parita" if points[0] == points[1] else "differenza", points) if points else None


def _over(case: Case) -> Finding:
    points = _points(case, whole=True)
    return _finding("si", points) if points else None


def _compared(case: Case) -> Finding:
    points = _points(case, whole=True)
    return _finding("pari" if points[0] == points[1] else "diverso", points) if points else None


def _six_points(case: Case) -> Finding:
    points = _points(case, whole=True)
    return _finding("si" if max(points) >= SIX else "no", points) if points else None


def _reached(case: Case, reached: str, missed: str) -> Finding:
    """Whether anybody has the points that end a match to points; that nobody has them is known only once it is over."""
    points, target = _points(case, whole=False), case.tournament.target
    if points is None or target is None:
        return None
    if target_reached(*points, target=target):
        return _finding(reached, points)
    return _finding(missed, points) if _points(case, whole=True) else None


def _target_of_both(case: Case) -> Finding:
    return _reached(case, "raggiunto", "nessuna")


def _target_of_anybody(case: Case) -> Finding:
    return _reached(case, "si", "no")


OF_THE_SCORES: Mapping[str, Lookup] = {
    "esito-della-partita": _match_outcome,
    "tipo-di-partita": _kind_of_match,
    "passate-giocate": _boards_over,
    "smazzate-giocate": _over,
    "confronto-dei-punti": _compared,
    "sei-punti": _six_points,
    "traguardo-raggiunto": _target_of_both,
    "qualcuno-al-traguardo": _target_of_anybody,
}


def _laid_down(case: Case) -> Finding:
    """What the cards laid down do by themselves, where the last ending recorded on the case is of that hand (118)."""
    ending = case.card_endings.order_by("-number").first() if case.pk else None
    if ending is None or not ending.verdict or ending.laid_down != case.responsible:
        return None
    words = _("dalle carte toccate nel finale n. %(number)s, ignote tutte a chi ha calato")
    return ending.verdict, Filled(words, {"number": ending.number})


def _suit_in_hand(case: Case) -> Finding:
    """Whether the player who did not follow suit held it, where the last play of the case marks that card (25)."""
    play = case.board_plays.order_by("-number").first() if case.pk else None
    if play is None or not play.anomaly:
        return None
    before = PlayReplay(play).positions[play.anomaly - 1]
    if before.to_play.value != case.responsible or not before.table:
        return None
    had_suit = any(card.suit is before.table[0].suit for card in before.hands[before.to_play])
    words = _("dalle carte della passata n. %(number)s, prima di quella giocata")
    return "si" if had_suit else "no", Filled(words, {"number": play.number})


def _duplicated(case: Case) -> Finding:
    """Whether the hand was dealt beforehand, alike for every table (17)."""
    words = _("le smazzate sono preparate prima, uguali a tutti i tavoli")
    return ("duplicata", words) if recorded_deal(case) else None


def _recorded(case: Case) -> Finding:
    return ("si", _("il programma tiene la distribuzione di questa smazzata")) if recorded_deal(case) else None


OF_THE_CARDS: Mapping[str, Lookup] = {
    "carte-calate": _laid_down,
    "palo-giocato": _suit_in_hand,
    "mano-duplicata": _duplicated,
    "mano-registrata": _recorded,
}


# No line of a match gets more, by whatever scale.
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
    states = list(kinds)
    return str(next((kind for kind in states if kind not in _OF_THE_PRESENT), states[0]))


def rounds_missed(entry: Entry, but: Round) -> int:
    """The number of other rounds in which the entry has the score of an absent line: only that score is below zero."""
    scores = MatchScore.objects.current().filter(kind__in=_ABSENCES, table__round__tournament=entry.tournament_id)
    scores = scores.exclude(table__round=but)
    as_a = scores.filter(table__line_a=entry, mp_a__lt=0).count()
    return as_a + scores.filter(table__line_b=entry, mp_b__lt=0).count()


def seconds_since_start(round_: Round, now: datetime) -> int | None:
    """How long the round's clock has been running; None while it has not started."""
    clock = RoundClock.objects.filter(round=round_).first()
    return max(0, clock.minutes * 60 - clock.seconds_left(now)) if clock else None


def late_row(table: Table, seconds: int | None) -> str:
    """The row of lateness (40) in which whoever came now would fall; nothing before the start."""
    scores = scores_without_play(table.round.tournament.rulebook)
    row = scores.late(seconds) if scores and seconds is not None else None
    return row.id if row else ""


def holds_from(at: datetime) -> datetime:
    """What was decided until then does not count any more at that moment."""
    return at - timedelta(days=settings.MEASURES_HOLD_DAYS)


def earlier_rulings(case: Case) -> RulingQuerySet:
    """The rulings in force of the tournament whose measures still counted when the case was opened, in order."""
    # When it was opened, not now: what a ruling rested on is found again however late one looks.
    # One that is only shown beforehand would be opened now.
    opened = case.opened_at or timezone.now()
    rulings = Ruling.objects.filter(tournament=case.tournament_id, decided_at__gt=holds_from(opened))
    related = rulings.current().exclude(case=case.pk).select_related("case__table__round__tournament", "case__board")
    return related.order_by("number")
