"""Long lists of tables, a hundred at a time: a phone in the hall does not carry away a thousand of them."""

from django.core.paginator import Page, Paginator
from django.urls import reverse

from tournaments.models import Round, Table
from tournaments.requests import PublicRequest

TABLES_A_PAGE = 100


def tables_shown(request: PublicRequest, round: Round) -> "Page[int]":
    """The tables (primary keys) of the page asked for, in order."""
    tables = Table.objects.filter(round=round).order_by("number").values_list("pk", flat=True)
    return Paginator(list(tables), TABLES_A_PAGE).get_page(request.GET.get("page"))


def grid_address(slug: str, table: Table, anchor: str) -> str:
    """Where the score grid shows the table, at that anchor."""
    before = Table.objects.filter(round=table.round_id, number__lt=table.number).count()
    page = before // TABLES_A_PAGE + 1
    asked = f"?page={page}" if page > 1 else ""
    return f"{reverse('round_grid', args=[slug, table.round.number])}{asked}#{anchor}"
