"""What does not hold of a package, said to people."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from federation.sealed.archive import Damaged
from federation.sealed.faults import Fault, Trouble

FAULTS: Mapping[Fault, Promise] = {
    Fault.TOO_BIG: _lazy("È troppo grande."),
    Fault.NO_ZIP: _lazy("Non è un pacchetto: il file non comincia come uno zip."),
    Fault.HEAD: _lazy("L’intestazione della parte non è quella che il programma scrive."),
    Fault.NAME: _lazy("Una parte ha un nome che non può avere."),
    Fault.TWICE: _lazy("La parte c’è due volte."),
    Fault.CUT: _lazy("Il file finisce prima del tempo: forse è stato copiato a metà."),
    Fault.DIRECTORY: _lazy("L’indice in fondo al file non torna con le parti."),
    Fault.NO_MANIFEST: _lazy("La prima parte non è il manifesto."),
    Fault.MANIFEST: _lazy("Il manifesto non dice tutto quello che deve, o lo dice in un’altra forma."),
    Fault.SCHEMA: _lazy("È di una forma che questo programma non conosce: forse l’ha fatto un programma più nuovo."),
    Fault.SIGNATURE: _lazy("La firma non è di questa chiave su questo contenuto."),
    Fault.PARTS: _lazy("Le parti non sono quelle che il manifesto elenca."),
    Fault.HASH: _lazy("L’impronta della parte è un’altra."),
    Fault.PACKED: _lazy("I byte della parte non sono quelli che il manifesto elenca."),
    Fault.FORM: _lazy("La riga non è scritta nella forma prevista."),
    Fault.ORDER: _lazy("Non è un atto di questo genere, o non è al suo posto."),
    Fault.CHAIN: _lazy("La riga del registro non segue quella prima."),
    Fault.LAST: _lazy("Il registro non finisce con la riga che il manifesto dice."),
    Fault.UNSEALED: _lazy("Il registro non conosce questo atto."),
    Fault.GONE: _lazy("Il registro conosce un atto che qui manca."),
    Fault.CHANGED: _lazy("L’atto non è come il registro lo ha sigillato."),
    Fault.WITHHELD: _lazy("Il manifesto dice trattenuto un atto che qui c’è, o che il registro non conosce."),
    Fault.TEXT: _lazy("Il testo non è quello di cui l’atto ha l’impronta."),
    Fault.NO_TEXT: _lazy("Manca un testo di cui l’atto ha l’impronta."),
    Fault.SEALED_KINDS: _lazy("Il manifesto non dice sigillati i generi di atti che questo schema vuole sigillati."),
    Fault.KIND: _lazy("Lo schema non conosce questo genere di atti, o ne vuole uno solo."),
    Fault.VALUE: _lazy("Un valore manca, o non è di quelli che qui possono stare."),
    Fault.NOWHERE: _lazy("L’atto rimanda a un altro che qui non c’è."),
}


def in_words(trouble: Trouble) -> str:
    """What is wrong."""
    return str(FAULTS[trouble.fault])


def with_place(trouble: Trouble) -> str:
    """What is wrong and where, for a page."""
    return _("Il pacchetto non torna. %(what)s (%(place)s)") % {"what": in_words(trouble), "place": trouble.place}


def damaged_words(error: Damaged) -> str:
    """Of a package that is kept, for whoever is no browser."""
    words = _("Un pacchetto ricevuto prima è danneggiato (%(part)s): avvisa chi gestisce il programma.")
    return words % {"part": str(error) or "?"}
