"""Who goes on from a knock-out match: as the director says, or by the tie-break that the code has played."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from codes.results import Result
from codes.seats import Line
from records.action import Actor, action, required_text, save_checked
from records.refusals import Overtaken, Refused
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.knockout.outcomes import has_tie_breaks, match_as_played
from tournaments.knockout.queries import criteria_of, with_tie_break
from tournaments.match_scores.models import KnockoutWinner
from tournaments.pairing.decisions import (
    MOST_EXTRA_DEALS,
    KnockoutCriterion,
    KnockoutDecision,
    KnockoutMatch,
    Missing,
    decide_by_criteria,
)
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running, impossible


@action(Right.MANAGE_ROUNDS)
def decide_knockout(*, by: Actor, table: Table, winner: Entry, reason: str, expected_version: int) -> KnockoutWinner:
    """Say who goes on from a knock-out match, where its scores do not or the director departs from them.

    Decided again, it is the next version: only of a decision that was seen (expected_version; 0: none was there).
    """
    _check_open(table)
    reason = required_text(reason, _("Scrivi perché passa questa coppia."))
    if winner.pk not in (table.line_a_id, table.line_b_id) or table.is_bye:
        raise Refused(_("Passa il turno una delle due coppie del tavolo."))
    decided = KnockoutWinner(table=table, winner=winner, reason=reason)
    return _record(decided, by=by, expected_version=expected_version)


@action(Right.MANAGE_ROUNDS)
def record_tie_break(
    *, by: Actor, table: Table, deals: Sequence[Result], last_trick: Line | None = None, expected_version: int
) -> KnockoutWinner:
    """Record the tie-break of a level knock-out match: its extra deals in order, and who took the last trick of all.

    Refused where the code has none, while the match is not level, and until somebody has won by it. Recorded again, it
    is the next version, as with `decide_knockout`.
    """
    _check_open(table)
    tournament = table.round.tournament
    if not has_tie_breaks(tournament):
        raise Refused(_("Questo codice non dice come si decide una parità: decide la direzione, col motivo."))
    match = match_as_played(table)
    if match is None:
        raise Refused(_("A questo tavolo manca ancora un punteggio."))
    for number, result in enumerate(deals, start=1):
        if reasons := impossible(tournament, result):
            raise Refused(*(_("Spareggio %(number)d: %(why)s") % {"number": number, "why": why} for why in reasons))
    said = {
        "deals": [[one.points_a, one.points_b, one.accusa_a, one.accusa_b] for one in deals],
        "last_trick": last_trick.value if last_trick else "",
    }
    recorded = KnockoutWinner(table=table, tie_break=said)
    decision = _decision(recorded, match)
    recorded.winner = next(
        one for one in table.entries_on(Line.A) + table.entries_on(Line.B) if one.number == decision.winner
    )
    if decision.criterion == KnockoutCriterion.EXTRA_DEALS:
        # The last trick decided nothing: it is no part of the record.
        recorded.tie_break["last_trick"] = ""
    recorded.reason = _in_words(recorded)
    return _record(recorded, by=by, expected_version=expected_version)


def _decision(recorded: KnockoutWinner, match: KnockoutMatch) -> KnockoutDecision:
    """Who has won by it; refused in words while nobody has, and where the match was not level."""
    criteria = criteria_of(recorded.table.round.tournament)
    if isinstance(decide_by_criteria(match, criteria), KnockoutDecision):
        raise Refused(_("Questo incontro non è pari: hanno già deciso i punti."))
    played = len(recorded.tie_break["deals"])
    try:
        found = decide_by_criteria(with_tie_break(match, recorded), criteria)
    except ValueError as error:
        words = _("Si gioca uno spareggio alla volta, finché uno è deciso, e al più %(most)d.")
        raise Refused(words % {"most": MOST_EXTRA_DEALS}) from error
    if isinstance(found, KnockoutDecision):
        return found
    if found.missing == Missing.LAST_TRICK:
        raise Refused(_("Si è pari fino in fondo: segna chi ha fatto l’ultima presa."))
    if not played:
        raise Refused(_("Scrivi i punti dello spareggio."))
    raise Refused(_("Anche lo spareggio %(number)d è pari: se ne gioca un altro.") % {"number": played})


def _in_words(recorded: KnockoutWinner) -> str:
    said = recorded.tie_break
    parts = [_("Spareggi: %(deals)s") % {"deals": ", ".join(f"{a}–{b}" for a, b, *_accusa in said["deals"])}]
    if said["last_trick"]:
        names = dict(zip("AB", recorded.table.seat_names.lines, strict=True))
        last = _("ultima presa %(line)s") % {"line": names[said["last_trick"]]}
        parts = [*(parts if said["deals"] else []), last]
    return ", ".join(parts)


def _check_open(table: Table) -> None:
    check_running(table.round.tournament)
    if Round.objects.filter(stage=table.round.stage_id, number__gt=table.round.number).exists():
        raise Refused(_("Il turno successivo è già stato preparato."))


def _record(decided: KnockoutWinner, *, by: Actor, expected_version: int) -> KnockoutWinner:
    table = decided.table
    decided.version = _supersede(table, by=by, reason=decided.reason, expected_version=expected_version) + 1
    decided.decided_by, decided.decided_at = by.user, by.at
    save_checked(decided)
    data = {
        "round": table.round.number,
        "table": table.number,
        "version": decided.version,
        "entry": decided.winner.number,
        "reason": decided.reason,
    }
    if decided.tie_break:
        data |= {"tie_break": decided.tie_break}
    return by.log(decided, **data)


def _supersede(table: Table, *, by: Actor, reason: str, expected_version: int) -> int:
    """Take the decision in force, if it is the one that was seen, out of force; its version, 0 where there was none."""
    current = KnockoutWinner.objects.current().filter(table=table).first()
    version = current.version if current else 0
    if version != expected_version:
        words = _(
            "Intanto un altro ha deciso, come vedi sopra. Quello che hai scritto è ancora qui: rimandalo se serve."
        )
        raise Overtaken(words, field="expected_version", now=str(version))
    if current:
        current.superseded_by, current.superseded_at, current.supersede_reason = by.user, by.at, reason
        current.save(update_fields=["superseded_by", "superseded_at", "supersede_reason"])
    return expected_version
