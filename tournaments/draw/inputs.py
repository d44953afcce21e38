"""What a round is paired from: the entries that play it, their standings and what they did in the stage so far.

A stage counts as the session of the codes: meetings and rests of an earlier stage do not bind it (F.I.Bur. 40 allows
one rest in a session).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.draw.models import Pairing
from tournaments.draw.presence import Contenders, present
from tournaments.entries.models import Entry
from tournaments.kept_apart.queries import apart_with
from tournaments.knockout.outcomes import winners_of
from tournaments.pairing import knockout, mitchell, rover
from tournaments.pairing.drawers import order_of
from tournaments.pairing.formulas import GoesOn
from tournaments.pairing.plan import Entrant, History, Method, Pair, PairedTable, Plan, Relaxation, Why
from tournaments.pairing.recorded import Change, Inputs, Places, Section, from_json
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.models import Contest
from tournaments.stages.models import FirstRound, Stage
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
    """What the round of that number is drawn from.

    order: the director's own, for a first round by choice. forbidden: pairs that must not meet in it, beside those that
    the tournament keeps apart. accepted: by group, what the director gives way on.
    """
    past = _Past.of(stage, number)
    forbidden = apart_with(stage.tournament, forbidden)
    fields = present(stage, number).fields
    ranks = {} if past.is_first or not stage.traits.by_standings else _ranks(stage, fields)
    sections: list[Section] = []
    ended: list[Section] = []
    left_out: list[int] = []
    for one in fields:
        section = _section(stage, one, past, ranks)
        chosen = [entry for entry in order if any(entry == who.number for who in section.entrants)]
        section = replace(section, forbidden=forbidden, accepted=(accepted or {}).get(one.group))
        section = replace(section, places=tuple(chosen)) if past.is_first else _scheduled(section, stage, past)
        # Of brackets of unequal size the shorter has its final first; where all have theirs, drawing refuses.
        (ended if _has_its_final(section) else sections).append(section)
        left_out += _without_place(section, past)
    inputs = Inputs(
        formula=stage.drawn_as,
        stage_round=past.stage_round,
        rounds_planned=_planned(stage, past),
        sections=tuple(sections or ended),
        switch_from=_switch_from(stage, past),
    )
    return Drawable(inputs=inputs, left_out=tuple(left_out))


def _has_its_final(section: Section) -> bool:
    """Whether it is a bracket whose last match is won."""
    seeds = [entry for entry in section.places if entry is not None]
    return bool(section.winners) and sum(map(bool, section.winners)) >= len(knockout.stages_of(len(seeds)))


def _planned(stage: Stage, past: "_Past") -> int:
    """The rounds of the stage; in a movement those planned when it began, or its boards would come back."""
    drawn = past.drawn
    if stage.traits.goes_on is GoesOn.LINES and drawn:
        return int(drawn[0]["rounds_planned"])
    return max(stage.rounds_planned, past.stage_round)


def _switch_from(stage: Stage, past: "_Past") -> int:
    """The round of the stage from which its lines exchange their directions; 0 if they never do."""
    switched = past.drawn[-1].get("switch_from", 0) if past.drawn else 0
    if 0 < switched < past.stage_round:
        return int(switched)  # lines that have been exchanged stay so, also when more rounds are planned
    if not (stage.switched_rounds and stage.traits.keeps_numbers and stage.tournament.is_duplicate):
        return 0
    # Not before this one: what was played was not switched, whatever is planned now.
    return max(stage.rounds_planned - stage.switched_rounds + 1, past.stage_round)


def next_seed(round: Round) -> str:
    """The seed of a round's next draw: published beforehand, so that nobody chooses it.

    A draft that was discarded uses none up: who prepares the round again gets the draw that there was.
    """
    drawn = Pairing.objects.filter(round=round).exclude(state=Pairing.State.DISCARDED).count()
    return _seed_of(round.stage, round.number, drawn + 1)


def _seed_of(stage: Stage, number: int, version: int) -> str:
    # Some formulas keep that of the stage's first round, by which their schedule goes on, until a round is drawn
    # again.
    if stage.traits.keeps_seed and version == 1:
        before = recorded(stage, number).values()
        if before:
            return list(before)[-1].seed
    return f"{stage.tournament.lot_seed} – {number}.{version}"


def recorded(stage: Stage, before: int) -> dict[int, Pairing]:
    found = Pairing.objects.current().filter(round__stage=stage, round__number__lt=before).select_related("round")
    return {one.round.number: one for one in found.order_by("round__number")}


@dataclass(frozen=True, kw_only=True)
class _Past:
    """The rounds of the stage before this one: who sat where, and their records."""

    number: int
    stage_round: int
    matches: Mapping[int, tuple[PairedTable, ...]]
    records: Mapping[int, Pairing]

    @classmethod
    def of(cls, stage: Stage, number: int) -> "_Past":
        earlier = list(Round.objects.filter(stage=stage, number__lt=number).order_by("number"))
        matches: dict[int, list[PairedTable]] = {one.number: [] for one in earlier}
        # The second room of a match of teams holds the same two teams.
        tables = Table.objects.filter(round__in=earlier, room=1).select_related("round__tournament", *LINES)
        for table in tables.order_by("round__number", "number"):
            matches[table.round.number].append(match_of(table))
        return cls(
            number=number,
            stage_round=len(earlier) + 1,
            matches={one: tuple(found) for one, found in matches.items()},
            records=recorded(stage, number),
        )

    @property
    def is_first(self) -> bool:
        return self.stage_round == 1

    def history(self, here: frozenset[int]) -> History:
        """What those of a group did, without those who are no longer here."""
        plans = {
            number: Plan(method=Method.BY_HAND, matches=tuple(one for one in matches if here & {*one.entries}))
            for number, matches in self.matches.items()
        }
        whole = History.of(plans)
        return History(
            met={pair: rounds for pair, rounds in whole.met.items() if here >= {*pair}},
            together={pair: rounds for pair, rounds in whole.together.items() if here >= {*pair}},
            rested={entry: rounds for entry, rounds in whole.rested.items() if entry in here},
        )

    def played_on(self) -> Counter[tuple[int, str]]:
        """How often each entry sat on either line."""
        lines: Counter[tuple[int, str]] = Counter()
        for match in (one for matches in self.matches.values() for one in matches if not one.rests):
            lines.update((entry, "a") for entry in match.a)
            lines.update((entry, "b") for entry in match.b)
        return lines

    @property
    def drawn(self) -> list[dict[str, Any]]:
        """What the rounds that a formula drew were drawn from."""
        return [one.inputs for one in self.records.values() if not one.inputs.get("given")]

    def last_section(self, group: int | None) -> Section | None:
        """The group in the record of the last round that a formula drew."""
        sections = from_json(self.drawn[-1]).sections if self.drawn else ()
        return next((one for one in sections if one.group == group), None)

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
    """Place and points of each entry in the standings of its field; a latecomer without a match stands last."""
    rows = [(row.entry.number, (row.vp, row.mp)) for row in standings(stage.tournament, stage=stage).rows]
    points = dict(rows)
    order = {number: at for at, (number, _score) in enumerate(rows)}
    ranks = {}
    for one in fields:
        numbers = sorted(
            (entry.number for entry in one.playing), key=lambda number: (order.get(number, 1 << 20), number)
        )
        ranks.update({number: (rank, points.get(number, (0, 0))) for rank, number in enumerate(numbers, start=1)})
    return ranks


def _section(stage: Stage, one: Contenders, past: _Past, ranks: Mapping[int, tuple[int, tuple[int, int]]]) -> Section:
    here = frozenset(entry.number for entry in one.playing)
    history, lines = past.history(here), past.played_on()
    entrants = []
    for entry in one.playing:
        rank, score = ranks.get(entry.number, (one.seeds.get(entry.number, entry.number), ()))
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
        group=one.group,
        name=one.name,
        way=_way(stage),
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


def _way(stage: Stage) -> str:
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


def _scheduled(section: Section, stage: Stage, past: _Past) -> Section:
    """The section with the places that its schedule goes on with, as they are now."""
    here = {one.number for one in section.entrants}
    match stage.traits.goes_on:
        case GoesOn.LINES:
            fixed, mobile, line = _lines(stage, section, past)
            lines = replace(section, places=_only(fixed, here), mobile=_only(mobile, here), rover=line)
            return _with_latecomers(lines)
        case GoesOn.BRACKET:
            places = _order(section, past)
            # Of all the brackets of the stage: each goes on with its own winners.
            won = tuple(tuple(one for one in round if one in places) for round in winners_of(stage, past.matches))
            return replace(section, places=places, winners=won, third_place=stage.third_place)
        case GoesOn.PLACES:
            return replace(section, places=_with_late_places(_only(_order(section, past), here), section))
        case GoesOn.ANEW:
            return section


def _with_late_places(places: Places, section: Section) -> Places:
    """Who comes late takes a free place of the table, also the one that an odd number leaves open."""
    late = [one.number for one in section.entrants if one.number not in places]
    if not late:
        return places
    filled: list[int | None] = [*places, *([None] if len(places) % 2 else [])]
    free = [at for at, entry in enumerate(filled) if entry is None]
    for at, entry in zip(free, late, strict=False):
        filled[at] = entry
    return tuple(filled)


def _only(places: Iterable[int | None], here: Iterable[int]) -> Places:
    known = set(here)
    return tuple(entry if entry in known else None for entry in places)


def _lines(stage: Stage, section: Section, past: _Past) -> tuple[Places, Places, str]:
    """The two lines, and that of a rover: as the last drawn round recorded them, in the second as the first seated."""
    before = past.last_section(section.group)
    if before is not None and before.mobile:
        return before.places, before.mobile, before.rover
    seated = past.matches[min(past.matches)]
    members = {one.number for one in before.entrants} if before else {who for one in seated for who in one.entries}
    mine = [one for one in seated if members & {*one.entries}]
    first = min((one.table for one in mine), default=1)
    moved = Plan(method=Method.MITCHELL, matches=tuple(replace(one, table=one.table - first + 1) for one in mine))
    # A late pair that sat down opposite the rover makes the table whole.
    line = stage.rover or "" if moved.resting and stage.may_rove else ""
    fixed, mobile = rover.lines_of(moved) if line else mitchell.lines_of(moved)
    return tuple(fixed), tuple(mobile), line


def _with_latecomers(section: Section) -> Section:
    """Who comes late takes a free place opposite somebody who would rest, the mobile line first."""
    places, mobile = list(section.places), list(section.mobile)
    late = [one.number for one in section.entrants if one.number not in (*places, *mobile)]
    # Nobody sits opposite a rover: it has no table.
    for line, last in ((mobile, len(mobile) - bool(section.rover)), (places, len(places))):
        for at in range(last):
            if line[at] is None and late:
                line[at] = late.pop(0)
    return replace(section, places=tuple(places), mobile=tuple(mobile))


def _order(section: Section, past: _Past) -> Places:
    """The places of an all-play-all: those of its first round, where an exchange by hand exchanged places."""
    before = past.last_section(section.group)
    if before is None:
        return tuple(sorted(one.number for one in section.entrants))
    if before.places and not before.is_first:
        return before.places
    first = past.first
    order = order_of(before, first.seed if first else "")
    for change in from_json(first.inputs).changes if first else ():
        order = _exchanged(order, change)
    return tuple(order)


def _exchanged(order: Sequence[int], change: Change) -> list[int]:
    swap = {change.first: change.second, change.second: change.first} if change.kind == "swap" else {}
    return [swap.get(entry, entry) for entry in order]


def _without_place(section: Section, past: _Past) -> list[int]:
    """Those here for whom the schedule has no place left."""
    if past.is_first or not section.places:
        return []
    seated = {*section.places, *section.mobile}
    return sorted(one.number for one in section.entrants if one.number not in seated)


def history_of(inputs: Inputs) -> History:
    met: dict[Pair, tuple[int, ...]] = {}
    together: dict[Pair, tuple[int, ...]] = {}
    rested: dict[int, tuple[int, ...]] = {}
    for section in inputs.sections:
        met |= section.history.met
        together |= section.history.together
        rested |= section.history.rested
    return History(met=met, together=together, rested=rested)
