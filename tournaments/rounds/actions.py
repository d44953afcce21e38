"""Rounds: drawn up, published, started, closed, in this order and never back."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.action import Actor, action, required_text, save_checked
from records.locks import who_changed
from records.refusals import Refused
from records.rights import Right
from tournaments.admissions.actions import admit_all
from tournaments.admissions.queries import Flag, sitting_down
from tournaments.attendance.actions import settle_absences
from tournaments.deals.queries import keeps_deals
from tournaments.draw.record_actions import SECOND_ROOM, add_boards, freeze, record_by_hand, rooms_of
from tournaments.entries.models import Entry
from tournaments.jobs.actions import drop_documents
from tournaments.line_ups.actions import give_usual_line_ups
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import unconfirmed_in_words, unconfirmed_scores
from tournaments.scores.guards import check_open, check_running
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import board_count, waited_for
from tournaments.setup.models import Tournament
from tournaments.stages.models import Formula, Stage

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
