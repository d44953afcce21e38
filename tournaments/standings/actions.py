"""Who goes on from a knock-out match: as the director says, or by the tie-break that the code has played.

Tables of three and five: a sitting drawn, withdrawn before it is scored, and the score of each of its tables.
"""

from collections.abc import Mapping, Sequence

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.games.catalogue import game_for
from codes.seats import Line, Result
from papers.sheets import figure
from records.action import Actor, action, required_text, save_checked
from records.locks import overtaken
from records.requests import Overtaken, Refused
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.pairing.decisions import (
    MOST_EXTRA_DEALS,
    KnockoutCriterion,
    KnockoutDecision,
    KnockoutMatch,
    Missing,
    decide_by_criteria,
)
from tournaments.pairing.sittings import SittingInputs, Sizes, draw_sitting, table_sizes
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running, impossible
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scoring.sittings import Trouble, troubles
from tournaments.setup.models import Tournament
from tournaments.standings.knockout_queries import criteria_of, with_tie_break
from tournaments.standings.models import Sitting, SittingScore, SittingSeat
from tournaments.standings.outcomes import has_tie_breaks, match_as_played
from tournaments.standings.sitting_queries import entries_to_seat, plays_sittings, sittings_of, sizes_for


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


TROUBLES: Mapping[Trouble, Promise] = {
    Trouble.DEALS: _lazy(
        "Scrivi per ogni giocatore lo stesso numero di cifre: una per smazzata, o soltanto il totale."
    ),
    Trouble.TOO_MANY: _lazy("Una cifra è troppo grande: riguarda lo score."),
    Trouble.BY_FIVES: _lazy("A burraco si segna di 5 in 5: una cifra non è un multiplo di 5."),
    Trouble.NOT_ZERO: _lazy("Le poste devono fare zero: quello che uno vince lo perdono gli altri."),
    Trouble.NOT_REACHED: _lazy("Nessuno ha i punti della partita: se è finita prima, dillo con la casella qui sotto."),
}


@action(Right.MANAGE_ROUNDS, logs="draw_sitting")
def draw_sitting_tables(
    *,
    by: Actor,
    tournament: Tournament,
    number: int,
    sizes: str,
    absent: Sequence[int] = (),
    place_points: Mapping[str, Sequence[int]] | None = None,
    rest_points: int = 0,
) -> Sitting:
    """Seat by lot whoever is here; number: the one that the page announced.

    place_points, rest_points: the tournament's own rule, told with the first sitting and kept by the later ones.
    """
    check_running(tournament)
    if not plays_sittings(tournament) or Sizes(sizes) not in sizes_for(tournament):
        raise Refused(_("Questo torneo non ha tavoli così: servono iscritti singoli e un gioco per tanti giocatori."))
    if number != next_number(tournament):
        raise Refused(_("Intanto questa tornata è già stata sorteggiata: è qui sotto."))
    earlier = sittings_of(tournament)
    if earlier:
        place_points, rest_points = earlier[0].sitting.place_points, earlier[0].sitting.rest_points
    players = _players(tournament, absent)
    _check_rule(table_sizes(Sizes(sizes), len(players)), place_points or {}, rest_points)
    inputs = SittingInputs(
        sizes=Sizes(sizes),
        players=tuple(players),
        before=tuple(tuple(one.entry.number for one in table.players) for view in earlier for table in view.tables),
        rested=tuple(one.number for view in earlier for one in view.resting),
    )
    rule = {"place_points": {size: list(one) for size, one in (place_points or {}).items()}, "rest_points": rest_points}
    sitting = Sitting(
        tournament=tournament,
        number=number,
        sizes=sizes,
        seed=f"{tournament.lot_seed} – tornata {number}",
        drawn_by=by.user,
        drawn_at=by.at,
        **rule,
    )
    tables = _seat(sitting, inputs, players)
    return by.log(sitting, sitting=number, seed=sitting.seed, sizes=tables)


def _seat(sitting: Sitting, inputs: SittingInputs, players: Mapping[int, int]) -> list[int]:
    """Draw, and record the sitting with its seats; how many sit at each table."""
    drawn = draw_sitting(inputs, sitting.seed)
    sitting.inputs, sitting.resting = inputs.to_json(), list(drawn.resting)
    save_checked(sitting)
    SittingSeat.objects.bulk_create(
        SittingSeat(sitting=sitting, table=table, seat=seat, entry_id=players[number])
        for table, seats in enumerate(drawn.tables, start=1)
        for seat, number in enumerate(seats, start=1)
    )
    return [len(seats) for seats in drawn.tables]


