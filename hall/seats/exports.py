"""Who sits where in a round, by table and by player in alphabetical order; what their name tags say."""

from dataclasses import dataclass
from operator import itemgetter

from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from hall.score_sheets.exports import line_names
from papers.sheets import Cell, Column, Kind, Sheet
from people.accounts.models import Player
from people.names.order import name_key
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Contest


@dataclass(frozen=True)
class Tag:
    """What one name tag says, the address of the player's seat and results, and where staff mark the entry present.

    The name ends with the last name, unless it is that of a minor, put in initials since.
    """

    name: str
    last_name: str
    number: int
    entry: str
    club: str
    url: str
    present_url: str


def seating_sheets(round: Round) -> tuple[Sheet, Sheet]:
    """The list for the wall and the one for whoever looks for a name; four queries."""
    tables = list(Table.objects.filter(round=round).with_players().select_related("group").order_by("number"))
    subtitle = _("Turno %(number)s") % {"number": round.number}
    return _by_table(round, tables, subtitle), _by_player(round, tables, subtitle)


def _by_table(round: Round, tables: list[Table], subtitle: str) -> Sheet:
    line_a, line_b = line_names(round.tournament.seat_names)
    who = round.tournament.entry_title
    # Two who play single stand on one line with both their numbers.
    number = Kind.TEXT if round.tournament.contest == Contest.INDIVIDUAL else Kind.INTEGER
    group = Column[Table](_("Girone"), Kind.TEXT, 12, lambda one: one.group.name if one.group else "")
    called = Column[Table](_("Incontro"), Kind.TEXT, 14, lambda one: one.called)
    return Sheet.of(
        _("Posti per tavolo"),
        tables,
        Column(_("Tavolo"), Kind.INTEGER, 4, lambda one: one.number),
        *([group] if any(one.group_id for one in tables) else []),
        # After the names: beside the table's number it is taken for it.
        Column(line_a, Kind.TEXT, 34, lambda one: _names(one, Line.A)),
        Column(f"{who} {line_a}", number, 4, lambda one: _numbers(one, Line.A)),
        Column(line_b, Kind.TEXT, 34, lambda one: _names(one, Line.B)),
        Column(f"{who} {line_b}", number, 4, lambda one: _numbers(one, Line.B)),
        *([called] if any(one.called for one in tables) else []),
        subtitle=subtitle,
        is_large=True,
    )


def _numbers(table: Table, line: Line) -> Cell:
    numbers = [entry.number for entry in table.entries_on(line)]
    return ", ".join(map(str, numbers)) if len(numbers) > 1 else next(iter(numbers), None)


def _names(table: Table, line: Line) -> str:
    players = [player for seat in table.seat_names.members[line] if (player := table.player_at(seat))]
    # A team without a line-up has nobody in its seats yet: the team's name stands for them.
    named = ", ".join(map(str, players)) or ", ".join(entry.name for entry in table.entries_on(line))
    return named or _("riposa")


def _by_player(round: Round, tables: list[Table], subtitle: str) -> Sheet:
    found = [one for place in tables for one in _players(round, place)]
    # A match of teams is two tables, as long as nobody says who sits where.
    table = Kind.TEXT if any(isinstance(one[2], str) for one in found) else Kind.INTEGER
    return Sheet.of(
        _("Posti per giocatore"),
        sorted(found, key=lambda one: (name_key(one[0].last_name), name_key(one[0].first_name), one[1].number)),
        Column(_("Giocatore"), Kind.TEXT, 40, lambda one: f"{one[0].last_name} {one[0].first_name}"),
        Column(_("Tavolo"), table, 8, itemgetter(2)),
        Column(_("Posto"), Kind.TEXT, 14, lambda one: one[3]),
        Column(round.tournament.entry_title, Kind.INTEGER, 9, lambda one: one[1].number),
        subtitle=subtitle,
        is_large=True,
    )


def _players(round: Round, table: Table) -> list[tuple[Player, Entry, int | str | None, str]]:
    """Everybody at a table with their seat; of those who rest, and of teams without a line-up, the whole entry."""
    if table.is_bye:
        return _whole(round, table.entries_on(Line.A), None, _("riposa"))
    # A match of teams is two tables: told once, with both numbers, until the line-ups say who sits where.
    if round.tournament.contest == Contest.TEAMS and not table.line_ups.all():
        both = table.entries_on(Line.A) + table.entries_on(Line.B)
        return _whole(round, both, f"{table.number}–{table.number + 1}", "") if table.room == 1 else []
    seats = [(seat, table.player_at(seat)) for seat in Seat]
    return [
        (player, _entry_of(table, seat, player), table.number, str(table.seat_names.names[seat]))
        for seat, player in seats
        if player is not None
    ]


def _whole(
    round: Round, entries: list[Entry], table: int | str | None, seat: str
) -> list[tuple[Player, Entry, int | str | None, str]]:
    return [(member.player, entry, table, seat) for entry in entries for member in entry.members_at(round.number)]


def _entry_of(table: Table, seat: Seat, player: Player) -> Entry:
    entries = table.entries_on(seat.line)
    mine = (entry for entry in entries if any(member.player_id == player.pk for member in entry.members.all()))
    return next(mine, entries[0])
