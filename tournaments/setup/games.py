"""The games that a tournament can be played at: code, scale, seats and scores of each, as one table.

Inside, seats and lines have the same keys in every game, in the order in which the turn passes: the game says how they
are called and where they are drawn (docs/decisions/0008-seats-per-game.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from codes.seats import Line, Seat


class GameId(models.TextChoices):
    TRESSETTE = "tressette", _("Tressette")
    BURRACO = "burraco", _("Burraco")


@dataclass(frozen=True, kw_only=True)
class SeatNames:
    """What a game calls its seats and lines, and where it draws them (degrees clockwise from the top)."""

    letters: Mapping[Seat, Promise | str]
    names: Mapping[Seat, Promise | str]
    bearings: Mapping[Seat, int]
    # The seats of a line, those of the pair's first and second member.
    members: Mapping[Line, tuple[Seat, Seat]]
    line_words: Mapping[Line, Promise]
    first_member: Promise
    second_member: Promise
    # The difference of the lines' points, said in full.
    difference: Promise

    @property
    def line_a(self) -> str:
        """The letters of line A: «N-S», «A-C»."""
        return self._line(Line.A)

    @property
    def line_b(self) -> str:
        """The letters of line B: «E-O», «B-D»."""
        return self._line(Line.B)

    @property
    def lines(self) -> tuple[str, str]:
        return self.line_a, self.line_b

    @property
    def is_clockwise(self) -> bool:
        return self.bearings[Seat.W] == self.bearings[Seat.N] + 90

    def position(self, seat: Seat) -> int:
        """Which member of its pair sits there: 1 or 2."""
        return self.members[seat.line].index(seat) + 1

    def _line(self, line: Line) -> str:
        return "-".join(str(self.letters[seat]) for seat in self.members[line])


@dataclass(frozen=True, kw_only=True)
class Game:
    """What belongs to a game: its code and scale unless others are chosen, its seats, what a deal may score."""

    id: GameId
    rulebook: str
    vp_scale: str
    # Of matches between teams.
    team_vp_scale: str
    seat_names: SeatNames
    # Deals score by so many points, below zero too (tressette: eleven points to share, and accuse).
    by_fives: bool
    # Deals are dealt anew at every table: people call them first to fourth of their match, not by a board's number.
    deals_of_match: bool
    # Who deals first is settled by the cards lifted at the table, and by no deal's number (F.I.Bur. 3).
    first_dealer_lifted: bool
    # What an arbiter might type to find an anomaly.
    search_hint: Promise


# Where the code says nothing: a rest is a draw without match points, and errors are reported as long as at burraco. A
# director may change the rest.
SILENT_BYE = (10, 0)
SILENT_REPORT_MINUTES = 10

SEAT_NAMES: Mapping[Seat, Promise] = {
    Seat.N: _("Nord"),
    Seat.W: _("Ovest"),
    Seat.S: _("Sud"),
    Seat.E: _("Est"),
}

SEAT_LETTERS: Mapping[Seat, Promise] = {
    Seat.N: pgettext_lazy("iniziale di Nord", "N"),
    Seat.W: pgettext_lazy("iniziale di Ovest", "O"),
    Seat.S: pgettext_lazy("iniziale di Sud", "S"),
    Seat.E: pgettext_lazy("iniziale di Est", "E"),
}

# Counter-clockwise, so that West, who plays after North, is drawn at the left.
COMPASS = SeatNames(
    letters=SEAT_LETTERS,
    names=SEAT_NAMES,
    bearings={Seat.N: 0, Seat.W: 270, Seat.S: 180, Seat.E: 90},
    members={Line.A: (Seat.N, Seat.S), Line.B: (Seat.E, Seat.W)},
    line_words={Line.A: _("linea Nord-Sud"), Line.B: _("linea Est-Ovest")},
    first_member=_("Nord o Est"),
    second_member=_("Sud o Ovest"),
    difference=_("Match Points: N-S meno E-O"),
)

# F.I.Bur.: A, B, C, D clockwise; line A-C keeps its table, line B-D moves.
LETTERED = SeatNames(
    letters={Seat.N: "A", Seat.W: "B", Seat.S: "C", Seat.E: "D"},
    names={Seat.N: "A", Seat.W: "B", Seat.S: "C", Seat.E: "D"},
    bearings={Seat.N: 0, Seat.W: 90, Seat.S: 180, Seat.E: 270},
    members={Line.A: (Seat.N, Seat.S), Line.B: (Seat.W, Seat.E)},
    line_words={Line.A: _("linea fissa A-C"), Line.B: _("linea mobile B-D")},
    first_member=_("A o B"),
    second_member=_("C o D"),
    difference=_("Match Points: A-C meno B-D"),
)

GAMES: Mapping[str, Game] = {
    GameId.TRESSETTE: Game(
        id=GameId.TRESSETTE,
        rulebook="fitres-tressette",
        vp_scale="tressette",
        team_vp_scale="tressette",
        seat_names=COMPASS,
        by_fives=False,
        deals_of_match=False,
        first_dealer_lifted=False,
        search_hint=_("accusa in anticipo, carta mostrata, 183…"),
    ),
    GameId.BURRACO: Game(
        id=GameId.BURRACO,
        rulebook="fibur-burraco-2019",
        vp_scale="burraco",
        team_vp_scale="burraco-teams",
        seat_names=LETTERED,
        by_fives=True,
        deals_of_match=True,
        first_dealer_lifted=True,
        search_hint=_("pesca fuori turno, carta penalizzata, 25…"),
    ),
}


if TYPE_CHECKING:
    _SeatText = models.CharField[Seat | str, Seat]
else:
    _SeatText = models.CharField


class SeatField(_SeatText):
    """One letter in the database, a Seat in Python."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_length"] = 1
        kwargs["choices"] = [(seat.value, name) for seat, name in SEAT_NAMES.items()]
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"], kwargs["choices"]
        return name, path, args, kwargs

    def from_db_value(self, value: str | None, *_: Any) -> Seat | None:
        return Seat(value) if value else None

    def to_python(self, value: Any) -> Any:
        return Seat(value) if value in list(Seat) else super().to_python(value)
