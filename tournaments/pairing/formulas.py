"""The formulas: a row each, with everything by which one differs from another.

Nobody asks for a formula by name: whoever needs to know something about it reads its row, so a new formula is a new row
(docs/changing-standings-and-formulas.md). Its key is what stages and records of pairings keep; its words are beside the
model, `tournaments.planning.models.Formula`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from itertools import count

from tournaments.pairing import drawers, knockout, round_robin, rover
from tournaments.pairing.plan import Method, Plan
from tournaments.pairing.records import Inputs, Section

BY_HAND = "by-hand"
FEWEST = 2  # entries that can meet


class GoesOn(Enum):
    """What the rounds after the first take over from those before."""

    ANEW = auto()  # nothing but the standings and who met whom
    LINES = auto()  # the fixed line and the mobile one
    PLACES = auto()  # everybody's place in a table of all the days
    BRACKET = auto()  # the seeds, and who won


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What there is to know about a formula.

    draw: a round of one section. goes_on: what its later rounds take over. by_standings: it asks them, so the rounds
    before must have ended. is_scheduled: all its rounds are known from the start. may_forbid: two can be kept apart in
    any round, not in the first alone. meets_again: opponents meet again by rule. legs: how often everybody meets
    everybody. own_rests: who rests follows from its table, bracket or count of four. keeps_numbers: tables keep theirs
    from round to round, since its lines move by them (and boards may). keeps_seed: the later rounds go on with that of
    the first. tables_of_four: single players sit down two against two. changes_partners: it is for them alone.
    among_singles: the formula that stands for it where single players sit so; itself where it says nothing.
    rounds_for: how many rounds so many entries (two at least) can play at most; None where there is no such end.
    """

    draw: Callable[[Section, Inputs, str], Plan]
    method: Method
    goes_on: GoesOn = GoesOn.ANEW
    by_standings: bool = False
    is_scheduled: bool = False
    may_forbid: bool = False
    meets_again: bool = False
    legs: int = 1
    own_rests: bool = False
    keeps_numbers: bool = False
    keeps_seed: bool = False
    tables_of_four: bool = False
    changes_partners: bool = False
    among_singles: str = ""
    rounds_for: Callable[[int], int] | None = None

    @property
    def seats_four(self) -> bool:
        """Whether single players can play by it: two against two, or at tables that the director puts together."""
        return traits_of(self.among_singles).tables_of_four or self.tables_of_four or not self.is_drawn

    @property
    def is_drawn(self) -> bool:
        """Whether the program draws its rounds; else the director puts the tables together."""
        return self.method is not Method.BY_HAND

    @property
    def is_bracket(self) -> bool:
        return self.goes_on is GoesOn.BRACKET


def _by_the_director(section: Section, inputs: Inputs, seed: str) -> Plan:
    raise ValueError("tables put together by hand follow from no formula")


FORMULAS: Mapping[str, Traits] = {
    "danish": Traits(
        draw=drawers.danish_round,
        method=Method.DANISH_WITHOUT_REMATCHES,
        by_standings=True,
        may_forbid=True,
        among_singles="individual-danish",
    ),
    "danish-pure": Traits(
        draw=partial(drawers.danish_round, rematches=True),
        method=Method.DANISH,
        by_standings=True,
        may_forbid=True,
        meets_again=True,
        among_singles="individual-danish",
    ),
    "mitchell": Traits(
        draw=drawers.mitchell_round,
        method=Method.MITCHELL,
        goes_on=GoesOn.LINES,
        is_scheduled=True,
        own_rests=True,
        keeps_numbers=True,
        rounds_for=rover.rounds_for,
    ),
    "round-robin": Traits(
        draw=drawers.round_robin_round,
        method=Method.ROUND_ROBIN,
        goes_on=GoesOn.PLACES,
        is_scheduled=True,
        own_rests=True,
        rounds_for=round_robin.rounds_of,
    ),
    "double-round-robin": Traits(
        draw=drawers.round_robin_round,
        method=Method.ROUND_ROBIN,
        goes_on=GoesOn.PLACES,
        is_scheduled=True,
        own_rests=True,
        meets_again=True,
        legs=2,
        rounds_for=partial(round_robin.rounds_of, double=True),
    ),
    "knockout": Traits(
        draw=drawers.knockout_round,
        method=Method.KNOCKOUT,
        goes_on=GoesOn.BRACKET,
        by_standings=True,
        own_rests=True,
        rounds_for=lambda entries: len(knockout.stages_of(entries)),
    ),
    "individual": Traits(
        draw=drawers.individual_round,
        method=Method.INDIVIDUAL,
        own_rests=True,
        keeps_seed=True,
        tables_of_four=True,
        changes_partners=True,
    ),
    # What a stage of the Danish formulas is drawn by among single players; no stage has it as its own.
    "individual-danish": Traits(
        draw=drawers.individual_danish_round,
        method=Method.INDIVIDUAL,
        by_standings=True,
        own_rests=True,
        tables_of_four=True,
    ),
    BY_HAND: Traits(draw=_by_the_director, method=Method.BY_HAND),
}


def traits_of(formula: str) -> Traits:
    """The row of a formula; that of tables put together by hand for none of ours, as a record may hold if changed."""
    return FORMULAS.get(formula, FORMULAS[BY_HAND])


def fewest_for(lasting: Callable[[int], int], rounds: int, *, above: int = FEWEST) -> int:
    """The fewest entries, of so many and more, that can play the rounds; lasting: how many they can play."""
    return next(entries for entries in count(above) if lasting(entries) >= rounds)
