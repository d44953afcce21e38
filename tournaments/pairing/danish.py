"""The Danish system: neighbours in the standings meet, 1–2, 3–4, 5–6 … (Codice di Gara del Burraco, art. 2).

Pure, it lets two entries meet again. Without rematches everybody, from the top, meets the nearest in rank that he has
not met, as long as the others can still be paired (`nearest.py`). With an odd field the lowest in rank who has not
rested in this session rests (art. 40's incomplete table); when even that leaves no pairing, the next above. Nothing
here is left to chance.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.pairing.field import RankedField
from tournaments.pairing.nearest import Nearest, nearest
from tournaments.pairing.plan import (
    Entrant,
    Figures,
    History,
    Method,
    NoPairing,
    Note,
    NoteKind,
    Pair,
    Plan,
    Relaxation,
    Why,
    pair_of,
)
from tournaments.pairing.relaxations import relaxations
from tournaments.pairing.seating import Meeting, seat


def danish(
    entrants: Iterable[Entrant],
    history: History,
    *,
    rematches: bool,
    forbidden: Iterable[Pair] = (),
    accepted: Relaxation | None = None,
) -> Plan:
    """The next round of those who are here. A late or withdrawn entry simply is in the list or not.

    rematches: whether two may meet again (the pure system). forbidden: pairs that must not meet in any case.
    accepted: the way out of an earlier `NoPairing` that the director chose. Raises `NoPairing` with the smallest ways
    out when no pairing keeps every rule, and ``ValueError`` for an entry that is listed twice.
    """
    forbidden = tuple(forbidden)
    accepted_pairs = accepted.pairs if accepted else ()
    field = RankedField.ranked(entrants, history, rematches=rematches, forbidden=forbidden, accepted=accepted_pairs)
    round_drawn = _Round(field=field, history=history, given=frozenset(pair_of(*pair) for pair in accepted_pairs))
    resting, nearest = _rest_and_pairs(field, accepted.entries if accepted else ())
    matches, moved = seat([*round_drawn.meetings(resting, nearest), *round_drawn.rest(resting)])
    return Plan(
        method=Method.DANISH if rematches else Method.DANISH_WITHOUT_REMATCHES,
        matches=matches,
        notes=(*round_drawn.notes(resting, nearest, frozenset(forbidden)), *moved),
    )


def _rest_and_pairs(field: RankedField, may_rest_again: tuple[int, ...]) -> tuple[int | None, Nearest]:
    """Who rests (None in an even field) and the pairs of the others."""
    places = range(len(field.entrants))
    for resting in _rest_candidates(field, may_rest_again) if len(places) % 2 else [None]:
        best = nearest([place for place in places if place != resting], field.barred)
        if best is not None:
            return resting, best
    raise NoPairing(*relaxations(field))


def _rest_candidates(field: RankedField, may_rest_again: tuple[int, ...]) -> list[int]:
    """Who may rest, the first to do so first: the lowest who has not rested yet; if all have, who rested least."""
    lowest_first = range(len(field.entrants) - 1, -1, -1)
    fresh = [place for place in lowest_first if not field.entrants[place].rests]
    if not fresh:
        return sorted(lowest_first, key=lambda place: field.entrants[place].rests)
    return fresh + [
        place for place in lowest_first if place not in fresh and field.entrants[place].number in may_rest_again
    ]


@dataclass(frozen=True, kw_only=True)
class _Round:
    """Tells the reasons of a round; `given` are the pairs that the director accepted."""

    field: RankedField
    history: History
    given: frozenset[Pair]

    def meetings(self, resting: int | None, nearest: Nearest) -> Iterator[Meeting]:
        open_places = [place for place in range(len(self.field.entrants)) if place != resting]
        for first, second in nearest.pairs:
            open_places.remove(first)
            passed = open_places[: open_places.index(second)]
            open_places.remove(second)
            yield self._meeting(first, second, passed)

    def rest(self, resting: int | None) -> Iterator[Meeting]:
        if resting is None:
            return
        who = self.field.entrants[resting]
        lower = [entrant.number for entrant in self.field.entrants[resting + 1 :] if not entrant.rests]
        if who.rests:
            yield Meeting(first=who, why=Why.REST_AGAIN, data={"rank": who.rank, "rests": who.rests})
        elif lower:
            yield Meeting(first=who, why=Why.REST_SPARED, data={"rank": who.rank, "spared": numbers_text(lower)})
        else:
            yield Meeting(first=who, why=Why.REST_LOWEST, data={"rank": who.rank})

    def notes(self, resting: int | None, nearest: Nearest, forbidden: frozenset[Pair]) -> Iterator[Note]:
        if nearest.reopened:
            yield Note(kind=NoteKind.REOPENED, data={"places": nearest.reopened})
        if resting is not None and (who := self.field.entrants[resting]).rests:
            yield Note(kind=NoteKind.SECOND_REST, data={"entry": who.number, "rests": who.rests})
        for pair in (self._numbers(*pair) for pair in nearest.pairs):
            if pair in self.given and (last := self.history.last_met(*pair)):
                yield Note(kind=NoteKind.REMATCH, data={"a": pair[0], "b": pair[1], "round": last})
            if pair in self.given and pair in forbidden:
                yield Note(kind=NoteKind.FORBIDDEN_PAIR, data={"a": pair[0], "b": pair[1]})

    def _meeting(self, first: int, second: int, passed: list[int]) -> Meeting:
        entrant, other = self.field.entrants[first], self.field.entrants[second]
        last = self.history.last_met(entrant.number, other.number)
        return Meeting(
            first=entrant,
            second=other,
            why=self._why(first, second, passed),
            first_data=_rank_and_points(entrant),
            second_data=_rank_and_points(other),
            data={**self._passed_over(first, passed), **({"round": last} if last else {})},
        )

    def _why(self, first: int, second: int, passed: list[int]) -> Why:
        if self._numbers(first, second) in self.given:
            return Why.ACCEPTED
        return Why.NEAREST if passed or second - first > 1 else Why.NEIGHBOURS

    def _passed_over(self, first: int, passed: list[int]) -> Figures:
        """Who was nearer and free: met before, forbidden, or spared so that the others could be paired."""
        if not passed:
            return {}
        pairs = {place: pair_of(first, place) for place in passed}
        met = [place for place in passed if pairs[place] in self.field.met]
        forbidden = [place for place in passed if pairs[place] in self.field.forbidden and place not in met]
        spared = [place for place in passed if place not in met and place not in forbidden]
        groups = {"met": met, "forbidden": forbidden, "spared": spared}
        data = {
            name: numbers_text(self.field.entrants[place].number for place in places) for name, places in groups.items()
        }
        return {"first": self.field.entrants[first].number, **{name: text for name, text in data.items() if text}}

    def _numbers(self, first: int, second: int) -> Pair:
        return pair_of(self.field.entrants[first].number, self.field.entrants[second].number)


def numbers_text(numbers: Iterable[int]) -> str:
    """Entry numbers as a figure of a reason: ``12 7``."""
    return " ".join(str(number) for number in numbers)


def _rank_and_points(entrant: Entrant) -> Figures:
    return {"rank": entrant.rank} | ({"vp": entrant.score[0]} if entrant.score else {})
