"""What a draft would have changed, as rows."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from federation.drafts.models import DraftResult, DraftTrial
from federation.drafts.queries import results_of
from federation.drafts.words import why_in_words
from papers.imprint import Imprint
from papers.sheets import Cell, Kind, Sheet, columns
from referee.cases.words import spoken
from tournaments import papers

# The most that a workbook of the archive holds; what came out otherwise goes first.
MOST = 20_000


def results_workbook(trial: DraftTrial, at: datetime) -> bytes:
    heads = columns(
        ("verdict", _("Esito"), Kind.TEXT, 20), ("tournament", _("Torneo"), Kind.TEXT, 24),
        ("number", _("N."), Kind.INTEGER, 5), ("version", _("Versione"), Kind.INTEGER, 8),
        ("at", _("Deciso il"), Kind.MOMENT, 16), ("title", _("Anomalia"), Kind.TEXT, 30),
        ("before", _("Che cosa ordinò il codice"), Kind.TEXT, 50), ("cited", _("Articoli"), Kind.TEXT, 14),
        ("after", _("Che cosa ordina la bozza"), Kind.TEXT, 50), ("cites", _("Articoli della bozza"), Kind.TEXT, 14),
        ("why", _("Perché non si ripercorre"), Kind.TEXT, 40),
    )  # fmt: skip
    rows = tuple(_row(one) for verdict in DraftResult.Verdict.values for one in results_of(trial, verdict)[:MOST])[
        :MOST
    ]
    title = _("Prova della bozza «%(draft)s»") % {"draft": trial.draft}
    sheet = Sheet(_("Prova"), heads, rows, subtitle=title)
    return papers.workbook([sheet], Imprint(title, trial.federation.name, at, author=trial.federation.name))


def _row(one: DraftResult) -> tuple[Cell, ...]:
    ruling = one.ruling
    why = f"{why_in_words(one.why)}: {spoken(one.question)}" if one.question else why_in_words(one.why)
    return (
        one.get_verdict_display(), ruling.tournament.name, ruling.number, ruling.version, ruling.decided_at,
        spoken(ruling.title), in_words(ordered_then(one)), ", ".join(map(str, ruling.cites)),
        in_words(one.orders), ", ".join(map(str, one.cites)), why,
    )  # fmt: skip


def ordered_then(one: DraftResult) -> list[dict[str, str]]:
    """What the code ordered then: of a ruling that departed, what was proposed."""
    given = one.ruling.proposed_effects if one.ruling.departed else one.ruling.effects
    return [effect["words"] for effect in given if "words" in effect]


def in_words(orders: Iterable[dict[str, str]]) -> str:
    return " ".join(spoken(words) for words in orders)
