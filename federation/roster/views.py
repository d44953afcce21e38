"""The whole roster from a file: uploaded, looked at, accepted or let go.

The members of a federation: the list, one of them with their history, suspensions, doubles, the file to take.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.roster.actions import accept_roster, discard_roster, lift_suspension, stage_roster, suspend_member
from federation.roster.exports import roster_csv, roster_xlsx
from federation.roster.forms import AcceptRosterForm, LiftForm, RosterForm, SuspensionForm
from federation.roster.queries import MemberList, Preview, alike, field_name, history_of, merges_ever, players_of, shown
from pages.views import attempt, form_page, posted
from papers.download import download
from papers.sheets import local
from people.accounts.models import Federation
from people.imports.roster_changes import Change
from people.members.models import Member, RosterUpdate, Suspension
from people.offices.access import get_federation, rights_anywhere
from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import FederationRight, Right
from tournaments.entry_lists.words import problem_in_words

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
    update = _find_update(federation, pk)
    form = AcceptRosterForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: accept_roster(by=Actor.of(request), update=update, **data)
    ):
        messages.success(request, _("Albo aggiornato."))
        return redirect("members", code)
    return _preview(request, federation, _find_update(federation, pk), form)


@require_POST
def discard(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    try:
        discard_roster(by=Actor.of(request), update=_find_update(federation, pk))
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("File scartato: l’albo è come prima."))
    return redirect("import_roster", code)


def _find_update(federation: Federation, pk: int) -> RosterUpdate:
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


@require_safe
def members(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_MEMBERS)
    today = local(timezone.now()).date()
    known = MemberList(federation, today, text=request.GET.get("cerca", ""), which=request.GET.get("chi", ""))
    page = Paginator(known.found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "list": known, "page": page, "lines": known.lines(page)}
    return render(request, "federation/members.html", context)


@require_safe
def member(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_MEMBERS)
    return _member_page(request, federation, _find_member(federation, pk))


@require_POST
def suspend(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    found = _find_member(federation, pk)
    form = SuspensionForm(request.POST)
    if attempt(form, lambda data: suspend_member(by=Actor.of(request), member=found, **data)):
        messages.success(request, _("Sospensione registrata."))
        return redirect("member", code, pk)
    return _member_page(request, federation, found, suspending=form)


@require_POST
def lift(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    related = Suspension.objects.select_related("member__federation")
    given = get_object_or_404(related, pk=pk, member__federation=federation)
    form = LiftForm(request.POST, prefix="l")
    if attempt(form, lambda data: lift_suspension(by=Actor.of(request), suspension=given, **data)):
        messages.success(request, _("Sospensione tolta."))
        return redirect("member", code, given.member_id)
    return _member_page(request, federation, given.member, lifting=form, lifted=given.pk)


@require_safe
def doubles(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    return render(request, "federation/doubles.html", {"federation": federation, "groups": alike(federation)})


@require_safe
def export_roster(request: Request, code: str, *, kind: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    title = _("Tesserati %(federation)s") % {"federation": federation.code}
    content = roster_csv(federation) if kind == "csv" else roster_xlsx(federation, at=timezone.now())
    return download(content, title, kind)


def _find_member(federation: Federation, pk: int) -> Member:
    found = get_object_or_404(Member, federation=federation, pk=pk)
    found.federation = federation
    return found


def _member_page(request: Request, federation: Federation, found: Member, **forms: Any) -> HttpResponse:
    today = local(timezone.now()).date()
    players = players_of(found)
    suspensions = [(one, one.covers(today, today)) for one in _suspensions(found)]
    context = {
        "federation": federation,
        "member": found,
        "is_expired": found.is_expired(today),
        "is_early": found.valid_from is not None and found.valid_from > today,
        "suspensions": suspensions,
        "is_suspended": any(is_now for _one, is_now in suspensions),
        "history": history_of(found),
        "players": players,
        "merges": merges_ever(players) if players else [],
        "merges_players": Right.MANAGE_ENTRIES in rights_anywhere(request.user),
        "suspending": SuspensionForm(initial={"starts_on": today}),
        "lifting": LiftForm(prefix="l"),
    }
    return render(request, "federation/member.html", context | forms, status=422 if forms else 200)


def _suspensions(found: Member) -> list[Suspension]:
    return list(found.suspensions.select_related("set_by", "lifted_by").order_by("-starts_on", "-pk"))
