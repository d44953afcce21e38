"""The whole roster from a file: uploaded, looked at, accepted or let go.

The members of a federation: the list, one of them with their history, suspensions, doubles, the file to take.
"""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from federation.roster.actions import (
    accept_roster,
    discard_roster,
    lift_suspension,
    reread_roster,
    stage_roster,
    suspend_member,
)
from federation.roster.exports import roster_csv, roster_template, roster_xlsx
from federation.roster.forms import AcceptRosterForm, LiftForm, RereadForm, RosterForm, SuspensionForm
from federation.roster.queries import (
    MemberList,
    Preview,
    alike,
    field_name,
    history_of,
    merges_ever,
    players_of,
    value_in_words,
)
from pages.views import FormPage, PostedForm, posted, uploaded
from papers.download import download
from papers.sheets import Imprint, local
from people.accounts.models import Federation
from people.imports.passed_over import PassedOver
from people.imports.roster_changes import Change
from people.offices.access import get_federation, rights_anywhere
from people.players.models import Member, RosterUpdate, Suspension
from records.action import Actor
from records.requests import Request
from records.rights import FederationRight, Right
from tournaments import papers
from tournaments.entry_lists.exports import template_csv
from tournaments.entry_lists.forms import Listed
from tournaments.entry_lists.words import PASSED_OVER, problem_in_words
from tournaments.setup.access import within

PER_PAGE = 100
SHOWN = ("cambiati", "nuovi", "usciti", "rientrati", "sospesi", "illeggibili", "avvisi", "lasciate")


def _preview(request: Request, update: RosterUpdate, form: AcceptRosterForm | RereadForm) -> HttpResponse:
    """What the file changes as the roster is now; of a file that is settled, what became of it."""
    context: dict[str, Any] = {"federation": update.federation, "update": update, "form": form}
    if update.is_pending:
        preview = Preview(update)
        reread = form if isinstance(form, RereadForm) else RereadForm(preview=preview)
        context |= _pending(request, preview) | {"reread": reread}
    return render(request, "federation/roster/roster_update.html", context, status=422 if form.is_bound else 200)


def _pending(request: Request, preview: Preview) -> dict[str, Any]:
    changes, file = preview.changes, preview.file
    kinds: dict[str, Sequence[Any]] = {
        "cambiati": changes.edited,
        "nuovi": changes.new,
        "usciti": changes.gone,
        "rientrati": changes.returned,
        "sospesi": preview.suspended,
        "illeggibili": file.unread,
        "avvisi": file.noted,
        "lasciate": file.passed,
    }
    asked = request.GET.get("mostra", "")
    # At first what is wrong, then what goes, so that nobody overlooks it.
    first = next((name for name in ("illeggibili", "usciti", "sospesi", *SHOWN) if kinds[name]), "cambiati")
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
        if which in ("illeggibili", "avvisi")
        else [],
        "passed": [(row, PASSED_OVER[PassedOver(why)], words) for row, why, words in page]
        if which == "lasciate"
        else [],
    }


def _fields(one: Change) -> list[tuple[str, str, str]]:
    """Each changed field: its name, what stood there, what comes."""
    return [
        (field_name(name), value_in_words(name, old), value_in_words(name, new))
        for name, (old, new) in one.fields.items()
    ]


@require_safe
def members(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_MEMBERS)
    today = local(timezone.now()).date()
    known = MemberList(federation, today, text=request.GET.get("cerca", ""), filter_name=request.GET.get("chi", ""))
    page = Paginator(known.matches, PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "list": known, "page": page, "lines": known.lines(page)}
    return render(request, "federation/roster/members.html", context)


