"""What each line of a federation's log is called; it names records by their keys alone."""

from collections.abc import Mapping

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ACTIONS: Mapping[str, Promise] = {
    "give_office": _("Incarico dato"),
    "end_office": _("Incarico tolto"),
    "accept_roster": _("Albo aggiornato"),
    "discard_roster": _("Aggiornamento dell’albo scartato"),
    "suspend_member": _("Tesserato sospeso"),
    "lift_suspension": _("Sospensione tolta"),
    "receive_package": _("Pacchetto ricevuto"),
    "check_package": _("Pacchetto controllato"),
    "add_remark": _("Rilievo scritto"),
    "return_package": _("Pacchetto rimandato con i rilievi"),
    "homologate": _("Torneo omologato"),
    "choose_package": _("Scelto fra pacchetti in conflitto"),
    "erase_packed": _("Persona cancellata da un pacchetto"),
    "recognise_persons": _("Tessere di un torneo ricevuto confrontate"),
    "choose_person": _("Detto chi è una persona di un torneo ricevuto"),
    "set_second_term": _("Termine del secondo grado scritto"),
    "file_second": _("Reclamo al giudice federale ricevuto"),
    "name_second_judge": _("Giudice aggiunto a un collegio"),
    "release_second_judge": _("Giudice tolto da un collegio"),
    "note_second": _("Dichiarazione al giudice federale scritta"),
    "settle_second_deposit": _("Deposito del secondo grado registrato"),
    "withdraw_second": _("Reclamo al giudice federale ritirato"),
    "decide_second": _("Reclamo al giudice federale deciso"),
    "add_key": _("Chiave di un’installazione aggiunta"),
    "revoke_key": _("Chiave di un’installazione revocata"),
    "make_token": _("Permesso di invio dato"),
    "revoke_token": _("Permesso di invio revocato"),
    "make_feed_key": _("Chiave di un feed fatta"),
    "revoke_feed_key": _("Chiave di un feed ritirata"),
    "export_archive": _("Archivio esportato"),
    "draft_headnote": _("Massima cominciata"),
    "change_headnote_draft": _("Bozza di una massima cambiata"),
    "discard_headnote_draft": _("Bozza di una massima scartata"),
    "publish_headnote": _("Massima pubblicata"),
    "withdraw_headnote": _("Massima ritirata"),
    "add_webhook": _("Avviso a un programma aggiunto"),
    "rotate_webhook": _("Segreto di un avviso cambiato"),
    "switch_webhook": _("Avviso a un programma spento o riacceso"),
    "load_draft": _("Bozza di un codice caricata"),
    "try_draft": _("Bozza di un codice provata sull’archivio"),
    "discard_draft": _("Bozza di un codice tolta"),
    "load_table": _("Tabella dei punti caricata"),
    "assign_class": _("Classe di un torneo stabilita"),
    "open_season": _("Stagione aperta"),
    "change_season_rules": _("Regole di una stagione cambiate"),
    "publish_season": _("Classifica di stagione pubblicata"),
}


def called(action: str) -> str:
    """The action in words; one that this program does not know by its own name."""
    return str(ACTIONS.get(action, action))


def named(record: str) -> str:
    """A record as its key in the log says it, «federation.knownkey:3», in words; one of no known kind as it stands."""
    label, _colon, key = record.partition(":")
    try:
        kind = apps.get_model(label)
    except (LookupError, ValueError):
        return record
    return gettext("%(record)s n. %(key)s") % {"record": kind._meta.verbose_name, "key": key}
