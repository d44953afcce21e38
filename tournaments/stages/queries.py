"""How long a stage can last: what its formula cannot play with those there are, said before a round is drawn.

The rounds of a stage as far as they are known: those shown, and those that a fixed movement or table foresees.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.requests import MOST
from tournaments.draw.inputs import boards_of, inputs_of, match_of, records_before
from tournaments.draw.models import Pairing
from tournaments.draw.queries import label_of, plan_in
from tournaments.entries.models import Entry
from tournaments.knockout.outcomes import KnockoutOutcome, outcomes
from tournaments.pairing import knockout, rover
from tournaments.pairing.draw import Impossible, draw_plan
from tournaments.pairing.formulas import FEWEST, GoesOn, fewest_for
from tournaments.pairing.plan import NoteKind, Plan, Why
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.models import Tournament
from tournaments.stages.models import Formula, GroupPlace, Stage


@dataclass(frozen=True)
class Limit:
    """A group (nameless: the whole field) whose planned rounds are more than its formula has.

    entries: those there are, 0 while nobody is entered; most: the rounds that they can play; fewest: the entries that
    the planned rounds ask for. roves: whether an odd pair takes the places of others. begun: whether they move already.
    """

    stage: Stage
    group: str
    entries: int
    most: int
    fewest: int
    roves: bool = False
    begun: bool = False

    @property
    def words(self) -> str:
        figures = {
            "formula": self.stage.get_formula_display(),
            "planned": self.stage.rounds_planned,
            "fewest": self.fewest,
            "n": self.entries,
            "most": self.most,
        }
        if not self.entries:
            return _("%(formula)s, turni previsti %(planned)d: servono almeno %(fewest)d iscritti.") % figures
        if self.begun:
            words = _(
                "%(formula)s, cominciato con %(n)d iscritti: dura al più %(most)d turni, o tornano avversari o "
                "smazzate già giocate. Ne sono previsti %(planned)d: riducili."
            )
            return self._in_group(words % figures)
        if self.roves:
            words = _(
                "%(formula)s con %(n)d iscritti e il rover dura al più %(most)d turni, e ne sono previsti "
                "%(planned)d: riduci i turni previsti, scegli il mezzo tavolo, o servono %(fewest)d iscritti."
            )
            return self._in_group(words % figures)
        words = ngettext(
            "%(formula)s con %(n)d iscritti dura al più %(most)d turno, e ne sono previsti %(planned)d: riduci i turni "
            "previsti, o servono %(fewest)d iscritti.",
            "%(formula)s con %(n)d iscritti dura al più %(most)d turni, e ne sono previsti %(planned)d: riduci i turni "
            "previsti, o servono %(fewest)d iscritti.",
            self.most,
        )
        return self._in_group(words % figures)

    def _in_group(self, words: str) -> str:
        return f"{self.group}. {words}" if self.group else words

    def stops(self, stage_round: int) -> bool:
        """Whether that round of the stage cannot be drawn; a movement asks at once for all the planned ones."""
        if not self.entries:
            return False
        rounds_asked = self.stage.rounds_planned if self.stage.traits.goes_on is GoesOn.LINES else stage_round
        return max(rounds_asked, stage_round) > self.most


def limit_of(stage: Stage, group: str, entries: int, begun_for: int | None = None) -> Limit | None:
    """The limit of so many entries; None where the planned rounds fit, or the formula has no end.

    begun_for: the rounds planned when a movement began, by which it moves.
    """
    lasting = _rounds_lasting(stage, begun_for)
    if lasting is None:
        return None
    most = lasting(entries) if entries >= FEWEST else 0
    if most >= stage.rounds_planned:
        return None
    free = _rounds_lasting(stage) or lasting
    if stage.traits.is_bracket:  # it doubles with every round: nobody counts up to it
        fewest = knockout.fewest_for(stage.rounds_planned)
    else:
        fewest = fewest_for(free, stage.rounds_planned, above=max(entries, FEWEST))
    roves = bool(stage.rover) and stage.may_rove and entries % 2 == 1
    begun = begun_for is not None and most < free(entries)
    return Limit(stage, group, entries, most, fewest, roves=roves, begun=begun)


def _rounds_lasting(stage: Stage, begun_for: int | None = None) -> Callable[[int], int] | None:
    """How many rounds so many entries can play in the stage."""
    if stage.traits.goes_on is not GoesOn.LINES:
        return stage.traits.rounds_for
    line = stage.rover or "" if stage.may_rove else ""
    return partial(rover.rounds_for, rover=line, boards=boards_of(stage), begun_for=begun_for)


def limits(tournament: Tournament, stages: Sequence[Stage]) -> dict[int, list[Limit]]:
    """By number of the stage what it cannot play with those there are; three queries however many they are,
    four once a movement has begun.

    A stage begun counts whom its first round seated, one to come those of its groups, the first one who is entered.
    """
    seated, placed = _entries_seated(tournament, stages), _entries_placed(tournament)
    moving = _rounds_begun_for(stage for stage in stages if stage.pk in seated)
    entered = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).count()
    by_stage: dict[int, list[Limit]] = {}
    for stage in stages:
        sizes = seated.get(stage.pk) or placed.get(stage.pk) or ([("", entered)] if stage.number == 1 else [])
        by_stage[stage.number] = limits_of(stage, sizes, begun_for=moving.get(stage.pk))
    return by_stage


def limits_of(stage: Stage, sizes: Iterable[tuple[str, int]], *, begun_for: int | None = None) -> list[Limit]:
    return [limit for group, entries in sizes if (limit := limit_of(stage, group, entries, begun_for))]


def limits_now(stage: Stage, sizes: Iterable[tuple[str, int]] = ()) -> list[Limit]:
    """What a stage cannot play with those whom it began with; of these sizes where it has not begun."""
    return limits_of(stage, seated_in(stage) or sizes, begun_for=_rounds_begun_for([stage]).get(stage.pk))


def _rounds_begun_for(stages: Iterable[Stage]) -> dict[int, int]:
    """The rounds for which the movements of these stages began; not asked where there is none."""
    moving = [stage.pk for stage in stages if stage.traits.goes_on is GoesOn.LINES]
    if not moving:
        return {}
    pairings = Pairing.objects.current().filter(round__stage__in=moving).exclude(formula=Formula.BY_HAND)
    rows = pairings.order_by("-round__number").values_list("round__stage", "inputs__rounds_planned")
    return dict(rows)


def seated_in(stage: Stage) -> list[tuple[str, int]]:
    """The groups of a stage that has begun, with whom their first round seated; nothing before."""
    return _entries_seated(stage.tournament, [stage]).get(stage.pk, [])


def _entries_seated(tournament: Tournament, stages: Iterable[Stage]) -> dict[int, list[tuple[str, int]]]:
    brackets = {stage.pk for stage in stages if stage.traits.is_bracket}
    # The second room of a match of teams holds the same two teams.
    there = Table.objects.filter(round__tournament=tournament, room=1).order_by("round__number", "group__number")
    counted = there.values_list("round__stage", "round__number", "group__name").annotate(
        seated=Count("pk"), resting=Count("pk", filter=Q(line_b__isnull=True))
    )
    by_stage: dict[int, list[tuple[str, int]]] = defaultdict(list)
    first: dict[int, int] = {}
    for stage, number, group, tables, resting in counted:
        if first.setdefault(stage, number) == number:
            # Only a bracket has more than one who waits; at a movement's half tables there may come somebody yet.
            waiting = resting if stage in brackets else min(resting, 1)
            by_stage[stage].append((group or "", 2 * tables - waiting))
    return by_stage


def _entries_placed(tournament: Tournament) -> dict[int, list[tuple[str, int]]]:
    places = GroupPlace.objects.filter(group__stage__tournament=tournament).order_by("group__number")
    counted = places.values_list("group__stage", "group__number", "group__name").annotate(entries=Count("pk"))
    by_stage: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for stage, _number, name, entries in counted:
        by_stage[stage].append((name, entries))
    return by_stage


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
    shown = [round_ for round_ in rounds if round_.is_public]
    scheduled_rounds = _played_rounds(stage, shown)
    if stage.traits.is_scheduled and shown and len(shown) == len(rounds):
        scheduled_rounds += _foreseen_rounds(stage, rounds)
    return scheduled_rounds


def _played_rounds(stage: Stage, shown: list[Round]) -> list[ScheduledRound]:
    results = {outcome.table.pk: outcome for outcome in outcomes(stage)} if stage.traits.is_bracket else {}
    # The second room of a match of teams holds the same two teams.
    tables = Table.objects.filter(round__in=shown, room=1).select_related("round__tournament", *LINES)
    plans = (
        {number: plan_in(pairing) for number, pairing in records_before(stage, MOST).items()}
        if stage.traits.keeps_numbers
        else {}
    )
    by_round: dict[int, list[ScheduledMatch]] = {round_.pk: [] for round_ in shown}
    roving = {number: _rover_tables(plan) for number, plan in plans.items()}
    for table in tables.order_by("round__number", "number"):
        roves = table.number in roving.get(table.round.number, ())
        by_round[table.round_id].append(_match(table, results.get(table.pk), roves=roves))
    return [
        ScheduledRound(
            round_.number, round_, tuple(by_round[round_.pk]), switched=_has_switched_lines(plans.get(round_.number))
        )
        for round_ in shown
    ]


def _rover_tables(plan: Plan) -> set[int]:
    """Where a rover sits in a round, of each group."""
    return {match.table for match in plan.matches if match.why is Why.ROVER}


def _has_switched_lines(plan: Plan | None) -> bool:
    return plan is not None and any(note.kind is NoteKind.ARROW_SWITCH for note in plan.notes)


def _match(table: Table, outcome: KnockoutOutcome | None, *, roves: bool) -> ScheduledMatch:
    a = tuple(entry for entry in (table.line_a, table.line_a2) if entry is not None)
    b = tuple(entry for entry in (table.line_b, table.line_b2) if entry is not None)
    label = label_of(match_of(table).table, table.round.tournament, rests=not b)
    return ScheduledMatch(label, a, b, outcome.winner if outcome else None, table.called, roves)


def _foreseen_rounds(stage: Stage, rounds: list[Round]) -> list[ScheduledRound]:
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=stage.tournament_id)}
    number, foreseen = rounds[-1].number, []
    try:
        inputs = inputs_of(stage, number + 1).inputs
        for ahead in range(stage.rounds_planned - len(rounds)):
            # Without a seed: where the whole schedule is known no lot is drawn after the first round.
            plan = draw_plan(replace(inputs, stage_round=inputs.stage_round + ahead), "")
            matches = tuple(
                ScheduledMatch(
                    label_of(match.table, stage.tournament, rests=match.rests),
                    tuple(entries[who] for who in match.a),
                    tuple(entries[who] for who in match.b),
                    roves=match.why is Why.ROVER,
                )
                for match in plan.matches
            )
            foreseen.append(ScheduledRound(number + 1 + ahead, None, matches, switched=_has_switched_lines(plan)))
    except (Impossible, ValueError):  # more rounds planned than there are: the rest is foreseen by nobody
        return foreseen
    return foreseen
