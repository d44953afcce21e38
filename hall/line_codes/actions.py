"""The codes of the lines: made anew, so that the one before opens nothing; and how often each may be used.

What a code sends is counted in the database, where two processes see the same figures, and by each code alone: whoever
floods one uses up no other. docs/decisions/0044-a-code-for-each-line.md
"""

from datetime import datetime, timedelta

from django.db.models import F
from django.utils.translation import gettext as _

from codes.seats import Line
from hall.line_codes.codes import issue_of
from hall.line_codes.models import LineCode, LineRequests
from records.action import Actor, action
from records.requests import Refused
from records.rights import Right
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running

# A line sends its result once, corrects it twice, and answers; letters are typed once; of a call reason and seat are
# said, and it is renewed or withdrawn.
MOST = {LineRequests.Kind.SENT: 30, LineRequests.Kind.TYPED: 10, LineRequests.Kind.CALLED: 12}
WITHIN = timedelta(minutes=10)


@action(Right.RENEW_CODES)
def renew_line_code(*, by: Actor, table: Table, line: Line, expected: int) -> LineCode:
    """Another code for the line, from now on the only one. expected: the issue that was in force on the page."""
    check_running(table.round.tournament)
    if table.is_bye:
        raise Refused(_("A questo tavolo si riposa: non c’è punteggio."))
    if table.round.state not in (Round.State.PUBLISHED, Round.State.PLAYING):
        raise Refused(_("I codici di un turno valgono da quando è pubblicato a quando si chiude."))
    if issue_of(table, line) != expected:
        raise Refused(_("Intanto qualcuno ha già rifatto questo codice: quello che vale ora è qui sotto."))
    code = LineCode.objects.create(table=table, line=line.value, issue=expected + 1, made_by=by.user, made_at=by.at)
    return by.log(code, round=table.round.number, table=table.number, line=line.value, issue=code.issue)


def check_speaks(table: Table, line: Line, issue: int) -> None:
    """Refuse what a code says that is no more in force; asked under the lock."""
    if issue_of(table, line) != issue:
        raise Refused(_("Questo codice non vale più: chiedete all’arbitro quello nuovo della vostra linea."))


def claim_use(*, table: Table, line: Line, issue: int, kind: LineRequests.Kind, at: datetime) -> bool:
    """Count one use of a code; False, and nothing written, once its share of these minutes is used up."""
    counter, is_first = LineRequests.objects.get_or_create(
        table=table, line=line.value, issue=issue, kind=kind, defaults={"made": 1, "since": at}
    )
    if is_first:
        return True
    mine = LineRequests.objects.filter(pk=counter.pk)
    if counter.since <= at - WITHIN:
        mine.filter(since__lte=at - WITHIN).update(made=0, since=at)
    elif counter.made >= MOST[kind]:
        return False  # looked at only: a flood does not keep the others from writing
    # One statement: of forty at the same moment none counts what another has just taken.
    return mine.filter(made__lt=MOST[kind]).update(made=F("made") + 1) == 1
