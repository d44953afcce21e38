"""Words for imports: why a file is refused, what is wrong in a row, what a column holds, why a player seems known."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext_lazy, pgettext_lazy

from people.imports.columns import ColumnDoubt, Target
from people.imports.headings import Datum
from people.imports.likeness import Likeness
from people.imports.passed_over import PassedOver
from people.imports.roster import NoRoster, RosterFault
from people.imports.rows import RowFault, RowProblem
from people.imports.table import FileFault, ImportRefused

REASONS: Mapping[FileFault, Promise] = {
    FileFault.EMPTY: _lazy("Il file è vuoto: scegli quello con l’elenco."),
    FileFault.TOO_BIG: _lazy(
        "Il file è più grande di %(megabytes)s MB: copia l’elenco, senza immagini, in un foglio nuovo."
    ),
    FileFault.OLD_EXCEL: _lazy(
        "È un file di Excel nel vecchio formato (.xls) o protetto da password: aprilo e salvalo come «Cartella di "
        "lavoro di Excel (.xlsx)», senza password."
    ),
    FileFault.OPEN_DOCUMENT: _lazy("È un documento di LibreOffice: aprilo e salvalo come .xlsx oppure come CSV."),
    FileFault.PDF: _lazy("È un PDF: serve il foglio da cui è stato fatto, in .xlsx o CSV."),
    FileFault.WEB_PAGE: _lazy("È una pagina web, anche se il nome dice altro: aprila con Excel e salvala come .xlsx."),
    FileFault.NOT_TEXT: _lazy("Non è un elenco che si possa leggere: serve un file .xlsx oppure CSV."),
    FileFault.QUOTE_NOT_CLOSED: _lazy(
        "Alla riga %(row)s si aprono delle virgolette che non si chiudono: correggila e riprova."
    ),
    FileFault.BROKEN_WORKBOOK: _lazy("Il file di Excel è danneggiato: aprilo, salvalo di nuovo come .xlsx e riprova."),
    FileFault.UNPACKS_TOO_BIG: _lazy("Il file di Excel contiene troppa roba: copia solo l’elenco in un foglio nuovo."),
    FileFault.TOO_MANY_ROWS: _lazy("Ci sono più di %(most)s righe: dividi l’elenco in più file."),
    FileFault.TOO_MANY_COLUMNS: _lazy(
        "Alla riga %(row)s ci sono più di %(most)s colonne: lascia solo quelle dell’elenco."
    ),
}

PROBLEMS: Mapping[RowFault, Promise] = {
    RowFault.MISSING_NAME: _lazy("Manca il cognome."),
    RowFault.MISSING_FIRST_NAME: _lazy("Manca il nome di %(text)s."),
    RowFault.NOT_A_NAME: _lazy("«%(text)s» non è un nome."),
    RowFault.ALONE: _lazy("Ci sono meno giocatori di quanti ne servono (%(most)s)."),
    RowFault.TOO_MANY: _lazy("Ci sono più giocatori di quanti se ne possono iscrivere insieme (%(most)s)."),
    RowFault.NUMBER_UNREADABLE: _lazy("«%(text)s» non è un numero da 1 a 9999."),
    RowFault.NUMBER_TWICE: _lazy("Il numero %(text)s c’è già alla riga %(row)s."),
    RowFault.CARD_TWICE: _lazy("La tessera %(text)s c’è già alla riga %(row)s."),
    RowFault.CARD_ROUNDED: _lazy(
        "La tessera «%(text)s» è stata arrotondata dal foglio di calcolo: scrivila come testo."
    ),
    RowFault.CARD_IS_DATE: _lazy("La tessera «%(text)s» è diventata una data: scrivila come testo."),
    RowFault.NOT_A_DAY: _lazy("«%(text)s» non è un giorno: scrivilo come 31/5/2027."),
    RowFault.FORMULA_ERROR: _lazy("Una formula del foglio dà errore."),
    RowFault.NEVER_COMPUTED: _lazy(
        "Una formula del foglio non è mai stata calcolata: scrivi che cosa dà, o apri il file, salvalo e ricaricalo."
    ),
    RowFault.NUMBER_GIVEN: _lazy("Il numero è «%(text)s»: se ne dà uno libero."),
    RowFault.IN_TWOS: _lazy("Insieme perché una riga segue l’altra (fino alla %(row)s)."),
    RowFault.TOO_LONG: _lazy("«%(text)s…» supera i %(most)s caratteri."),
    RowFault.SAME_NAME: _lazy("%(text)s c’è anche alla riga %(row)s, senza tessere che li distinguano."),
    RowFault.PERSON_TWICE: _lazy(
        "%(text)s c’è anche alla riga %(row)s: se sono due persone, scrivi le tessere o i circoli che le distinguono."
    ),
    RowFault.SAME_PEOPLE: _lazy("Le stesse persone ci sono già alla riga %(row)s."),
    RowFault.CUT: _lazy("Cognome e nome si leggono così: %(text)s."),
    RowFault.STATE_SAYS: _lazy("L’elenco dice «%(text)s»: guarda se può giocare."),
    RowFault.ASIDE: _lazy("Resta fuori, perché non è parte del nome: %(text)s."),
    RowFault.YEAR_OF_TWO: _lazy("L’anno ha due cifre: si legge %(text)s."),
    RowFault.HIDDEN: _lazy("Nel foglio la riga è nascosta: mostrala, oppure toglila."),
    RowFault.NO_CARD: _lazy("Manca la tessera."),
    RowFault.STATE_UNKNOWN: _lazy(
        "Lo stato «%(text)s» non si capisce: scrivilo come «attivo», «sospeso» (con i giorni, se ci sono) o «uscito»."
    ),
    RowFault.ENDS_BEFORE: _lazy("La tessera scade (%(text)s) prima di cominciare."),
}

NO_ROSTER: Mapping[RosterFault, Promise] = {
    RosterFault.NO_HEADER: _lazy(
        "Non trovo la riga dei titoli: sopra le colonne servono almeno «Tessera», «Cognome» e «Nome»."
    ),
    RosterFault.NO_NAMES: _lazy("Non trovo la colonna coi nomi: chiamala «Cognome» e «Nome», oppure «Nominativo»."),
    RosterFault.NO_CARDS: _lazy("Non trovo la colonna delle tessere: chiamala «Tessera»."),
    RosterFault.SAME_TWICE: _lazy("Due colonne dicono la stessa cosa: lascia solo quella che vale, o cambiale titolo."),
    RosterFault.NOBODY: _lazy("Sotto i titoli non c’è nessuno."),
}

DOUBTS: Mapping[ColumnDoubt, Promise] = {
    ColumnDoubt.NO_HEADER: _lazy("Non ho trovato la riga con i titoli delle colonne: di’ tu che cosa contiene ognuna."),
    ColumnDoubt.NO_NAMES: _lazy("Non ho trovato la colonna coi nomi: indicala."),
    ColumnDoubt.SAME_TWICE: _lazy("Più colonne sembrano contenere la stessa cosa: scegli quale vale."),
    ColumnDoubt.ROWS_IN_TWOS: _lazy(
        "Ogni riga ha un giocatore, senza numeri: se due righe di seguito sono una coppia, premi «Usa queste colonne»."
    ),
}

LIKENESSES: Mapping[Likeness, Promise] = {
    Likeness.CARD: _lazy("stessa tessera"),
    Likeness.NAME: _lazy("stesso nome"),
    Likeness.RECUT: _lazy("stesse lettere, divise altrimenti fra cognome e nome"),
    Likeness.SHORTENED: _lazy("nome abbreviato"),
    Likeness.SLIP: _lazy("nome quasi uguale"),
    Likeness.CARD_ONLY: _lazy("stessa tessera, altro nome"),
    Likeness.NAME_OTHER_CARD: _lazy("stesso nome, altra tessera"),
}

FIELDS: Mapping[Datum, Promise] = {
    Datum.NUMBER: _lazy("Numero della coppia"),
    Datum.NAME: _lazy("Nome della coppia o squadra"),
    Datum.PLAYERS: _lazy("Tutti i giocatori insieme"),
    Datum.LAST: pgettext_lazy("import", "Cognome"),
    Datum.FIRST: pgettext_lazy("import", "Nome"),
    Datum.LAST_FIRST: _lazy("Cognome e nome"),
    Datum.FIRST_LAST: _lazy("Nome e cognome"),
    Datum.FULL: _lazy("Nome intero, in qualunque ordine"),
    Datum.CARD: _lazy("Tessera"),
    Datum.CLUB: _lazy("Circolo"),
    Datum.CATEGORY: _lazy("Categoria"),
    Datum.MINOR_UNTIL: _lazy("Minorenne fino al"),
    Datum.BORN: _lazy("Data di nascita"),
    Datum.STATE: _lazy("Stato"),
}

PASSED_OVER: Mapping[PassedOver, Promise] = {
    PassedOver.HIDDEN: _lazy("riga nascosta"),
    PassedOver.HEADING: _lazy("intestazione ripetuta"),
    PassedOver.TOTAL: _lazy("totale"),
    PassedOver.EXAMPLE: _lazy("esempio del modello"),
    PassedOver.BLANK: _lazy("riga vuota"),
    PassedOver.LETTER: _lazy("parole attorno all’elenco"),
    PassedOver.CLUB: _lazy("circolo di chi viene sotto"),
    PassedOver.ABOVE: _lazy("sopra i titoli: se è di qualcuno, di’ qual è la riga dei titoli"),
}
_COUNTED = {
    PassedOver.HIDDEN: ngettext_lazy("%(count)d riga nascosta", "%(count)d righe nascoste", "count"),
    PassedOver.HEADING: ngettext_lazy("%(count)d intestazione ripetuta", "%(count)d intestazioni ripetute", "count"),
    PassedOver.TOTAL: ngettext_lazy("%(count)d riga di totale", "%(count)d righe di totale", "count"),
    PassedOver.EXAMPLE: ngettext_lazy("%(count)d riga di esempio", "%(count)d righe di esempio", "count"),
    PassedOver.BLANK: ngettext_lazy("%(count)d riga vuota", "%(count)d righe vuote", "count"),
    PassedOver.LETTER: ngettext_lazy(
        "%(count)d riga di parole attorno all’elenco", "%(count)d righe di parole attorno all’elenco", "count"
    ),
    PassedOver.CLUB: ngettext_lazy("%(count)d titolo di circolo", "%(count)d titoli di circolo", "count"),
    PassedOver.ABOVE: ngettext_lazy("%(count)d riga sopra i titoli", "%(count)d righe sopra i titoli", "count"),
}


def passed_in_words(rows: Iterable[PassedOver]) -> list[str]:
    """«2 intestazioni ripetute», «1 riga di totale»."""
    counted = Counter(rows)
    return [str(words % {"count": counted[why]}) for why, words in _COUNTED.items() if counted[why]]


def refusal_in_words(error: ImportRefused) -> str:
    most = error.data.get("most", 0)
    return str(REASONS[error.reason]) % {**error.data, "megabytes": most // 2**20}


def no_roster_in_words(error: NoRoster) -> str:
    return str(NO_ROSTER[error.fault])


def problem_in_words(problem: RowProblem) -> str:
    return str(PROBLEMS[problem.code]) % {"text": problem.text, "row": problem.row, "most": problem.most}


def target_in_words(target: Target) -> str:
    words = str(FIELDS[target.field])
    return _("%(what)s del giocatore %(place)d") % {"what": words, "place": target.place} if target.place else words
