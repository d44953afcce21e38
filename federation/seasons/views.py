"""Seasons for the federation's officers: what counts, how it stands, what was published.

Tables of points and the classes of tournaments: the secretary's pages, and the direction's proposal.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import class_of, classes_of
from federation.seasons.actions import (
    assign_class,
    change_rules,
    load_table,
    open_season,
    propose_class,
    publish_season,
)
from federation.seasons.arithmetic import moved_in_words, shown_lines
from federation.seasons.exports import season_imprint, season_sheets, season_title
from federation.seasons.forms import ChangeRulesForm, ClassForm, PublishSeasonForm, RulesForm, SeasonForm, TableForm
from federation.seasons.models import Season, TournamentClass
from federation.seasons.queries import (
    differences,
    player_names,
    publications_of,
    rules_of,
    season_names,
    season_now,
    seasons_of,
    stored_rows,
)
from federation.seasons.rows import SeasonRows, class_titles, example_text, table_of, tables_of
from pages.views import FormPage, PostedForm, attempt, form_page, posted, uploaded
from papers.download import download
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.requests import PublicRequest, Request
from records.rights import FederationRight, Right
from tournaments import papers
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament

PER_PAGE = 50
DIFFERENCES_SHOWN = 10


@require_safe
def seasons(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    found = Paginator(seasons_of(federation), PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "page": found, "has_tables": tables_of(federation).exists()}
    return render(request, "federation/seasons/seasons.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_SEASON)
    form = SeasonForm(posted(request), federation=federation)
    if season := attempt(form, lambda data: _open(Actor.of(request), federation, form, data)):
        messages.success(request, _("Stagione aperta."))
        return redirect("season", code, season.code)
    context = {"federation": federation, "has_tables": tables_of(federation).exists()}
    return form_page(request, "federation/seasons/new_season.html", form, **context)


def _open(by: Actor, federation: Federation, form: SeasonForm, data: dict[str, Any]) -> Season:
    return open_season(by=by, federation=federation, code=data["code"], name=data["name"], said=form.said)


@require_safe
def season(request: Request, code: str, season: str) -> HttpResponse:
    """How the season stands now, what counts and why, and what everybody was shown."""
    found = _season(request, code, season, FederationRight.VIEW_FEDERATION)
    return _season_page(request, found)


@require_http_methods(["GET", "HEAD", "POST"])
def season_rules(request: Request, code: str, season: str) -> HttpResponse:
    found = _season(request, code, season, FederationRight.MANAGE_SEASON)
    form = ChangeRulesForm(posted(request), federation=found.federation, initial=RulesForm.typed(rules_of(found)))
    if attempt(
        form,
        lambda data: change_rules(
            by=Actor.of(request), season=found, said=form.said, seen=data["seen"], reason=data["reason"]
        ),
    ):
        messages.success(request, _("Regole cambiate: la classifica è rifatta."))
        return redirect("season", code, season)
    context = {
        "federation": found.federation,
        "season": found,
        "versions": found.rules.select_related("set_by", "table"),
    }
    return form_page(request, "federation/seasons/season_rules.html", form, **context)


@require_safe
def export_season(request: Request, code: str, season: str, number: int, *, kind: str) -> HttpResponse:
    """Published standings, on paper or as a workbook."""
    found = _season(request, code, season, FederationRight.VIEW_FEDERATION)
    published = publications_of(found).select_related("rules__table", "season__federation")
    publication = get_object_or_404(published, number=number)
    sheets = season_sheets(publication, timezone.localdate())
    lay_out = papers.pdf if kind == "pdf" else papers.workbook
    made = lay_out(sheets, season_imprint(publication, timezone.now()))
    return download(made, season_title(publication), kind)


def _season(request: Request, code: str, season: str, right: FederationRight) -> Season:
    federation = get_federation(request, code, right)
    return get_object_or_404(seasons_of(federation).select_related("federation"), code=season)


def _season_page(request: Request, season: Season, typed: PublishSeasonForm | None = None) -> HttpResponse:
    now, published = season_now(season), list(publications_of(season))
    last = published[0] if published else None
    of_clubs = shows_clubs(request)
    page = rows_page(request, now.rows, of_clubs=of_clubs)
    today = timezone.localdate()
    moved = differences(stored_rows(last).players, now.rows.players) if last else ()
    seen = {"seen": last.number if last else 0, "figures": now.rows.figures}
    form = PublishSeasonForm(initial=seen | ({"reason": typed.data.get("reason", "")} if typed else {}))
    context = {
        "federation": season.federation,
        "season": season,
        "now": now,
        "page": page,
        "of_clubs": of_clubs,
        "lines": shown_lines(
            page.object_list, season_names(page.object_list, today, clubs=of_clubs), of_clubs=of_clubs
        ),
        "published": published,
        "last": last,
        "moved": moved_in_words(
            moved[:DIFFERENCES_SHOWN], player_names([one.of for one in moved[:DIFFERENCES_SHOWN]], today)
        ),
        "moved_more": len(moved) - DIFFERENCES_SHOWN,
        "is_same": last is not None and last.figures == now.rows.figures and last.sources == now.sources,
        "form": form,
        "refused": [message for errors in typed.errors.values() for message in errors] if typed else (),
    }
    return render(request, "federation/seasons/season.html", context, status=422 if typed else 200)


def shows_clubs(request: PublicRequest) -> bool:
    return request.GET.get("di") == "circoli"


def rows_page(request: PublicRequest, rows: SeasonRows, *, of_clubs: bool) -> "Page[Any]":
    return Paginator(rows.clubs if of_clubs else rows.players, PER_PAGE).get_page(request.GET.get("page"))


MOST_RECEIVED = 200


@require_safe
def points_table(request: Request, code: str, edition: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    stored = get_object_or_404(tables_of(federation).select_related("loaded_by"), edition=edition)
    context = {"federation": federation, "stored": stored, "table": table_of(stored)}
    return render(request, "federation/seasons/points_table.html", context)


@require_safe
def tournament_classes(request: Request, code: str) -> HttpResponse:
    """The federation's tournaments with what is said of their class, the latest first."""
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    tournaments = Tournament.objects.filter(federation=federation).order_by("-starts_on", "-pk")
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    classes = classes_of(list(page.object_list))
    lines = [(one, classes.get(one.pk)) for one in page.object_list]
    context = {"federation": federation, "page": page, "lines": lines, "received": _received(federation)}
    return render(request, "federation/seasons/tournament_classes.html", context)


