"""What an arbiter told beside the answers when a ruling was given, kept with it for whoever revises it."""

from fractions import Fraction
from typing import Any

from codes.order_figures import Told
from codes.tressette.cards import Suit
from referee.cases.completing import NOTHING_MORE, Details
from referee.models import Case, Ruling

# One number each; of the others two numbers, or four.
SINGLE = ("voiced_by", "amount", "indemnity", "points")


def told_record(details: Details) -> dict[str, Any]:
    """The figures told, as the scene of a ruling keeps them: nothing where nothing was told."""
    told = {name: getattr(details, name) for name in (*SINGLE, "earned", "match", "deal")}
    told |= {"figures": {name: _plain(value) for name, value in details.figures.items()}}
    kept = {name: value for name, value in told.items() if value not in (None, "", {})}
    return {"told": kept} if kept else {}


def told_before(case: Case) -> Ruling | None:
    """The version in force of the ruling that is being revised; None where nothing is."""
    return case.rulings.order_by("-version").first() if case.is_revision else None


def details_of(ruling: Ruling | None) -> Details:
    """What was told with that ruling, but the figures of its orders (`form_figures`)."""
    told = ruling.scene.get("told", {}) if ruling else {}
    if not told:
        return NOTHING_MORE
    pairs: dict[str, Any] = {name: tuple(told[name]) for name in ("earned", "deal") if name in told}
    if "match" in told:
        pairs["match"] = tuple((vp, mp) for vp, mp in told["match"])
    return Details(**{name: told[name] for name in SINGLE if name in told}, **pairs)


def form_values(details: Details) -> dict[str, Any]:
    """What was told, under the names of the fields of the decision's form."""
    values: dict[str, Any] = {name: getattr(details, name) for name in SINGLE}
    if details.earned:
        values |= dict(zip(("vp", "mp"), details.earned, strict=True))
    for line, figures in zip("ab", details.match or (), strict=False):
        values |= dict(zip((f"vp_{line}", f"mp_{line}"), figures, strict=True))
    for line, points in zip("ab", details.deal or (), strict=False):
        values[f"deal_{line}"] = points
    return {name: value for name, value in values.items() if value not in (None, "")}


def form_figures(ruling: Ruling | None) -> dict[str, Any]:
    """The figures of the orders as they were told, under the names of their questions."""
    figures: dict[str, Any] = ruling.scene.get("told", {}).get("figures", {}) if ruling else {}
    return figures


def _plain(value: Told) -> int | str | list[str]:
    """A figure as it is written again: 2, 9/4, one suit, some suits."""
    if isinstance(value, Suit):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    return [suit.value for suit in value] if isinstance(value, tuple) else value
