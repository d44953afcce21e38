"""The page that a table's QR opens: its players send their result, the other line confirms it. No log-in."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import queries
from tournaments.access import rights_of
from tournaments.actions.base import Actor, Refused
from tournaments.actions.slips import (
    StaleSlip,
    agree_slip,
    players_of,
    record_for_table,
    results_of,
    send_slip,
    sent_from,
)
from tournaments.desk.doubts import doubts_of, sign_of
from tournaments.desk.forms import DealForm, ScoreForm, score_form_of
from tournaments.links.table import table_for
from tournaments.models import Board, BoardScore, MatchScore, Round, Table, TableSlip, Tournament
from tournaments.permissions import Right
from tournaments.queries.boards import boards_played
from tournaments.scoring.board import Result
from tournaments.scoring.victory_points import get_scale
from tournaments.seats import Line

# All phones of a hall share one address: what is counted is what one table sends.
MOST_REQUESTS = 60
WITHIN_SECONDS = 600

BoardForm = ScoreForm | DealForm


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_slip(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Who sits at the table, what was sent, what is still to do; a POST says which line, sends, or agrees."""
    tournament = get_object_or_404(Tournament, slug=slug)
    table = table_for(tournament, key)
    if table is None:
        raise Http404
    request.rights = rights_of(request.user, tournament)  # type: ignore[attr-defined]  # as the pages of the desk have it
    page = _Page(request, table)
    if request.method != "POST":
        return page.show()
    if _is_too_often(table):
        return page.show(
            refusal=[_("Troppi invii da questo tavolo: aspettate qualche minuto, o chiamate l’arbitro.")], status=429
        )
    return page.answer(request.POST.get("step", ""))


def _is_too_often(table: Table) -> bool:
    counter = f"table-slip:{table.pk}"
    cache.add(counter, 0, WITHIN_SECONDS)
    try:
        return bool(cache.incr(counter) > MOST_REQUESTS)
    except ValueError:  # it ran out in between
        return False


