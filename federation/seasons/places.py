"""The tournaments of a season that were played here: whether each counts, and the places of its final standings.

The received tournaments of a season: of each the newest version that was homologated, as one more that was held.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

from federation.packages.models import ReceivedPackage
from federation.packages.queries import native_of, records_of_kind
from federation.points.season import Finish, Key, RankedTournament
from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import classes_of, homologated
from federation.received.records import Packed, model_of
from federation.sealed.verification import by_id
from federation.seasons.models import ClassVersion, SeasonRules, TournamentClass
from federation.seasons.rows import table_of
from pages.caches import Latest
from people.players.queries import kept_keys
from tournaments.entries.models import EntryMember
from tournaments.planning.models import Stage
from tournaments.publication.models import Publication
from tournaments.setup.models import Ending, Tournament

# Of each group of final standings, in order, the entries with their places.
Places = tuple[tuple[tuple[int, int], ...], ...]
# The rows of large fields are megabytes, of which only this is asked.
PLACES: Latest[Places] = Latest(most=400)


class Counts(StrEnum):
    """Whether a tournament counts in a season, or why it does not."""

    YES = "yes"
    NO_CLASS = "no-class"
    PROPOSED = "proposed"
    OTHER_CLASS = "other-class"
    NOT_IN_TABLE = "not-in-table"
    HIDDEN = "hidden"
    GOING_ON = "going-on"
    INTERRUPTED = "interrupted"
    NO_FINAL = "no-final"


@dataclass(frozen=True)
class Considered:
    """A tournament of the season's days, with its class and the final standings of its stages, the last stage first."""

    tournament: Tournament
    class_of: ClassVersion | None
    finals: Sequence[Publication]
    counts: Counts
    # Of one that came in a package: its key here.
    received: ReceivedTournament | None = None

    @property
    def key(self) -> str:
        return self.received.held if self.received else local_key(self.tournament.pk)


@dataclass(frozen=True)
class Native:
    """What was played here, as a season takes it."""

    considered: Sequence[Considered]
    held: Sequence[RankedTournament] = field(default_factory=tuple)


def local_key(pk: int) -> str:
    """By which published seasons know a tournament that was played here."""
    return f"t{pk}"


def pk_from_key(key: str) -> int | None:
    return _key_of("t", key)


def received_pk_from_key(key: str) -> int | None:
    return _key_of("r", key)


def _key_of(kind: str, key: str) -> int | None:
    return int(key[1:]) if key[:1] == kind and key[1:].isascii() and key[1:].isdigit() else None


def played_here(rules: SeasonRules) -> Native:
    """Whatever of the federation's own tournaments lies within the season; as many queries for one as for many."""
    considered = considered_in(rules)
    counting = [tournament for tournament in considered if tournament.counts is Counts.YES]
    places = _places(counting)
    players = _players(counting)
    return Native(
        considered,
        [ranked_tournament(tournament, places, players[tournament.tournament.pk]) for tournament in counting],
    )


def considered_in(rules: SeasonRules) -> list[Considered]:
    federation = rules.season.federation_id
    tournaments_in = Tournament.objects.filter(
        federation=federation, starts_on__gte=rules.starts_on, starts_on__lte=rules.ends_on
    )
    tournaments = list(tournaments_in.order_by("starts_on", "pk"))
    classes, finals = classes_of(tournaments_in.order_by()), _finals(tournaments_in.order_by())
    return [
        Considered(
            tournament,
            classes.get(tournament.pk),
            finals[tournament.pk],
            counts_of(tournament, classes.get(tournament.pk), finals[tournament.pk], rules),
        )
        for tournament in tournaments
    ]


def _finals(tournaments: Any) -> defaultdict[int, list[Publication]]:
    """The final standings in force of each stage, without their rows; by tournament, the last stage first."""
    published = Publication.objects.filter(tournament__in=tournaments, kind=Publication.Kind.FINAL)
    latest = {
        publication.stage_id: publication
        for publication in published.select_related("stage").defer("rows").order_by("number")
    }
    finals: defaultdict[int, list[Publication]] = defaultdict(list)
    for publication in sorted(latest.values(), key=lambda publication: -publication.stage.number):
        finals[publication.tournament_id].append(publication)
    return finals


