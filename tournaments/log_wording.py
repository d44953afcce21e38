"""The log in words: what an action is called, and what its data say."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.models import Adjustment, BoardScore, Call, Entry, LogEntry, Tournament
from tournaments.permissions import ROLE_NAMES, Role
from tournaments.wording import cited, figure, scores_in_words, signed

# The arbiter's actions stand here by name only: their application writes to the same log.
ACTIONS: Mapping[str, Promise] = {
    "create_tournament": _lazy("Torneo creato"),
    "erase_person": _lazy("Cancellata una persona"),
    "black_out": _lazy("Parole oscurate"),
    "sealed": _lazy("Atti di prima messi sotto sigillo"),
    "enter_pair": _lazy("Coppia iscritta"),
    "change_tournament": _lazy("Impostazioni del torneo cambiate"),
    "enter": _lazy("Iscrizione registrata"),
    "change_entry": _lazy("Iscrizione corretta"),
    "check_in": _lazy("Presenza segnata"),
    "undo_check_in": _lazy("Presenza tolta"),
    "close_check_in": _lazy("Appello chiuso"),
    "withdraw": _lazy("Ritiro"),
    "return_entry": _lazy("Rientro"),
    "substitute": _lazy("Sostituzione"),
    "import_entries": _lazy("Iscrizioni importate da un file"),
    "import_players": _lazy("Giocatori importati da un file"),
    "set_membership": _lazy("Incarico dato"),
    "invite": _lazy("Invito a un incarico"),
    "join_staff": _lazy("Incarico preso per invito"),
    "offer_reset": _lazy("Offerta una nuova password"),
    "reset_password": _lazy("Password rifatta"),
    "create_round": _lazy("Turno preparato"),
    "draw_round": _lazy("Abbinamento preparato"),
    "redraw_round": _lazy("Abbinamento rifatto"),
    "change_pairing": _lazy("Abbinamento cambiato a mano"),
    "withdraw_pairing": _lazy("Tavoli pubblicati ritirati"),
    "decide_knockout": _lazy("Deciso chi passa il turno"),
    "mark_unplayed": _lazy("Smazzata che non si gioca: la partita era finita"),
    "mark_to_be_played": _lazy("Smazzata che si gioca: la partita non era finita"),
    "record_tie_break": _lazy("Registrato lo spareggio"),
    "keep_apart": _lazy("Due iscritti separati"),
    "lift_kept_apart": _lazy("Separazione tolta"),
    "add_stage": _lazy("Fase aggiunta"),
    "change_stage": _lazy("Fase cambiata"),
    "start_stage": _lazy("Gironi formati"),
    "set_line_up": _lazy("Formazione data"),
    "publish_round": _lazy("Turno pubblicato"),
    "start_round": _lazy("Turno avviato"),
    "close_round": _lazy("Turno chiuso"),
    "start_clock": _lazy("Orologio partito"),
    "pause_clock": _lazy("Orologio fermato"),
    "resume_clock": _lazy("Orologio ripreso"),
    "call_time_out": _lazy("Time out chiamato"),
    "give_extra_time": _lazy("Tempo in più a un tavolo"),
    "give_score": _lazy("Punteggio registrato"),
    "confirm_score": _lazy("Punteggio confermato"),
    "confirm_table": _lazy("Punteggi del tavolo confermati"),
    "confirm_tables": _lazy("Punteggi di più tavoli confermati"),
    "annul_board": _lazy("Smazzata annullata"),
    "record_arbitral_score": _lazy("Punteggio arbitrale registrato"),
    "give_match_score": _lazy("Punteggio dell’incontro fissato"),
    "take_back_match_score": _lazy("Punteggio fissato tolto"),
    "publish_provisional": _lazy("Classifica provvisoria esposta"),
    "publish_final": _lazy("Classifica definitiva pubblicata"),
    "report_error": _lazy("Segnalazione di errore ricevuta"),
    "accept_report": _lazy("Segnalazione di errore accolta"),
    "reject_report": _lazy("Segnalazione di errore respinta"),
    "close_reports": _lazy("Segnalazioni di errore chiuse senza esame"),
    "file_appeal": _lazy("Reclamo ricevuto"),
    "uphold_appeal": _lazy("Reclamo accolto"),
    "reject_appeal": _lazy("Reclamo respinto"),
    "change_appeal": _lazy("Reclamo accolto, decisione cambiata"),
    "meritless_appeal": _lazy("Reclamo respinto, senza merito"),
    "withdraw_appeal": _lazy("Reclamo ritirato"),
    "propose_ruling": _lazy("Provvedimento proposto"),
    "confirm_ruling": _lazy("Provvedimento confermato"),
    "return_ruling": _lazy("Provvedimento rimandato a chi lo ha proposto"),
    "ask_opinions": _lazy("Consultazione: chiesto un parere"),
    "give_opinion": _lazy("Consultazione: parere registrato"),
    "name_judge": _lazy("Giudice di un reclamo nominato"),
    "release_judge": _lazy("Giudice di un reclamo lasciato libero"),
    "note_on_appeal": _lazy("Dichiarazione su un reclamo"),
    "settle_deposit": _lazy("Deposito di un reclamo"),
    "set_prize": _lazy("Premio messo in palio o cambiato"),
    "remove_prize": _lazy("Premio tolto"),
    "conclude": _lazy("Torneo concluso"),
    "interrupt": _lazy("Torneo interrotto"),
    "renew_line_code": _lazy("Codice di una linea rifatto: quello di prima non vale più"),
    "call_arbiter": _lazy("Arbitro chiamato"),
    "renew_call": _lazy("Chiamata all’arbitro ripetuta o precisata"),
    "withdraw_call": _lazy("Chiamata all’arbitro ritirata"),
    "take_call": _lazy("Chiamata presa da un arbitro"),
    "hand_over_call": _lazy("Chiamata passata a un altro arbitro"),
    "ask_second": _lazy("Chiesto un secondo arbitro"),
    "come_as_second": _lazy("Secondo arbitro in arrivo"),
    "put_off_call": _lazy("Chiamata rimandata"),
    "arrive": _lazy("Arbitro al tavolo"),
    "close_call": _lazy("Chiamata chiusa"),
    "give_back_time": _lazy("Tempo della chiamata reso al tavolo"),
    "set_zone": _lazy("Zona di un arbitro"),
    "send_slip": _lazy("Risultato mandato dal tavolo"),
    "dispute_slip": _lazy("Risultato contestato al tavolo"),
    "agree_slip": _lazy("Risultato confermato dalle due linee"),
    "give_adjustment": _lazy("Penalità o compenso dato"),
    "cancel_adjustment": _lazy("Penalità o compenso annullato"),
    "open_case": _lazy("Anomalia aperta"),
    "answer": _lazy("Risposta a una domanda del caso"),
    "discard_case": _lazy("Caso scartato"),
    "decide": _lazy("Provvedimento dato"),
    "depart": _lazy("Provvedimento dato scostandosi dalla proposta"),
    "revise_ruling": _lazy("Provvedimento in revisione"),
    "set_arbitral_score": _lazy("Punteggio arbitrale deciso"),
    "dismiss_proposal": _lazy("Proposta di ricalcolo respinta"),
    "invoke_reservation": _lazy("Riserva invocata"),
    "follow_ruling": _lazy("Si prosegue da un provvedimento"),
    "lapse_reservation": _lazy("Riserva decaduta"),
    "end_order": _lazy("Ordine concluso"),
}


@dataclass(frozen=True)
class ToldLine:
    """A line of the log for a reader: what was done, to what, with which figures and why."""

    what: str
    about: str
    figures: str
    reason: str


def told(line: LogEntry, tournament: Tournament | None = None) -> ToldLine:
    """The line in words; deals as they are called in that tournament, which the reader has at hand."""
    data: Mapping[str, Any] = line.data
    if tournament and isinstance(data.get("board"), int):
        data = {**data, "board": tournament.deal_called(data["board"])}
    if tournament and data.get("unconfirmed"):
        called = [[*place[:2], tournament.deal_called(place[2])] for place in data["unconfirmed"]]
        data = {**data, "unconfirmed": called}
    return ToldLine(
        # Whatever another application writes here is told, be it by its bare name.
        what=str(ACTIONS.get(line.action, line.action)),
        about=", ".join(_about(data)),
        figures=", ".join(_figures(data)),
        reason=str(data.get("reason") or ""),
    )


def _about(data: Mapping[str, Any]) -> Iterator[str]:
    places: list[tuple[str, Promise]] = [
        ("stage", _lazy("fase %s")),
        ("round", _lazy("turno %s")),
        ("table", _lazy("tavolo %s")),
        ("board", _lazy("smazzata %s")),
        ("entry", _lazy("coppia %s")),
        ("case", _lazy("caso %s")),
        ("ruling", _lazy("provvedimento %s")),
        ("publication", _lazy("classifica n. %s")),
        ("appeal", _lazy("reclamo n. %s")),
        ("erasure", _lazy("cancellazione n. %s")),
    ]
    yield from (str(words) % data[key] for key, words in places if data.get(key))
    if data.get("name"):
        yield str(data["name"])


def _figures(data: Mapping[str, Any]) -> Iterator[str]:
    yield from (words for key, words_of in FIGURES.items() if (words := words_of(data.get(key), data)))


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


def _both(unit: str) -> Callable[[Any, Mapping[str, Any]], str]:
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
    return str(ROLE_NAMES[Role(role)]) if role else ""


def _reference(reference: Any, _data: Mapping[str, Any]) -> str:
    return cited(str(reference or ""))


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
    return str(dict(Call.Outcome.choices).get(outcome, ""))


def _reason_told(reason: Any, _data: Mapping[str, Any]) -> str:
    return str(dict(Call.Reason.choices).get(reason, ""))


def _reports_of(entries: Any, _data: Mapping[str, Any]) -> str:
    return _("delle coppie %(entries)s") % {"entries": ", ".join(map(str, entries))} if entries else ""


def _cause(cause: Any, data: Mapping[str, Any]) -> str:
    words = str(dict(BoardScore.Cause.choices).get(cause, ""))
    who = data.get("agreed_by")
    return words + "; " + _("conferma %(who)s") % {"who": who} if words and who else words


def _imported(counts: Any, _data: Mapping[str, Any]) -> str:
    if not counts:
        return ""
    told: list[tuple[str, Callable[[int], str]]] = [
        ("entries", lambda n: ngettext("%d iscrizione", "%d iscrizioni", n)),
        ("new_players", lambda n: ngettext("%d giocatore nuovo", "%d giocatori nuovi", n)),
        ("known_players", lambda n: ngettext("%d già noto", "%d già noti", n)),
        ("left_out", lambda n: ngettext("%d riga lasciata fuori", "%d righe lasciate fuori", n)),
    ]
    return ", ".join(words(counts[key]) % counts[key] for key, words in told if counts[key])


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
    told = ", ".join(str(number) for number, _name in entries)
    words = _("ritirate %(entries)s") if data["absent"] == "withdrawn" else _("lasciate fuori %(entries)s")
    return words % {"entries": told}


def _written(text: Any, _data: Mapping[str, Any]) -> str:
    return str(text or "")


def _places(places: Any, _data: Mapping[str, Any]) -> str:
    return _("posti %(from)s–%(to)s") % {"from": places[0], "to": places[1]} if places else ""


def _played(played: Any, data: Mapping[str, Any]) -> str:
    figures = {"played": played, "planned": data.get("planned")}
    return "" if played is None else _("%(played)s turni su %(planned)s") % figures


def _changes(changes: Any, data: Mapping[str, Any]) -> str:
    if not isinstance(changes, dict):
        return ""
    model = Entry if data.get("entry") else Tournament
    told = []
    for name, change in changes.items():
        if isinstance(change, list) and len(change) == 2 and hasattr(model, name):
            before, after = ("–" if value in (None, "") else str(value) for value in change)
            told.append(f"{model._meta.get_field(name).verbose_name}: {before} → {after}")  # type: ignore[union-attr]
    return ", ".join(told)


FIGURES: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
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
    "version": _version,
    "cause": _cause,
    "sent": _sent,
    "issue": _issue,
    "outcome": _outcome,
    "reason_told": _reason_told,
    "reports_of": _reports_of,
    "pairings": _pairings,
    "pairing_version": _pairing_version,
    "seed": _seed,
    "hash": _hash,
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
}
