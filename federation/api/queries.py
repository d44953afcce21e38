"""What other programs read of tournaments, by position: no page is missed or told twice while new ones come."""

from collections.abc import Sequence

from tournaments.rounds.models import Round, Table
from tournaments.scores.queries import ShownRow, shown_grid
from tournaments.setup.models import Tournament

TOURNAMENTS_A_PAGE = RESULTS_A_PAGE = 100


def list_page(after: str) -> tuple[list[Tournament], str | None]:
    """Public tournaments by address, those after that one; and from where to go on (None: these are the last)."""
    tournaments = Tournament.objects.filter(is_public=True, slug__gt=after).order_by("slug")[: TOURNAMENTS_A_PAGE + 1]
    page = list(tournaments)[:TOURNAMENTS_A_PAGE]
    return page, page[-1].slug if len(tournaments) > TOURNAMENTS_A_PAGE else None


def results_after(round_: Round, after: int) -> tuple[Sequence[ShownRow], int | None]:
    """The tables of a round with a higher number, with their results; and from where to go on."""
    tables = Table.objects.filter(round=round_, number__gt=after).order_by("number")[: RESULTS_A_PAGE + 1]
    page = list(tables)[:RESULTS_A_PAGE]
    if not page:
        return (), None
    rows = shown_grid(round_, only=[table.pk for table in page])
    return rows, page[-1].number if len(tables) > RESULTS_A_PAGE else None
