"""What a ruling sets in motion, and what is taken back when it is revised."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.actions.base import nested
from referee.happenings import kind_of
from referee.law.book import Rulebook
from referee.law.effects import (
    Annul,
    Arbitral,
    Effect,
    FixedScore,
    Forbid,
    Freeze,
    Indemnity,
    Inform,
    Oblige,
    Penalty,
    Reserve,
    Status,
)
from referee.models import ArbitralScore, Case, Reservation, Ruling, StandingOrder
from referee.seating import lines_meant, seats_meant
from referee.snapshot import effects_record, name_at
from referee.walking import at_fault
from tournaments.actions.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.base import Actor
from tournaments.actions.match_scores import Figures, give_match_score, take_back_match_score, version_of
from tournaments.actions.scores import annul_board
from tournaments.models import Adjustment, Board, BoardScore, MatchScore
from tournaments.seats import Line, Seat

# Penalties that count in the standings; those in deal points are noted with the board's score.
ADJUSTMENTS = {"vp": Adjustment.Kind.VP, "mp": Adjustment.Kind.MP, "ammonizione": Adjustment.Kind.WARNING}
# An order for this very moment is read out and carried out, it does not stand.
AT_ONCE = "subito"
# Invoked too soon: the reservation is not used up (the code's own wording of that decision).
STAYS = "riserva-resta"


@dataclass(frozen=True, kw_only=True)
class Execution:
    """A ruling being carried out: on which case, under which code, by whom, and who voiced the reservation."""

    ruling: Ruling
    case: Case
    book: Rulebook
    by: Actor
    voiced_by: Seat | None

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """Open the reservation, set the standing orders, record the penalties, annul the board."""
        effects = tuple(effects)
        for place, effect in enumerate(effects):
            self._one(effect, nested(self.by, f"e{place}"))
        if any(isinstance(effect, Annul | Arbitral) for effect in effects):
            self._annul()
        self._fix_scores([effect for effect in effects if isinstance(effect, FixedScore)])

    def _one(self, effect: Effect, by: Actor) -> None:
        if isinstance(effect, Reserve):
            self._open_reservation(effect)
        elif isinstance(effect, Forbid | Oblige | Freeze | Status) and effect.until != AT_ONCE:
            self._set_order(effect)
        elif isinstance(effect, Penalty) and effect.penalty in ADJUSTMENTS:
            self._adjust(effect, ADJUSTMENTS[effect.penalty], -(effect.amount or 0), by)
        elif isinstance(effect, Indemnity) and effect.mp:
            self._adjust(effect, Adjustment.Kind.MP, effect.mp, by)
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
            voiced_by_name=name_at(self.case.table, self.voiced_by),
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

    def _set_order(self, effect: Forbid | Oblige | Freeze | Status) -> None:
        bound = seats_meant(effect.whom, at_fault(self.case), self.case.detectors)
        StandingOrder.objects.create(
            ruling=self.ruling,
            verb=effect.verb,
            what=effect.what,
            words=self._words(effect),
            seats=[seat.value for seat in bound],
            until=effect.until or "",
            started_at=self.by.at,
        )

    def _fix_scores(self, effects: Sequence[FixedScore]) -> None:
        """Give the match the score that the code fixes; one line alone gets it as adjustments, off the grid."""
        by_line = {line: effect for effect in effects for line in self._lines(effect)}
        if len(by_line) == len(Line):
            self._give_match_score(by_line[Line.A], by_line[Line.B])
        elif effects:
            for place, effect in enumerate(effects):
                self._adjust(effect, Adjustment.Kind.VP, effect.vp, nested(self.by, f"f{place}vp"))
                self._adjust(effect, Adjustment.Kind.MP, effect.mp, nested(self.by, f"f{place}mp"))
            self._take_off_the_grid()

    def _give_match_score(self, a: FixedScore, b: FixedScore) -> None:
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

    def _lines(self, effect: Penalty | FixedScore | Indemnity) -> tuple[Line, ...]:
        return lines_meant(effect.whom, at_fault(self.case), self.case.detectors)

    def _adjust(self, effect: Penalty | Indemnity | FixedScore, kind: Adjustment.Kind, amount: int, by: Actor) -> None:
        """The same figure in the standings of every pair meant; of VP and MP, a zero changes nothing."""
        if not amount and kind != Adjustment.Kind.WARNING:
            return
        for line in self._lines(effect):
            for place, entry in enumerate(self.case.table.entries_on(line), start=1):
                give_adjustment(
                    by=nested(by, f"{line.value}{place}" if place > 1 else line.value),
                    entry=entry,
                    round=self.case.table.round,
                    kind=kind,
                    amount=amount,
                    reason=self._words(effect)["it"],
                    reference=self.ruling.reference,
                )

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


def reopen(ruling: Ruling, *, by: Actor) -> None:
    """Leave without a score what an earlier version decided on the grid and this one does not: it is entered anew."""
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
    """End what an earlier version set in motion; scores stay as recorded until others take their place."""
    ruling.reservations.filter(state=Reservation.State.OPEN).update(
        state=Reservation.State.LAPSED, closed_by=by.user, closed_at=by.at
    )
    ruling.orders.filter(state=StandingOrder.State.ACTIVE).update(
        state=StandingOrder.State.ENDED, ended_by=by.user, ended_at=by.at
    )
    given = Adjustment.objects.filter(
        entry__tournament=ruling.tournament, reference=ruling.reference, cancelled_at__isnull=True
    )
    for place, adjustment in enumerate(given.select_related("entry__tournament", "round")):
        reason = _("%(reference)s rivisto") % {"reference": ruling.reference}
        cancel_adjustment(by=nested(by, f"c{place}"), adjustment=adjustment, reason=reason, decision=ruling.reference)
    fixed = MatchScore.objects.current().filter(table=ruling.case.table, reference=ruling.reference).first()
    if fixed:
        reason = _("%(reference)s rivisto") % {"reference": ruling.reference}
        take_back_match_score(by=nested(by, "match-back"), score=fixed, reason=reason, decision=ruling.reference)
    ArbitralScore.objects.filter(case=ruling.case, is_current=True).update(is_current=False)
