"""The first round in the four ways of the Codice di Gara del Burraco, art. 2: by choice, entry, lot, category.

Each way puts the field in an order and pairs it; `first_round` then mends what must not be (two of one club, pairs
named as forbidden, two who must each keep a table of their own) with as few changes as possible.

By category: every category among itself, its upper half against its lower half in the same order, as the Swiss systems
open. Art. 2 forms tables *of* a category, so that nobody's first match is lost before it begins; and the halves keep
the two strongest of a category from meeting at once. Who is left over in a category plays with the next one below.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from codes import rfc3797
from tournaments.pairing.field import at_two_tables
from tournaments.pairing.plan import (
    Entrant,
    Figures,
    Method,
    Note,
    NoteKind,
    Pair,
    Plan,
    Why,
    pair_of,
    repeated_numbers,
)
from tournaments.pairing.repairs import DraftTables, mend_tables
from tournaments.pairing.seating import Meeting, seat


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The field in the order of its way, and its tables as pairs of places; in an odd field the place after the last
    stands for the rest. `figures` are what a reason tells of each place.
    """

    method: Method
    why: Why
    seed: str = ""
    order: tuple[Entrant, ...]
    tables: tuple[Pair, ...]
    figures: tuple[Figures, ...] = field(default_factory=tuple)


def by_choice(entrants: Iterable[Entrant], numbers: Sequence[int]) -> Opening:
    """The arbiter's own order, the first against the second and so on. Raises ``ValueError`` if it is not the field."""
    entered = {entrant.number: entrant for entrant in _unrepeated(entrants)}
    if sorted(numbers) != sorted(entered):
        raise ValueError("the order must name every entry once, and nobody else")
    return _in_turn(Method.CHOICE, Why.CHOSEN, [entered[number] for number in numbers])


def by_entry(entrants: Iterable[Entrant]) -> Opening:
    """The order of entry: by number."""
    return _in_turn(Method.ENTRY_ORDER, Why.ENTERED, sorted(_unrepeated(entrants), key=lambda entrant: entrant.number))


def by_lot(entrants: Iterable[Entrant], seed: str) -> Opening:
    """An order drawn by RFC 3797 from the seed and the numbers: anybody can repeat it.

    Raises ``ValueError`` for a seed without letters or digits.
    """
    entered = {entrant.number: entrant for entrant in _unrepeated(entrants)}
    order = rfc3797.select(lot_key(entered, seed), sorted(entered), len(entered))
    return _in_turn(Method.LOT, Why.DRAWN, [entered[number] for number in order], seed=seed)


def lot_key(numbers: Iterable[int], seed: str) -> str:
    """The key of the draw, as RFC 3797 has it: to be shown, so that it can be repeated."""
    return rfc3797.key_string([*rfc3797.words(seed), "PRIMO TURNO", *_pool(numbers)])


def by_category(entrants: Iterable[Entrant], categories: Sequence[str] = ()) -> Opening:
    """Each category among itself, upper half against lower half; ranks are those of strength.

    categories: the best first; those not named come after them in alphabetical order, who has none at the very end.
    """
    places = {name: place for place, name in enumerate(categories)}
    order = sorted(
        _unrepeated(entrants),
        key=lambda entrant: (
            not entrant.category,
            places.get(entrant.category, len(places)),
            entrant.category,
            entrant.rank,
            entrant.number,
        ),
    )
    tables: list[Pair] = []
    figures: list[Figures] = []
    for group in _groups(order):
        half = len(group) // 2
        tables += [(group[at], group[at + half]) for at in range(half)]
        figures += [{"place": at, "category": order[place].category} for at, place in enumerate(group, 1)]
    opening = _in_turn(Method.CATEGORY, Why.HALVES, order)
    rest = opening.tables[-1:] if len(order) % 2 else ()
    figures += [{"place": len(order), "category": order[-1].category} for _one in rest]
    return Opening(
        method=opening.method, why=opening.why, order=opening.order, tables=(*tables, *rest), figures=tuple(figures)
    )


def first_round(opening: Opening, *, clubs_apart: bool = True, forbidden: Iterable[Pair] = ()) -> Plan:
    """The round, with barred pairs kept apart wherever that can be, and said where it cannot."""
    drafted = _draft_tables(opening, clubs_apart, forbidden)
    tables = mend_tables(drafted)
    meetings = [
        _meeting_of(opening, drafted, pair, swapped=pair != before)
        for pair, before in zip(tables, drafted.tables, strict=True)
    ]
    matches, moved = seat(meetings)
    return Plan(
        method=opening.method, seed=opening.seed, matches=matches, notes=(*_notes(opening, drafted, tables), *moved)
    )


