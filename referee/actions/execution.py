"""What a ruling sets in motion."""

from collections.abc import Iterable
from dataclasses import dataclass

from codes.deciding.book import Rulebook
from codes.format.effects import Effect, Forbid, Freeze, GivenScore, Inform, Oblige, Reserve, Status, Withdraw
from codes.format.effects_file import OrderedChoice
from codes.seats import Line, Seat
from referee.actions.base import nested
from referee.actions.orders import settle_reservation
from referee.cases.consequences import Given, consequences_of, entries_given
from referee.cases.detection import heard_detectors
from referee.cases.match_records import kind_of
from referee.cases.persons import seats_meant
from referee.cases.record import effects_record, name_at
from referee.cases.reservations import reservations_about
from referee.cases.walk import at_fault, persons_told
from referee.models import Case, Reservation, Ruling, StandingOrder
from tournaments.actions.absences import settle_absences
from tournaments.actions.adjustments import give_adjustment
from tournaments.actions.attendance import Leaving, withdraw
from tournaments.actions.base import Actor
from tournaments.actions.match_scores import Figures, give_match_score, version_of
from tournaments.actions.scores import annul_board, record_arbitral_score
from tournaments.models import Board, BoardScore, Round, Table

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
            self._one(effect, nested(self.by, f"e{place}"))
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
        (record,) = effects_record(self.case, [effect], self.book)
        words: dict[str, str] = record["words"]
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
            by = nested(self.by, f"reservation{one.pk}")
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
        persons = persons_told(self.case, self.book)
        return seats_meant(whom, at_fault(self.case), heard_detectors(self.case), persons)

    def withdraw(self, line: Line, effect: Withdraw) -> None:
        """Whoever leaves is drawn no more: those who were to meet them later rest (F.I.Bur. 39)."""
        for place, entry in enumerate(self.case.table.entries_on(line), start=1):
            # What was taken back from an earlier version may have let it in again meanwhile.
            entry.refresh_from_db(fields=["state", "until_round"])
            if not entry.is_withdrawn:
                withdraw(
                    by=nested(self.by, f"w{line.value}{place}"),
                    entry=entry,
                    reason=self.ruling.title["it"],
                    leaving=LEAVINGS[effect.withdraw],
                    reference=self.ruling.reference,
                    counts_as_absent=effect.later == "assenza",
                )

    def _give_match_score(self, a: GivenScore, b: GivenScore) -> None:
        give_match_score(
            by=nested(self.by, "match"),
            table=self.case.table,
            kind=kind_of([a.fixed_score, b.fixed_score]),
            figures=Figures(vp_a=a.vp, vp_b=b.vp, mp_a=a.mp, mp_b=b.mp),
            reason=self.ruling.title["it"],
            reference=self.ruling.reference,
            expected_version=version_of(self.case.table),
            decision=self.ruling.reference,
        )

    def _adjust(self, one: Given) -> None:
        """The same figure in the standings of every pair meant."""
        for place, entry in enumerate(entries_given(one), start=1):
            give_adjustment(
                by=nested(self.by, f"{one.step}:{self._at(one)}{one.line.value}{place}"),
                entry=entry,
                round=self.case.table.round,
                kind=one.kind,
                amount=one.amount,
                # What is recorded has one language, whatever the arbiter's screen speaks.
                reason=self._words(one.effect)["it"],
                reference=self.ruling.reference,
                ruled=True,
            )

    def _at(self, one: Given) -> str:
        """Its table, where that is not the case's own: what is sent again is known by the name it had."""
        return "" if one.table == self.case.table else f"t{one.table.number}"

    def _annul(self) -> None:
        """The board has no result any more; one to be replayed and not yet scored has none to lose."""
        table, board = self.case.table, self.case.decided_board
        current = BoardScore.objects.current().filter(table=table, board=board).first()
        if current.is_void if current else self.ruling.annuls == "con-ripetizione":
            return
        annul_board(
            by=nested(self.by, "void"),
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
            by=nested(self.by, "deal"),
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
                by=nested(self.by, f"void-{board.number}"),
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
        settle_absences(by=nested(by, f"r{round.number}"), round=round)
