"""Who sits where in a round, by table and by player in alphabetical order; what their name tags say."""

import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from hall.score_sheets.exports import line_names
from papers.sheets import Cell, Kind, Sheet, columns
from people.accounts.models import Player
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Contest


@dataclass(frozen=True)
class Tag:
    """What one name tag says, the address of the player's seat and results, and where staff mark the entry present."""

    name: str
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
    grouped, called = any(table.group_id for table in tables), any(table.called for table in tables)
    # Two who play single stand on one line with both their numbers.
    number = Kind.TEXT if round.tournament.contest == Contest.INDIVIDUAL else Kind.INTEGER
    heads = columns(
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        *([("group", _("Girone"), Kind.TEXT, 12)] if grouped else []),
        ("number_a", _("N. %(line)s") % {"line": line_a}, number, 7),
        ("players_a", line_a, Kind.TEXT, 34),
        ("number_b", _("N. %(line)s") % {"line": line_b}, number, 7),
        ("players_b", line_b, Kind.TEXT, 34),
        *([("called", _("Incontro"), Kind.TEXT, 14)] if called else []),
    )
    rows = []
    for table in tables:
        group: tuple[Cell, ...] = (table.group.name if table.group else "",) if grouped else ()
        name = (table.called,) if called else ()
        rows.append((table.number, *group, *_line(table, Line.A), *_line(table, Line.B), *name))
    return Sheet(_("Posti per tavolo"), heads, tuple(rows), subtitle=subtitle)


def _line(table: Table, line: Line) -> tuple[Cell, Cell]:
    entries = table.entries_on(line)
    if not entries:
        return None, _("riposa")
    players = [player for seat in table.seat_names.members[line] if (player := table.player_at(seat))]
    # A team without a line-up has nobody in its seats yet: the team's name stands for them.
    names = ", ".join(map(str, players)) or ", ".join(entry.name for entry in entries)
    number: Cell = entries[0].number if len(entries) == 1 else ", ".join(str(entry.number) for entry in entries)
    return number, names


def _by_player(round: Round, tables: list[Table], subtitle: str) -> Sheet:
    heads = columns(
        ("player", _("Giocatore"), Kind.TEXT, 40),
        ("number", _("Coppia"), Kind.INTEGER, 7),
        ("table", _("Tavolo"), Kind.TEXT, 8),
        ("seat", _("Posto"), Kind.TEXT, 14),
    )
    found = [row for table in tables for row in _players(round, table)]
    ordered = sorted(found, key=lambda one: (_sorted(one[0].last_name), _sorted(one[0].first_name), one[1].number))
    rows = tuple(
        (f"{player.last_name} {player.first_name}", entry.number, table, seat) for player, entry, table, seat in ordered
    )
    return Sheet(_("Posti per giocatore"), heads, rows, subtitle=subtitle)


def _sorted(name: str) -> str:
    """The name as an alphabet sorts it: accents, capitals and apostrophes apart."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter) and letter not in "'’")


def _players(round: Round, table: Table) -> list[tuple[Player, Entry, str, str]]:
    """Everybody at a table with their seat; of those who rest, and of teams without a line-up, the whole entry."""
    if table.is_bye:
        return _whole(round, table.entries_on(Line.A), "–", _("riposa"))
    # A match of teams is two tables: told once, with both numbers, until the line-ups say who sits where.
    if round.tournament.contest == Contest.TEAMS and not table.line_ups.all():
        both = table.entries_on(Line.A) + table.entries_on(Line.B)
        return _whole(round, both, f"{table.number}–{table.number + 1}", "") if table.room == 1 else []
    seats = [(seat, table.player_at(seat)) for seat in Seat]
    return [
        (player, _entry_of(table, seat, player), str(table.number), str(table.seat_names.names[seat]))
        for seat, player in seats
        if player is not None
    ]


def _whole(round: Round, entries: list[Entry], table: str, seat: str) -> list[tuple[Player, Entry, str, str]]:
    return [(member.player, entry, table, seat) for entry in entries for member in entry.members_at(round.number)]


def _entry_of(table: Table, seat: Seat, player: Player) -> Entry:
    entries = table.entries_on(seat.line)
    mine = (entry for entry in entries if any(member.player_id == player.pk for member in entry.members.all()))
    return next(mine, entries[0])
