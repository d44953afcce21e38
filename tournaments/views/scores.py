"""The score grid of a round: entry by keyboard, confirmation by a second person, history of a score."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import queries
from tournaments.access import find_round, get_tournament
from tournaments.actions.base import Actor, Refused, StaleVersion
from tournaments.actions.corrections import StalePreview, is_official, window_of
from tournaments.actions.guards import is_closed
from tournaments.actions.match_scores import take_back_match_score
from tournaments.actions.scores import check_correction, confirm_score, give_score
from tournaments.desk.doubts import doubts_of, sign_of
from tournaments.desk.forms import DealForm, DecisionForm, ScoreForm, score_form_of
from tournaments.desk.grid import desk_grid, progress
from tournaments.desk.previews import preview_of
from tournaments.hall.table_pages import grid_address, tables_shown
from tournaments.models import Board, BoardScore, Round, Table, Tournament
from tournaments.permissions import Right
from tournaments.views.common import attempt, form_page, posted

# What a correction sends again once its consequences were seen.
SENT_AGAIN = ("line_a", "line_b", "cause", "agreed_by", "decision", "reason", "sure")
MAX_DIGITS = 10  # of the number of a version in a form


@require_safe
def round_grid(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every table of the round with every board."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return grid_page(request, find_round(tournament, number))


def grid_page(request: HttpRequest, round: Round, *, refusal: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """The page of the grid, with why something was refused on it."""
    page = tables_shown(request, round)
    rows = desk_grid(round, list(page.object_list))
    context = {
        "tournament": round.tournament,
        "page": page,
        "round": round,
        "rounds": round.tournament.rounds.all(),
        "rows": rows,
        "boards": rows[0].cells if rows else (),
        "refusal": refusal,
        **progress(round),
        "can_give": may_give(request, round),
    }
    return render(request, "tournaments/round_grid.html", context, status=status)


def may_give(request: HttpRequest, round: Round) -> bool:
    """Whether this person may give scores in the round as it is: after its end only who manages rounds."""
    rights: frozenset[Right] = request.rights  # type: ignore[attr-defined]  # left there by get_tournament
    if round.state == Round.State.CLOSED:
        return {Right.GIVE_SCORE, Right.MANAGE_ROUNDS} <= rights
    return round.state == Round.State.PLAYING and Right.GIVE_SCORE in rights


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, slug: str, number: int, table: int, board: int) -> HttpResponse:
    """One board at one table: its versions, and a new one."""
    right = Right.GIVE_SCORE if request.method == "POST" else Right.VIEW_DESK
    place = _Place(request, slug, at=(number, table, board), right=right)
    form = score_form_of(place.tournament)(posted(request), initial=place.initial())
    if not form.is_bound:
        return place.page(form)
    if not form.is_valid():
        return place.answer(form, status=422)
    if place.is_unchanged(form):
        return place.done()
    if place.is_doubted(form):
        return place.answer(form, status=422, doubts=doubts_of(place.tournament, form.result))
    return place.correct(form) if place.is_correction() else place.record(form)


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int, board: int) -> HttpResponse:
    """A second person confirms the score that stands on their screen."""
    place = _Place(request, slug, at=(number, table, board), right=Right.CONFIRM_SCORE)
    version = request.POST.get("version", "")
    seen = get_object_or_404(place.versions(), version=int(version) if version.isdecimal() else 0)
    form = score_form_of(place.tournament)(initial=place.initial())
    try:
        confirm_score(by=Actor.of(request), score=seen)
    except Refused as error:
        return place.answer(form, status=422, refusal=error.messages)
    except StaleVersion as error:
        return place.answer(form, status=409, conflict=error.current)
    return place.done()


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Takes back the score fixed for a match, with the reason: its boards count again."""
    # Whoever sees the cases may fix scores too: the action asks for that right.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, line_b__isnull=False)
    found = get_object_or_404(tables.with_players(), number=table)
    found.round.tournament = tournament
    fixed = queries.fixed_scores(found.round).filter(table=found).first()
    form = DecisionForm(posted(request))
    if request.method == "POST" and fixed is None and form.is_valid():
        form.add_error(None, _("Questo punteggio è già stato tolto o sostituito."))
    if (
        request.method == "POST"
        and fixed
        and attempt(form, lambda data: take_back_match_score(by=Actor.of(request), score=fixed, **data))
    ):
        messages.success(request, _("Tolto: contano di nuovo le smazzate."))
        return HttpResponseRedirect(grid_address(slug, found, f"row-{table}"))
    context: dict[str, Any] = {"tournament": tournament, "round": found.round, "table": found, "fixed": fixed}
    if fixed:
        context["preview"] = preview_of(found.round, queries.Overlay(matches={found.pk: None}))
    return form_page(request, "tournaments/take_back_match_score.html", form, **context)


