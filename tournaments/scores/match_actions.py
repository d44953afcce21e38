"""Scores of a whole match that no play decided: given by the code's article, taken back with a reason."""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext as _

from records.action import Actor, action, required_text, save_checked
from records.locks import overtaken
from records.requests import Overtaken, Refused
from records.rights import Right, rights_of
from tournaments.rounds.models import Table
from tournaments.scores.actions import NOT_JUDGED
from tournaments.scores.guards import check_open
from tournaments.scores.match_models import MatchScore
from tournaments.scores.words import is_ruling, reference_in_words

MAY_GIVE = frozenset({Right.GIVE_ADJUSTMENT, Right.SET_ARBITRAL_SCORE})


@dataclass(frozen=True, kw_only=True)
class Figures:
    """VP and net MP of both lines."""

    vp_a: int
    vp_b: int
    mp_a: int
    mp_b: int


@action
def give_match_score(
    *,
    by: Actor,
    table: Table,
    kind: str,
    figures: Figures,
    reason: str,
    reference: str,
    expected_version: int,
    decision: str = "",
) -> MatchScore:
    """Give both lines of a table VP and MP in place of its boards; a second time only as a correction seen before.

    decision: the ruling that gives it, where one does; with it also what is final changes (the reference may be a mere
    article).
    """
    _require(by, table)
    check_open(table.round.tournament, table.round.stage, reference=decision, at=by.at)
    if table.is_bye:
        raise Refused(_("A questo tavolo si riposa: il suo punteggio è quello del riposo."))
    if not table.round.has_begun:
        raise Refused(_("Il turno non è ancora cominciato: prima va avviato."))
    current = _current(table)
    check_match_seen(table, expected_version)
    why = required_text(reason, _("Scrivi il motivo."))
    cited_by = required_text(reference, _("Indica l’articolo o il provvedimento."))
    return _give(by, table, current, kind=kind, figures=figures, reason=why, reference=cited_by)


def match_by_decision(
    by: Actor, table: Table, figures: Figures, *, versions: Collection[int], reason: str, reference: str
) -> MatchScore:
    """Within an action of whoever carries out what binds the tournament, and chooses nothing: the score as ordered.

    versions: those that the decision is about.
    """
    current = _current(table)
    if current is None or current.version not in versions:
        raise Refused(str(NOT_JUDGED))
    return _give(by, table, current, kind=current.kind, figures=figures, reason=reason, reference=reference)


def _give(
    by: Actor, table: Table, current: MatchScore | None, *, kind: str, figures: Figures, reason: str, reference: str
) -> MatchScore:
    # Before the new one is saved: only one is in force at a time (constraint).
    if current:
        _take_back(current, by=by, reason=reason)
    last = MatchScore.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    score = MatchScore(
        table=table,
        version=last + 1,
        kind=kind,
        **vars(figures),
        reason=reason,
        reference=reference,
        given_by=by.user,
        given_at=by.at,
    )
    save_checked(score)
    return _log_score(by, score, "give_match_score", reason=reason)


@action
def take_back_match_score(*, by: Actor, score: MatchScore, reason: str, decision: str = "") -> MatchScore:
    """Let the boards count again: the fixed score stays on record with who took it back and why."""
    _require(by, score.table)
    check_open(score.table.round.tournament, score.table.round.stage, reference=decision, at=by.at)
    if is_ruling(score.reference) and not decision.strip():
        words = _("Lo ha fissato il %(ruling)s: si annulla o si rivede quello.")
        raise Refused(words % {"ruling": reference_in_words(score.reference)})
    why = required_text(reason, _("Scrivi perché il punteggio si toglie."))
    current = _current(score.table)
    if current is None or current.pk != score.pk:
        raise Refused(_("Questo punteggio è già stato tolto o sostituito."))
    _take_back(current, by=by, reason=why)
    return _log_score(by, current, "take_back_match_score", reason=why)


def check_match_seen(table: Table, expected_version: int) -> None:
    """Refuse, with what is fixed there now and by whom, to fix the score of a match over what the user did not see."""
    now = version_of(table)
    if now == expected_version:
        return
    # The last one given: in force, or taken back since.
    last = MatchScore.objects.filter(table=table).order_by("-version").first()
    if last is None:
        raise Overtaken(_("Questo punteggio è già stato tolto o sostituito."), field="version", now=str(now))
    if now:
        told = _("%(a)d – %(b)d VP, %(reason)s (%(reference)s)") % {
            "a": last.vp_a, "b": last.vp_b, "reason": last.reason, "reference": reference_in_words(last.reference),
        }  # fmt: skip
    else:
        told = _("il punteggio fissato è tolto, contano le smazzate: %(reason)s") % {"reason": last.supersede_reason}
    raise overtaken(last, told, now=str(now), field="version")


def version_of(table: Table) -> int:
    """The version in force of the match's fixed score; 0 when the boards count."""
    current = MatchScore.objects.current().filter(table=table).first()
    return current.version if current else 0


def _require(by: Actor, table: Table) -> None:
    if not MAY_GIVE & rights_of(by.user, table.round.tournament):
        raise PermissionDenied(Right.GIVE_ADJUSTMENT)


def _current(table: Table) -> MatchScore | None:
    return MatchScore.objects.current().filter(table=table).first()


def _take_back(score: MatchScore, *, by: Actor, reason: str) -> None:
    score.superseded_by, score.superseded_at, score.supersede_reason = by.user, by.at, reason
    score.save(update_fields=["superseded_by", "superseded_at", "supersede_reason"])


def _log_score(by: Actor, score: MatchScore, name: str, *, reason: str) -> MatchScore:
    table = score.table
    data = {
        "round": table.round.number,
        "table": table.number,
        "version": score.version,
        "fixed": score.kind,
        "vp": [score.vp_a, score.vp_b],
        "mp": [score.mp_a, score.mp_b],
        "reason": reason,
        "reference": score.reference,
    }
    return by.log(score, name, **data)
