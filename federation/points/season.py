"""A season's standings of players and clubs from the final standings of its tournaments: exact, each figure with its
reason.

docs/decisions/0082-points-and-seasons.md
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from federation.points.table import Points, PointsTable

_POINTS = itemgetter(0)
_WHO = itemgetter(0)
# A person and a club by their keys, whatever these are; somebody's records that were merged have one.
Key = int
# A line while it is put in order: its points, whose it is, the points that they are the sum of, and what else it needs.
Line = tuple[Any, ...]


class Ties(StrEnum):
    """Who of two with the same points stands before the other; what it does not tell apart shares the place."""

    BEST_RESULTS = "best-results"
    FIRST_PLACES = "first-places"
    SHARED = "shared"


@dataclass(frozen=True)
class Rules:
    """What counts in a season. best: so many results of a player, the best ones (None: all); club_best: so many players
    of a club in each tournament."""

    since: date
    until: date
    classes: frozenset[str]
    best: int | None = None
    club_best: int | None = None
    ties: Ties = Ties.BEST_RESULTS


class Finish(NamedTuple):
    """The place of an entry in final standings, and whose it is."""

    place: int
    players: tuple[Key, ...]


@dataclass(frozen=True)
class RankedTournament:
    """A tournament that was held: played here, or received from elsewhere."""

    key: str
    day: date
    class_id: str
    finishes: Sequence[Finish]


class Result(NamedTuple):
    """What somebody made of a tournament; equal: how many share the place."""

    points: Points
    place: int
    equal: int
    tournament: RankedTournament

    @property
    def tournament_key(self) -> str:
        return self.tournament.key

    @property
    def class_id(self) -> str:
        return self.tournament.class_id

    @property
    def ranked(self) -> int:
        """How many were ranked."""
        return len(self.tournament.finishes)


class Standing(NamedTuple):
    """A player's line; the first `counted` of the results count, the best first."""

    place: int
    player: Key
    points: Points
    results: Sequence[Result]
    counted: int


class ClubResult(NamedTuple):
    """What a club made of a tournament: its players' results, the best first, of which the first `counted` count."""

    points: Points
    players: Sequence[tuple[Key, Result]]
    counted: int

    @property
    def tournament_key(self) -> str:
        return self.players[0][1].tournament_key


class ClubStanding(NamedTuple):
    place: int
    club: Key
    points: Points
    results: Sequence[ClubResult]


@dataclass(frozen=True)
class SeasonStandings:
    players: tuple[Standing, ...]
    clubs: tuple[ClubStanding, ...]


def season_standings(
    table: PointsTable, rules: Rules, tournaments: Iterable[RankedTournament], club_of: Mapping[Key, Key]
) -> SeasonStandings:
    """Everybody who was ranked in a tournament that counts, best first; clubs by the players who belong to them."""
    by_player: defaultdict[Key, list[Result]] = defaultdict(list)
    by_club: defaultdict[Key, list[ClubResult]] = defaultdict(list)
    counting = [
        tournament
        for tournament in tournaments
        if tournament.class_id in rules.classes and rules.since <= tournament.day <= rules.until
    ]
    # In order: of equal points the earlier tournament comes first, so that the same data always say the same.
    for tournament in sorted(counting, key=attrgetter("day", "key")):
        results = _results(table, tournament)
        if len(set(map(_WHO, results))) < len(results):
            # Of two entries of one person, whose records were merged since, the better one.
            best = dict(reversed(results))
            results = [(player, best[player]) for player in dict.fromkeys(map(_WHO, results))]
        of_clubs: dict[Key, list[tuple[Key, Result]]] = {}
        for pair in results:
            by_player[pair[0]].append(pair[1])
            if (club := club_of.get(pair[0])) is None:
                continue
            if club in of_clubs:
                of_clubs[club].append(pair)
            else:
                of_clubs[club] = [pair]
        for club, players in of_clubs.items():
            by_club[club].append(_club_result(players, rules.club_best))
    return SeasonStandings(_players(by_player, rules), _clubs(by_club, rules))


def _results(table: PointsTable, tournament: RankedTournament) -> list[tuple[Key, Result]]:
    """What the players of one tournament made of it, best first."""
    class_ = table.class_at(tournament.class_id, tournament.day)
    if class_ is None:
        return []
    band, results = class_.band(len(tournament.finishes)), list[tuple[Key, Result]]()
    # Most fields share no place.
    shared = {place: many for place, many in Counter([finish[0] for finish in tournament.finishes]).items() if many > 1}
    for place, players in sorted(tournament.finishes):
        equal = shared.get(place, 1) if shared else 1
        worth = band.worth(place) if equal == 1 else table.worth(band, place, equal)
        result = Result(worth, place, equal, tournament)
        for player in players:
            results.append((player, result))
    return results


def _players(by_player: Mapping[Key, list[Result]], rules: Rules) -> tuple[Standing, ...]:
    lines: list[Line] = []
    for player, results in by_player.items():
        results.sort(key=_POINTS, reverse=True)
        points = [result[0] for result in results[: rules.best]]
        lines.append((sum(points), player, points, results))
    order = _order_by(rules.ties, lambda line: [result.place for result in line[3][: len(line[2])]])
    return tuple(
        [
            Standing(place, player, total, results, len(points))
            for place, (total, player, points, results) in _placed(lines, order)
        ]
    )


def _clubs(by_club: Mapping[Key, list[ClubResult]], rules: Rules) -> tuple[ClubStanding, ...]:
    lines: list[Line] = []
    for club, results in by_club.items():
        results.sort(key=_POINTS, reverse=True)
        points = [result[0] for result in results]
        lines.append((sum(points), club, points, results))
    order = _order_by(
        rules.ties,
        lambda line: [
            result.place for club_result in line[3] for _player, result in club_result.players[: club_result.counted]
        ],
    )
    return tuple(
        [ClubStanding(place, club, total, results) for place, (total, club, _points, results) in _placed(lines, order)]
    )


def _club_result(players: list[tuple[Key, Result]], best: int | None) -> ClubResult:
    """players: of one club in one tournament, best first, as no place is worth more than a better one."""
    counted = len(players) if best is None or best > len(players) else best
    # Most clubs send one player or two.
    points = players[0][1][0] if counted == 1 else sum([result[0] for _player, result in players[:counted]])
    return ClubResult(points, players, counted)


def _order_by(ties: Ties, places: Callable[[Line], list[int]]) -> Callable[[Line], list[Any]]:
    """By what two with the same points are told apart: the more it is, the better."""
    if ties is Ties.SHARED:
        return lambda _line: []
    if ties is Ties.BEST_RESULTS:
        # A result without points tells nobody apart.
        return lambda line: [value for value in line[2] if value]
    # Who has more first places, then more second ones …: the places in order, and one more is better than none.
    return lambda line: [-place for place in sorted(places(line))]


def _placed(lines: list[Line], order: Callable[[Line], list[Any]]) -> Iterator[tuple[int, Line]]:
    """The lines in order, each with its place; those whom nothing tells apart share one, in the order of their keys."""
    lines.sort(key=itemgetter(1))
    equal = Counter(map(_POINTS, lines))
    # Only of those with the same points anything more is asked.
    keyed = [(line[0], order(line) if equal[line[0]] > 1 else [], line) for line in lines]
    keyed.sort(key=itemgetter(0, 1), reverse=True)
    place, before = 0, None
    for number, (points, apart, line) in enumerate(keyed, start=1):
        if (points, apart) != before:
            place, before = number, (points, apart)
        yield place, line
