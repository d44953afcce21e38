"""What tables and arbiters do with calls, in any order: called, taken, handed on, put off, answered, withdrawn."""

from typing import NamedTuple

from hypothesis import strategies as st

from codes.seats import Line, Seat
from hall.calls.actions import (
    PUT_OFF,
    arrive,
    ask_second,
    call_arbiter,
    close_call,
    come_as_second,
    give_back_time,
    hand_over_call,
    put_off_call,
    take_call,
    withdraw_call,
)
from hall.calls.models import Call
from hall.line_codes.codes import issue_of
from tests.tournaments.machine.chances import NUMBER, SELDOM, pick
from tests.tournaments.machine.playing import Playing
from tournaments.rounds.models import Table

WHO = st.sampled_from(["bruno", "bruno", "giulia", "dora", "sara"])
BY_STAFF = {
    take_call: {},
    arrive: {},
    come_as_second: {},
    give_back_time: {},
    hand_over_call: {"to": ["giulia", "bruno", "sara"]},
    put_off_call: {"minutes": [*PUT_OFF, 7]},
    close_call: {"outcome": [*Call.ANSWERS, "withdrawn"]},
}
BY_TABLE = (ask_second, withdraw_call)
ACTS = st.sampled_from([call_arbiter, call_arbiter, take_call, take_call, close_call, *BY_STAFF, *BY_TABLE])


class Step(NamedTuple):
    """One thing done with a call; speaks: the line by its code, or somebody of the staff for the table."""

    act: object
    which: int
    who: str
    speaks: Line | None
    old_code: bool


CALLS = st.lists(
    st.builds(Step, ACTS, NUMBER, WHO, st.sampled_from([Line.A, Line.B, None]), SELDOM), min_size=5, max_size=12
)


class Calling(Playing):
    """Tables call; whoever may goes."""

    def call_and_answer(self, steps: list[Step]) -> None:
        for step in steps:
            if step.act is call_arbiter:
                self.a_table_calls(step)
            elif call := self.a_call(step.which):
                self.answer(call, step)

    def a_table_calls(self, step: Step) -> None:
        """One of the latest round; why and from where is said now and then, and once what there is not."""
        tables = Table.objects.select_related("round__tournament", "line_b").order_by("-round__number", "number")
        if table := pick(list(tables[:4]), step.which):
            said = pick([{}, {}, {"reason": "cards"}, {"seat": Seat.N}, {"reason": "fame"}], step.which)
            self.hall.do(call_arbiter, self.voice(step), table=table, **said, **self.speaking(table, step))

    def answer(self, call: Call, step: Step) -> None:
        if step.act in BY_TABLE:
            self.hall.do(step.act, self.voice(step), call=call, **self.speaking(call.table, step))
            return
        more = {name: pick(values, step.which) for name, values in BY_STAFF[step.act].items()}
        if "to" in more:
            more["to"] = self.hall.cast[more["to"]]
        self.hall.do(step.act, step.who, call=call, **more)

    def voice(self, step: Step) -> str:
        return "players" if step.speaks else "sara"

    def speaking(self, table: Table, step: Step) -> dict[str, object]:
        """The line with its code in force, or now and then the one before; nothing where the staff speak."""
        return {"line": step.speaks, "issue": issue_of(table, step.speaks) - step.old_code} if step.speaks else {}

    def a_call(self, which: int) -> Call | None:
        """An open one mostly; now and then one that is over."""
        calls = Call.objects.select_related("table__round__tournament", "owner", "second").order_by("-pk")
        return pick([call for call in calls[:6] if call.is_open or which % 4 == 0], which)
