"""What the figures of a log line say, each by its key in the line's data."""

from collections.abc import Callable, Mapping
from typing import Any

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from papers.sheets import euros, figure, signed
from records.rights import ROLE_NAMES
from tournaments.appeals.models import AppealJudge
from tournaments.entries.models import Entry, FindingKind
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.words import reference_in_words, scores_in_words
from tournaments.setup.models import Tournament

# A key's value and the whole line's data in words; nothing where there is nothing to tell.
WordsOf = Callable[[Any, Mapping[str, Any]], str]


def _calls() -> Any:
    """The model of calls, which stands above: only its words are asked for."""
    return apps.get_model("hall", "Call")


def _points(points: Any, _data: Mapping[str, Any]) -> str:
    if not isinstance(points, list) or None in points:
        return ""
    return " – ".join(map(figure, points))


def _kind(kind: Any, _data: Mapping[str, Any]) -> str:
    known = dict(BoardScore.Kind.choices)
    return str(known[kind]) if kind in known and kind != BoardScore.Kind.PLAYED else ""


def _amount(amount: Any, data: Mapping[str, Any]) -> str:
    if amount is None:
        return ""
    kind = str(dict(Adjustment.Kind.choices).get(data.get("kind", ""), ""))
    return f"{signed(amount)} {kind}" if amount else kind


def _version(version: Any, data: Mapping[str, Any]) -> str:
    return _("versione %s") % version if version and "points" in data and version > 1 else ""


def _pairings(pairings: Any, _data: Mapping[str, Any]) -> str:
    return ", ".join(f"{a}–{b}" if b else str(a) for a, b in pairings or [])


def _both(unit: str) -> WordsOf:
    def words(pair: Any, _data: Mapping[str, Any]) -> str:
        return f"{figure(pair[0])} – {figure(pair[1])} {unit}" if isinstance(pair, list) else ""

    return words


def _minutes(minutes: Any, _data: Mapping[str, Any]) -> str:
    return f"{minutes}′" if minutes else ""


def _pairing_version(version: Any, _data: Mapping[str, Any]) -> str:
    return _("versione %s") % version if version and version > 1 else ""


def _seed(seed: Any, _data: Mapping[str, Any]) -> str:
    return _("seme «%s»") % seed if seed else ""


def _hash(value: Any, data: Mapping[str, Any]) -> str:
    return _("impronta %s") % value if value and "state" in data else ""


def _change(change: Any, _data: Mapping[str, Any]) -> str:
    if not isinstance(change, list):
        return ""
    kind, first, second = change
    words = _("scambiati %(first)s e %(second)s") if kind == "swap" else _("tavolo %(first)s, ora %(second)s")
    return words % {"first": first, "second": second}


def _accepted(kinds: Any, _data: Mapping[str, Any]) -> str:
    return _("con una deroga") if kinds else ""


def _ground(ground: Any, _data: Mapping[str, Any]) -> str:
    words = {
        "scorer": _("errore della sala conti"),
        "late": _("coppia in ritardo al tavolo incompleto"),
    }
    return words.get(str(ground), "")


def _sizes(sizes: Any, _data: Mapping[str, Any]) -> str:
    return " + ".join(map(str, sizes or []))


def _role(role: Any, _data: Mapping[str, Any]) -> str:
    """A task in the tournament, or on the panel of an appeal."""
    known = {**{role.value: name for role, name in ROLE_NAMES.items()}, **dict(AppealJudge.Role.choices)}
    return str(known.get(role, role)) if role else ""


def _reference(reference: Any, _data: Mapping[str, Any]) -> str:
    return reference_in_words(str(reference or ""))


def _sent(points: Any, data: Mapping[str, Any]) -> str:
    if not points:
        return ""
    deals = ", ".join(f"{number}: {figure(a)} – {figure(b)}" for number, a, b, *_accuse in points)
    return _("la linea %(line)s dice %(deals)s") % {"line": data.get("line", ""), "deals": deals}


def _issue(issue: Any, data: Mapping[str, Any]) -> str:
    """Of a line's code."""
    return _("linea %(line)s, codice n. %(issue)s") % {"line": data.get("line", ""), "issue": issue} if issue else ""


def _outcome(outcome: Any, _data: Mapping[str, Any]) -> str:
    """Of a call."""
    return str(dict(_calls().Outcome.choices).get(outcome, ""))


