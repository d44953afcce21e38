"""Appeals: received from the page of what they are against, heard by a panel, decided or withdrawn.

Penalties and awards: given with a reason, cancelled with a reason.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from pages.forms import DecisionForm
from pages.views import FormPage, PostedForm, attempt, form_page, posted
from people.accounts.models import User
from records.action import Actor
from records.requests import Request
from records.rights import MATRIX, Right
from tournaments.appeals.actions import (
    DEPOSITS,
    decide_appeal,
    file_appeal,
    name_judge,
    note_on_appeal,
    release_judge,
    settle_deposit,
    withdraw_appeal,
)
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.appeals.adjustment_queries import entries_with_warnings
from tournaments.appeals.forms import (
    AdjustmentForm,
    AppealDecisionForm,
    AppealForm,
    ChangeForm,
    DepositForm,
    JudgeForm,
    NoteForm,
    ReleaseForm,
    WithdrawalForm,
)
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.appeals.queries import (
    able_to_change,
    given_with,
    grievance,
    lacks_arbiter,
    makers_of,
    members_heard,
    named_for,
    own_matter,
    panel_of,
    reasons_not_to_judge,
    staff_of,
    why_not_naming,
)
from tournaments.publication.models import Publication
from tournaments.scores.models import Adjustment
from tournaments.setup.access import get_tournament, within
from tournaments.staff.queries import (
    members_of,
    name_and_clubs,
    notices_by_record,
    notices_of,
    ties_by_entry,
    ties_in_words,
)


@require_http_methods(["GET", "HEAD", "POST"])
def appeals(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL if request.method == "POST" else Right.VIEW_DESK)
    key = request.POST.get("against", "") if request.method == "POST" else request.GET.get("contro", "")
    found, now = grievance(tournament, key), timezone.now()
    late = found is not None and found.due_at is not None and now > found.due_at
    form = AppealForm(posted(request), tournament=tournament, found=found, late=late, initial={"against": key})
    if attempt(form, lambda data: file_appeal(by=Actor.of(request), **data)):
        messages.success(request, _("Reclamo ricevuto: finché è in esame nessuna classifica diventa definitiva."))
        return redirect("appeals", slug)
    received = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    context = {
        "tournament": tournament,
        "appeals": received.order_by("-number"),
        "found": found,
        "late": late,
        "published": Publication.objects.filter(tournament=tournament).defer("rows").order_by("-number"),
    }
    return form_page(request, "tournaments/appeals/appeals.html", form, **context)


@require_safe
def appeal(request: Request, slug: str, number: int) -> HttpResponse:
    return _page(request, _find(request, slug, number, Right.VIEW_DESK))


def _find(request: Request, slug: str, number: int, right: Right) -> Appeal:
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    return get_object_or_404(related, tournament=get_tournament(request, slug, right), number=number)


def _address_of(found: Appeal) -> str:
    """The page of what the appeal is against; none of standings, whose page shows the latest."""
    slug, (kind, *numbers) = found.tournament.slug, (found.record or "").split(":")
    if kind == "ruling":
        return reverse("ruling_version", args=[slug, *numbers])
    return reverse("table", args=[slug, *numbers[:2]]) if kind in {"score", "match"} else ""


def _called(appeal: Appeal) -> Callable[[User], str]:
    """How who may sit is offered: by name, and with whom of the own club the appeal concerns."""
    heard = members_heard(appeal)

    def words(user: User) -> str:
        alike, clubs = name_and_clubs(ties_in_words(user, appeal.tournament, heard))
        told = [_("stesso nome: %(who)s") % {"who": alike}] if alike else []
        told += [_("stesso circolo: %(who)s") % {"who": clubs}] if clubs else []
        return f"{user} ({'; '.join(told)})" if told else str(user)

    return words


def _page(request: Request, found: Appeal, **bound: forms.Form) -> HttpResponse:
    """The appeal with all its forms; bound: those that were sent, and refused."""
    context = page_context(request, found) | bound
    return form_page(
        request, "tournaments/appeals/appeal.html", next(iter(bound.values()), context["decision"]), **context
    )


def page_context(request: Request, found: Appeal) -> dict[str, Any]:
    """What the page of an appeal shows, its forms blank."""
    staff, heard = staff_of(found.tournament) if found.is_open else {}, members_heard(found)
    makers = makers_of(found)
    reasons = [(user, reasons_not_to_judge(found, user, makers)) for user in staff]
    panel = panel_of(found)
    mine = next((why for user, why in reasons if user == request.user), "")
    on_panel = any(one.user_id == request.user.pk for one in panel)
    without_arbiter = found.is_open and lacks_arbiter(found, panel)
    judges = not mine and (on_panel if panel else Right.DECIDE_APPEAL in request.rights)
    decides = found.is_open and judges and not without_arbiter
    changes = found.kind == "ruling" and decides
    may_open = bool(given_with(found) & request.rights)
    heads = [user for user, why in reasons if not why and Right.DECIDE_APPEAL in MATRIX[staff[user]]]
    named = list(named_for(found))
    free = [user for user, why in reasons if not why and user.pk not in {one.user_id for one in named}]
    return {
        "tournament": found.tournament,
        "appeal": found,
        "panel": panel,
        "named": named,
        "not_naming": why_not_naming(found, request.user),
        "headless": found.is_open and not panel and not heads,
        "address": _address_of(found),
        "judges": found.judges.select_related("user", "named_by"),
        "notes": found.notes.select_related("written_by"),
        "barred": [(user, why) for user, why in reasons if why],
        "free": free,
        "mine": mine,
        "own_matter": own_matter(found, request.user),
        "decides": decides,
        "own_club": ties_in_words(request.user, found.tournament, heard) if decides else "",
        "told": notices_of(found.tournament, f"appeal:{found.number}"),
        "deposits": _next_of_deposit(found, request.user),
        "late": found.is_late(found.filed_at),
        "without_arbiter": without_arbiter,
        "changes_ruling": changes and may_open,
        # A director of the panel takes part; what was ruled on a deal is opened by an arbiter of it.
        "changed_by": able_to_change(found, panel) if changes and not may_open else [],
        "decision": AppealDecisionForm(kind=found.kind, panel=panel),
        "changing": ChangeForm(panel=panel, auto_id="c_%s"),
        "withdrawal": WithdrawalForm(entry=found.entry, auto_id="w_%s"),
        "judging": JudgeForm(candidates=free, called=_called(found), auto_id="j_%s"),
        "noting": NoteForm(auto_id="n_%s"),
        "releasing": ReleaseForm(auto_id="r_%s"),
    }


def _next_of_deposit(found: Appeal, user: User) -> list[tuple[str, str]]:
    """What may be done with the deposit now, each with its words; how it ends is not for whoever it is against."""
    after = list(DEPOSITS.get(found.deposit, ()))
    if found.is_open or own_matter(found, user):
        after = [one for one in after if one == Appeal.Deposit.RECEIVED]
    if found.is_upheld:
        after = [one for one in after if one != Appeal.Deposit.FORFEITED]
    words = {"received": _("Ricevuto"), "returned": _("Restituito"), "forfeited": _("Trattenuto")}
    return [(str(one), words[str(one)]) for one in after]


def _released(by: Actor, appeal: Appeal, judge: int, reason: str) -> AppealJudge:
    return release_judge(by=by, judge=get_object_or_404(appeal.judges, pk=judge), reason=reason)


# The forms of the page of an appeal, each by the name under which the page takes it.
_on_appeal = partial(PostedForm[Appeal, Model], find=_find, of="appeal", page=_page, to=("appeal", "slug", "number"))

decide = _on_appeal(
    right=Right.RECEIVE_APPEAL, name="decision", act=decide_appeal, said=_lazy("Decisione registrata."),
    form=lambda request, found: AppealDecisionForm(posted(request), kind=found.kind, panel=panel_of(found)),
)  # fmt: skip
withdraw = _on_appeal(
    right=Right.RECEIVE_APPEAL, name="withdrawal", act=withdraw_appeal, said=_lazy("Reclamo ritirato."),
    form=lambda request, found: WithdrawalForm(posted(request), entry=found.entry),
)  # fmt: skip
judge = _on_appeal(
    right=Right.NAME_PANEL, name="judging", act=name_judge,
    form=lambda request, found: JudgeForm(
        posted(request), candidates=staff_of(found.tournament), called=_called(found)
    ),
)  # fmt: skip
release = _on_appeal(right=Right.NAME_PANEL, name="releasing", form=ReleaseForm, act=_released)
note = _on_appeal(right=Right.RECEIVE_APPEAL, name="noting", form=NoteForm, act=note_on_appeal)
deposit = _on_appeal(right=Right.RECEIVE_APPEAL, name="depositing", form=DepositForm, act=settle_deposit)


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: Request, slug: str) -> HttpResponse:
    right = Right.GIVE_ADJUSTMENT if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    tied = ties_by_entry(request.user, tournament) if Right.GIVE_ADJUSTMENT in request.rights else {}
    form = AdjustmentForm(posted(request), tournament=tournament, tied=tied)
    if attempt(form, lambda data: give_adjustment(by=Actor.of(request), **data)):
        messages.success(request, _("Registrato: la classifica ne tiene già conto."))
        return redirect("adjustments", slug)
    given = Adjustment.objects.filter(entry__tournament=tournament).order_by("-given_at", "-pk")
    related = list(given.select_related("entry", "round", "given_by", "cancelled_by"))
    told = notices_by_record(tournament, [one.key for one in related])
    entry = form.cleaned_data.get("entry") if form.is_bound else None
    context = {
        "tournament": tournament,
        "adjustments": [(one, told.get(one.key, ())) for one in related],
        "warned": entries_with_warnings(tournament),
        "tied": sorted(set(tied.values())),
        "own_club": tied.get(entry.pk, "") if entry else "",
    }
    return form_page(request, "tournaments/appeals/adjustments.html", form, **context)


def _cancelled(request: Request, adjustment: Adjustment) -> dict[str, Any]:
    tournament = adjustment.entry.tournament
    own_club = ties_in_words(request.user, tournament, members_of([adjustment.entry_id]))
    return {"tournament": tournament, "own_club": own_club}


_related = Adjustment.objects.select_related("entry__tournament", "round", "given_by", "cancelled_by")
cancel = FormPage(
    find=within(_related, by="entry__tournament"), right=Right.CANCEL_ADJUSTMENT, of="adjustment",
    form=DecisionForm, act=cancel_adjustment, said=_lazy("Annullata: la classifica è stata ricalcolata."),
    to=("adjustments", "slug"), page="tournaments/appeals/cancel_adjustment.html", shows=_cancelled,
)  # fmt: skip
