"""The codes of the lines: the page of the desk that shows them and makes them anew, and where they are typed."""

from typing import Any

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from codes.seats import Line
from hall.line_codes.actions import claim_use, renew_line_code
from hall.line_codes.codes import issues_of, letters_of, line_key, typed_in
from hall.line_codes.forms import LineCodeForm, RenewForm
from hall.line_codes.models import LineRequests
from pages.views import FormPage, form_page, hall_root, posted
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.rounds.models import Round, Table
from tournaments.setup.access import get_public_tournament, get_tournament


def _codes(request: Request, table: Table) -> list[dict[str, Any]]:
    """Each line with who sits there and its code in force."""
    tournament, issues, told = table.round.tournament, issues_of([table]), []
    for line, name in zip(Line, tournament.seat_names.lines, strict=True):
        issue = issues[table.pk, line]
        address = hall_root(request) + reverse("table_slip", args=[tournament.slug, line_key(table, line, issue)])
        told.append(
            {
                "line": line.value,
                "name": name,
                "entries": table.entries_on(line),
                "issue": issue,
                "address": address,
                "picture": segno.make(address, error="m").svg_data_uri(scale=4, border=2, light="#fff"),
                "letters": letters_of(table, line, issue),
            }
        )
    return told


def _table(request: Request, slug: str, number: int, table: int, right: Right) -> Table:
    tournament = get_tournament(request, slug, right)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, line_b__isnull=False)
    found = get_object_or_404(tables.with_players().select_related("round"), number=table)
    found.round.tournament = tournament
    return found


def _shown(request: Request, table: Table) -> dict[str, Any]:
    is_open = table.round.state in (Round.State.PUBLISHED, Round.State.PLAYING)
    context = {"tournament": table.round.tournament, "round": table.round, "is_open": is_open}
    return context | {"codes": _codes(request, table) if is_open else []}


# Both codes of a table, to be shown to their lines; a POST makes one anew.
line_codes = FormPage(
    find=_table, right=Right.RENEW_CODES, of="table", form=RenewForm,
    act=lambda by, table, line, issue: renew_line_code(by=by, table=table, line=line, expected=issue),
    said=_lazy("Codice rifatto: quello di prima non vale più. Fate inquadrare questo."),
    to=("line_codes", "slug", "number", "table"), page="hall/line_codes/line_codes.html", shows=_shown,
)  # fmt: skip


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: PublicRequest, slug: str) -> HttpResponse:
    """Where a phone without a camera types the letters under its QR, and is led to the same page."""
    tournament = get_public_tournament(request, slug)
    form = LineCodeForm(posted(request))
    if form.is_valid():
        typed = typed_in(tournament, form.cleaned_data["code"])
        # Counted before it is looked at, by line: whoever guesses stops nobody but those who type for that line.
        if typed and not claim_use(
            table=typed.table,
            line=typed.line,
            issue=typed.issue,
            kind=LineRequests.Kind.TYPED,
            at=timezone.now(),
        ):
            form.add_error(
                "code", _("Troppi tentativi per questa linea: inquadrate il QR, o aspettate qualche minuto.")
            )
        elif typed is None or not typed.is_right:
            form.add_error(
                "code", _("Non è il codice di una linea: guardate sotto il QR del segnapunti, o chiamate l’arbitro.")
            )
        else:
            return redirect("table_slip", slug, line_key(typed.table, typed.line, typed.issue))
    return form_page(request, "hall/line_codes/type_code.html", form, tournament=tournament)