def _reason_told(reason: Any, _data: Mapping[str, Any]) -> str:
    return str(dict(_calls().Reason.choices).get(reason, ""))


def _reports_of(entries: Any, _data: Mapping[str, Any]) -> str:
    return _("delle coppie %(entries)s") % {"entries": ", ".join(map(str, entries))} if entries else ""


def _cause(cause: Any, data: Mapping[str, Any]) -> str:
    words = str(dict(BoardScore.Cause.choices).get(cause, ""))
    who = data.get("agreed_by")
    return words + "; " + _("conferma %(who)s") % {"who": who} if words and who else words


def _imported(counts: Any, _data: Mapping[str, Any]) -> str:
    if not counts:
        return ""
    parts: list[tuple[str, Callable[[int], str]]] = [
        ("entries", lambda n: ngettext("%d iscrizione", "%d iscrizioni", n)),
        ("new_players", lambda n: ngettext("%d giocatore nuovo", "%d giocatori nuovi", n)),
        ("known_players", lambda n: ngettext("%d già noto", "%d già noti", n)),
        ("left_out", lambda n: ngettext("%d riga lasciata fuori", "%d righe lasciate fuori", n)),
    ]
    return ", ".join(words(counts[key]) % counts[key] for key, words in parts if counts[key])


LEAVINGS: Mapping[str, Promise] = {
    "unauthorised": _lazy("senza avvisare"),
    "quarrel": _lazy("per litigio o contestazione"),
}


def _leaving(leaving: Any, _data: Mapping[str, Any]) -> str:
    return str(LEAVINGS.get(str(leaving), ""))


def _until(until: Any, _data: Mapping[str, Any]) -> str:
    if until is None:
        return ""
    return _("fino al turno %(number)d") % {"number": until} if until else _("senza aver giocato")


def _from(begins: Any, _data: Mapping[str, Any]) -> str:
    return _("dal turno %(number)d") % {"number": begins} if begins else ""


def _from_deal(deal: Any, _data: Mapping[str, Any]) -> str:
    return _("dalla smazzata %(number)d") % {"number": deal} if deal else ""


def _apart(apart: Any, _data: Mapping[str, Any]) -> str:
    return _("numeri %(numbers)s") % {"numbers": ", ".join(map(str, apart))} if apart else ""


def _out(out: Any, data: Mapping[str, Any]) -> str:
    pairs = zip(out or [], data.get("in") or [], strict=False)
    return ", ".join(
        _("%(new)s per %(old)s") % {"new": new[-1], "old": old[-1]} for old, new in pairs if len(old) == len(new) == 3
    )


def _rooms(rooms: Any, _data: Mapping[str, Any]) -> str:
    return " / ".join(" – ".join(pair) for pair in rooms or [])


def _unconfirmed(places: Any, data: Mapping[str, Any]) -> str:
    """Scores that stayed unconfirmed when a round was closed, or standings of a stage became final."""
    if not places:
        return ""
    words = ngettext("un punteggio non confermato", "%(count)d punteggi non confermati", len(places))
    where = scores_in_words((tuple(place[:3]) for place in places), with_round="publication" in data)
    return words % {"count": len(places)} + f" ({where})"


def _erased(texts: Any, data: Mapping[str, Any]) -> str:
    return ngettext("%d testo", "%d testi", texts) % texts if "erasure" in data else ""


def _departure(departure: Any, _data: Mapping[str, Any]) -> str:
    return _("scostandosi dal codice: %(reason)s") % {"reason": departure} if departure else ""


def _entries(entries: Any, data: Mapping[str, Any]) -> str:
    # An import has entries too, and tells how many.
    if not data.get("absent"):
        return ""
    numbers = ", ".join(str(number) for number, _name in entries)
    words = _("ritirate %(entries)s") if data["absent"] == "withdrawn" else _("lasciate fuori %(entries)s")
    return words % {"entries": numbers}


def _admitted(people: Any, _data: Mapping[str, Any]) -> str:
    words = ngettext("ammesso un giocatore segnalato", "ammessi %(count)d giocatori segnalati", len(people or ()))
    return words % {"count": len(people)} + f" ({', '.join(str(person[0]) for person in people)})" if people else ""


def _kinds(kinds: Any, _data: Mapping[str, Any]) -> str:
    return ", ".join(str(FindingKind(kind).label) for kind in kinds or ())


