"""The state of the standings of each stage (unpublished, provisional, final), and what stops the next step."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.prepared_queries import prepared_records
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.publication.models import ErrorReport, Publication
from tournaments.publication.queries import Difference, differences, tables_in_words
from tournaments.publication.snapshots import Snapshot, snapshot, without_measures
from tournaments.rounds.models import Round
from tournaments.rounds.queries import UnconfirmedScore, not_confirmed, unconfirmed_scores
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Obstacle:
    """What stops final standings. The director may pass over one that `may_be_waived`, with a reason."""

    words: str
    may_be_waived: bool = False


# What else of a tournament waits, in words: applications above add what theirs is when they are loaded.
PENDING: list[Callable[[Tournament], Iterable[str]]] = []


class StageStandings:
    """The standings of one stage, as they are now and as published; each is read from the database once."""

    def __init__(self, stage: Stage, now: datetime) -> None:
        self.stage, self.now = stage, now

    @cached_property
    def publications(self) -> list[Publication]:
        publications = Publication.objects.filter(stage=self.stage).select_related(
            "published_by", "stage", "tournament"
        )
        return list(publications.order_by("-number"))

    @property
    def latest(self) -> Publication | None:
        return self.publications[0] if self.publications else None

    @property
    def final(self) -> Publication | None:
        return self.latest if self.latest and self.latest.is_final else None

    @cached_property
    def snapshot(self) -> Snapshot:
        return snapshot(self.stage)

    @cached_property
    def has_moved(self) -> bool:
        """Whether the figures differ from the latest publication's."""
        return self.latest is not None and without_measures(self.latest.rows) != self.snapshot.rows

    @cached_property
    def moves(self) -> tuple[Difference, ...]:
        return differences(self.latest.rows, self.snapshot.rows) if self.latest and self.has_moved else ()

    @cached_property
    def has_begun(self) -> bool:
        return self.stage.rounds.filter(state__in=Round.BEGUN).exists()

    @cached_property
    def open_reports(self) -> int:
        return ErrorReport.objects.filter(publication__stage=self.stage, state=ErrorReport.State.OPEN).count()

    @cached_property
    def open_appeals(self) -> int:
        return open_appeals(self.stage.tournament)

    @cached_property
    def gaps(self) -> list[Obstacle]:
        return [Obstacle(words, may_be_waived=True) for words in (*self._missing_tables(), *self._missing_rounds())]

    def _missing_tables(self) -> list[str]:
        missing = self.snapshot.gaps
        if not missing:
            return []
        words = ngettext("Manca un risultato: %(tables)s.", "Mancano %(count)d risultati: %(tables)s.", len(missing))
        return [words % {"count": len(missing), "tables": tables_in_words(missing)}]

    def _missing_rounds(self) -> list[str]:
        closed = self.stage.rounds.filter(state=Round.State.CLOSED).count()
        missing = self.stage.rounds_planned - closed
        if missing <= 0:
            return []
        words = ngettext("Un turno previsto non è chiuso.", "%(count)d turni previsti non sono chiusi.", missing)
        return [words % {"count": missing}]

    @cached_property
    def provisional_obstacles(self) -> list[Obstacle]:
        """What stops provisional standings now."""
        if self.stage.tournament.has_ended:
            return [Obstacle(_("Il torneo è finito."))]
        if self.final:
            return [Obstacle(_("La classifica è già definitiva: una decisione arrivata dopo si pubblica a parte."))]
        if not self.has_begun:
            return [Obstacle(_("Nessun turno di questa fase è cominciato."))]
        if self.latest and not self.has_moved:
            return [Obstacle(_("La classifica esposta è già questa."))]
        return [Obstacle(words, may_be_waived=True) for words in self._missing_tables()]

    @cached_property
    def final_obstacles(self) -> list[Obstacle]:
        """What stops final standings now; if nothing, one tap makes the latest provisional ones final."""
        # After final standings only a decision changes figures, and it makes new final standings at once (decision 14).
        if self.final:
            same = [] if self.has_moved else [Obstacle(_("La classifica è definitiva e i punteggi sono gli stessi."))]
            return [*same, *self._appeals(), *self._unconfirmed()]
        if self.latest is None:
            return [Obstacle(_("Prima va esposta la classifica provvisoria."))]
        return [*self._waiting(self.latest), *self._open_round(), *self._reports(), *self._appeals(), *self.gaps,
                *self._unconfirmed()]  # fmt: skip

    def _open_round(self) -> list[Obstacle]:
        # A round that is shown or played cannot be waived: after final standings nobody could enter its scores.
        shown = self.stage.rounds.filter(state__in=[Round.State.PUBLISHED, Round.State.PLAYING]).order_by("number")
        return [Obstacle(_("Prima chiudi il turno %(number)d.") % {"number": round_.number}) for round_ in shown[:1]]

    def _waiting(self, shown: Publication) -> list[Obstacle]:
        # F.I.Bur. 20: only standings that everybody could check for ten minutes become final.
        if self.has_moved:
            words = _("I punteggi sono cambiati da quando è stata esposta: va esposta di nuovo.")
            return [Obstacle(words)]
        if shown.closes_at and shown.is_open(self.now):
            at = time_format(timezone.localtime(shown.closes_at), "H:i")
            return [Obstacle(_("Si possono segnalare errori fino alle %(time)s.") % {"time": at})]
        return []

    def _reports(self) -> list[Obstacle]:
        # F.I.Bur. 20: errors are reported within some minutes, then standings are final. Reports sent without a log-in
        # are read before that; later ones do not stop a director who gives a reason.
        words = ngettext(
            "Una segnalazione aspetta risposta.", "%(count)d segnalazioni aspettano risposta.", self.open_reports
        )
        is_over = self.latest is not None and not self.latest.is_open(self.now)
        return [Obstacle(words % {"count": self.open_reports}, may_be_waived=is_over)] if self.open_reports else []

    @cached_property
    def unconfirmed(self) -> list[UnconfirmedScore]:
        return unconfirmed_scores(self.stage)

    def _unconfirmed(self) -> list[Obstacle]:
        if not self.unconfirmed:
            return []
        return [Obstacle(not_confirmed(self.stage.tournament, self.unconfirmed), may_be_waived=True)]

    @cached_property
    def pending(self) -> list[str]:
        """What still waits beside them, told before they are final: it stops nobody."""
        return [said for source in PENDING for said in source(self.stage.tournament)]

    def _appeals(self) -> list[Obstacle]:
        words = ngettext("Un reclamo è ancora in esame.", "%(count)d reclami sono ancora in esame.", self.open_appeals)
        return [Obstacle(words % {"count": self.open_appeals})] if self.open_appeals else []


def open_appeals(tournament: Tournament) -> int:
    return Appeal.objects.filter(tournament=tournament, state=Appeal.State.OPEN).count()


def begun_stages(tournament: Tournament) -> list[Stage]:
    begun = Stage.objects.filter(tournament=tournament, rounds__state__in=Round.BEGUN).distinct().order_by("number")
    return list(begun.select_related("tournament__federation"))


def in_force(tournament: Tournament) -> dict[int, Publication]:
    """The latest publication of each stage, by the stage's number, without its rows."""
    return {publication.stage.number: publication for publication in _publications_of(tournament=tournament.pk)}


@prepared_records
def _publications_of(*, tournament: int) -> QuerySet[Publication]:
    return Publication.objects.filter(tournament=tournament).select_related("stage").defer("rows").order_by("number")
