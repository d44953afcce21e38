"""The boards of a table as its page shows them: the score of each, and where it stands in a word and a sign.

The arbiter's first screen and the page of a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from codes.seats import Line
from hall.calls.queries import queue_context
from hall.calls.views import steps_context
from hall.line_codes.codes import line_key
from pages.caches import Latest
from pages.forms import number_in
from pages.views import PostedForm
from records.requests import Request, numbered
from records.rights import Right, has_arbiters
from referee.cards.queries import has_endings
from referee.cases.models import Case
from referee.cases.views import find_table
from referee.cases.walk import book_of
from referee.consultations.models import Opinion
from referee.consultations.queries import unanswered
from referee.decisions.queries import open_follow_ups, waiting_proposals
from referee.home import queries as home_queries
from referee.home.queries import HallTable, tables_like
from referee.home.table_queries import TablePage, table_page
from referee.home.waiting_lines import waiting_lines
from referee.proposals.models import ProposedRuling
from tournaments.planning.actions import change_tournament
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import NamedCell
from tournaments.setup.access import get_tournament
from tournaments.setup.live_pages import CALLS_EVERY, EVERY, draw_once, render_live
from tournaments.setup.models import Tournament
from tournaments.setup.rules import settings_digest


@dataclass(frozen=True)
class BoardStatus:
    """In the words of `components/status.html`."""

    kind: str
    label: str
    symbol: str = ""


@dataclass(frozen=True)
class BoardLine:
    """No status: it is still to be played."""

    cell: NamedCell
    status: BoardStatus | None
    is_to_enter: bool = False


def board_lines(page: TablePage) -> Iterator[BoardLine]:
    # What a ruling asks for comes first: the score that lies there is only what it left behind.
    one_hand = page.tournament.one_hand
    for cell in page.cells:
        number, score = cell.board.number, cell.score
        if number in page.replays:
            yield BoardLine(cell, BoardStatus("pending", _("da rigiocare"), "rotate-ccw"))
        elif number in page.reopened:
            again = BoardStatus("pending", _("da registrare di nuovo"), "rotate-ccw")
            yield BoardLine(cell, again, is_to_enter=True)
        else:
            yield BoardLine(cell, _status_of(score, one_hand) if score else None)


def _status_of(score: BoardScore, one_hand: bool | None) -> BoardStatus:
    if score.is_void:
        return BoardStatus("refused", score.get_kind_display())
    if score.kind != BoardScore.Kind.PLAYED:
        return BoardStatus("quiet", score.get_kind_display(), "scale")
    stands = one_hand or not score.awaits_confirmation
    return BoardStatus("done" if stands else "pending", score.told_state(one_hand=one_hand))


# What a phone carries away and a thumb goes through; the rest is a page further.
TABLES_A_PAGE, WAITING_SHOWN = 36, 12
# Above the field, where the thumb and its keyboard leave so much room.
FOUND_SHOWN, LONGEST = 3, 80


class Read(NamedTuple):
    """What waits in the tournament; what is proposed, for who confirms; what anybody is asked and did not answer."""

    home: home_queries.ArbiterHome
    proposed: list[ProposedRuling]
    asked: list[Opinion]


class Sought(NamedTuple):
    """What was typed to go to a table of the round, the tables that it may mean, and how many more there are."""

    typed: str
    round: int
    tables: list[HallTable]
    more: int

    @property
    def is_one(self) -> bool:
        """Whether it can mean one table only: a whole number does, though others begin with it."""
        first = self.tables[0].number if self.tables else None
        return first is not None and (number_in(self.typed) == first or len(self.tables) == 1)


# Every arbiter asks every two seconds.
READ: Latest[Read] = Latest(most=32)


@require_safe
def arbiter_home(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    read = _read(request, tournament, number_in(request.GET.get("turno")))
    home = read.home
    sought = _sought(request, home.round)
    if request.htmx and sought:
        return render(request, "referee/home/_sought_tables.html", {"tournament": tournament, "sought": sought})
    if sought and sought.is_one:
        return redirect("table", slug, sought.round, sought.tables[0].number)
    confirms, procedures = Right.CONFIRM_RULING in request.rights, book_of(tournament).procedures
    most = None if "sospesi" in request.GET else WAITING_SHOWN
    tables = home_queries.tables_of(home.round) if home.round else []
    page = Paginator(tables, TABLES_A_PAGE).get_page(request.GET.get("page"))
    href = numbered("table", slug, home.round.number) if home.round else str
    context = {
        "tournament": tournament,
        "round": home.round,
        "rounds": home.rounds,
        "waiting": list(islice(waiting_lines(home, tournament, request.user, confirms=confirms), most)),
        "waiting_count": home.waiting_for(request.user, confirms=confirms),
        "to_confirm": [(one, procedures.get(one.case.procedure)) for one in read.proposed],
        "asked": [one for one in read.asked if one.user_id == request.user.pk],
        "page": page,
        "tables": [(table, href(table.number), home.marks.get(table.pk)) for table in page],
        "sought": sought,
        "lacks_arbiter": _lacks_arbiter(request, tournament),
    }
    shows_calls = Right.ANSWER_CALLS in request.rights
    if shows_calls:
        context |= queue_context(request, tournament)
    status, every = 404 if sought and not sought.tables else 200, CALLS_EVERY if shows_calls else EVERY
    return render_live(request, "referee/home/arbiter_home.html", context, status=status, every=every)


decide_alone = PostedForm(
    find=get_tournament, right=Right.MANAGE_ROUNDS, of="tournament",
    act=lambda *, by, tournament: change_tournament(
        by=by, tournament=tournament, seen=settings_digest(tournament), single_arbiter=True
    ),
    said=_lazy("D’ora in poi decidi tu, finché qui non c’è un arbitro. Si cambia in «Impostazioni»."),
    to=("arbiter_home", "slug"), page=("arbiter_home", "slug"),
)  # fmt: skip


def _lacks_arbiter(request: Request, tournament: Tournament) -> bool:
    """Whether the director, who may mend it, reads this and nobody may rule."""
    if Right.MANAGE_ROUNDS not in request.rights or Right.RULE in request.rights or tournament.has_ended:
        return False
    return not has_arbiters(tournament)


def _sought(request: Request, round_: Round | None) -> Sought | None:
    """Nothing where nobody looks for a table."""
    if round_ is None or "tavolo" not in request.GET:
        return None
    typed = request.GET["tavolo"].strip()[:LONGEST]
    if not (typed or request.htmx):
        return None
    tables = tables_like(round_, typed) if typed else []
    return Sought(typed, round_.number, tables[:FOUND_SHOWN], max(len(tables) - FOUND_SHOWN, 0))


def _read(request: Request, tournament: Tournament, wanted: int | None) -> Read:
    """What the page reads; for one that renews itself, as everybody of the same task found it at this version."""

    def read() -> Read:
        home = home_queries.arbiter_home(tournament, wanted)
        proposed = list(waiting_proposals(tournament)) if Right.CONFIRM_RULING in request.rights else []
        return Read(home, proposed, list(unanswered(tournament)))

    return draw_once(READ, request, of=(tournament.pk, wanted), version=tournament.data_version, draw=read)


@require_safe
def table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    return show_table(request, find_table(tournament, number, table))


def show_table(request: Request, table: Table, *, status: int = 200, **more: Any) -> HttpResponse:
    tournament, rights = table.round.tournament, request.rights
    page = table_page(tournament, table)
    for ruling in page.rulings:
        ruling.tournament = tournament
    begun = [*page.drafts, *(ruling.case for ruling in page.rulings)]
    context = {
        "tournament": tournament,
        "table": table,
        "round": table.round,
        "players": table.players,
        "page": page,
        "boards": list(board_lines(page)),
        "follows": open_follow_ups(page.rulings, begun),
        "can_open": Right.OPEN_CASE in rights and not table.is_bye and not tournament.has_ended,
        "can_rule": Right.RULE in rights,
        "lacks_arbiter": _lacks_arbiter(request, tournament),
        "cards_of": _cards_of(page, begun) if Right.RULE in rights and has_endings(tournament) else [],
        # Staff speak for no line: either's code opens the page on which they record what is missing of the match.
        "slip_key": line_key(table, Line.A) if Right.GIVE_SCORE in rights and _wants_scores(table, page) else "",
    } | steps_context(request, table)
    return render(request, "referee/home/table.html", context | more, status=status)


def _cards_of(page: TablePage, begun: Sequence[Case]) -> list[tuple[int, Case | None]]:
    """Each board with the latest case on it, on which its last cards are told; none where one is to be opened."""
    latest = {case.board_id: case for case in sorted(begun, key=lambda case: case.number)}
    return [(cell.board.number, latest.get(cell.board.pk)) for cell in page.cells]


def _wants_scores(table: Table, page: TablePage) -> bool:
    """Whether the table is being played and some board of it has no score, nor the match one that is fixed."""
    is_played = table.round.state == Round.State.PLAYING and not table.is_bye and not page.fixed
    return is_played and any(cell.score is None for cell in page.cells)
