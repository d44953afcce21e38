"""Tables of three and five: a sitting drawn, withdrawn before it is scored, and the score of each of its tables."""

from collections.abc import Mapping, Sequence

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.games.catalogue import game_for
from papers.sheets import figure
from records.action import Actor, action, required_text, save_checked
from records.locks import overtaken
from records.refusals import Refused
from records.rights import Right
from tournaments.pairing.sittings import SittingInputs, Sizes, draw_sitting, table_sizes
from tournaments.scores.guards import check_running
from tournaments.scoring.sittings import Trouble, troubles
from tournaments.setup.models import Tournament
from tournaments.sittings.models import Sitting, SittingScore, SittingSeat
from tournaments.sittings.queries import entries_to_seat, plays_sittings, sittings_of, sizes_for

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