def _received(federation: Federation) -> "list[tuple[ReceivedTournament, ReceivedClass | None]]":
    """The latest tournaments that came in packages, with their classes."""
    found = list(ReceivedTournament.objects.filter(federation=federation).order_by("-starts_on", "-pk")[:MOST_RECEIVED])
    versions = ReceivedClass.objects.filter(received__in=found).order_by("version")
    classes = {one.received_id: one for one in versions}
    return [(one, classes.get(one.pk)) for one in found]


def _class_form(request: Request, tournament: Tournament, *, none_too: bool) -> ClassForm:
    now = class_of(tournament)
    initial = {"class_id": now.class_id if now else "", "seen": now.version if now else 0}
    return ClassForm(posted(request), federation=tournament.federation, none_too=none_too, initial=initial)


def _class_page(request: Request, tournament: Tournament) -> dict[str, Any]:
    versions = TournamentClass.objects.filter(tournament=tournament).select_related("noted_by").order_by("-version")
    titles = class_titles(tables_of(tournament.federation))
    said = list(versions)
    return {
        "federation": tournament.federation,
        "tournament": tournament,
        "said": said,
        "now": said[0] if said else None,
        "titles": titles,
    }


def _of_federation(request: Request, code: str, slug: str, right: FederationRight) -> Tournament:
    played = Tournament.objects.select_related("federation")
    return get_object_or_404(played, federation=get_federation(request, code, right), slug=slug)


publish = PostedForm(
    find=_season, right=FederationRight.MANAGE_SEASON, of="season", form=PublishSeasonForm, act=publish_season,
    said=_lazy("Classifica pubblicata."), to=("season", "code", "season"), page=_season_page, name="typed",
)  # fmt: skip
# The tables that were loaded, and one more.
points_tables = FormPage(
    find=get_federation, right=FederationRight.MANAGE_SEASON, reads=FederationRight.VIEW_FEDERATION, of="federation",
    form=lambda request, federation: TableForm(**uploaded(request)), act=load_table,
    said=_lazy("Tabella caricata."),
    to=lambda request, federation, loaded: redirect("points_table", federation.code, loaded.edition),
    page="federation/seasons/points_tables.html",
    shows=lambda request, federation: {
        "tables": tables_of(federation).select_related("loaded_by").defer("text"), "example": example_text()
    },
)  # fmt: skip
# Of which class a tournament is, and was: assigned with a version each time.
tournament_class = FormPage(
    find=_of_federation, right=FederationRight.MANAGE_SEASON, reads=FederationRight.VIEW_FEDERATION, of="tournament",
    form=partial(_class_form, none_too=True), act=assign_class, said=_lazy("Classe registrata."),
    to=("tournament_classes", "code"), page="federation/inbox/tournament_class.html", shows=_class_page,
)  # fmt: skip
# What the direction proposes, until the federation assigns it.
proposed_class = FormPage(
    find=get_tournament, right=Right.MANAGE_ROUNDS, of="tournament", form=partial(_class_form, none_too=False),
    act=propose_class, said=_lazy("Proposta registrata: decide la federazione."), to=("proposed_class", "slug"),
    page="federation/seasons/proposed_class.html", shows=_class_page,
)  # fmt: skip
