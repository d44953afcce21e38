"""What a ruling sets in motion.

What a ruling had set in motion is taken back when it is revised or annulled, and what stood before holds again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.format.effects import (
    Effect,
    Forbid,
    Freeze,
    GivenScore,
    Inform,
    Oblige,
    Reserve,
    Status,
    Withdraw,
    effect_from,
)
from codes.format.effects_file import OrderedChoice
from codes.seats import Line, Seat
from records.action import Actor
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.base_actions import nested_actor
from referee.cases.known_scores import kind_of
from referee.cases.models import Case
from referee.cases.persons import seats_for
from referee.cases.queries import reservations_about
from referee.cases.record import effects_record, name_at
from referee.cases.walk import at_fault, book_of, heard_detectors, person_answers
from referee.decisions.consequences import Award, consequences_of, entries_of_award, fixed_by
from referee.editions.queries import SAID
from referee.orders.actions import settle_reservation
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.models import Ruling
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.check_in.actions import return_entry, settle_absences, withdraw, withdrawn_for
from tournaments.entries.models import Entry
from tournaments.entries.rules import Leaving
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import annul_board, record_arbitral_score
from tournaments.scores.match_actions import Figures, give_match_score, take_back_match_score, version_of
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.words import is_ruling

# How whoever leaves the tournament leaves: it decides whether they may come back.
LEAVINGS = {"ritiro": Leaving.AUTHORISED, "senza-avviso": Leaving.UNAUTHORISED, "esclusione": Leaving.QUARREL}
# An order for this very moment is read out and carried out, it does not stand.
AT_ONCE = "subito"
# Invoked too soon: the reservation is not used up (the code's own wording of that decision).
STAYS = "riserva-resta"


@dataclass(frozen=True, kw_only=True)
class Execution:
    ruling: Ruling
    case: Case
    book: Rulebook
    by: Actor
    voiced_by: Seat | None

    def carry_out(self, effects: Iterable[Effect]) -> None:
        effects = tuple(effects)
        for place, effect in enumerate(effects):
            self._one(effect, nested_actor(self.by, f"e{place}"))
        changes = consequences_of(self.case, effects, self.book)
        # Once, though a decision may order both the annulment and the score that takes the result's place.
        if changes.annuls:
            self._annul()
        if changes.deal:
            self._settle_deal(*changes.deal)
        for given in changes.given:
            self._adjust(given)
        for line, withdrawal in changes.leaving:
            self.withdraw(line, withdrawal)
        if changes.leaving:
            settle_later_rounds(self.case.table, by=self.by)
        if changes.scores:
            self._give_match_score(changes.scores[Line.A], changes.scores[Line.B])
        if changes.off_the_grid:
            self._take_off_the_grid()
        self._settle_reservation(effects, annulled=changes.annuls)

    def _one(self, effect: Effect, by: Actor) -> None:
        if choice := self.book.effects.choices.get(effect.verb, {}).get(effect.what):
            self._leave_the_choice(effect, choice)
        if isinstance(effect, Reserve):
            self._open_reservation(effect)
        elif isinstance(effect, Forbid | Oblige | Freeze | Status) and effect.until != AT_ONCE:
            self._set_order(effect)
        elif isinstance(effect, Inform) and effect.inform == STAYS:
            self._leave_open()

    def _words(self, effect: Effect) -> dict[str, str]:
        """As the ruling says it, with the figures that were told; in the words of the code alone where it has none."""
        (record,) = effects_record(self.case, [effect], self.book)
        same = (one for one in self.ruling.effects if one | {"words": record["words"]} == record)
        words: dict[str, str] = next(same, record)["words"]
        return words

    def _open_reservation(self, effect: Reserve) -> None:
        if self.voiced_by is None:
            raise ValueError("a reservation without a voice")
        Reservation.objects.create(
            ruling=self.ruling,
            voiced_by=self.voiced_by,
            voiced_by_name=name_at(self.case.table, self.voiced_by, self.case.board),
            what=effect.reserve,
            words=self._words(effect),
            consequence=effect.consequence,
            opened_at=self.by.at,
        )

    def _leave_open(self) -> None:
        """The reservation that was invoked too soon, open again under this ruling."""
        invoked = Reservation.objects.filter(invoked_case=self.case).first()
        if invoked is None:
            return
        Reservation.objects.create(
            ruling=self.ruling,
            voiced_by=invoked.voiced_by,
            voiced_by_name=invoked.voiced_by_name,
            what=invoked.what,
            words=invoked.words,
            consequence=invoked.consequence,
            opened_at=self.by.at,
        )

    def _settle_reservation(self, effects: Iterable[Effect], *, annulled: bool) -> None:
        """Close the open reservation that the case is about, unless it was invoked too soon."""
        if any(isinstance(effect, Inform) and effect.inform == STAYS for effect in effects):
            return
        for one in reservations_about(self.case):
            by = nested_actor(self.by, f"reservation{one.pk}")
            settle_reservation(by=by, reservation=one, case=self.case, annulled=annulled)

    def _set_order(self, effect: Forbid | Oblige | Freeze | Status) -> None:
        StandingOrder.objects.create(
            ruling=self.ruling,
            verb=effect.verb,
            what=effect.what,
            words=self._words(effect),
            seats=[seat.value for seat in self._seats(effect.whom)],
            until=effect.until or "",
            started_at=self.by.at,
        )

    def _leave_the_choice(self, effect: Effect, choice: OrderedChoice) -> None:
        """What somebody may choose once the decision is read out stands at the table until they have chosen."""
        StandingOrder.objects.create(
            ruling=self.ruling,
            verb=StandingOrder.Verb.CHOOSE,
            what=effect.what,
            words=self._words(effect),
            seats=[seat.value for seat in self._seats(choice.of or effect.whom)],
            started_at=self.by.at,
        )

    def _seats(self, whom: str | None) -> tuple[Seat, ...]:
        persons = person_answers(self.case, self.book)
        return seats_for(whom, at_fault(self.case), heard_detectors(self.case), persons)

    def withdraw(self, line: Line, effect: Withdraw) -> None:
        """Whoever leaves is drawn no more: those who were to meet them later rest (F.I.Bur. 39)."""
        for place, entry in enumerate(self.case.table.entries_on(line), start=1):
            # What was taken back from an earlier version may have let it in again meanwhile.
            entry.refresh_from_db(fields=["state", "until_round"])
            if not entry.is_withdrawn:
                withdraw(
                    by=nested_actor(self.by, f"w{line.value}{place}"),
                    entry=entry,
                    reason=self.ruling.title["it"],
                    leaving=LEAVINGS[effect.withdraw],
                    reference=self.ruling.reference,
                    counts_as_absent=effect.later == "assenza",
                )

    def _give_match_score(self, a: GivenScore, b: GivenScore) -> None:
        give_match_score(
            by=nested_actor(self.by, "match"),
            table=self.case.table,
            kind=kind_of([a.fixed_score, b.fixed_score]),
            figures=Figures(vp_a=a.vp, vp_b=b.vp, mp_a=a.mp, mp_b=b.mp),
            reason=self.ruling.title["it"],
            reference=self.ruling.reference,
            expected_version=version_of(self.case.table),
            decision=self.ruling.reference,
        )

    def _adjust(self, one: Award) -> None:
        """The same figure in the standings of every pair meant."""
        for place, entry in enumerate(entries_of_award(one), start=1):
            give_adjustment(
                by=nested_actor(self.by, f"{one.step}:{self._at(one)}{one.line.value}{place}"),
                entry=entry,
                round=self.case.table.round,
                kind=one.kind,
                amount=one.amount,
                # What is recorded has one language, whatever the arbiter's screen speaks.
                reason=self._words(one.effect)["it"],
                reference=self.ruling.reference,
                ruled=True,
            )

    def _at(self, one: Award) -> str:
        """Its table, where that is not the case's own: what is sent again is known by the name it had."""
        return "" if one.table == self.case.table else f"t{one.table.number}"

    def _annul(self) -> None:
        """The board has no result any more; one to be replayed and not yet scored has none to lose."""
        table, board = self.case.table, self.case.decided_board
        current = BoardScore.objects.current().filter(table=table, board=board).first()
        if current.is_void if current else self.ruling.annuls == "con-ripetizione":
            return
        annul_board(
            by=nested_actor(self.by, "void"),
            table=table,
            board=board,
            expected_version=current.version if current else 0,
            reference=self.ruling.reference,
            reason=self.ruling.title["it"],
        )

    def _settle_deal(self, a: int, b: int) -> None:
        """What the arbiter settles is the deal's score, as one that was assigned (F.I.Bur. 37)."""
        table, board = self.case.table, self.case.decided_board
        current = BoardScore.objects.current().filter(table=table, board=board).first()
        record_arbitral_score(
            by=nested_actor(self.by, "deal"),
            table=table,
            board=board,
            kind=BoardScore.Kind.ASSIGNED,
            points_a=a,
            points_b=b,
            expected_version=current.version if current else 0,
            reference=self.ruling.reference,
            reason=self.ruling.title["it"],
        )

    def _take_off_the_grid(self) -> None:
        """No deal of the match counts: what the code gives in its place stands among the adjustments."""
        table = self.case.table
        current = {score.board_id: score for score in BoardScore.objects.current().filter(table=table)}
        for board in Board.objects.played_at(table):
            score = current.get(board.pk)
            if score and score.is_void:
                continue
            annul_board(
                by=nested_actor(self.by, f"void-{board.number}"),
                table=table,
                board=board,
                expected_version=score.version if score else 0,
                reference=self.ruling.reference,
                reason=self.ruling.title["it"],
            )


