"""The archive kept as new as the records: made of what changed, dropped where an erasure changed a text.

Nothing here is official or logged: whoever loses it makes it again, by `manage.py index_archive`.

Cases like the one being decided, found in the archive: by the anomaly, the facts that decided, then by words.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import get_random_string

from codes.finding.vocabulary import plain
from codes.library import same_code
from federation.archive import engines
from federation.archive.lines import shapes
from federation.archive.models import (
    ArchivedCitation,
    ArchivedFacets,
    ArchivedRuling,
    ArchivedShape,
    ArchivedStems,
    ArchiveIndex,
    ArchiveStem,
    IndexedTournament,
)
from federation.archive.records import (
    Entry,
    archive_digest,
    archived_package,
    editions_stamp,
    entries_of,
    packed_entries,
    received_records,
    stale_received,
)
from federation.archive.rows import Kept, digest_of, facets_of, kept_of, shape_of, stems_in
from federation.archive.words import WRITTEN, rarity, shape_key, token, words_of
from federation.archive_exports.models import ArchiveExport
from federation.packages.models import ReceivedPackage
from federation.received.models import IndexedReceived, ReceivedTournament
from federation.received.queries import open_to_all
from federation.sealed.archive import Damaged
from people.accounts.models import Federation
from records.locks import lock_federation
from referee.rulings.models import Ruling
from referee.wizard.queries import Alike, PrecedentQuery
from tournaments.setup.models import Tournament

# While somebody waits for a search: the others are taken by the next one, or by the command.
AT_ONCE = 5
CHUNK = 400
One = TypeVar("One")
log = logging.getLogger(__name__)


def stale_tournaments(federation: Federation) -> QuerySet[Tournament]:
    """Those that changed since they were indexed, or whose codes read otherwise now."""
    indexed = IndexedTournament.objects.filter(editions=editions_stamp()).values_list("tournament", "version")
    known = dict(indexed.filter(tournament__federation=federation))
    versions = Tournament.objects.filter(federation=federation).order_by().values_list("pk", "data_version")
    wanted = [pk for pk, version in versions if known.get(pk) != version]
    return Tournament.objects.filter(pk__in=wanted).order_by("-starts_on", "pk")


def refresh(federation: Federation, *, most: int | None = AT_ONCE) -> int:
    """Index what changed, so many tournaments at most; how many are still to be."""
    stale: list[Tournament | ReceivedTournament] = [*stale_tournaments(federation), *stale_received(federation)]
    for one in stale if most is None else islice(stale, most):
        index_tournament(one) if isinstance(one, Tournament) else index_received(one)
    return 0 if most is None else max(0, len(stale) - most)


@transaction.atomic
def index_received(received: ReceivedTournament) -> None:
    """Bring the archive up to what the tournament's package in front says; one that cannot be read says nothing."""
    lock_federation(received.federation)
    package = archived_package(received)
    try:
        made = packed_entries(package) if package else []
    except Damaged as error:
        log.error("The package %s is damaged, the archive goes on with what it had of it: %s", package, error)
        return
    except (LookupError, TypeError, ValueError, AttributeError, ValidationError):
        log.warning("The package %s holds, and cannot be read by this program.", package)
        made = []
    write_entries(received.federation, None, made, received=received)
    IndexedReceived.objects.filter(received=received).delete()
    if package:
        IndexedReceived.objects.create(received=received, package=package, editions=editions_stamp())


def drop_packages(packages: Sequence[int]) -> None:
    """Forget all that the archive keeps of these packages' words: an erasure changed some."""
    uids = ReceivedPackage.objects.filter(pk__in=packages).values("uid")
    for received in ReceivedTournament.objects.filter(uid__in=uids).select_related("federation"):
        lock_federation(received.federation)
        _forget(received.federation, ArchivedRuling.objects.filter(received=received))
        IndexedReceived.objects.filter(received=received).delete()


@transaction.atomic
def index_tournament(tournament: Tournament, *, anew: bool = False) -> None:
    """Bring the archive up to what the tournament says now."""
    lock_federation(tournament.federation)
    tournament = Tournament.objects.select_related("federation").get(pk=tournament.pk)
    seen, known = archive_digest(tournament), IndexedTournament.objects.filter(tournament=tournament).first()
    if anew or known is None or (known.seen, known.editions) != (seen, editions_stamp()):
        write_entries(tournament.federation, tournament, entries_of(tournament))
    IndexedTournament.objects.update_or_create(
        tournament=tournament,
        defaults={"version": tournament.data_version, "editions": editions_stamp(), "seen": seen},
    )


