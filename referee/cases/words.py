"""Texts of the codes in the reader's language, exact figures as people write them, effects as they look."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from codes.format.model import Language, Text
from codes.seats import Line, Seat
from tournaments.setup.games import SeatNames

# Red for what punishes somebody, ochre for what is pending, wherever an effect is shown.
PUNISHING = frozenset({"penalty", "forfeit", "discipline", "withdraw"})
PENDING = frozenset({"reserve", "judgement"})
# The lines by their seats, where no tournament says how it calls them.
LINE_NAMES = {Line.A: gettext_lazy("Nord-Sud"), Line.B: gettext_lazy("Est-Ovest")}
LINE_CHOICES = [(line.value, name) for line, name in LINE_NAMES.items()]


def spoken(text: Text | dict[str, str] | None) -> str:
    """The text in the reader's language: a rulebook's own, or the pair that a record keeps."""
    if not text:
        return ""
    return text.in_(language()) if isinstance(text, Text) else text.get(language(), "")


def spoken_line(responsible: str, seat_names: SeatNames) -> str:
    if responsible in list(Line):
        return str(seat_names.line_words[Line(responsible)])
    if responsible == "both":
        return _("entrambe le linee")
    return {"none": _("nessuno"), "arb": _("l’arbitro")}.get(responsible, "")


def person_words(who: str, names: Mapping[Any, str], seat_names: SeatNames) -> str:
    """Somebody whom a case or a ruling names, as every page and paper writes it: «Nord: Anna Conti», «linea Nord-Sud».

    who: a seat, a line, both or nobody; names: who sits where.
    """
    if who not in list(Seat):
        return spoken_line(who, seat_names)
    seat, name = str(seat_names.names[Seat(who)]), names.get(who, "")
    return f"{seat}: {name}" if name else seat


def spoken_table(label: str) -> str:
    """A table whose result counts: «3», or «3 (turno 2)» where the board is played in several rounds («2.3»)."""
    number, dot, table = label.partition(".")
    return _("%(table)s (turno %(round)s)") % {"table": table, "round": number} if dot else label


def language() -> Language:
    return "en" if (get_language() or "").startswith("en") else "it"


def mixed(value: Fraction | str) -> str:
    """An exact mean as people write it: «19/3» is «6 1/3»."""
    whole, fraction = divmod(Fraction(value), 1)
    if not fraction:
        return str(whole)
    return f"{whole} {fraction}" if whole else str(fraction)


def excluded_words(records: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What an answer excluded, a line for each other answer: «In ritardo»: la smazzata è annullata."""
    return tuple(_excluded_line(record) for record in records)


def _excluded_line(record: Mapping[str, Any]) -> str:
    answers = ", ".join(f"«{spoken(answer)}»" for answer in record["answers"])
    outcomes = "; ".join(spoken(outcome) for outcome in record["outcomes"])
    if record["more"]:
        outcomes += "; …"
    return _("con %(answers)s: %(outcomes)s") % {"answers": answers, "outcomes": outcomes}


def detection_words(record: Mapping[str, Any], name: Callable[[Seat], str]) -> str:
    """How an anomaly came to light, of a case or of a ruling: the mode, who was heard, when, and what that excludes."""
    # As rulings kept it before they told who was excluded.
    heard = "; ".join(name(Seat(seat)) for seat in record.get("heard", record["detectors"]))
    times = {"anticipata": _("in anticipo"), "tempestiva": _("in tempo"), "tardiva": _("in ritardo")}
    mode = spoken(record["words"]) or record["mode"]
    parts = (mode, heard, times.get(record["timing"], ""), _excluded_modes(record.get("excluded", ()), name))
    return " · ".join(part for part in parts if part)


def _excluded_modes(excluded: Sequence[Mapping[str, Any]], name: Callable[[Seat], str]) -> str:
    if not excluded:
        return ""
    if not any(record["seats"] for record in excluded):
        return _("esclude ogni altro modo di rilevarla (%(article)s)") % {"article": excluded[0]["article"]}
    # The modes have one name in every language: they are the law's own words.
    modes = [
        _("%(mode)s di %(who)s (%(article)s)")
        % {
            "mode": record["mode"],
            "who": "; ".join(name(Seat(seat)) for seat in record["seats"]),
            "article": record["article"],
        }
        for record in excluded
    ]
    return _("esclude: %(modes)s") % {"modes": "; ".join(modes)}


def already_so(ruling: object) -> str:
    return _("È già deciso così: %(ruling)s. Se è un altro fatto, scrivi perché.") % {"ruling": ruling}


def choice_words(until: str, language: str, *, alone: bool) -> str:
    """Up to when a choice stands, and whether it is made alone: «Entro: subito. Da sé, senza consigliarsi.»"""
    with override(language):
        words = _("Entro quando: %(until)s.") % {"until": until}
        return " ".join((words, _("Da sé, senza consigliarsi con nessuno."))) if alone else words


def draft_words(draft: Any) -> tuple[str, str]:
    """How far a case without a ruling is, in the one word that every page has for it, and the icon of that.

    draft: the case, or the row of it that a list reads.
    """
    if draft.waits:
        return _("aspetta una scelta"), "hourglass"
    if draft.returned is not None:
        return _("proposta rimandata"), "undo-2"
    if draft.proposal is not None:
        return _("aspetta la conferma"), "hourglass"
    return (_("in revisione") if draft.revision_reason else _("da finire")), "pencil"


def in_reading_order(effects: Iterable[Mapping[str, Any]]) -> list[Any]:
    """The effects as they are read out, on pages and papers alike: what the arbiter must judge comes last."""
    return sorted(effects, key=lambda record: record["verb"] == "judgement")


def look_of(verb: str) -> str:
    if verb in PUNISHING:
        return "is-penalty"
    return "is-pending" if verb in PENDING else ""
