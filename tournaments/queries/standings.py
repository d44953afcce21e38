"""The standings of a tournament, from the scores in force and the adjustments not cancelled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.models import Adjustment, Board, BoardScore, Entry, Round, Table, Tournament
from tournaments.queries.scores import extra_lead, has_fixed_score, match_extras, table_result
from tournaments.scoring import standings as scoring
from tournaments.scoring.standings import Encounter, Extra, Facts, Sums, Tie
from tournaments.scoring.victory_points import get_scale
from tournaments.wording import explain_tie


class TieWords:
    """The ties of one standings in words, each put together once and only when it is read."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names
        self.said: dict[int, str] = {}

    def of(self, tie: Tie) -> str:
        if id(tie) not in self.said:
            self.said[id(tie)] = explain_tie(tie, self.names)
        return self.said[id(tie)]


@dataclass(frozen=True)
class StandingRow:
    """An entry's line in the standings; its place is None when it withdrew and is out of the ranking."""

    place: int | None
    entry: Entry
    group: int
    sums: Sums
    ties: tuple[Tie, ...]
    words: TieWords = field(repr=False, compare=False)

    @property
    def vp(self) -> int:
        return self.sums.vp

    @property
    def mp(self) -> int:
        return self.sums.mp

    @property
    def mp_for(self) -> int:
        return self.sums.mp_for

    @property
    def mp_against(self) -> int:
        return self.sums.mp_against

    @property
    def vp_adjustment(self) -> int:
        return self.sums.vp_adjustment

    @property
    def mp_adjustment(self) -> int:
        return self.sums.mp_adjustment

    @property
    def encounters(self) -> int:
        return self.sums.encounters

    @property
    def explanations(self) -> tuple[str, ...]:
        """What separated it from its equals, in words."""
        return tuple(self.words.of(tie) for tie in self.ties)


@dataclass(frozen=True)
class Standings:
    """The standings now, and how many encounters of the rounds begun still lack a score."""

    rows: tuple[StandingRow, ...]
    pending: int

    @property
    def is_final(self) -> bool:
        """Whether nothing begun is still open."""
        return self.pending == 0


def standings(tournament: Tournament) -> Standings:
    """The standings from the scores in force and the adjustments not cancelled; five queries.

    A table counts, with VP and MP, once all its boards of the round have a score that is not void.
    """
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament)}
    encounters, pending = _encounters(tournament, {entry.pk: number for number, entry in entries.items()})
    facts = Facts(entries=entries, encounters=encounters, extras=_extras(tournament), lot_seed=tournament.lot_seed)
    return Standings(rows=tuple(_rows(scoring.standings(facts), entries)), pending=pending)


def _rows(rows: Iterable[scoring.Row], entries: Mapping[int, Entry]) -> Iterator[StandingRow]:
    words = TieWords({number: entry.name for number, entry in entries.items()})
    return (StandingRow(row.place, entries[row.entry], row.group, row.sums, row.ties, words) for row in rows)


def _encounters(tournament: Tournament, numbers: Mapping[int, int]) -> tuple[list[Encounter], int]:
    """The complete encounters, and how many of the rounds begun are not."""
    begun = (Round.State.PLAYING, Round.State.CLOSED)
    boards: defaultdict[int, list[int]] = defaultdict(list)
    for board in Board.objects.filter(tournament=tournament):
        boards[board.round_id].append(board.pk)
    scores = {
        (score.table_id, score.board_id): score
        for score in BoardScore.objects.current().filter(table__round__tournament=tournament)
    }
    scale, extras = get_scale(tournament.vp_scale), match_extras(tournament)
    encounters, pending = [], 0
    tables = Table.objects.filter(round__tournament=tournament, round__state__in=begun, line_b__isnull=False)
    for table in tables:
        played = [scores.get((table.pk, pk)) for pk in boards[table.round_id]]
        result = table_result(played, scale, extra=extra_lead(table, extras))
        if result.vp_a is None or result.vp_b is None or table.line_b_id is None:
            pending += not (tournament.rules.by_fives and has_fixed_score(played))
            continue
        encounters.append(
            Encounter(
                a=(numbers[table.line_a_id],),
                b=(numbers[table.line_b_id],),
                points_a=result.mp_a,
                points_b=result.mp_b,
                vp_a=result.vp_a,
                vp_b=result.vp_b,
            )
        )
    return encounters, pending


def _extras(tournament: Tournament) -> list[Extra]:
    in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    rows = in_force.values_list("entry__number", "kind", "amount")
    return [
        Extra(
            entry=number,
            vp=amount if kind == Adjustment.Kind.VP else 0,
            mp=amount if kind == Adjustment.Kind.MP else 0,
        )
        for number, kind, amount in rows
    ]
