"""What the code leaves to the arbiter: as it is told, kept with the ruling, and read again by whoever revises it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from codes.figures import Figure
from codes.tressette.cards import Suit
from referee.rulings.models import Ruling


@dataclass(frozen=True, kw_only=True)
class Details:
    """What the code leaves to the arbiter.

    amount: of a penalty; indemnity: how many points; points: how many of the accusa that is lost, of those written.
    earned: the MP that the innocent line already had (F.I.Bur. 39). match: the MP of both lines, where the arbiter
    settles what the match is worth (F.I.Bur. 39, 40; FITRES 130). The table gives the VP of either (F.I.Bur. 18).
    deal: the points of both lines in it (37).
    """

    voiced_by: str = ""
    amount: int | None = None
    earned: int | None = None
    indemnity: int | None = None
    points: int | None = None
    # By question, what puts the orders into figures, and what some scores are worked out from (`codes.figures`).
    figures: Mapping[str, Figure] = field(default_factory=dict)
    match: tuple[int, int] | None = None
    deal: tuple[int, int] | None = None


NOTHING_MORE = Details()
# One value each; of the others a number for each line.
SINGLE = ("voiced_by", "amount", "indemnity", "points", "earned")


def details_record(details: Details) -> dict[str, Any]:
    """The figures told, as the scene of a ruling keeps them: nothing where nothing was told."""
    figures = {name: getattr(details, name) for name in (*SINGLE, "match", "deal")}
    figures |= {"figures": {name: _plain(value) for name, value in details.figures.items()}}
    filled = {name: value for name, value in figures.items() if value not in (None, "", {})}
    return {"told": filled} if filled else {}


def details_of(ruling: Ruling | None) -> Details:
    """What was told with that ruling, but the figures of its orders (`form_figures`)."""
    figures = ruling.scene.get("told", {}) if ruling else {}
    return Details(**told_values(figures)) if figures else NOTHING_MORE


def told_values(figures: Mapping[str, Any]) -> dict[str, Any]:
    """What was told, as `Details` takes it, but the figures of the orders."""
    values = {name: figures[name] for name in SINGLE if name in figures}
    return values | {name: tuple(figures[name]) for name in ("match", "deal") if name in figures}


def form_values(details: Details) -> dict[str, Any]:
    """What was told, under the names of the fields of the decision's form."""
    values: dict[str, Any] = {name: getattr(details, name) for name in SINGLE}
    values["mp"] = values.pop("earned")
    for line, mp in zip("ab", details.match or (), strict=False):
        values[f"mp_{line}"] = mp
    for line, points in zip("ab", details.deal or (), strict=False):
        values[f"deal_{line}"] = points
    return {name: value for name, value in values.items() if value not in (None, "")}


def form_figures(ruling: Ruling | None) -> dict[str, Any]:
    """The figures of the orders as they were told, under the names of their questions."""
    return dict(ruling.scene.get("told", {}).get("figures", {})) if ruling else {}


def _plain(value: Figure) -> int | str | list[str]:
    """A figure as it is written again: 2, 9/4, one suit, some suits."""
    if isinstance(value, Suit):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    return [suit.value for suit in value] if isinstance(value, tuple) else value
