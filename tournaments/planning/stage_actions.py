"""Stages: planned, changed until they begin, and begun by splitting those who go on into groups by their rank."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.action import Actor, action, save_checked
from records.locks import check_fields_unchanged
from records.requests import Refused
from records.rights import Right
from tournaments.draw.limits import limits_now, limits_of
from tournaments.pairing.knockout import FINAL
from tournaments.planning.models import CarryOver, Group, GroupPlace, Stage
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running
from tournaments.setup.models import Tournament
from tournaments.setup.rules import check_fits, check_movement
from tournaments.standings.queries import StandingRow, standings

FIELDS = (
    *("name", "formula", "first_round", "rounds_planned", "carry_over", "clubs_apart"),
    *("boards_move", "rover", "switched_rounds", "third_place"),
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@action(Right.MANAGE_ROUNDS)
def add_stage(*, by: Actor, tournament: Tournament, **fields: Any) -> Stage:
    check_running(tournament)
    last = Stage.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    stage = Stage(tournament=tournament, number=last + 1, **_known(fields))
    check_fits(stage.formula, tournament.contest)
    _check_third_place(stage)
    check_movement(stage)
    save_checked(stage)
    told = {"name": stage.name, "formula": stage.formula, "rounds": stage.rounds_planned}
    return by.log(stage, stage=stage.number, **told)


@action(Right.MANAGE_ROUNDS)
def change_stage(*, by: Actor, stage: Stage, seen: str | None = None, **fields: Any) -> Stage:
    """Change a stage; once it has begun only its name and how many rounds it lasts.

    seen: what the page showed of it (`fields_digest` its FIELDS).
    """
    check_running(stage.tournament)
    check_fields_unchanged(stage, FIELDS, seen)
    before = {name: getattr(stage, name) for name in FIELDS}
    changed = {name: value for name, value in _known(fields).items() if value != before[name]}
    if set(changed) - open_fields(stage):
        raise Refused(_("La fase è cominciata: si cambiano solo il nome e i turni previsti."))
    drawn = Round.objects.filter(stage=stage).count()
    if changed.get("rounds_planned", drawn) < drawn:
        raise Refused(ngettext("La fase ha già %(n)d turno.", "La fase ha già %(n)d turni.", drawn) % {"n": drawn})
    for name, value in changed.items():
        setattr(stage, name, value)
    check_fits(stage.formula, stage.tournament.contest)
    _check_third_place(stage)
    check_movement(stage, only=changed)
    if drawn and "rounds_planned" in changed:
        _check_begun(stage)
    save_checked(stage)
    return by.log(stage, stage=stage.number, name=stage.name, changes={name: before[name] for name in changed})


@action(Right.MANAGE_ROUNDS)
def start_stage(
    *, by: Actor, stage: Stage, sizes: Sequence[int], per_group: int = 0, without_publication: bool = False
) -> Stage:
    """Split those who go on into groups by their rank in the stage before, with the points that they carry.

    sizes: of the groups, the best group first; who ranks below them is out. per_group: how many of each group of the
    stage before go on, 0 for all in the order of the groups. Refused while the stage before is open, or its published
    standings are not final; where none were published, unless the director says so. Until its first round is drawn a
    stage can be started anew.
    """
    check_running(stage.tournament)
    before = previous_of(stage)
    check_startable(stage, before)
    if publication_of(before) is None and not without_publication:
        raise Refused(_("La classifica della fase precedente non è stata pubblicata: conferma di procedere così."))
    rows = qualified(before, per_group)
    _check_sizes(sizes, len(rows))
    _check_lasting(stage, sizes)
    GroupPlace.objects.filter(group__stage=stage).delete()
    Group.objects.filter(stage=stage).delete()
    _place(stage, rows, sizes)
    return by.log(stage, stage=stage.number, name=stage.name, sizes=list(sizes), carry_over=stage.carry_over)


def has_begun(stage: Stage) -> bool:
    """Whether a round of it was drawn, or its groups were formed."""
    return Round.objects.filter(stage=stage).exists() or GroupPlace.objects.filter(group__stage=stage).exists()


def open_fields(stage: Stage) -> frozenset[str]:
    """What may still change of it: all until it begins, then its name and how many rounds it lasts.

    Whether the losers of the semi-finals meet as well: until the final is drawn. In how many rounds the lines are
    switched: until the first of them is drawn, so that a stage can be cut short.
    """
    if not has_begun(stage):
        return frozenset(FIELDS)
    drawn = Table.objects.filter(round__stage=stage, bracket=FINAL).exists()
    still = {"third_place"} if stage.traits.is_bracket and not drawn else set()
    if stage.switched_rounds and stage.rounds.count() <= stage.rounds_planned - stage.switched_rounds:
        still.add("switched_rounds")
    return frozenset({"name", "rounds_planned"} | still)


def previous_of(stage: Stage) -> Stage:
    """The stage before. Refused for the first, which is begun by its first round."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number__lt=stage.number).order_by("-number").first()
    if before is None:
        raise Refused(_("La prima fase comincia col suo primo turno."))
    return before


