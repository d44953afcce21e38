"""The inputs of a round's draw: the entries that play, their standings, and their matches of the stage so far.

A stage counts as the session of the codes: meetings and rests of an earlier stage do not bind it (F.I.Bur. 40 allows
one rest in a session).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.draw.models import KeptApart, Pairing
from tournaments.entries.models import Entry
from tournaments.entries.queries import Contenders, present
from tournaments.pairing import knockout, mitchell, rover
from tournaments.pairing.drawers import order_of
from tournaments.pairing.formulas import GoesOn
from tournaments.pairing.plan import Entrant, History, Method, Pair, PairedTable, Plan, Relaxation, Why, pair_of
from tournaments.pairing.records import Inputs, Places, Section, from_json
from tournaments.planning.models import FirstRound, Stage
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.models import Contest, Tournament
from tournaments.standings.outcomes import winners_of
from tournaments.standings.queries import standings


@dataclass(frozen=True, kw_only=True)
class Drawable:
    """The inputs of a round, and the entries for which its schedule has no place."""

    inputs: Inputs
    left_out: tuple[int, ...] = ()


def inputs_of(
    stage: Stage,
    number: int,
    *,
    order: Sequence[int] = (),
    forbidden: Sequence[Pair] = (),
    accepted: Mapping[int | None, Relaxation] | None = None,
) -> Drawable:
    """The inputs for the round of that number.

    order: the director's order, for a first round by choice. forbidden: pairs that must not meet in this round, besides
    those that the tournament keeps apart. accepted: what the director gives way on, by group.
    """
    past = _Past.of_stage(stage, number)
    forbidden = apart_with(stage.tournament, forbidden)
    fields = present(stage, number).fields
    ranks = {} if past.is_first or not stage.traits.by_standings else _ranks(stage, fields)
    sections: list[Section] = []
    ended: list[Section] = []
    left_out: list[int] = []
    for group in fields:
        section = _section(stage, group, past, ranks)
        chosen = [entry for entry in order if any(entry == who.number for who in section.entrants)]
        section = replace(section, forbidden=forbidden, accepted=(accepted or {}).get(group.group))
        section = (
            replace(section, places=tuple(chosen)) if past.is_first else _with_scheduled_places(section, stage, past)
        )
        # Of brackets of unequal size the shorter has its final first; where all have theirs, drawing refuses.
        (ended if _has_its_final(section) else sections).append(section)
        left_out += _without_place(section, past)
    inputs = Inputs(
        formula=stage.drawn_as,
        stage_round=past.stage_round,
        rounds_planned=_rounds_planned(stage, past),
        sections=tuple(sections or ended),
        switch_from=_switch_from(stage, past),
    )
    return Drawable(inputs=inputs, left_out=tuple(left_out))


def _has_its_final(section: Section) -> bool:
    """Whether the section is a bracket whose final has a winner."""
    seeds = [entry for entry in section.places if entry is not None]
    return bool(section.winners) and sum(map(bool, section.winners)) >= len(knockout.stages_of(len(seeds)))


def _rounds_planned(stage: Stage, past: "_Past") -> int:
    """The planned rounds of the stage. A movement keeps the number it began with: else its boards would come back."""
    earlier = past.drawn_inputs
    if stage.traits.goes_on is GoesOn.LINES and earlier:
        return int(earlier[0]["rounds_planned"])
    return max(stage.rounds_planned, past.stage_round)


def _switch_from(stage: Stage, past: "_Past") -> int:
    """The round of the stage from which the lines exchange their directions; 0: never."""
    switched = past.drawn_inputs[-1].get("switch_from", 0) if past.drawn_inputs else 0
    if 0 < switched < past.stage_round:
        return int(switched)  # lines that have been exchanged stay so, also when more rounds are planned
    if not (stage.switched_rounds and stage.traits.keeps_numbers and stage.tournament.is_duplicate):
        return 0
    # Not before this round: the rounds played were not switched, whatever the plan says now.
    return max(stage.rounds_planned - stage.switched_rounds + 1, past.stage_round)


def next_seed(round_: Round) -> str:
    """The seed of a round's next draw: published beforehand, so that nobody chooses it.

    A discarded draft does not use up its seed: preparing the round again gives the same draw.
    """
    count = Pairing.objects.filter(round=round_).exclude(state=Pairing.State.DISCARDED).count()
    return _seed_of(round_.stage, round_.number, count + 1)


def _seed_of(stage: Stage, number: int, version: int) -> str:
    # Some formulas keep that of the stage's first round, by which their schedule goes on, until a round is drawn
    # again.
    if stage.traits.keeps_seed and version == 1:
        before = records_before(stage, number).values()
        if before:
            return list(before)[-1].seed
    return f"{stage.tournament.lot_seed} – {number}.{version}"


def records_before(stage: Stage, before: int) -> dict[int, Pairing]:
    pairings = Pairing.objects.current().filter(round__stage=stage, round__number__lt=before).select_related("round")
    return {pairing.round.number: pairing for pairing in pairings.order_by("round__number")}


@dataclass(frozen=True, kw_only=True)
class _Past:
    """The rounds of the stage before this one: who sat where, and their records."""

    number: int
    stage_round: int
    matches: Mapping[int, tuple[PairedTable, ...]]
    records: Mapping[int, Pairing]

    @classmethod
    def of_stage(cls, stage: Stage, number: int) -> "_Past":
        earlier = list(Round.objects.filter(stage=stage, number__lt=number).order_by("number"))
        matches: dict[int, list[PairedTable]] = {round_.number: [] for round_ in earlier}
        # The second room of a match of teams holds the same two teams.
        tables = Table.objects.filter(round__in=earlier, room=1).select_related("round__tournament", *LINES)
        for table in tables.order_by("round__number", "number"):
            matches[table.round.number].append(match_of(table))
        return cls(
            number=number,
            stage_round=len(earlier) + 1,
            matches={round_number: tuple(played) for round_number, played in matches.items()},
            records=records_before(stage, number),
        )

    @property
    def is_first(self) -> bool:
        return self.stage_round == 1

    def history(self, here: frozenset[int]) -> History:
        """The history of a group, without the entries that are no longer here."""
        plans = {
            number: Plan(method=Method.BY_HAND, matches=tuple(match for match in matches if here & {*match.entries}))
            for number, matches in self.matches.items()
        }
        whole = History.of_rounds(plans)
        return History(
            met={pair: rounds for pair, rounds in whole.met.items() if here >= {*pair}},
            together={pair: rounds for pair, rounds in whole.together.items() if here >= {*pair}},
            rested={entry: rounds for entry, rounds in whole.rested.items() if entry in here},
        )

    def played_on(self) -> Counter[tuple[int, str]]:
        """How often each entry sat on either line."""
        lines: Counter[tuple[int, str]] = Counter()
        for match in (match for matches in self.matches.values() for match in matches if not match.rests):
            lines.update((entry, "a") for entry in match.a)
            lines.update((entry, "b") for entry in match.b)
        return lines

    @property
    def drawn_inputs(self) -> list[dict[str, Any]]:
        """The inputs of the earlier rounds that a formula drew."""
        return [pairing.inputs for pairing in self.records.values() if not pairing.inputs.get("given")]

    def last_section(self, group: int | None) -> Section | None:
        """The group as the record of the last round drawn by a formula has it."""
        sections = from_json(self.drawn_inputs[-1]).sections if self.drawn_inputs else ()
        return next((section for section in sections if section.group == group), None)

    @property
    def first(self) -> Pairing | None:
        return self.records.get(min(self.matches, default=0))


def match_of(table: Table) -> PairedTable:
    lines = ((table.line_a, table.line_a2), (table.line_b, table.line_b2))
    a, b = (tuple(entry.number for entry in line if entry is not None) for line in lines)
    is_match = table.round.tournament.contest == Contest.TEAMS
    # Match number m of teams is played at the tables 2m-1 and 2m (pairing/teams.py).
    return PairedTable(table=(table.number + 1) // 2 if is_match else table.number, a=a, b=b, why=Why.BY_HAND)


def _ranks(stage: Stage, fields: Iterable[Contenders]) -> dict[int, tuple[int, tuple[int, int]]]:
    """Place and points of each entry in the standings of its field; latecomers without a match come last."""
    rows = [(row.entry.number, (row.vp, row.mp)) for row in standings(stage.tournament, stage=stage).rows]
    points = dict(rows)
    order = {number: at for at, (number, _score) in enumerate(rows)}
    ranks = {}
    for group in fields:
        numbers = sorted(
            (entry.number for entry in group.playing), key=lambda number: (order.get(number, 1 << 20), number)
        )
        ranks.update({number: (rank, points.get(number, (0, 0))) for rank, number in enumerate(numbers, start=1)})
    return ranks


def _section(stage: Stage, group: Contenders, past: _Past, ranks: Mapping[int, tuple[int, tuple[int, int]]]) -> Section:
    here = frozenset(entry.number for entry in group.playing)
    history, lines = past.history(here), past.played_on()
    entrants = []
    for entry in group.playing:
        rank, score = ranks.get(entry.number, (group.seeds.get(entry.number, entry.number), ()))
        entrants.append(
            Entrant(
                number=entry.number,
                rank=rank,
                score=score,
                club=club_of(entry, past.number),
                category=entry.category,
                fixed_table=entry.fixed_table,
                rests=len(history.rested.get(entry.number, ())),
                played_a=lines[entry.number, "a"],
                played_b=lines[entry.number, "b"],
            )
        )
    return Section(
        group=group.group,
        name=group.name,
        way=_drawing_method(stage),
        is_first=past.is_first,
        clubs_apart=stage.clubs_apart and past.is_first,
        double=stage.traits.legs == 2,
        boards=boards_of(stage),
        rover=stage.rover or "" if past.is_first and stage.may_rove and len(entrants) % 2 else "",
        entrants=tuple(entrants),
        history=history,
    )


def club_of(entry: Entry, number: int) -> str:
    clubs = (member.player.club for member in entry.members_at(number))
    return next((club.name for club in clubs if club), "")


def _drawing_method(stage: Stage) -> str:
    # «From the standings» means nothing before there are any.
    if stage.first_round == FirstRound.STANDINGS and stage.number == 1:
        return FirstRound.ENTRY_ORDER
    return stage.first_round


def boards_of(stage: Stage) -> mitchell.Boards:
    """How the boards of a stage move between its tables."""
    if not stage.tournament.is_duplicate:
        return mitchell.Boards.NONE
    return mitchell.Boards.MOVING if stage.boards_move else mitchell.Boards.SAME


# Schedules: the places of an all-play-all, the lines of a Mitchell


def _with_scheduled_places(section: Section, stage: Stage, past: _Past) -> Section:
    """The section with the places of its schedule as they are now."""
    here = {entrant.number for entrant in section.entrants}
    match stage.traits.goes_on:
        case GoesOn.LINES:
            fixed, mobile, line = _lines(stage, section, past)
            lines = replace(
                section, places=_places_of_those(fixed, here), mobile=_places_of_those(mobile, here), rover=line
            )
            return _with_latecomers(lines)
        case GoesOn.BRACKET:
            places = _order(section, past)
            # Of all the brackets of the stage: each goes on with its own winners.
            won = tuple(
                tuple(entry for entry in round_ if entry in places) for round_ in winners_of(stage, past.matches)
            )
            return replace(section, places=places, winners=won, third_place=stage.third_place)
        case GoesOn.PLACES:
            return replace(section, places=_with_late_places(_places_of_those(_order(section, past), here), section))
        case GoesOn.ANEW:
            return section


def _with_late_places(places: Places, section: Section) -> Places:
    """Latecomers take the free places of the table, also the one that an odd number leaves open."""
    late = [entrant.number for entrant in section.entrants if entrant.number not in places]
    if not late:
        return places
    filled: list[int | None] = [*places, *([None] if len(places) % 2 else [])]
    free = [at for at, entry in enumerate(filled) if entry is None]
    for at, entry in zip(free, late, strict=False):
        filled[at] = entry
    return tuple(filled)


def _places_of_those(places: Iterable[int | None], here: Iterable[int]) -> Places:
    known = set(here)
    return tuple(entry if entry in known else None for entry in places)


def _lines(stage: Stage, section: Section, past: _Past) -> tuple[Places, Places, str]:
    """The two lines, and a rover's: as the last drawn round recorded them; in round two, as seated in round one."""
    before = past.last_section(section.group)
    if before is not None and before.mobile:
        return before.places, before.mobile, before.rover
    seated = past.matches[min(past.matches)]
    members = (
        {entrant.number for entrant in before.entrants}
        if before
        else {who for entrant in seated for who in entrant.entries}
    )
    mine = [match for match in seated if members & {*match.entries}]
    first = min((match.table for match in mine), default=1)
    moved = Plan(method=Method.MITCHELL, matches=tuple(replace(match, table=match.table - first + 1) for match in mine))
    # A late pair that sat down opposite the rover makes the table whole.
    line = stage.rover or "" if moved.resting and stage.may_rove else ""
    fixed, mobile = rover.lines_of(moved) if line else mitchell.lines_of(moved)
    return tuple(fixed), tuple(mobile), line