def counts_of(
    tournament: Tournament, class_version: ClassVersion | None, finals: Sequence[Publication], rules: SeasonRules
) -> Counts:
    """Whether it counts: the first thing that stands in the way, in the order in which somebody would mend them."""
    if class_version is None or class_version.state == TournamentClass.State.NONE:
        return Counts.NO_CLASS
    if not class_version.is_assigned:
        return Counts.PROPOSED
    if class_version.class_id not in rules.classes:
        return Counts.OTHER_CLASS
    if table_of(rules.table).class_at(class_version.class_id, tournament.starts_on) is None:
        return Counts.NOT_IN_TABLE
    # What nobody may see must not be told by its points.
    return Counts.HIDDEN if not tournament.is_public else _ended(tournament, finals)


def _ended(tournament: Tournament, finals: Sequence[Publication]) -> Counts:
    if tournament.ending == Ending.INTERRUPTED:
        return Counts.INTERRUPTED
    if not tournament.has_ended:
        return Counts.GOING_ON
    return Counts.YES if finals else Counts.NO_FINAL


def _places(counting: Iterable[Considered]) -> dict[int, Places]:
    finals = [publication for tournament in counting for publication in tournament.finals]
    missing = [
        publication.pk for publication in finals if PLACES.kept.get(publication.pk, ("", ()))[0] != publication.hash
    ]
    rows = dict(Publication.objects.filter(pk__in=missing).values_list("pk", "rows")) if missing else {}

    def recorded_places(publication: Publication) -> Places:
        return places_in(
            rows[publication.pk] if publication.pk in rows else Publication.objects.get(pk=publication.pk).rows
        )

    return {final.pk: PLACES.get(final.pk, final.hash, partial(recorded_places, final)) for final in finals}


def places_in(rows: Iterable[Mapping[str, Any]]) -> Places:
    """The entries of every group with their places; whoever is out of the ranking has none, and is left out."""
    return tuple(
        tuple((row["entry"], row["place"]) for row in section["rows"] if row["place"] is not None) for section in rows
    )


Members = Mapping[int, Sequence[tuple[Key, int, int | None, int | None]]]