@require_safe
def doubles(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    return render(request, "federation/roster/doubles.html", {"federation": federation, "groups": alike(federation)})


@require_safe
def export_roster(request: Request, code: str, *, kind: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    title = _("Tesserati %(federation)s") % {"federation": federation.code}
    content = (roster_csv if kind == "csv" else roster_xlsx)(federation, at=timezone.now())
    return download(content, title, kind)


@require_safe
def roster_model(request: Request, code: str, *, kind: str) -> HttpResponse:
    """The list to fill in."""
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    title, sheets = _("Modello per l’albo"), roster_template()
    if kind == "csv":
        return download(template_csv(sheets), title, kind)
    imprint = Imprint(title, federation.name, timezone.now(), federation.name, get_language() or "it")
    return download(papers.workbook(sheets, imprint), title, kind)


_member = within(Member.objects.all())


def _member_page(request: Request, found: Member, **forms: Any) -> HttpResponse:
    today = local(timezone.now()).date()
    players = players_of(found)
    suspensions = [(one, one.covers(today, today)) for one in _suspensions(found)]
    context = {
        "federation": found.federation,
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
    return render(request, "federation/roster/member.html", context | forms, status=422 if forms else 200)


def _suspensions(found: Member) -> list[Suspension]:
    return list(found.suspensions.select_related("set_by", "lifted_by").order_by("-starts_on", "-pk"))


@require_safe
def member(request: Request, code: str, pk: int) -> HttpResponse:
    return _member_page(request, _member(request, code=code, pk=pk, right=FederationRight.VIEW_MEMBERS))


def _staged(by: Actor, federation: Federation, listed: Listed) -> RosterUpdate:
    return stage_roster(by=by, federation=federation, file_name=listed.name, content=listed.content)


def _imports(request: Request, federation: Federation) -> dict[str, Any]:
    waiting = federation.roster_updates.filter(state=RosterUpdate.State.PENDING).select_related("staged_by")
    last = federation.roster_updates.filter(state=RosterUpdate.State.ACCEPTED).select_related("settled_by")
    return {"waiting": waiting, "accepted": last.order_by("-number")[:10]}


_update = within(RosterUpdate.objects.select_related("settled_by", "staged_by"))
import_roster = FormPage(
    find=get_federation, right=FederationRight.MANAGE_MEMBERS, of="federation", act=_staged,
    form=lambda request, federation: RosterForm(**uploaded(request)),
    to=lambda request, federation, update: redirect("roster_update", federation.code, update.pk),
    page="federation/roster/import_roster.html", shows=_imports,
)  # fmt: skip
roster_update = FormPage(
    find=_update, right=FederationRight.MANAGE_MEMBERS, of="update", form=AcceptRosterForm, act=accept_roster,
    said=_lazy("Albo aggiornato."), to=("members", "code"), page=_preview,
)  # fmt: skip
reread = PostedForm(
    find=_update, right=FederationRight.MANAGE_MEMBERS, of="update", act=reread_roster,
    form=lambda request, update: RereadForm(posted(request), preview=Preview(update)),
    to=("roster_update", "code", "pk"), page=_preview,
)  # fmt: skip
discard = PostedForm(
    find=_update, right=FederationRight.MANAGE_MEMBERS, of="update", act=discard_roster,
    said=_lazy("File scartato: l’albo è come prima."), to=("import_roster", "code"), page=("import_roster", "code"),
)  # fmt: skip
suspend = PostedForm(
    find=_member, right=FederationRight.MANAGE_MEMBERS, of="member", form=SuspensionForm, act=suspend_member,
    said=_lazy("Sospensione registrata."), to=("member", "code", "pk"), page=_member_page, name="suspending",
)  # fmt: skip
lift = PostedForm(
    find=within(Suspension.objects.select_related("member__federation"), by="member__federation"),
    right=FederationRight.MANAGE_MEMBERS, of="suspension", act=lift_suspension,
    form=lambda request, suspension: LiftForm(posted(request), prefix="l"),
    said=_lazy("Sospensione tolta."),
    to=lambda request, given, lifted: redirect("member", given.member.federation.code, given.member_id),
    page=lambda request, given, lifting: _member_page(request, given.member, lifting=lifting, lifted=given.pk),
    name="lifting",
)  # fmt: skip