def write_entries(
    federation: Federation,
    tournament: Tournament | None,
    entries: Iterable[Entry],
    *,
    origin: str = "",
    received: ReceivedTournament | None = None,
) -> None:
    """Make these the archive's records of the tournament: new ones written, others written anew, the rest dropped.

    origin: what stands before their source. received: the tournament that they are of, where it is none of this
    installation; it says its origin.
    """
    origin = received.origin if received else origin
    made = {f"{origin}{one.kind}-{one.key}": one for one in entries}
    rows = ArchivedRuling.objects.filter(
        federation=federation, tournament=tournament, received=received, source__startswith=origin
    )
    known = dict(rows.values_list("source", "digest"))
    changed = {source: one for source, one in made.items() if known.get(source) != digest_of(one)}
    gone = [source for source in known if source not in made]
    if not changed and not gone:
        return
    before = _drop(federation, [*gone, *(source for source in changed if source in known)])
    after = Counter[str]()
    for several in _chunks(list(changed.items())):
        after += _write([kept_of(federation, tournament or received, *one) for one in several])
    _count(federation, before, after, len(changed))


def drop_tournament(tournament: Tournament) -> None:
    """Forget all that the archive keeps of the tournament's words: an erasure changed some."""
    _forget(tournament.federation, ArchivedRuling.objects.filter(tournament=tournament))
    IndexedTournament.objects.filter(tournament=tournament).delete()


@transaction.atomic
def drop_archive() -> None:
    """Forget all that the archives keep, whoever wrote it: the next `refresh` of each makes it anew."""
    for federation in Federation.objects.order_by("pk"):
        lock_federation(federation)
        _forget(federation, ArchivedRuling.objects.filter(federation=federation))
    for model in (ArchivedRuling, ArchivedShape, ArchiveStem, ArchiveIndex, IndexedTournament, IndexedReceived):
        model.objects.all().delete()


def _forget(federation: Federation, rows: QuerySet[ArchivedRuling]) -> None:
    before = _drop(federation, list(rows.values_list("source", flat=True)))
    _count(federation, before, Counter(), 0)
    ArchiveExport.objects.filter(federation=federation).delete()
    driver: Any = connection
    if connection.vendor == "sqlite" and driver.Database.sqlite_version_info < (3, 42, 0):
        engines.search_anew()


def _drop(federation: Federation, sources: Sequence[str]) -> "Counter[str]":
    """Delete records, and tell how many of them held each stem, and under the empty stem how many they were."""
    held = Counter[str]()
    for several in _chunks(sources):
        rows = ArchivedRuling.objects.filter(federation=federation, source__in=several)
        texts = list(ArchivedStems.objects.filter(archived__in=rows).values_list("stems", flat=True))
        held.update(one for text in texts for one in stems_in(text))
        held[""] += len(texts)
        rows.delete()
    return held


def _write(made: Sequence[Kept]) -> "Counter[str]":
    """After the stems what each is counted by: of them PostgreSQL makes the words in the same row."""
    ArchivedRuling.objects.bulk_create(one.row for one in made)
    ArchivedStems.objects.bulk_create(ArchivedStems(archived_id=one.row.place, stems=one.stems) for one in made)
    shapes = [ArchivedShape(id=shape_key(told), told=told) for told in sorted({shape_of(one.row) for one in made})]
    ArchivedShape.objects.bulk_create(shapes, ignore_conflicts=True)
    ArchivedFacets.objects.bulk_create(facets_of(one.row) for one in made)
    ArchivedCitation.objects.bulk_create(
        ArchivedCitation(archived_id=one.row.place, slug=slug, number=number)
        for one in made
        for slug, number in one.cites
    )
    return Counter(stem for one in made for stem in stems_in(one.stems))


def _count(federation: Federation, before: "Counter[str]", after: "Counter[str]", written: int) -> None:
    """Keep count of how many records hold each stem, and of all of them."""
    changes = Counter(after)
    changes.subtract(before)
    dropped = -changes.pop("", 0)
    with connection.cursor() as cursor:
        for several in _chunks([(federation.pk, one, by) for one, by in sorted(changes.items()) if by]):
            cursor.execute(
                "INSERT INTO federation_archivestem (federation_id, stem, holds) VALUES "  # noqa: S608  # places alone
                + ", ".join(["(%s, %s, %s)"] * len(several))
                + " ON CONFLICT (federation_id, stem) DO UPDATE"
                " SET holds = federation_archivestem.holds + excluded.holds",
                [value for row in several for value in row],
            )
        cursor.execute("DELETE FROM federation_archivestem WHERE federation_id = %s AND holds <= 0", [federation.pk])
    index, _made = ArchiveIndex.objects.get_or_create(federation=federation, defaults={"stamp": ""})
    index.stamp, index.records = get_random_string(32), index.records + written - dropped
    index.save()


def _chunks(several: Sequence[One]) -> Iterator[Sequence[One]]:
    for start in range(0, len(several), CHUNK):
        yield several[start : start + CHUNK]


