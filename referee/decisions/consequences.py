"""What a decision changes in the tournament by itself: shown before it is confirmed, done when it is.

One reading for both: `referee/orders/execution_actions.py` carries out what is told here (docs/decisions/0038).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet

from codes.deciding.book import Rulebook
from codes.format.effects import Annul, Arbitral, DealScore, Effect, Forfeit, GivenScore, Indemnity, Penalty, Withdraw
from codes.seats import Line
from referee.cases.known_answers import warnings_in_force
from referee.cases.known_scores import kind_of
from referee.cases.models import Case
from referee.cases.persons import lines_for, other_places
from referee.cases.walk import at_fault, heard_detectors, person_answers
from referee.rulings.models import Ruling
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment
from tournaments.scoring.match import FixedScore
from tournaments.scoring.standings import Extra
from tournaments.scoring.sums import warning_cost
from tournaments.standings.facts import Overlay

KINDS = {
    "vp": Adjustment.Kind.VP,
    "mp": Adjustment.Kind.MP,
    "punti": Adjustment.Kind.POINTS,
    "ammonizione": Adjustment.Kind.WARNING,
}


@dataclass(frozen=True, kw_only=True)
class Award:
    """VP, MP, points of the deal or a warning for the entries of a line, by an effect; step: its place among them."""

    table: Table
    line: Line
    kind: Adjustment.Kind
    amount: int
    effect: Effect
    step: str


@dataclass(frozen=True, kw_only=True)
class Consequences:
    """What is given or taken, the score of the match by line (both or none), who leaves, whether the board is annulled.

    off_the_grid: no deal of the match counts any more, though no score is fixed for both lines. deal: the points that
    the arbiter settles for both lines in the deal.
    """

    given: tuple[Award, ...] = ()
    scores: Mapping[Line, GivenScore] = field(default_factory=dict)
    leaving: tuple[tuple[Line, Withdraw], ...] = ()
    annuls: bool = False
    off_the_grid: bool = False
    deal: tuple[int, int] | None = None

    @property
    def move_standings(self) -> bool:
        return bool(self.given or self.scores or self.annuls or self.off_the_grid or self.deal)


def consequences_of(case: Case, effects: Iterable[Effect], book: Rulebook) -> Consequences:
    """What these effects change; of a figure that nobody has settled yet, nothing."""
    effects = tuple(effects)
    fixing = [effect for effect in effects if isinstance(effect, GivenScore)]
    by_line = {line: effect for effect in fixing for line in lines_of(case, effect, book)}
    # Where both lines' figures are told they are the score of the match; those of one alone are adjustments (0007).
    alone = fixing if len(by_line) < len(Line) else []
    places = [(f"e{place}", effect) for place, effect in enumerate(effects)]
    steps = places + [(f"f{place}", effect) for place, effect in enumerate(alone)]
    awards = [
        Award(table=table, line=line, kind=kind, amount=amount, effect=effect, step=step + suffix)
        for step, effect in steps
        for kind, amount, suffix in _figures(effect, case, alone=step.startswith("f"))
        for table, line in _lines_everywhere(case, effect, book)
    ]
    return Consequences(
        given=tuple(awards),
        scores={} if alone else by_line,
        leaving=tuple(
            (line, effect)
            for effect in effects
            if isinstance(effect, Withdraw)
            for line in lines_of(case, effect, book)
        ),
        annuls=any(isinstance(effect, Annul | Arbitral) for effect in effects),
        off_the_grid=bool(alone),
        deal=_deal(case, effects, book),
    )


def _deal(case: Case, effects: Iterable[Effect], book: Rulebook) -> tuple[int, int] | None:
    settled = [effect for effect in effects if isinstance(effect, DealScore)]
    points = {line: effect.points for effect in settled for line in lines_of(case, effect, book)}
    return (points[Line.A], points[Line.B]) if points else None


def lines_of(case: Case, effect: Effect, book: Rulebook) -> tuple[Line, ...]:
    """The lines that an effect means."""
    return lines_for(effect.whom, at_fault(case), heard_detectors(case), person_answers(case, book))


def _lines_everywhere(case: Case, effect: Effect, book: Rulebook) -> Iterable[tuple[Table, Line]]:
    """The same with their tables, and those of the other tables that the case concerns."""
    yield from ((case.table, line) for line in lines_of(case, effect, book))
    for place in other_places(case):
        yield from ((place.table, line) for line in lines_for(effect.whom, place.responsible, ()))


def _figures(effect: Effect, case: Case, *, alone: bool) -> Iterable[tuple[Adjustment.Kind, int, str]]:
    """What an effect gives each line it means; of VP, MP and points a zero changes nothing."""
    if isinstance(effect, Penalty):
        # Warnings that add up are charged by the standings, which know all of them.
        if not (effect.of and case.tournament.warnings_per_vp) and (effect.amount or effect.penalty == "ammonizione"):
            yield KINDS[effect.penalty], -(effect.amount or 0), ""
    elif isinstance(effect, Indemnity):
        if effect.mp:
            yield Adjustment.Kind.MP, effect.mp, ""
        if effect.points:
            yield Adjustment.Kind.POINTS, effect.points, "p"
    elif isinstance(effect, Forfeit):
        if effect.points:
            yield Adjustment.Kind.POINTS, -effect.points, ""
    elif isinstance(effect, GivenScore) and alone:
        if effect.vp:
            yield Adjustment.Kind.VP, effect.vp, "vp"
        if effect.mp:
            yield Adjustment.Kind.MP, effect.mp, "mp"


def entries_of_award(award: Award) -> list[Entry]:
    """The entries in whose standings it counts: those of the line; points of a deal are the line's, told of one."""
    entries = award.table.entries_on(award.line)
    return entries[:1] if award.kind == Adjustment.Kind.POINTS else entries


