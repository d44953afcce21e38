"""The log in words: what an action is called, and what its data say."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from records.models import LogEntry
from tournaments.setup.models import Contest, Tournament
from tournaments.staff.log_figures import FIGURES, PROOFS, WordsOf

ENTRIES: Mapping[str, Promise] = {Contest.PAIRS: _lazy("coppia %s"), Contest.TEAMS: _lazy("squadra %s")}

# The arbiter's actions stand here by name only: their application writes to the same log.
ACTIONS: Mapping[str, Promise] = {
    "create_tournament": _lazy("Torneo creato"),
    "create_practice": _lazy("Torneo di prova creato"),
    "copy_tournament": _lazy("Copiato da un altro torneo"),
    "erase_person": _lazy("Cancellata una persona"),
    "let_go": _lazy("Eliminato quello che nessuno deve più conservare"),
    "merge_players": _lazy("Due schede della stessa persona unite"),
    "part_players": _lazy("Due schede unite separate di nuovo"),
    "black_out": _lazy("Parole oscurate"),
    "carry_out": _lazy("Eseguita la decisione del giudice federale"),
    "load_answer": _lazy("Caricata la risposta della federazione"),
    "enter_pair": _lazy("Coppia iscritta"),
    "change_tournament": _lazy("Impostazioni del torneo cambiate"),
    "enter": _lazy("Iscrizione registrata"),
    "change_entry": _lazy("Iscrizione corretta"),
    "check_in": _lazy("Presenza segnata"),
    "undo_check_in": _lazy("Presenza tolta"),
    "close_check_in": _lazy("Appello chiuso"),
    "withdraw": _lazy("Ritiro"),
    "remove_entry": _lazy("Iscrizione tolta: era un errore"),
    "return_entry": _lazy("Rientro"),
    "substitute": _lazy("Sostituzione"),
    "admit": _lazy("Ammesso chi l’albo segnala"),
    "withdraw_admission": _lazy("Ammissione ritirata"),
    "import_entries": _lazy("Iscrizioni importate da un file"),
    "import_players": _lazy("Giocatori importati da un file"),
    "set_membership": _lazy("Incarico dato"),
    "invite": _lazy("Invito a un incarico"),
    "join_staff": _lazy("Incarico preso per invito"),
    "end_task": _lazy("Incarico tolto"),
    "cancel_link": _lazy("Indirizzo di invito o di nuova password annullato"),
    "link_player": _lazy("Scheda di giocatore di chi ha un incarico"),
    "unlink_player": _lazy("Scheda di giocatore staccata"),
    "offer_reset": _lazy("Offerta una nuova password"),
    "reset_password": _lazy("Password rifatta"),
    "create_round": _lazy("Turno preparato"),
    "draw_round": _lazy("Abbinamento preparato"),
    "redraw_round": _lazy("Abbinamento rifatto"),
    "change_pairing": _lazy("Abbinamento cambiato a mano"),
    "withdraw_pairing": _lazy("Tavoli pubblicati ritirati"),
    "discard_pairing": _lazy("Bozza del turno scartata"),
    "decide_knockout": _lazy("Deciso chi passa il turno"),
    "mark_unplayed": _lazy("Smazzata che non si gioca: la partita era finita"),
    "mark_to_be_played": _lazy("Smazzata che si gioca: la partita non era finita"),
    "record_tie_break": _lazy("Registrato lo spareggio"),
    "keep_apart": _lazy("Due iscritti separati"),
    "lift_kept_apart": _lazy("Separazione tolta"),
    "draw_sitting": _lazy("Tornata sorteggiata"),
    "withdraw_sitting": _lazy("Tornata ritirata"),
    "give_sitting_score": _lazy("Punteggio di un tavolo di tre o di cinque"),
    "add_stage": _lazy("Fase aggiunta"),
    "change_stage": _lazy("Fase cambiata"),
    "start_stage": _lazy("Gironi formati"),
    "set_line_up": _lazy("Formazione data"),
    "publish_round": _lazy("Turno pubblicato"),
    "start_round": _lazy("Turno avviato"),
    "close_round": _lazy("Turno chiuso"),
    "deliver_package": _lazy("Pacchetto consegnato alla federazione"),
    "reopen_round": _lazy("Turno riaperto"),
    "start_clock": _lazy("Orologio partito"),
    "pause_clock": _lazy("Orologio fermato"),
    "resume_clock": _lazy("Orologio ripreso"),
    "call_time_out": _lazy("Time out chiamato"),
    "give_extra_time": _lazy("Tempo in più a un tavolo"),
    "give_score": _lazy("Punteggio registrato"),
    "undo_score": _lazy("Punteggio annullato da chi lo aveva dato"),
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
    "record_ending": _lazy("Finale di mano registrato"),
    "record_play": _lazy("Passata registrata carta per carta"),
    "name_judge": _lazy("Giudice di un reclamo nominato"),
    "release_judge": _lazy("Giudice di un reclamo lasciato libero"),
    "note_on_appeal": _lazy("Dichiarazione su un reclamo"),
    "settle_deposit": _lazy("Deposito di un reclamo"),
    "make_deals_drawn": _lazy("Smazzate estratte dal programma"),
    "make_deals_written": _lazy("Smazzate scritte o importate"),
    "print_packs": _lazy("Carte stampate per preparare i mazzi"),
    "open_deals": _lazy("Smazzate aperte a tutti"),
    "set_fee": _lazy("Quota di iscrizione data o cambiata"),
    "note_payment": _lazy("Segnato chi ha pagato la quota"),
    "propose_class": _lazy("Proposta la classe del torneo"),
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
    "move_tables": _lazy("Tavoli passati a un’altra zona"),
    "send_slip": _lazy("Risultato mandato dal tavolo"),
    "withdraw_slip": _lazy("Risultato ritirato dalla linea che lo aveva mandato"),
    "dispute_slip": _lazy("Risultato contestato al tavolo"),
    "agree_slip": _lazy("Risultato confermato dalle due linee"),
    "give_adjustment": _lazy("Penalità o compenso dato"),
    "cancel_adjustment": _lazy("Penalità o compenso annullato"),
    "open_case": _lazy("Anomalia aperta"),
    "answer": _lazy("Risposta a una domanda del caso"),
    "discard_case": _lazy("Caso scartato"),
    "move_case": _lazy("Caso spostato a un altro tavolo"),
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
class LineWords:
    """A line of the log for a reader: what was done, to what, with which figures and why; what checks it apart."""

    what: str
    about: str
    figures: str
    reason: str
    proof: str = ""


def words_of_line(line: LogEntry, tournament: Tournament | None = None) -> LineWords:
    """The line in words; deals as they are called in that tournament, which the reader has at hand.

    Data that no action of ours leaves are shown as they are: whoever looks for a forgery reads them all the same.
    """
    try:
        return words_of_own_line(line, tournament)
    except (AttributeError, LookupError, TypeError, ValueError):
        what = str(ACTIONS.get(line.action, line.action))
        return LineWords(what=what, about="", figures=json.dumps(line.data, ensure_ascii=False), reason="")


def words_of_own_line(line: LogEntry, tournament: Tournament | None = None) -> LineWords:
    """The same of data that an action left; any other raise what they raise."""
    data: Mapping[str, Any] = line.data
    if tournament and isinstance(data.get("board"), int):
        data = {**data, "board": tournament.deal_called(data["board"])}
    if tournament and data.get("unconfirmed"):
        called = [[*place[:2], tournament.deal_called(place[2])] for place in data["unconfirmed"]]
        data = {**data, "unconfirmed": called}
    return LineWords(
        # Whatever another application writes here is told, be it by its bare name.
        what=str(ACTIONS.get(line.action, line.action)),
        about=", ".join(_object_words(data, tournament.contest if tournament else Contest.PAIRS)),
        figures=", ".join(_data_words(FIGURES, data)),
        reason=str(data.get("reason") or ""),
        proof=", ".join(_data_words(PROOFS, data)),
    )


def _object_words(data: Mapping[str, Any], contest: str) -> Iterator[str]:
    places: list[tuple[str, Promise]] = [
        ("stage", _lazy("fase %s")),
        ("round", _lazy("turno %s")),
        ("sitting", _lazy("tornata %s")),
        ("table", _lazy("tavolo %s")),
        ("board", _lazy("smazzata %s")),
        ("entry", ENTRIES.get(contest, _lazy("giocatore %s"))),
        ("case", _lazy("caso %s")),
        ("ruling", _lazy("provvedimento %s")),
        ("publication", _lazy("classifica n. %s")),
        ("appeal", _lazy("reclamo n. %s")),
        ("erasure", _lazy("cancellazione n. %s")),
    ]
    yield from (str(words) % data[key] for key, words in places if data.get(key))
    if data.get("name"):
        yield str(data["name"])


def _data_words(told_by: Mapping[str, WordsOf], data: Mapping[str, Any]) -> Iterator[str]:
    yield from (words for key, words_of in told_by.items() if (words := words_of(data.get(key), data)))


def made_in_words(made: Model) -> str:
    """What was recorded, by the line that its making left in the log."""
    line = LogEntry.objects.filter(object=f"{made._meta.label}:{made.pk}").order_by("pk").first()
    if line is None:
        return str(made)
    said = words_of_line(line, line.tournament)
    return ", ".join(part for part in (said.what, said.about, said.figures, said.reason) if part)
