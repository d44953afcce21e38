"""What weighs so much that a tournament wants a second person for it, and who that may be.

A choice that is somebody's own and not made yet: who may choose what, until when, and without consulting whom.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from codes.format.effects import Effect, Penalty
from people.accounts.models import User
from records.prepared_queries import prepared
from records.rights import Right, rights_of
from referee.cases.models import Case
from referee.cases.queries import reaches
from referee.cases.walk import book_of
from referee.decisions.appeal_queries import appeal_of
from referee.decisions.consequences import consequences_of, entries_of_award, summed_warnings
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tournaments.appeals.queries import panel_of
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament
from tournaments.staff.queries import confirmers, decides_alone


def heavy(
    case: Case, effects: Iterable[Effect], *, settled: bool = False, order: str = "", standing: Ruling | None = None
) -> list[str]:
    """The measures that the tournament names, in words: of this decision, and of the ruling whose place it takes.

    settled: the arbiter's own figures are the score of the match. order: what is ordered in the arbiter's own words,
    which may be any measure. None under a single arbiter.
    """
    tournament, effects = case.tournament, tuple(effects)
    if decides_alone(tournament):
        return []
    measures = [
        _measure_in_words(tournament, getattr(effect, "discipline", ""), getattr(effect, "withdraw", ""))
        for effect in effects
    ]
    earlier = standing or _latest(case)
    measures.append(_penalty(tournament, _most_lost(case, effects, earlier, settled=settled)))
    if order.strip() and names_some(tournament):
        measures.append(_("un ordine scritto a parole"))
    measures += _weight_of(earlier) if earlier else []
    return list(dict.fromkeys(filter(None, measures)))


def _latest(case: Case) -> Ruling | None:
    # A draft that revises nothing has none: not asked for, with players waiting.
    has_facts = case.pk and (case.is_revision or not case.is_draft)
    return case.rulings.order_by("-version").first() if has_facts else None


def _weight_of(ruling: Ruling) -> list[str]:
    """What a ruling in force weighs: who undoes it alone would undo what two persons did."""
    tournament = ruling.tournament
    if confirmed := getattr(ruling, "proposed_as", None):
        words = _("%(ruling)s, che %(name)s ha confermato")
        return [words % {"ruling": ruling, "name": confirmed.answered_by}]
    lost: Counter[int] = Counter()
    adjustments = Adjustment.objects.filter(entry__tournament=tournament, reference=ruling.reference, kind="vp")
    for entry, amount in adjustments.filter(cancelled_at__isnull=True, amount__lt=0).values_list("entry", "amount"):
        lost[entry] -= amount
    orders = [
        _measure_in_words(tournament, effect.get("discipline", ""), effect.get("withdraw", ""))
        for effect in ruling.effects
    ]
    return [*orders, _penalty(tournament, max(lost.values(), default=0))]


def _measure_in_words(tournament: Tournament, discipline: str, withdraw: str) -> str:
    if tournament.confirm_expulsion and discipline == "allontanamento":
        return _("allontanamento")
    if tournament.confirm_deferral and discipline == "deferimento":
        return _("deferimento")
    return _("esclusione") if tournament.confirm_expulsion and withdraw == "esclusione" else ""


def _penalty(tournament: Tournament, vp: int) -> str:
    heavy_enough = tournament.confirm_vp and vp >= tournament.confirm_vp
    return _("penalità di %(vp)d VP") % {"vp": vp} if heavy_enough else ""


def _most_lost(case: Case, effects: tuple[Effect, ...], earlier: Ruling | None, *, settled: bool) -> int:
    """The VP that the decision takes from the entry from which it takes most: penalties, and warnings that add up.

    A score that the code fixes is no penalty; one that the arbiter settles counts by what it lacks to an even one.
    """
    # Whomever it concerns, also where nobody at the table is named yet.
    alone = [effect.amount or 0 for effect in effects if isinstance(effect, Penalty) and effect.penalty == "vp"]
    book, lost = book_of(case.tournament), Counter[int]()
    changes = consequences_of(case, effects, book)
    for award in changes.given:
        if award.kind == Adjustment.Kind.VP and award.amount < 0:
            for entry in entries_of_award(award):
                lost[entry.pk] -= award.amount
    for summed in summed_warnings(case, changes, earlier):
        lost[summed.entry.pk] += summed.vp
    for line, score in changes.scores.items() if settled else ():
        lacking = (sum(score.vp for score in changes.scores.values()) + 1) // 2 - score.vp
        for entry in case.table.entries_on(line):
            lost[entry.pk] += max(0, lacking)
    return max(alone + list(lost.values()), default=0)


def names_some(tournament: Tournament) -> bool:
    """Whether the tournament names any measure that wants a second person."""
    return bool(tournament.confirm_expulsion or tournament.confirm_deferral or tournament.confirm_vp)


def why_not_alone(case: Case, user: User, measures: Sequence[str]) -> str:
    """Why the user does not decide alone what weighs so (see `heavy`); a chief with no other chief decides alone."""
    appeal = appeal_of(case)
    # A panel of two is two persons already.
    if not measures or (appeal and len(panel_of(appeal)) > 1):
        return ""
    values = {"measures": capfirst(", ".join(measures))}
    if confirmers(case.tournament, user):
        words = _("%(measures)s: in questo torneo si propone, e lo conferma un capo arbitro.")
        of_appeal = _("%(measures)s: in questo torneo lo decide una giuria di almeno due: falla nominare.")
        return (of_appeal if appeal else words) % values
    if Right.CONFIRM_RULING in rights_of(user, case.tournament):
        return ""
    return _("Nessun capo arbitro può confermare: il direttore ne nomini uno o segni l’arbitro unico.")


def may_propose(case: Case, rights: frozenset[Right]) -> bool:
    """Whether whoever has these rights is offered to propose; a chief only where something may want it."""
    tournament = case.tournament
    return (
        not decides_alone(tournament)
        and appeal_of(case) is None
        and reaches(rights, Right.RULE, tournament, case.procedure)
        and (Right.CONFIRM_RULING not in rights or names_some(tournament) or _was_confirmed(case))
    )


def _was_confirmed(case: Case) -> bool:
    return case.pk is not None and bool(_confirmed(case=case.pk))


@prepared
def _confirmed(*, case: int) -> "QuerySet[ProposedRuling, Any]":
    confirmed = ProposedRuling.objects.filter(case=case, state=ProposedRuling.State.CONFIRMED)
    return confirmed.order_by().values_list("pk")


def confirmation_context(
    case: Case, user: User, rights: frozenset[Right], effects: Iterable[Effect], standing: Ruling | None = None
) -> dict[str, Any]:
    """What stands beside the button: why these effects are not decided alone, and whether to propose is offered.

    standing: the ruling in whose place they would stand, of a case that is not opened yet.
    """
    alone = why_not_alone(case, user, heavy(case, effects, standing=standing))
    may = may_propose(case, rights)
    offered = may and confirmers(case.tournament, user)
    # Who is no chief reads why nothing is offered; where the measure wants two persons `alone` says it.
    is_missed = may and not offered and not alone and Right.CONFIRM_RULING not in rights
    return {"alone": alone, "may_propose": offered, "no_chief": is_missed}


def slip_title(case: Case) -> str:
    return _("Scelta da fare, tavolo %(table)s") % {"table": case.table.number}
