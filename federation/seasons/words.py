"""The words of points and seasons: what is wrong in a table, and the arithmetic of a line."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from federation.points.table import Points
from federation.points.table_file import Fault, Problem
from papers.sheets import figure, fraction_text
from tournaments.setup.models import Contest

FAULTS: Mapping[Fault, Promise] = {
    Fault.NOT_YAML: _lazy("Non è un testo YAML che si possa leggere."),
    Fault.TOO_BIG: _lazy("La tabella è troppo lunga: al più 200 kB."),
    Fault.TOO_DEEP: _lazy("Troppi livelli uno dentro l’altro."),
    Fault.TOO_LONG: _lazy("Un valore è troppo lungo."),
    Fault.ANCHORS: _lazy("Ancore e rimandi (& e *) non si usano: scrivi i valori per esteso."),
    Fault.TAG: _lazy("Le etichette con «!» non si usano: niente tipi e niente programmi."),
    Fault.TWICE: _lazy("Una voce sta due volte."),
    Fault.NOT_A_MAPPING: _lazy("Qui ci vogliono delle voci, ognuna col suo valore."),
    Fault.NOT_A_LIST: _lazy("Qui ci vuole un elenco: %s."),
    Fault.UNKNOWN_KEY: _lazy("Voce sconosciuta: %s."),
    Fault.MISSING_KEY: _lazy("Manca la voce %s."),
    Fault.NOT_TEXT: _lazy("Qui ci vuole un testo."),
    Fault.NOT_AN_ID: _lazy("La sigla ha solo minuscole, cifre e trattini: «%s» non va bene."),
    Fault.NOT_A_CLASS: _lazy("Una classe si chiama con poche lettere e cifre: «%s» non va bene."),
    Fault.NOT_A_DAY: _lazy("Un giorno si scrive 2026-09-01: «%s» non va bene."),
    Fault.NOT_A_NUMBER: _lazy("Qui ci vuole un numero intero da 1 a 9999: «%s» non va bene."),
    Fault.NOT_POINTS: _lazy("I punti sono un numero intero o una frazione come 7/2: «%s» non va bene."),
    Fault.NOT_YES_OR_NO: _lazy("Qui ci vuole true o false: «%s» non va bene."),
    Fault.NOT_EQUALS: _lazy("Per chi arriva a pari merito si scrive mean o best: «%s» non va bene."),
    Fault.BACKWARDS: _lazy("Finisce prima di cominciare: %s."),
    Fault.GAP: _lazy("C’è un buco: qui si riprende da %s."),
    Fault.OVERLAP: _lazy("Si sovrappone a quello che precede: qui si riprende da %s."),
    Fault.NO_END: _lazy("Solo l’ultimo può restare senza fine."),
    Fault.ENDS: _lazy("Dopo %s non dice più niente: l’ultimo resta senza «to»."),
    Fault.MORE_BELOW: _lazy("Un posto peggiore non può valere di più: %s."),
}


def problem_in_words(problem: Problem) -> str:
    """«riga 12: manca la voce source»."""
    sentence = str(FAULTS[problem.fault])
    filled = sentence % problem.about if "%s" in sentence else sentence
    return _("Riga %(line)d: %(what)s") % {"line": problem.line, "what": filled}


def points_text(points: Points) -> str:
    return fraction_text(points) if not isinstance(points, int) else figure(points)


def points_in_words(points: Points) -> str:
    """«40 punti», «1 punto», «7 1/2 punti»."""
    return ngettext("%(points)s punto", "%(points)s punti", 1 if points == 1 else 2) % {"points": points_text(points)}


def field_in_words(ranked: int, contest: str) -> str:
    """«26 coppie»."""
    if contest == Contest.PAIRS:
        return ngettext("%(count)d coppia", "%(count)d coppie", ranked) % {"count": ranked}
    if contest == Contest.TEAMS:
        return ngettext("%(count)d squadra", "%(count)d squadre", ranked) % {"count": ranked}
    return ngettext("%(count)d giocatore", "%(count)d giocatori", ranked) % {"count": ranked}


def result_in_words(place: int, equal: int, ranked: str, class_id: str, points: Points) -> str:
    """«3º su 26 coppie, classe A: 40 punti»."""
    values = {
        "place": place,
        "last": place + equal - 1,
        "of": ranked,
        "class": class_id,
        "points": points_in_words(points),
    }
    if equal > 1:
        return _("%(place)dº–%(last)dº a pari merito su %(of)s, classe %(class)s: %(points)s") % values
    return _("%(place)dº su %(of)s, classe %(class)s: %(points)s") % values


def sum_in_words(points: Sequence[Points], total: Points) -> str:
    """«40 + 28 + 7 1/2 = 75 1/2»; of one figure alone that figure."""
    if len(points) == 1:
        return points_in_words(total)
    return f"{' + '.join(map(points_text, points))} = {points_in_words(total)}"


def counted_in_words(counted: int, results: int) -> str:
    """How many of somebody's results count."""
    if counted == results:
        return ngettext("Conta %(count)d risultato", "Contano tutti e %(count)d i risultati", results) % {
            "count": results
        }
    words = ngettext(
        "Conta il migliore di %(made)d risultati", "Contano i migliori %(counted)d di %(made)d risultati", counted
    )
    return words % {"counted": counted, "made": results}
