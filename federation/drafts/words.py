"""The words of drafts: what is wrong in one, and what became of a ruling under it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from federation.drafts.upload import Fault, Problem

FAULTS: Mapping[Fault, Promise] = {
    Fault.TOO_BIG: _lazy("Il file è troppo grande: al più 2 MB in tutto, e 400 kB ogni file della bozza."),
    Fault.NOT_A_ZIP: _lazy("Non è un file .zip che si possa aprire."),
    Fault.TOO_MANY: _lazy("Troppi file, o troppo lunghi: al più 600 e 4 MB in tutto."),
    Fault.BAD_NAME: _lazy(
        "Un file della bozza si chiama come quelli del codice: «articles.yaml», «procedures/accusa-tardiva.yaml»."
    ),
    Fault.TWICE: _lazy("Il file sta due volte nello .zip."),
    Fault.NOT_TEXT: _lazy("Non è un testo in UTF-8."),
    Fault.NOT_YAML: _lazy("Non è un testo YAML che si possa leggere."),
    Fault.TOO_DEEP: _lazy("Troppi livelli uno dentro l’altro."),
    Fault.TOO_LONG: _lazy("Un valore è troppo lungo, o ce ne sono troppi."),
    Fault.TAG: _lazy("Le etichette con «!» non si usano: niente tipi e niente programmi."),
    Fault.ANCHORS: _lazy("Un’ancora rimanda a sé stessa, a niente, o ripete troppe volte lo stesso testo."),
    Fault.TABLE: _lazy("Troppe combinazioni di risposte, o troppi casi: la tabella non si può ripercorrere."),
    Fault.PLACE: _lazy("Fra graffe, nelle parole degli effetti, sta solo il nome di un posto: «{whom}»."),
    Fault.UNKNOWN_FILE: _lazy("L’edizione di partenza non ha questo file: controlla il nome."),
    Fault.OTHER_GAME: _lazy("La bozza è di un altro gioco o di un’altra federazione."),
    Fault.UNREADABLE: _lazy("La bozza non si può leggere: qualcosa ha una forma che nessun codice ha."),
}


def problem_in_words(problem: Problem) -> str:
    """«procedures/accusa-tardiva.yaml, riga 12: …»; what the checks of a code say is told in their own words."""
    words = str(FAULTS.get(problem.fault, problem.about))
    if not problem.file:
        return words
    if not problem.line:
        return _("%(file)s: %(what)s") % {"file": problem.file, "what": words}
    return _("%(file)s, riga %(line)d: %(what)s") % {"file": problem.file, "line": problem.line, "what": words}


WHY: Mapping[str, Promise] = {
    "gone": _lazy("la bozza non ha più questa anomalia"),
    "not-applicable": _lazy("nella bozza l’anomalia non esiste con le opzioni di quel torneo"),
    "not-asked": _lazy("la bozza chiede un fatto che allora nessuno ha chiesto"),
    "no-such-answer": _lazy("la bozza non conosce più la risposta che fu data"),
}


def why_in_words(why: str) -> str:
    return str(WHY.get(why, ""))
