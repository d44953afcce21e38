"""Tournaments by chance, ranked by the application and by the oracle: no difference (`make seals`: 5,000)."""

import os
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from codes.victory_points import get_scale
from tests.tournaments.standings import oracle_standings as oracle
from tests.tournaments.standings.oracle_standings import Line, Story
from tests.tournaments.standings.random_stories import Case, case
from tournaments.scoring.playoffs import settled
from tournaments.scoring.standings import (
    Award,
    Carry,
    Criterion,
    Encounter,
    Extra,
    Facts,
    Playoff,
    RankedRow,
    explain,
    standings,
)

pytestmark = pytest.mark.long

TOURNAMENTS, BATCH = int(os.environ.get("ORACLE", "2000")), 500


def facts(one: Case) -> Facts:
    """The story as the application takes it: what is in force, with the VP of its own scale."""
    story = one.story
    return Facts(
        entries=story.entries,
        encounters=list(encounters(one)),
        awards=[*rests(one), *fixed_scores(one)],
        extras=[
            Extra(given.entry, given.vp, given.mp, given.warnings, given.round)
            for given in story.penalties
            if not given.cancelled
        ],
        carries=[Carry(given.entry, given.vp, given.mp, given.warnings) for given in story.brought],
        warnings_per_vp=story.warnings_per_vp,
        groups=story.groups,
        withdrawn=story.withdrawn,
        ranks_withdrawn=not story.out_when_withdrawn,
        playoffs=settled(playoffs(story)),
        lot_seed=story.seed,
    )


def playoffs(story: Story) -> Iterable[Playoff]:
    """The bouts by the places that were left: twice as many as the matches and free places of their turn."""
    for bout in story.bouts:
        group = story.groups.get(bout.entries[0], 0)
        of_turn = [one for one in story.bouts if one.turn == bout.turn and not one.for_third]
        places = 2 * sum(story.groups.get(one.entries[0], 0) == group for one in of_turn)
        yield Playoff(3 if bout.for_third else places, bout.entries, bout.winner)


def encounters(one: Case) -> Iterable[Encounter]:
    scale = get_scale(one.scale)
    for match in one.story.matches:
        last = [versions[-1].points if versions else None for versions in match.deals]
        if match.fixed is None and None not in last:
            points_a, points_b = (sum(side) for side in zip(*last, strict=True))
            vp_a, vp_b = scale.victory_points(points_a - points_b, boards=one.boards)
            yield Encounter(match.a, match.b, points_a, points_b, vp_a, vp_b, match.round)


def fixed_scores(one: Case) -> Iterable[Award]:
    for match in one.story.matches:
        if match.fixed:
            for mine, theirs, (vp, mp) in zip((match.a, match.b), (match.b, match.a), match.fixed, strict=True):
                yield from (Award(entry, "fixed", vp, mp, match.round, theirs) for entry in mine)


def rests(one: Case) -> Iterable[Award]:
    return (Award(given.entry, "bye", given.vp, given.mp, given.round or 0) for given in one.story.rests)


def lines(rows: Iterable[RankedRow]) -> list[Line]:
    return [Line(row.group, row.place, row.entry, row.vp, row.mp) for row in rows]


@pytest.mark.parametrize("first", range(0, TOURNAMENTS, BATCH))
def test_the_oracle_agrees_on_every_tournament(first):
    different = []
    for seed in range(first, first + BATCH):
        one = case(seed)
        if lines(standings(facts(one))) != oracle.standings(one.story):
            different.append(seed)
    assert different == []


@pytest.mark.parametrize("seed", range(0, TOURNAMENTS, 50))
def test_the_account_of_every_line_adds_up_to_what_the_oracle_says(seed):
    one = case(seed)
    known = facts(one)
    for entry in one.story.entries:
        items = explain(known, entry)
        assert (sum(item.vp for item in items), sum(item.mp for item in items)) == oracle.totals(one.story, entry)


def test_the_tournaments_hold_everything_that_can_happen():
    """The agreement above would say little if the sample had no ties, no penalties, no corrections."""
    seen: Counter[str] = Counter()
    for seed in range(TOURNAMENTS):
        one = case(seed)
        story, rows = one.story, standings(facts(one))
        last = [deal[-1] for match in story.matches for deal in match.deals if deal]
        ties = {id(tie): tie for row in rows for tie in row.ties}.values()
        direct = [tie for tie in ties if tie.criterion is Criterion.DIRECT_ENCOUNTER and tie.values]
        seen += Counter(
            {
                "corrected": any(len(deal) > 1 for match in story.matches for deal in match.deals),
                "annulled": any(deal.points is None for deal in last),
                "fixed": any(match.fixed for match in story.matches),
                "rest": bool(story.rests),
                "partners": any(len(match.a) > 1 for match in story.matches),
                "cancelled penalty": any(given.cancelled for given in story.penalties),
                "warnings that cost": any(row.sums.warning_vp for row in rows),
                "carried over": bool(story.brought),
                "groups": bool(story.groups),
                "withdrawn": bool(story.withdrawn),
                "out of the ranking": any(row.place is None for row in rows),
                "direct encounter of two": any(len(tie.order) == 2 and tie.separates for tie in direct),
                "direct encounter of more": any(len(tie.order) > 2 and tie.separates for tie in direct),
                "compared once more": any(1 < len(group) < len(tie.order) for tie in direct for group in tie.groups),
                "knock-out": bool(story.bouts),
                "third place": any(bout.for_third for bout in story.bouts),
                "put out with more points": any(
                    before.place and after.place and (before.vp, before.mp) < (after.vp, after.mp)
                    for before, after in pairwise(rows)
                    if before.group == after.group
                ),
                "lot": any(tie.lot for tie in ties),
                "lot after a direct encounter": any(not tie.separates for tie in direct),
            }
        )
    assert len(seen) == 19
    assert min(seen.values()) >= 10, seen
