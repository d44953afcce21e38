"""The tasks of a tournament, phase by phase, each with its page; one of them is the next."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.desk.stages import StageState, Task, stage_states, standings_tasks
from records.prepared_queries import prepared
from records.rights import Right
from tournaments.appeals.hearing_queries import hearings
from tournaments.entries.models import Entry
from tournaments.publication.state import in_force
from tournaments.rounds.models import Round
from tournaments.rounds.queries import RoundProgress, round_progress
from tournaments.scores.match_models import TableSlip
from tournaments.setup.models import Contest, Tournament
from tournaments.standings.sitting_queries import plays_sittings

ENTRIES_TO_PLAY = 2


class PhaseState(StrEnum):
    """Whether a phase is done, under way, or still to come."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


@dataclass(frozen=True)
class Phase:
    """A phase of the tournament: how far it is, and its tasks."""

    name: str
    when: PhaseState
    words: str = ""
    tasks: Sequence[Task] = ()


class Todo:
    """The list of tasks for somebody with these rights. The number of queries does not grow with the tournament."""

    def __init__(self, tournament: Tournament, rights: Collection[Right], now: datetime) -> None:
        self.tournament, self.rights = tournament, rights
        self.progress = round_progress(tournament)
        self.entries = Counter[str](dict(_entries_by_state(tournament=tournament.pk)))
        self.stages = stage_states(tournament)
        # The results that players sent from the tables of the round being played.
        self.slips = Counter[str](dict(_slips_by_state(tournament=tournament.pk)))
        self.heard = hearings(tournament) if any(state.is_appealed for state in self.stages) else []
        self.published = standings_tasks(tournament, rights, now, self.stages, self.heard)

    @property
    def expected(self) -> int:
        return self.entries[Entry.State.ENTERED.value] + self.entries[Entry.State.PRESENT.value]

    @property
    def present(self) -> int:
        return self.entries[Entry.State.PRESENT.value]

    @property
    def phases(self) -> list[Phase]:
        """The phases in order, without those that this tournament does not have."""
        phases = [self._entries(), self._check_in(), self._rounds(), self._standings(), self._next_stage(), self._end()]
        return [phase for phase in phases if phase is not None]

    @property
    def next(self) -> Task | None:
        """The task that takes the tournament on; None if this person waits for others."""
        return next(self._next(), None)

    def _next(self) -> Iterator[Task]:
        if self.tournament.has_ended:
            return
        if self.open_round and (task := self._of_round(self.open_round)):
            yield task
        if self.open_round or not self._may(Right.MANAGE_ROUNDS):
            return
        if self.expected < ENTRIES_TO_PLAY:
            yield self._enter()
        elif not (self.current and self.current.is_played):
            yield self._prepare()
        else:
            yield from (task for task in self.published if task.symbol != "scale")
            yield from self._start_next()

    @property
    def open_round(self) -> RoundProgress | None:
        """The round being played, else the first one not closed."""
        still = [progress for progress in self.progress if progress.round.state != Round.State.CLOSED]
        playing = [progress for progress in still if progress.round.state == Round.State.PLAYING]
        return next(iter([*playing, *still]), None)

    @property
    def playing(self) -> Round | None:
        """The round being played."""
        progress = self.open_round
        return progress.round if progress and progress.round.state == Round.State.PLAYING else None

    @property
    def current(self) -> StageState | None:
        begun = [state for state in self.stages if state.has_begun]
        return begun[-1] if begun else next(iter(self.stages), None)

    # ---- the phases ---------------------------------------------------------

    def _entries(self) -> Phase:
        count = self.expected
        words = ngettext("%(count)d iscritta", "%(count)d iscritte", count) % {"count": count}
        if count < ENTRIES_TO_PLAY:
            return Phase(_("Iscrizioni"), PhaseState.NOW, words, [self._enter()])
        return Phase(_("Iscrizioni"), PhaseState.DONE, words)

    def _check_in(self) -> Phase | None:
        # Checking in is optional; once somebody is checked in, those who are missing do not play.
        if self.expected < ENTRIES_TO_PLAY:
            return Phase(_("Presenze"), PhaseState.LATER)
        if not self.present:
            if self.progress:
                return None
            return Phase(
                _("Presenze"), PhaseState.NOW, self._rest(self.expected), [self._roll(_("Segna chi è arrivato"))]
            )
        words = _("presenti %(n)d di %(m)d") % {"n": self.present, "m": self.expected}
        words += self._rest(self.present)
        missing = self.expected - self.present
        if not missing:
            return Phase(_("Presenze"), PhaseState.DONE, words)
        label = ngettext(
            "Ne manca %(count)d, che non gioca il prossimo turno",
            "Ne mancano %(count)d, che non giocano il prossimo turno",
            missing,
        )
        tasks = [self._roll(label % {"count": missing})]
        if not self.progress and self._may(Right.MANAGE_ENTRIES):
            tasks.append(Task(_("Chiudi l’appello"), self._href("close_check_in"), "lock"))
        return Phase(_("Presenze"), PhaseState.NOW, words, tasks)

    def _rest(self, playing: int) -> str:
        # With an odd number a table stays incomplete: somebody rests.
        return " · " + _("numero dispari: a ogni turno una riposa") if playing % 2 else ""

    def _rounds(self) -> Phase:
        closed = sum(state.closed for state in self.stages)
        planned = sum(max(state.stage.rounds_planned, state.drawn) for state in self.stages)
        words = _("chiusi %(n)d di %(m)d") % {"n": closed, "m": planned} if planned else ""
        if self.expected < ENTRIES_TO_PLAY and not self.progress:
            return Phase(_("Turni"), PhaseState.LATER, words)
        tasks = tuple(self._round_tasks())
        is_over = not self.open_round and bool(self.current and self.current.is_played)
        return Phase(_("Turni"), PhaseState.DONE if is_over else PhaseState.NOW, words, tasks)

    def _round_tasks(self) -> Iterator[Task]:
        progress = self.open_round
        if progress is None:
            if not (self.current and self.current.is_played) and self._may(Right.MANAGE_ROUNDS):
                if not self.stages:
                    yield Task(_("Scegli la formula della prima fase"), self._href("stages"), "layers")
                yield self._prepare()
                if not self.progress and plays_sittings(self.tournament):
                    yield Task(_("Oppure sorteggia tavoli di tre e di cinque"), self._href("desk_sittings"), "users")
            return
        if task := self._of_round(progress):
            yield task
        grid = self._href("round_grid", progress.round.number)
        if progress.round.state == Round.State.PLAYING and progress.missing:
            words = ngettext("Manca %(count)d punteggio", "Mancano %(count)d punteggi", progress.missing)
            yield Task(words % {"count": progress.missing}, grid, "table")
        if progress.unconfirmed and self._may(Right.CONFIRM_SCORE):
            yield self._to_confirm(progress)
        yield from self._slip_tasks(grid)

    def _to_confirm(self, progress: RoundProgress) -> Task:
        href = self._href("round_grid", progress.round.number)
        if progress.round.state == Round.State.CLOSED:
            words = ngettext(
                "Turno %(number)d chiuso con un punteggio non confermato",
                "Turno %(number)d chiuso con %(count)d punteggi non confermati",
                progress.unconfirmed,
            )
        else:
            words = ngettext(
                "%(count)d punteggio da confermare", "%(count)d punteggi da confermare", progress.unconfirmed
            )
        return Task(words % {"number": progress.round.number, "count": progress.unconfirmed}, href, "check-check")

    def _left_unconfirmed(self) -> list[Task]:
        """Tasks for rounds closed with unconfirmed scores, until their standings are final."""
        closed = [
            progress
            for progress in self.progress
            if progress.unconfirmed and progress.round.state == Round.State.CLOSED
        ]
        if not closed or not self._may(Right.CONFIRM_SCORE):
            return []
        final = {publication.stage_id for publication in in_force(self.tournament).values() if publication.is_final}
        return [self._to_confirm(progress) for progress in closed if progress.round.stage_id not in final]

    def _slip_tasks(self, grid: str) -> Iterator[Task]:
        waiting, disputed = (self.slips[state.value] for state in (TableSlip.State.PROPOSED, TableSlip.State.DISPUTED))
        if waiting:
            words = ngettext(
                "%(count)d risultato dai tavoli aspetta gli avversari",
                "%(count)d risultati dai tavoli aspettano gli avversari",
                waiting,
            )
            yield Task(words % {"count": waiting}, grid, "qr-code")
        if disputed:
            words = ngettext("%(count)d risultato contestato", "%(count)d risultati contestati", disputed)
            yield Task(words % {"count": disputed}, grid, "triangle-alert")

    def _standings(self) -> Phase:
        if self.tournament.has_ended:
            return Phase(_("Classifica"), PhaseState.DONE)
        ending = self._ending
        if tasks := [*self._left_unconfirmed(), *(task for task in self.published if task not in ending)]:
            return Phase(_("Classifica"), PhaseState.NOW, "", tasks)
        is_over = bool(ending) or self._waits_for_stage()
        return Phase(_("Classifica"), PhaseState.DONE if is_over else PhaseState.LATER)

    @property
    def _ending(self) -> list[Task]:
        """Once the last standings are final."""
        return [task for task in self.published if task.href == self._href("ending")]

    def _next_stage(self) -> Phase | None:
        if len(self.stages) < 2:
            return None
        tasks = tuple(self._start_next())
        is_last = self.current is self.stages[-1] and self.current.has_begun
        when = PhaseState.NOW if tasks else PhaseState.DONE if is_last else PhaseState.LATER
        return Phase(_("Fase successiva"), when, "", tasks)

    def _end(self) -> Phase:
        if not self.tournament.has_ended:
            return Phase(_("Fine e premi"), PhaseState.NOW if self._ending else PhaseState.LATER, "", self._ending)
        tasks = [Task(_("I premi"), self._href("prizes"), "trophy")]
        if self.tournament.federation.is_named and self._may(Right.VIEW_LOG):
            tasks.append(Task(_("Il pacchetto per la federazione"), self._href("tournament_package"), "package"))
        return Phase(_("Fine e premi"), PhaseState.DONE, str(self.tournament.get_ending_display()), tasks)

    # ---- the tasks ----------------------------------------------------------

    def _enter(self) -> Task:
        href = self._href("entries") if self._may(Right.MANAGE_ENTRIES) else ""
        words = {Contest.PAIRS: _("Iscrivi le coppie"), Contest.TEAMS: _("Iscrivi le squadre")}
        return Task(words.get(Contest(self.tournament.contest), _("Iscrivi i giocatori")), href, "user-plus")

    def _roll(self, words: str) -> Task:
        return Task(words, self._href("check_in") if self._may(Right.CHECK_IN) else "", "clipboard-check")

    def _prepare(self) -> Task:
        words = _("Prepara il turno %(number)d") % {"number": len(self.progress) + 1}
        return Task(words, self._href("prepare_round"), "plus")

    def _of_round(self, progress: RoundProgress) -> Task | None:
        number, manages = {"number": progress.round.number}, self._may(Right.MANAGE_ROUNDS)
        href = self._href("round_grid", progress.round.number)
        if progress.round.state == Round.State.PLAYING:
            if manages and not progress.missing:
                return Task(_("Turno %(number)d: controlla e chiudi") % number, href, "lock")
            if manages or self._may(Right.GIVE_SCORE):
                return Task(_("Punteggi del turno %(number)d") % number, href, "pencil")
            return None
        if not manages:
            return None
        if progress.round.state == Round.State.DRAFT:
            return Task(_("Turno %(number)d: controlla e pubblica") % number, href, "eye")
        return Task(_("Turno %(number)d: avvia il gioco") % number, href, "play")

    def _start_next(self) -> Iterator[Task]:
        """The task of forming the groups of the next stage, once the standings of this one leave no task."""
        if not self.current or not self._waits_for_stage() or self.published or not self._may(Right.MANAGE_ROUNDS):
            return
        following = self.stages[self.stages.index(self.current) + 1]
        words = _("Forma i gironi: %(stage)s") % {"stage": following.stage.name}
        yield Task(words, self._href("start_stage", following.stage.number), "layers")

    def _waits_for_stage(self) -> bool:
        """Whether all rounds of the stage are played and another stage follows."""
        return bool(self.current and self.current.is_played and self.current is not self.stages[-1])

    def _may(self, right: Right) -> bool:
        return right in self.rights

    def _href(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.tournament.slug, *more])


@prepared
def _entries_by_state(*, tournament: int) -> "QuerySet[Entry, Any]":
    return Entry.objects.filter(tournament=tournament).order_by().values_list("state").annotate(Count("pk"))


@prepared
def _slips_by_state(*, tournament: int) -> "QuerySet[TableSlip, Any]":
    playing = {"table__round__tournament": tournament, "table__round__state": Round.State.PLAYING}
    return TableSlip.objects.filter(**playing).order_by().values_list("state").annotate(Count("pk"))
