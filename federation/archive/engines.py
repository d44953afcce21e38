"""The two full-text searches behind one door: SQLite's FTS5, PostgreSQL's tsvector.

Both are asked for the same: records that hold, of each group of words, at least one; the newest first, so many, from a
place on. The stems are ours on both, so that both answer alike.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import neg
from typing import Any

from django.db import DatabaseError, connection, transaction

from federation.archive.models import ArchivedStems, ArchiveIndex
from pages.caches import Latest

Groups = Sequence[Sequence[str]]
COLUMNS = ("archived_id", "shape_id", "clubs", "tournament_id", "arbiter_id", "received_id")
_SQLITE = """SELECT {columns} FROM federation_archivefts f
    CROSS JOIN federation_archivedfacets r ON r.archived_id = f.rowid
    WHERE f.federation_archivefts MATCH %s{more} ORDER BY f.rowid DESC LIMIT %s"""
# All that the index finds is read before anything is put in order: the planner would rather walk all rows in order,
# because it takes a look into a tsvector for cheap. So places are asked for as only an intersection of bitmaps finds
# them, or not by any index at all.
_POSTGRES = """WITH r AS MATERIALIZED (
        SELECT {columns} FROM federation_archivedfacets r WHERE r.words @@ %s::tsquery{more})
    SELECT * FROM r ORDER BY archived_id DESC LIMIT %s"""
_BETWEEN = " AND ((r.archived_id >= %s AND r.archived_id < %s) OR r.archived_id = -1)"
_ANYWHERE = " AND r.archived_id + 0 < %s"
_ALL = "SELECT {columns} FROM federation_archivedfacets r WHERE TRUE{more} ORDER BY r.archived_id DESC LIMIT %s"
_RUNGS = """SELECT archived_id FROM (
        SELECT archived_id, row_number() OVER (ORDER BY archived_id DESC) AS at FROM federation_archivedfacets
        WHERE federation_id = %s) r
    WHERE at %% %s = 0 ORDER BY archived_id DESC"""
# So many are looked through at least; and at most: of more the planner would read every page that any of them is on.
NARROWEST, MOST = 2_000, 20_000
# Where more than these would be needed all are looked at at once: the index finds what is so rare.
WIDEST = 60_000
# From rung to rung of the ladder by which it is told how far down so many records reach.
RUNG = 500
RUNGS: Latest[tuple[int, ...]] = Latest(most=8)
# All are looked at where no more than so many times what is asked for are held.
RATHER_ALL = 2.5
# So many more are looked through than should be enough.
AMPLE = 1.35
LAST = 2**63 - 1


@dataclass(frozen=True)
class Within:
    """Which records: of a federation, from one place to before another, of some tournaments alone."""

    federation: int
    before: int | None = None
    since: int | None = None
    tournaments: Sequence[int] | None = None
    received: Sequence[int] = ()

    @property
    def is_empty(self) -> bool:
        return self.tournaments is not None and not (self.tournaments or self.received)

    @property
    def whose(self) -> "Condition":
        """What holds of each row beside its place."""
        mine = Condition(" AND r.federation_id = %s", (self.federation,))
        if self.tournaments is None:
            return mine
        owners = (("tournament_id", self.tournaments), ("received_id", self.received))
        some = [f"r.{column} IN ({', '.join(['%s'] * len(keys))})" for column, keys in owners if keys]
        return mine.also(f" AND ({' OR '.join(some)})", *self.tournaments, *self.received)


@dataclass(frozen=True)
class Condition:
    """Conditions of a statement, with their values."""

    words: str
    values: tuple[Any, ...] = ()

    def also(self, words: str, *values: Any) -> "Condition":
        return Condition(self.words + words, (*self.values, *values))


def rows(
    within: Within, groups: Groups, *, limit: int, columns: Sequence[str] = COLUMNS, expected: int | None = None
) -> list[tuple[Any, ...]]:
    """Records that hold one word of each group, the newest first; the first column is their place.

    expected: about how many hold them, where that is known.
    """
    if within.is_empty or any(not group for group in groups):
        return []
    names = ", ".join(f"r.{name}" for name in columns)
    with connection.cursor() as cursor:
        if groups and connection.vendor == "postgresql":
            return _Server(cursor, within, _tsquery(groups), names).newest(limit, expected)
        sql, place = (_SQLITE, "f.rowid") if groups else (_ALL, "r.archived_id")
        condition = within.whose
        for words, value in ((f" AND {place} < %s", within.before), (f" AND {place} >= %s", within.since)):
            condition = condition if value is None else condition.also(words, value)
        cursor.execute(
            sql.format(columns=names, more=condition.words),
            [*([_match(groups)] if groups else ()), *condition.values, limit],
        )
        return list(cursor.fetchall())


@dataclass(frozen=True)
class _Server:
    """A search of PostgreSQL. There is no order in what its index finds: of what many hold, the newest are looked
    through first, so many records at a time as should be enough.
    """

    cursor: Any
    within: Within
    words: str
    columns: str

    def newest(self, limit: int, expected: int | None) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        first, top = self.within.since or 0, LAST if self.within.before is None else self.within.before
        holding = self._expected() if expected is None else expected
        ladder = _ladder(self.within.federation) if holding > max(RATHER_ALL * limit, NARROWEST) else ()
        apart = len(ladder) * RUNG / holding if ladder else 0
        while True:
            needed = max(int(AMPLE * (limit - len(rows)) * apart), NARROWEST)
            ahead = min(needed, MOST)
            bottom = max(first, _below(ladder, top, ahead) if needed <= WIDEST else 0)
            more = self._between(bottom, top, limit - len(rows))
            rows += more
            if len(rows) >= limit or bottom <= first:
                return rows
            apart = ahead / len(more) if more else LAST
            top = bottom

    def _expected(self) -> int:
        """How many records the server expects to hold the words, wherever they are."""
        self.cursor.execute(
            "EXPLAIN (FORMAT JSON) SELECT 1 FROM federation_archivedfacets WHERE words @@ %s::tsquery", [self.words]
        )
        (plan,) = self.cursor.fetchone()
        return int(plan[0]["Plan"]["Plan Rows"])

    def _between(self, bottom: int, top: int, limit: int) -> list[tuple[Any, ...]]:
        whose = self.within.whose
        condition = whose.also(_BETWEEN, bottom, top) if bottom else whose.also(_ANYWHERE, top)
        self.cursor.execute(
            _POSTGRES.format(columns=self.columns, more=condition.words), [self.words, *condition.values, limit]
        )
        return list(self.cursor.fetchall())


def _below(ladder: Sequence[int], top: int, ahead: int) -> int:
    """A place about so many records further down; None where there are fewer."""
    at = bisect_left(ladder, -top, key=neg) + max(ahead // RUNG, 1)
    return ladder[at] if at < len(ladder) else 0


def _ladder(federation: int) -> tuple[int, ...]:
    """The place of every so many-th record, the newest first: as of some time ago, for it only says where to look."""
    index = ArchiveIndex.objects.filter(federation=federation).first()
    return RUNGS.get(federation, (RUNG, index.records // RUNG), lambda: _rungs(federation)) if index else ()


def _rungs(federation: int) -> tuple[int, ...]:
    with connection.cursor() as cursor:
        cursor.execute(_RUNGS, [federation, RUNG])
        return tuple(place for (place,) in cursor.fetchall())


def at_places(federation: int, places: Sequence[int]) -> list[tuple[Any, ...]]:
    """These records, in no order."""
    if not places:
        return []
    sql = f"SELECT {', '.join(COLUMNS)} FROM federation_archivedfacets WHERE federation_id = %s AND archived_id IN "  # noqa: S608  # columns of ours
    with connection.cursor() as cursor:
        cursor.execute(f"{sql}({', '.join(['%s'] * len(places))})", [federation, *places])
        return list(cursor.fetchall())


# A row that another program wrote into the index, and one that it took out, is found by nobody who reads the stems.
_WORDS_UNLIKE = """SELECT f.archived_id FROM federation_archivedfacets f
    LEFT JOIN federation_archivedstems s ON s.archived_id = f.archived_id WHERE f.federation_id = %s
    AND f.words IS DISTINCT FROM array_to_tsvector(string_to_array(s.stems, ' ')) ORDER BY f.archived_id"""
_CHECK = "INSERT INTO federation_archivefts (federation_archivefts, rank) VALUES ('integrity-check', 1)"
_VOCABULARY = "CREATE VIRTUAL TABLE temp.archive_terms USING fts5vocab(main, federation_archivefts, instance)"


_REBUILD = "INSERT INTO federation_archivefts (federation_archivefts) VALUES ('rebuild')"
_WORDS_ANEW = """UPDATE federation_archivedfacets f SET words = array_to_tsvector(string_to_array(s.stems, ' '))
    FROM federation_archivedstems s WHERE s.archived_id = f.archived_id
    AND f.words IS DISTINCT FROM array_to_tsvector(string_to_array(s.stems, ' '))"""


def search_anew() -> None:
    """Make what the database searches once more from the stems, whatever stands there."""
    with connection.cursor() as cursor:
        cursor.execute(_REBUILD if connection.vendor == "sqlite" else _WORDS_ANEW)


def unlike_stems(federation: int) -> list[int]:
    """The places of the records that the database finds by other words than their stems."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_WORDS_UNLIKE, [federation])
            return [place for (place,) in cursor.fetchall()]
        try:
            with transaction.atomic():
                cursor.execute(_CHECK)
        except DatabaseError:
            return _unlike_by_term(cursor, federation)
    return []


