"""What a change by hand breaks: the director moves whom he likes in a draft, and is told before it counts.

An entry at two tables, or one that is not in the field, is refused; everything else is the director's to weigh.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.pairing.plan import Entrant, Figures, History, Pair, PairedTable, Plan, Why, pair_of, repeated_numbers


class BrokenRule(StrEnum):
    """What a draft breaks; a comment names the figures."""

    SEATED_TWICE = "seated-twice"  # entry
    NOT_HERE = "not-here"  # entry: withdrawn, or of another group
    TABLE_TWICE = "table-twice"  # table
    MISSING = "missing"  # entry: here, but without a table
    REMATCH = "rematch"  # a, b, round: the last in which they met
    PARTNER_AGAIN = "partner-again"  # a, b, round: individuals who played together before
    SAME_CLUB = "same-club"  # a, b, club
    FORBIDDEN_PAIR = "forbidden-pair"  # a, b
    SECOND_REST = "second-rest"  # entry, rests
    REST_AVOIDABLE = "rest-avoidable"  # a, b: two rest who could meet
    FIXED_TABLE_MOVED = "fixed-table-moved"  # entry, table, fixed
    BOARDS_AGAIN = "boards-again"  # entry, from_board, to_board, round: boards that it has played, in which round


REFUSED = frozenset({BrokenRule.SEATED_TWICE, BrokenRule.NOT_HERE, BrokenRule.TABLE_TWICE})


@dataclass(frozen=True, kw_only=True)
class Breach:
    """One thing that a draft breaks, with the figures that a sentence about it needs."""

    broken: BrokenRule
    data: Figures = field(default_factory=dict, hash=False)

    @property
    def is_refused(self) -> bool:
        """Whether such a draft cannot be kept at all."""
        return self.broken in REFUSED


def check_plan(
    matches: Sequence[PairedTable],
    entrants: Iterable[Entrant],
    history: History,
    *,
    rematches: bool = False,
    clubs_apart: bool = False,
    forbidden: Collection[Pair] = (),
) -> tuple[Breach, ...]:
    """What these matches break, first what is refused, then table by table.

    rematches: whether meeting again is allowed. clubs_apart: whether two of one club are told (round one).
    """
    here = {entrant.number: entrant for entrant in entrants}
    never = {pair_of(*pair) for pair in forbidden}
    breaches = [*_refused_seats(matches, here), *_missing_entries(matches, here), *_needless_rests(matches)]
    for match in matches:
        for pair in match.pairs_met():
            breaches += _rematches(pair, history, rematches)
            breaches += _barred_pairs(pair, here, never, clubs_apart)
        breaches += _repeated_partners(match, history, rematches)
        breaches += _second_rests(match, here)
        breaches += _moved_from_fixed_table(match, here)
    return tuple(breaches)


def exchange_entries(plan: Plan, entry: int, other: int) -> Plan:
    """The plan with two entries in each other's seats; their tables carry the director's hand as the reason.

    Raises ``ValueError`` if either is not in the plan.
    """
    if absent := {entry, other} - set(plan.entries):
        raise ValueError(f"not in the plan: {sorted(absent)}")
    swap = {entry: other, other: entry}
    return replace(plan, matches=tuple(_exchange_seats(match, swap) for match in plan.matches))


def _exchange_seats(match: PairedTable, swap: Mapping[int, int]) -> PairedTable:
    if not set(match.entries) & set(swap):
        return match
    a = tuple(swap.get(entry, entry) for entry in match.a)
    b = tuple(swap.get(entry, entry) for entry in match.b)
    return PairedTable(table=match.table, a=a, b=b, why=Why.BY_HAND)


def _refused_seats(matches: Sequence[PairedTable], here: Mapping[int, Entrant]) -> Iterator[Breach]:
    seated = [entry for match in matches for entry in match.entries]
    for entry in repeated_numbers(seated):
        yield Breach(broken=BrokenRule.SEATED_TWICE, data={"entry": entry})
    for entry in sorted(set(seated) - set(here)):
        yield Breach(broken=BrokenRule.NOT_HERE, data={"entry": entry})
    for table in repeated_numbers(match.table for match in matches):
        yield Breach(broken=BrokenRule.TABLE_TWICE, data={"table": table})


def _missing_entries(matches: Sequence[PairedTable], here: Mapping[int, Entrant]) -> Iterator[Breach]:
    seated = Counter(entry for match in matches for entry in match.entries)
    return (Breach(broken=BrokenRule.MISSING, data={"entry": entry}) for entry in sorted(set(here) - set(seated)))


def _needless_rests(matches: Sequence[PairedTable]) -> Iterator[Breach]:
    """Two that rest at once could play each other: whoever pairs by hand may have left a table half empty."""
    resting = [match.a[0] for match in matches if match.rests and len(match.a) == 1]
    for entry, other in zip(resting[::2], resting[1::2], strict=False):
        yield Breach(broken=BrokenRule.REST_AVOIDABLE, data={"a": entry, "b": other})


def _rematches(pair: Pair, history: History, rematches: bool) -> Iterator[Breach]:
    last = history.last_met(*pair)
    if last and not rematches:
        yield Breach(broken=BrokenRule.REMATCH, data={"a": pair[0], "b": pair[1], "round": last})


def _repeated_partners(match: PairedTable, history: History, rematches: bool) -> Iterator[Breach]:
    for pair in match.pairs_together():
        if (rounds := history.together.get(pair)) and not rematches:
            yield Breach(broken=BrokenRule.PARTNER_AGAIN, data={"a": pair[0], "b": pair[1], "round": rounds[-1]})


def _barred_pairs(
    pair: Pair, here: Mapping[int, Entrant], never: Collection[Pair], clubs_apart: bool
) -> Iterator[Breach]:
    if pair in never:
        yield Breach(broken=BrokenRule.FORBIDDEN_PAIR, data={"a": pair[0], "b": pair[1]})
    clubs = [here[entry].club for entry in pair if entry in here]
    if clubs_apart and len(clubs) == 2 and clubs[0] and clubs[0] == clubs[1]:
        yield Breach(broken=BrokenRule.SAME_CLUB, data={"a": pair[0], "b": pair[1], "club": clubs[0]})


def _second_rests(match: PairedTable, here: Mapping[int, Entrant]) -> Iterator[Breach]:
    for entry in match.a if match.rests else ():
        if entry in here and here[entry].rests:
            yield Breach(broken=BrokenRule.SECOND_REST, data={"entry": entry, "rests": here[entry].rests})


def _moved_from_fixed_table(match: PairedTable, here: Mapping[int, Entrant]) -> Iterator[Breach]:
    for entry in () if match.rests else match.entries:
        fixed = here[entry].fixed_table if entry in here else None
        if fixed not in (None, match.table) and fixed is not None:
            yield Breach(
                broken=BrokenRule.FIXED_TABLE_MOVED, data={"entry": entry, "table": match.table, "fixed": fixed}
            )
