"""The rows of a publication as pages and papers show them, in the reader's language.

Published standings never change and may have some megabytes: a process reads and checks them once for everybody.

How a tournament ends: concluded, or interrupted and then with or without prizes (F.I.Bur. 41).

Who wins the prizes: the places of published standings, in the whole field, in a group or in a category.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, overload

from django.utils.translation import ngettext

from pages.caches import Latest
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.publication.models import Prize, Publication
from tournaments.publication.proof import Hash, hash_state, heading_text
from tournaments.publication.snapshots import Rows
from tournaments.rounds.models import Round
from tournaments.rounds.queries import UnconfirmedScore, unconfirmed_scores
from tournaments.scores.round_queries import rounds_planned
from tournaments.scoring.standings import Criterion, Item, Source, Sums, Tie, TieLot
from tournaments.setup.models import Ending, Tournament
from tournaments.standings.queries import StandingRow, TieWords
from tournaments.standings.sitting_queries import only_sittings

# A row with its section.
Line = tuple[Mapping[str, Any], Mapping[str, Any]]


class PublishedRows(Sequence[StandingRow]):
    """The rows of a publication, group after group. Each is made when it is read: a page shows a hundred, or none.

    Their entries have the names of then and are not saved anywhere.
    """

    def __init__(self, lines: Sequence[Line], names: Mapping[int, str]) -> None:
        self.lines, self.names = lines, names

    @classmethod
    def from_data(cls, data: Rows) -> "PublishedRows":
        lines = [(section, row) for section in data for row in section["rows"]]
        return cls(lines, {row["entry"]: row["name"] for _section, row in lines})

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> StandingRow: ...
    @overload
    def __getitem__(self, place: slice) -> "PublishedRows": ...
    def __getitem__(self, place: int | slice) -> "StandingRow | PublishedRows":
        if isinstance(place, int):
            return self._put_together([self.lines[place]])[0]
        return PublishedRows(self.lines[place], self.names)

    def __iter__(self) -> Iterator[StandingRow]:
        return iter(self._put_together(self.lines))

    def _put_together(self, lines: Iterable[Line]) -> tuple[StandingRow, ...]:
        # Rows that share a tie get the same object, so that it is put in words once.
        words = TieWords(self.names)
        ties: dict[tuple[int, int], Tie] = {}
        rows = []
        for section, row in lines:
            for number in row["ties"]:
                if (section["group"], number) not in ties:
                    ties[section["group"], number] = _tie(section["ties"][number])
            mine = tuple(ties[section["group"], number] for number in row["ties"])
            entry = Entry(number=row["entry"], name=row["name"], category=row["category"])
            sums = Sums(**row["sums"])
            rows.append(StandingRow(row["place"], entry, section["group"], section["name"], sums, mine, words))
        return tuple(rows)


@dataclass(frozen=True)
class PublishedSection:
    """The standings of one group; the whole field has no name."""

    group: int
    name: str
    rows: PublishedRows
    # The tables without a result: round and number.
    pending: tuple[tuple[int, int], ...]


def sections(publication: Publication) -> tuple[PublishedSection, ...]:
    return tuple(
        PublishedSection(
            section["group"],
            section["name"],
            PublishedRows.from_data([section]),
            tuple((a, b) for a, b in section["pending"]),
        )
        for section in publication.rows
    )


def rows_of(publication: Publication) -> PublishedRows:
    return PublishedRows.from_data(publication.rows)


class BriefLine(NamedTuple):
    """A line as it is read from far away, on a screen."""

    place: int | None
    name: str
    vp: int
    mp: int


def lines_in_brief(publication: Publication) -> list[BriefLine]:
    """All lines of the publication, group after group, without their accounts."""
    return [
        BriefLine(row["place"], row["name"], row["vp"], row["mp"])
        for section in publication.rows
        for row in section["rows"]
    ]


def pending_of(publication: Publication) -> list[tuple[int, int]]:
    return [(round_, table) for section in publication.rows for round_, table in section["pending"]]


def tables_in_words(tables: Iterable[tuple[int, int]]) -> str:
    """Tables given by round and number: «turno 2, tavoli 1, 4; turno 3, tavolo 2»."""
    items = []
    for round_, group in groupby(sorted(tables), key=itemgetter(0)):
        numbers = [str(table) for _round, table in group]
        words = ngettext("turno %(round)d, tavolo %(tables)s", "turno %(round)d, tavoli %(tables)s", len(numbers))
        items.append(words % {"round": round_, "tables": ", ".join(numbers)})
    return "; ".join(items)


def _tie(data: Mapping[str, Any]) -> Tie:
    lot = data["lot"]
    return Tie(
        criterion=Criterion(data["criterion"]),
        groups=tuple(map(tuple, data["groups"])),
        values=dict(data["values"]),
        lot=TieLot(key=lot["key"], pool=tuple(lot["pool"]), drawn=tuple(lot["drawn"])) if lot else None,
    )


@dataclass(frozen=True)
class PublishedLine:
    """An entry's line with its whole account, and the players of then."""

    row: StandingRow
    players: tuple[str, ...]
    items: tuple[Item, ...]
    names: Mapping[int, str]


