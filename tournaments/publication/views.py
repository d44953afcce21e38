"""Publishing standings: what is shown, what stops the next step, which errors are reported.

Prizes and their winners, the end of the tournament, the proof of all its records.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.shortcuts import render as page
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST, require_safe

from pages.forms import refuse
from pages.views import FormPage, PostedForm, posted
from people.sign_in.forms import ask_again
from records.action import Actor
from records.models import LogEntry
from records.requests import INCOMPLETE, PublicRequest, Refused, Request
from records.rights import Right
from tournaments.entries.queries import categories
from tournaments.papers import sheets_as
from tournaments.planning.models import Stage
from tournaments.publication.actions import (
    DataMoved,
    answer_report,
    close_reports,
    publish_final,
    publish_provisional,
    remove_prize,
    set_prize,
)
from tournaments.publication.actions import conclude as conclude_tournament
from tournaments.publication.actions import interrupt as interrupt_tournament
from tournaments.publication.exports import prizes_sheet
from tournaments.publication.forms import AnswerForm, CloseReportsForm, InterruptForm, PrizeForm, PublishForm
from tournaments.publication.models import ErrorReport, Prize, Publication
from tournaments.publication.queries import (
    awards,
    open_stages,
    prizes_after_stop,
    publications_giving,
    unconfirmed_behind,
)
from tournaments.publication.state import Obstacle, StageStandings, begun_stages, open_appeals
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.queries import not_confirmed
from tournaments.setup.access import get_public_tournament, get_tournament, within
from tournaments.setup.models import Ending, Tournament
from tournaments.setup.shared_pages import shared
from tournaments.staff.log_words import words_of_line

LINES_TOLD = 12


@dataclass(frozen=True)
class StagePanel:
    """A stage's standings with the one thing that can be done about them now."""

    state: StageStandings
    form: PublishForm

    @property
    def stage(self) -> Stage:
        return self.state.stage

    @property
    def step(self) -> str:
        """What comes next: «provisional», «final», «decision» (over final ones), or nothing."""
        if self.state.final:
            return "decision" if self.state.has_moved else ""
        return "final" if self.state.latest and not self.state.has_moved else "provisional"

    @property
    def obstacles(self) -> list[Obstacle]:
        return self.state.provisional_obstacles if self.step == "provisional" else self.state.final_obstacles

    @property
    def is_stopped(self) -> bool:
        """Whether something stands in the way that no reason passes over."""
        return any(not one.may_be_waived for one in self.obstacles)

    @property
    def may_be_waived(self) -> bool:
        return bool(self.obstacles) and not self.is_stopped

    @property
    def needs_reason(self) -> bool:
        """Whether the standings take the place of others, or come out although something is missing."""
        latest = self.state.latest
        replaces = self.step == "provisional" and latest and latest.round_number == self.state.snapshot.round_number
        return bool(replaces) or self.step == "decision" or self.may_be_waived

    @property
    def is_open(self) -> bool:
        return bool(self.state.latest and self.state.latest.is_open(self.state.now))

    @property
    def left(self) -> int:
        """Seconds in which errors may still be reported."""
        closes = self.state.latest.closes_at if self.state.latest else None
        return int((closes - self.state.now).total_seconds()) if closes else 0


@require_safe
def publications(request: Request, slug: str) -> HttpResponse:
    return _page(request, get_tournament(request, slug, Right.VIEW_DESK))


@require_POST
def publish(request: Request, slug: str, *, final: bool) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    form = PublishForm(posted(request))
    if not form.is_valid():
        return _page(request, tournament, refusal=[str(INCOMPLETE)], status=422)
    data = dict(form.cleaned_data)
    stage = get_object_or_404(
        Stage.objects.select_related("tournament"), tournament=tournament, number=data.pop("stage")
    )
    act = publish_final if final else publish_provisional
    try:
        if final:
            ask_again(request)
        published = act(by=Actor.of(request), stage=stage, **data)
    except Refused as error:
        return _page(request, tournament, refusal=error.messages, typed=form, status=422)
    except DataMoved as error:
        return _page(request, tournament, typed=form, moved_since=error.seen, status=409)
    words = (
        _("La classifica è definitiva.") if final else _("Classifica esposta: i minuti per le segnalazioni corrono.")
    )
    messages.success(request, words)
    return redirect("publication", slug, published.number)


