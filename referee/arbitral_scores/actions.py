"""Arbitral scores: given from the other tables' results, kept or worked out again when those change."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from codes.arbitral import score as law
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right, rights_of
from referee.arbitral_scores.models import ArbitralReview, ArbitralScore
from referee.arbitral_scores.queries import as_record, hash_of, other_results
from referee.arbitral_scores.score import Choice, innocent_line, method_of, work_out
from referee.cards.endings import StatedCards, bounds_for, kind_of
from referee.cards.queries import sees_cards
from referee.cases.base_actions import StaleRecord, check_version, nested_actor
from referee.cases.models import Case
from referee.consultations.queries import members_concerned
from referee.decisions.appeal_actions import check_may_score
from referee.decisions.appeal_queries import key_of
from referee.rulings.models import Ruling
from tournaments.scores.actions import record_arbitral_score
from tournaments.scores.models import BoardScore
from tournaments.staff.actions import note_own_club
from tournaments.staff.models import ClubNotice


@action(Right.SET_ARBITRAL_SCORE)
def set_arbitral_score(
    *, by: Actor, case: Case, expected_version: int, score_version: int, choice: Choice
) -> ArbitralScore:
    """The arbitral score that the case's ruling calls for, recorded on the board; again with a reason."""
    check_version(case, expected_version)
    check_may_score(by, case)
    ruling = _calling_ruling(case)
    if case.arbitral_scores.filter(is_current=True).exists():
        required_text(choice.reason, _("C’è già un punteggio arbitrale: per cambiarlo scrivi il motivo."))
    return _give(case, ruling, choice, by, score_version)


@action(Right.SET_ARBITRAL_SCORE)
def recompute(*, by: Actor, score: ArbitralScore, inputs_hash: str, reason: str) -> ArbitralScore:
    """The same score worked out on the results as they are now; an assigned one is chosen anew on its screen."""
    score = _current(by, score)
    _seen(score, inputs_hash)
    if score.method == ArbitralScore.Method.ASSIGNED:
        raise Refused(_("Un punteggio assegnato non si ricalcola da solo: scegli di nuovo il risultato."))
    reason = required_text(reason, _("Scrivi perché il punteggio si ricalcola."))
    case = score.case
    choice = Choice.from_score(law.Reckoning.from_dict(score.arithmetic), reason)
    on_board = BoardScore.objects.current().filter(table=case.table, board=case.board).first()
    return _give(case, _calling_ruling(case), choice, by, on_board.version if on_board else 0)


@action(Right.SET_ARBITRAL_SCORE)
def dismiss_proposal(*, by: Actor, score: ArbitralScore, inputs_hash: str, reason: str) -> ArbitralReview:
    """The score stays as given although other tables' results changed; these very results raise no proposal again."""
    score = _current(by, score)
    _seen(score, inputs_hash)
    if score.reviews.filter(inputs_hash=inputs_hash).exists():
        raise Refused(_("Questi risultati sono già stati esaminati."))
    _told(by, score.case, score.ruling)
    review = ArbitralReview.objects.create(
        score=score,
        inputs_hash=inputs_hash,
        reason=required_text(reason, _("Scrivi perché il punteggio resta com’è.")),
        dismissed_by=by.user,
        dismissed_at=by.at,
    )
    return by.log(review, case=score.case.number, reason=review.reason)


def _told(by: Actor, case: Case, ruling: Ruling) -> None:
    """Whoever gives the score, or leaves it as it is, is told of the own club; the ruling says so."""
    note_own_club(by, case.tournament, ClubNotice.Act.SCORES, key_of(ruling), members_concerned(case))


def _calling_ruling(case: Case) -> Ruling:
    ruling = case.rulings.order_by("-version").first()
    if ruling is None or not ruling.arbitral or case.state != Case.State.RULED:
        raise Refused(_("Nessun provvedimento in vigore chiede un punteggio arbitrale per questa anomalia."))
    return ruling


def _current(by: Actor, score: ArbitralScore) -> ArbitralScore:
    """The score in force of the case; stale when another took the given one's place."""
    current = ArbitralScore.objects.filter(case=score.case, is_current=True).first()
    if current is None or current.pk != score.pk:
        raise StaleRecord(current or score)
    check_may_score(by, score.case)
    return score


def _seen(score: ArbitralScore, inputs_hash: str) -> None:
    # The reason is kept for these very results: it must not stand beside others.
    if hash_of(other_results(score.case)) != inputs_hash:
        raise Refused(_("Nel frattempo i risultati degli altri tavoli sono cambiati ancora: guardali di nuovo."))


def _give(case: Case, ruling: Ruling, choice: Choice, by: Actor, score_version: int) -> ArbitralScore:
    _told(by, case, ruling)
    inputs = other_results(case)
    worked = work_out(case, ruling, inputs, choice)
    earlier = case.arbitral_scores.order_by("-version").first()
    # Before the new one is there: the database allows a case one score in force.
    case.arbitral_scores.filter(is_current=True).update(is_current=False)
    reason = choice.reason.strip() or (ruling.revision_reason if earlier else "")
    score = ArbitralScore.objects.create(
        case=case,
        ruling=ruling,
        version=earlier.version + 1 if earlier else 1,
        method=method_of(ruling),
        inputs=as_record(inputs),
        inputs_hash=hash_of(inputs),
        arithmetic=worked.to_dict(),
        points_a=worked.a,
        points_b=worked.b,
        reason=reason,
        given_by=by.user,
        given_at=by.at,
        **_resting(by, case, ruling, choice),
    )
    _put_on_board(score, case, ruling, by, score_version)
    points = [score.points_a, score.points_b]
    return by.log(score, "set_arbitral_score", ruling=ruling.number, method=score.method, points=points, reason=reason)


def _resting(by: Actor, case: Case, ruling: Ruling, choice: Choice) -> dict[str, StatedCards]:
    """The ending or play that was chosen with its bound, by the column that keeps it."""
    if choice.rests_on is None or method_of(ruling) != ArbitralScore.Method.ASSIGNED:
        return {}
    if not sees_cards(by.user, case.tournament, rights_of(by.user, case.tournament)):
        raise PermissionDenied(Right.RULE)
    told: list[StatedCards] = [*case.card_endings.all(), *case.board_plays.all()]
    record = next((one for one in told if (kind_of(one), one.number) == choice.rests_on), None)
    innocent = choice.innocent or innocent_line(case)
    bounds = bounds_for(record, innocent) if record and innocent else []
    if record is None or choice.chosen not in [(one.a, one.b) for one in bounds]:
        raise Refused(_("Questo limite non è fra quelli registrati: sceglilo di nuovo."))
    return {kind_of(record): record}


def _put_on_board(score: ArbitralScore, case: Case, ruling: Ruling, by: Actor, score_version: int) -> None:
    record_arbitral_score(
        by=nested_actor(by, "board"),
        table=case.table,
        board=case.decided_board,
        kind=score.method,
        points_a=score.points_a,
        points_b=score.points_b,
        expected_version=score_version,
        reference=ruling.reference,
        reason=score.reason or str(score.get_method_display()),
    )
