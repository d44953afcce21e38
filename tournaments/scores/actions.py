"""Scores of boards: given, confirmed by somebody else, corrected by a new version, annulled, set by a ruling."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.seats import Result
from codes.tressette_online.matches import matches, target_reached
from records.action import Actor, action, require, required_text, save_checked
from records.requests import Refused, StaleVersion
from records.rights import Right, rights_of
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.guards import (
    Cause,
    check_cause,
    check_figures,
    check_open,
    check_preview_seen,
    check_result,
    is_official,
)
from tournaments.scores.history_queries import replaced_by, why_kept
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import boards_played, scores_given
from tournaments.setup.models import Tournament

TARGET_REACHED = matches().kind("a-punti")
NOTHING_TO_CONFIRM = _lazy("Qui non c’è niente da confermare.")
NOT_JUDGED = _lazy(
    "Intanto il punteggio è un altro, che il giudice non ha visto: mandagli un pacchetto nuovo, perché decida su "
    "quello."
)
ARBITRAL_KINDS = frozenset({BoardScore.Kind.ARTIFICIAL, BoardScore.Kind.ASSIGNED, BoardScore.Kind.RECTIFIED})


@dataclass(frozen=True)
class _Versions:
    """What is recorded of a board at a table: the version in force, the last one, and the number of this (0: none)."""

    current: BoardScore | None
    latest: BoardScore | None

    @property
    def last(self) -> int:
        return self.latest.version if self.latest else 0


@action(Right.GIVE_SCORE)
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
    check_preview_seen(table.round.tournament, seen)
    result = Result(points_a=points_a, points_b=points_b, accusa_a=accusa_a, accusa_b=accusa_b)
    before = _versions(table, board)
    said = {"reason": reason, "reference": reference, "cause": cause, "agreed_by": agreed_by}
    score = _played(by, table, board, result, before.current, **said)
    return _record(score, before, by=by, expected_version=expected_version)


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
    require(by, table.round.tournament, Right.GIVE_SCORE)
    before = _versions(table, board)
    said = {"reason": reason, "reference": reference, "cause": cause, "agreed_by": agreed_by}
    score = _played(by, table, board, result, before.current, **said)
    _check(score, before.current, by=by, expected_version=expected_version)


def _played(
    by: Actor,
    table: Table,
    board: Board,
    result: Result,
    current: BoardScore | None,
    *,
    reason: str,
    reference: str,
    cause: str,
    agreed_by: str,
) -> BoardScore:
    tournament = table.round.tournament
    if reference.strip():
        require(by, tournament, Right.SET_ARBITRAL_SCORE)
    elif table.round.state == Round.State.CLOSED:
        require(by, tournament, Right.MANAGE_ROUNDS)
    _check_not_ruled(by, tournament, current)
    check_result(tournament, result)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.PLAYED, **vars(result))
    score.reason, score.reference, score.cause = reason.strip(), reference.strip(), cause
    # F.I.Bur. 20 asks the opponents only about an error of the players.
    score.agreed_by = agreed_by.strip() if cause == Cause.PLAYERS else ""
    return score


def record_agreed(*, by: Actor, table: Table, board: Board, result: Result) -> BoardScore:
    """Record what both lines of a table agreed on, in the name of its players; never in place of another score.

    They hold no role: whoever calls this has checked that the request comes from the table (slips/actions.py). Not an
    action but a part of one, whose transaction and request key are those of the slip with all its boards.
    """
    tournament = table.round.tournament
    check_result(tournament, result)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.PLAYED, **vars(result))
    before = _versions(table, board)
    return _record(score, before, "give_score", by=by, expected_version=0)


@action(Right.CONFIRM_SCORE)
def confirm_score(*, by: Actor, score: BoardScore) -> BoardScore:
    current = _versions(score.table, score.board).current
    if current is None or current.pk != score.pk:
        raise StaleVersion(current)
    check_confirms(current, by=by)
    mark_confirmed(current, by=by)
    return _log_score(by, current)


def check_confirms(score: BoardScore, *, by: Actor) -> None:
    """Refuse what is confirmed already, what nobody need confirm, and whoever gave the score."""
    if score.state == BoardScore.State.CONFIRMED:
        raise Refused(_("Il punteggio è già confermato."))
    if not score.awaits_confirmation:
        raise Refused(str(NOTHING_TO_CONFIRM))
    if score.given_by_id == by.user.pk:
        raise Refused(_("Conferma una persona diversa da chi ha dato il punteggio."))


def mark_confirmed(score: BoardScore, *, by: Actor) -> None:
    """Part of the actions that confirm, each of which writes its line of the log."""
    score.state = BoardScore.State.CONFIRMED
    score.confirmed_by, score.confirmed_at = by.user, by.at
    score.save(update_fields=["state", "confirmed_by", "confirmed_at"])


@action(Right.GIVE_SCORE)
def undo_score(*, by: Actor, score: BoardScore) -> BoardScore:
    """Take back the score that one gave, while nobody has confirmed it and its round is being played.

    What it had replaced counts again, as a new version; where it was the first, the board waits for a score. What came
    back is nobody's last score, so that a second press does not turn it round. What brings a ruling's result back, or
    replaced it, is corrected and not undone; in a match to points only the last board is, since later ones rest on it.
    """
    table, board = score.table, score.board
    before = _versions(table, board)
    if before.current is None:
        raise Refused(_("Questo punteggio è già stato annullato."))
    if before.current.pk != score.pk:
        raise StaleVersion(before.current)
    _check_undoes(before.current, by=by)
    replaced = replaced_by(before.current)
    _supersede(before.current, by=by)
    if replaced:
        again = BoardScore(table=table, board=board, kind=replaced.kind, game=replaced.game, version=before.last + 1)
        again.points_a, again.points_b = replaced.points_a, replaced.points_b
        again.accusa_a, again.accusa_b = replaced.accusa_a, replaced.accusa_b
        again.given_by, again.given_at = replaced.given_by, replaced.given_at
        again.cause, again.agreed_by = replaced.cause, replaced.agreed_by
        if replaced.confirmed_by_id:
            again.state = BoardScore.State.CONFIRMED
            again.confirmed_by, again.confirmed_at = replaced.confirmed_by, replaced.confirmed_at
        again.reason = _("Annullata la versione %(number)d: vale di nuovo quella di prima.") % {"number": score.version}
        save_checked(again)
    _log_score(by, before.current)
    if table.round.tournament.target:
        _settle_length(table, by=by)
    return before.current


def _check_undoes(score: BoardScore, *, by: Actor) -> None:
    # The round as it is now, not as whoever asks has read it.
    round = Round.objects.select_related("tournament", "stage").get(pk=score.table.round_id)
    if why := why_kept(score, round, by.user):
        raise Refused(why)
    check_open(round.tournament, round.stage, at=by.at)


@action(Right.SET_ARBITRAL_SCORE)
def annul_board(
    *, by: Actor, table: Table, board: Board, expected_version: int, reference: str, reason: str
) -> BoardScore:
    """Annul a board at a table by a ruling: it has no result until another version gives one."""
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.VOID, points_a=None, points_b=None)
    _cite(score, reference=reference, reason=reason)
    before = _versions(table, board)
    return _record(score, before, by=by, expected_version=expected_version)


@action(Right.SET_ARBITRAL_SCORE)
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
    if kind not in ARBITRAL_KINDS:
        raise ValueError(f"not an arbitral score: {kind}")
    check_figures(table.round.tournament, Result(points_a=points_a, points_b=points_b), is_played=False)
    score = BoardScore(table=table, board=board, kind=kind, points_a=points_a, points_b=points_b)
    _cite(score, reference=reference, reason=reason)
    before = _versions(table, board)
    return _record(score, before, by=by, expected_version=expected_version)


def score_by_decision(
    by: Actor, table: Table, board: Board, result: Result, *, versions: Collection[int], reason: str, reference: str
) -> BoardScore:
    """Within an action of whoever carries out what binds the tournament, and chooses nothing: the score as ordered.

    versions: those that the decision is about. What was played stays a played result; what a ruling gave is assigned.
    """
    before = _versions(table, board)
    if before.current is None or before.current.version not in versions:
        raise Refused(str(NOT_JUDGED))
    is_played = before.current.kind == BoardScore.Kind.PLAYED
    check_figures(table.round.tournament, result, is_played=is_played)
    kind = BoardScore.Kind.PLAYED if is_played else BoardScore.Kind.ASSIGNED
    score = BoardScore(table=table, board=board, kind=kind, **vars(result))
    _cite(score, reference=reference, reason=reason)
    name = "give_score" if is_played else "record_arbitral_score"
    return _record(score, before, name, by=by, expected_version=before.current.version)


def _check_not_ruled(by: Actor, tournament: Tournament, current: BoardScore | None) -> None:
    """What was decided is changed by arbiters alone; an annulled board is replayed in ordinary play only (80)."""
    if current is None or not current.is_decided or current.is_unplayed:
        return
    replayed = current.is_void and tournament.replays_annulled
    if not replayed and Right.SET_ARBITRAL_SCORE not in rights_of(by.user, tournament):
        raise Refused(_("Questo punteggio viene da una decisione: può cambiarlo solo un arbitro."))


def _cite(score: BoardScore, *, reference: str, reason: str) -> None:
    score.reference = required_text(reference, _("Indica il provvedimento che dà questo punteggio."))
    score.reason = required_text(reason, _("Scrivi il motivo."))


def _record(score: BoardScore, before: _Versions, name: str = "", *, by: Actor, expected_version: int) -> BoardScore:
    """Put the score in force as the next version, if the one the user saw is still in force; name: as in `log`."""
    _check(score, before.current, by=by, expected_version=expected_version)
    # By this the constraints know which figures are possible.
    score.game = score.table.round.tournament.game
    if before.current:
        # Before the new one is saved: only one version is in force (constraint).
        _supersede(before.current, by=by)
    elif before.latest:
        # Opened again by the correction of a board before it (`_settle_length`), or taken back by who gave it.
        over = (
            _("La partita non era ancora finita."),
            _("Il punteggio di prima era stato annullato da chi lo aveva dato."),
        )
        score.reason = score.reason or over[not before.latest.is_unplayed]
    score.version = before.last + 1
    score.given_by, score.given_at = by.user, by.at
    save_checked(score)
    _log_score(by, score, name)
    if score.table.round.tournament.target:
        _settle_length(score.table, by=by)
    return score


def _settle_length(table: Table, *, by: Actor) -> None:
    """In a match to points, mark the boards after the one that ended it, and open those that it needs after all.

    What a ruling decided stays. A result typed in after the end goes out of force: that board was not to be played.
    """
    tournament = table.round.tournament
    in_force = {one.board_id: one for one in BoardScore.objects.current().filter(table=table)}
    a = b = 0
    for board in boards_played(table.round).of_table(table):
        current = in_force.get(board.pk)
        is_over = target_reached(a, b, target=tournament.target or 0)
        if is_over and (current is None or current.kind == BoardScore.Kind.PLAYED):
            _mark_unplayed(table, board, by=by)
        elif not is_over and current and current.is_unplayed:
            _supersede(current, by=by)
            _log_score(by, current, "mark_to_be_played")
        elif current:
            a, b = a + (current.points_a or 0), b + (current.points_b or 0)


def _mark_unplayed(table: Table, board: Board, *, by: Actor) -> None:
    versions = _versions(table, board)
    if versions.current:
        _supersede(versions.current, by=by)
    score = BoardScore(table=table, board=board, kind=BoardScore.Kind.UNPLAYED, points_a=0, points_b=0)
    score.game, score.version = table.round.tournament.game, versions.last + 1
    score.given_by, score.given_at = by.user, by.at
    score.reference = _("regola %(number)d") % {"number": TARGET_REACHED.article}
    score.reason = _("La partita è finita prima.")
    save_checked(score)
    _log_score(by, score, "mark_unplayed")


def _check_order(score: BoardScore, current: BoardScore | None) -> None:
    """A match to points is recorded board by board, and ends with the one that reaches the target (9)."""
    if current and current.is_unplayed:
        raise Refused(_("La partita è finita prima di questa smazzata, che non si gioca."))
    boards = boards_played(score.table.round).of_table(score.table)
    scored = set(BoardScore.objects.current().filter(table=score.table).values_list("board", flat=True))
    missing = next((one for one in boards if one.number < score.board.number and one.pk not in scored), None)
    if missing:
        words = _("In una partita a punti le smazzate si registrano in ordine: manca la %(number)d.")
        raise Refused(words % {"number": missing.number})


def _check(score: BoardScore, current: BoardScore | None, *, by: Actor, expected_version: int) -> None:
    _check_place(score)
    round = score.table.round
    check_open(round.tournament, round.stage, reference=score.reference, at=by.at)
    if round.tournament.target:
        _check_order(score, current)
    if (current.version if current else 0) != expected_version:
        raise StaleVersion(current)
    if is_official(current, round) and not score.reference:
        check_cause(score)
    if current:
        required_text(score.reason, _("C’è già un punteggio: per correggerlo scrivi il motivo."))


def _check_place(score: BoardScore) -> None:
    """A board is scored at the tables that play it, once the round is being played."""
    table, board = score.table, score.board
    if not board.is_played_at(table):
        raise ValueError(f"{board} is not played at {table}")
    if table.is_bye:
        raise Refused(_("A questo tavolo si riposa: non c’è punteggio."))
    if not table.round.has_begun:
        raise Refused(_("Il turno non è ancora cominciato: prima va avviato."))


def _versions(table: Table, board: Board) -> _Versions:
    versions = scores_given(table=table.pk, board=board.pk)
    for one in versions:
        one.table, one.board = table, board
    current = next((one for one in versions if one.is_current), None)
    return _Versions(current, versions[-1] if versions else None)


def _supersede(current: BoardScore, *, by: Actor) -> None:
    current.state = BoardScore.State.SUPERSEDED
    current.superseded_at = by.at
    current.save(update_fields=["state", "superseded_at"])


def _log_score(by: Actor, score: BoardScore, name: str = "") -> BoardScore:
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
    return by.log(score, name, **data)
