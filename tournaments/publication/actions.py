"""Standings shown to everybody: provisional for some minutes, then final; what is objected to them.

What becomes final is what everybody could check for the whole time (F.I.Bur. 20): when the figures move meanwhile, they
are shown again and the minutes run anew. docs/decisions/0014-what-becomes-final.md

Prizes: what the places win, in the whole field, a group or a category; changed freely until the tournament ends.

The end of a tournament: concluded when all its standings are final, interrupted by what nobody can help.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.figures import round_figures
from records.action import Actor, action, required_text, save_checked
from records.locks import check_fields_unchanged, lock_tournament
from records.log import write_line
from records.official_records import collect_written
from records.requests import Refused
from records.rights import Right
from records.seals import Salt, keep_salt, new_salt
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, Stage
from tournaments.publication.models import ErrorReport, Prize, Publication
from tournaments.publication.proof import engine_version, hash_of, settings_of
from tournaments.publication.queries import open_stages, prizes_after_stop, unconfirmed_behind
from tournaments.publication.snapshots import Snapshot
from tournaments.publication.state import Obstacle, StageStandings, open_appeals
from tournaments.rounds.actions import open_deals
from tournaments.rounds.queries import UnconfirmedScore, not_confirmed
from tournaments.setup.games import SILENT_REPORT_MINUTES
from tournaments.setup.models import Ending, Tournament
from tournaments.staff.actions import players_of
from tournaments.standings.sitting_queries import only_sittings, sittings_of

# Reports come without log-in, in anybody's name: of one pair no more than these while the minutes run, answered or not,
# and no other pair's are counted with them.
REPORTS_PER_ENTRY = 3


class DataMoved(Exception):
    """The figures are no more those on the page: `seen` is the data version it showed."""

    def __init__(self, seen: int) -> None:
        super().__init__(seen)
        self.seen = seen


@action(Right.PUBLISH_STANDINGS)
def publish_provisional(
    *, by: Actor, stage: Stage, data_version: int, figures: str = "", reason: str = "", incomplete: bool = False
) -> Publication:
    """Show the standings of a stage, all its groups, for as many minutes as errors may be reported.

    data_version, figures: what the page showed. Raises `DataMoved` when the data are others, unless the figures are the
    same. incomplete: although results are missing, with a reason. A reason too where they replace standings of the same
    round.
    """
    state = StageStandings(stage, by.at)
    _check_seen(state.snapshot, data_version, figures, stage)
    _check(state.provisional_obstacles, incomplete=incomplete, reason=reason)
    if state.latest and state.latest.round_number == state.snapshot.round_number and not reason.strip():
        raise Refused(_("Scrivi perché prende il posto della classifica esposta."))
    minutes = timedelta(minutes=round_figures(stage.tournament.rulebook).report_minutes or SILENT_REPORT_MINUTES)
    return _publish(state, by, kind=Publication.Kind.PROVISIONAL, reason=reason, closes_at=by.at + minutes)


@action(Right.PUBLISH_STANDINGS)
def publish_final(
    *, by: Actor, stage: Stage, data_version: int, figures: str = "", reason: str = "", incomplete: bool = False
) -> Publication:
    """Make the standings shown final; over final ones, publish what a later decision changed, with the reason."""
    state = StageStandings(stage, by.at)
    _check_seen(state.snapshot, data_version, figures, stage)
    _check(state.final_obstacles, incomplete=incomplete, reason=reason)
    if state.final and not reason.strip():
        raise Refused(_("Scrivi quale decisione cambia una classifica definitiva."))
    if state.open_reports:  # passed over, with the reason
        _lapse(ErrorReport.objects.filter(publication__stage=stage), by=by, tournament=stage.tournament, reason=reason)
        stage.tournament.refresh_from_db(fields=["data_version"])  # the line that says so moved no figure
    return _publish(state, by, kind=Publication.Kind.FINAL, reason=reason, closes_at=None)


def publish_by_decision(by: Actor, stage: Stage, reason: str) -> Publication | None:
    """Within an action of whoever carries out what binds the tournament: final standings that it moved, published anew.

    Nothing where they are not final, did not move, or something else is still open: then the direction publishes them.
    """
    state = StageStandings(stage, by.at)
    if state.final is None or any(not one.may_be_waived for one in state.final_obstacles):
        return None
    return _publish(state, by, kind=Publication.Kind.FINAL, reason=reason, closes_at=None)


def _check_seen(now: Snapshot, data_version: int, figures: str, stage: Stage) -> None:
    # A line in the log that moved no figure stops nobody.
    if data_version != stage.tournament.data_version and figures != now.figures:
        raise DataMoved(data_version)


def _check(obstacles: Iterable[Obstacle], *, incomplete: bool, reason: str) -> None:
    standing = [one for one in obstacles if not (incomplete and one.may_be_waived)]
    if standing:
        raise Refused(*(one.words for one in standing))
    if incomplete and not reason.strip():
        raise Refused(_("Scrivi perché la classifica esce anche se manca qualcosa."))


def _publish(state: StageStandings, by: Actor, *, kind: str, reason: str, closes_at: datetime | None) -> Publication:
    tournament, now = state.stage.tournament, state.snapshot
    last = Publication.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)
    publication = Publication(
        tournament=tournament,
        number=(last.first() or 0) + 1,
        kind=kind,
        stage=state.stage,
        round_number=now.round_number,
        rows=now.rows,
        data_version=tournament.data_version,
        engine_version=engine_version(),
        published_by=by.user,
        published_at=by.at,
        closes_at=closes_at,
        reason=reason.strip(),
    )
    salt = Salt(new_salt())
    publication.hash = hash_of(publication, salt)
    save_checked(publication)
    keep_salt(publication, tournament, salt)
    # Only what becomes final says what nobody confirmed: provisional standings are there to be checked.
    waived = state.unconfirmed if publication.is_final else ()
    return by.log(
        publication,
        f"publish_{publication.kind}",
        publication=publication.number,
        stage=publication.stage.number,
        round=publication.round_number,
        replaces=state.latest.number if state.latest else None,
        hash=publication.hash,
        settings=settings_of(tournament),
        reason=publication.reason,
        **({"unconfirmed": [list(one) for one in waived]} if waived else {}),
    )


@transaction.atomic
@collect_written()
def report_error(*, publication: Publication, entry: Entry, name: str, text: str, at: datetime) -> ErrorReport:
    """Keep what somebody without log-in says is wrong in provisional standings, while they are open (F.I.Bur. 20).

    The same words of the same entry, sent twice, are one report. In the log it comes from the account of the tables.
    """
    lock_tournament(publication.tournament_id)
    if not publication.is_open(at):
        raise Refused(_("Il tempo per segnalare errori è finito."))
    if Publication.objects.filter(stage=publication.stage_id, number__gt=publication.number).exists():
        raise Refused(_("Questa classifica è stata sostituita: guarda quella nuova."))
    words, who = required_text(text, _("Scrivi che cosa non torna.")), required_text(name, _("Scrivi come ti chiami."))
    known = ErrorReport.objects.filter(publication=publication)
    # A phone sends twice; without a log-in there is no key of a request to tell by.
    same = known.filter(entry=entry, text=words).first()
    if same:
        return same
    if known.filter(entry=entry).count() >= REPORTS_PER_ENTRY:
        raise Refused(_("Per questa coppia sono già arrivate tre segnalazioni: parlane con la direzione."))
    report = ErrorReport(publication=publication, entry=entry, reported_by=who, text=words, reported_at=at)
    save_checked(report)
    write_line(
        tournament=publication.tournament,
        actor=players_of(publication.tournament),
        at=at,
        action="report_error",
        record=report,
        data={"publication": publication.number, "entry": entry.number},
    )
    return report


@action(Right.PUBLISH_STANDINGS)
def answer_report(*, by: Actor, report: ErrorReport, accepted: bool, answer: str) -> ErrorReport:
    words = required_text(answer, _("Scrivi la risposta."))
    if report.state != ErrorReport.State.OPEN:
        raise Refused(_("A questa segnalazione è già stato risposto."))
    report.state = ErrorReport.State.ACCEPTED if accepted else ErrorReport.State.REJECTED
    report.answer, report.answered_by, report.answered_at = words, by.user, by.at
    save_checked(report)
    return by.log(
        report,
        "accept_report" if accepted else "reject_report",
        publication=report.publication.number,
        entry=report.entry.number if report.entry else None,
        text=report.text,
        reason=words,
    )


@action(Right.PUBLISH_STANDINGS)
def close_reports(*, by: Actor, tournament: Tournament, up_to: int, reason: str) -> Tournament:
    """Close every report that waits, at once and unexamined, with the reason; they stay on record.

    up_to: the last one that the page showed, by its key; what came after it goes on waiting.
    """
    words = required_text(reason, _("Scrivi perché le chiudi senza esaminarle."))
    seen = ErrorReport.objects.filter(publication__tournament=tournament, pk__lte=up_to)
    if not _lapse(seen, by=by, tournament=tournament, reason=words):
        raise Refused(_("Nessuna segnalazione aspetta risposta."))
    return tournament


def _lapse(reports: QuerySet[ErrorReport], *, by: Actor, tournament: Tournament, reason: str) -> int:
    """How many of the reports still waited, and are closed now."""
    waiting = reports.filter(state=ErrorReport.State.OPEN).order_by("pk")
    entries = list(waiting.values_list("entry__number", flat=True))
    if not entries:
        return 0
    closed = {"state": ErrorReport.State.LAPSED, "answer": reason, "answered_by": by.user, "answered_at": by.at}
    waiting.update(**closed)
    by.log(tournament, "close_reports", reports_of=entries, reason=reason)
    return len(entries)


# What the page of a prize shows and changes.
FIELDS = ("name", "place_from", "place_to", "group", "category", "cents", "in_kind")


@action(Right.PUBLISH_STANDINGS)
def set_prize(
    *,
    by: Actor,
    tournament: Tournament,
    prize: Prize | None = None,
    group: Group | None,
    category: str,
    place_from: int,
    place_to: int,
    name: str,
    cents: int | None = None,
    in_kind: bool = False,
    seen: str | None = None,
) -> Prize:
    """Put a prize up for some places, or change one; of a group or of a category, not of both.

    seen: what the page showed of the one to change (`fields_digest` its FIELDS).
    """
    _check_not_ended(tournament)
    if prize is not None:
        check_fields_unchanged(prize, FIELDS, seen)
    if group is not None and group.stage.tournament_id != tournament.pk:
        raise ValueError(f"{group} is not a group of {tournament}")
    if group is not None and category.strip():
        raise Refused(_("Un premio è di un girone o di una categoria, non di tutti e due."))
    put = prize or Prize(tournament=tournament)
    put.group, put.category, put.name = group, category.strip(), name.strip()
    put.place_from, put.place_to = place_from, place_to
    put.cents, put.in_kind = cents, in_kind
    save_checked(put)
    return _log_prize(by, put)


@action(Right.PUBLISH_STANDINGS)
def remove_prize(*, by: Actor, prize: Prize, seen: str | None = None) -> Tournament:
    tournament = prize.tournament
    _check_not_ended(tournament)
    check_fields_unchanged(prize, FIELDS, seen)
    key = prize.pk
    prize.delete()
    # The line names it by its key, and seals that it is gone.
    prize.pk = key
    _log_prize(by, prize)
    return tournament


def _check_not_ended(tournament: Tournament) -> None:
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: i premi non cambiano più."))


def _log_prize(by: Actor, prize: Prize) -> Prize:
    return by.log(
        prize,
        prize=prize.name,
        places=[prize.place_from, prize.place_to],
        group=prize.group.name if prize.group else "",
        category=prize.category,
        cents=prize.cents,
        in_kind=prize.in_kind,
    )


@action(Right.PUBLISH_STANDINGS)
def conclude(*, by: Actor, tournament: Tournament) -> Tournament:
    """End a tournament whose stages all have final standings, and whose tables of three or five all have a score."""
    _check_running(tournament)
    stages = open_stages(tournament)
    if stages:
        names = ", ".join(stage.name for stage in stages)
        raise Refused(_("Non è definitiva la classifica di: %(stages)s.") % {"stages": names})
    if missing := sum(view.missing for view in sittings_of(tournament)):
        raise Refused(_("Tavoli di tre o di cinque senza punteggio: %(tables)d.") % {"tables": missing})
    if not tournament.publications.exists() and not only_sittings(tournament):
        raise Refused(_("Nessuna classifica è stata pubblicata."))
    if open_appeals(tournament):
        raise Refused(_("Un reclamo è ancora in esame."))
    return _end(tournament, by, Ending.CONCLUDED, "")


@action(Right.PUBLISH_STANDINGS)
def interrupt(
    *, by: Actor, tournament: Tournament, reason: str, let_be: Collection[UnconfirmedScore] = ()
) -> Tournament:
    """End a tournament that cannot go on (F.I.Bur. 41); the rounds already closed say what becomes of the prizes.

    let_be: the scores behind the prizes that nobody confirmed, as whoever ends it read them. Any other is named first:
    provisional standings give prizes here, and are final from now on.
    """
    _check_running(tournament)
    why = required_text(reason, _("Scrivi perché il torneo non può proseguire."))
    waiting = unconfirmed_behind(prizes_after_stop(tournament))
    if unseen := [one for one in waiting if one not in let_be]:
        raise Refused(not_confirmed(tournament, unseen))
    return _end(tournament, by, Ending.INTERRUPTED, why, unconfirmed=waiting)


def _check_running(tournament: Tournament) -> None:
    if tournament.has_ended:
        raise Refused(_("Il torneo è già finito."))


def _end(
    tournament: Tournament, by: Actor, ending: Ending, reason: str, *, unconfirmed: Collection[UnconfirmedScore] = ()
) -> Tournament:
    found = prizes_after_stop(tournament)
    tournament.ending, tournament.ended_at, tournament.end_reason = ending.value, by.at, reason
    tournament.save(update_fields=["ending", "ended_at", "end_reason"])
    by.log(
        tournament,
        played=found.halfway.played,
        planned=found.halfway.planned,
        publication=found.publication.number if found.publication else None,
        reason=reason,
        **({"unconfirmed": [list(one) for one in unconfirmed]} if unconfirmed else {}),
    )
    open_deals(by=by, tournament=tournament)
    return tournament
