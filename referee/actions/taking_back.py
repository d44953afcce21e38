"""What a ruling had set in motion is taken back when it is revised or annulled, and what stood before holds again."""

from typing import Any

from django.utils.translation import gettext as _

from codes.format.effects import Effect, effect_from
from codes.seats import Line
from referee.actions.base import nested
from referee.actions.execution import Execution, settle_later_rounds
from referee.cases.consequences import consequences_of, fixed_by
from referee.cases.editions import SAID
from referee.cases.walk import book_of
from referee.models import ArbitralScore, Reservation, Ruling, StandingOrder
from tournaments.actions.adjustments import cancel_adjustment
from tournaments.actions.attendance import return_entry, withdrawn_for
from tournaments.actions.base import Actor
from tournaments.actions.match_scores import Figures, give_match_score, take_back_match_score, version_of
from tournaments.actions.scores import annul_board
from tournaments.models import Adjustment, BoardScore, Entry, MatchScore
from tournaments.wording import is_ruling

# The effects by which a ruling in force still gives matches a score: its own, and later ones of who left by it.
THAT_FIX = frozenset({"fixed_score", "withdraw"})


def reopen(ruling: Ruling, *, by: Actor) -> None:
    """Leave without a score what an earlier version decided on the grid and this one does not: it is entered anew."""
    # All versions of a ruling have one reference: it finds what an earlier one put on the grid.
    scores = BoardScore.objects.current().filter(table=ruling.case.table, reference=ruling.reference)
    for score in scores.exclude(kind=BoardScore.Kind.PLAYED).select_related("board"):
        if ruling.stands_for(score):
            continue
        annul_board(
            by=nested(by, f"open-{score.board.number}"),
            table=ruling.case.table,
            board=score.board,
            expected_version=score.version,
            reference=ruling.reference,
            reason=_("%(reference)s rivisto: il punteggio va registrato di nuovo") % {"reference": ruling.reference},
        )


def take_back(ruling: Ruling, *, by: Actor) -> None:
    """End what an earlier version set in motion; boards stay as recorded until others take their place."""
    ruling.reservations.filter(state=Reservation.State.OPEN).update(
        state=Reservation.State.LAPSED, closed_by=by.user, closed_at=by.at
    )
    ruling.orders.filter(state=StandingOrder.State.ACTIVE).update(
        state=StandingOrder.State.ENDED, ended_by=by.user, ended_at=by.at
    )
    reason = _("%(reference)s rivisto") % {"reference": ruling.reference}
    given = Adjustment.objects.filter(
        entry__tournament=ruling.tournament, reference=ruling.reference, cancelled_at__isnull=True
    )
    for place, adjustment in enumerate(given.select_related("entry__tournament", "round")):
        cancel_adjustment(
            by=nested(by, f"c{place}"), adjustment=adjustment, reason=reason, decision=ruling.reference, ruled=True
        )
    _take_back_matches(ruling, reason, by=by)
    _let_in_again(ruling, reason, by=by)
    ArbitralScore.objects.filter(case=ruling.case, is_current=True).update(is_current=False)


def _take_back_matches(ruling: Ruling, reason: str, *, by: Actor) -> None:
    """Its own match, and those of later rounds in which whoever left by it still had a table."""
    found = fixed_by(ruling).select_related("table__round__tournament", "table__round__stage")
    for number, fixed in enumerate(found):
        take_back_match_score(
            by=nested(by, f"match-back{number}"), score=fixed, reason=reason, decision=ruling.reference
        )
        if before := _replaced_by(fixed, ruling):
            give_match_score(
                by=nested(by, f"match-again{number}"),
                table=fixed.table,
                kind=before.kind,
                figures=Figures(vp_a=before.vp_a, vp_b=before.vp_b, mp_a=before.mp_a, mp_b=before.mp_b),
                reason=before.reason,
                reference=before.reference,
                expected_version=version_of(fixed.table),
                decision=ruling.reference,
            )


def _replaced_by(score: MatchScore, ruling: Ruling) -> MatchScore | None:
    """The score that held until that ruling gave its own, if what it rests on is still in force."""
    earlier = MatchScore.objects.filter(table=score.table, version__lt=score.version).order_by("-version")
    given = score.given_at
    for one in earlier:
        if one.superseded_at != given:
            return None  # the boards counted, until the next one was given
        given = one.given_at
        if one.reference != ruling.reference and _holds(one, ruling):
            return one
    return None


def _holds(score: MatchScore, ruling: Ruling) -> bool:
    """An article by itself holds; a ruling while it is in force and orders a score."""
    if not is_ruling(score.reference):
        return True
    in_force = Ruling.objects.filter(tournament=ruling.tournament).current()
    return any(one.reference == score.reference and _orders(one, THAT_FIX) for one in in_force)


def _orders(ruling: Ruling, verbs: frozenset[str]) -> bool:
    return any(effect["verb"] in verbs for effect in ruling.effects)


def _let_in_again(ruling: Ruling, reason: str, *, by: Actor) -> None:
    """Who is out by it comes back, unless a later ruling had put them out too; rounds begun since are settled anew."""
    entries = withdrawn_by(ruling)
    for number, entry in enumerate(entries):
        return_entry(by=nested(by, f"return{number}"), entry=entry, reason=reason, reference=ruling.reference)
        _out_by_another(entry, ruling, by=nested(by, f"out{number}"))
    if entries:
        settle_later_rounds(ruling.case.table, by=nested(by, "later"))


def _out_by_another(entry: Entry, ruling: Ruling, *, by: Actor) -> None:
    """Put the entry out again by a ruling in force that found it out already, and so had nothing to do."""
    others = Ruling.objects.filter(tournament=ruling.tournament, pk__gt=ruling.pk).current()
    for other in others.exclude(case=ruling.case).select_related("case__table__round__tournament").order_by("number"):
        orders = [_effect(one) for one in other.effects if one["verb"] == "withdraw"]
        case, book = other.case, book_of(ruling.tournament)
        again = Execution(ruling=other, case=case, book=book, by=nested(by, f"n{other.number}"), voiced_by=None)
        for line, withdrawal in consequences_of(case, orders, book).leaving:
            if entry in case.table.entries_on(line):
                again.withdraw(line, withdrawal)


def withdrawn_by(ruling: Ruling) -> list[Entry]:
    """The entries that are out of the tournament by this ruling, and by nothing that came later."""
    table = ruling.case.table
    entries = [entry for line in Line for entry in table.entries_on(line) if entry.is_withdrawn]
    return [entry for entry in entries if withdrawn_for(entry) == ruling.reference]


def _effect(record: dict[str, Any]) -> Effect:
    """The effect that a ruling's record keeps, without its words."""
    return effect_from({name: value for name, value in record.items() if name not in ("verb", *SAID)})
