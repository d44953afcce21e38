"""Scores of a whole table, or of every table where nothing speaks against them, confirmed at once by somebody else."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from records.action import Actor, action
from records.requests import Refused, StaleVersion
from records.rights import Right
from tournaments.rounds.models import Round, Table
from tournaments.scores.actions import NOTHING_TO_CONFIRM, check_confirms, mark_confirmed
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore

Seen = Mapping[int, int]
OPEN = (TableSlip.State.PROPOSED, TableSlip.State.DISPUTED)


@action(Right.CONFIRM_SCORE)
def confirm_table(*, by: Actor, table: Table, seen: Seen) -> Table:
    """Confirm the scores of a table that the person saw: each board (by number) in that version, all or none."""
    current = _in_force([table]).get(table.number, {})
    if not seen:
        raise Refused(str(NOTHING_TO_CONFIRM))
    for board, version in seen.items():
        score = current.get(board)
        if score is None or score.version != version:
            raise StaleVersion(score)
        check_confirms(score, by=by)
    for board in seen:
        mark_confirmed(current[board], by=by)
    return by.log(table, round=table.round.number, table=table.number, boards=_told(seen))


@action(Right.CONFIRM_SCORE)
def confirm_tables(*, by: Actor, round: Round, seen: Mapping[int, Seen]) -> Round:
    """Confirm every table of a round (by number) that is still as it was seen, and that no line disputes.

    What changed meanwhile is left as it is: nobody has seen it. Refused when nothing is left to confirm.
    """
    tables = list(Table.objects.filter(round=round, number__in=seen).order_by("number"))
    current = _in_force(tables)
    disputed = set(TableSlip.objects.filter(table__in=tables, state__in=OPEN).values_list("table", flat=True))
    done = []
    for table in tables:
        scores = [current.get(table.number, {}).get(board) for board in seen[table.number]]
        if table.pk not in disputed and _are_as_seen(scores, seen[table.number], by=by):
            for score in scores:
                mark_confirmed(score, by=by)  # type: ignore[arg-type]  # none is missing
            done.append([table.number, *_told(seen[table.number])])
    if not done:
        raise Refused(_("Intanto i punteggi sono cambiati: guardali e conferma di nuovo."))
    return by.log(round, round=round.number, tables=done)


def _are_as_seen(scores: Sequence[BoardScore | None], seen: Seen, *, by: Actor) -> bool:
    def may_be_confirmed(score: BoardScore | None) -> bool:
        return score is not None and score.awaits_confirmation and score.given_by_id != by.user.pk

    versions = [score.version if score else 0 for score in scores]
    return bool(seen) and versions == list(seen.values()) and all(map(may_be_confirmed, scores))


def _in_force(tables: Sequence[Table]) -> dict[int, dict[int, BoardScore]]:
    """The scores in force by table and board, both by number."""
    found: dict[int, dict[int, BoardScore]] = {}
    scores = BoardScore.objects.current().filter(table__in=tables).select_related("table", "board", "given_by")
    for score in scores:
        found.setdefault(score.table.number, {})[score.board.number] = score
    return found


def _told(seen: Seen) -> list[list[int]]:
    return [[board, version] for board, version in sorted(seen.items())]
