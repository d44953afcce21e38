"""The tournaments of a season that were played here: whether each counts, and the places of its final standings."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from federation.models import ClassVersion, ReceivedTournament, SeasonRules, TournamentClass
from federation.points.season import Finish, Held, Key
from federation.queries.classes import classes_of
from federation.queries.tables import table_of
from tournaments.hall.keeping import Latest
from tournaments.models import Ending, EntryMember, Publication, Tournament
from tournaments.queries.merging import kept_keys

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
        return self.received.held if self.received else held_key(self.tournament.pk)


@dataclass(frozen=True)
class Native:
    """What was played here, as a season takes it."""

    considered: Sequence[Considered]
    held: Sequence[Held] = field(default_factory=tuple)


def held_key(pk: int) -> str:
    """By which published seasons know a tournament that was played here."""
    return f"t{pk}"


def pk_of_held(key: str) -> int | None:
    return _key_of("t", key)


def received_of_held(key: str) -> int | None:
    return _key_of("r", key)


def _key_of(kind: str, key: str) -> int | None:
    return int(key[1:]) if key[:1] == kind and key[1:].isascii() and key[1:].isdigit() else None


def played_here(rules: SeasonRules) -> Native:
    """Whatever of the federation's own tournaments lies within the season; as many queries for one as for many."""
    considered = considered_in(rules)
    counting = [one for one in considered if one.counts is Counts.YES]
    places = _places(counting)
    players = _players(counting)
    return Native(considered, [held_of(one, places, players[one.tournament.pk]) for one in counting])


def considered_in(rules: SeasonRules) -> list[Considered]:
    federation = rules.season.federation_id
    found = Tournament.objects.filter(
        federation=federation, starts_on__gte=rules.starts_on, starts_on__lte=rules.ends_on
    )
    tournaments = list(found.order_by("starts_on", "pk"))
    classes, finals = classes_of(found.order_by()), _finals(found.order_by())
    return [
        Considered(one, classes.get(one.pk), finals[one.pk], counts_of(one, classes.get(one.pk), finals[one.pk], rules))
        for one in tournaments
    ]


def _finals(tournaments: Any) -> defaultdict[int, list[Publication]]:
    """The final standings in force of each stage, without their rows; by tournament, the last stage first."""
    published = Publication.objects.filter(tournament__in=tournaments, kind=Publication.Kind.FINAL)
    latest = {one.stage_id: one for one in published.select_related("stage").defer("rows").order_by("number")}
    finals: defaultdict[int, list[Publication]] = defaultdict(list)
    for one in sorted(latest.values(), key=lambda publication: -publication.stage.number):
        finals[one.tournament_id].append(one)
    return finals


def counts_of(
    tournament: Tournament, said: ClassVersion | None, finals: Sequence[Publication], rules: SeasonRules
) -> Counts:
    """Whether it counts: the first thing that stands in the way, in the order in which somebody would mend them."""
    if said is None or said.state == TournamentClass.State.NONE:
        return Counts.NO_CLASS
    if not said.is_assigned:
        return Counts.PROPOSED
    if said.class_id not in rules.classes:
        return Counts.OTHER_CLASS
    if table_of(rules.table).class_at(said.class_id, tournament.starts_on) is None:
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
    finals = [publication for one in counting for publication in one.finals]
    missing = [one.pk for one in finals if PLACES.kept.get(one.pk, ("", ()))[0] != one.hash]
    rows = dict(Publication.objects.filter(pk__in=missing).values_list("pk", "rows")) if missing else {}

    def read(one: Publication) -> Places:
        return places_in(rows[one.pk] if one.pk in rows else Publication.objects.get(pk=one.pk).rows)

    return {one.pk: PLACES.get(one.pk, one.hash, lambda one=one: read(one)) for one in finals}  # type: ignore[misc]


def places_in(rows: Iterable[Mapping[str, Any]]) -> Places:
    """The entries of every group with their places; whoever is out of the ranking has none, and is left out."""
    return tuple(
        tuple((row["entry"], row["place"]) for row in section["rows"] if row["place"] is not None) for section in rows
    )


Members = Mapping[int, Sequence[tuple[Key, int, int | None, int | None]]]


def _players(counting: Sequence[Considered]) -> defaultdict[int, defaultdict[int, list[Any]]]:
    """Who held places in the entries of each tournament, and in which rounds; merged records are one person's."""
    kept = kept_keys()
    found: defaultdict[int, defaultdict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    members = EntryMember.objects.filter(entry__tournament__in=[one.tournament.pk for one in counting])
    columns = ("entry__tournament", "entry__number", "player", "from_round", "until_round", "until_deal")
    for tournament, entry, player, *rounds in members.order_by("entry", "position", "pk").values_list(*columns):
        found[tournament][entry].append((kept.get(player, player), *rounds))
    return found


def held_of(one: Considered, places: Mapping[int, Places], members: Members) -> Held:
    """All its entries in one order: those of the last stage, then those whom an earlier one left behind."""
    ranked: set[int] = set()
    finishes: list[Finish] = []
    for publication in one.finals:
        for group in places[publication.pk]:
            here = [(entry, place) for entry, place in group if entry not in ranked]
            before, order = len(finishes) + 1, sorted(place for _entry, place in here)
            finishes += [
                Finish(before + bisect_left(order, place), _in_round(members, entry, publication))
                for entry, place in here
            ]
            ranked.update(entry for entry, _place in here)
    assert one.class_of is not None  # noqa: S101 it counts
    return Held(one.key, one.tournament.starts_on, one.class_of.class_id, finishes)


def _in_round(members: Members, entry: int, publication: Publication) -> tuple[Key, ...]:
    """Who held the places of the entry when the last round that counted ended."""
    number = publication.round_number
    return tuple(
        player
        for player, since, until, within in members.get(entry, ())
        if since <= number and (until is None or until > number or (until == number and within is None))
    )
