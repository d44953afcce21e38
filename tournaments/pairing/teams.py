"""Teams of four: a match of two teams is two tables, one in each room, with the lines crossed.

In the first room the first pair of team A sits in line A against the first pair of team B; in the second room the
second pair of team B sits in line A against the second pair of team A. So each team plays both lines, and where the
same boards go through both rooms each team holds both sides of them. Who sits where is told before each match and may
change from one to the next (F.I.Bur. art. 2).

Not handled: captains who may not play, substitutes during a match (art. 39 and 40 are the director's).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codes.seats import Line
from tournaments.pairing.plan import PairedTable, Plan, repeated_numbers

PLAYERS = 4


class TeamRoom(StrEnum):
    """The two tables of a match between teams."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, kw_only=True)
class GivenLineUp:
    """Who plays a match for a team: the pair of the first room and the pair of the second, by player's number."""

    team: int
    first: tuple[int, int]
    second: tuple[int, int]

    @property
    def players(self) -> tuple[int, ...]:
        return self.first + self.second


class Fault(StrEnum):
    """What is wrong with a line-up."""

    MISSING = "missing"  # no line-up was given
    TWICE = "twice"  # a player is named twice, or for both teams
    NOT_A_MEMBER = "not-a-member"  # a player is not on the team's list


@dataclass(frozen=True, kw_only=True)
class Wrong:
    """A fault in the line-up of a team, and the players it is about."""

    team: int
    fault: Fault
    players: tuple[int, ...] = ()


class WrongLineUp(Exception):
    """Line-ups with which a round cannot be seated."""

    def __init__(self, *wrongs: Wrong) -> None:
        self.wrongs = wrongs
        super().__init__("; ".join(f"team {fault.team}: {fault.fault} {fault.players}" for fault in wrongs))


@dataclass(frozen=True, kw_only=True)
class TeamTable:
    """A table of a match between teams: which pair of which team sits in each line."""

    table: int
    match: int
    room: TeamRoom
    team_a: int
    pair_a: tuple[int, int]
    team_b: int
    pair_b: tuple[int, int]

    def line_of(self, team: int) -> Line:
        """The line in which a team sits here. Raises ``ValueError`` for another team."""
        if team not in (self.team_a, self.team_b):
            raise ValueError(f"team {team} does not play at table {self.table}")
        return Line.A if team == self.team_a else Line.B


def faults_of(line_up: GivenLineUp, members: Collection[int]) -> tuple[Wrong, ...]:
    """What is wrong with a line-up, given the players on the team's list."""
    entries_at_fault = {
        Fault.TWICE: tuple(repeated_numbers(line_up.players)),
        Fault.NOT_A_MEMBER: tuple(sorted(set(line_up.players) - set(members))),
    }
    return tuple(
        Wrong(team=line_up.team, fault=fault, players=players) for fault, players in entries_at_fault.items() if players
    )


def tables_of(
    plan: Plan, line_ups: Mapping[int, GivenLineUp], members: Mapping[int, Collection[int]]
) -> tuple[TeamTable, ...]:
    """The tables of a round of team matches: of match number m the tables 2m-1 and 2m.

    line_ups and members (the lists of the teams) are by team. Teams that rest need no line-up. Raises ``WrongLineUp``
    with every fault of the round.
    """
    playing = [match for match in plan.matches if not match.rests]
    if wrongs := tuple(wrong for match in playing for wrong in _wrongs(match, line_ups, members)):
        raise WrongLineUp(*wrongs)
    return tuple(table for match in playing for table in _rooms(match, line_ups))


def _wrongs(
    match: PairedTable, line_ups: Mapping[int, GivenLineUp], members: Mapping[int, Collection[int]]
) -> Iterator[Wrong]:
    team_line_ups = [line_ups[team] for team in match.entries if team in line_ups]
    for team in match.entries:
        if team not in line_ups:
            yield Wrong(team=team, fault=Fault.MISSING)
    for line_up in team_line_ups:
        yield from faults_of(line_up, members.get(line_up.team, ()))
    if len(team_line_ups) == 2 and (both := set(team_line_ups[0].players) & set(team_line_ups[1].players)):
        yield Wrong(team=team_line_ups[1].team, fault=Fault.TWICE, players=tuple(sorted(both)))


def _rooms(match: PairedTable, line_ups: Mapping[int, GivenLineUp]) -> Iterator[TeamTable]:
    line_up, other = (line_ups[team] for team in match.entries)
    yield TeamTable(
        table=2 * match.table - 1,
        match=match.table,
        room=TeamRoom.FIRST,
        team_a=line_up.team,
        pair_a=line_up.first,
        team_b=other.team,
        pair_b=other.first,
    )
    yield TeamTable(
        table=2 * match.table,
        match=match.table,
        room=TeamRoom.SECOND,
        team_a=other.team,
        pair_a=other.second,
        team_b=line_up.team,
        pair_b=line_up.second,
    )
