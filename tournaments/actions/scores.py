"""Scores of boards: given, confirmed by somebody else, corrected by a new version, annulled, set by a ruling."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.access import rights_of
from tournaments.actions.base import Actor, Refused, StaleVersion, action, require, required_text, save_checked
from tournaments.actions.corrections import Cause, check_cause, check_seen, is_official
from tournaments.actions.guards import check_open
from tournaments.log import write_line
from tournaments.models import Board, BoardScore, Round, Table, Tournament
from tournaments.permissions import Right
from tournaments.scoring.board import Result, refusals
from tournaments.scoring.deal import deal_refusals
from tournaments.wording import REFUSALS

ARBITRAL_KINDS = frozenset({BoardScore.Kind.ARTIFICIAL, BoardScore.Kind.ASSIGNED, BoardScore.Kind.RECTIFIED})


@action
def give_score(
    *,
    by: Actor,
    table: Table,
    board: Board,
    points_a: int,
    points_b: int,
    accusa_a: int = 0,
    accusa_b: int = 0,
    expected_version: int,
    reason: str = "",
    reference: str = "",
    cause: str = "",
    agreed_by: str = "",
    seen: int | None = None,
) -> BoardScore:
    """Record a played result, the first one or a correction; points are totals, accuse included.

    A reference names the ruling that brings this result back: with it an arbiter reaches a closed round.
    A correction says whose error it mends and who of the opponents confirmed one of the players (F.I.Bur. 20).
    seen: the data version at which its consequences were shown; raises StalePreview when it is another by now.
    """
    check_seen(table.round.tournament, seen)
    result = Result(points_a=points_a, points_b=points_b, accusa_a=accusa_a, accusa_b=accusa_b)
    score = _played(by, table, board, result, reason=reason, reference=reference, cause=cause, agreed_by=agreed_by)
    return _record(score, by=by, action_name="give_score", expected_version=expected_version)


def check_correction(
    *,
    by: Actor,
    table: Table,
    board: Board,
    result: Result,
    expected_version: int,
    reason: str,
    cause: str,
    agreed_by: str,
    reference: str = "",
) -> None:
    """Raise whatever `give_score` would raise for this correction; nothing is recorded."""
    with transaction.atomic():
        score = _played(by, table, board, result, reason=reason, reference=reference, cause=cause, agreed_by=agreed_by)
        _check(score, by=by, expected_version=expected_version)


def _played(
    by: Actor, table: Table, board: Board, result: Result, *, reason: str, reference: str, cause: str, agreed_by: str
) -> BoardScore:
    """A played result not yet recorded, by somebody who may give it."""
    tournament = table.round.tournament
    require(by, tournament, Right.GIVE_SCORE)
    if reference.strip():
        require(by, tournament, Right.SET_ARBITRAL_SCORE)
    elif table.round.state == Round.State.CLOSED:
        require(by, tournament, Right.MANAGE_ROUNDS)
    _check_not_ruled(by, table, board)
    _check_result(tournament, result)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.PLAYED, **vars(result))
    score.reason, score.reference, score.cause = reason.strip(), reference.strip(), cause
    score.agreed_by = agreed_by.strip() if cause == Cause.PLAYERS else ""
    return score


@action
def record_agreed(*, by: Actor, table: Table, board: Board, result: Result) -> BoardScore:
    """Record what both lines of a table agreed on, in the name of its players; never in place of another score.

    They hold no role: whoever calls this has checked that the request comes from the table (actions/slips.py).
    """
    tournament = table.round.tournament
    _check_result(tournament, result)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.PLAYED, **vars(result))
    return _record(score, by=by, action_name="give_score", expected_version=0)


@action
def confirm_score(*, by: Actor, score: BoardScore) -> BoardScore:
    """Confirm a score given by somebody else."""
    require(by, score.table.round.tournament, Right.CONFIRM_SCORE)
    current = _locked_current(score.table, score.board)
    if current is None or current.pk != score.pk:
        raise StaleVersion(current)
    if current.state == BoardScore.State.CONFIRMED:
        raise Refused(_("Il punteggio è già confermato."))
    if current.given_by_id == by.user.pk:
        raise Refused(_("Conferma una persona diversa da chi ha dato il punteggio."))
    current.state = BoardScore.State.CONFIRMED
    current.confirmed_by, current.confirmed_at = by.user, by.at
    current.save(update_fields=["state", "confirmed_by", "confirmed_at"])
    _log(current, by=by, action_name="confirm_score")
    return current


@action
def annul_board(
    *, by: Actor, table: Table, board: Board, expected_version: int, reference: str, reason: str
) -> BoardScore:
    """Annul a board at a table by a ruling: it has no result until another version gives one."""
    require(by, table.round.tournament, Right.SET_ARBITRAL_SCORE)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.VOID, points_a=None, points_b=None)
    _cite(score, reference=reference, reason=reason)
    return _record(score, by=by, action_name="annul_board", expected_version=expected_version)


@action
def record_arbitral_score(
    *,
    by: Actor,
    table: Table,
    board: Board,
    kind: str,
    points_a: int,
    points_b: int,
    expected_version: int,
    reference: str,
    reason: str,
) -> BoardScore:
    """Record the score that a ruling gives (art. 80-84): artificial, assigned or rectified."""
    require(by, table.round.tournament, Right.SET_ARBITRAL_SCORE)
    if kind not in ARBITRAL_KINDS:
        raise ValueError(f"not an arbitral score: {kind}")
    if points_a < 0 or points_b < 0:
        raise Refused(_("I punti non possono essere negativi."))
    score = BoardScore(table=table, board=board, kind=kind, points_a=points_a, points_b=points_b)
    _cite(score, reference=reference, reason=reason)
    return _record(score, by=by, action_name="record_arbitral_score", expected_version=expected_version)


def impossible(tournament: Tournament, result: Result) -> tuple[str, ...]:
    """Why the result cannot have been played at the tournament's game, in words; nothing when it can."""
    if tournament.rules.by_fives:
        reasons = deal_refusals(result)
    else:
        reasons = refusals(result, with_accusa=tournament.plays_with_accusa)
    return tuple(str(REFUSALS[one]) for one in reasons)