class _Place:
    """A board at a table of a round, found within the tournament that the user may see."""

    def __init__(self, request: HttpRequest, slug: str, *, at: tuple[int, int, int], right: Right) -> None:
        number, table, board = at
        self.request = request
        self.tournament: Tournament = get_tournament(request, slug, right)
        tables = Table.objects.filter(round__tournament=self.tournament, round__number=number, line_b__isnull=False)
        self.table: Table = get_object_or_404(tables.with_players(), number=table)
        self.board: Board = get_object_or_404(Board.objects.played_at(self.table), number=board)

    def versions(self) -> QuerySet[BoardScore]:
        """The versions of the score, the newest first."""
        scores = BoardScore.objects.filter(table=self.table, board=self.board)
        return scores.select_related("given_by", "confirmed_by", "table__round__tournament").order_by("-version")

    def current(self) -> BoardScore | None:
        return self.versions().exclude(state=BoardScore.State.SUPERSEDED).first()

    def may_correct(self) -> bool:
        """Whether this person may give the score: what a ruling decided only arbiters change, unless it is replayed."""
        current = self.current()
        if current is None or current.kind == BoardScore.Kind.PLAYED:
            return True
        replayed = current.is_void and self.tournament.replays_annulled
        return replayed or Right.SET_ARBITRAL_SCORE in self.request.rights  # type: ignore[attr-defined]

    def puts_back(self) -> str:
        """The ruling in whose place an arbiter gives a result, which reaches a closed round too; else nothing."""
        current = self.current()
        arbiter = Right.SET_ARBITRAL_SCORE in self.request.rights  # type: ignore[attr-defined]
        ruled = current is not None and current.kind != BoardScore.Kind.PLAYED
        return current.reference if current and ruled and arbiter else ""

    def is_final(self) -> bool:
        """Whether only a decision still changes the score, named by an arbiter (20)."""
        return is_closed(self.tournament, self.table.round.stage)

    def decided(self, form: ScoreForm | DealForm) -> str:
        """The decision that brings this result: the ruling that stood there, or the one named under final standings."""
        named = form.cleaned_data["decision"] if self.is_final() else ""
        return self.puts_back() or named

    def may_decide(self) -> bool:
        """Whether this person changes by a decision what is final."""
        return self.is_final() and Right.SET_ARBITRAL_SCORE in self.request.rights  # type: ignore[attr-defined]

    def initial(self) -> dict[str, Any]:
        """The score in force as it is typed; from the grid, what was typed over it there."""
        current = self.current()
        version = current.version if current else 0
        if typed_over := {name: self.request.GET[name] for name in ("line_a", "line_b") if name in self.request.GET}:
            return {"version": version, **typed_over}
        if current is None or current.points_a is None or current.points_b is None:
            return {"version": version}
        typed = score_form_of(self.tournament).typed
        return {
            "line_a": typed(current.points_a, current.accusa_a),
            "line_b": typed(current.points_b, current.accusa_b),
            "version": version,
        }

    def is_unchanged(self, form: ScoreForm | DealForm) -> bool:
        """Whether the form only says again what is in force (a key pressed twice is no correction)."""
        current = self.current()
        if current is None or current.kind != BoardScore.Kind.PLAYED:
            return False
        same = all(getattr(current, name) == value for name, value in vars(form.result).items())
        return same and current.version == form.cleaned_data["version"]

    def is_doubted(self, form: ScoreForm | DealForm) -> bool:
        """Whether the result is improbable and was not yet sent a second time as it is."""
        return bool(doubts_of(self.tournament, form.result)) and form.cleaned_data["sure"] != sign_of([form.result])

    def is_correction(self) -> bool:
        """Whether the score in force is official, so that changing it follows art. 20 and shows first what it moves."""
        return not self.puts_back() and is_official(self.current(), self.table.round)

    def correct(self, form: ScoreForm | DealForm) -> HttpResponse:
        """Shows what the correction changes in the standings; the same form sent from there records it."""
        if self.request.htmx:  # type: ignore[attr-defined]
            return self.answer(form, status=422, corrects=True)
        seen = self.request.POST.get("seen", "")
        if seen.isdecimal() and len(seen) < MAX_DIGITS:
            return self.record(form, seen=int(seen))
        cleaned = form.cleaned_data
        try:
            check_correction(
                by=Actor.of(self.request),
                table=self.table,
                board=self.board,
                result=form.result,
                expected_version=cleaned["version"],
                reason=cleaned["reason"],
                cause=cleaned["cause"],
                agreed_by=cleaned["agreed_by"],
                reference=self.decided(form),
            )
        except Refused as error:
            return self.answer(form, status=422, refusal=error.messages)
        except StaleVersion as error:
            return self.answer(form, status=409, conflict=error.current)
        return self.preview(form)

    def preview(self, form: ScoreForm | DealForm, *, status: int = 200, **context: Any) -> HttpResponse:
        """The page with what the correction would move in the standings, as the data are now."""
        both = (form.result.points_a, form.result.points_b)
        overlay = queries.Overlay(boards={(self.table.pk, self.board.pk): both})
        return self.page(form, status=status, preview=preview_of(self.table.round, overlay), **context)

    def record(self, form: ScoreForm | DealForm, *, seen: int | None = None) -> HttpResponse:
        """Gives the score; refused or late, shows it beside what is in force."""
        try:
            give_score(
                by=Actor.of(self.request),
                table=self.table,
                board=self.board,
                points_a=form.result.points_a,
                points_b=form.result.points_b,
                accusa_a=form.result.accusa_a,
                accusa_b=form.result.accusa_b,
                expected_version=form.cleaned_data["version"],
                reason=form.cleaned_data["reason"],
                reference=self.decided(form),
                cause=form.cleaned_data["cause"],
                agreed_by=form.cleaned_data["agreed_by"],
                seen=seen,
            )
        except Refused as error:
            return self.answer(form, status=422, refusal=error.messages)
        except StaleVersion as error:
            return self.answer(form, status=409, conflict=error.current)
        except StalePreview:
            return self.preview(form, status=409, moved=True)
        return self.done()

    def done(self) -> HttpResponse:
        """After a success: the cell as it is now, or its place in the grid when there is no script."""
        if self.request.htmx:  # type: ignore[attr-defined]  # by its middleware
            return self._cell(form=None, status=200)
        anchor = f"cell-{self.table.number}-{self.board.number}"
        return HttpResponseRedirect(grid_address(self.tournament.slug, self.table, anchor))

    def answer(self, form: ScoreForm | DealForm, *, status: int, **context: Any) -> HttpResponse:
        """After a refusal: what was typed, why not, and what is in force now."""
        if self.request.htmx:  # type: ignore[attr-defined]
            return self._cell(form=form, status=status, **context)
        return self.page(form, status=status, **context)

    def _cell(self, *, form: ScoreForm | DealForm | None, status: int, **context: Any) -> HttpResponse:
        (row,) = desk_grid(self.table.round, [self.table.pk])
        cell = next(cell for cell in row.cells if cell.board.pk == self.board.pk)
        context |= {"row": row, "cell": cell, "form": form, "swapped": True, **progress(self.table.round)}
        return self._render("tournaments/_score_cell.html", status, context)

    def page(self, form: ScoreForm | DealForm, *, status: int = 200, **context: Any) -> HttpResponse:
        """The page of this score with all its versions."""
        context |= {"form": form, "versions": self.versions(), "current": self.current()}
        context |= {"can_correct": self.may_correct(), "is_correction": self.is_correction()}
        context["window"] = window_of(self.table.round)
        later = self.tournament.rounds.filter(number__gt=self.table.round.number, state=Round.State.PUBLISHED)
        context["shown_round"] = later.order_by("number").first()
        return self._render("tournaments/score.html", status, context)

    def _render(self, template: str, status: int, context: dict[str, Any]) -> HttpResponse:
        form = context["form"]
        context |= {
            "sure": sign_of([form.result]) if form and form.is_bound and form.is_valid() else "",
            "sent": [(name, self.request.POST[name]) for name in SENT_AGAIN if name in self.request.POST],
            "typed_over": urlencode({name: self.request.POST.get(name, "") for name in ("line_a", "line_b")}),
            "tournament": self.tournament,
            "round": self.table.round,
            "table": self.table,
            "board": self.board,
            "can_give": may_give(self.request, self.table.round) or bool(self.puts_back()) or self.may_decide(),
            "may_decide": self.may_decide(),
        }
        return render(self.request, template, context, status=status)