def next_number(tournament: Tournament) -> int:
    """A withdrawn sitting keeps its number, so that its draw is not made again by the same seed."""
    last = Sitting.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _players(tournament: Tournament, absent: Sequence[int]) -> dict[int, int]:
    """The keys of the entries that are seated, by number."""
    found = {one.number: one.pk for one in entries_to_seat(tournament)}
    unknown = sorted(set(absent) - set(found))
    if unknown:
        words = _("Fra chi può sedere non ci sono i numeri %(numbers)s: riguarda chi non siede.")
        raise Refused(words % {"numbers": ", ".join(map(str, unknown))})
    return {number: pk for number, pk in found.items() if number not in set(absent)}


def _check_rule(shape: Sequence[int], place_points: Mapping[str, Sequence[int]], rest_points: int) -> None:
    if not shape:
        raise Refused(_("Non c’è nemmeno un tavolo: servono più giocatori."))
    for size in sorted(set(shape)) if place_points else ():
        worths = place_points.get(str(size), ())
        if len(worths) != size or list(worths) != sorted(worths, reverse=True):
            words = _("Punti per posto ai tavoli di %(size)d: scrivi %(size)d numeri, dal primo all’ultimo.")
            raise Refused(words % {"size": size})
    if rest_points and not place_points:
        raise Refused(_("Chi riposa prende punti solo dove contano i punti per posto: scrivi anche quelli."))


@action(Right.MANAGE_ROUNDS)
def withdraw_sitting(*, by: Actor, sitting: Sitting, reason: str) -> Sitting:
    """Take a draw back while nothing of it is scored; it stays on record with its reason."""
    check_running(sitting.tournament)
    why = required_text(reason, _("Scrivi il motivo: resta nel registro."))
    if sitting.is_withdrawn:
        raise Refused(_("La tornata è già ritirata."))
    if SittingScore.objects.current().filter(sitting=sitting).exists():
        raise Refused(_("La tornata ha già dei punteggi: si correggono quelli, ma non si ritira più."))
    if Sitting.objects.in_force().filter(tournament=sitting.tournament, number__gt=sitting.number).exists():
        raise Refused(_("C’è già una tornata dopo, sorteggiata tenendo conto di questa: prima ritira quella."))
    sitting.withdrawn_by, sitting.withdrawn_at, sitting.withdraw_reason = by.user, by.at, why
    sitting.save(update_fields=["withdrawn_by", "withdrawn_at", "withdraw_reason"])
    return by.log(sitting, sitting=sitting.number, reason=why)


@action(Right.GIVE_SCORE)
def give_sitting_score(
    *,
    by: Actor,
    sitting: Sitting,
    table: int,
    points: Sequence[Sequence[int]],
    cut_short: bool,
    version: int,
    reason: str = "",
) -> SittingScore:
    """Record what each seat of a table made, over the version that was seen; a correction says why."""
    check_running(sitting.tournament)
    if sitting.is_withdrawn:
        raise Refused(_("La tornata è ritirata: non ha punteggi."))
    game = game_for(sitting.tournament.game, sitting.seats.filter(table=table).count())
    if game is None or len(points) not in game.players:
        raise ValueError(f"not a score of table {table}: {points}")
    if wrong := troubles(game, points, cut_short=cut_short):
        raise Refused(*(str(TROUBLES[one]) for one in wrong))
    current = SittingScore.objects.current().filter(sitting=sitting, table=table).first()
    _check_over(current, version)
    score = SittingScore(
        sitting=sitting, table=table, version=version + 1, points=[list(deals) for deals in points],
        cut_short=cut_short, given_by=by.user, given_at=by.at,
    )  # fmt: skip
    if current:
        if (current.points, current.cut_short) == (score.points, cut_short):
            raise Refused(_("Non è cambiato niente."))
        score.reason = required_text(reason, _("Scrivi il motivo della correzione: resta nel registro."))
        current.superseded_at = by.at
        current.save(update_fields=["superseded_at"])
    save_checked(score)
    told = {"table": table, "points": score.totals, "version": score.version, "reason": score.reason}
    return by.log(score, sitting=sitting.number, **told)


def _check_over(current: SittingScore | None, version: int) -> None:
    if current is None and version:  # no page of ours sends it
        raise Refused(_("Questo tavolo non ha ancora punteggi: riapri la pagina e scrivi di nuovo."))
    if current and current.version != version:
        told = " · ".join(map(figure, current.totals))
        raise overtaken(current, told, now=str(current.version), field="version")
