"""The record of a round's pairing and the tables that follow from it, written together.

Used by the actions on rounds and pairings; none of these functions asks who acts or opens a transaction.
"""

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Max, ProtectedError
from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from records.action import Actor
from records.requests import Refused
from tournaments.check_in.line_up_actions import give_usual_line_ups
from tournaments.check_in.queries import last_seats
from tournaments.draw.inputs import inputs_of
from tournaments.draw.models import Pairing
from tournaments.draw.queries import hash_of
from tournaments.entries.models import Entry
from tournaments.pairing.board_sets import set_numbers, sets_at
from tournaments.pairing.draw import draw_plan
from tournaments.pairing.formulas import traits_of
from tournaments.pairing.plan import PairedTable, Plan
from tournaments.pairing.records import Inputs, matches_to_json, notes_to_json, to_json
from tournaments.planning.models import Formula, Group
from tournaments.rounds.models import Board, BoardSet, Round, Table
from tournaments.setup.models import Contest, Tournament

SECOND_ROOM = 2


def record_draft(*, by: Actor, round: Round, inputs: Inputs, seed: str, plan: Plan, reason: str = "") -> Pairing:
    """A new version of the round's pairing, in draft; the one in force is superseded and kept."""
    in_force = Pairing.objects.current().filter(round=round)
    # Before the new one is there: only one is in force at a time (constraint).
    in_force.update(state=Pairing.State.SUPERSEDED, superseded_at=by.at)
    last = round.pairings.aggregate(last=Max("version"))["last"] or 0
    by_hand = bool(inputs.given)
    return Pairing.objects.create(
        round=round,
        version=last + 1,
        formula=Formula.BY_HAND if by_hand else round.stage.formula,
        # Nothing was drawn of tables put together by hand: a seed would tell of a draw that nobody made.
        seed="" if by_hand else seed,
        inputs=to_json(inputs),
        tables=matches_to_json(plan.matches),
        notes=notes_to_json(plan.notes),
        made_by=by.user,
        made_at=by.at,
        reason=reason,
    )


def record_by_hand(*, by: Actor, round: Round, given: tuple[tuple[int, int | None], ...]) -> Pairing:
    drawable = inputs_of(round.stage, round.number)
    inputs = replace(drawable.inputs, formula=Formula.BY_HAND.value, given=given)
    return record_draft(by=by, round=round, inputs=inputs, seed="", plan=draw_plan(inputs, ""))


def freeze(*, by: Actor, round: Round) -> Pairing:
    """Publish the pairing in force: from now on it has its hash, and the database lets nothing of it change."""
    # A round of before there were records, or made without one, gets it from its tables.
    pairing = Pairing.objects.current().filter(round=round).first() or _record_of_tables(by, round)
    pairing.round = round
    pairing.hash = hash_of(pairing)
    pairing.state = Pairing.State.PUBLISHED
    pairing.published_by, pairing.published_at = by.user, by.at
    pairing.save()
    return pairing


def _record_of_tables(by: Actor, round: Round) -> Pairing:
    tables = (
        Table.objects.filter(round=round, room=1).order_by("number").values_list("line_a__number", "line_b__number")
    )
    return record_by_hand(by=by, round=round, given=tuple(tables))


def seat_tables(round: Round, plan: Plan, inputs: Inputs) -> None:
    """Put the plan's tables in place of the round's, with the usual line-ups of teams, or those already given.

    Refused once something was recorded at one of them.
    """
    # Read first: with the tables go the line-ups given at them.
    said = last_seats(round, with_this=True) if round.tournament.contest == Contest.TEAMS else {}
    _take_away(round)
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=round.tournament_id)}
    groups = {group.number: group for group in Group.objects.filter(stage=round.stage_id)}
    group_of = {one.number: section.group for section in inputs.sections for one in section.entrants}
    sets, is_bracket = _sets(round, plan, inputs), traits_of(inputs.formula).is_bracket
    Table.objects.bulk_create(
        Table(
            round=round,
            number=number,
            room=room,
            group=groups.get(group_of.get(match.a[0]) or 0),
            board_set=sets.get(match.table),
            bracket=match.data.get("stage") if is_bracket else None,
            **lines,
        )
        for match in plan.matches
        for number, room in rooms_of(match.table, round.tournament.contest, rests=match.rests)
        for lines in [_lines(match, entries, room)]
    )
    give_usual_line_ups(round, said)


