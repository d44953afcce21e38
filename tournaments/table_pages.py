"""Long lists of tables, a hundred at a time: a phone in the hall does not carry away a thousand of them."""

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournaments.models import Round, Table

TABLES_A_PAGE = 100


def tables_shown(request: HttpRequest, round: Round) -> "Page[int]":
    """The tables (primary keys) of the page asked for, in order."""
    tables = Table.objects.filter(round=round).order_by("number").values_list("pk", flat=True)
    return Paginator(list(tables), TABLES_A_PAGE).get_page(request.GET.get("page"))