def _unrepeated(entrants: Iterable[Entrant]) -> list[Entrant]:
    listed = list(entrants)
    if twice := repeated_numbers(entrant.number for entrant in listed):
        raise ValueError(f"listed twice: {twice}")
    return listed


def _pool(numbers: Iterable[int]) -> Iterator[Sequence[int]]:
    """The pool as one source; none where nobody is here, and nothing is drawn."""
    if pool := sorted(numbers):
        yield pool


def _in_turn(method: Method, why: Why, order: Sequence[Entrant], *, seed: str = "") -> Opening:
    size = len(order)
    return Opening(
        method=method,
        why=why,
        seed=seed,
        order=tuple(order),
        tables=tuple((place, place + 1) for place in range(0, size, 2)),
        figures=tuple({"place": place} for place in range(1, size + 1)),
    )


def _groups(order: Sequence[Entrant]) -> Iterator[list[int]]:
    """The places of each category, an even number of them: who is left over opens the next; the very last rests."""
    group: list[int] = []
    for place, entrant in enumerate(order):
        group.append(place)
        is_last = place + 1 == len(order) or order[place + 1].category != entrant.category
        if is_last:
            even = len(group) - len(group) % 2
            yield group[:even]
            group = group[even:]


def _draft_tables(opening: Opening, clubs_apart: bool, forbidden: Iterable[Pair]) -> DraftTables:
    order = opening.order
    at = {entrant.number: place for place, entrant in enumerate(order)}
    named = {pair_of(at[a], at[b]) for a, b in forbidden if a in at and b in at}
    rested = {place for place, entrant in enumerate(order) if entrant.rests} if len(order) % 2 else set()
    may_rest = len(rested) < len(order)
    rest = [""] * (len(order) % 2)
    return DraftTables(
        tables=opening.tables,
        clubs=[entrant.club if clubs_apart else "" for entrant in order] + rest,
        groups=[entrant.category if opening.method == Method.CATEGORY else "" for entrant in order] + rest,
        forbidden=frozenset(named | at_two_tables(order) | {(place, len(order)) for place in rested if may_rest}),
    )


def _meeting_of(opening: Opening, drafted: DraftTables, pair: Pair, *, swapped: bool) -> Meeting:
    order = opening.order
    first, second = pair
    data = _kept_apart(opening, drafted, pair) if swapped else {}
    if second == len(order):
        return Meeting(first=order[first], why=Why.REST_LAST, data={**opening.figures[first], **data})
    return Meeting(
        first=order[first],
        second=order[second],
        why=Why.SWAPPED if swapped else opening.why,
        first_data=opening.figures[first],
        second_data=opening.figures[second],
        data=data,
    )


def _kept_apart(opening: Opening, drafted: DraftTables, pair: Pair) -> Figures:
    """The numbers of the two that would have met: for their sake these were moved."""
    bad = next((table for place in pair if (table := drafted.table_of[place]) in drafted.bad), None)
    if bad is None:
        return {}
    return {"apart": " ".join(str(number) for number in _numbers(opening, drafted.tables[bad]))}


def _notes(opening: Opening, drafted: DraftTables, tables: Collection[Pair]) -> Iterator[Note]:
    for first, second in tables:
        entrant = opening.order[first]
        if second == len(opening.order):
            if entrant.rests:
                yield Note(kind=NoteKind.SECOND_REST, data={"entry": entrant.number, "rests": entrant.rests})
        elif drafted.is_barred(first, second):
            a, b = _numbers(opening, (first, second))
            same_club = drafted.clubs[first] and drafted.clubs[first] == drafted.clubs[second]
            if same_club:
                yield Note(kind=NoteKind.SAME_CLUB, data={"a": a, "b": b, "club": entrant.club})
            if (first, second) in drafted.forbidden:
                yield Note(kind=NoteKind.FORBIDDEN_PAIR, data={"a": a, "b": b})


def _numbers(opening: Opening, pair: Pair) -> list[int]:
    return [opening.order[place].number for place in pair if place < len(opening.order)]
