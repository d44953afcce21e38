"""What happens to a match besides its play, ruled on at once by the wizard's own actions."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import override

from codes.deciding.walk import Decision, Question
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right, rights_of
from referee.cases.actions import Answers, answer, discard_case, give, open_case
from referee.cases.base_actions import check_deciding, check_version, nested_actor
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.walk import book_of, outcome, responsible_question
from referee.cases.words import already_so, spoken
from referee.decisions.details import NOTHING_MORE, Details
from referee.decisions.happenings import Happening, decided_alike, fixes_score, ruled_already, standing_ruling
from referee.decisions.queries import returned_to
from referee.proposals.actions import propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import (
    check_weight,
    decide,
    decision_reached,
    prepare_departure,
    put_on_record,
    revise_ruling,
)
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.scores.guards import check_open
from tournaments.scores.match_actions import MAY_GIVE, check_match_seen


@action
def record_happening(
    *,
    by: Actor,
    table: Table,
    happening: Happening,
    reason: str = "",
    besides: str = "",
    details: Details = NOTHING_MORE,
    expected_version: int,
) -> Ruling:
    """Open the case, answer it and decide it: a ruling as the wizard would give, in one transaction.

    What stands ruled on the same happening is revised by it (`standing_ruling`), unless that says the same; besides:
    why it is another happening. expected_version: that of the fixed score that was seen. Raises Refused in words.
    """
    case = _answered(by, table, happening, reason, besides=besides, expected_version=expected_version)
    return decide(
        by=nested_actor(by, "decide"),
        case=case,
        expected_version=case.version,
        reason=reason,
        besides=besides,
        details=details,
    )


@action
def propose_happening(
    *,
    by: Actor,
    table: Table,
    happening: Happening,
    reason: str = "",
    besides: str = "",
    details: Details = NOTHING_MORE,
    expected_version: int,
) -> ProposedRuling:
    """The same as `record_happening`, for a chief arbiter to confirm: the case waits, nothing is in force."""
    case = _answered(by, table, happening, reason, besides=besides, expected_version=expected_version)
    return propose_ruling(
        by=nested_actor(by, "propose"),
        case=case,
        expected_version=case.version,
        reason=reason,
        besides=besides,
        details=details,
    )


def _answered(
    by: Actor, table: Table, happening: Happening, reason: str, *, besides: str, expected_version: int
) -> Case:
    """The case with all that was told of the happening: opened now, that of the ruling which stands on it, or that of
    one's own proposal on it which was returned.
    """
    check_table(by, table)
    decision = _decided(happening, table)
    fixes = fixes_score(decision, book_of(table.round.tournament))
    standing = None if besides.strip() else standing_ruling(table, happening.procedure, fixes=fixes)
    if standing and decided_alike(standing, happening.case_at(table), decision):
        raise Refused(already_so(standing))
    if fixes:
        check_match_seen(table, expected_version)
    answers = Answers(
        procedure=happening.procedure,
        responsible=_responsible(happening, table),
        persons=happening.persons,
        facts=happening.facts,
        contradicts=reason,
    )
    if standing:
        case, answers = _reopened(by, standing), _told_anew(table, answers)
    elif returned := returned_to(by.user, table, happening.procedure):
        case, answers = returned, _told_anew(table, answers)
    else:
        case = open_case(by=nested_actor(by, "open"), table=table, procedure=happening.procedure)
    return answer(by=nested_actor(by, "answer"), case=case, expected_version=case.version, answers=answers)


@action
def hand_over(*, by: Actor, case: Case, expected_version: int) -> Case:
    """The case of the ruling that stands on the same happening, under revision with the answers of this draft.

    The draft is put aside.
    """
    check_version(case, expected_version)
    check_deciding(case)
    book = book_of(case.tournament)
    decision = decision_reached(case, book)
    standing = ruled_already(case, decision, book)
    if standing is None:
        raise Refused(_("Su questo fatto non c’è ancora un provvedimento da rivedere."))
    if decided_alike(standing, case, decision):
        raise Refused(already_so(standing))
    reasons = [told["reason"] for told in case.known.values() if "reason" in told]
    answers = Answers(
        procedure=case.procedure,
        responsible=case.responsible or None,
        persons=case.persons,
        elsewhere=case.elsewhere,
        facts=case.facts,
        contradicts="; ".join(reasons),
        note=case.note or None,
    )
    with override("it"):  # what is recorded has one language
        why = _("Confluita nel %(ruling)s") % {"ruling": standing}
    discard_case(by=nested_actor(by, "discard"), case=case, expected_version=case.version, reason=why)
    reopened, answers = _reopened(by, standing), _told_anew(case.table, answers)
    return answer(by=nested_actor(by, "answer"), case=reopened, expected_version=reopened.version, answers=answers)


@action
def annul_ruling(*, by: Actor, ruling: Ruling, expected_version: int, reason: str) -> Ruling:
    """The ruling's next version, which orders nothing: what it had set in motion is taken back."""
    case, why = _to_annul(by, ruling, expected_version, reason)
    prepared = prepare_departure(case, reason=why, choices=None, order=_annulled(), details=NOTHING_MORE)
    # Its order is ours, and takes nothing from anybody: only what is undone may weigh.
    check_weight(by, case, prepared)
    return put_on_record(case, prepared, by)