# Of so many of the newest of the anomaly: how many there are, and which come closest.
COUNTED = 1_000
SHOWN = 5
MOST_WORDS = 8

Rows = Callable[..., dict[int, bool]]


def find_alike(asked: PrecedentQuery) -> Alike:
    """Of tournaments of the federation that everybody may see and that are over, and of the case's own.

    As the archive knew them last: with players waiting nothing is written. Its pages and `index_archive` keep it fresh.
    """
    rows = _rows_of(asked)
    of_anomaly = rows()
    if not of_anomaly:
        return Alike()
    # Whatever else is asked for, no more will hold it: the database need not be asked how many.
    expected = len(of_anomaly) if len(of_anomaly) < COUNTED else None
    held = partial(rows, expected=expected)
    agreeing, told = _agreeing(asked, held), _told_alike(asked, held, len(of_anomaly))
    same = [departed for place, departed in of_anomaly.items() if agreeing[place] == len(asked.facts)]
    best = sorted(of_anomaly, key=lambda place: (-agreeing[place], -told[place], -place))[:SHOWN]
    return Alike(
        same=len(same),
        otherwise=sum(same),
        of_anomaly=len(of_anomaly),
        anomaly_otherwise=sum(of_anomaly.values()),
        more=len(of_anomaly) == COUNTED,
        **_told(best),
    )


def _rows_of(asked: PrecedentQuery) -> Rows:
    """What asks the index for rulings in force on the anomaly, with tokens besides: by place, whether departed."""
    federation = asked.tournament.federation
    may = Tournament.objects.filter(federation=federation).filter(
        Q(is_public=True) & ~Q(ending="") | Q(pk=asked.tournament.pk)
    )
    tournaments = list(may.order_by().values_list("pk", flat=True))
    within = engines.Within(federation.pk, tournaments=tournaments, received=open_to_all(federation))
    anomaly = [
        [token("kind", "ruling")],
        [token("standing", ArchivedRuling.Standing.IN_FORCE)],
        [token("procedure", asked.procedure)],
        [token("code", code) for code in same_code(asked.code)],
    ]

    def rows(*groups: Iterable[str], expected: int | None = None) -> dict[int, bool]:
        found = engines.rows(
            within,
            [*anomaly, *map(list, groups)],
            limit=COUNTED,
            columns=("archived_id", "shape_id"),
            expected=expected,
        )
        known = shapes(shape for _place, shape in found)
        return {place: known[shape].departed for place, shape in found}

    return rows


def _agreeing(asked: PrecedentQuery, rows: Rows) -> Counter[int]:
    """By place, how many answers it has in common with the case."""
    agreeing: Counter[int] = Counter()
    for fact in asked.facts:
        agreeing.update(rows([token("fact", fact)]).keys())
    return agreeing


def _told_alike(asked: PrecedentQuery, rows: Rows, of_anomaly: int) -> Mapping[int, float]:
    """By place, how much its arbiter told of what was noted here: each word the more, the fewer of the anomaly have it.

    What the code says of the anomaly stands in all of them.
    """
    told: defaultdict[int, float] = defaultdict(float)
    for meant in _noted(asked):
        worth: dict[int, float] = {}
        for count, group in meant.items():
            holding = rows([WRITTEN + one for one in group])
            rare = rarity(len(holding), of_anomaly)
            worth = dict.fromkeys(holding, count * rare) | worth
        for place, more in worth.items():
            told[place] += more
    return told


def _noted(asked: PrecedentQuery) -> list[dict[float, list[str]]]:
    """What each word that was noted may mean, the very same first; those that tell most."""
    words = list(dict.fromkeys(plain(asked.words)))[: 6 * MOST_WORDS]
    known = words_of(asked.tournament.federation) if words else None
    if known is None:
        return []
    noted = []
    for word in words:
        near = {one: count for one, count in known.near(word).items() if known.holds.get(WRITTEN + one)}
        by_count = {count: [one for one in near if near[one] == count] for count in sorted(near.values(), reverse=True)}
        if near:
            noted.append((min(known.rarity(WRITTEN + one) for one in near), by_count))
    return [one for _rarity, one in sorted(noted, key=lambda one: -one[0])[:MOST_WORDS]]


def _told(best: Sequence[int]) -> dict[str, Any]:
    """The records at these places, in their order: of this installation by key, received ones below zero."""
    archived = {one.place: one for one in ArchivedRuling.objects.filter(place__in=best)}
    elsewhere = received_records(archived.values())
    keys = {place: -place if one.received_id else int(one.source.rpartition("-")[2]) for place, one in archived.items()}
    records = {-place: elsewhere.get(one.source) for place, one in archived.items()}
    return {
        "nearest": tuple(keys[place] for place in best if place in keys),
        "elsewhere": {place: record for place, record in records.items() if isinstance(record, Ruling)},
    }
