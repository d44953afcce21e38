"""What an entry has gathered, each part apart, and what ranks it: VP and MP."""

from dataclasses import dataclass

from tournaments.scoring.facts import Facts


@dataclass(slots=True)
class Sums:
    """The sums of an entry; whole numbers. Filled here, only read elsewhere.

    warnings: those of this stage in force, and warning_vp what they take. warnings_carried: those of earlier stages,
    which complete a set but have already been paid.
    """

    entry: int
    encounters: int = 0
    vp_played: int = 0
    mp_for: int = 0
    mp_against: int = 0
    awards: int = 0
    vp_awarded: int = 0
    mp_awarded: int = 0
    vp_adjustment: int = 0
    mp_adjustment: int = 0
    warnings: int = 0
    warning_vp: int = 0
    vp_carried: int = 0
    mp_carried: int = 0
    warnings_carried: int = 0

    @property
    def vp(self) -> int:
        """The VP that rank: everything, less what the warnings take."""
        return self.vp_played + self.vp_awarded + self.vp_adjustment + self.vp_carried - self.warning_vp

    @property
    def mp(self) -> int:
        """The MP that rank: points for, minus against, and everything else."""
        return self.mp_for - self.mp_against + self.mp_awarded + self.mp_adjustment + self.mp_carried

    @property
    def mp_played(self) -> int:
        """The MP of the encounters alone."""
        return self.mp_for - self.mp_against

    @property
    def has_happened(self) -> bool:
        """Whether there is anything to rank by: warnings that cost nothing yet are not."""
        return bool(self.encounters or self.awards or self.vp or self.mp)


def add_up(facts: Facts) -> dict[int, Sums]:
    """The sums of every entry; KeyError when something belongs to an entry that is not there."""
    sums = {entry: Sums(entry) for entry in facts.entries}
    _add_encounters(sums, facts)
    for award in facts.awards:
        mine = sums[award.entry]
        mine.awards += 1
        mine.vp_awarded += award.vp
        mine.mp_awarded += award.mp
    for extra in facts.extras:
        mine = sums[extra.entry]
        mine.vp_adjustment += extra.vp
        mine.mp_adjustment += extra.mp
        mine.warnings += extra.warnings
    for carry in facts.carries:
        mine = sums[carry.entry]
        mine.vp_carried += carry.vp
        mine.mp_carried += carry.mp
        mine.warnings_carried += carry.warnings
    _charge_warnings(sums, facts.warnings_per_vp)
    return sums


def _add_encounters(sums: dict[int, Sums], facts: Facts) -> None:
    """The hot loop of a large tournament, so both sides are written out."""
    for side_a, side_b, points_a, points_b, vp_a, vp_b, _round in facts.encounters:
        for entry in side_a:
            mine = sums[entry]
            mine.encounters += 1
            mine.vp_played += vp_a
            mine.mp_for += points_a
            mine.mp_against += points_b
        for entry in side_b:
            mine = sums[entry]
            mine.encounters += 1
            mine.vp_played += vp_b
            mine.mp_for += points_b
            mine.mp_against += points_a


def _charge_warnings(sums: dict[int, Sums], per_vp: int) -> None:
    for mine in sums.values():
        if mine.warnings:
            mine.warning_vp = warning_cost(now=mine.warnings, before=mine.warnings_carried, per_vp=per_vp)


def warning_cost(*, now: int, before: int, per_vp: int) -> int:
    """The VP that a stage's warnings take: one for every full set of `per_vp` (0: they take none).

    Those of the stages before help to complete a set, but the sets completed then have been paid.
    """
    return (before + now) // per_vp - before // per_vp if per_vp else 0