def _check_result(tournament: Tournament, result: Result) -> None:
    if reasons := impossible(tournament, result):
        raise Refused(*reasons)


def _check_not_ruled(by: Actor, table: Table, board: Board) -> None:
    """What a ruling decided is changed by arbiters alone; an annulled board is replayed in ordinary play only (80)."""
    current = _locked_current(table, board)
    if current is None or current.kind == BoardScore.Kind.PLAYED:
        return
    tournament = table.round.tournament
    replayed = current.is_void and tournament.replays_annulled
    if not replayed and Right.SET_ARBITRAL_SCORE not in rights_of(by.user, tournament):
        raise Refused(_("Questo punteggio viene da un provvedimento: può cambiarlo solo un arbitro."))


def _cite(score: BoardScore, *, reference: str, reason: str) -> None:
    score.reference = required_text(reference, _("Indica il provvedimento che dà questo punteggio."))
    score.reason = required_text(reason, _("Scrivi il motivo."))


def _record(score: BoardScore, *, by: Actor, action_name: str, expected_version: int) -> BoardScore:
    """Put the score in force as the next version, if the one the user saw is still in force."""
    current = _check(score, by=by, expected_version=expected_version)
    score.game = score.table.round.tournament.game
    if current:
        _supersede(current, by=by)
    score.version = _last_version(score) + 1
    score.given_by, score.given_at = by.user, by.at
    save_checked(score)
    _log(score, by=by, action_name=action_name)
    return score


def _check(score: BoardScore, *, by: Actor, expected_version: int) -> BoardScore | None:
    """The version in force that the score may take the place of, if it may."""
    _check_place(score)
    round = score.table.round
    check_open(round.tournament, round.stage, reference=score.reference, at=by.at)
    current = _locked_current(score.table, score.board)
    if (current.version if current else 0) != expected_version:
        raise StaleVersion(current)
    if is_official(current, round) and not score.reference:
        check_cause(score)
    if current:
        required_text(score.reason, _("C’è già un punteggio: per correggerlo scrivi il motivo."))
    return current


def _check_place(score: BoardScore) -> None:
    """A board is scored at the tables that play it, once the round is being played."""
    table, board = score.table, score.board
    if not board.is_played_at(table):
        raise ValueError(f"{board} is not played at {table}")
    if table.is_bye:
        raise Refused(_("A questo tavolo una coppia riposa: non c’è punteggio."))
    if table.round.state not in (Round.State.PLAYING, Round.State.CLOSED):
        raise Refused(_("Il turno non è ancora cominciato: prima va avviato."))


def _locked_current(table: Table, board: Board) -> BoardScore | None:
    """The version in force; who else scores at this table waits (SQLite already lets one write at a time)."""
    Table.objects.select_for_update().get(pk=table.pk)
    return BoardScore.objects.current().filter(table=table, board=board).select_related("given_by").first()


def _supersede(current: BoardScore, *, by: Actor) -> None:
    current.state = BoardScore.State.SUPERSEDED
    current.superseded_at = by.at
    current.save(update_fields=["state", "superseded_at"])


def _last_version(score: BoardScore) -> int:
    versions = BoardScore.objects.filter(table=score.table, board=score.board)
    return versions.aggregate(last=Max("version"))["last"] or 0


def _log(score: BoardScore, *, by: Actor, action_name: str) -> None:
    table, board = score.table, score.board
    data = {
        "round": table.round.number,
        "table": table.number,
        "board": board.number,
        "version": score.version,
        "kind": str(score.kind),
        "points": [score.points_a, score.points_b],
        "accusa": [score.accusa_a, score.accusa_b],
        "reason": score.reason,
        "reference": score.reference,
    }
    if score.cause:
        data |= {"cause": str(score.cause), "agreed_by": score.agreed_by}
    write_line(tournament=table.round.tournament, actor=by.user, at=by.at, action=action_name, record=score, data=data)