class _Page:
    """The page of one table on one phone."""

    def __init__(self, request: HttpRequest, table: Table) -> None:
        self.request, self.table = request, table
        self.tournament = table.round.tournament
        self.boards = boards_played(table.round).at(table)

    # ---- which line this phone speaks for

    @property
    def _mark(self) -> str:
        return f"line-at-{self.table.pk}"

    @property
    def line(self) -> Line | None:
        said = self.request.session.get(self._mark, "")
        return Line(said) if said in list(Line) else None

    @property
    def is_staff(self) -> bool:
        """Whether this person gives scores by their role: they record, they do not speak for a line."""
        return Right.GIVE_SCORE in self.request.rights  # type: ignore[attr-defined]

    # ---- what comes in

    def answer(self, step: str) -> HttpResponse:
        steps = {"line": self._choose, "send": self._send, "agree": self._agree, "record": self._record}
        if step not in steps:
            return self.show(refusal=[_("Ricaricate la pagina e riprovate.")], status=422)
        return steps[step]()

    def _choose(self) -> HttpResponse:
        said = self.request.POST.get("line", "")
        if said not in list(Line):
            return self.show(refusal=[_("Toccate la vostra linea.")], status=422)
        if (self.line and self.line != said) and self._sent_by_us():
            return self.show(
                refusal=[_("Da questo telefono ha già risposto l’altra linea: usatene uno vostro.")], status=422
            )
        self.request.session[self._mark] = said
        return redirect(self.request.path)

    def _sent_by_us(self) -> bool:
        return bool(self.request.session.get(f"{self._mark}-sent"))

    def _send(self) -> HttpResponse:
        forms = self.forms(self.request.POST)
        if self.line is None:
            return self.show(refusal=[_("Dite prima quale linea siete.")], status=422)
        if [form for _board, form in forms if not form.is_valid()]:  # each says its own errors
            return self.show(forms=forms, status=422)
        results = {board.number: form.result for board, form in forms}
        if self._is_doubted(results):
            return self.show(forms=forms, results=results, status=422)
        version = self.request.POST.get("version", "")
        expected = int(version) if version.isdecimal() and len(version) < len("10000") else 0
        return self._try(
            lambda by, line: send_slip(by=by, table=self.table, line=line, results=results, expected_version=expected),
            forms,
        )

    def _agree(self) -> HttpResponse:
        if self.line is None:
            return self.show(refusal=[_("Dite prima quale linea siete.")], status=422)
        version = self.request.POST.get("version", "")
        seen = int(version) if version.isdecimal() and len(version) < len("10000") else 0
        return self._try(lambda by, line: agree_slip(by=by, table=self.table, line=line, version=seen), None)

    def _try(self, act: Any, forms: Sequence[tuple[Board, BoardForm]] | None) -> HttpResponse:
        by = Actor(user=players_of(self.tournament), at=timezone.now(), key=self.request.POST.get("key", ""))
        try:
            act(by, cast(Line, self.line))
        except Refused as error:
            return self.show(forms=forms, refusal=error.messages, status=422)
        except StaleSlip:
            return self.show(forms=forms, is_stale=True, status=409)
        self.request.session[f"{self._mark}-sent"] = True
        return redirect(self.request.path)

    def _record(self) -> HttpResponse:
        """An arbiter or the scorer records in their own name."""
        if not self.is_staff:
            raise Http404
        forms = self.forms(self.request.POST)
        if [form for _board, form in forms if not form.is_valid()]:  # each says its own errors
            return self.show(forms=forms, status=422)
        results = {board.number: form.result for board, form in forms}
        if self._is_doubted(results):
            return self.show(forms=forms, results=results, status=422)
        try:
            record_for_table(by=Actor.of(self.request), table=self.table, results=results)
        except Refused as error:
            return self.show(forms=forms, refusal=error.messages, status=422)
        return redirect(self.request.path)

    def _is_doubted(self, results: Mapping[int, Result]) -> bool:
        is_new = self.request.POST.get("sure", "") != sign_of(list(results.values()))
        return is_new and any(doubts_of(self.tournament, one) for one in results.values())

    # ---- what goes out

    def forms(self, data: Any = None, results: Mapping[int, Result] | None = None) -> list[tuple[Board, BoardForm]]:
        """A form per board; on what was typed, or on the figures given."""
        made = []
        for board in self.boards:
            kind, prefix = score_form_of(self.tournament), f"b{board.number}"
            if data is not None:
                made.append((board, kind(data, prefix=prefix)))
                continue
            one = (results or {}).get(board.number)
            known = {} if one is None else {
                "line_a": kind.typed(one.points_a, one.accusa_a),
                "line_b": kind.typed(one.points_b, one.accusa_b),
            }  # fmt: skip
            made.append((board, kind(prefix=prefix, initial={"version": 0, **known})))
        return made

    def scores(self) -> QuerySet[BoardScore]:
        return BoardScore.objects.current().filter(table=self.table)

    def show(
        self,
        *,
        forms: Sequence[tuple[Board, BoardForm]] | None = None,
        results: Mapping[int, Result] | None = None,
        refusal: Sequence[str] = (),
        is_stale: bool = False,
        status: int = 200,
    ) -> HttpResponse:
        sent = sent_from([self.table]).get(self.table.pk)
        recorded = {score.board_id: score for score in self.scores()}
        scores = [recorded.get(board.pk) for board in self.boards]
        extra = queries.extra_lead(self.table, queries.match_extras(self.tournament))
        wants_form = forms is not None or "correggi" in self.request.GET
        seen = results_of(sent.slip) if sent else None
        doubted = list((results or {}).items())
        context = {
            "tournament": self.tournament,
            "round": self.table.round,
            "table": self.table,
            "players": self.table.players,
            "line": self.line,
            "line_name": dict(zip(Line, self.tournament.seating.lines, strict=True)).get(cast(Line, self.line), ""),
            "is_staff": self.is_staff,
            "is_playing": self.table.round.state == Round.State.PLAYING,
            "fixed": MatchScore.objects.current().filter(table=self.table).first(),
            "boards": list(zip(self.boards, scores, strict=True)),
            "is_recorded": bool(scores) and None not in scores,
            "result": queries.table_result(scores, get_scale(self.tournament.vp_scale), extra=extra),
            "sent": sent,
            "is_ours": bool(sent and sent.slip.given_by_line == self.line),
            "figures": self._figures(sent.slip) if sent else (),
            "other_figures": self._figures(sent.other) if sent and sent.other else (),
            "wants_form": wants_form,
            "forms": forms if forms is not None else self.forms(results=seen),
            "doubts": [(number, words) for number, one in doubted for words in doubts_of(self.tournament, one)],
            "sure": sign_of([one for _number, one in doubted]),
            "refusal": refusal,
            "is_stale": is_stale,
        }
        return render(self.request, "tournaments/table_slip.html", context, status=status)

    def _figures(self, slip: TableSlip) -> list[tuple[int, Result]]:
        return sorted(results_of(slip).items())
