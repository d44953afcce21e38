"""The smallest ways out where no pairing keeps every rule."""

from collections.abc import Iterator
from itertools import combinations

from tournaments.pairing.field import RankedField
from tournaments.pairing.matching import cheapest
from tournaments.pairing.plan import Pair, Relaxation, RelaxedRule, pair_of

# What weighs more than any sum of what stands below it, for fields of 4,096 entries, 500 rematches and 256 rounds.
_ONE_MORE = 1 << 66
_ONE_ROUND_LATER = 1 << 48
_ONE_PLACE_HIGHER = 1 << 24  # who rests


def relaxations(field: RankedField) -> tuple[Relaxation, ...]:
    """What a director can choose from: rematches, forbidden pairs, a second rest; both kinds of pairs if need be.

    Each is the fewest of its kind. Of as many rematches, those that lie longest back (the least sum of the rounds in
    which they last met); then, with an odd field, the rest that falls lowest; then those nearest in rank.
    """
    alone = (_rematches, _forbidden_pairs, _second_rest)
    relaxations = tuple(relaxation for way in alone if (relaxation := way(field)) is not None)
    return relaxations or (_either_pairs(field),)


def _rematches(field: RankedField) -> Relaxation | None:
    edges = [*_free(field), *_rests(field), *_met_edges(field)]
    return _of_pairs(RelaxedRule.REMATCHES, field, edges)


def _forbidden_pairs(field: RankedField) -> Relaxation | None:
    edges = [*_free(field), *_rests(field), *_forbidden_edges(field)]
    return _of_pairs(RelaxedRule.FORBIDDEN_PAIRS, field, edges)


def _either_pairs(field: RankedField) -> Relaxation:
    both = ((a, b, _ONE_MORE + field.met[a, b] * _ONE_ROUND_LATER + b - a) for a, b in field.forbidden & set(field.met))
    edges = [*_free(field), *_rests(field), *_met_edges(field), *_forbidden_edges(field), *both]
    relaxation = _of_pairs(RelaxedRule.REMATCHES_AND_FORBIDDEN_PAIRS, field, edges)
    if relaxation is None:
        raise AssertionError("every two may meet here, and one of an odd field may rest")
    return relaxation


def _second_rest(field: RankedField) -> Relaxation | None:
    size = len(field.entrants)
    if size % 2 == 0:
        return None
    again = (
        (place, size, _ONE_MORE + entrant.rests * _ONE_ROUND_LATER + (size - place) * _ONE_PLACE_HIGHER)
        for place, entrant in enumerate(field.entrants)
        if entrant.rests
    )
    pairs = cheapest(range(size + 1), [*_free(field), *again])
    if pairs is None:
        return None
    (resting,) = (place for place, other in pairs if other == size)
    return Relaxation(relaxing=RelaxedRule.SECOND_REST, count=1, entries=(field.entrants[resting].number,))


def _of_pairs(relaxing: RelaxedRule, field: RankedField, edges: list[tuple[int, int, int]]) -> Relaxation | None:
    size = len(field.entrants)
    pairs = cheapest(range(size + size % 2), edges)
    if pairs is None:
        return None
    relaxed = [pair for pair in pairs if pair in field.met or pair in field.forbidden]
    numbers = tuple(_numbers(field, pair) for pair in sorted(relaxed, key=lambda pair: (field.met.get(pair, 0), pair)))
    return Relaxation(relaxing=relaxing, count=len(numbers), pairs=numbers)


def _free(field: RankedField) -> Iterator[tuple[int, int, int]]:
    barred = field.barred
    return (
        (place, other, 0) for place, other in combinations(range(len(field.entrants)), 2) if other not in barred[place]
    )


def _rests(field: RankedField) -> Iterator[tuple[int, int, int]]:
    """In an odd field the rest counts as one more place: who has not rested may meet it (who has, if all have)."""
    size = len(field.entrants)
    if size % 2:
        fewest = min(entrant.rests for entrant in field.entrants)
        for place, entrant in enumerate(field.entrants):
            if entrant.rests == fewest:
                yield place, size, (size - place) * _ONE_PLACE_HIGHER


def _met_edges(field: RankedField) -> Iterator[tuple[int, int, int]]:
    for (place, other), last in field.met.items():
        if (place, other) not in field.forbidden:
            yield place, other, _ONE_MORE + last * _ONE_ROUND_LATER + other - place


def _forbidden_edges(field: RankedField) -> Iterator[tuple[int, int, int]]:
    return (
        (place, other, _ONE_MORE + other - place) for place, other in field.forbidden if (place, other) not in field.met
    )


def _numbers(field: RankedField, pair: Pair) -> Pair:
    return pair_of(field.entrants[pair[0]].number, field.entrants[pair[1]].number)
