"""The proof of a pairing: the bytes that its hash is made of, and whether its tables follow from them.

The SHA-256 of `canonical_pairing` is the hash: whoever downloads the record can compute it with any tool, and whoever
runs `verify` draws the tables once more from the recorded inputs and the seed.

Also the pairing as the pages show it: tables with names, points, reasons and the rules that they break.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.cache import cache
from django.db.models import Max, Min, QuerySet

from tournaments.draw.inputs import apart_now, history_of, inputs_of
from tournaments.draw.models import Pairing
from tournaments.draw.words import explain_match, explain_note, explain_warning
from tournaments.entries.models import Entry
from tournaments.pairing.board_sets import sets_at
from tournaments.pairing.check import Breach, BrokenRule, check_plan
from tournaments.pairing.draw import Impossible, draw_plan
from tournaments.pairing.formulas import traits_of
from tournaments.pairing.plan import Entrant, Pair, PairedTable, Plan
from tournaments.pairing.records import (
    Inputs,
    from_json,
    matches_from_json,
    matches_to_json,
    notes_from_json,
    notes_to_json,
)
from tournaments.rounds.models import CALLED, LINES, Round, Table
from tournaments.setup.models import Contest, Tournament
from tournaments.standings.outcomes import NotDecided

KEPT = 3600  # seconds


@dataclass(frozen=True)
class PairingProof:
    """Whether the record is as published, and whether drawing again gives its tables. hash: the record's hash now."""

    hash: str
    hash_holds: bool
    tables_follow: bool

    @property
    def holds(self) -> bool:
        return self.hash_holds and self.tables_follow


def canonical_pairing(pairing: Pairing) -> bytes:
    """The record as JSON: keys in order, no blanks, UTF-8."""
    record: dict[str, Any] = {
        "tournament": pairing.round.tournament.slug,
        "round": pairing.round.number,
        "version": pairing.version,
        "formula": pairing.formula,
        "seed": pairing.seed,
        "inputs": pairing.inputs,
        "tables": pairing.tables,
        "notes": pairing.notes,
    }
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def hash_of(pairing: Pairing) -> str:
    return hashlib.sha256(canonical_pairing(pairing)).hexdigest()


def verify(pairing: Pairing, *, afresh: bool = False) -> PairingProof:
    """Recompute the hash, and draw the tables and notes again from inputs and seed; afresh: whatever a cache says."""
    hash_now = hash_of(pairing)
    # Each process draws a record once: any change in the record changes the key of the cached answer.
    key = f"pairing-follows-{hash_now}"
    follow = None if afresh else cache.get(key)
    if follow is None:
        follow = _tables_follow(pairing)
        cache.set(key, follow, KEPT)
    return PairingProof(hash=hash_now, hash_holds=pairing.hash == hash_now, tables_follow=follow)


def _tables_follow(pairing: Pairing) -> bool:
    try:
        plan = draw_plan(from_json(pairing.inputs), pairing.seed)
    except (Impossible, ValueError, KeyError, TypeError):  # inputs that were tampered with need not be readable
        return False
    return bool(matches_to_json(plan.matches) == pairing.tables and notes_to_json(plan.notes) == pairing.notes)


def inputs_in(pairing: Pairing) -> Inputs:
    return from_json(pairing.inputs)


def plan_in(pairing: Pairing) -> Plan:
    return Plan(
        method=traits_of(pairing.inputs["formula"]).method,
        seed=pairing.seed,
        matches=matches_from_json(pairing.tables),
        notes=notes_from_json(pairing.notes),
    )


# Warnings about more than one table, or about none.
NOT_OF_A_TABLE = frozenset({BrokenRule.MISSING, BrokenRule.REST_AVOIDABLE})
RESTS = frozenset({BrokenRule.SECOND_REST, BrokenRule.REST_AVOIDABLE})


@dataclass(frozen=True)
class PairedEntry:
    """An entry at a table, with its rank and points when the round was drawn."""

    entry: Entry
    entrant: Entrant | None

    @property
    def score(self) -> tuple[int, ...]:
        return self.entrant.score if self.entrant else ()


@dataclass(frozen=True)
class ShownTable:
    """A table of a pairing with the words for it."""

    number: int
    label: str  # its number, or those of the two rooms of a match of teams
    group: str
    a: tuple[PairedEntry, ...]
    b: tuple[PairedEntry, ...]
    why: str
    warnings: tuple[str, ...]
    called: str = ""  # the final of a bracket, or the match for the third place


