"""Knock-out: the bracket of a seeded field, stage by stage from the winners.

The best seed meets the last, the second the last but one, so that the first two can meet in the final only. Where the
field is no power of two the best seeds find a free place and pass the first stage. A stage is told by how many places
are left in it: 2 the final, 4 the semi-finals, 8 the quarter-finals; 3 is the match for the third place. The better
seed sits in line A. Whoever should meet somebody who left the tournament passes without a match; so the only one of two
losers of the semi-finals who is still here is third.

How a match is decided: see `decisions`. Not handled: a second life for losers, drawing again after each stage, a match
that both lose.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.pairing.plan import Method, PairedTable, Plan, Why, repeated_numbers

FINAL = 2
THIRD_PLACE = 3  # the stage of the match between the losers of the semi-finals

Slot = int | None  # an entry, or a free place of the bracket


def bracket(places: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a bracket with so many places, a power of two: each two next to each other meet.

    >>> bracket(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if places < 1 or places & (places - 1):
        raise ValueError(f"not a power of two: {places}")
    seeds = [1]
    while len(seeds) < places:
        size = 2 * len(seeds)
        seeds = [seed for best in seeds for seed in (best, size + 1 - best)]
    return tuple(seeds)


def places_for(entries: int) -> int:
    """The places of the smallest bracket that holds them. Raises ``ValueError`` for fewer than two."""
    if entries < 2:
        raise ValueError(f"nobody to meet: {entries}")
    return 1 << (entries - 1).bit_length()


def stages_of(entries: int) -> tuple[int, ...]:
    """The stages from the first to the final."""
    last = places_for(entries).bit_length()
    return tuple(1 << power for power in range(last - 1, 0, -1))


def fewest_for(stages: int) -> int:
    """The fewest entries whose bracket has so many stages, one at least.

    >>> [fewest_for(stages) for stages in (1, 2, 3, 60)]
    [2, 3, 5, 576460752303423489]
    """
    return (1 << (stages - 1)) + 1


def plan_stage(
    seeds: Sequence[int],
    winners: Sequence[Collection[int]] = (),
    *,
    third_place: bool = False,
    gone: Collection[int] = (),
) -> Plan:
    """The stage after those whose winners are given, the first stage first.

    winners: who went on, of each stage; whoever passed by a free place need not be named, and of two who were both gone
    nobody is. gone: who left the tournament, whose opponent passes. third_place: with the final the losers of the
    semi-finals meet as well, without those who are gone. Raises ``ValueError`` for an entry seeded twice, for two
    winners of one match, once the final has been won, and where nobody is left.
    """
    if twice := repeated_numbers(seeds):
        raise ValueError(f"seeded twice: {twice}")
    slots, losers = _bracket_after(seeds, winners)
    if len(slots) < FINAL:
        raise ValueError("the final has been won")
    fixtures = list(batched(slots))
    present = [[entry for entry in both if entry is not None and entry not in gone] for both in fixtures]
    if not any(present):
        raise ValueError("nobody is left")
    playing = [(both[0], both[1]) for both in present if len(both) == 2]
    passing = [
        (both[0], Why.BYE if None in fixture else Why.OPPONENT_GONE)
        for both, fixture in zip(present, fixtures, strict=True)
        if len(both) == 1
    ]
    seed_of = {entry: seed for seed, entry in enumerate(seeds, start=1)}
    matches = [_match(table, *both, seed_of, len(slots)) for table, both in enumerate(playing, start=1)]
    if third_place and len(slots) == FINAL and len(losers) == 2:
        here = [entry for entry in losers if entry not in gone]
        matches += _small_final(len(playing) + 1, here, seed_of)
    byes = [
        _bye(table, entry, seed_of, len(slots), why)
        for table, (entry, why) in enumerate(passing, start=len(matches) + 1)
    ]
    return Plan(method=Method.KNOCKOUT, matches=(*matches, *byes))


def batched(slots: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """Each two neighbours of the bracket, who meet."""
    return zip(slots[::2], slots[1::2], strict=True)


def _bracket_after(seeds: Sequence[int], winners: Sequence[Collection[int]]) -> tuple[list[Slot], list[int]]:
    """Who is left in the bracket from top to bottom, and who lost in the stage just played."""
    slots: list[Slot] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(places_for(len(seeds)))]
    losers: list[int] = []
    for won in winners:
        in_play = [entry for both in batched(slots) if None not in both for entry in both if entry is not None]
        if strangers := set(won) - set(slots):
            raise ValueError(f"did not play: {sorted(strangers)}")
        slots = [_through(slot, other, won) for slot, other in batched(slots)]
        losers = [entry for entry in in_play if entry not in won]
    return slots, losers


def _through(slot: Slot, other: Slot, won: Collection[int]) -> Slot:
    """Who goes on from two neighbours of the bracket: nobody, where both were gone."""
    if slot is None or other is None:
        return other if slot is None else slot
    went_on = [entry for entry in (slot, other) if entry in won]
    if len(went_on) > 1:
        raise ValueError(f"two winners: {slot} and {other}")
    return went_on[0] if went_on else None


def _small_final(table: int, losers: Sequence[int], seed_of: Mapping[int, int]) -> list[PairedTable]:
    """The table of the third place; nobody is left for it where both losers are gone."""
    if len(losers) == FINAL:
        return [_match(table, losers[0], losers[1], seed_of, THIRD_PLACE)]
    return [_bye(table, entry, seed_of, THIRD_PLACE, Why.THIRD_ALONE) for entry in losers]


def _match(table: int, entry: int, other: int, seed_of: Mapping[int, int], stage: int) -> PairedTable:
    better, worse = sorted((entry, other), key=lambda entry: seed_of[entry])
    data = {"seed_a": seed_of[better], "seed_b": seed_of[worse], "stage": stage}
    return PairedTable(table=table, a=(better,), b=(worse,), why=Why.SEEDED, data=data)


def _bye(table: int, entry: int, seed_of: Mapping[int, int], stage: int, why: Why) -> PairedTable:
    return PairedTable(table=table, a=(entry,), why=why, data={"seed": seed_of[entry], "stage": stage})
