"""A tournament created, its settings changed while they may.

A tournament as a pattern for another: its settings and stages, and of its people whom the director ticks.

Nothing that happened in it comes along: no result, no standings, no line of its log, no code of a table. Prizes and
reasons to keep pairs apart belong to a year, and are told anew. Whoever copies needs both the task of director in the
source and the leave to create tournaments. Entries come with who holds their places now; one with somebody erased, or
with too few left, is not copied when asked for all the same: no name comes back by a copy. Who withdrew, and tasks, are
offered unticked: rights are given on purpose.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from people.players.actions import federation_meant, lock_unmerged_players
from records.action import Actor, action, nested_actor, save_checked
from records.locks import fields_in_words, overtaken
from records.requests import Refused
from records.rights import Right, Role
from tournaments.entries.actions import enter_together
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.planning.queries import CopiedEntry, entries_to_copy, staff_to_copy
from tournaments.planning.stage_actions import FIELDS as OF_A_STAGE
from tournaments.planning.stage_actions import add_stage
from tournaments.setup.models import Membership, Tournament
from tournaments.setup.rules import (
    check_fits,
    check_minutes,
    check_movement,
    completed_settings,
    refuse_locked,
    settings_digest,
    stages_unfit,
    values_of,
)
from tournaments.staff.actions import set_membership
from tournaments.staff.queries import confirming_memberships

# What the log keeps of a new tournament, beside its options.
FIXED_AT_THE_START = (
    *("slug", "name", "boards_per_round", "vp_scale", "lot_seed", "game", "rulebook", "edition", "contest"),
    *("round_minutes", "bye_vp", "bye_mp", "warnings_per_vp"),
)


@action
def create_tournament(*, by: Actor, stage: Mapping[str, Any] | None = None, **settings: Any) -> Tournament:
    """Create a tournament with its seed for the lots; who creates it directs it.

    settings: the fields of SETTINGS. Code and scale are those of the game unless others are named, and so are minutes,
    rest and warnings left out or None; of the options, those of another game are left out. The code is pinned to an
    edition: the one named, else the newest there is today. stage: the fields of the first stage, if it is known.
    federation: a known one, the name of another, or nothing where the tournament is of none.
    """
    if not by.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied("add_tournament")
    settings["federation"] = federation_meant(by, settings.get("federation"))
    tournament = Tournament(**completed_settings(settings))
    check_minutes(tournament, tournament.round_minutes)
    save_checked(tournament)
    save_checked(Membership(user=by.user, tournament=tournament, role=Role.DIRECTOR))
    fixed = {field: getattr(tournament, field) for field in FIXED_AT_THE_START}
    planned = _first_stage(tournament, stage) if stage else {}
    return by.log(tournament, **fixed, **tournament.options, **planned)


def practice_name(name: str) -> str:
    """The name of a practice tournament, which says on every page and paper what it is."""
    mark = _("PROVA")
    return name if mark in name else f"{mark} · {name}"


def _first_stage(tournament: Tournament, fields: Mapping[str, Any]) -> dict[str, Any]:
    stage = Stage(tournament=tournament, number=1, **({"name": _("Girone unico")} | dict(fields)))
    check_fits(stage.formula, tournament.contest)
    check_movement(stage)
    save_checked(stage)
    planned = {"formula": stage.formula, "first_round": stage.first_round, "rounds": stage.rounds_planned}
    return {"first_stage": planned}


@action(Right.MANAGE_ROUNDS)
def change_tournament(*, by: Actor, tournament: Tournament, seen: str, **settings: Any) -> Tournament:
    """Change what may still change of a tournament; `seen` is the digest of the settings that the user read."""
    if tournament.is_practice:
        # It stays what it is, and says so wherever its name stands.
        settings = settings | {"federation": tournament.federation}
        if "name" in settings:
            settings["name"] = practice_name(settings["name"])
    elif "federation" in settings:
        settings["federation"] = federation_meant(by, settings["federation"])
    before = values_of(tournament)
    after = completed_settings(before | settings, before=tournament)
    changed = [name for name, value in after.items() if value != getattr(tournament, name)]
    if not changed:
        raise Refused(_("Non è cambiato niente."))
    if seen != settings_digest(tournament):
        # Of two dozen settings those that what was typed would write over.
        raise overtaken(tournament, fields_in_words(tournament, changed), now=settings_digest(tournament))
    refuse_locked(tournament, changed)
    if "single_arbiter" in changed and after["single_arbiter"]:
        _check_single(tournament)
    unfit = stages_unfit(tournament)
    for name in changed:
        setattr(tournament, name, after[name])
    # What did not fit before is nobody's fault now.
    if new := [words for where, words in stages_unfit(tournament).items() if where not in unfit]:
        raise Refused(*new)
    if {"round_minutes", "boards_per_round"} & set(changed):
        check_minutes(tournament, tournament.round_minutes)
    save_checked(tournament)
    changes = {name: [_plain(before[name]), _plain(after[name])] for name in changed if name in before}
    return by.log(tournament, changes=changes)


def _check_single(tournament: Tournament) -> None:
    """Refuse a single arbiter where a chief is in office: what the tournament names would wait for nobody."""
    if chiefs := [str(one.user) for one in confirming_memberships(tournament).select_related("user")]:
        words = _("«Arbitro unico» non è vero: %(who)s è capo arbitro, e può confermare. Prima cambia il suo incarico.")
        raise Refused(words % {"who": ", ".join(chiefs)})


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int) else str(value)


@action(Right.MANAGE_ROUNDS)
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
    if not by.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied("add_tournament")
    if source.is_practice:
        raise Refused(_("Un torneo di prova non si copia: fanne un altro."))
    # The newest edition of the code is in force for it, as for any tournament opened now.
    settings = values_of(source) | {"name": name, "place": place, "starts_on": starts_on, "is_public": is_public}
    made = create_tournament(by=nested_actor(by, "create"), **settings | {"slug": slug, "lot_seed": lot_seed})
    made.copied_from = source
    save_checked(made)
    for stage in source.stages.order_by("number"):
        fields = {field: getattr(stage, field) for field in OF_A_STAGE}
        add_stage(by=nested_actor(by, f"stage-{stage.number}"), tournament=made, **fields)
    _staff(by, source, made, staff)
    _entries(by, source, made, [one for one in entries_to_copy(source) if one.entry.number in entries])
    return made


def _staff(by: Actor, source: Tournament, made: Tournament, staff: Collection[int]) -> None:
    for one in staff_to_copy(source, but=by.user):
        if one.user_id in staff:
            actor = nested_actor(by, f"staff-{one.user_id}")
            set_membership(by=actor, tournament=made, user=one.user, role=Role(one.role), club=one.club)


def _entries(by: Actor, source: Tournament, made: Tournament, chosen: Sequence[CopiedEntry]) -> None:
    """Those who enter again, under the numbers they had, and the line that says from where all this came."""
    counted = Counter(player for one in chosen for player in one.players)
    if twice := [player for player, times in counted.items() if times > 1]:
        raise Refused(_("%(player)s è indicato due volte.") % {"player": twice[0]})
    lock_unmerged_players(counted)
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
    by.log(made, **data)
