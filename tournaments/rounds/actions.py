"""Rounds: drawn up, published, started, closed, in this order; the last one closed may be opened again.

The deals of a tournament: made before the first board is given out, printed for the packs, opened at its end.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.tressette.deals import Deal, commitment, commitment_to, deals_text
from records.action import Actor, action, required_text, save_checked
from records.locks import who_changed
from records.requests import Refused
from records.rights import Right
from tournaments.check_in.actions import settle_absences
from tournaments.check_in.line_up_actions import give_usual_line_ups
from tournaments.draw.record_actions import SECOND_ROOM, add_boards, freeze, record_by_hand, rooms_of
from tournaments.entries.admission_actions import admit_all
from tournaments.entries.admission_queries import Flag, sitting_down
from tournaments.entries.models import Entry
from tournaments.planning.models import Formula, GroupPlace, Stage
from tournaments.rounds.deal_models import DealSecret, DealSet, DealsOpened
from tournaments.rounds.deal_queries import deal_set_of, hands_of_boards, keeps_deals, kept_of
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import unconfirmed_in_words, unconfirmed_scores
from tournaments.scores.guards import check_open, check_running
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import board_count, last_begun_round, waited_for
from tournaments.setup.models import Tournament
from tournaments.staff.job_actions import drop_documents
from tournaments.staff.queries import plays_in

Pairing = tuple[Entry, Entry | None]
Seen = Mapping[int, Mapping[int, int]]
NOTHING_SEEN: Seen = MappingProxyType({})


@action(Right.MANAGE_ROUNDS)
def create_round(*, by: Actor, tournament: Tournament, pairings: Sequence[Pairing]) -> Round:
    """Draw up the next round: a table per pairing (line A, line B or nobody), and its boards."""
    check_running(tournament)
    _check_pairings(tournament, pairings)
    round = add_round(tournament)
    add_boards(round)
    for number, (line_a, line_b) in enumerate(pairings, start=1):
        for table, room in rooms_of(number, tournament.contest, rests=line_b is None):
            a, b = (line_b, line_a) if room == SECOND_ROOM else (line_a, line_b)
            save_checked(Table(round=round, number=table, room=room, line_a=a, line_b=b))
    give_usual_line_ups(round)
    numbers = [(line_a.number, line_b.number if line_b else None) for line_a, line_b in pairings]
    record_by_hand(by=by, round=round, given=tuple(numbers))
    return by.log(round, round=round.number, pairings=numbers)


@action(Right.MANAGE_ROUNDS)
def publish_round(*, by: Actor, round: Round) -> Round:
    """Show everybody the tables of a round, and freeze the record of how they came about."""
    changed = _step(round, Round.State.DRAFT, Round.State.PUBLISHED)
    _check_all_play(changed)
    pairing = freeze(by=by, round=changed)
    return by.log(changed, round=changed.number, state=changed.state, hash=pairing.hash)


@action(Right.MANAGE_ROUNDS)
def start_round(*, by: Actor, round: Round, flagged: str = "", reason: str = "") -> Round:
    """Begin the play: from now on scores are taken. One round is played at a time.

    Whoever left the tournament by a ruling gets what the code gives a line absent, and its opponents rest.
    flagged: the digest of whom the page named, of those who sit down for the first time, as flagged by the roster
    (`seen_of_flags`); they are admitted for the reason. Anybody else who is flagged is named, and nothing begins.
    """
    playing = Round.objects.filter(tournament=round.tournament_id, state=Round.State.PLAYING).exclude(pk=round.pk)
    if playing.exists():
        raise Refused(_("Un altro turno è in corso: prima va chiuso."))
    # A substitution may have emptied a room since the tables were drawn: it is filled by rule now (decision 19).
    give_usual_line_ups(round)
    begun = _step(round, Round.State.PUBLISHED, Round.State.PLAYING)
    admitted = admit_all(by, flagged_in(begun), seen=flagged, reason=reason)
    by.log(begun, round=begun.number, state=begun.state, **admitted)
    settle_absences(by=by, round=begun)
    return begun


@action(Right.MANAGE_ROUNDS)
def close_round(*, by: Actor, round: Round, unconfirmed: Seen = NOTHING_SEEN, reason: str = "") -> Round:
    """End a round with all its results in; annulled boards may still wait for their arbitral score.

    unconfirmed: the scores that nobody confirmed and that the director lets be, by table and board, each with its
    version; with the reason. Any other is named, and the round stays open (decision 58).
    """
    missing = missing_scores(round)
    if missing:
        message = ngettext("Manca %(count)d risultato.", "Mancano %(count)d risultati.", missing)
        raise Refused(message % {"count": missing})
    closed = _step(round, Round.State.PLAYING, Round.State.CLOSED)
    waived = _waive(closed, unconfirmed, reason)
    return by.log(closed, round=closed.number, state=closed.state, **waived)


@action(Right.MANAGE_ROUNDS)
def reopen_round(*, by: Actor, round: Round, reason: str) -> Round:
    """Play a closed round again, as long as nothing rests on its end: no later round, no shown cards, no final rank."""
    if (obstacle := why_not_reopened(round, at=by.at)) is not None:
        raise Refused(obstacle)
    why = required_text(reason, _("Scrivi perché il turno si riapre."))
    opened = _step(round, Round.State.CLOSED, Round.State.PLAYING)
    return by.log(opened, round=opened.number, state=opened.state, reason=why)


def why_not_reopened(round: Round, *, at: datetime | None = None) -> str | None:
    """What stands against opening a closed round again; its scores are corrected all the same."""
    tournament, stage = round.tournament, round.stage
    if round.state != Round.State.CLOSED:
        return _("Si riapre solo un turno chiuso.")
    try:
        check_open(tournament, stage, at=at)
    except Refused as error:
        return str(error)
    if deal_set_of(tournament):
        return _("Le carte di un turno chiuso sono di tutti: le sue smazzate non si rigiocano. Correggi i punteggi.")
    later = Round.objects.filter(tournament=tournament, number__gt=round.number).order_by("number").first()
    if later and (later.has_begun or stage.traits.by_standings):
        words = _("Il turno %(number)d è già preparato su quello che questo ha dato: qui correggi i punteggi.")
        return words % {"number": later.number}
    if GroupPlace.objects.filter(group__stage__tournament=tournament, group__stage__number__gt=stage.number).exists():
        return _("I gironi della fase successiva sono già formati: qui correggi i punteggi.")
    return None


def flagged_in(round: Round) -> list[Flag]:
    """Whom the roster flags of those who sit down in the round for the first time, and who are not admitted."""
    seats = Table.objects.filter(round=round).values_list(*LINES)
    seated = {entry for table in seats for entry in table if entry is not None}
    return sitting_down(round.tournament, round.number, seated)


def _waive(round: Round, seen: Seen, reason: str) -> dict[str, object]:
    """What the log says of the scores that stay unconfirmed; refused unless each was seen, and let be for a reason."""
    waiting = unconfirmed_scores(round)
    if not waiting:
        return {}
    unseen = [one for one in waiting if seen.get(one.table, {}).get(one.board) != one.version]
    if unseen:
        words = ngettext(
            "Un punteggio non è confermato da una seconda persona: %(where)s. "
            "Confermalo, o chiudi così scrivendo perché.",
            "%(count)d punteggi non sono confermati da una seconda persona: %(where)s. "
            "Confermali, o chiudi così scrivendo perché.",
            len(unseen),
        )
        where = unconfirmed_in_words(round.tournament, unseen, with_round=False)
        raise Refused(words % {"count": len(unseen), "where": where})
    words = required_text(reason, _("Scrivi perché il turno si chiude senza confermarli."))
    return {"unconfirmed": [list(one) for one in waiting], "reason": words}


def stage_now(tournament: Tournament) -> Stage:
    """The stage being played, the last one begun; a tournament without any gets one, with tables chosen by hand."""
    drawn = Round.objects.filter(tournament=tournament).values("stage")
    has_begun = Q(pk__in=drawn) | Q(groups__places__isnull=False)
    begun = Stage.objects.filter(has_begun, tournament=tournament).order_by("-number").first()
    stage = begun or Stage.objects.filter(tournament=tournament).order_by("number").first()
    if stage is None:
        stage = Stage(tournament=tournament, number=1, name=_("Girone unico"), formula=Formula.BY_HAND)
        save_checked(stage)
    return stage


def missing_scores(round: Round) -> int:
    tables = waited_for(Table.objects.filter(round=round))
    boards = tables.annotate(boards=board_count()).values_list("boards", flat=True)
    return sum(count or 0 for count in boards) - BoardScore.objects.current().filter(table__in=tables).count()


def _check_pairings(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Every pair sits at one table at most; all belong to the tournament."""
    seated = [entry for pairing in pairings for entry in pairing if entry is not None]
    if not seated:
        raise Refused(_("Un turno ha almeno un tavolo."))
    if any(entry.tournament_id != tournament.pk for entry in seated):
        raise ValueError("an entry of another tournament")
    twice = sorted({entry.number for entry in seated if seated.count(entry) > 1})
    if twice:
        numbers = ", ".join(str(number) for number in twice)
        raise Refused(_("Coppie sedute più di una volta: %(numbers)s.") % {"numbers": numbers})


