"""What the scores recorded of a match tell: how it is won, whether it is over, which line has more points.

Only what they do tell: where a score is missing the deal may have been played all the same, and then it is asked.
"""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from codes.tressette_online.matches import target_reached
from referee.models import Case
from tournaments.queries import NamedRow, round_grid

Found = tuple[str, Promise] | None
Finder = Callable[[Case], Found]

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


def _how_it_ended(case: Case) -> Found:
    vp = vp_of_match(case)
    if vp is None:
        return None
    vp_a, vp_b = vp
    words = Filled(_("dai punteggi registrati: %(a)s – %(b)s VP"), {"a": vp_a, "b": vp_b})
    return "pari" if vp_a == vp_b else "vinta", words


def _kind_of_match(case: Case) -> Found:
    """A round of a tournament is a match by the boards fixed for it, or by one (FITRES 102); never by points alone."""
    n = case.tournament.boards_per_round
    words = ngettext_lazy("nel torneo il turno è di %(n)s smazzata", "nel torneo il turno è di %(n)s smazzate", n)
    return "passata-singola" if n == 1 else "passate", Filled(words, {"n": n})


def _points(case: Case, *, whole: bool) -> tuple[int, int] | None:
    """The points of both lines in the deals of the match: all of them, or those that are scored already."""
    row = _row(case)
    if row.fixed or (whole and not row.result.is_complete):
        return None
    return row.result.mp_a, row.result.mp_b


def _told(answer: str, points: tuple[int, int]) -> Found:
    return answer, Filled(_("dai punteggi registrati: %(a)s – %(b)s"), dict(zip("ab", points, strict=True)))


def _boards_over(case: Case) -> Found:
    points = _points(case, whole=True)
    return _told("parita" if points[0] == points[1] else "differenza", points) if points else None


def _over(case: Case) -> Found:
    points = _points(case, whole=True)
    return _told("si", points) if points else None


def _compared(case: Case) -> Found:
    points = _points(case, whole=True)
    return _told("pari" if points[0] == points[1] else "diverso", points) if points else None


def _six_points(case: Case) -> Found:
    points = _points(case, whole=True)
    return _told("si" if max(points) >= SIX else "no", points) if points else None


def _reached(case: Case, reached: str, missed: str) -> Found:
    """Whether anybody has the points that end a match to points; that nobody has only once it is over."""
    points, target = _points(case, whole=False), case.tournament.target
    if points is None or target is None:
        return None
    if target_reached(*points, target=target):
        return _told(reached, points)
    return _told(missed, points) if _points(case, whole=True) else None


def _target_of_both(case: Case) -> Found:
    return _reached(case, "raggiunto", "nessuna")


def _target_of_anybody(case: Case) -> Found:
    return _reached(case, "si", "no")


OF_THE_SCORES: Mapping[str, Finder] = {
    "esito-della-partita": _how_it_ended,
    "tipo-di-partita": _kind_of_match,
    "passate-giocate": _boards_over,
    "smazzate-giocate": _over,
    "confronto-dei-punti": _compared,
    "sei-punti": _six_points,
    "traguardo-raggiunto": _target_of_both,
    "qualcuno-al-traguardo": _target_of_anybody,
}
