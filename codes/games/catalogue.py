"""The catalogue of games: read from this folder's files, checked whole, in the order in which it is shown."""

from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from codes.format.errors import Problem, RulebookError
from codes.format.plain_yaml import Document
from codes.format.text import Text
from codes.games.schema import CardGame, Pack, PacksFile

FOLDER = Path(__file__).parent
PACKS = "packs.yaml"
Parsed = TypeVar("Parsed", bound=BaseModel)


class NoSuchGame(KeyError):
    """A game that the catalogue does not have."""


@cache
def all_games(folder: Path = FOLDER) -> tuple[CardGame, ...]:
    """Every game, those that may be played first, in alphabetical order of their ids.

    Raises RulebookError for a file that cannot be read and pydantic's ValidationError for one that is wrong.
    """
    games = [_parsed_file(path, CardGame) for path in sorted(folder.glob("*.yaml")) if path.name != PACKS]
    problems = [
        Problem(f"{game.id}.yaml", 1, f"unknown pack «{game.pack}»")
        for game in games
        if game.pack not in all_packs(folder)
    ]
    if problems:
        raise RulebookError(problems)
    return tuple(sorted(games, key=lambda game: (game.is_forbidden, game.id)))


@cache
def all_packs(folder: Path = FOLDER) -> dict[str, Pack]:
    return _parsed_file(folder / PACKS, PacksFile).packs


def get_game(game_id: str) -> CardGame:
    """The game with that id. Raises NoSuchGame."""
    for game in all_games():
        if game.id == game_id:
            return game
    raise NoSuchGame(game_id)


def pack_of(game: CardGame) -> Pack:
    return all_packs()[game.pack]


def game_for(family: str, players: int) -> CardGame | None:
    """The game of the family, «tressette» or «burraco», that is made for so many players and no others; None: none."""
    return next((game for game in all_games() if game.calculator == family and game.players == (players,)), None)


def forbidden() -> dict[str, tuple[Text, Text]]:
    """The games on which no tournament can be opened: title and reason by id."""
    return {game.id: (game.title, game.prohibition.text) for game in all_games() if game.prohibition}


def _parsed_file(path: Path, model: type[Parsed]) -> Parsed:
    document = Document(path, path.name)
    if document.problems:
        raise RulebookError(document.problems)
    parsed = model.model_validate(document.data)
    if isinstance(parsed, CardGame) and parsed.id != path.stem:
        raise RulebookError([document.problem(("id",), f"the id «{parsed.id}» is not the file's name")])
    return parsed