def _check_all_play(round: Round) -> None:
    """Refuse to show tables with somebody who withdrew, or was left out, after they were drawn."""
    seated = {
        entry for table in round.tables.select_related(*LINES) for line in LINES if (entry := getattr(table, line))
    }
    gone = sorted((entry.number, str(entry)) for entry in seated if not entry.plays_in(round.number))
    if gone:
        names = ", ".join(name for _number, name in gone)
        raise Refused(
            _("Non giocano più questo turno: %(names)s. Rifai l’abbinamento, poi pubblica.") % {"names": names}
        )


def add_round(tournament: Tournament) -> Round:
    """The next round of the stage being played, still without tables; its boards come with them."""
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    stage = stage_now(tournament)
    # Under final standings nobody could enter its scores.
    check_open(tournament, stage)
    if keeps_deals(tournament):
        # Where boards go round, one that was over is to be played again: no document may still show its cards.
        drop_documents(tournament)
    discarded = Round.every.filter(tournament=tournament, number=last + 1).first()
    round = discarded or Round(tournament=tournament, number=last + 1)
    round.stage, round.state = stage, Round.State.DRAFT
    save_checked(round)
    return round


def _step(round: Round, before: Round.State, after: Round.State) -> Round:
    """The round in its next state; refused when it was in another than the one asked."""
    check_running(round.tournament)
    # Asked and changed in one statement: of two who press at once one finds another state.
    changed = Round.objects.filter(pk=round.pk, state=before).update(state=after)
    round = Round.every.select_related("tournament", "stage").get(pk=round.pk)
    if not changed:
        words = _("Intanto %(who)s ha portato il turno a «%(state)s»: quello che vedi ora è com’è adesso.")
        raise Refused(words % {"who": who_changed(round), "state": round.get_state_display()})
    return round


