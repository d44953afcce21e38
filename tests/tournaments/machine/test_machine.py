"""A tournament driven through its real actions in any order; after each of them everything that must hold is looked at.

MACHINE=tournaments,actions runs so many tournaments of each of four kinds, of so many actions, other ones each time,
and tells how far it is: `MACHINE=400,150 pytest tests/tournaments/machine -s`. Without it the same ones
are played every time.
"""

import os
from itertools import count
from time import monotonic

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from hall.calls.actions import call_arbiter, take_call
from tests.factories import let_be, let_play
from tests.tournaments.machine import hall as halls
from tests.tournaments.machine.calling import CALLS, Calling, Step
from tests.tournaments.machine.chances import DANISH, LEVEL, NUMBER, ONLINE, pick
from tests.tournaments.machine.chances import settings as any_setting
from tests.tournaments.machine.entering import Entering
from tests.tournaments.machine.hall import Hall, Setting
from tests.tournaments.machine.pairing import PairingRounds
from tests.tournaments.machine.publishing import Publishing
from tests.tournaments.machine.scoring import DECISIVE, POINTS, Points, Scoring
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.entries.actions import enter
from tournaments.planning.stage_actions import split, start_stage
from tournaments.publication.actions import publish_final, publish_provisional
from tournaments.rounds.actions import close_round, flagged_in, publish_round, stage_now, start_round
from tournaments.standings.queries import KEPT

pytestmark = [pytest.mark.dialect, pytest.mark.long]

TOURNAMENTS, ACTIONS = (int(figure) for figure in os.environ.get("MACHINE", "9,32").split(","))
KINDS = 4
STEPS = 4  # of a round: drawn, shown, begun, scored and closed
BY_HAND = "MACHINE" in os.environ
TOLD_EVERY = 10
# What some tournament came to, or the machine stood still.
USUAL = {"draw_round", "publish_round", "close_round", "give_score", "publish_final", "withdraw", "give_adjustment"}
BEGUN, PLAYED = monotonic(), count(1)


class Machine(Entering, PairingRounds, Scoring, Calling, Publishing):
    """All of it; each tournament in a transaction that is undone."""

    def __init__(self) -> None:
        super().__init__()
        KEPT.clear()  # the tournament before was undone, and this one gets its number
        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def begin(self, setting: Setting, *, entries: int, played: int, points: Points, which: int = 0) -> None:
        """A tournament in which some rounds have been played already: much else happens only then."""
        self.hall = Hall(setting)
        least, _most = self.tournament.members_per_entry
        for _one in range(entries):
            self.hall.do(enter, "dora", tournament=self.tournament, people=self.people(least))
        for _step in range(played * STEPS):
            self.go_on(points, which)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)
        played = next(PLAYED)
        if BY_HAND and played % TOLD_EVERY == 0:
            left = (monotonic() - BEGUN) / played * (KINDS * TOURNAMENTS - played) / 60
            print(f"{played} tournaments of {KINDS * TOURNAMENTS}; about {left:.0f} minutes more", flush=True)

    # What happens to every action

    @rule()
    def somebody_without_a_role_sends_the_next(self) -> None:
        self.hall.stranger_comes = True

    @rule(ago=st.sampled_from([0, 0, 0, 1, 3, 9]))
    def a_request_comes_again(self, ago: int) -> None:
        self.hall.again(ago)

    @rule(minutes=st.sampled_from([1, 5, 11]))
    def time_passes(self, minutes: int) -> None:
        self.hall.wait(minutes)

    # The tournament goes on, as it would without all the others

    @rule(points=POINTS, which=NUMBER)
    def the_round_goes_on(self, points: Points, which: int) -> None:
        self.go_on(points, which)

    @rule(points=POINTS, which=NUMBER)
    def a_whole_round_is_played(self, points: Points, which: int) -> None:
        for _step in range(STEPS):
            self.go_on(points, which)

    @rule(which=NUMBER)
    def the_stage_goes_on(self, which: int) -> None:
        """Standings shown, made final, the next stage."""
        stages = [stage for stage in self.stages if stage.rounds.exists()]
        stage = pick(stages[-1:], 0)
        if stage is None:
            return
        self.publish(publish_provisional, stage)
        self.hall.wait(11)
        self.publish(publish_final, stage)
        following = [one for one in self.stages if one.number > stage.number]
        if following:
            active = [entry for entry in self.entries if not entry.is_withdrawn]
            sizes = split(len(active), 1 + (which % 2 and len(active) > 5))
            self.hall.do(start_stage, "dora", stage=following[0], sizes=sizes, without_publication=True)

    def go_on(self, points: Points, which: int) -> None:
        """The next step of a round."""
        if draft := self.round_in("draft"):
            self.hall.do(publish_round, "dora", round=draft)
        elif (shown := self.round_in("published")) and not self.round_in("playing"):
            self.hall.do(start_round, "dora", round=shown, **let_play(flagged_in(shown)))
        elif playing := self.round_in("playing"):
            self.score_what_is_missing(points=points, but=59)
            self.hall.do(close_round, "dora", round=playing, **let_be(playing))
            self.break_ties(points, which)
        elif self.is_played_out() or not self.draw(which=which):
            self.the_stage_goes_on(which)

    def is_played_out(self) -> bool:
        """Whether the stage has all the rounds planned."""
        stage = stage_now(self.tournament)
        return stage.rounds.count() >= stage.rounds_planned


