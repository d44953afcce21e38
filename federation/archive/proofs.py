"""Whether what the archive keeps follows from the records: each row made once more, and compared.

Of a tournament that changed since it was indexed what a later record may change is not compared: it is made anew by the
next search.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.archive.engines import unlike_stems
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
)
from federation.archive.rows import Kept, Where, facets_of, kept_of, stems_in
from federation.archive.words import shape_key
from federation.packages.models import ReceivedPackage
from federation.received.models import IndexedReceived, ReceivedTournament
from federation.sealed.archive import Damaged
from people.accounts.models import Federation
from tournaments.publication.verification_queries import Check, record_called
from tournaments.setup.models import Tournament

# What a later version, appeal or decision changes in the row of a record.
LATER = {"standing", "followed_by", "rule_changed", "clubs", "waited", "arbiter_id", "digest"}

MOST_NAMED = 500  # of what is searched by other words; a statement of more keys some databases refuse


def proofs(federation: Federation) -> Iterator[Check]:
    """One check of all of it; nothing where nothing is in the archive."""
    count = ArchivedRuling.objects.filter(federation=federation).count()
    wrong, words = wrong_in(federation), []
    if wrong:
        said = _("%(record)s non è come gli atti lo danno: rifai l’archivio con index_archive --anew.")
        words.append(said % {"record": record_called(wrong[0])})
    if len(wrong) > 1:
        more = ngettext("Con questa non torna %(number)d riga.", "Con questa non tornano %(number)d righe.", len(wrong))
        words.append(more % {"number": len(wrong)})
    if count or wrong:
        what = ngettext("Archivio, %(number)d atto rifatto", "Archivio, %(number)d atti rifatti", count)
        yield Check(what % {"number": count}, "", not wrong, " ".join(words))


def wrong_in(federation: Federation) -> list[str]:
    """The rows that the records do not give, by their kind and what they are of."""
    every = (_of_tournaments, _received, _of_nobody, _searched, _counted, _shapes)
    return [name for some in every for name in some(federation)]


def _named(model: type[Model], key: object) -> str:
    return f"{model._meta.label}:{key}"


def _of_tournaments(federation: Federation) -> Iterator[str]:
    indexed = {one.tournament_id: one for one in IndexedTournament.objects.filter(tournament__federation=federation)}
    for tournament in Tournament.objects.filter(federation=federation).select_related("federation"):
        index = indexed.get(tournament.pk)
        if index is None:
            yield from _unlike(federation, tournament, [], is_fresh=False)
            continue
        told = index.version, index.editions
        is_fresh = told == (tournament.data_version, editions_stamp())
        if index.version > tournament.data_version or (is_fresh and index.seen != archive_digest(tournament)):
            yield _named(IndexedTournament, index.pk)
        yield from _unlike(federation, tournament, entries_of(tournament), is_fresh=is_fresh)


def _received(federation: Federation) -> Iterator[str]:
    """Of what came in packages; one that is damaged is named itself."""
    indexed = IndexedReceived.objects.filter(received__federation=federation)
    of_received = {one.received_id: one for one in indexed}
    packages = {one.pk: one for one in ReceivedPackage.objects.filter(federation=federation)}
    lost = IndexedReceived.objects.exclude(received__in=ReceivedTournament.objects.values("pk"))
    yield from (_named(IndexedReceived, pk) for pk in lost.values_list("pk", flat=True))
    for received in ReceivedTournament.objects.filter(federation=federation).select_related("federation"):
        index = of_received.get(received.pk)
        if index is None:
            yield from _unlike(federation, received, [], is_fresh=False)
            continue
        package = packages.get(index.package_id)
        if package is None or package.uid != received.uid:
            yield _named(IndexedReceived, index.pk)
            continue
        front = archived_package(received)
        is_fresh = front is not None and (index.package_id, index.editions) == (front.pk, editions_stamp())
        try:
            yield from _unlike(federation, received, packed_entries(package), is_fresh=is_fresh)
        except Damaged:
            yield _named(ReceivedPackage, package.pk)


def _unlike(federation: Federation, where: Where, entries: Sequence[Entry], *, is_fresh: bool) -> Iterator[str]:
    """The rows of a tournament that are not those of its records, or have no record."""
    of = "received" if isinstance(where, ReceivedTournament) else "tournament"
    origin = where.origin if isinstance(where, ReceivedTournament) else ""
    sources = [f"{origin}{one.kind}-{one.key}" for one in entries]
    made = {source: kept_of(federation, where, source, one) for source, one in zip(sources, entries, strict=True)}
    stored = {row.source: row for row in ArchivedRuling.objects.filter(**{of: where})}
    beside = _Beside({f"archived__{of}": where})
    for source in sorted(stored.keys() | (made.keys() if is_fresh else set())):
        row, kept = stored.get(source), made.get(source)
        if row is None or kept is None or not (_is_alike(row, kept.row, () if is_fresh else LATER)):
            yield _named(ArchivedRuling, source)
        else:
            yield from beside.unlike(row, kept if is_fresh else None)


class _Beside:
    """What lies beside the rows of a tournament."""

    def __init__(self, of: dict[str, Where]) -> None:
        self.stems = dict(ArchivedStems.objects.filter(**of).values_list("archived_id", "stems"))
        self.facets = {one.archived_id: one for one in ArchivedFacets.objects.filter(**of)}
        self.cites: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
        for place, slug, number in ArchivedCitation.objects.filter(**of).values_list("archived_id", "slug", "number"):
            self.cites[place].append((slug, number))

    def unlike(self, row: ArchivedRuling, kept: Kept | None) -> Iterator[str]:
        """kept: what the record gives now; nothing where it may be another by now. What a row is counted by follows
        from the row itself.
        """
        facets = self.facets.get(row.place)
        if facets is None or not _is_alike(facets, facets_of(row)):
            yield _named(ArchivedFacets, row.source)
        if row.place not in self.stems or (kept and self.stems[row.place] != kept.stems):
            yield _named(ArchivedStems, row.source)
        if kept and sorted(self.cites[row.place]) != list(kept.cites):
            yield _named(ArchivedCitation, row.source)


def _is_alike(stored: Model, made: Model, but: Sequence[str] | set[str] = ()) -> bool:
    names = [field.attname for field in stored._meta.concrete_fields if field.attname not in but]
    return all(getattr(stored, name) == getattr(made, name) for name in names)


def _of_nobody(federation: Federation) -> Iterator[str]:
    rows = ArchivedRuling.objects.filter(federation=federation, tournament=None, received=None)
    yield from (_named(ArchivedRuling, source) for source in rows.values_list("source", flat=True))


def _searched(federation: Federation) -> Iterator[str]:
    """What the database itself finds them by."""
    places = unlike_stems(federation.pk)
    named = ArchivedRuling.objects.filter(pk__in=places[:MOST_NAMED]).order_by("pk")
    yield from (_named(ArchivedStems, source) for source in named.values_list("source", flat=True))


def _counted(federation: Federation) -> Iterator[str]:
    """What is counted of all rows together."""
    held: Counter[str] = Counter()
    for text in ArchivedStems.objects.filter(archived__federation=federation).values_list("stems", flat=True):
        held.update(stems_in(text))
    known = dict(ArchiveStem.objects.filter(federation=federation).values_list("stem", "holds"))
    yield from (_named(ArchiveStem, stem) for stem in sorted(held | known) if held.get(stem) != known.get(stem))
    count = ArchivedRuling.objects.filter(federation=federation).count()
    index = ArchiveIndex.objects.filter(federation=federation).first()
    if (index.records if index else 0) != count:
        yield _named(ArchiveIndex, federation.code)


def _shapes(federation: Federation) -> Iterator[str]:
    """What many records share, whose key is made of it."""
    facets = ArchivedFacets.objects.filter(federation=federation).order_by()
    keys = set(facets.values_list("shape_id", flat=True).distinct())
    told = dict(ArchivedShape.objects.filter(pk__in=facets.values("shape_id")).values_list("pk", "told"))
    yield from (_named(ArchivedShape, key) for key in sorted(keys) if key not in told or shape_key(told[key]) != key)