@dataclass(frozen=True)
class ShownPairing:
    """A pairing for a reader: tables by number, notes on what the draw gave way on, broken rules."""

    pairing: Pairing
    inputs: Inputs
    tables: tuple[ShownTable, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def by_group(self) -> list[tuple[str, list[ShownTable]]]:
        """The tables by group; a single field is one group without a name."""
        groups: dict[str, list[ShownTable]] = {}
        for table in self.tables:
            groups.setdefault(table.group, []).append(table)
        return list(groups.items())


def current_pairing(round_: Round) -> Pairing | None:
    return Pairing.objects.current().filter(round=round_).select_related("made_by", "published_by").first()


def discarded_before(tournament: Tournament, number: int) -> QuerySet[Pairing]:
    """The discarded drafts of the round of that number, the oldest first."""
    pairings = Pairing.objects.filter(round__tournament=tournament, round__number=number, state=Pairing.State.DISCARDED)
    return pairings.select_related("made_by").order_by("version")


def entries_by_number(round_: Round) -> dict[int, Entry]:
    return {entry.number: entry for entry in Entry.objects.filter(tournament=round_.tournament_id)}


@dataclass(frozen=True)
class PlayedBoards:
    """A set of boards that an entry has played in the stage: first and last board, and the round."""

    round: int
    from_board: int
    to_board: int


@dataclass(frozen=True)
class DraftFacts:
    """What warnings about a draft need beside its record: the pairs kept apart now, the boards already played."""

    apart: frozenset[Pair] = frozenset()
    played: Mapping[tuple[int, int], PlayedBoards] = field(default_factory=dict)  # by entry and set


def draft_facts(round_: Round) -> DraftFacts:
    """These facts for a round, in two queries."""
    return DraftFacts(apart_now(round_.tournament), _played_boards(round_))


def _played_boards(round_: Round) -> dict[tuple[int, int], PlayedBoards]:
    before = Table.objects.filter(
        round__stage=round_.stage_id, round__number__lt=round_.number, board_set__isnull=False
    )
    boards = before.annotate(first=Min("board_set__boards__number"), last=Max("board_set__boards__number"))
    rows = boards.order_by("round__number").values_list(
        "board_set__number", "round__number", "first", "last", *(f"{line}__number" for line in LINES)
    )
    return {
        (entry, number): PlayedBoards(there, first, last)
        for number, there, first, last, *entries in rows
        # An entry that rests plays none of the boards at its table.
        if len(seated := [entry for entry in entries if entry]) > 1
        for entry in seated
    }


def pairing_on_page(
    pairing: Pairing, entries: Mapping[int, Entry], plan: Plan | None = None, against: DraftFacts | None = None
) -> ShownPairing:
    """The pairing as it stands, or with the plan of a change. against: the facts for warnings about a draft."""
    inputs, plan = inputs_in(pairing), plan or plan_in(pairing)
    names = {number: str(entry) for number, entry in entries.items()}
    entrants = {entrant.number: entrant for entrant in inputs.entrants}
    groups = {entrant.number: section.name for section in inputs.sections for entrant in section.entrants}
    is_bracket = traits_of(inputs.formula).is_bracket
    told_in_notes = traits_of(inputs.formula).tables_of_four  # partners and opponents who come back
    breaches = [
        (breach, explain_warning(breach, names))
        for breach in broken_rules(plan, inputs, against, rematches=told_in_notes)
    ]
    by_entry = _by_entry(breaches)
    tables = tuple(
        ShownTable(
            number=match.table,
            label=label_of(match.table, pairing.round.tournament, rests=match.rests),
            group=groups.get(match.a[0], ""),
            a=tuple(PairedEntry(entries[number], entrants.get(number)) for number in match.a),
            b=tuple(PairedEntry(entries[number], entrants.get(number)) for number in match.b),
            why=explain_match(match, names),
            warnings=tuple(words for number in match.entries for words in by_entry.get(number, ())),
            called=str(CALLED.get(int(match.data.get("stage", 0)), "")) if is_bracket else "",
        )
        for match in plan.matches
    )
    at_tables = {words for table in tables for words in table.warnings}
    return ShownPairing(
        pairing=pairing,
        inputs=inputs,
        tables=tables,
        notes=tuple(explain_note(note, names) for note in plan.notes),
        warnings=tuple(words for _one, words in breaches if words not in at_tables),
    )


def label_of(number: int, tournament: Tournament, *, rests: bool) -> str:
    """The number of a table; for a match of teams those of its two rooms."""
    if tournament.contest != Contest.TEAMS:
        return str(number)
    return str(2 * number - 1) if rests else f"{2 * number - 1}–{2 * number}"


def broken_rules(
    plan: Plan, inputs: Inputs, against: DraftFacts | None = None, *, rematches: bool = False
) -> list[Breach]:
    """The rules of the draw that the tables break; latecomers break none.

    rematches: whether opponents may meet again, as they may anyway where the formula says so. Rests are checked only
    where the formula does not plan them all.
    """
    late = (Entrant(number=number, rank=0) for number in inputs.joined)
    traits = traits_of(inputs.formula)
    breaches = check_plan(
        plan.matches,
        [*inputs.entrants, *late],
        history_of(inputs),
        rematches=rematches or traits.meets_again,
        clubs_apart=any(section.clubs_apart for section in inputs.sections),
        forbidden={pair for section in inputs.sections for pair in section.forbidden} | (against or DraftFacts()).apart,
    )
    own = [breach for breach in breaches if breach.broken not in RESTS or not traits.own_rests]
    return [*own, *_boards_played_again(plan, inputs, against or DraftFacts())]


def _boards_played_again(plan: Plan, inputs: Inputs, against: DraftFacts) -> Iterator[Breach]:
    """Entries that would play boards again: a change by hand can cause it where sets of boards go round."""
    sets = sets_at(inputs) if against.played else {}
    for match in plan.matches:
        for entry in () if match.rests else match.entries:
            if known := against.played.get((entry, sets.get(match.table, 0))):
                yield Breach(broken=BrokenRule.BOARDS_AGAIN, data={"entry": entry, **asdict(known)})


def newly_broken_rules(before: Plan, after: Plan, was: Inputs, will: Inputs, against: DraftFacts) -> list[Breach]:
    """The rules that a change newly breaks. was, will: the inputs without the change, and with it."""
    known = {(breach.broken, tuple(sorted(breach.data.items()))) for breach in broken_rules(before, was, against)}
    breaches = broken_rules(after, will, against)
    return [breach for breach in breaches if (breach.broken, tuple(sorted(breach.data.items()))) not in known]


@dataclass(frozen=True)
class DraftChanges:
    """How the entries present and the standings changed since a draft was drawn."""

    gone: tuple[Entry, ...]
    come: tuple[Entry, ...]
    standings_moved: bool

    def __bool__(self) -> bool:
        return bool(self.gone or self.come or self.standings_moved)


def changes_since_draft(pairing: Pairing, entries: Mapping[int, Entry]) -> DraftChanges:
    """What changed since the draft was drawn: if anything, it must be drawn again (F.I.Bur. 20)."""
    recorded = {entrant.number: (entrant.rank, entrant.score) for entrant in inputs_in(pairing).entrants}
    seated = {*recorded, *inputs_in(pairing).joined}
    try:
        now = inputs_of(pairing.round.stage, pairing.round.number).inputs.entrants
    except (NotDecided, ValueError):
        # The draft could not even be drawn now: its inputs have changed.
        return DraftChanges((), (), standings_moved=True)
    here = {entrant.number: (entrant.rank, entrant.score) for entrant in now}
    gone = tuple(entries[number] for number in sorted(seated - set(here)))
    come = tuple(entries[number] for number in sorted(set(here) - seated))
    scores = {number: score for number, (_rank, score) in here.items() if number in recorded}
    moved = any(recorded[number][1] != score for number, score in scores.items())
    return DraftChanges(
        gone, come, moved or (not gone and not come and here != recorded and not inputs_in(pairing).joined)
    )


def changed_tables(before: Plan, after: Plan) -> Iterator[PairedTable]:
    """The tables where other entries sit, or on another line; changed reasons alone do not count."""
    old = {match.table: (match.a, match.b) for match in before.matches}
    return (match for match in after.matches if old.get(match.table) != (match.a, match.b))


def _by_entry(breaches: Iterable[tuple[Breach, str]]) -> dict[int, list[str]]:
    """The words of each warning by the first entry that it names; without warnings about two tables."""
    words_of: dict[int, list[str]] = {}
    for breach, words in breaches:
        named = breach.data.get("a", breach.data.get("entry"))
        if isinstance(named, int) and breach.broken not in NOT_OF_A_TABLE:
            words_of.setdefault(named, []).append(words)
    return words_of


def may_be_discarded(round: Round) -> bool:
    """Whether the round is a draft that nobody outside the direction ever saw."""
    if round.state != Round.State.DRAFT:
        return False
    seen = round.pairings.values_list("state", "published_at")
    return any(state == Pairing.State.DRAFT for state, _at in seen) and not any(at for _state, at in seen)
