"""Prizes: what the places win, in the whole field, a group or a category; changed freely until the tournament ends."""

from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, action, require, save_checked
from tournaments.actions.seen import check_seen
from tournaments.log import write_line
from tournaments.models import Group, Prize, Tournament
from tournaments.permissions import Right
from tournaments.refusals import Refused

# What the page of a prize shows and changes.
FIELDS = ("name", "place_from", "place_to", "group", "category", "cents", "in_kind")


@action
def set_prize(
    *,
    by: Actor,
    tournament: Tournament,
    prize: Prize | None = None,
    group: Group | None,
    category: str,
    place_from: int,
    place_to: int,
    name: str,
    cents: int | None = None,
    in_kind: bool = False,
    seen: str | None = None,
) -> Prize:
    """Put a prize up for some places, or change one; of a group or of a category, not of both.

    seen: what the page showed of the one to change (`seen_of` its FIELDS).
    """
    _may(by, tournament)
    if prize is not None:
        check_seen(prize, FIELDS, seen)
    if group is not None and group.stage.tournament_id != tournament.pk:
        raise ValueError(f"{group} is not a group of {tournament}")
    if group is not None and category.strip():
        raise Refused(_("Un premio è di un girone o di una categoria, non di tutti e due."))
    put = prize or Prize(tournament=tournament)
    put.group, put.category, put.name = group, category.strip(), name.strip()
    put.place_from, put.place_to = place_from, place_to
    put.cents, put.in_kind = cents, in_kind
    save_checked(put)
    _log(put, by=by, action_name="set_prize")
    return put


@action
def remove_prize(*, by: Actor, prize: Prize, seen: str | None = None) -> Tournament:
    tournament = prize.tournament
    _may(by, tournament)
    check_seen(prize, FIELDS, seen)
    # Before it goes: the line names it by its key.
    _log(prize, by=by, action_name="remove_prize")
    prize.delete()
    return tournament


def _may(by: Actor, tournament: Tournament) -> None:
    require(by, tournament, Right.PUBLISH_STANDINGS)
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: i premi non cambiano più."))


def _log(prize: Prize, *, by: Actor, action_name: str) -> None:
    write_line(
        tournament=prize.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=prize,
        data={
            "prize": prize.name,
            "places": [prize.place_from, prize.place_to],
            "group": prize.group.name if prize.group else "",
            "category": prize.category,
            "cents": prize.cents,
            "in_kind": prize.in_kind,
        },
    )