@action
def propose_annulment(*, by: Actor, ruling: Ruling, expected_version: int, reason: str) -> ProposedRuling:
    """The same for a chief arbiter to confirm: until then the ruling stands."""
    case, why = _to_annul(by, ruling, expected_version, reason)
    return propose_ruling(
        by=nested_actor(by, "propose"),
        case=case,
        expected_version=case.version,
        reason=why,
        order=_annulled(),
        departed=True,
    )


def _to_annul(by: Actor, ruling: Ruling, expected_version: int, reason: str) -> tuple[Case, str]:
    """The ruling's case open again, and why it is annulled."""
    why = required_text(reason, _("Scrivi perché il provvedimento si annulla."))
    return revise_ruling(
        by=nested_actor(by, "revise"), ruling=ruling, expected_version=expected_version, reason=why
    ), why


def _annulled() -> str:
    with override("it"):  # what is recorded has one language
        return _("Il provvedimento è annullato.")


def check_table(by: Actor, table: Table) -> None:
    """Refuse who may not rule on a match, and a match that is not under way or whose standings are final."""
    tournament = table.round.tournament
    if not MAY_GIVE & rights_of(by.user, tournament):
        raise PermissionDenied(Right.GIVE_ADJUSTMENT)
    check_open(tournament, table.round.stage, at=by.at)
    if table.is_bye:
        raise Refused(_("A questo tavolo una coppia riposa."))
    if not table.round.has_begun:
        raise Refused(_("Il turno non è ancora cominciato: prima va avviato."))


def _decided(happening: Happening, table: Table) -> Decision:
    outcome = happening.outcome(table)
    if outcome is None:
        raise Refused(_("Di’ che cosa è successo, e a quale linea."))
    if isinstance(outcome, Question):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(outcome.fact.ask)})
    if missing := happening.person_missing(table):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(missing.ask)})
    return outcome


def _responsible(happening: Happening, table: Table) -> str:
    """The line, or nobody; empty where who did it is asked for only under other answers."""
    waits = responsible_question(book_of(table.round.tournament), happening.procedure).after
    return "" if waits and not happening.line_or_both else happening.responsible


def _told_anew(table: Table, answers: Answers) -> Answers:
    """The answers with those that the records give now: what a ruling revised knew of is of another moment."""
    fresh = Case(tournament=table.round.tournament, table=table)
    give(fresh, answers)
    book = book_of(fresh.tournament)
    known = known_answers(fresh, book, outcome(fresh, book).path)
    facts = {name: one.answer for name, one in known.items()} | fresh.facts
    return replace(answers, facts=facts, contradicts=answers.contradicts or _again())


def _again() -> str:
    with override("it"):  # what is recorded has one language
        return _("Lo stesso incontro, registrato di nuovo")


def _reopened(by: Actor, standing: Ruling) -> Case:
    why = _again()
    try:
        return revise_ruling(
            by=nested_actor(by, "again"), ruling=standing, expected_version=standing.version, reason=why
        )
    except PermissionDenied:
        words = _(
            "Su questo incontro ha già deciso %(name)s (%(ruling)s): lo rivede chi l’ha deciso, il direttore o il capo "
            "arbitro."
        )
        raise Refused(words % {"name": standing.decided_by, "ruling": standing}) from None
