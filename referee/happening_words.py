"""Happenings in words: what is tapped, what is recorded, what each line gets."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import override

from referee.law.burraco.happenings import ARTICLES, OF_ONE_LINE, Given, Happening, What
from tournaments.games import Seating
from tournaments.seats import Line
from tournaments.wording import signed

WHAT: Mapping[What, Promise] = {
    What.LATE: _lazy("in ritardo"),
    What.ABSENT: _lazy("Assente"),
    What.LEFT: _lazy("Non può proseguire"),
    What.LEFT_AT_FAULT: _lazy("Se ne va per litigio"),
    What.BOTH_LEFT: _lazy("Abbandonano tutte e due"),
    What.MISCONDUCT: _lazy("Sospesa per intemperanze"),
    What.SHEET_LOST: _lazy("Score smarrito"),
    What.SHEET_NOT_RETURNED: _lazy("Score non consegnato"),
}
# The rows of art. 40, and who was there.
LATE: Mapping[str, Promise] = {
    "": _lazy("Presente"),
    "entro-2": _lazy("Fino a 2′"),
    "da-2-a-5": _lazy("2–5′"),
    "da-5-a-10": _lazy("5–10′"),
    "oltre-10": _lazy("Oltre 10′"),
}


def reason_for(happening: Happening, seating: Seating) -> str:
    """What is written beside the score or the penalty: one text in every language, since it is recorded."""
    with override("it"):
        return told(happening, seating)


def told(happening: Happening, seating: Seating) -> str:
    """What happened, in one sentence."""
    names = dict(zip(Line, seating.lines, strict=True))
    if happening.what is What.LATE:
        late = happening.late or {}
        rows = [(names[line], LATE[late[line]]) for line in Line if late.get(line)]
        return "; ".join(_("Linea %(line)s in ritardo: %(late)s") % {"line": name, "late": row} for name, row in rows)
    words = str(WHAT[happening.what])
    if happening.what in OF_ONE_LINE and happening.line:
        return _("Linea %(line)s: %(what)s") % {"line": names[happening.line], "what": words[0].lower() + words[1:]}
    return words


def reference_for(happening: Happening, federation: str) -> str:
    """The articles it rests on, as text: «F.I.Bur., art. 39, 40»."""
    return f"{federation}, art. {', '.join(map(str, ARTICLES[happening.what]))}"


def gains(given: Given) -> Iterator[str]:
    """What a line gets, each thing in words."""
    if given.figures:
        yield _("%(vp)d VP, %(mp)s MP") % {"vp": given.figures.vp, "mp": signed(given.figures.mp)}
    if given.warned:
        yield _("un’ammonizione")
    if given.bonus_mp:
        yield _("un bonus di %(mp)d MP") % {"mp": given.bonus_mp}
    if given.penalty_vp:
        yield _("%(vp)s VP") % {"vp": signed(given.penalty_vp)}