def check_startable(stage: Stage, before: Stage) -> None:
    """Refuse a stage that has rounds, or whose stage before has none, an open one or standings not yet final."""
    if Round.objects.filter(stage=stage).exists():
        raise Refused(_("La fase ha già dei turni: i suoi gironi non si rifanno."))
    rounds = list(Round.objects.filter(stage=before))
    if not rounds:
        raise Refused(_("La fase precedente non è ancora stata giocata."))
    unfinished = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    if unfinished:
        raise Refused(_("Prima chiudi il turno %(number)d.") % {"number": unfinished.number})
    published = publication_of(before)
    if published is not None and not published.is_final:
        raise Refused(_("La classifica pubblicata è ancora provvisoria: prima dev’essere definitiva."))


def publication_of(stage: Stage) -> Publication | None:
    return Publication.objects.filter(stage=stage).order_by("-number").first()


def qualified(before: Stage, per_group: int = 0) -> list[StandingRow]:
    """Who goes on: all that are still ranked, group after group; or the firsts of the groups, then the seconds …"""
    number = (Round.objects.filter(tournament=before.tournament_id).aggregate(last=Max("number"))["last"] or 0) + 1
    rows = [
        row
        for row in standings(before.tournament, stage=before).rows
        # Who withdrew keeps the place in these standings (F.I.Bur. 39), but plays no more.
        if row.place is not None and row.entry.plays_in(number)
    ]
    if not per_group:
        return rows
    groups: dict[int, list[StandingRow]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    first = (group[:per_group] for group in groups.values())
    return [row for rank in zip_longest(*first) for row in rank if row is not None]


def split(entries: int, groups: int, *, unit: int = 2) -> list[int]:
    """Sizes of so many groups, the best first: multiples of the unit, so that nobody rests; the last takes the rest.

    The unit is what a table takes: two pairs, four single players.
    """
    size = entries // groups // unit * unit
    more = (entries - size * groups) // unit
    sizes = [size + unit * (at < more) for at in range(groups)]
    sizes[-1] += (entries - size * groups) % unit
    return sizes


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in FIELDS if name in fields}


def _check_third_place(stage: Stage) -> None:
    if stage.third_place and not stage.traits.is_bracket:
        raise Refused(_("La finale per il terzo posto si gioca solo nell’eliminazione diretta."))


def _check_sizes(sizes: Sequence[int], entries: int) -> None:
    if not sizes or min(sizes) < 2:
        raise Refused(_("Un girone ha almeno due posti."))
    if sum(sizes) > entries:
        message = ngettext(
            "I posti sono più di chi passa: c’è %(n)d coppia.",
            "I posti sono più di chi passa: ci sono %(n)d coppie.",
            entries,
        )
        raise Refused(message % {"n": entries})
    if len(sizes) > len(LETTERS):
        raise Refused(_("I gironi sono al più %(n)d.") % {"n": len(LETTERS)})


def _check_lasting(stage: Stage, sizes: Sequence[int]) -> None:
    """Refuse groups in which the first round could not be drawn; a formula that only ends earlier is told of."""
    groups = [(_name(stage, number, len(sizes)), size) for number, size in enumerate(sizes, start=1)]
    short = [one for one in limits_of(stage, groups) if one.stops(1)]
    if short:
        raise Refused(*(one.words for one in short))


def _check_begun(stage: Stage) -> None:
    """Refuse more rounds than a movement has that has begun: it would bring opponents, or boards, back."""
    short = limits_now(stage) if stage.traits.keeps_numbers else []
    if short:
        raise Refused(*(one.words for one in short))


def _place(stage: Stage, rows: Iterable[StandingRow], sizes: Sequence[int]) -> None:
    """The groups with their places, seeds from 1 through the whole stage."""
    ranked = list(enumerate(rows, start=1))
    carries = stage.carry_over == CarryOver.FULL
    for number, size in enumerate(sizes, start=1):
        group = Group(stage=stage, number=number, name=_name(stage, number, len(sizes)))
        save_checked(group)
        mine, ranked = ranked[:size], ranked[size:]
        GroupPlace.objects.bulk_create(
            GroupPlace(
                group=group,
                entry=row.entry,
                seed=seed,
                carried_vp=row.vp if carries else 0,
                carried_mp=row.mp if carries else 0,
            )
            for seed, row in mine
        )


def _name(stage: Stage, number: int, groups: int) -> str:
    if groups == 1:
        return _("Tabellone") if stage.traits.is_bracket else stage.name
    return _("Girone %(letter)s") % {"letter": LETTERS[number - 1]}