def _with_latecomers(section: Section) -> Section:
    """Latecomers take the free places opposite entries that would rest, on the mobile line first."""
    places, mobile = list(section.places), list(section.mobile)
    late = [entrant.number for entrant in section.entrants if entrant.number not in (*places, *mobile)]
    # Nobody sits opposite a rover: it has no table.
    for line, last in ((mobile, len(mobile) - bool(section.rover)), (places, len(places))):
        for at in range(last):
            if line[at] is None and late:
                line[at] = late.pop(0)
    return replace(section, places=tuple(places), mobile=tuple(mobile))


def _order(section: Section, past: _Past) -> Places:
    """The places of an all-play-all: those of its first round, with the exchanges by hand made there."""
    before = past.last_section(section.group)
    if before is None:
        return tuple(sorted(entrant.number for entrant in section.entrants))
    if before.places and not before.is_first:
        return before.places
    first = past.first
    order = order_of(before, first.seed if first else "")
    for change in from_json(first.inputs).changes if first else ():
        swap = {change.first: change.second, change.second: change.first} if change.kind == "swap" else {}
        order = [swap.get(entry, entry) for entry in order]
    return tuple(order)


def _without_place(section: Section, past: _Past) -> list[int]:
    """The entries present for which the schedule has no place."""
    if past.is_first or not section.places:
        return []
    seated = {*section.places, *section.mobile}
    return sorted(entrant.number for entrant in section.entrants if entrant.number not in seated)


