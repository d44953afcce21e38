"""Entry fees: what they are, who paid, the sums. A record, no payments."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.entries.queries import categories
from tournaments.fees.actions import note_payment, set_fee
from tournaments.fees.exports import fees_sheet
from tournaments.fees.forms import FeeForm, PaymentForm
from tournaments.fees.models import Fee
from tournaments.fees.queries import fee_line, fee_lines, fees_of, totals
from tournaments.setup.access import get_tournament
from tournaments.setup.imprint import sheets_as

PER_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: Request, slug: str) -> HttpResponse:
    """What entering costs and who paid; a fee is set or changed (`?quota=` its category)."""
    right = Right.MANAGE_ENTRIES if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    known = fees_of(tournament)
    changed = known.get(request.GET.get("quota", "\0"))
    form = FeeForm(posted(request), initial=FeeForm.typed(changed) if changed else {"per": Fee.Per.ENTRY})
    if attempt(form, lambda data: set_fee(by=Actor.of(request), tournament=tournament, **data)):
        messages.success(request, _("Quota registrata."))
        return redirect("fees", slug)
    in_force = {category: one for category, one in known.items() if one.cents is not None}
    lines = fee_lines(tournament, in_force)
    context = {
        "tournament": tournament,
        "fees": in_force.values(),
        "changed": changed,
        "page": Paginator(lines, PER_PAGE).get_page(request.GET.get("page")),
        "totals": totals(lines),
        "categories": categories(tournament),
    }
    return form_page(request, "tournaments/fees/fees.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def payment(request: Request, slug: str, number: int) -> HttpResponse:
    """Whether one entry paid: noted by a tick, taken back with a reason; every version stays."""
    right = Right.CHECK_IN if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=tournament, number=number)
    line = fee_line(entry)
    form = PaymentForm(
        posted(request), initial={"seen": line.version, "paid": not line.is_paid, "cents": line.paid or line.due}
    )
    if attempt(form, lambda data: note_payment(by=Actor.of(request), entry=entry, **data)):
        messages.success(request, _("Registrato."))
        return redirect("fees", slug)
    versions = entry.payments.select_related("noted_by").order_by("-version")
    context = {"tournament": tournament, "entry": entry, "line": line, "versions": versions}
    return form_page(request, "tournaments/fees/payment.html", form, **context)


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    sheet = fees_sheet(tournament)
    return sheets_as("pdf", [sheet], tournament, title=sheet.title)
