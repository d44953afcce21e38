"""The catalogue of games: read from this folder's files, checked whole, in the order in which it is shown.

One file per game, and the packs in `packs.yaml`; what they contain stands here as pydantic models.
"""

from enum import StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, Field, model_validator

from codes.burraco.count import Tally
from codes.format.model import Model, Problem, RulebookError, Text
from codes.format.plain_yaml import Document

Calculator = Literal["tressette", "burraco"]


class CardValue(Model):
    """What some cards of the pack are worth each, as a whole number or a fraction: 1/3."""

    cards: Text
    copies: int = Field(gt=0)
    each: str = Field(pattern=r"^\d+(/[1-9]\d*)?$")

    @property
    def total(self) -> Fraction:
        return self.copies * Fraction(self.each)


class Pack(Model):
    """The cards of a game: how many, which beats which, what they are worth, what a deal brings in all."""

    title: Text
    cards: int = Field(gt=0)
    order: tuple[Text, ...] = ()  # the highest first
    values: tuple[CardValue, ...] = ()
    last_trick: int = 0
    deal_total: int | None = None  # None: a deal has no fixed total

    @model_validator(mode="after")
    def _adds_up(self) -> "Pack":
        if self.values and sum(value.copies for value in self.values) != self.cards:
            raise ValueError("the values do not cover the pack")
        cards = sum((value.total for value in self.values), Fraction(0))
        # Fractions are dropped side by side; thirds leave the same whole points however the cards are divided.
        if self.deal_total is not None and int(cards) + self.last_trick != self.deal_total:
            raise ValueError(f"cards {cards} and last trick {self.last_trick} do not make {self.deal_total}")
        return self


class MatchEnd(Model):
    """Where a match can end: so many points, or so many boards."""

    points: int | None = Field(default=None, gt=0)
    boards: int | None = Field(default=None, gt=0)
    text: Text

    @model_validator(mode="after")
    def _one_of_both(self) -> "MatchEnd":
        if (self.points is None) == (self.boards is None):
            raise ValueError("a match ends by points or by boards")
        return self


class Bonus(Model):
    """Points beside those of the cards; None where it is no number of points."""

    title: Text
    points: int | None
    text: Text | None = None


class Feat(StrEnum):
    """What a side can have done in a deal, on which stakes are multiplied."""

    ALL_POINTS = "all-points"  # every deck point, the accuse left out
    ALL_CARD_POINTS = "all-card-points"  # every point that the cards bring, whoever took the last trick
    OPPONENTS_AT_MOST_TEN = "opponents-at-most-ten"  # in the boards before, together
    ALL_TRICKS = "all-tricks"
    ONE_PLAYER = "one-player"  # all of it by one of the two partners
    TEN_OF_A_SUIT = "ten-of-a-suit"  # dealt to one player


class Multiple(Model):
    """A named win: how it multiplies the stake, what it takes; `deck_points_lost`: the deal goes to the others."""

    id: str
    title: Text
    times: int | None = Field(gt=1)  # None: it has a name, and no figure is given
    needs: tuple[Feat, ...] = Field(min_length=1)
    text: Text
    deck_points_lost: bool = False

    @property
    def figure(self) -> int:
        """By how much the stake is multiplied: once where the tradition gives no figure."""
        return self.times or 1


class Tradition(Model):
    """A set of multiples as one tradition has them."""

    id: str
    title: Text
    multiples: tuple[Multiple, ...] = Field(min_length=1)


class Payment(Model):
    """What is paid when: so many of what was staked (a bet, a token); None where it is as much as the pool holds."""

    id: str
    when: Text
    pays: Text
    times: int | None = Field(gt=0)


class GameSide(Model):
    """One side of the table in a phase: who it is, how many players, how many stakes each wins or loses."""

    title: Text
    players: int = Field(default=1, gt=0)
    stakes: int = Field(default=1, gt=0)


class GamePhase(Model):
    """A part of the match with its sides: most games have one only."""

    id: str
    title: Text
    sides: tuple[GameSide, ...] = Field(min_length=2)


class Prohibition(Model):
    """Why a game may not be played in public places."""

    text: Text
    since: str


class CardGame(Model):
    """One game as its file tells it; `pack` names a pack of packs.yaml."""

    id: str
    title: Text
    summary: Text
    players: tuple[int, ...] = Field(min_length=1)
    pack: str
    dealt: Text
    phases: tuple[GamePhase, ...] = ()
    match_ends: tuple[MatchEnd, ...] = ()
    fewest_wins: bool = False
    accusa: Literal["none", "dealt", "drawn"] = "none"  # drawn: also with the cards that one draws
    bonuses: tuple[Bonus, ...] = ()
    traditions: tuple[Tradition, ...] = ()
    payments: tuple[Payment, ...] = ()
    customs: tuple[Text, ...] = ()
    calculator: Calculator | None = None
    flag: Text | None = None
    prohibition: Prohibition | None = None
    sources: tuple[Text, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _whole(self) -> "CardGame":
        if (self.prohibition is None) == (self.calculator is None):
            raise ValueError("a game has a calculator or is forbidden")
        if self.calculator and not (self.phases and self.match_ends):
            raise ValueError("a game that is played needs its sides and how its match ends")
        if self.calculator == "tressette" and any(len(phase.sides) != 2 for phase in self.phases):
            raise ValueError("tressette has two sides")
        for sides in (phase.sides for phase in self.phases if len(phase.sides) == 2):
            if len({side.players * side.stakes for side in sides}) != 1:
                raise ValueError("what one side wins is not what the other loses")
        return self

    @property
    def is_forbidden(self) -> bool:
        return self.prohibition is not None

    @property
    def targets(self) -> tuple[int, ...]:
        """The points at which a match can end, lowest first."""
        return tuple(sorted({end.points for end in self.match_ends if end.points}))

    def tradition(self, tradition_id: str) -> Tradition:
        """The tradition of that id. Raises KeyError."""
        return {tradition.id: tradition for tradition in self.traditions}[tradition_id]

    def phase(self, phase_id: str) -> GamePhase:
        """The phase of that id. Raises KeyError."""
        return {phase.id: phase for phase in self.phases}[phase_id]


class PacksFile(Model):
    packs: dict[str, Pack]


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


def pack_tally(game: CardGame) -> Tally:
    """How many cards of each value the game is played with, two packs or three."""
    jokers, twos, aces, tens, fives = (value.copies for value in pack_of(game).values)
    return Tally(jokers=jokers, twos=twos, aces=aces, tens=tens, fives=fives)
