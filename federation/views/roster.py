"""The whole roster from a file: uploaded, looked at, accepted or let go."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.actions.roster import accept_roster, discard_roster, stage_roster
from federation.forms.roster import AcceptRosterForm, RosterForm
from federation.queries.members import field_name, shown
from federation.queries.roster import Preview
from tournaments.access import get_federation
from tournaments.actions.base import Actor
from tournaments.entering.import_wording import problem_in_words
from tournaments.imports.roster_changes import Change
from tournaments.models import Federation, RosterUpdate
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted

PER_PAGE = 100
SHOWN = ("cambiati", "nuovi", "usciti", "rientrati", "illeggibili")


@require_http_methods(["GET", "HEAD", "POST"])
def import_roster(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    sent = posted(request)
    files = request.FILES if sent is not None else None  # read first: then it is known whether the file was too big
    form = RosterForm(sent, files, too_big=getattr(request, "upload_too_big", False))
    if request.method == "POST":
        staged = attempt(form, lambda data: _stage(request, federation, data))
        if staged:
            return redirect("roster_update", code, staged.pk)
    waiting = federation.roster_updates.filter(state=RosterUpdate.State.PENDING).select_related("staged_by")
    last = federation.roster_updates.filter(state=RosterUpdate.State.ACCEPTED).select_related("settled_by")
    context = {"federation": federation, "waiting": waiting, "accepted": last.order_by("-number")[:10]}
    return form_page(request, "federation/import_roster.html", form, **context)


def _stage(request: Request, federation: Federation, data: dict[str, Any]) -> RosterUpdate:
    file = data["file"]
    return stage_roster(by=Actor.of(request), federation=federation, file_name=file.name, content=file.read())


@require_http_methods(["GET", "HEAD", "POST"])
def roster_update(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    update = _find(federation, pk)
    form = AcceptRosterForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: accept_roster(by=Actor.of(request), update=update, **data)
    ):
        messages.success(request, _("Albo aggiornato."))
        return redirect("members", code)
    return _preview(request, federation, _find(federation, pk), form)


@require_POST
def discard(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    try:
        discard_roster(by=Actor.of(request), update=_find(federation, pk))
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("File scartato: l’albo è come prima."))
    return redirect("import_roster", code)


def _find(federation: Federation, pk: int) -> RosterUpdate:
    related = RosterUpdate.objects.select_related("settled_by", "staged_by")
    found = get_object_or_404(related, federation=federation, pk=pk)
    found.federation = federation
    return found


def _preview(request: Request, federation: Federation, update: RosterUpdate, form: AcceptRosterForm) -> HttpResponse:
    """What the file changes as the roster is now; of a file that is settled, what became of it."""
    context: dict[str, Any] = {"federation": federation, "update": update, "form": form}
    if update.is_pending:
        context |= _pending(request, Preview(update))
    return render(request, "federation/roster_update.html", context, status=422 if form.is_bound else 200)


def _pending(request: Request, preview: Preview) -> dict[str, Any]:
    changes, file = preview.changes, preview.file
    kinds: dict[str, Sequence[Any]] = {
        "cambiati": changes.edited,
        "nuovi": changes.new,
        "usciti": changes.gone,
        "rientrati": changes.returned,
        "illeggibili": file.unread,
    }
    asked = request.GET.get("mostra", "")
    # At first what is wrong, then what goes, so that nobody overlooks it.
    first = next((name for name in ("illeggibili", "usciti", *SHOWN) if kinds[name]), "cambiati")
    which = asked if asked in kinds else first
    page = Paginator(kinds[which], PER_PAGE).get_page(request.GET.get("page"))
    return {
        "changes": changes,
        "file": file,
        "preview": preview,
        "which": which,
        "counts": {name: len(rows) for name, rows in kinds.items()},
        "page": page,
        "edits": [(one, _fields(one)) for one in page] if which in ("cambiati", "rientrati") else [],
        "unread": [(one, [problem_in_words(why) for why in one.problems]) for one in page]
        if which == "illeggibili"
        else [],
    }


def _fields(one: Change) -> list[tuple[str, str, str]]:
    """Each changed field: its name, what stood there, what comes."""
    return [(field_name(name), shown(name, old), shown(name, new)) for name, (old, new) in one.fields.items()]
