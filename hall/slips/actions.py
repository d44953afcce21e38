"""Results that the players send from their table: given by one line, agreed by the other, then recorded as theirs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from codes.seats import Line, Result
from codes.tressette_online.matches import target_reached
from hall.line_codes.actions import check_speaks
from hall.line_codes.models import FIRST_ISSUE
from papers.sheets import figure
from records.action import Actor, action
from records.requests import Refused
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import give_score, mark_confirmed, record_agreed
from tournaments.scores.guards import check_open, impossible
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import boards_played, results_of
from tournaments.setup.models import Tournament
from tournaments.staff.actions import USERNAME, account_nobody_enters

# Who confirms what both lines said: never the account that gave it (decision 53).
BOTH_USERNAME = "tavoli-due-linee:{slug}"
BOTH_NAME = "Le due linee del tavolo"


class StaleSlip(Exception):
    """The other line sent something else meanwhile: `current` is what stands now."""

    def __init__(self, current: TableSlip | None) -> None:
        super().__init__(current)
        self.current = current


@action
def send_slip(
    *,
    by: Actor,
    table: Table,
    line: Line,
    issue: int = FIRST_ISSUE,
    results: Mapping[int, Result],
    expected_version: int,
) -> TableSlip:
    """One line's figures for every board (by number). Equal to the other line's they are agreed and recorded.

    issue: of the line's code by which it speaks; refused when the desk has made another one meanwhile.

    expected_version: of the slip that the line saw (0: none); other figures of the other line that it did not see
    raise StaleSlip, those that it saw are disputed.
    """
    _check(by, table, line, issue)
    boards = _boards_of(table, results)
    slips = _slips(table)
    current = _current(slips)
    if current and current.state == TableSlip.State.AGREED:
        raise StaleSlip(current)
    points = points_of(results)
    # Equal figures of both lines are an agreement, whichever page they were typed on (decision 18).
    if current and current.given_by_line != line and current.points == points:
        return _agree(current, by=by, boards=boards)
    if (current.version if current else 0) != expected_version:
        raise StaleSlip(current)
    # In a dispute the slip that stands may be our own: what the other line said last lies before it.
    said = _last_of(slips, line.other) if current and current.state == TableSlip.State.DISPUTED else None
    is_dispute = current is not None and (current.given_by_line != line or current.state == TableSlip.State.DISPUTED)
    if current:
        _close(current, TableSlip.State.SUPERSEDED, by=by)
    slip = TableSlip.objects.create(
        table=table,
        version=slips[-1].version + 1 if slips else 1,
        points=points,
        state=TableSlip.State.DISPUTED if is_dispute else TableSlip.State.PROPOSED,
        given_by_line=line.value,
        given_at=by.at,
    )
    if said and said.points == points:
        return _agree(slip, by=by, boards=boards)
    return _log_slip(by, slip, "dispute_slip" if is_dispute else "send_slip")


@action
def agree_slip(*, by: Actor, table: Table, line: Line, issue: int = FIRST_ISSUE, version: int) -> TableSlip:
    """The other line, by its own code, agrees to the figures that it saw: they become the scores of the table."""
    _check(by, table, line, issue)
    current = _current(_slips(table))
    if current is None or current.version != version:
        raise StaleSlip(current)
    if current.state == TableSlip.State.AGREED:
        return current
    if current.given_by_line == line:
        raise Refused(_("Questo risultato l’avete mandato voi: lo conferma l’altra linea."))
    return _agree(current, by=by, boards=_boards_of(table, results_of(current)))


@action
def withdraw_slip(*, by: Actor, table: Table, line: Line, issue: int = FIRST_ISSUE, version: int) -> TableSlip:
    """The line that sent a slip takes it back, while the other has not answered: nothing stands then."""
    _check(by, table, line, issue)
    current = _current(_slips(table))
    if current is None or current.version != version or current.state == TableSlip.State.AGREED:
        raise StaleSlip(current)
    if current.given_by_line != line:
        raise Refused(_("Questo risultato l’ha mandato l’altra linea: se non va bene, mandate il vostro."))
    if current.state == TableSlip.State.DISPUTED:
        raise Refused(_("L’altra linea ha già detto altro: correggete il vostro, o chiamate l’arbitro."))
    _close(current, TableSlip.State.SUPERSEDED, by=by)
    return _log_slip(by, current, "withdraw_slip")


@action
def record_for_table(*, by: Actor, table: Table, results: Mapping[int, Result]) -> Table:
    """An arbiter or the scorer, at the table, records every board told that has no score yet."""
    recorded = {one.board_id: one for one in BoardScore.objects.current().filter(table=table)}
    for board, result in _boards_of(table, results, whole=bool(table.round.tournament.target)):
        score = recorded.get(board.pk)
        if score and not _says(score, result):
            words = _("La smazzata %(number)d ha già un altro punteggio (%(score)s): si corregge dalla sua pagina.")
            raise Refused(words % _other_score(table, board, score))
        if score is None:
            give_score(
                # An action within an action is a request of its own, and a key has 64 characters at most.
                by=replace(by, key=f"{by.key[:50]}:b{board.number}"),
                table=table,
                board=board,
                expected_version=0,
                **vars(result),
            )
    return table


def points_of(results: Mapping[int, Result]) -> list[list[int]]:
    return [[number, one.points_a, one.points_b, one.accusa_a, one.accusa_b] for number, one in sorted(results.items())]


def _check(by: Actor, table: Table, line: Line, issue: int) -> None:
    """Only a line of the table, by its code in force, while its round is played and nothing else decided the match."""
    tournament = table.round.tournament
    if by.user.username != USERNAME.format(slug=tournament.slug):
        raise PermissionDenied
    check_speaks(table, line, issue)
    check_open(tournament, table.round.stage, at=by.at)
    if table.round.state != Round.State.PLAYING:
        raise Refused(_("In questo momento i punteggi non si mandano: chiamate l’arbitro."))
    if table.is_bye:
        raise Refused(_("A questo tavolo si riposa: non c’è punteggio."))
    if MatchScore.objects.current().filter(table=table).exists():
        raise Refused(_("Per questo incontro l’arbitro ha già dato un punteggio."))


def _boards_of(table: Table, results: Mapping[int, Result], *, whole: bool = True) -> list[tuple[Board, Result]]:
    """The boards of the table with their results; refused unless all that are wanted are there, and possible."""
    boards = {board.number: board for board in boards_played(table.round).of_table(table)}
    tournament = table.round.tournament
    if whole or not results or set(results) - set(boards):
        _check_whole(tournament, list(boards), results)
    for number, result in results.items():
        if reasons := impossible(tournament, result):
            deal = _("Smazzata %(number)d") % {"number": tournament.deal_called(number)}
            raise Refused(*(f"{deal}: {reason}" for reason in reasons))
    return [(boards[number], result) for number, result in sorted(results.items())]


def _check_whole(tournament: Tournament, boards: Sequence[int], results: Mapping[int, Result]) -> None:
    """Refuse unless every board is told, or in a match to points every one up to that which reached the target."""
    told = boards[: len(results)] if tournament.target else boards
    if set(told) != set(results):
        raise Refused(_("Mancano i punti di una smazzata."))
    a = b = 0
    for place, number in enumerate(told, start=1):
        a, b = a + results[number].points_a, b + results[number].points_b
        if tournament.target and target_reached(a, b, target=tournament.target) != (place == len(told)):
            words = _("Si gioca finché una linea arriva a %(target)d punti: scrivete le sole smazzate giocate.")
            raise Refused(words % {"target": tournament.target})


def _slips(table: Table) -> list[TableSlip]:
    """What the table sent so far, in order."""
    # By way of the table each slip knows it, with the round and the tournament that are at hand.
    return list(table.slips.order_by("version"))


def _current(slips: Sequence[TableSlip]) -> TableSlip | None:
    return next((one for one in slips if one.state != TableSlip.State.SUPERSEDED), None)


def _last_of(slips: Sequence[TableSlip], line: Line) -> TableSlip | None:
    return next((one for one in reversed(slips) if one.given_by_line == line), None)


def _close(slip: TableSlip, state: TableSlip.State, *, by: Actor) -> None:
    slip.state, slip.answered_at = state, by.at
    slip.save(update_fields=["state", "answered_at"])


def _agree(slip: TableSlip, *, by: Actor, boards: Sequence[tuple[Board, Result]]) -> TableSlip:
    """Record what is still missing, and confirm it: both lines said so, each by its own code.

    What the desk recorded otherwise stays, and the players are told to call.
    """
    tournament = slip.table.round.tournament
    both = replace(by, user=account_nobody_enters(BOTH_USERNAME.format(slug=tournament.slug), BOTH_NAME))
    recorded = {one.board_id: one for one in BoardScore.objects.current().filter(table=slip.table)}
    for board, result in boards:
        score = recorded.get(board.pk)
        if score and not _says(score, result):
            words = _(
                "Per la smazzata %(number)d la direzione ha già un altro punteggio (%(score)s): chiamate l’arbitro."
            )
            raise Refused(words % _other_score(slip.table, board, score))
        score = score or record_agreed(by=by, table=slip.table, board=board, result=result)
        if score.awaits_confirmation:
            mark_confirmed(score, by=both)
    _close(slip, TableSlip.State.AGREED, by=by)
    return _log_slip(by, slip, "agree_slip")


def _other_score(table: Table, board: Board, score: BoardScore) -> dict[str, object]:
    """Which board it is, and what stands there."""
    stands = _("annullata") if score.is_void else f"{figure(score.points_a or 0)} – {figure(score.points_b or 0)}"
    return {"number": table.round.tournament.deal_called(board.number), "score": stands}


def _says(score: BoardScore, result: Result) -> bool:
    return all(getattr(score, name) == value for name, value in vars(result).items())


def _log_slip(by: Actor, slip: TableSlip, name: str) -> TableSlip:
    data = {
        "round": slip.table.round.number,
        "table": slip.table.number,
        "version": slip.version,
        "line": slip.given_by_line,
        "sent": slip.points,
    }
    return by.log(slip, name, **data)
