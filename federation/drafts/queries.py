"""Drafts of a federation, and what came out where one was tried: as records and in words."""

import json
import zlib
from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.deciding.book import Rulebook
from codes.library import RULEBOOKS, all_rulebooks
from codes.reading.loader import files_in
from federation.drafts.models import DraftEdition, DraftResult, DraftTrial
from federation.drafts.upload import Fault, Problem, files_of, load_draft
from people.accounts.models import Federation
from referee.rulings.models import Ruling


def drafts_of(federation: Federation) -> QuerySet[DraftEdition]:
    return DraftEdition.objects.filter(federation=federation).select_related("loaded_by").defer("files")


def edition_files(code: str) -> dict[str, str]:
    """The files of an edition of ours, from which a draft starts."""
    return files_of(RULEBOOKS / code)


def packed(files: Mapping[str, str]) -> bytes:
    return zlib.compress(json.dumps(files, ensure_ascii=False, sort_keys=True).encode(), 9)


def book_of_draft(draft: DraftEdition) -> Rulebook:
    """The draft as the engine reads it, checked once more."""
    return _loaded(bytes(draft.files))


_loaded = lru_cache(maxsize=2)(lambda files: load_draft(files_in(files)))


def editions_tried(code: str) -> list[str]:
    """The edition with that id, and those before it."""
    before = {book.id: book.supersedes for book in all_rulebooks()}
    missing = list[str]()
    while code and code not in missing:
        missing.append(code)
        code = before.get(code) or ""
    return missing


def rulings_tried(draft: DraftEdition) -> QuerySet[Ruling]:
    """The rulings in force of the federation's tournaments by these editions."""
    tried = Ruling.objects.current().filter(rulebook__in=editions_tried(draft.code))
    return tried.filter(tournament__federation=draft.federation_id)


def last_trial(draft: DraftEdition) -> DraftTrial | None:
    return DraftTrial.objects.filter(draft=draft).first()


def counts_of(trial: DraftTrial) -> dict[str, int]:
    """How many came out in each way, also none."""
    results = DraftResult.objects.filter(trial=trial).order_by().values_list("verdict").annotate(n=Count("pk"))
    return dict.fromkeys(DraftResult.Verdict.values, 0) | dict(results)


def results_of(trial: DraftTrial, verdict: str = "") -> QuerySet[DraftResult]:
    """What came out, the latest ruling first, with the rulings."""
    rows = DraftResult.objects.filter(trial=trial).select_related("ruling__tournament")
    return (rows.filter(verdict=verdict) if verdict else rows).order_by("-ruling")


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
