"""What the desk reads by token: names whole, cards, versions."""

from ninja import Schema

from federation.api.schemas import BoardResult, Line


class DeskPlayer(Schema):
    """Somebody who plays, as the desk knows them."""

    first_name: str
    last_name: str
    card: str


class DeskEntry(Schema):
    """A pair, a team or a single player, by their full names."""

    number: int
    name: str
    category: str
    players: list[DeskPlayer]
    withdrawn: bool


class DeskEntries(Schema):
    """All of a tournament, by number."""

    entries: list[DeskEntry]


class DeskScore(BoardResult):
    """A score in force with its version, by which it is corrected, and whether somebody else has confirmed it."""

    version: int
    state: str


class DeskTable(Schema):
    """A table of a round with its scores; line_b is null for a bye."""

    number: int
    line_a: Line
    line_b: Line | None
    boards: list[DeskScore]


class DeskScores(Schema):
    """The tables of a round, a hundred at a time; next: ask again with after=next, until it is null."""

    tournament: str
    round: int
    state: str
    tables: list[DeskTable]
    next: int | None