@action(Right.MANAGE_ROUNDS, logs="make_deals_drawn")
def draw_deals(*, by: Actor, tournament: Tournament, boards: int, seed: str, seen: int, reason: str = "") -> DealSet:
    """Deal so many boards from a seed that nobody is told; seen: the version that the page showed, 0 for none.

    Who directs and plays may do it: nothing of it is shown.
    """
    made = DealSet(source=DealSet.Source.DRAWN, boards=boards, commitment=commitment(seed))
    return _make(made, by=by, tournament=tournament, seen=seen, reason=reason, secret=seed)


@action(Right.MANAGE_ROUNDS, logs="make_deals_written")
def write_deals(
    *, by: Actor, tournament: Tournament, deals: Sequence[Deal], salt: str, seen: int, reason: str = ""
) -> DealSet:
    """Keep deals that were made elsewhere; who plays in the tournament has them from nobody."""
    if plays_in(by.user, tournament):
        raise Refused(_("Giochi in questo torneo: le smazzate le scrive chi non gioca, o le estrae il programma."))
    in_order = sorted(deals, key=lambda deal: deal.board)
    made = DealSet(source=DealSet.Source.WRITTEN, boards=len(deals), commitment=commitment_to(in_order, salt=salt))
    text = deals_text(in_order)
    return _make(made, by=by, tournament=tournament, seen=seen, reason=reason, secret=salt, text=text)


def _make(
    made: DealSet, *, by: Actor, tournament: Tournament, seen: int, reason: str, secret: str, text: str = ""
) -> DealSet:
    check_running(tournament)
    if not keeps_deals(tournament):
        raise Refused(_("Solo un torneo di tressette duplicato ha le smazzate preparate prima."))
    if last_begun_round(tournament):
        raise Refused(_("Le prime smazzate sono già in gioco: da qui in poi non si preparano né si cambiano."))
    before = deal_set_of(tournament)
    if seen != (before.version if before else 0):
        raise Refused(_("Intanto qualcun altro ha preparato le smazzate: riguarda, e rifalle solo se serve."))
    why = required_text(reason, _("Scrivi perché le smazzate si rifanno.")) if before else reason.strip()
    made.tournament, made.version, made.reason = tournament, seen + 1, why
    made.made_by, made.made_at = by.user, by.at
    save_checked(made)
    DealSecret.objects.create(deal_set=made, secret=secret, text=text)
    data = {"deals": made.boards, "deals_version": made.version, "commitment": made.commitment, "reason": why}
    return by.log(made, **data)


@action(Right.MANAGE_ROUNDS)
def print_packs(*, by: Actor, tournament: Tournament, first: int, last: int) -> DealSet:
    """Note that somebody takes the cards of these boards on paper, to prepare the packs; who plays may not."""
    if plays_in(by.user, tournament):
        raise Refused(_("Giochi in questo torneo: i fogli per i mazzi li stampa chi non gioca."))
    made = deal_set_of(tournament)
    if made is None:
        raise Refused(_("Prima prepara le smazzate: non ce ne sono ancora."))
    if last < first:
        raise Refused(_("Scrivi da quale smazzata a quale: la prima non viene dopo l’ultima."))
    wanted = range(first, last + 1)
    if missing := sorted(set(wanted) - hands_of_boards(tournament, wanted).keys()):
        raise Refused(_("Di queste smazzate non c’è la distribuzione: %(boards)s.") % {"boards": _listed(missing)})
    return by.log(made, packs=[first, last], deals_version=made.version)


def open_deals(*, by: Actor, tournament: Tournament) -> DealsOpened | None:
    """Within the action that ends the tournament: tell everybody the seed, or the salt and the text, of its deals."""
    kept = kept_of(tournament)
    if kept is None:
        return None
    opened = DealsOpened.objects.create(
        deal_set=kept.deal_set, secret=kept.secret, text=kept.text, opened_by=by.user, opened_at=by.at
    )
    return by.log(opened, "open_deals", deals=kept.deal_set.boards, opened=kept.secret)


def _listed(boards: Sequence[int], most: int = 12) -> str:
    told = ", ".join(map(str, boards[:most]))
    return f"{told} …" if len(boards) > most else told
