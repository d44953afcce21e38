"""Whom a copy of a tournament may take along: those who still hold a place in an entry, and those who run it.

The rounds of a stage as far as they are known: those shown, and those that a fixed movement or table foresees.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from people.accounts.models import ERASED, Player, User
from people.names.order import by_name
from people.players.queries import in_force
from records.requests import MOST
from tournaments.draw.inputs import inputs_of, match_of, records_before
from tournaments.draw.queries import label_of, plan_in
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.rules import name_of
from tournaments.pairing.draw import Impossible, draw_plan
from tournaments.pairing.plan import NoteKind, Plan, Why
from tournaments.planning.models import Stage
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.models import Contest, Membership, Tournament
from tournaments.standings.outcomes import KnockoutOutcome, outcomes


@dataclass(frozen=True)
class CopiedEntry:
    """An entry as it would enter again: its players now, and the name it has with them."""

    entry: Entry
    players: Sequence[Player]
    name: str

    @property
    def is_proposed(self) -> bool:
        """Whether it is ticked beforehand: those who withdrew are asked first."""
        return not self.entry.is_withdrawn


def entries_to_copy(source: Tournament) -> list[CopiedEntry]:
    """The entries that can enter again, in order; one with somebody erased, or with too few left, cannot."""
    entries = source.entries.with_players().order_by("number")
    members_by_entry = [
        (entry, [member for member in entry.members.all() if member.until_round is None]) for entry in entries
    ]
    fewest, _most = source.members_per_entry
    kept_players = {merge.merged_id: merge.kept for merge in in_force().select_related("kept")}
    return [
        CopiedEntry(
            entry, [kept_players.get(member.player_id, member.player) for member in members], _name(entry, members)
        )
        for entry, members in members_by_entry
        if len(members) >= fewest and not any(member.player.is_erased for member in members)
    ]


def _name(entry: Entry, members: Sequence[EntryMember]) -> str:
    """The name it has; made anew where it was that of others, or of somebody erased."""
    is_of_others = len(members) < len(entry.members.all()) and entry.tournament.contest != Contest.TEAMS
    return name_of([member.player for member in members]) if is_of_others or ERASED in entry.name else entry.name


def staff_to_copy(source: Tournament, *, but: User) -> QuerySet[Membership]:
    """Those with a task there now; whoever copies directs the new one anyway."""
    active = Membership.objects.filter(tournament=source, user__is_active=True, ends_at__isnull=True).exclude(user=but)
    return active.select_related("user", "club").order_by("role", *by_name("user__last_name", "user__first_name"), "pk")


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