class AnyTournament(Machine):
    @initialize(setting=any_setting(), entries=st.integers(2, 8), played=st.integers(0, 3), points=POINTS)
    def open(self, setting: Setting, entries: int, played: int, points: Points) -> None:
        self.begin(setting, entries=entries, played=played, points=points)
        # So few tournaments need not come to it by chance.
        entry = pick(self.entries, played)
        self.hall.do(give_adjustment, "dora", entry=entry, round=None, kind="vp", amount=-1, reason="Ritardo",
                     reference="Art. 6")  # fmt: skip


class DanishTournament(Machine):
    @initialize(setting=DANISH, entries=st.sampled_from([5, 7, 3, 6]), played=st.integers(1, 3), points=POINTS)
    def open(self, setting: Setting, entries: int, played: int, points: Points) -> None:
        self.begin(setting, entries=entries, played=played, points=points)


class OnlineTournament(Machine):
    @initialize(setting=LEVEL | ONLINE, entries=st.sampled_from([4, 3]), played=st.integers(1, 2), points=DECISIVE,
                level=st.sampled_from([3, 7, 3, 1, 0]))  # fmt: skip
    def open(self, *, setting: Setting, entries: int, played: int, points: Points, level: int) -> None:
        self.begin(setting, entries=entries, played=played, points=points, which=level)


class CallingTournament(Machine):
    @initialize(setting=DANISH, entries=st.sampled_from([4, 6, 5]), calls=CALLS, points=POINTS)
    def open(self, setting: Setting, entries: int, calls: list[Step], points: Points) -> None:
        self.begin(setting, entries=entries, played=0, points=points)
        # So few tournaments need not come to it by chance.
        called, taken = (Step(act, 0, "bruno", None, old_code=False) for act in (call_arbiter, take_call))
        self.tables_call_in_the_round([called, taken, *calls], points, 0)

    @rule(calls=CALLS, points=POINTS, which=NUMBER)
    def tables_call_in_the_round(self, calls: list[Step], points: Points, which: int) -> None:
        """The one whose tables are known, or the next."""
        for _step in range(STEPS):
            if not self.round_in("playing"):
                self.go_on(points, which)
        self.call_and_answer(calls)


def profile() -> settings:
    """The same tournaments each time, unless asked otherwise."""
    given = {"max_examples": TOURNAMENTS, "stateful_step_count": ACTIONS, "database": None}
    given["suppress_health_check"] = list(HealthCheck)
    given["phases"] = [Phase.generate]
    return settings(derandomize=not BY_HAND, print_blob=False, **given)


@pytest.mark.parametrize(
    ("machine", "usual"),
    [
        (AnyTournament, USUAL),
        (DanishTournament, USUAL - {"withdraw", "give_adjustment"}),
        (OnlineTournament, {"give_score", "record_tie_break"}),
        (CallingTournament, {"call_arbiter", "take_call"}),
    ],
)
def test_a_tournament_holds_whatever_is_done_to_it_and_in_whatever_order(db, machine, usual):
    halls.done.clear()
    halls.refused.clear()
    halls.reasons.clear()
    run_state_machine_as_test(machine, settings=profile())
    told = {name: (halls.done[name], halls.refused[name]) for name in sorted({*halls.done, *halls.refused})}
    print(sum(halls.done.values()), "actions done,", sum(halls.refused.values()), "refused:", told)
    print("\n".join(f"{times:5} {reason}" for reason, times in sorted(halls.reasons.items())))
    assert set(halls.done) >= usual
