"""What a judge above the tournament orders: the ruling's case decided anew; whoever carries it out chooses nothing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from records.action import Actor
from records.requests import Refused
from referee.cases.actions import Answers, give
from referee.cases.base_actions import restore, touch
from referee.cases.models import Case
from referee.cases.record import FREE
from referee.cases.walk import book_of
from referee.consultations.queries import members_concerned
from referee.decisions.appeal_queries import appeal_against
from referee.decisions.details import NOTHING_MORE, details_of
from referee.rulings.actions import Prepared, decision_reached, prepare_decision, prepare_departure, put_on_record
from referee.rulings.models import Ruling
from tournaments.setup.models import Tournament
from tournaments.staff.queries import ties_in_words


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """facts: other answers than were given; order: what is ordered in the judge's own words; told: by whom, and why.

    versions: the ruling's ones that the judge's decision is about.
    """

    number: int
    versions: Collection[int]
    facts: Mapping[str, str]
    order: str
    reasons: str
    told: str


def change_by_order(by: Actor, tournament: Tournament, ordered: Ordered) -> Ruling:
    """Within an action: the new version of the ruling; scores and standings follow as after any revision."""
    ruling = _ruling(tournament, ordered)
    case = ruling.case
    case.state, case.revision_reason = Case.State.DRAFT, ordered.told
    touch(case, by)
    by.log(case, "revise_ruling", number=ruling.number, reason=ordered.told)
    if ordered.facts:
        give(case, Answers(facts=ordered.facts, contradicts=ordered.reasons))
    if ordered.order:
        prepared = prepare_departure(
            case, reason=ordered.reasons, choices=None, order=ordered.order, details=NOTHING_MORE
        )
    else:
        prepared = prepare_decision(case, reason=ordered.reasons, besides=ordered.reasons, details=NOTHING_MORE)
    # Whoever carries it out decides nothing: that people of the own club are concerned is noted, and asked of nobody.
    of_club = ties_in_words(by.user, tournament, members_concerned(case))
    return put_on_record(case, prepared, replace(by, told=(of_club,)))


def restore_by_order(by: Actor, tournament: Tournament, ordered: Ordered, *, judged: int) -> Ruling:
    """The same, where the judge in the end leaves the ruling as it was: its answers once more, in a new version."""
    ruling, first = _ruling(tournament, ordered), Ruling.objects.get(
        tournament=tournament, number=ordered.number, version=judged
    )  # fmt: skip
    case = ruling.case
    restore(case, first)
    case.state, case.revision_reason = Case.State.DRAFT, ordered.told
    touch(case, by)
    by.log(case, "revise_ruling", number=ruling.number, reason=ordered.told)
    of_club = ties_in_words(by.user, tournament, members_concerned(case))
    return put_on_record(case, _as_before(case, first, ordered), replace(by, told=(of_club,)))


def _as_before(case: Case, first: Ruling, ordered: Ordered) -> Prepared:
    """What the ruling decided, by the case's answers that are its own again; where it departed, by what it chose."""
    details = details_of(first)
    try:
        if not first.departed:
            return prepare_decision(case, reason=first.reason, besides=ordered.reasons, details=details)
        chosen = first.trail[len(decision_reached(case, book_of(case.tournament)).trail) :]
        orders = [effect["words"]["it"] for effect in first.effects if effect.get("verb") == FREE]
        return prepare_departure(
            case, reason=first.reason, choices={step["fact"]: step["answer"] for step in chosen},
            order="\n".join(orders), details=details,
        )  # fmt: skip
    except Refused as error:
        words = _(
            "Il provvedimento n. %(number)d non si può ridare com’era (%(why)s): il giudice decida «cambiata», e lo "
            "ordini a parole."
        )
        raise Refused(words % {"number": ordered.number, "why": " ".join(error.messages).rstrip(".")}) from error


def _ruling(tournament: Tournament, ordered: Ordered) -> Ruling:
    found = Ruling.objects.current().filter(tournament=tournament, number=ordered.number)
    ruling = found.select_related("case").first()
    if ruling is None:
        raise Refused(_("In questo torneo il provvedimento n. %(number)d non c’è.") % {"number": ordered.number})
    if ruling.version not in ordered.versions:
        words = _(
            "Intanto il provvedimento n. %(number)d è alla versione %(version)d, che il giudice non ha visto: mandagli "
            "un pacchetto nuovo, perché decida su quella."
        )
        raise Refused(words % {"number": ruling.number, "version": ruling.version})
    if ruling.case.state != Case.State.RULED:
        raise Refused(_("Il provvedimento è in revisione: prima decidila, o rinuncia."))
    if appeal := appeal_against(ruling):
        words = _("Contro il provvedimento c’è il reclamo n. %(number)d, ancora in esame: prima va deciso.")
        raise Refused(words % {"number": appeal.number})
    return ruling
