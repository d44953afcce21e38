"""Line-ups of teams: the usual one to begin with, another as long as the match has not begun (F.I.Bur. 2)."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from codes.seats import Line
from people.accounts.models import Player
from records.action import Actor, action
from records.requests import Refused
from records.rights import Right
from tournaments.check_in.queries import Four, Seats, TeamLineUp, TeamMatch, last_seats, matches_of, usual_line_up
from tournaments.entries.models import Entry
from tournaments.pairing.teams import PLAYERS, Fault, GivenLineUp, faults_of
from tournaments.rounds.models import LineUp, Round, Table
from tournaments.setup.models import Contest

OPEN = (Round.State.DRAFT, Round.State.PUBLISHED)


@action(Right.CHECK_IN)
def set_line_up(*, by: Actor, round: Round, entry: Entry, players: Sequence[int]) -> LineUp:
    """Say who of a team plays a match: two players of the first room, then two of the second, by primary key.

    Returns the line-up of the first room.
    """
    return _set(by, round, entry, players)


@action(logs="set_line_up")
def set_line_up_as_captain(*, by: Actor, round: Round, entry: Entry, players: Sequence[int]) -> LineUp:
    """The same from the captain's own address, in the name of the players.

    They hold no role: whoever calls this has checked the address (line_up_links.py).
    """
    return _set(by, round, entry, players)


def _set(by: Actor, round: Round, entry: Entry, players: Sequence[int]) -> LineUp:
    # A captain may send while the desk starts the round: from then on the line-up is locked (decision 19).
    if round.state not in OPEN:
        raise Refused(_("Il turno è cominciato: la formazione non si cambia più."))
    found = next(((match, side) for match in matches_of(round) for side in match.sides if side.entry == entry), None)
    if found is None:
        raise Refused(_("Questa squadra non ha un incontro in questo turno."))
    match, side = found
    one, two, three, four = _checked(side, players)
    _clear(match, entry)
    seats = list(_rows(match, entry, (one, two, three, four)))
    LineUp.objects.bulk_create(seats)
    names = {player.pk: str(player) for player in side.members}
    rooms = [[names[one], names[two]], [names[three], names[four]]]
    return by.log(seats[0], round=round.number, table=match.first.number, entry=entry.number, rooms=rooms)


def give_usual_line_ups(round: Round, last: Mapping[int, Seats] | None = None) -> None:
    """The usual line-up for each team of the round that has none; those with too few players stay without.

    last: the line-ups to go on from, by entry; those of the rounds before unless told.
    """
    if round.tournament.contest != Contest.TEAMS:
        return
    last = last_seats(round) if last is None else last
    rows: list[LineUp] = []
    for match in matches_of(round):
        for side in match.sides:
            members = [player.pk for player in side.members]
            four = None if side.is_given else usual_line_up(_seats(side) or last.get(side.entry.pk, ()), members)
            if four:
                _clear(match, side.entry)
                rows += _rows(match, side.entry, four)
    LineUp.objects.bulk_create(rows)


def _seats(side: TeamLineUp) -> Seats:
    """What is left of a line-up from which a substitution took a room."""
    if not side.players:
        return ()
    nobody: tuple[Player | None, ...] = (None, None)
    rooms = (side.first or nobody, side.second or nobody)
    return tuple(player.pk if player else None for room in rooms for player in room)


def _checked(side: TeamLineUp, players: Sequence[int]) -> Four:
    if side.is_short:
        raise Refused(_("La squadra ha meno di quattro giocatori: all’incontro si dà il punteggio dell’art. 39."))
    if len(players) != PLAYERS:
        raise Refused(_("Scegli quattro giocatori, due per sala."))
    one, two, three, four = players
    line_up = GivenLineUp(team=side.entry.number, first=(one, two), second=(three, four))
    wrongs = faults_of(line_up, [player.pk for player in side.members])
    if wrongs:
        raise Refused(*(_FAULTS[wrong.fault]() for wrong in wrongs))
    return one, two, three, four


_FAULTS = {
    Fault.TWICE: lambda: _("Un giocatore sta in un posto solo."),
    Fault.NOT_A_MEMBER: lambda: _("Scegli fra i giocatori della squadra in questo turno."),
}


def _clear(match: TeamMatch, entry: Entry) -> None:
    for table in (match.first, match.second):
        LineUp.objects.filter(table=table, line=_line(table, entry)).delete()


def _rows(match: TeamMatch, entry: Entry, four: Four) -> Iterator[LineUp]:
    for table, first, second in ((match.first, *four[:2]), (match.second, *four[2:])):
        yield LineUp(table=table, line=_line(table, entry), first_id=first, second_id=second)


def _line(table: Table, entry: Entry) -> Line:
    return Line.A if table.line_a_id == entry.pk else Line.B