def line_of(publication: Publication, number: int) -> PublishedLine | None:
    """The line of the entry with that number; None if it is not ranked."""
    rows = rows_of(publication)
    place = next((place for place, (_section, row) in enumerate(rows.lines) if row["entry"] == number), None)
    if place is None:
        return None
    row = rows.lines[place][1]
    return PublishedLine(rows[place], tuple(row["players"]), tuple(map(_item, row["items"])), rows.names)


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
    """An entry whose line differs between two publications; None: it has no line there."""

    name: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


def differences(before: Rows, after: Rows) -> tuple[Difference, ...]:
    """The entries whose place, name, VP or MP differ, in the order of the newer rows."""
    old, new = _lines(before), _lines(after)
    numbers = [*new, *(number for number in old if number not in new)]
    return tuple(_differing_lines(numbers, old, new))


def _lines(rows: Rows) -> dict[int, Mapping[str, Any]]:
    return {row["entry"]: row for section in rows for row in section["rows"]}


def _differing_lines(
    numbers: Iterable[int], old: Mapping[int, Mapping[str, Any]], new: Mapping[int, Mapping[str, Any]]
) -> Iterator[Difference]:
    for number in numbers:
        before, after = old.get(number), new.get(number)
        if _figures_shown(before) != _figures_shown(after):
            yield Difference((after or before or {})["name"], before, after)


def _figures_shown(row: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("place", "name", "vp", "mp")) if row else ()


@dataclass(frozen=True)
class PublicationCheck:
    """The rows of a publication, the tables that had no result then, and whether its hash follows from its content."""

    rows: PublishedRows
    pending: tuple[tuple[int, int], ...]
    hash: Hash


# A publication of a few thousand rows takes some megabytes.
PROVEN: Latest[PublicationCheck] = Latest(most=4)
PROVEN_SECONDS = 60