def _unlike_by_term(cursor: Any, federation: int) -> list[int]:
    """Each term once, by what this process makes of it; all of them where the index itself cannot be read."""
    stems: Mapping[int, str] = dict(
        ArchivedStems.objects.filter(archived__federation=federation).values_list("archived_id", "stems")
    )
    found: Counter[int] = Counter()
    try:
        cursor.execute(_VOCABULARY)
        try:
            cursor.execute("SELECT doc, term FROM temp.archive_terms")
            for place, term in cursor:
                found[place] += hash(term)
        finally:
            cursor.execute("DROP TABLE temp.archive_terms")
    except DatabaseError:
        return sorted(stems)
    unlike = sorted(place for place, text in stems.items() if sum(map(hash, set(text.split()))) != found[place])
    # Every word is where it was, and yet what leads to it is not.
    return unlike or sorted(stems)


def _match(groups: Groups) -> str:
    """The groups in the syntax of FTS5: a word in quotes is never one of its operators."""
    return " AND ".join(f"({' OR '.join(_quoted(word) for word in group)})" for group in groups)


def _quoted(word: str) -> str:
    return f'"{word}"'


def _tsquery(groups: Groups) -> str:
    return " & ".join(f"({' | '.join(_lexeme(word) for word in group)})" for group in groups)


def _lexeme(word: str) -> str:
    return f"'{word}'"
