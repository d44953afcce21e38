"""Who goes on in a knock-out stage: by the scores of each match, or as the director decided it, with a reason.

The codes we have say nothing of a tie: VP, then MP, then the director (see `tournaments.pairing.decisions`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments import queries
from tournaments.models import Entry, KnockoutWinner, Stage, Table
from tournaments.pairing.decisions import DIRECTOR_AFTER_SCORES, Criterion, Decided, Encounter, decide
from tournaments.pairing.plan import Match


class NotDecided(Exception):
    """Matches that are level or still lack a score, as (round, table) numbers."""

    def __init__(self, *tables: tuple[int, int]) -> None:
        super().__init__(tables)
        self.tables = tables


@dataclass(frozen=True)
class Outcome:
    """A match of a knock-out and who goes on from it (None: not known yet).

    criterion: what decided; reason: the director's, where he did. is_tied: the scores are in and level.
    """

    table: Table
    winner: Entry | None
    criterion: Criterion | None = None
    reason: str = ""
    is_tied: bool = False


def outcomes(stage: Stage) -> list[Outcome]:
    """Every match of the stage's rounds begun, in order."""
    tables = Table.objects.filter(round__stage=stage, room=1, round__state__in=("playing", "closed"))
    tables = tables.select_related("round", "line_a", "line_b").order_by("round__number", "number")
    ruled = {
        one.table_id: one for one in KnockoutWinner.objects.filter(table__round__stage=stage).select_related("winner")
    }
    tallies = dict(_tallies(stage))
    return [_outcome(table, ruled.get(table.pk), tallies) for table in tables]


def winners_of(stage: Stage, matches: Mapping[int, Sequence[Match]]) -> tuple[tuple[int, ...], ...]:
    """Who won in each round so far, for the rounds of these numbers. Raises `NotDecided` while a match is open."""
    found = outcomes(stage)
    won: dict[int, list[int]] = {number: [] for number in sorted(matches)}
    open_tables = []
    for one in found:
        if one.table.round.number not in won or one.table.is_bye:
            continue
        if one.winner is None:
            open_tables.append((one.table.round.number, one.table.number))
        else:
            won[one.table.round.number].append(one.winner.number)
    if open_tables:
        raise NotDecided(*open_tables)
    return tuple(tuple(sorted(numbers)) for numbers in won.values())


Key = tuple[int, int, int]  # round, line A, line B


def _tallies(stage: Stage) -> Iterator[tuple[Key, dict[Criterion, tuple[int, int]]]]:
    """VP and MP of each match with a result, played or fixed by the code."""
    facts = queries.standings(stage.tournament, stage=stage).facts
    for one in facts.encounters:
        yield (
            (one.round, one.a[0], one.b[0]),
            {Criterion.VP: (one.vp_a, one.vp_b), Criterion.MP: (one.points_a, one.points_b)},
        )
    fixed = {(award.round, award.entry, award.against[0]): award for award in facts.awards if award.against}
    for (number, entry, against), mine in fixed.items():
        theirs = fixed.get((number, against, entry))
        if theirs is not None:
            tallies = {Criterion.VP: (mine.vp, theirs.vp), Criterion.MP: (mine.mp, theirs.mp)}
            yield (number, entry, against), tallies


def _outcome(
    table: Table, ruled: KnockoutWinner | None, tallies: Mapping[Key, Mapping[Criterion, tuple[int, int]]]
) -> Outcome:
    if table.line_b is None:
        return Outcome(table, table.line_a)
    if ruled is not None:
        return Outcome(table, ruled.winner, Criterion.DIRECTOR, ruled.reason)
    a, b = table.line_a, table.line_b
    found = tallies.get((table.round.number, a.number, b.number))
    if found is None:
        return Outcome(table, None)
    decision = decide(Encounter(a=a.number, b=b.number, tallies=found), DIRECTOR_AFTER_SCORES)
    if isinstance(decision, Decided):
        return Outcome(table, a if decision.winner == a.number else b, decision.criterion)
    return Outcome(table, None, is_tied=True)
