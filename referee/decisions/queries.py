"""Rulings in force: of a tournament, and those that cited an article; what follows one at its table.

Rulings proposed: what waits for a confirmation in a tournament, and what was returned on a case.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from codes.deciding.book import Rulebook
from codes.format.effects_file import FollowUp
from codes.format.model import Text
from people.accounts.models import User
from records.rights import MATRIX, Right
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.setup.models import Membership, Tournament


def current_rulings(tournament: Tournament | int) -> QuerySet[Ruling]:
    rulings = Ruling.objects.filter(tournament=tournament).current()
    return rulings.select_related("case__table__round", "case__board", "decided_by").order_by("-number")


def rulings_citing(user: User | AnonymousUser, code: str, article: int) -> list[Ruling]:
    # Nobody has signed in: no case is theirs to see, and the page of an article is one for all of them.
    if not user.is_active:
        return []
    roles = [role.value for role, rights in MATRIX.items() if Right.VIEW_CASES in rights]
    tournaments = Membership.objects.filter(user_id=user.pk, role__in=roles).values("tournament")
    rulings = Ruling.objects.current().filter(rulebook=code, tournament__in=tournaments).select_related("tournament")
    # SQLite cannot look into lists of JSON: their text is searched, and what it finds looked at again.
    near = rulings.annotate(cited=Cast("citations", TextField())).filter(cited__contains=f'"number": {article},')
    return [ruling for ruling in near.order_by("-decided_at", "-pk") if article in ruling.cites]


@dataclass(frozen=True)
class Following:
    """A procedure with which the table goes on, and what it need not ask."""

    procedure: str
    title: Text
    facts: Mapping[str, str]
    # Whether whoever answers for it is the same, however they were asked for.
    same: bool = False


def follow_ups(ruling: Ruling) -> list[Following]:
    """What a ruling in force leads on to, in the order of its effects, each once; nothing that the options exclude."""
    return _leading_on(ruling) if ruling.is_current else []


def _leading_on(ruling: Ruling) -> list[Following]:
    book, by_procedure = book_of(ruling.tournament), dict[str, Following]()
    for effect in ruling.effects:
        verb = effect["verb"]
        follow = book.effects.follows.get(verb, {}).get(str(effect.get(verb, "")))
        if follow and book.procedures[follow.procedure].applies_to(ruling.tournament.options):
            by_procedure.setdefault(follow.procedure, _following(follow, ruling, book))
    return list(by_procedure.values())


def open_follow_ups(rulings: Sequence[Ruling], begun: Collection[Case]) -> dict[int, list[Following]]:
    """What each ruling in force of a table leads on to and nobody has begun, by its primary key; those with anything.

    begun: the cases of the table, decided or not.
    """
    followings = {}
    for ruling in rulings:
        later = {case.procedure for case in begun if case.number > ruling.case.number}
        if still := [following for following in _leading_on(ruling) if following.procedure not in later]:
            followings[ruling.pk] = still
    return followings


def _following(follow: FollowUp, ruling: Ruling, book: Rulebook) -> Following:
    procedure = book.procedures[follow.procedure]
    answers = {step["fact"]: step["answer"] for step in ruling.trail if step["source"] == "arbiter"}
    answers |= follow.with_
    facts = {
        name: answer
        for name, answer in answers.items()
        if name in procedure.facts and name not in follow.anew and answer in procedure.facts[name].answers
    }
    return Following(procedure.id, procedure.title, facts, follow.same)


def waiting_proposals(tournament: Tournament) -> QuerySet[ProposedRuling]:
    proposals = ProposedRuling.objects.filter(tournament=tournament, state=ProposedRuling.State.WAITING)
    return proposals.select_related("case__table__round", "proposed_by").order_by("proposed_at")


def returned_on(case: Case) -> ProposedRuling | None:
    """The last proposal on the case, where it was returned and nothing was proposed since."""
    if case.returned is None or not case.is_draft:
        return None
    return case.proposals.select_related("answered_by").filter(number=case.returned).first()


def returned_before(ruling: Ruling) -> list[ProposedRuling]:
    """What had been proposed and returned before that version was decided, since the one before it."""
    proposals = _returned(ruling.case).filter(answered_at__lte=ruling.decided_at)
    return list(proposals.filter(answered_at__gt=ruling.supersedes.decided_at) if ruling.supersedes else proposals)


def returned_beside(proposal: ProposedRuling) -> list[ProposedRuling]:
    """The others on its case that were returned, in order."""
    return list(_returned(proposal.case).exclude(pk=proposal.pk))


def _returned(case: Case) -> QuerySet[ProposedRuling]:
    proposals = case.proposals.filter(state=ProposedRuling.State.RETURNED)
    return proposals.select_related("proposed_by", "answered_by").order_by("number")


def returned_to(user: User, table: Table, procedure: str) -> Case | None:
    """The case at the table on which the user proposed something that was returned, and that nobody took up since."""
    drafts = Case.objects.filter(table=table, procedure=procedure, state=Case.State.DRAFT, returned__isnull=False)
    return drafts.filter(revision_reason="", opened_by=user).order_by("number").first()
