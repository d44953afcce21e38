"""What each line of a federation's log is called, by the keys of its records alone; how long something has waited."""

from collections.abc import Mapping
from datetime import date, datetime

from django.apps import apps
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

ACTIONS: Mapping[str, Promise] = {
    "found_federation": _lazy("Federazione scritta"),
    "change_federation": _lazy("Nome della federazione cambiato"),
    "save_club": _lazy("Circoli registrati o corretti"),
    "give_office": _lazy("Incarico dato"),
    "end_office": _lazy("Incarico tolto"),
    "accept_roster": _lazy("Albo aggiornato"),
    "discard_roster": _lazy("Aggiornamento dell’albo scartato"),
    "suspend_member": _lazy("Tesserato sospeso"),
    "lift_suspension": _lazy("Sospensione tolta"),
    "receive_package": _lazy("Pacchetto ricevuto"),
    "check_package": _lazy("Pacchetto controllato"),
    "add_remark": _lazy("Rilievo scritto"),
    "return_package": _lazy("Pacchetto rimandato con i rilievi"),
    "homologate": _lazy("Torneo omologato"),
    "choose_package": _lazy("Scelto fra pacchetti in conflitto"),
    "erase_packed": _lazy("Persona cancellata da un pacchetto"),
    "recognise_persons": _lazy("Tessere di un torneo ricevuto confrontate"),
    "choose_person": _lazy("Detto chi è una persona di un torneo ricevuto"),
    "set_second_term": _lazy("Termine del secondo grado scritto"),
    "file_second": _lazy("Reclamo al giudice federale ricevuto"),
    "name_second_judge": _lazy("Giudice aggiunto a un collegio"),
    "release_second_judge": _lazy("Giudice tolto da un collegio"),
    "note_second": _lazy("Dichiarazione al giudice federale scritta"),
    "settle_second_deposit": _lazy("Deposito del secondo grado registrato"),
    "withdraw_second": _lazy("Reclamo al giudice federale ritirato"),
    "decide_second": _lazy("Reclamo al giudice federale deciso"),
    "add_key": _lazy("Chiave di un’installazione aggiunta"),
    "revoke_key": _lazy("Chiave di un’installazione revocata"),
    "make_token": _lazy("Permesso di invio dato"),
    "revoke_token": _lazy("Permesso di invio revocato"),
    "make_feed_key": _lazy("Chiave di un feed fatta"),
    "revoke_feed_key": _lazy("Chiave di un feed ritirata"),
    "export_archive": _lazy("Archivio esportato"),
    "draft_headnote": _lazy("Massima cominciata"),
    "change_headnote_draft": _lazy("Bozza di una massima cambiata"),
    "discard_headnote_draft": _lazy("Bozza di una massima scartata"),
    "publish_headnote": _lazy("Massima pubblicata"),
    "withdraw_headnote": _lazy("Massima ritirata"),
    "add_webhook": _lazy("Avviso a un programma aggiunto"),
    "rotate_webhook": _lazy("Segreto di un avviso cambiato"),
    "switch_webhook": _lazy("Avviso a un programma spento o riacceso"),
    "load_draft": _lazy("Bozza di un codice caricata"),
    "try_draft": _lazy("Bozza di un codice provata sull’archivio"),
    "discard_draft": _lazy("Bozza di un codice tolta"),
    "load_table": _lazy("Tabella dei punti caricata"),
    "assign_class": _lazy("Classe di un torneo stabilita"),
    "open_season": _lazy("Stagione aperta"),
    "change_season_rules": _lazy("Regole di una stagione cambiate"),
    "publish_season": _lazy("Classifica di stagione pubblicata"),
}


def action_in_words(action: str) -> str:
    """The action in words; one that this program does not know by its own name."""
    return str(ACTIONS.get(action, action))


def record_in_words(record: str) -> str:
    """A record as its key in the log says it, «federation.knownkey:3», in words; one of no known kind as it stands."""
    label, _colon, key = record.partition(":")
    try:
        kind = apps.get_model(label)
    except (LookupError, ValueError):
        return record
    return _("%(record)s n. %(key)s") % {"record": kind._meta.verbose_name, "key": key}


def waits_since(then: datetime, today: date) -> str:
    """In days."""
    days = (today - timezone.localtime(then).date()).days
    if days < 1:
        return _("ricevuto oggi")
    return ngettext("aspetta da %(days)d giorno", "aspetta da %(days)d giorni", days) % {"days": days}