def history_of(inputs: Inputs) -> History:
    met: dict[Pair, tuple[int, ...]] = {}
    together: dict[Pair, tuple[int, ...]] = {}
    rested: dict[int, tuple[int, ...]] = {}
    for section in inputs.sections:
        met |= section.history.met
        together |= section.history.together
        rested |= section.history.rested
    return History(met=met, together=together, rested=rested)


def apart_now(tournament: Tournament) -> frozenset[Pair]:
    """The entries that the tournament keeps apart, by number."""
    return frozenset(pair for pair, is_lifted in _pairs_and_lifts(tournament).items() if not is_lifted)


def apart_with(tournament: Tournament, forbidden: Iterable[Pair]) -> tuple[Pair, ...]:
    """Those forbidden for the round and those kept apart; not those lifted, which an earlier draft may still name."""
    lifted = _pairs_and_lifts(tournament)
    named = {*forbidden, *lifted}
    return tuple(sorted(pair for pair in named if not lifted.get(pair, False)))


def _pairs_and_lifts(tournament: Tournament) -> dict[Pair, bool]:
    """Whoever was ever kept apart, and whether it was lifted; the last word counts."""
    pairs = KeptApart.objects.filter(tournament=tournament).order_by("pk")
    rows = pairs.values_list("first__number", "second__number", "lifted_at")
    return {pair_of(first, other): lifted is not None for first, other, lifted in rows}
