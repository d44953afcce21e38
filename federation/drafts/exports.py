"""What a draft would have changed, as rows."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from federation.drafts.models import DraftResult, DraftTrial
from federation.drafts.queries import results_of, why_in_words
from papers.sheets import Column, Imprint, Kind, Sheet
from referee.cases.words import spoken
from tournaments import papers

# The most that a workbook of the archive holds; what came out otherwise goes first.
MOST = 20_000


def results_workbook(trial: DraftTrial, at: datetime) -> bytes:
    title = _("Prova della bozza «%(draft)s»") % {"draft": trial.draft}
    found = [one for verdict in DraftResult.Verdict.values for one in results_of(trial, verdict)[:MOST]]
    sheet = Sheet.of(
        _("Prova"),
        found[:MOST],
        Column(_("Esito"), Kind.TEXT, 20, lambda one: one.get_verdict_display()),
        Column(_("Torneo"), Kind.TEXT, 24, lambda one: one.ruling.tournament.name),
        Column(_("N."), Kind.INTEGER, 5, lambda one: one.ruling.number),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one.ruling.version),
        Column(_("Deciso il"), Kind.MOMENT, 16, lambda one: one.ruling.decided_at),
        Column(_("Anomalia"), Kind.TEXT, 30, lambda one: spoken(one.ruling.title)),
        Column(_("Che cosa ordinò il codice"), Kind.TEXT, 50, lambda one: in_words(ordered_then(one))),
        Column(_("Articoli"), Kind.TEXT, 14, lambda one: ", ".join(map(str, one.ruling.cites))),
        Column(_("Che cosa ordina la bozza"), Kind.TEXT, 50, lambda one: in_words(one.orders)),
        Column(_("Articoli della bozza"), Kind.TEXT, 14, lambda one: ", ".join(map(str, one.cites))),
        Column(_("Perché non si ripercorre"), Kind.TEXT, 40, _why),
        subtitle=title,
    )
    return papers.workbook([sheet], Imprint(title, trial.federation.name, at, author=trial.federation.name))


def _why(one: DraftResult) -> str:
    return f"{why_in_words(one.why)}: {spoken(one.question)}" if one.question else why_in_words(one.why)


def ordered_then(one: DraftResult) -> list[dict[str, str]]:
    """What the code ordered then: of a ruling that departed, what was proposed."""
    given = one.ruling.proposed_effects if one.ruling.departed else one.ruling.effects
    return [effect["words"] for effect in given if "words" in effect]


def in_words(orders: Iterable[dict[str, str]]) -> str:
    return " ".join(spoken(words) for words in orders)
