"""Giving each of two lines that had swapped tables the match that it played (F.I.Bur. 2)."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from referee.actions.base import nested, require_over
from referee.cases.swapped import KIND, swapped
from referee.models import Ruling
from tournaments.actions.base import Actor, action
from tournaments.actions.match_scores import Figures, give_match_score, version_of
from tournaments.models import Table
from tournaments.permissions import Right
from tournaments.refusals import Refused


@action
def credit_swapped(*, by: Actor, ruling: Ruling) -> Ruling:
    """Both matches get their score by that ruling; refused while a deal is missing, and once they have it."""
    require_over(by, ruling.tournament, Right.RULE, ruling.procedure)
    found = swapped(ruling)
    if found.waiting:
        raise Refused(_("Manca ancora un punteggio ai tavoli del provvedimento."))
    if not (ruling.is_current and found.scores):
        raise Refused(_("Queste coppie hanno già il punteggio della partita che hanno giocato."))
    give_swapped(ruling, found.scores, by=by)
    return ruling


def give_swapped(ruling: Ruling, scores: Mapping[Table, Figures], *, by: Actor) -> None:
    for table, figures in scores.items():
        give_match_score(
            by=nested(by, f"swapped{table.number}"),
            table=table,
            kind=KIND,
            figures=figures,
            reason=ruling.title["it"],
            reference=ruling.reference,
            expected_version=version_of(table),
            decision=ruling.reference,
        )
