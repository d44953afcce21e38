"""Who plays a round: whoever takes part in it by its number and, once anybody has been checked in, is present."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.entries.models import Entry
from tournaments.stages.models import GroupPlace, Stage


@dataclass(frozen=True, kw_only=True)
class Contenders:
    """Who is in a group (None: the whole field), who of them plays, and why the others do not."""

    group: int | None = None
    name: str = ""
    playing: tuple[Entry, ...] = ()
    seeds: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Present:
    """Who plays the round of that number by field, and who is left out: absent, or in none of its groups."""

    number: int
    fields: tuple[Contenders, ...]
    absent: tuple[Entry, ...]
    without_group: tuple[Entry, ...]

    @property
    def playing(self) -> tuple[Entry, ...]:
        return tuple(entry for one in self.fields for entry in one.playing)


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
        without_group=tuple(one for pk, one in here.items() if pk not in placed),
    )


def _field(number: int, places: Sequence[GroupPlace], here: Mapping[int, Entry]) -> Contenders:
    playing = tuple(here[place.entry_id] for place in places if place.entry_id in here)
    seeds = {here[place.entry_id].number: place.seed for place in places if place.entry_id in here}
    return Contenders(group=number, name=places[0].group.name, playing=playing, seeds=seeds)
