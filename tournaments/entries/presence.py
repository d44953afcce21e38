"""The entries that play a round: those entered by then and, once anybody is checked in, only those present."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.entries.models import Entry
from tournaments.planning.models import GroupPlace, Stage


@dataclass(frozen=True, kw_only=True)
class Contenders:
    """The entries of a group (None: the whole field), those of them that play, and why the others do not."""

    group: int | None = None
    name: str = ""
    playing: tuple[Entry, ...] = ()
    seeds: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Present:
    """The entries that play the round, by field, and those left out: absent, or in no group."""

    number: int
    fields: tuple[Contenders, ...]
    absent: tuple[Entry, ...]
    without_group: tuple[Entry, ...]

    @property
    def playing(self) -> tuple[Entry, ...]:
        return tuple(entry for group in self.fields for entry in group.playing)


def present(stage: Stage, number: int) -> Present:
    entries = [
        entry for entry in Entry.objects.filter(tournament=stage.tournament_id).with_players() if entry.plays_in(number)
    ]
    checks_in = any(entry.state == Entry.State.PRESENT for entry in entries)
    here = {entry.pk: entry for entry in entries if not checks_in or entry.state != Entry.State.ENTERED}
    absent = tuple(entry for entry in entries if entry.pk not in here)
    places = list(GroupPlace.objects.filter(group__stage=stage).select_related("group").order_by("group__number"))
    if not places:
        return Present(
            number=number, fields=(Contenders(playing=tuple(here.values())),), absent=absent, without_group=()
        )
    grouped: dict[int, list[GroupPlace]] = defaultdict(list)
    for place in places:
        grouped[place.group.number].append(place)
    fields = tuple(_field(group, members, here) for group, members in grouped.items())
    placed = {place.entry_id for place in places}
    return Present(
        number=number,
        fields=fields,
        absent=absent,
        without_group=tuple(entry for pk, entry in here.items() if pk not in placed),
    )


def _field(number: int, places: Sequence[GroupPlace], here: Mapping[int, Entry]) -> Contenders:
    playing = tuple(here[place.entry_id] for place in places if place.entry_id in here)
    seeds = {here[place.entry_id].number: place.seed for place in places if place.entry_id in here}
    return Contenders(group=number, name=places[0].group.name, playing=playing, seeds=seeds)
