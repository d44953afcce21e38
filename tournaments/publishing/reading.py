"""A publication read back: its rows as pages and papers show them, in the reader's language."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import ngettext

from tournaments.models import Entry, Publication
from tournaments.publishing.snapshots import Rows
from tournaments.queries import StandingRow
from tournaments.queries.standings import TieWords
from tournaments.scoring.account import Item, Source
from tournaments.scoring.standings import Criterion, Lot, Sums, Tie


@dataclass(frozen=True)
class PublishedSection:
    """The standings of one group; of the whole field without a name."""

    group: int
    name: str
    rows: tuple[StandingRow, ...]
    # The tables without a result: round and number.
    pending: tuple[tuple[int, int], ...]


def sections(publication: Publication) -> tuple[PublishedSection, ...]:
    """The groups of a publication, in order."""
    return tuple(map(_section, publication.rows))


def rows_of(publication: Publication) -> tuple[StandingRow, ...]:
    """All its rows, group after group."""
    return tuple(row for section in sections(publication) for row in section.rows)


def pending_of(publication: Publication) -> list[tuple[int, int]]:
    """The tables that had no result when it was published."""
    return [(round, table) for section in publication.rows for round, table in section["pending"]]


def tables_in_words(tables: Iterable[tuple[int, int]]) -> str:
    """Tables given by round and number: «turno 2, tavoli 1, 4; turno 3, tavolo 2»."""
    told = []
    for round, group in groupby(sorted(tables), key=itemgetter(0)):
        numbers = [str(table) for _round, table in group]
        words = ngettext("turno %(round)d, tavolo %(tables)s", "turno %(round)d, tavoli %(tables)s", len(numbers))
        told.append(words % {"round": round, "tables": ", ".join(numbers)})
    return "; ".join(told)


def _section(data: Mapping[str, Any]) -> PublishedSection:
    words = TieWords({row["entry"]: row["name"] for row in data["rows"]})
    ties = [_tie(tie) for tie in data["ties"]]
    rows = tuple(_row(row, data, ties, words) for row in data["rows"])
    pending = tuple((round, table) for round, table in data["pending"])
    return PublishedSection(data["group"], data["name"], rows, pending)


def _row(row: Mapping[str, Any], section: Mapping[str, Any], ties: list[Tie], words: TieWords) -> StandingRow:
    """The line, with the entry as it was called then (an entry that is nowhere saved)."""
    return StandingRow(
        place=row["place"],
        entry=Entry(number=row["entry"], name=row["name"], category=row["category"]),
        group=section["group"],
        group_name=section["name"],
        sums=Sums(**row["sums"]),
        ties=tuple(ties[place] for place in row["ties"]),
        words=words,
    )


def _tie(data: Mapping[str, Any]) -> Tie:
    lot = data["lot"]
    return Tie(
        criterion=Criterion(data["criterion"]),
        groups=tuple(map(tuple, data["groups"])),
        values=dict(data["values"]),
        lot=Lot(key=lot["key"], pool=tuple(lot["pool"]), drawn=tuple(lot["drawn"])) if lot else None,
    )


@dataclass(frozen=True)
class PublishedLine:
    """One entry's line with all that it was made of, and who played in it then."""

    row: StandingRow
    players: tuple[str, ...]
    items: tuple[Item, ...]
    names: Mapping[int, str]


def line_of(publication: Publication, number: int) -> PublishedLine | None:
    """The line of the entry with that number; None where it is not ranked."""
    for data in publication.rows:
        for place, row in enumerate(data["rows"]):
            if row["entry"] == number:
                shown = _section(data).rows[place]
                return PublishedLine(shown, tuple(row["players"]), tuple(map(_item, row["items"])), _names(publication))
    return None


def _names(publication: Publication) -> dict[int, str]:
    return {row["entry"]: row["name"] for section in publication.rows for row in section["rows"]}


def _item(data: Mapping[str, Any]) -> Item:
    points = data.get("points")
    return Item(
        **{
            **data,
            "source": Source(data["source"]),
            "partners": tuple(data.get("partners", ())),
            "opponents": tuple(data.get("opponents", ())),
            "points": tuple(points) if points else None,
        }
    )


@dataclass(frozen=True)
class Difference:
    """An entry whose line differs between two sets of rows; None where it has no line."""

    name: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


def differences(before: Rows, after: Rows) -> tuple[Difference, ...]:
    """The entries whose place, name, VP or MP differ, in the order of the newer rows."""
    old, new = _lines(before), _lines(after)
    numbers = [*new, *(number for number in old if number not in new)]
    return tuple(_differing(numbers, old, new))


def _lines(rows: Rows) -> dict[int, Mapping[str, Any]]:
    return {row["entry"]: row for section in rows for row in section["rows"]}


def _differing(
    numbers: Iterable[int], old: Mapping[int, Mapping[str, Any]], new: Mapping[int, Mapping[str, Any]]
) -> Iterator[Difference]:
    for number in numbers:
        before, after = old.get(number), new.get(number)
        if _shown(before) != _shown(after):
            yield Difference((after or before or {})["name"], before, after)


def _shown(row: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("place", "name", "vp", "mp")) if row else ()
