"""How the points of a line came about, as a page tells it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from federation.points.table import Points, points_from
from federation.seasons.queries import Difference, SeasonNames, TournamentName
from federation.seasons.rows import counted
from federation.seasons.words import (
    counted_in_words,
    field_in_words,
    points_in_words,
    points_text,
    result_in_words,
    sum_in_words,
)


@dataclass(frozen=True)
class AccountLine:
    """A tournament, what was made there in words, and whether it counts."""

    tournament: TournamentName
    words: str
    points: str
    counts: bool
    players: Sequence["AccountLine"] = ()


@dataclass(frozen=True)
class Account:
    """The lines, how many of them count, and their sum."""

    lines: Sequence[AccountLine]
    counted: str
    sum: str


def account_of(row: Mapping[str, Any], names: SeasonNames, *, of_clubs: bool) -> Account:
    line = _club_line if of_clubs else _player_line
    figures: list[Points] = counted(row["results"])
    return Account(
        lines=[line(result, names) for result in row["results"]],
        counted=counted_in_words(len(figures), len(row["results"])),
        sum=sum_in_words(figures, points_from(row["points"])),
    )


def _player_line(result: Mapping[str, Any], names: SeasonNames) -> AccountLine:
    tournament, points = names.held[result["held"]], points_from(result["points"])
    field_words = field_in_words(result["of"], tournament.contest) if tournament.contest else str(result["of"])
    words = result_in_words(result["place"], result["equal"], field_words, result["class"], points)
    return AccountLine(tournament, words, points_text(points), result["counts"])


def _club_line(result: Mapping[str, Any], names: SeasonNames) -> AccountLine:
    tournament = names.held[result["held"]]
    players = [_member_line(player, names) for player in result["players"]]
    figures = counted(result["players"])
    words = f"{counted_in_words(len(figures), len(players))}: {sum_in_words(figures, points_from(result['points']))}"
    return AccountLine(tournament, words, points_text(points_from(result["points"])), counts=True, players=players)


def _member_line(member: Mapping[str, Any], names: SeasonNames) -> AccountLine:
    name = TournamentName(names.players[member["player"]])
    points = points_from(member["points"])
    return AccountLine(name, f"{member['place']}º", points_text(points), member["counts"])


@dataclass(frozen=True)
class ShownLine:
    """A line of the standings as a page shows it; of: whose it is, by the key."""

    place: int
    of: int
    name: str
    points: str
    counted: int
    made: int


def shown_lines(rows: Iterable[Mapping[str, Any]], names: SeasonNames, *, of_clubs: bool) -> list[ShownLine]:
    line_names = names.clubs if of_clubs else names.players
    return [
        ShownLine(
            place=row["place"],
            of=row["of"],
            name=line_names[row["of"]],
            points=points_text(points_from(row["points"])),
            counted=sum(result.get("counts", True) for result in row["results"]),
            made=len(row["results"]),
        )
        for row in rows
    ]


@dataclass(frozen=True)
class Moved:
    """A line that moved, in words; a text is empty where there was or is no line."""

    name: str
    before: str
    after: str


def moved_in_words(moved: Iterable[Difference], names: Mapping[int, str]) -> list[Moved]:
    return [Moved(names[move.of], _at(move.before), _at(move.after)) for move in moved]


def _at(line: tuple[int, str] | None) -> str:
    if line is None:
        return ""
    return _("%(place)dº con %(points)s") % {"place": line[0], "points": points_in_words(points_from(line[1]))}