def _copied_from(name: Any, _data: Mapping[str, Any]) -> str:
    return _("da «%(name)s»") % {"name": name} if name else ""


def _written(text: Any, _data: Mapping[str, Any]) -> str:
    return str(text or "")


def _places(places: Any, _data: Mapping[str, Any]) -> str:
    return _("posti %(from)s–%(to)s") % {"from": places[0], "to": places[1]} if places else ""


def _played(played: Any, data: Mapping[str, Any]) -> str:
    figures = {"played": played, "planned": data.get("planned")}
    return (
        ""
        if played is None
        else ngettext("%(played)s turno su %(planned)s", "%(played)s turni su %(planned)s", int(played)) % figures
    )


# A setting that checks what it drew, and tells nothing else.
SEED = "lot_seed"


def _changes(changes: Any, data: Mapping[str, Any]) -> str:
    if not isinstance(changes, dict):
        return ""
    return _changed({name: change for name, change in changes.items() if name != SEED}, data)


def _seed_changed(changes: Any, data: Mapping[str, Any]) -> str:
    return _changed({SEED: changes[SEED]}, data) if isinstance(changes, dict) and SEED in changes else ""


def _setting(value: Any) -> str:
    """A setting as it is read; what was never said is a dash."""
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return "–" if value in (None, "") else str(value)


def _changed(changes: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    model = Entry if data.get("entry") else Tournament
    words = []
    for name, change in changes.items():
        if isinstance(change, list) and len(change) == 2 and hasattr(model, name):
            before, after = map(_setting, change)
            words.append(f"{model._meta.get_field(name).verbose_name}: {before} → {after}")  # type: ignore[union-attr]
    return ", ".join(words)


def _cents(cents: Any, data: Mapping[str, Any]) -> str:
    """What is owed, was paid or is won; of a payment that was taken back, that."""
    if data.get("paid") is False:
        return _("non ha pagato")
    return euros(cents) if isinstance(cents, int) and not isinstance(cents, bool) else ""


def _class(name: Any, _data: Mapping[str, Any]) -> str:
    return _("classe %(class)s") % {"class": name} if name else ""


def _deals(boards: Any, data: Mapping[str, Any]) -> str:
    if not boards:
        return ""
    words = ngettext("%(count)d smazzata", "%(count)d smazzate", boards) % {"count": boards}
    version = data.get("deals_version", 1)
    return words + (", " + _("versione %s") % version if version > 1 else "")


def _packs(packs: Any, _data: Mapping[str, Any]) -> str:
    return _("smazzate %(first)s–%(last)s") % {"first": packs[0], "last": packs[1]} if packs else ""


def _commitment(value: Any, _data: Mapping[str, Any]) -> str:
    return _("impronta %s") % value if value else ""


FIGURES: Mapping[str, WordsOf] = {
    "copied_from": _copied_from,
    "changes": _changes,
    "out": _out,
    "from_round": _from,
    "from_deal": _from_deal,
    "apart": _apart,
    "until_round": _until,
    "leaving": _leaving,
    "departure": _departure,
    "entries": _entries,
    "points": _points,
    "kind": _kind,
    "amount": _amount,
    "cents": _cents,
    "class": _class,
    "deals": _deals,
    "packs": _packs,
    "version": _version,
    "cause": _cause,
    "sent": _sent,
    "issue": _issue,
    "outcome": _outcome,
    "reason_told": _reason_told,
    "reports_of": _reports_of,
    "pairings": _pairings,
    "pairing_version": _pairing_version,
    "change": _change,
    "accepted": _accepted,
    "ground": _ground,
    "sizes": _sizes,
    "role": _role,
    "rooms": _rooms,
    "imported": _imported,
    "minutes": _minutes,
    "vp": _both("VP"),
    "mp": _both("MP"),
    "reference": _reference,
    "against": _reference,
    "text": _written,
    "prize": _written,
    "places": _places,
    "played": _played,
    "texts": _erased,
    "unconfirmed": _unconfirmed,
    "admitted": _admitted,
    "flagged_for": _kinds,
}

# What lets a stranger check the line: told apart, so that a page can fold it away.
PROOFS: Mapping[str, WordsOf] = {
    "changes": _seed_changed,
    "seed": _seed,
    "hash": _hash,
    "commitment": _commitment,
    "opened": _seed,
}