def clear_tables(round: Round) -> None:
    """Take the round's tables away, and the boards that were numbered for them."""
    _take_away(round)
    round.boards.all().delete()
    if not Table.objects.filter(board_set__stage=round.stage_id).exists():
        BoardSet.objects.filter(stage=round.stage_id).delete()


def _take_away(round: Round) -> None:
    try:
        round.tables.all().delete()
    except ProtectedError as error:
        raise Refused(
            _("A un tavolo del turno è già stato registrato qualcosa: i tavoli non si cambiano più.")
        ) from error


def rooms_of(number: int, contest: str, *, rests: bool) -> Iterator[tuple[int, int]]:
    """Number and room of the tables of a match: one of teams takes two."""
    if contest != Contest.TEAMS:
        yield number, 1
    else:
        yield 2 * number - 1, 1
        if not rests:
            yield 2 * number, 2


def _lines(match: PairedTable, entries: dict[int, Entry], room: int) -> dict[str, Entry | None]:
    """The entries of both lines: crossed in the second room, so that a team plays either (pairing/teams.py)."""
    a, b = ([entries[number] for number in line] + [None, None] for line in (match.a, match.b))
    if room == SECOND_ROOM:
        a, b = b, a
    return {"line_a": a[0], "line_a2": a[1], "line_b": b[0], "line_b2": b[1]}


def _sets(round: Round, plan: Plan, inputs: Inputs) -> dict[int, BoardSet]:
    """The set that each table plays where sets go round, every set of the stage made; else the round's own boards."""
    numbers = sets_at(inputs)
    # Sets that nobody has played yet are made anew: a first round drawn again may have other tables.
    if not Table.objects.filter(board_set__stage=round.stage_id).exists():
        BoardSet.objects.filter(stage=round.stage_id).delete()
    if not numbers:
        if not round.boards.exists():
            add_boards(round)
        return {}
    if any(match.table not in numbers for match in plan.matches if not match.rests):
        raise Refused(_("Con le smazzate che girano i tavoli vanno da 1 a %(last)d.") % {"last": max(numbers)})
    round.boards.all().delete()
    sets = _sets_of_stage(round, set_numbers(inputs))
    return {table: sets[number] for table, number in numbers.items()}


def _sets_of_stage(round: Round, how_many: int) -> dict[int, BoardSet]:
    """The sets of the round's stage by number; those missing are made with their boards."""
    sets = {one.number: one for one in BoardSet.objects.filter(stage=round.stage_id)}
    for number in range(1, how_many + 1):
        if number not in sets:
            sets[number] = BoardSet.objects.create(stage=round.stage, number=number)
            _number_on(round.tournament, board_set=sets[number])
    return sets


def add_boards(round: Round) -> None:
    _number_on(round.tournament, round=round)


def _number_on(tournament: Tournament, **place: Round | BoardSet) -> None:
    last = Board.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    numbers = range(last + 1, last + 1 + tournament.boards_per_round)
    Board.objects.bulk_create(
        Board(tournament=tournament, number=number, dealer=_dealer(tournament, number), **place) for number in numbers
    )


def _dealer(tournament: Tournament, number: int) -> Seat:
    """Who deals a board: the four seats in turn, one against one the two that are taken."""
    if tournament.contest != Contest.SINGLES:
        return Seat.dealer_of(number)
    members = tournament.seat_names.members
    return members[Line.A if number % 2 else Line.B][0]