def settle_later_rounds(table: Table, *, by: Actor) -> None:
    """Rounds after that of the table that had begun before a ruling on it came, or came again."""
    after = Round.objects.filter(tournament=table.round.tournament_id, number__gt=table.round.number)
    for round in after.filter(state__in=Round.BEGUN).select_related("tournament", "stage").order_by("number"):
        settle_absences(by=nested_actor(by, f"r{round.number}"), round=round)


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
            by=nested_actor(by, f"open-{score.board.number}"),
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
            by=nested_actor(by, f"c{place}"),
            adjustment=adjustment,
            reason=reason,
            decision=ruling.reference,
            ruled=True,
        )
    _take_back_matches(ruling, reason, by=by)
    _let_in_again(ruling, reason, by=by)
    ArbitralScore.objects.filter(case=ruling.case, is_current=True).update(is_current=False)


def _take_back_matches(ruling: Ruling, reason: str, *, by: Actor) -> None:
    """Its own match, and those of later rounds in which whoever left by it still had a table."""
    found = fixed_by(ruling).select_related("table__round__tournament", "table__round__stage")
    for number, fixed in enumerate(found):
        take_back_match_score(
            by=nested_actor(by, f"match-back{number}"), score=fixed, reason=reason, decision=ruling.reference
        )
        if before := _replaced_by(fixed, ruling):
            give_match_score(
                by=nested_actor(by, f"match-again{number}"),
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
    return any(
        one.reference == score.reference and any(effect["verb"] in THAT_FIX for effect in one.effects)
        for one in in_force
    )


def _let_in_again(ruling: Ruling, reason: str, *, by: Actor) -> None:
    """Who is out by it comes back, unless a later ruling had put them out too; rounds begun since are settled anew."""
    entries = withdrawn_by(ruling)
    for number, entry in enumerate(entries):
        return_entry(by=nested_actor(by, f"return{number}"), entry=entry, reason=reason, reference=ruling.reference)
        _out_by_another(entry, ruling, by=nested_actor(by, f"out{number}"))
    if entries:
        settle_later_rounds(ruling.case.table, by=nested_actor(by, "later"))


def _out_by_another(entry: Entry, ruling: Ruling, *, by: Actor) -> None:
    """Put the entry out again by a ruling in force that found it out already, and so had nothing to do."""
    others = Ruling.objects.filter(tournament=ruling.tournament, pk__gt=ruling.pk).current()
    for other in others.exclude(case=ruling.case).select_related("case__table__round__tournament").order_by("number"):
        orders = [_effect(one) for one in other.effects if one["verb"] == "withdraw"]
        case, book = other.case, book_of(ruling.tournament)
        again = Execution(ruling=other, case=case, book=book, by=nested_actor(by, f"n{other.number}"), voiced_by=None)
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
