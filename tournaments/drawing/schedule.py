"""The rounds of a stage as far as they are known: those shown, and those that a fixed movement or table foresees."""

from dataclasses import dataclass, replace

from tournaments.drawing.inputs import inputs_of, match_of, recorded
from tournaments.drawing.knockout import KnockoutOutcome, outcomes
from tournaments.drawing.proof import plan_in
from tournaments.drawing.tables import label_of
from tournaments.models import Entry, Round, Stage, Table
from tournaments.models.rounds import LINES
from tournaments.numbers import MOST
from tournaments.pairing.drawing import Impossible, draw
from tournaments.pairing.plan import Plan, Told, Why


@dataclass(frozen=True)
class ScheduledMatch:
    """A table of the schedule; without line B, line A rests. winner: of a knock-out match, once it is known;
    called: what such a match is called, if it has a name; roves: whether a rover sits there, in another's place."""

    table: str
    a: tuple[Entry, ...]
    b: tuple[Entry, ...]
    winner: Entry | None = None
    called: str = ""
    roves: bool = False


@dataclass(frozen=True)
class ScheduledRound:
    """A round of the schedule; its record where it was drawn, none where it is only foreseen.

    switched: whether the lines have exchanged their directions.
    """

    number: int
    round: Round | None
    matches: tuple[ScheduledMatch, ...]
    switched: bool = False


def schedule(stage: Stage) -> list[ScheduledRound]:
    """The public rounds of the stage, then those foreseen: all of them for a Mitchell or an all-play-all."""
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    shown = [one for one in rounds if one.is_public]
    found = _played(stage, shown)
    if stage.traits.is_scheduled and shown and len(shown) == len(rounds):
        found += _foreseen(stage, rounds)
    return found


def _played(stage: Stage, shown: list[Round]) -> list[ScheduledRound]:
    results = {one.table.pk: one for one in outcomes(stage)} if stage.traits.is_bracket else {}
    # The second room of a match of teams holds the same two teams.
    tables = Table.objects.filter(round__in=shown, room=1).select_related("round__tournament", *LINES)
    plans = (
        {number: plan_in(one) for number, one in recorded(stage, MOST).items()} if stage.traits.keeps_numbers else {}
    )
    by_round: dict[int, list[ScheduledMatch]] = {one.pk: [] for one in shown}
    roving = {number: _rover_tables(plan) for number, plan in plans.items()}
    for table in tables.order_by("round__number", "number"):
        roves = table.number in roving.get(table.round.number, ())
        by_round[table.round_id].append(_match(table, results.get(table.pk), roves=roves))
    return [
        ScheduledRound(one.number, one, tuple(by_round[one.pk]), switched=_switched(plans.get(one.number)))
        for one in shown
    ]


def _rover_tables(plan: Plan) -> set[int]:
    """Where a rover sits in a round, of each group."""
    return {one.table for one in plan.matches if one.why is Why.ROVER}


def _switched(plan: Plan | None) -> bool:
    return plan is not None and any(one.told is Told.ARROW_SWITCH for one in plan.notes)


def _match(table: Table, outcome: KnockoutOutcome | None, *, roves: bool) -> ScheduledMatch:
    a = tuple(one for one in (table.line_a, table.line_a2) if one is not None)
    b = tuple(one for one in (table.line_b, table.line_b2) if one is not None)
    label = label_of(match_of(table).table, table.round.tournament, rests=not b)
    return ScheduledMatch(label, a, b, outcome.winner if outcome else None, table.called, roves)


def _foreseen(stage: Stage, rounds: list[Round]) -> list[ScheduledRound]:
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=stage.tournament_id)}
    number, foreseen = rounds[-1].number, []
    try:
        inputs = inputs_of(stage, number + 1).inputs
        for ahead in range(stage.rounds_planned - len(rounds)):
            # Without a seed: where the whole schedule is known no lot is drawn after the first round.
            plan = draw(replace(inputs, stage_round=inputs.stage_round + ahead), "")
            matches = tuple(
                ScheduledMatch(
                    label_of(one.table, stage.tournament, rests=one.rests),
                    tuple(entries[who] for who in one.a),
                    tuple(entries[who] for who in one.b),
                    roves=one.why is Why.ROVER,
                )
                for one in plan.matches
            )
            foreseen.append(ScheduledRound(number + 1 + ahead, None, matches, switched=_switched(plan)))
    except (Impossible, ValueError):  # more rounds planned than there are: the rest is foreseen by nobody
        return foreseen
    return foreseen
