"""The received tournaments of a season: of each the newest version that was homologated, as one more that was held."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from federation.models import ReceivedClass, ReceivedPackage, ReceivedTournament, SeasonRules
from federation.packages.reading import by_id
from federation.points.season import Held
from federation.queries.held import Considered, Counts, Native, Places, counts_of, held_of, places_in
from federation.queries.open_received import homologated
from federation.queries.packages import native_of, of_kind
from federation.queries.packed_models import Packed, model_of
from tournaments.hall.keeping import Latest
from tournaments.models import Publication, Stage, Tournament
from tournaments.queries.merging import kept_keys


@dataclass(frozen=True)
class Results:
    """What a season takes of a package. members: by the entry's number, player of the package and rounds."""

    tournament: Tournament
    finals: Sequence[Publication]
    places: dict[int, Places]
    members: dict[int, list[tuple[int, int, int | None, int | None]]]


READ: Latest[Results] = Latest(most=200)


def class_of_received(received: ReceivedTournament) -> ReceivedClass | None:
    found = ReceivedClass.objects.filter(received=received).select_related("noted_by")
    return found.order_by("-version").first()


def held_elsewhere(rules: SeasonRules) -> Native:
    """Those whose days lie within the season and that are homologated; what is played here counts by itself."""
    federation = rules.season.federation
    days = {"starts_on__gte": rules.starts_on, "starts_on__lte": rules.ends_on}
    received = list(ReceivedTournament.objects.filter(federation=federation, **days).order_by("starts_on", "pk"))
    packages = homologated(federation) if received else {}
    versions = ReceivedClass.objects.filter(received__in=received).order_by("version")
    classes = {one.received_id: one for one in versions}
    considered = [
        _considered(one, packages[one.uid], classes.get(one.pk), rules)
        for one in received
        if one.uid in packages and native_of(packages[one.uid]) is None
    ]
    counting = [one for one in considered if one.counts is Counts.YES]
    return Native(considered, _held(counting, packages))


def _considered(
    received: ReceivedTournament, package: ReceivedPackage, said: ReceivedClass | None, rules: SeasonRules
) -> Considered:
    results = results_of(package)
    counts = counts_of(results.tournament, said, results.finals, rules)
    return Considered(results.tournament, said, results.finals, counts, received)


def results_of(package: ReceivedPackage) -> Results:
    return READ.get(package.pk, package.sha256, lambda: _read(package))


def _read(package: ReceivedPackage) -> Results:
    stages = {pk: model_of(Stage, one) for pk, one in by_id(of_kind(package, "tournaments.Stage")).items()}
    told = [one for one in of_kind(package, "tournaments.Publication") if one["kind"] == Publication.Kind.FINAL]
    latest = {one["stage_id"]: one for one in sorted(told, key=lambda one: one["number"])}
    finals = [model_of(Publication, one, stage=stages[stage]) for stage, one in latest.items()]
    numbers = {pk: one["number"] for pk, one in by_id(of_kind(package, "tournaments.Entry")).items()}
    members: defaultdict[int, list[Any]] = defaultdict(list)
    for one in of_kind(package, "tournaments.EntryMember"):
        rounds = (one["from_round"], one["until_round"], one["until_deal"])
        members[numbers[one["entry_id"]]].append((one["player_id"], *rounds))
    return Results(
        tournament=Packed(package).tournament,
        finals=sorted(finals, key=lambda one: -one.stage.number),
        places={one.pk: places_in(one.rows) for one in finals},
        members=dict(members),
    )


def _held(counting: Iterable[Considered], packages: dict[str, ReceivedPackage]) -> list[Held]:
    kept, found = kept_keys(), []
    for one in counting:
        assert one.received is not None  # noqa: S101  # all of these came
        results = results_of(packages[one.received.uid])
        joined = {number: kept.get(player, player) for number, player in _joined(one.received)}
        members: dict[int, list[Any]] = {
            entry: [(joined[number], *rounds) for number, *rounds in several if number in joined]
            for entry, several in results.members.items()
        }
        found.append(held_of(one, results.places, members))
    return found


def _joined(received: ReceivedTournament) -> list[tuple[int, int]]:
    last = dict(received.persons.order_by("version").values_list("number", "player"))
    return [(number, player) for number, player in last.items() if player is not None]