def publication_check(publication: Publication) -> PublicationCheck:
    # The rows may be a minute old: triggers let none of them change.
    mark = publication.hash, heading_text(publication), int(time.time() // PROVEN_SECONDS)

    def check() -> PublicationCheck:
        pending = tuple(pending_of(publication))
        return PublicationCheck(rows_of(publication), pending, hash_state(publication))

    return PROVEN.get(publication.pk, mark, check)


@dataclass(frozen=True)
class Halfway:
    """How many of the rounds planned were played, and whether that is more than half of them."""

    played: int
    planned: int

    @property
    def is_over_half(self) -> bool:
        # Exactly half is not more than half (art. 41, decision 14).
        return 2 * self.played > self.planned


@dataclass(frozen=True)
class PrizesAfterStop:
    """What becomes of the prizes of an interrupted tournament, and by which standings."""

    halfway: Halfway
    publication: Publication | None

    @property
    def gives_prizes(self) -> bool:
        """Over half was played, and standings had been shown."""
        return self.halfway.is_over_half and self.publication is not None


def halfway(tournament: Tournament) -> Halfway:
    closed = Round.objects.filter(tournament=tournament, state=Round.State.CLOSED).count()
    return Halfway(closed, rounds_planned(tournament))


def prizes_after_stop(tournament: Tournament) -> PrizesAfterStop:
    """What art. 41 says if play ends here."""
    shown = Publication.objects.filter(tournament=tournament).select_related("stage").order_by("-number").first()
    return PrizesAfterStop(halfway(tournament), shown)


def unconfirmed_behind(prizes: PrizesAfterStop) -> list[UnconfirmedScore]:
    """What nobody confirmed of the standings that would give the prizes; of final ones it was asked already."""
    shown = prizes.publication
    if not prizes.gives_prizes or shown is None or shown.is_final:
        return []
    return [score for score in unconfirmed_scores(shown.stage) if score.round <= shown.round_number]


def deciding_publications(tournament: Tournament) -> list[Publication]:
    """The standings that prizes are given by: final ones, a stage each; of an interrupted tournament the last shown.

    None while they are not final, or where art. 41 gives no prizes.
    """
    if tournament.ending == Ending.INTERRUPTED:
        prizes = prizes_after_stop(tournament)
        return [prizes.publication] if prizes.gives_prizes and prizes.publication else []
    latest: dict[int, Publication] = {}
    for publication in Publication.objects.filter(tournament=tournament).select_related("stage").order_by("number"):
        latest[publication.stage.number] = publication
    return [publication for publication in latest.values() if publication.is_final]


def open_stages(tournament: Tournament) -> list[Stage]:
    if only_sittings(tournament):
        return []
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    final = {publication.stage_id for publication in deciding_publications(tournament)}
    return [stage for stage in stages if stage.pk not in final]


@dataclass(frozen=True)
class Winner:
    """An entry and the place that it won a prize with, within the prize's own field."""

    place: int
    row: StandingRow


@dataclass(frozen=True)
class AwardedPrize:
    """A prize, the standings that give it (None: none yet) and who won it (nobody where no such place was taken)."""

    prize: Prize
    publication: Publication | None
    winners: tuple[Winner, ...]


def awards(tournament: Tournament) -> list[AwardedPrize]:
    """Every prize with its winners: a group's by the standings of its stage, the others by those of the last stage."""
    prizes = Prize.objects.filter(tournament=tournament).select_related("group__stage")
    deciding = {publication.stage_id: publication for publication in deciding_publications(tournament)}
    rows = {stage: tuple(rows_of(publication)) for stage, publication in deciding.items()}
    last = _last_stage(tournament, list(deciding))
    awarded = []
    for prize in prizes:
        stage = prize.group.stage_id if prize.group else last
        awarded.append(AwardedPrize(prize, deciding.get(stage or 0), _winners(prize, rows.get(stage or 0, ()))))
    return awarded


def _last_stage(tournament: Tournament, deciding: list[int]) -> int | None:
    """The stage that ends the tournament; of an interrupted one, that of the last standings shown."""
    if tournament.ending == Ending.INTERRUPTED:
        return next(iter(deciding), None)
    stages = Stage.objects.filter(tournament=tournament).order_by("-number")
    return stages.values_list("pk", flat=True).first()


def prize_money(prizes: Iterable[Prize]) -> int:
    """What all places together may win, in cents: every place of a prize wins all of it."""
    return sum((prize.cents or 0) * (prize.place_to - prize.place_from + 1) for prize in prizes)


def publications_giving(awards: Iterable[AwardedPrize]) -> list[Publication]:
    publications = {award.publication.number: award.publication for award in awards if award.publication}
    return [publications[number] for number in sorted(publications)]


def _winners(prize: Prize, rows: Sequence[StandingRow]) -> tuple[Winner, ...]:
    ranked = [row for row in rows if row.place is not None and _belongs(row, prize)]
    wanted = range(prize.place_from, prize.place_to + 1)
    return tuple(Winner(place, row) for place, row in enumerate(ranked, start=1) if place in wanted)


def _belongs(row: StandingRow, prize: Prize) -> bool:
    # Groups stand one after the other, the best first: so the whole field has one order too.
    if prize.group:
        return row.group == prize.group.number
    return not prize.category or row.entry.category.casefold() == prize.category.casefold()