# ---- what the standings would be -------------------------------------------------------------------------------------


def overlay_of(case: Case, effects: Iterable[Effect], book: Rulebook, instead_of: Ruling | None = None) -> Overlay:
    """What the standings would count besides the records with these effects, in place of that ruling's."""
    changes, table = consequences_of(case, effects, book), case.table
    fixed = fixed_by(instead_of).values_list("table", flat=True) if instead_of else ()
    matches: dict[int, FixedScore | None] = dict.fromkeys(fixed)
    if changes.scores:
        a, b = changes.scores[Line.A], changes.scores[Line.B]
        matches[table.pk] = FixedScore(kind_of([a.fixed_score, b.fixed_score]), a.vp, a.mp, b.vp, b.mp)
    extras, points = _extras(case, changes.given)
    if instead_of:
        against, back = _reversed_awards(instead_of)
        extras, points = extras + against, _sum(points, back)
    return Overlay(matches=matches, extras=extras, points=points, boards=_boards(case, changes))


def fixed_by(ruling: Ruling) -> QuerySet[MatchScore]:
    """The scores that a ruling fixed: its own match's, and those of later rounds for whoever it put out."""
    in_force = MatchScore.objects.current().filter(table__round__tournament=ruling.tournament)
    return in_force.filter(reference=ruling.reference)


def _boards(case: Case, changes: Consequences) -> dict[tuple[int, int], tuple[int, int] | None]:
    boards = {case.board_id} if changes.annuls else set()
    if changes.off_the_grid:
        boards |= {board.pk for board in Board.objects.played_at(case.table)}
    decided = {(case.table_id, case.board_id): changes.deal} if case.board_id else {}
    return {(case.table_id, board): None for board in boards if board} | (decided if changes.deal else {})


def _extras(case: Case, awards: Iterable[Award]) -> tuple[list[Extra], dict[tuple[int, int], int]]:
    extras: list[Extra] = []
    points: dict[tuple[int, int], int] = {}
    number = case.table.round.number
    for award in awards:
        for entry in entries_of_award(award):
            if award.kind == Adjustment.Kind.POINTS:
                points = _sum(points, {(number, entry.number): award.amount})
            else:
                extras.append(_extra(entry.number, number, award.kind, award.amount))
    return extras, points


def _extra(entry: int, round_number: int | None, kind: str, amount: int, *, sign: int = 1) -> Extra:
    warning = kind == Adjustment.Kind.WARNING
    return Extra(
        entry,
        vp=sign * amount if kind == Adjustment.Kind.VP else 0,
        mp=sign * amount if kind == Adjustment.Kind.MP else 0,
        warnings=sign if warning else 0,
        round=round_number,
    )


def _reversed_awards(ruling: Ruling) -> tuple[list[Extra], dict[tuple[int, int], int]]:
    """What the ruling gave so far, with the sign turned."""
    adjustments = Adjustment.objects.filter(
        entry__tournament=ruling.tournament, reference=ruling.reference, cancelled_at__isnull=True
    )
    extras: list[Extra] = []
    points: dict[tuple[int, int], int] = {}
    for adjustment in adjustments.select_related("entry", "round"):
        number = adjustment.round.number if adjustment.round else None
        if adjustment.kind == Adjustment.Kind.POINTS and number is not None:
            points = _sum(points, {(number, adjustment.entry.number): -adjustment.amount})
        else:
            extras.append(_extra(adjustment.entry.number, number, adjustment.kind, adjustment.amount, sign=-1))
    return extras, points


def _sum(first: Mapping[tuple[int, int], int], other: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    return {key: first.get(key, 0) + other.get(key, 0) for key in {*first, *other}}


# ---- warnings that add up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SummedWarnings:
    """An entry that the warnings of a decision bring to so many, which costs so many VP by themselves."""

    entry: Entry
    warnings: int
    vp: int


def summed_warnings(case: Case, changes: Consequences, instead_of: Ruling | None = None) -> list[SummedWarnings]:
    """Whom the warnings given would cost VP, with those of before (F.I.Bur., conduct; arbiter's powers)."""
    warnings = [award for award in changes.given if award.kind == Adjustment.Kind.WARNING]
    entries = Counter(entry for award in warnings for entry in entries_of_award(award))
    warned_entries = []
    for entry, new in entries.items():
        before = warnings_in_force(entry, but=instead_of.reference if instead_of else "")
        cost = warning_cost(now=new, before=before, per_vp=case.tournament.warnings_per_vp)
        if cost:
            warned_entries.append(SummedWarnings(entry, before + new, cost))
    return warned_entries
