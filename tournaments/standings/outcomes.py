"""Who goes on in a knock-out stage: by the scores of each match, or as the director decided it, with a reason.

Once the next round has begun it is whoever sits there, whatever became of the scores (`scoring/playoffs.py`).

At a tie the online rules have extra deals played, which are kept with the decision; the other codes we have say
nothing: VP, then MP, then the director (see `tournaments.pairing.decisions`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from codes.seats import Line
from tournaments.entries.models import Entry
from tournaments.pairing.decisions import (
    DIRECTOR_AFTER_SCORES,
    KnockoutCriterion,
    KnockoutDecision,
    KnockoutMatch,
    Missing,
)
from tournaments.pairing.plan import PairedTable
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scoring.playoffs import THIRD_PLACE, Playoff, settled
from tournaments.setup.models import Tournament
from tournaments.standings.knockout_queries import Key, Tallies, criteria_of, decision_on, tallies
from tournaments.standings.queries import standings


class NotDecided(Exception):
    """Matches that are level or still lack a score, as (round, table) numbers."""

    def __init__(self, *tables: tuple[int, int]) -> None:
        super().__init__(tables)
        self.tables = tables


@dataclass(frozen=True)
class KnockoutOutcome:
    """A match of a knock-out and who goes on from it (None: not known yet).

    criterion: what decided, none where a score corrected since says otherwise. reason: the words kept with it,
    where somebody recorded one. missing: what is needed once the scores are in and level.
    """

    table: Table
    winner: Entry | None
    criterion: KnockoutCriterion | None = None
    reason: str = ""
    missing: Missing | None = None

    @property
    def is_tied(self) -> bool:
        return self.missing is not None

    @property
    def entries(self) -> list[Entry]:
        return [*self.table.entries_on(Line.A), *self.table.entries_on(Line.B)]

    @property
    def playoff(self) -> Playoff:
        numbers = tuple(entry.number for entry in self.entries)
        return Playoff(self.table.bracket or 0, numbers, self.winner.number if self.winner else None)

    def won_by(self, number: int | None) -> "KnockoutOutcome":
        """The same, where another than the scores say went on: no criterion tells why."""
        winner = next((entry for entry in self.entries if entry.number == number), self.winner)
        return self if winner == self.winner else KnockoutOutcome(self.table, winner)


def outcomes(stage: Stage) -> list[KnockoutOutcome]:
    tables = Table.objects.filter(round__stage=stage, room=1, round__state__in=Round.BEGUN)
    tables = tables.select_related("round__tournament", "line_a", "line_b").order_by("round__number", "number")
    in_force = KnockoutWinner.objects.current().filter(table__round__stage=stage)
    ruled = {winner.table_id: winner for winner in in_force.select_related("winner")}
    by_match = dict(_tallies(stage))
    return _settled([_outcome(table, ruled.get(table.pk), by_match) for table in tables])


def _settled(by_scores: Sequence[KnockoutOutcome]) -> list[KnockoutOutcome]:
    """The outcomes with whoever sat in a later match of the bracket."""
    in_bracket = [one for one in by_scores if one.table.bracket]
    went_on = zip(in_bracket, settled(one.playoff for one in in_bracket), strict=True)
    winners = {outcome.table.pk: playoff.winner for outcome, playoff in went_on}
    return [one.won_by(winners.get(one.table.pk)) for one in by_scores]


def has_tie_breaks(tournament: Tournament) -> bool:
    """Whether its code says how a level knock-out match is decided."""
    return criteria_of(tournament) != DIRECTOR_AFTER_SCORES


def match_as_played(table: Table) -> KnockoutMatch | None:
    """The match of a table by its own boards, entries by number; None while a score is missing."""
    if table.line_b is None:
        return None
    tallies = dict(_tallies(table.round.stage)).get((table.round.number, table.line_a.number, table.line_b.number))
    return None if tallies is None else KnockoutMatch(a=table.line_a.number, b=table.line_b.number, tallies=tallies)


def winners_of(stage: Stage, matches: Mapping[int, Sequence[PairedTable]]) -> tuple[tuple[int, ...], ...]:
    """Who went on from each round so far, for the rounds of these numbers, also without a match.

    Raises `NotDecided` while a match is open.
    """
    all_outcomes = outcomes(stage)
    won: dict[int, list[int]] = {number: [] for number in sorted(matches)}
    open_tables = []
    for outcome in all_outcomes:
        if outcome.table.round.number not in won or outcome.table.bracket == THIRD_PLACE:
            continue
        if outcome.winner is None:
            open_tables.append((outcome.table.round.number, outcome.table.number))
        else:
            won[outcome.table.round.number].append(outcome.winner.number)
    if open_tables:
        raise NotDecided(*open_tables)
    return tuple(tuple(sorted(numbers)) for numbers in won.values())


def _tallies(stage: Stage) -> Iterator[tuple[Key, Tallies]]:
    facts = standings(stage.tournament, stage=stage).facts
    return tallies(facts.encounters, facts.awards)


def _outcome(table: Table, ruled: KnockoutWinner | None, by_match: Mapping[Key, Tallies]) -> KnockoutOutcome:
    if table.line_b is None:
        return KnockoutOutcome(table, table.line_a)
    # Before the scores: the director's decision may depart from them. A tie-break does not: it follows them.
    if ruled is not None and not ruled.tie_break:
        return KnockoutOutcome(table, ruled.winner, KnockoutCriterion.DIRECTOR, ruled.reason)
    a, b = table.line_a, table.line_b
    tallies_now = by_match.get((table.round.number, a.number, b.number))
    if tallies_now is None:
        return KnockoutOutcome(table, None)
    decision = decision_on(a.number, b.number, tallies_now, ruled, table.round.tournament)
    if isinstance(decision, KnockoutDecision):
        reason = ruled.reason if ruled and decision.criterion != KnockoutCriterion.POINTS else ""
        return KnockoutOutcome(table, a if decision.winner == a.number else b, decision.criterion, reason)
    return KnockoutOutcome(table, None, missing=decision.missing)
