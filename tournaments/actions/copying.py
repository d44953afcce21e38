"""A tournament as a pattern for another: its settings and stages, and of its people whom the director ticks.

Nothing that happened in it comes along: no result, no standings, no line of its log, no code of a table. Prizes and
reasons to keep pairs apart belong to a year, and are told anew. Whoever copies needs both the task of director in the
source and the leave to create tournaments. Entries come with who holds their places now; one with somebody erased, or
with too few left, is not copied when asked for all the same: no name comes back by a copy. Who withdrew, and tasks, are
offered unticked: rights are given on purpose.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, action, nested, require, save_checked
from tournaments.actions.entries import enter_together
from tournaments.actions.held import hold_players
from tournaments.actions.setup import create_tournament, set_membership
from tournaments.actions.stages import FIELDS as OF_A_STAGE
from tournaments.actions.stages import add_stage
from tournaments.entering.copying import CopiedEntry, entries_to_copy, staff_to_copy
from tournaments.log import write_line
from tournaments.models import Entry, Tournament
from tournaments.permissions import Right, Role
from tournaments.refusals import Refused
from tournaments.setting_up.rules import values_of


@action
def copy_tournament(
    *,
    by: Actor,
    source: Tournament,
    name: str,
    place: str,
    starts_on: date,
    slug: str,
    lot_seed: str,
    is_public: bool = False,
    entries: Collection[int] = (),
    staff: Collection[int] = (),
) -> Tournament:
    """A new tournament played as the source is, directed by who copies it.

    entries: the numbers of those that enter again; staff: the users who keep their task.
    """
    require(by, source, Right.MANAGE_ROUNDS)
    if not by.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied("add_tournament")
    # The newest edition of the code is in force for it, as for any tournament opened now.
    settings = values_of(source) | {"name": name, "place": place, "starts_on": starts_on, "is_public": is_public}
    made = create_tournament(by=nested(by, "create"), **settings | {"slug": slug, "lot_seed": lot_seed})
    made.copied_from = source
    save_checked(made)
    for stage in source.stages.order_by("number"):
        fields = {field: getattr(stage, field) for field in OF_A_STAGE}
        add_stage(by=nested(by, f"stage-{stage.number}"), tournament=made, **fields)
    _staff(by, source, made, staff)
    _entries(by, source, made, [one for one in entries_to_copy(source) if one.entry.number in entries])
    return made


def _staff(by: Actor, source: Tournament, made: Tournament, staff: Collection[int]) -> None:
    for one in staff_to_copy(source, but=by.user):
        if one.user_id in staff:
            actor = nested(by, f"staff-{one.user_id}")
            set_membership(by=actor, tournament=made, user=one.user, role=Role(one.role), club=one.club)


def _entries(by: Actor, source: Tournament, made: Tournament, chosen: Sequence[CopiedEntry]) -> None:
    """Those who enter again, under the numbers they had, and the line that says from where all this came."""
    counted = Counter(player for one in chosen for player in one.players)
    if twice := [player for player, times in counted.items() if times > 1]:
        raise Refused(_("%(player)s è indicato due volte.") % {"player": twice[0]})
    hold_players(counted)
    people = [
        (Entry(number=one.entry.number, name=one.name, category=one.entry.category), one.players) for one in chosen
    ]
    entered = enter_together(by=by, tournament=made, people=people)
    data = {
        "copied_from": source.name,
        "source": source.slug,
        "imported": {"entries": len(entered), "new_players": 0, "known_players": 0, "left_out": 0},
        "entries": [[entry.number, entry.name] for entry in entered],
        "players": [player.pk for one in chosen for player in one.players],
    }
    write_line(tournament=made, actor=by.user, at=by.at, action="copy_tournament", record=made, data=data)
