"""Asking before deciding: a neutral question to colleagues or players, and what each of them answered."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from people.accounts.models import Player, User
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right, rights_of
from referee.cases.base_actions import next_number
from referee.cases.models import Case
from referee.consultations.models import Consultation, Opinion
from referee.consultations.queries import (
    Standing,
    members_concerned,
    name_in_question,
    standing_of_colleague,
    standing_of_player,
)
from tournaments.staff.actions import note_own_club
from tournaments.staff.models import ClubNotice

MOST_ASKED = 12


@action(Right.RULE)
def ask_opinions(
    *, by: Actor, case: Case, question: str, users: Sequence[User] = (), players: Sequence[Player] = ()
) -> Consultation:
    """Put the question to those persons; refused are who plays at the table, and a question that names them.

    Who asks may be of the club of somebody there, or called alike: it is told before, and stays written.
    """
    _check_undecided(case)
    question = required_text(question, _("Scrivi la domanda come la fai."))
    if name := name_in_question(question, case):
        words = _("Una domanda neutra non dice chi è al tavolo: togli «%(name)s».")
        raise Refused(words % {"name": name})
    if not 0 < len(users) + len(players) <= MOST_ASKED:
        raise Refused(_("Scegli a chi chiedere: da una a %(most)d persone.") % {"most": MOST_ASKED})
    asked = [(user, None, _may_be_asked(by, case, user)) for user in users]
    polled = [(None, player, _standing(standing_of_player(case, player))) for player in players]
    number = next_number(case.tournament, Consultation.objects.all())
    made = Consultation.objects.create(
        tournament=case.tournament, case=case, number=number, question=question, asked_by=by.user, asked_at=by.at
    )
    note_own_club(by, case.tournament, ClubNotice.Act.ASKS, made.key, members_concerned(case))
    for user, player, interest in [*asked, *polled]:
        Opinion.objects.create(
            consultation=made, user=user, player=player, name=str(user or player)[:200], interest=interest
        )
    return by.log(made, case=case.number, consultation=number)


@action(Right.VIEW_CASES)
def give_opinion(*, by: Actor, opinion: Opinion, answer: str) -> Opinion:
    """What somebody answers: written by themselves, or by who asked and heard it; once, before the case is decided."""
    case, consultation = opinion.consultation.case, opinion.consultation
    if by.user.pk not in (opinion.user_id, consultation.asked_by_id):
        raise Refused(_("Risponde chi è stato sentito, o chi ha fatto la domanda scrive che cosa ha detto."))
    _check_undecided(case)
    if opinion.answered_at:
        raise Refused(_("%(name)s ha già risposto: un parere dato non cambia.") % {"name": opinion.name})
    opinion.answer = required_text(answer, _("Scrivi il parere."))
    opinion.noted_by, opinion.answered_at = by.user, by.at
    opinion.save()
    return by.log(opinion, case=case.number, consultation=consultation.number)


def _may_be_asked(by: Actor, case: Case, user: User) -> str:
    """What ties a colleague to the matter. Raises Refused where it forbids to ask."""
    if user.pk == by.user.pk:
        raise Refused(_("Un parere si chiede a un altro."))
    if Right.VIEW_CASES not in rights_of(user, case.tournament):
        raise Refused(_("%(name)s non ha un incarico di arbitro nel torneo.") % {"name": user})
    return _standing(standing_of_colleague(case, user))


def _standing(found: Standing) -> str:
    if found.barred:
        raise Refused(found.barred)
    return found.interest


def _check_undecided(case: Case) -> None:
    if not case.is_draft:
        raise Refused(_("Il caso è già deciso: si chiede e si risponde prima di decidere."))
