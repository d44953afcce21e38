"""How long data of persons are stored, and what happens then: the one table (GDPR 5.1.e, 30.1.f).

No law of the game and no text of a federation gives a time; these are ours, with the reason of each, and a federation
that keeps records otherwise changes them here. docs/privacy.md and docs/privacy.en.md show this table, written by
`manage.py retention --doc`; `manage.py retention` tells what is due.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Max, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from people.accounts.models import ERASED, Player, User
from people.players.models import Member
from people.players.queries import kept_keys
from records.official_records import Sealed

DAY = timedelta(days=1)
YEAR = 365 * DAY


class Fate(StrEnum):
    """What happens when the time is over."""

    # By `manage.py retention --delete`: nothing that is sealed rests on it.
    DELETED = "deleted"
    # The record is official and stays; its texts go by an erasure, which somebody decides (docs/decisions/0041).
    ERASED = "erased"
    # Figures and references: without the texts above nobody is told by them.
    KEPT = "kept"


THEN_WORDS: Mapping[Fate, Promise] = {
    Fate.DELETED: _("si elimina"),
    Fate.ERASED: _("si cancellano i testi personali"),
    Fate.KEPT: _("resta"),
}


@dataclass(frozen=True)
class Retention:
    """How long a kind of record stays, counted from a column, and why. only: the records that the rule is about."""

    kind: str
    what: Promise
    then: Fate
    why: Promise
    period: timedelta | None = None
    since: str = ""
    only: Mapping[str, Any] = field(default_factory=dict)

    @property
    def model(self) -> type[models.Model]:
        return apps.get_model(self.kind)

    @property
    def period_words(self) -> str:
        """«30 giorni», «5 anni»; nothing where it stays."""
        if self.period is None:
            return "–"
        if not self.period:
            return gettext("alla scadenza")
        years, days = divmod(self.period.days, YEAR.days)
        if years and not days:
            return ngettext("%(n)d anno", "%(n)d anni", years) % {"n": years}
        return ngettext("%(n)d giorno", "%(n)d giorni", self.period.days) % {"n": self.period.days}

    def due(self, at: datetime) -> "models.QuerySet[Any]":
        """The records whose time is over, and which still have what is to go; none of a kind that stays."""
        rows: models.QuerySet[Any] = self.model._base_manager.order_by("pk")
        if self.period is None:
            return rows.none()
        # If the column has several values, as for the tournaments of a player, the last one counts.
        rows = rows.annotate(counted_from=Max(self.since))
        is_day = type(rows.query.annotations["counted_from"].output_field) is models.DateField
        limit = (at - self.period).date() if is_day else at - self.period
        rows = rows.filter(counted_from__lte=limit, **self.only)
        if self.model is Player:
            rows = _nobody_of_later(rows)
        return rows.exclude(_says_nothing(self.model)) if self.then is Fate.ERASED else rows


def _nobody_of_later(rows: "models.QuerySet[Any]") -> "models.QuerySet[Any]":
    """The players whose records are all due: a person merged from several records is due as a whole."""
    keys = set(rows.values_list("pk", flat=True))
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for merged, kept_player in kept_keys().items():
        groups[kept_player] |= {kept_player, merged}
    return rows.exclude(pk__in=[key for group in groups.values() if group - keys for key in group])


def _says_nothing(model: type[models.Model]) -> Q:
    """That none of a record's personal columns holds anything, or a mark stands in the place of the name."""
    if issubclass(model, Player | User | Member):
        return Q(last_name__startswith=ERASED)
    columns = model.PERSONAL if issubclass(model, Sealed) else ()
    empty = Q(pk__in=[])
    for place, name in enumerate(columns):
        is_json = isinstance(model._meta.get_field(name), models.JSONField)
        blank = Q(**{f"{name}__in": [{}, []]}) if is_json else Q(**{name: ""})
        empty = empty & blank if place else blank
    return empty


MOMENT = _("serve solo finché vale")
CONTEST = _("reclami, appelli e giustizia sportiva; poi il motivo non serve più a nessuno")
RESULTS = _("albo dei risultati e titoli della federazione; oltre dieci anni nessuna pretesa (c.c. 2946)")
FIGURES = _("cifre e riferimenti che provano la classifica: senza i testi cancellati non nominano nessuno")
OFFICE = _("finché la persona ha o può riavere un incarico")
ACCOUNTABLE = _("prova che si è risposto a chi l’ha chiesto (GDPR 5.2), finché dura l’azione (c.c. 2947)")


