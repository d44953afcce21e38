"""The score grid of a round: entry by keyboard, confirmation by a second person, history of a score."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import queries
from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused, StaleVersion
from tournaments.actions.scores import confirm_score, give_score
from tournaments.forms import LinePoints, ScoreForm, refuse
from tournaments.models import Board, BoardScore, Round, Table, Tournament
from tournaments.permissions import Right


@require_safe
def round_grid(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every table of the round with every board."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    shown = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    rows = queries.round_grid(shown)
    context = {
        "tournament": tournament,
        "round": shown,
        "rounds": tournament.rounds.all(),
        "rows": rows,
        "boards": [cell.board for cell in rows[0].cells] if rows else [],
        "missing": sum(1 for row in rows if not row.table.is_bye for cell in row.cells if cell.score is None),
        "can_give": Right.GIVE_SCORE in request.rights and shown.state == Round.State.PLAYING,
    }
    return render(request, "tournaments/round_grid.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, slug: str, number: int, table: int, board: int) -> HttpResponse:
    """One board at one table: its versions, and a new one."""
    right = Right.GIVE_SCORE if request.method == "POST" else Right.VIEW_DESK
    place = _Place(request, slug, number, table, board, right)
    if request.method != "POST":
        return place.page(ScoreForm(initial=place.initial()))
    form = ScoreForm(request.POST)
    if not form.is_valid():
        return place.answer(form, status=422)
    if place.is_unchanged(form):
        return place.done()
    try:
        give_score(
            by=Actor.of(request),
            table=place.table,
            board=place.board,
            expected_version=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
            **form.points,
        )
    except Refused as error:
        refuse(form, error)
        return place.answer(form, status=422)
    except StaleVersion as error:
        return place.answer(form, status=409, conflict=error.current)
    return place.done()


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int, board: int) -> HttpResponse:
    """A second person confirms the score that stands on their screen."""
    place = _Place(request, slug, number, table, board, Right.CONFIRM_SCORE)
    version = request.POST.get("version", "")
    seen = get_object_or_404(place.versions(), version=int(version) if version.isdecimal() else 0)
    form = ScoreForm(initial=place.initial())
    try:
        confirm_score(by=Actor.of(request), score=seen)
    except Refused as error:
        return place.answer(form, status=422, refusal=error.messages)
    except StaleVersion as error:
        return place.answer(form, status=409, conflict=error.current)
    return place.done()


class _Place:
    """A board at a table of a round, found within the tournament that the user may see."""

    def __init__(self, request: HttpRequest, slug: str, number: int, table: int, board: int, right: Right) -> None:
        self.request = request
        self.tournament: Tournament = get_tournament(request, slug, right)
        tables = Table.objects.filter(round__tournament=self.tournament, round__number=number, line_b__isnull=False)
        self.table: Table = get_object_or_404(tables.with_players(), number=table)
        self.board: Board = get_object_or_404(Board, round=self.table.round, number=board)

    def versions(self) -> Any:
        """The versions of the score, the newest first."""
        scores = BoardScore.objects.filter(table=self.table, board=self.board)
        return scores.select_related("given_by", "confirmed_by").order_by("-version")

    def current(self) -> BoardScore | None:
        return self.versions().current().first()

    def initial(self) -> dict[str, Any]:
        current = self.current()
        if current is None or current.is_void:
            return {"version": current.version if current else 0}
        return {
            "line_a": LinePoints(current.points_a - current.accusa_a, current.accusa_a),
            "line_b": LinePoints(current.points_b - current.accusa_b, current.accusa_b),
            "version": current.version,
        }

    def is_unchanged(self, form: ScoreForm) -> bool:
        """Whether the form only says again what is in force (a key pressed twice is no correction)."""
        current = self.current()
        if current is None or current.kind != BoardScore.Kind.PLAYED:
            return False
        same = all(getattr(current, name) == value for name, value in form.points.items())
        return same and current.version == form.cleaned_data["version"]

    def done(self) -> HttpResponse:
        """After a success: the cell as it is now, or the grid when there is no script."""
        if self.request.htmx:
            return self._cell(form=None, status=200)
        return redirect("round_grid", self.tournament.slug, self.table.round.number)

    def answer(self, form: ScoreForm, *, status: int, **context: Any) -> HttpResponse:
        """After a refusal: what was typed, why not, and what is in force now."""
        if self.request.htmx:
            return self._cell(form=form, status=status, **context)
        return self.page(form, status=status, **context)

    def _cell(self, *, form: ScoreForm | None, status: int, **context: Any) -> HttpResponse:
        row = next(row for row in queries.round_grid(self.table.round) if row.table.pk == self.table.pk)
        cell = next(cell for cell in row.cells if cell.board.pk == self.board.pk)
        context |= {"row": row, "cell": cell, "form": form, "can_give": True, "swapped": True}
        return self._render("tournaments/_score_cell.html", status, context)

    def page(self, form: ScoreForm, *, status: int = 200, **context: Any) -> HttpResponse:
        """The page of this score with all its versions."""
        context |= {"form": form, "versions": self.versions(), "current": self.current()}
        return self._render("tournaments/score.html", status, context)

    def _render(self, template: str, status: int, context: dict[str, Any]) -> HttpResponse:
        context |= {"tournament": self.tournament, "round": self.table.round, "table": self.table, "board": self.board}
        return render(self.request, template, context, status=status)