def _page(
    request: Request,
    tournament: Tournament,
    *,
    refusal: Sequence[str] = (),
    typed: PublishForm | None = None,
    moved_since: int | None = None,
    closing: CloseReportsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    stages, reports = list(reversed(begun_stages(tournament))), _reports(tournament)
    waiting = [one.pk for one in reports if one.state == ErrorReport.State.OPEN]
    context = {
        "tournament": tournament,
        "panels": [_panel(stage, typed) for stage in stages],
        "refusal": refusal,
        "moved": [] if moved_since is None else _lines_since(tournament, moved_since),
        "has_moved": moved_since is not None,
        "reports": reports,
        "waiting": len(waiting),
        "closing": _closing_form(closing, waiting),
        "published": Publication.objects.filter(tournament=tournament)
        .select_related("stage", "published_by")
        .defer("rows")
        .order_by("number"),
    }
    return render(request, "tournaments/publication/publications.html", context, status=status)


def _closing_form(sent: CloseReportsForm | None, waiting: Sequence[int]) -> CloseReportsForm:
    """Blank, or with what was typed and why it was refused; what it has seen are the reports now on the page."""
    seen = str(max(waiting, default=0))
    if sent is None:
        return CloseReportsForm(initial={"up_to": seen}, auto_id="closing-%s")
    data = cast(QueryDict, sent.data).copy()
    data["up_to"] = seen
    sent.data = data
    return sent


def _panel(stage: Stage, typed: PublishForm | None) -> StagePanel:
    """The stage with its form: what was typed is kept, what was seen is the present."""
    state = StageStandings(stage, timezone.now())
    # The page has a form for each stage: what was typed belongs to one of them.
    mine = typed if typed and typed.data.get("stage") == str(stage.number) else None
    kept = {name: mine.data.get(name, "") for name in ("reason", "incomplete")} if mine else {}
    seen = {
        "stage": stage.number,
        "data_version": stage.tournament.data_version,
        "figures": state.snapshot.figures,
    }
    return StagePanel(state, PublishForm(initial=seen | kept, prefix=None, auto_id=f"stage{stage.number}-%s"))


def _lines_since(tournament: Tournament, seen: int) -> list[tuple[LogEntry, object]]:
    lines = LogEntry.objects.filter(tournament=tournament, sequence__gt=seen).select_related("actor")
    return [(line, words_of_line(line, tournament)) for line in lines.order_by("-sequence")[:LINES_TOLD]]


def _reports(tournament: Tournament) -> list[ErrorReport]:
    found = ErrorReport.objects.filter(publication__tournament=tournament)
    related = found.select_related("publication", "entry", "answered_by").defer("publication__rows")
    return sorted(related.order_by("-reported_at"), key=lambda one: one.state != ErrorReport.State.OPEN)


_related = ErrorReport.objects.select_related("publication__tournament", "entry", "answered_by")
answer = FormPage(
    find=within(_related, by="publication__tournament"), right=Right.PUBLISH_STANDINGS, reads=Right.VIEW_DESK,
    of="report", form=AnswerForm, act=answer_report, said=_lazy("Risposta registrata."), to=("publications", "slug"),
    page="tournaments/publication/answer_report.html",
    shows=lambda request, report: {"tournament": report.publication.tournament},
)  # fmt: skip

# Every report that the page showed, closed with one reason.
close_all = PostedForm(
    find=get_tournament, right=Right.PUBLISH_STANDINGS, of="tournament", act=close_reports, name="closing",
    form=lambda request, tournament: CloseReportsForm(posted(request), auto_id="closing-%s"),
    said=_lazy("Segnalazioni chiuse: restano agli atti col motivo."), to=("publications", "slug"),
    page=partial(_page, status=422),
)  # fmt: skip


@login_not_required
@require_safe
@shared
def prize_list(request: PublicRequest, slug: str) -> HttpResponse:
    """For everybody: the prizes and, once the standings are final, who won them."""
    tournament = get_public_tournament(request, slug)
    return page(request, "tournaments/publication/prize_list.html", {"tournament": tournament, **_won(tournament)})


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    sheet = prizes_sheet(tournament)
    return sheets_as("pdf", [sheet], tournament, title=sheet.title)


@require_safe
def ending(request: Request, slug: str) -> HttpResponse:
    return _ending(request, get_tournament(request, slug, Right.VIEW_DESK))


@require_POST
def conclude(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    try:
        ask_again(request)
        conclude_tournament(by=Actor.of(request), tournament=tournament)
    except Refused as error:
        return _ending(request, tournament, refusal=error.messages, status=422)
    messages.success(request, _("Torneo concluso: buona premiazione."))
    return redirect("ending", slug)


@require_POST
def interrupt(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    form = InterruptForm(posted(request), waiting=unconfirmed_behind(prizes_after_stop(tournament)))
    if form.is_valid():
        try:
            ask_again(request)
            interrupt_tournament(by=Actor.of(request), tournament=tournament, **form.cleaned_data)
        except Refused as error:
            refuse(form, error)
        else:
            messages.success(request, _("Torneo interrotto."))
            return redirect("ending", slug)
    return _ending(request, tournament, form=form, status=422)


@require_safe
def verification(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    checks = check_all(tournament)
    context = {"tournament": tournament, "checks": checks, "holds": all(one.holds for one in checks)}
    return page(request, "tournaments/publication/verification.html", context)


def _won(tournament: Tournament) -> dict[str, Any]:
    given = awards(tournament)
    return {
        "awards": given,
        "deciding": publications_giving(given),
        "verdict": prizes_after_stop(tournament) if tournament.ending == Ending.INTERRUPTED else None,
        "categories": categories(tournament),
    }


def _ending(
    request: Request,
    tournament: Tournament,
    *,
    form: InterruptForm | None = None,
    refusal: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    waiting = unconfirmed_behind(prizes_after_stop(tournament))
    context = {
        "tournament": tournament,
        "form": form or InterruptForm(waiting=waiting),
        "unconfirmed": not_confirmed(tournament, waiting) if waiting else "",
        "refusal": refusal,
        "verdict": prizes_after_stop(tournament),
        "open_stages": open_stages(tournament),
        "open_appeals": open_appeals(tournament),
        "has_publication": tournament.publications.exists(),
    }
    return page(request, "tournaments/publication/ending.html", context, status=status)


def _again(request: Request, prize: Prize, refusal: Sequence[str]) -> HttpResponse:
    tournament = prize.tournament
    context = {"tournament": tournament, "form": PrizeForm(tournament=tournament), "refusal": refusal}
    return page(request, "tournaments/publication/prizes.html", context | _won(tournament), status=422)


_prize = within(Prize.objects.select_related("group"))
prizes = FormPage(
    find=get_tournament, right=Right.PUBLISH_STANDINGS, reads=Right.VIEW_DESK, of="tournament", act=set_prize,
    form=lambda request, tournament: PrizeForm(
        posted(request), tournament=tournament, initial=PrizeForm.after_others(tournament)
    ),
    said=_lazy("Premio aggiunto."), to=("prizes", "slug"),
    page="tournaments/publication/prizes.html", shows=lambda request, tournament: _won(tournament),
)  # fmt: skip
prize = FormPage(
    find=_prize, right=Right.PUBLISH_STANDINGS, of="prize",
    form=lambda request, prize: PrizeForm(
        posted(request), tournament=prize.tournament, initial=PrizeForm.typed(prize)
    ),
    act=lambda prize, **said: set_prize(prize=prize, tournament=prize.tournament, **said),
    said=_lazy("Premio cambiato."), to=("prizes", "slug"),
    page="tournaments/publication/prize.html",
    shows=lambda request, prize: {"categories": categories(prize.tournament)},
)  # fmt: skip
remove = PostedForm(
    find=_prize, right=Right.PUBLISH_STANDINGS, of="prize", sent=("seen",), act=remove_prize,
    said=_lazy("Premio tolto."), to=("prizes", "slug"), page=_again, name="refusal",
)  # fmt: skip