def _texts(kind: str, what: Promise, path: str) -> Retention:
    """The texts of an official record: five years from its tournament."""
    return Retention(kind, what, Fate.ERASED, CONTEST, 5 * YEAR, f"{path}__starts_on")


def _figures(kind: str, what: Promise) -> Retention:
    return Retention(kind, what, Fate.KEPT, FIGURES)


TABLE: tuple[Retention, ...] = (
    Retention("sessions.Session", _("accessi aperti"), Fate.DELETED, MOMENT, 0 * DAY, "expire_date"),
    Retention(
        "tournaments.Invitation", _("inviti e nuove password offerte"), Fate.DELETED, MOMENT, 30 * DAY, "expires_at"
    ),
    Retention("people.SignInTries", _("tentativi di accesso"), Fate.DELETED, MOMENT, DAY, "last"),
    Retention("hall.LineRequests", _("invii delle linee"), Fate.DELETED, MOMENT, DAY, "since"),
    Retention("tournaments.Job", _("documenti preparati per chi li ha chiesti"), Fate.DELETED, MOMENT, DAY, "asked_at"),
    Retention(
        "federation.HeadnoteDraft",
        _("bozze di massime mai pubblicate"),
        Fate.DELETED,
        MOMENT,
        2 * YEAR,
        "changed_at",
        {"headnote__isnull": True},
    ),
    Retention("federation.ArchiveExport", _("file esportati dall’archivio"), Fate.DELETED, MOMENT, DAY, "asked_at"),
    Retention(
        "federation.WebhookMessage",
        _("avvisi mandati ad altri programmi, con le risposte"),
        Fate.DELETED,
        MOMENT,
        30 * DAY,
        "made_at",
        {"next_at": None},
    ),
    Retention(
        "people.Phone",
        _("verifica in due passaggi cominciata e mai confermata"),
        Fate.DELETED,
        MOMENT,
        DAY,
        "created_at",
        {"confirmed": False},
    ),
    Retention(
        "tournaments.ImportBatch",
        _("elenchi caricati e mai accettati né scartati"),
        Fate.DELETED,
        _("chi ha caricato il file può caricarlo di nuovo"),
        30 * DAY,
        "staged_at",
        {"state": "pending"},
    ),
    Retention(
        "people.RosterUpdate",
        _("albi caricati e mai accettati né scartati"),
        Fate.DELETED,
        _("chi ha caricato il file può caricarlo di nuovo"),
        30 * DAY,
        "staged_at",
        {"state": "pending"},
    ),
    Retention(
        "referee.Case",
        _("anomalie cominciate e mai decise"),
        Fate.DELETED,
        _("la gara è finita da un pezzo: nessuno le deciderà"),
        180 * DAY,
        "updated_at",
        # What was asked about it, or told of its cards, is sealed and holds it.
        {
            "state": "draft",
            "rulings": None,
            "arbitral_scores": None,
            "from_reservation": None,
            "consultations": None,
            "card_endings": None,
            "board_plays": None,
        },
    ),
    Retention(
        "admin.LogEntry",
        _("correzioni fatte nell’archivio"),
        Fate.DELETED,
        _("per capire un errore dell’ultima stagione"),
        2 * YEAR,
        "action_time",
    ),
    Retention(
        "people.PersonalExport",
        _("nota che i dati di una persona sono stati consegnati"),
        Fate.DELETED,
        ACCOUNTABLE,
        5 * YEAR,
        "made_at",
    ),
    Retention(
        "keeping.LegalHold",
        _("vincoli che vietavano di cancellare, dopo che sono stati tolti"),
        Fate.DELETED,
        ACCOUNTABLE,
        5 * YEAR,
        "lifted_at",
    ),
    _texts("referee.Case", _("anomalie: annotazioni"), "tournament"),
    _texts("referee.Ruling", _("provvedimenti: nomi, fatti, motivi, misure"), "tournament"),
    _texts("referee.ProposedRuling", _("provvedimenti proposti: nomi, motivi, risposte"), "tournament"),
    _texts("referee.Consultation", _("consultazioni: domande"), "tournament"),
    _texts("referee.Opinion", _("consultazioni: chi è stato sentito, e i pareri"), "consultation__tournament"),
    _texts("referee.Reservation", _("riserve: chi le ha espresse"), "ruling__tournament"),
    _texts("referee.StandingOrder", _("ordini al tavolo: parole"), "ruling__tournament"),
    _texts("referee.ArbitralScore", _("punteggi arbitrali: motivi"), "case__tournament"),
    _texts("referee.ArbitralReview", _("ricalcoli respinti: motivi"), "score__case__tournament"),
    _texts("tournaments.Adjustment", _("penalità, compensi, ammonizioni: motivi"), "entry__tournament"),
    _texts("tournaments.Admission", _("ammissioni di chi l’albo segnala: motivi"), "entry__tournament"),
    _texts("tournaments.KeptApart", _("coppie separate: motivi"), "tournament"),
    _texts("tournaments.Sitting", _("tavoli di tre e di cinque: perché un sorteggio è ritirato"), "tournament"),
    _texts("tournaments.SittingScore", _("tavoli di tre e di cinque: motivi delle correzioni"), "sitting__tournament"),
    _texts("tournaments.Fee", _("quote di iscrizione: perché cambiano"), "tournament"),
    _texts("tournaments.FeePayment", _("pagamenti delle quote: perché cambiano"), "entry__tournament"),
    _texts("tournaments.DealSet", _("smazzate preparate: perché sono rifatte"), "tournament"),
    _texts("tournaments.Appeal", _("reclami: motivi e decisioni"), "tournament"),
    _texts("tournaments.AppealNote", _("reclami: dichiarazioni e verbali"), "appeal__tournament"),
    _texts("tournaments.AppealJudge", _("reclami: perché un giudice ha lasciato"), "appeal__tournament"),
    _texts("tournaments.ClubNotice", _("avvisi del proprio circolo: nomi"), "tournament"),
    _texts("tournaments.ErrorReport", _("segnalazioni di errore: testi e firme"), "publication__tournament"),
    _texts("tournaments.EntryEvent", _("vicende delle coppie: motivi"), "entry__tournament"),
    _texts("hall.ExtraTime", _("tempo in più: motivi"), "table__round__tournament"),
    _texts("tournaments.BoardScore", _("punteggi: motivi delle correzioni"), "table__round__tournament"),
    _texts("tournaments.MatchScore", _("punteggi fissati: motivi"), "table__round__tournament"),
    _texts("tournaments.KnockoutWinner", _("chi passa il turno: motivi"), "table__round__tournament"),
    Retention(
        "tournaments.Entry", _("nome della coppia o squadra"), Fate.ERASED, RESULTS, 10 * YEAR, "tournament__starts_on"
    ),
    Retention(
        "tournaments.Publication",
        _("classifiche pubblicate: nomi"),
        Fate.ERASED,
        RESULTS,
        10 * YEAR,
        "tournament__starts_on",
    ),
    Retention("records.LogEntry", _("registro: che cosa dicono le righe"), Fate.ERASED, RESULTS, 10 * YEAR, "at"),
    Retention(
        "people.Player",
        _("giocatori: nome, tessera, circolo, dall’ultimo torneo giocato"),
        Fate.ERASED,
        RESULTS,
        10 * YEAR,
        "memberships__entry__tournament__starts_on",
    ),
    Retention(
        "people.Member",
        _("tesserati: nome, tessera, circolo, da quando sono usciti dall’albo"),
        Fate.ERASED,
        RESULTS,
        10 * YEAR,
        "left_at",
    ),
    Retention(
        "people.MemberChange",
        _("tesserati: che cosa è cambiato, da quando sono usciti dall’albo"),
        Fate.ERASED,
        RESULTS,
        10 * YEAR,
        "member__left_at",
        {"member__card_key__gt": ""},
    ),
    Retention(
        "people.Suspension",
        _("sospensioni: motivi, da quando il tesserato è uscito dall’albo"),
        Fate.ERASED,
        RESULTS,
        10 * YEAR,
        "member__left_at",
        {"member__card_key__gt": ""},
    ),
    Retention(
        "people.User",
        _("accessi: nome, posta, dall’ultima volta che sono stati usati"),
        Fate.ERASED,
        OFFICE,
        2 * YEAR,
        "last_login",
    ),
    Retention(
        "keeping.Erasure",
        _("chi ha cancellato che cosa, senza nomi"),
        Fate.KEPT,
        _("chi ripristina una copia di prima cancella di nuovo lo stesso; prova che lo si è fatto (GDPR 5.2)"),
    ),
    _figures("referee.CardEnding", _("finali di mano: carte e limiti")),
    _figures("referee.BoardPlay", _("passate carta per carta: carte e valori")),
    _figures("tournaments.DealsOpened", _("smazzate aperte: seme e carte, nessun nome")),
    _figures("people.PlayerMerge", _("schede di una stessa persona unite o separate")),
    _figures("tournaments.EntryMember", _("chi era in quale iscrizione")),
    _figures("tournaments.GroupPlace", _("posti nei gironi")),
    _figures("tournaments.SittingSeat", _("posti ai tavoli di tre e di cinque, per numero")),
    _figures("tournaments.LineUp", _("formazioni")),
    _figures("tournaments.Table", _("tavoli")),
    _figures("tournaments.TableSlip", _("risultati mandati dai tavoli")),
    _figures("hall.Call", _("chiamate all’arbitro: tavolo, orari, esito, chi è andato")),
    _figures("hall.ZoneTable", _("zone degli arbitri")),
    _figures("federation.ArchivedRuling", _("indice dell’archivio dei provvedimenti: chi decise che cosa, per numero")),
    _figures("federation.ArchivedFacets", _("righe brevi di quell’indice, per contare: chi decise, per numero")),
    _figures("federation.Headnote", _("massime: chi le ha cominciate")),
    _figures("federation.HeadnoteVersion", _("massime pubblicate e ritirate, senza nomi")),
    _figures("federation.DraftEdition", _("bozze dei codici da provare: chi le ha caricate")),
    _figures("federation.DraftTrial", _("prove delle bozze dei codici: chi le ha chieste")),
    _figures("federation.ArchiveFeed", _("chiavi dei feed dell’archivio: di chi, quando create e ritirate")),
    _figures("hall.LineCode", _("codici delle linee, rifatti")),
    _figures("tournaments.Pairing", _("abbinamenti")),
    _figures("federation.PointsTable", _("tabelle dei punti")),
    _figures("federation.TournamentClass", _("classi dei tornei")),
    _figures("federation.ReceivedClass", _("classi dei tornei ricevuti")),
    _figures("federation.ReceivedPerson", _("chi è qui una persona di un torneo ricevuto, per numero")),
    _figures("federation.SecondTerm", _("termini del secondo grado")),
    _figures("federation.SecondAppeal", _("reclami al giudice federale")),
    _figures("federation.SecondJudge", _("chi siede nei collegi del secondo grado")),
    _figures("federation.SecondNote", _("dichiarazioni al giudice federale")),
    _figures("federation.SecondDecision", _("decisioni del giudice federale, con chi le ha prese")),
    _figures("federation.DecisionExecution", _("esecuzioni delle decisioni del giudice federale")),
    _figures("federation.Season", _("stagioni")),
    _figures("federation.SeasonRules", _("regole delle stagioni")),
    _figures("federation.SeasonPublication", _("classifiche di stagione pubblicate, senza nomi")),
    _figures("federation.SeasonRow", _("righe delle classifiche di stagione, senza nomi")),
    _figures("tournaments.Membership", _("incarichi")),
    _figures("federation.ReceivedPackage", _("pacchetti ricevuti: chi li ha ricevuti e controllati")),
    _figures("federation.Remark", _("rilievi ai pacchetti")),
    _figures("federation.Homologation", _("omologazioni")),
    _figures("federation.SentAnswer", _("risposte ai pacchetti mandati")),
    _figures("federation.KnownKey", _("chiavi delle installazioni conosciute")),
    _figures("federation.UploadToken", _("permessi di invio: chi li ha fatti e revocati")),
    _figures("federation.Webhook", _("avvisi ad altri programmi: chi li ha aggiunti e spenti")),
    _figures("people.FederationOffice", _("incarichi federali: chi, quale, da quando a quando")),
    _figures("people.FederationLine", _("registro federale: chi ha fatto che cosa, senza nomi")),
    Retention(
        "federation.ApiToken", _("chiavi per altri programmi: di chi, per che cosa, fino a quando"), Fate.KEPT, OFFICE
    ),
    Retention("people.BackupCodes", _("codici di riserva"), Fate.KEPT, OFFICE),
    Retention("records.IdempotencyKey", _("richieste servite: solo impronte"), Fate.KEPT, FIGURES),
    Retention("people.User_groups", _("gruppi di un accesso"), Fate.KEPT, OFFICE),
    Retention("people.User_user_permissions", _("permessi di un accesso"), Fate.KEPT, OFFICE),
)


def table_in_words(language: str) -> str:
    """The table as the record of processing shows it, in Markdown."""
    with override(language):
        heads = (gettext("che cosa"), gettext("quanto"), gettext("poi"), gettext("perché"))
        rows = [(str(rule.what), rule.period_words, str(THEN_WORDS[rule.then]), str(rule.why)) for rule in TABLE]
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def due_now(at: datetime) -> Iterator[tuple[Retention, int]]:
    """What is due, with how many records of each kind."""
    for rule in TABLE:
        count = rule.due(at).count()
        if count:
            yield rule, count