def _players(counting: Sequence[Considered]) -> defaultdict[int, defaultdict[int, list[Any]]]:
    """Who held places in the entries of each tournament, and in which rounds; merged records are one person's."""
    merged = kept_keys()
    by_tournament: defaultdict[int, defaultdict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    members = EntryMember.objects.filter(entry__tournament__in=[tournament.tournament.pk for tournament in counting])
    columns = ("entry__tournament", "entry__number", "player", "from_round", "until_round", "until_deal")
    for tournament, entry, player, *rounds in members.order_by("entry", "position", "pk").values_list(*columns):
        by_tournament[tournament][entry].append((merged.get(player, player), *rounds))
    return by_tournament


def ranked_tournament(considered: Considered, places: Mapping[int, Places], members: Members) -> RankedTournament:
    """All its entries in one order: those of the last stage, then those whom an earlier one left behind."""
    ranked: set[int] = set()
    finishes: list[Finish] = []
    for publication in considered.finals:
        for group in places[publication.pk]:
            here = [(entry, place) for entry, place in group if entry not in ranked]
            before, order = len(finishes) + 1, sorted(place for _entry, place in here)
            finishes += [
                Finish(before + bisect_left(order, place), _in_round(members, entry, publication))
                for entry, place in here
            ]
            ranked.update(entry for entry, _place in here)
    assert considered.class_of is not None  # noqa: S101 it counts
    return RankedTournament(considered.key, considered.tournament.starts_on, considered.class_of.class_id, finishes)


def _in_round(members: Members, entry: int, publication: Publication) -> tuple[Key, ...]:
    """Who held the places of the entry when the last round that counted ended."""
    number = publication.round_number
    return tuple(
        player
        for player, since, until, within in members.get(entry, ())
        if since <= number and (until is None or until > number or (until == number and within is None))
    )


@dataclass(frozen=True)
class Results:
    """What a season takes of a package. members: by the entry's number, player of the package and rounds."""

    tournament: Tournament
    finals: Sequence[Publication]
    places: dict[int, Places]
    members: dict[int, list[tuple[int, int, int | None, int | None]]]


READ: Latest[Results] = Latest(most=200)


def class_of_received(received: ReceivedTournament) -> ReceivedClass | None:
    classes = ReceivedClass.objects.filter(received=received).select_related("noted_by")
    return classes.order_by("-version").first()


def received_tournaments(rules: SeasonRules) -> Native:
    """Those whose days lie within the season and that are homologated; what is played here counts by itself."""
    federation = rules.season.federation
    days = {"starts_on__gte": rules.starts_on, "starts_on__lte": rules.ends_on}
    received = list(ReceivedTournament.objects.filter(federation=federation, **days).order_by("starts_on", "pk"))
    packages = homologated(federation) if received else {}
    versions = ReceivedClass.objects.filter(received__in=received).order_by("version")
    classes = {version.received_id: version for version in versions}
    considered = [
        _considered(tournament, packages[tournament.uid], classes.get(tournament.pk), rules)
        for tournament in received
        if tournament.uid in packages and native_of(packages[tournament.uid]) is None
    ]
    counting = [tournament for tournament in considered if tournament.counts is Counts.YES]
    return Native(considered, _received_tournaments(counting, packages))


def _considered(
    received: ReceivedTournament, package: ReceivedPackage, class_version: ReceivedClass | None, rules: SeasonRules
) -> Considered:
    results = results_of(package)
    counts = counts_of(results.tournament, class_version, results.finals, rules)
    return Considered(results.tournament, class_version, results.finals, counts, received)


def results_of(package: ReceivedPackage) -> Results:
    return READ.get(package.pk, package.sha256, lambda: _package_results(package))


def _package_results(package: ReceivedPackage) -> Results:
    stages = {pk: model_of(Stage, stage) for pk, stage in by_id(records_of_kind(package, "tournaments.Stage")).items()}
    final_records = [
        record
        for record in records_of_kind(package, "tournaments.Publication")
        if record["kind"] == Publication.Kind.FINAL
    ]
    latest = {record["stage_id"]: record for record in sorted(final_records, key=lambda record: record["number"])}
    finals = [model_of(Publication, record, stage=stages[stage]) for stage, record in latest.items()]
    numbers = {pk: entry["number"] for pk, entry in by_id(records_of_kind(package, "tournaments.Entry")).items()}
    members: defaultdict[int, list[Any]] = defaultdict(list)
    for member in records_of_kind(package, "tournaments.EntryMember"):
        rounds = (member["from_round"], member["until_round"], member["until_deal"])
        members[numbers[member["entry_id"]]].append((member["player_id"], *rounds))
    return Results(
        tournament=Packed(package).tournament,
        finals=sorted(finals, key=lambda publication: -publication.stage.number),
        places={publication.pk: places_in(publication.rows) for publication in finals},
        members=dict(members),
    )


def _received_tournaments(
    counting: Iterable[Considered], packages: dict[str, ReceivedPackage]
) -> list[RankedTournament]:
    merged, ranked_tournaments = kept_keys(), []
    for considered_tournament in counting:
        assert considered_tournament.received is not None  # noqa: S101  # all of these came
        results = results_of(packages[considered_tournament.received.uid])
        joined = {number: merged.get(player, player) for number, player in _joined(considered_tournament.received)}
        members: dict[int, list[Any]] = {
            entry: [(joined[number], *rounds) for number, *rounds in several if number in joined]
            for entry, several in results.members.items()
        }
        ranked_tournaments.append(ranked_tournament(considered_tournament, results.places, members))
    return ranked_tournaments


def _joined(received: ReceivedTournament) -> list[tuple[int, int]]:
    last = dict(received.persons.order_by("version").values_list("number", "player"))
    return [(number, player) for number, player in last.items() if player is not None]
