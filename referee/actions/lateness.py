"""Lateness, absence, withdrawal and lost sheets, turned at once into what the code gives (F.I.Bur. 19, 39, 40)."""

from dataclasses import dataclass, replace

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from referee.actions.base import nested
from referee.happening_words import reason_for, reference_for
from referee.happenings import federation_of, figures_of, outcome, score_kind
from referee.law.burraco.happenings import Given, Happening, What, asks_advantage, asks_earned
from tournaments.access import rights_of
from tournaments.actions.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.base import Actor, Refused, action
from tournaments.actions.guards import check_open
from tournaments.actions.match_scores import MAY_GIVE, give_match_score, take_back_match_score
from tournaments.models import Adjustment, MatchScore, Round, Table
from tournaments.permissions import Right
from tournaments.seats import Line

LARGEST_VP = 20


@action
def record_happening(
    *, by: Actor, table: Table, happening: Happening, advantage: bool | None, expected_version: int
) -> Table:
    """Give both lines what the code gives for it: the score of the match, warnings, bonuses, penalties; in one step.

    advantage: the arbiter's answer where the code asks whether that would be an unjust one. A lateness recorded before
    at the same table gives way. Returns the table. Raises Refused in words.
    """
    _check(by, table)
    given = outcome(happening, table)
    if not given:
        raise Refused(_("Di’ che cosa è successo, e a quale linea."))
    _check_answers(happening, table, advantage)
    step = _Step(by=by, table=table, happening=happening)
    if happening.what is What.LATE:
        step.give_way()
    if figures := figures_of(given):
        give_match_score(
            by=nested(by, "match"),
            table=table,
            kind=score_kind(given),
            figures=figures,
            reason=step.reason,
            reference=step.reference,
            expected_version=expected_version,
        )
    for line in Line:
        step.adjust(line, given[line])
    return table


@action
def restore_sheet(*, by: Actor, score: MatchScore) -> MatchScore:
    """The lost sheet was found: what is written on it counts again, unless it was lost in an earlier stage (19)."""
    table = score.table
    _check(by, table)
    if score.kind != What.SHEET_LOST:
        raise Refused(_("A questo tavolo nessuno score risulta smarrito."))
    later = Round.objects.filter(tournament=table.round.tournament, stage__number__gt=table.round.stage.number)
    if later.exclude(state=Round.State.DRAFT).exists():
        raise Refused(_("È ricomparso quando i gironi di merito erano cominciati: resta il 7 a 7 (art. 19)."))
    return take_back_match_score(by=nested(by, "found"), score=score, reason="Score ritrovato (art. 19)")


@dataclass(frozen=True, kw_only=True)
class _Step:
    """One happening being recorded."""

    by: Actor
    table: Table
    happening: Happening

    @property
    def reason(self) -> str:
        return reason_for(self.happening, self.table.seating)

    @property
    def reference(self) -> str:
        return reference_for(self.happening, federation_of(self.table.round.tournament))

    def give_way(self) -> None:
        """Cancel what an earlier record of the same lateness gave: they came later still, or were counted wrongly."""
        entries = [entry for line in Line for entry in self.table.entries_on(line)]
        earlier = Adjustment.objects.filter(
            entry__in=entries, round=self.table.round, reference=self.reference, cancelled_at__isnull=True
        )
        for place, one in enumerate(earlier.select_related("entry__tournament", "round__stage")):
            cancel_adjustment(by=nested(self.by, f"c{place}"), adjustment=one, reason=self.reason)

    def adjust(self, line: Line, given: Given) -> None:
        """The line's warning, its bonus, its penalty."""
        if given.warned:
            self._give(line, Adjustment.Kind.WARNING, 0)
        if given.bonus_mp:
            self._give(line, Adjustment.Kind.MP, given.bonus_mp)
        if given.penalty_vp:
            self._give(line, Adjustment.Kind.VP, given.penalty_vp)

    def _give(self, line: Line, kind: Adjustment.Kind, amount: int) -> None:
        for entry in self.table.entries_on(line):
            give_adjustment(
                by=nested(self.by, f"{kind}{entry.number}"),
                entry=entry,
                round=self.table.round,
                kind=kind,
                amount=amount,
                reason=self.reason,
                reference=self.reference,
            )


def _check(by: Actor, table: Table) -> None:
    """Whoever may fix a score may do it, in a round begun, while its stage is open."""
    tournament = table.round.tournament
    if not MAY_GIVE & rights_of(by.user, tournament):
        raise PermissionDenied(Right.GIVE_ADJUSTMENT)
    check_open(tournament, table.round.stage, at=by.at)
    if table.is_bye:
        raise Refused(_("A questo tavolo una coppia riposa."))
    if table.round.state not in (Round.State.PLAYING, Round.State.CLOSED):
        raise Refused(_("Il turno non è ancora cominciato: prima va avviato."))


def _check_answers(happening: Happening, table: Table, advantage: bool | None) -> None:
    if asks_advantage(happening):
        if advantage is None:
            raise Refused(_("Rispondi: con questo punteggio qualcuno avrebbe un ingiusto vantaggio?"))
        if advantage:
            raise Refused(_("Se il vantaggio è ingiusto il codice non fissa il punteggio: apri un’anomalia e decidi."))
    if happening.earned is not None:
        _check_earned(happening, table)


def _check_earned(happening: Happening, table: Table) -> None:
    """What a present line had earned counts only where it is more than the code gives (39)."""
    earned, line = happening.earned, happening.line
    code = outcome(replace(happening, earned=None), table)
    figures = code[line.other].figures if code and line else None
    if earned is None or figures is None or not asks_earned(happening):
        raise ValueError("only a line left alone has a score earned so far")
    if not figures.vp < earned[0] <= LARGEST_VP:
        raise Refused(_("Il punteggio maturato conta solo se supera i %(vp)d VP del codice.") % {"vp": figures.vp})
