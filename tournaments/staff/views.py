"""Who does what in a tournament: tasks given, ended.

One-time links: made by the director, shown once with their QR; opened by whoever gets a task or a new password.
"""

from functools import partial
from typing import Any, cast

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pages.forms import LinkForm
from pages.views import PostedForm, attempt, form_page, hall_root, posted
from people.accounts.models import User
from people.invitations.views import password_page
from people.names.order import by_name
from records.action import Actor
from records.requests import PublicRequest, Refused, Request, address_of
from records.rights import Right, Role
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.actions import (
    accept,
    cancel_link,
    end_of_day,
    end_task,
    invite,
    new_token,
    offer_reset,
    open_links,
    opened,
    serves,
    set_membership,
    set_new_password,
    unlink_player,
)
from tournaments.staff.forms import InviteForm, JoinForm, OwnSideForm, ResetForm, StaffForm, TaskForm
from tournaments.staff.models import Invitation
from tournaments.staff.queries import club_names, clubs_playing, confirming_memberships, worked_with


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_STAFF if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = StaffForm(posted(request), initial={"seen": tournament.data_version})
    if attempt(
        form,
        lambda data: set_membership(
            by=Actor.of(request),
            tournament=tournament,
            ends_at=end_of_day(timezone.now()) if data.pop("only_today") else None,
            **data,
        ),
    ):
        messages.success(request, _("Incarico registrato."))
        if tournament.single_arbiter and confirming_memberships(tournament).exists():
            messages.warning(request, _("È segnato «Arbitro unico»: con un capo arbitro in carica non vale più."))
        return redirect("staff", slug)
    return staff_page(request, tournament, form=form)


def _task(tournament: Tournament, key: int) -> Membership:
    return get_object_or_404(tournament.memberships, pk=key)


def staff_page(request: Request, tournament: Tournament, **bound: BaseForm) -> HttpResponse:
    """Who does what, with the forms that change it; bound: the one that was sent, and refused."""
    manages = Right.MANAGE_STAFF in request.rights
    memberships = list(
        tournament.memberships.select_related("user__player", "club").order_by(
            "role", *by_name("user__last_name", "user__first_name"), "pk"
        )
    )
    directors = [one.pk for one in memberships if one.role == Role.DIRECTOR]
    context = {
        "tournament": tournament,
        "memberships": memberships,
        "last_director": directors[0] if len(directors) == 1 else None,
        "clubs": club_names() if manages else [],
        "people": worked_with(request.user) if manages else [],
        "links": open_links(tournament, timezone.now()) if manages else [],
        "seen": tournament.data_version,
        "form": StaffForm(initial={"seen": tournament.data_version}),
        "inviting": InviteForm(auto_id="i_%s"),
        "resetting": ResetForm(tournament=tournament, director=request.user, auto_id="p_%s"),
    } | bound
    sent = next((form for form in bound.values() if form.is_bound), None)
    return render(request, "tournaments/staff/staff.html", context, status=422 if sent else 200)


def _ended(request: Request, tournament: Tournament, task: Membership) -> HttpResponse:
    # Whoever took away the own one is no longer shown these pages.
    return redirect("home") if task.user == request.user else redirect("staff", tournament.slug)


_on_staff = partial(
    PostedForm[Tournament, Membership],
    find=get_tournament, right=Right.MANAGE_STAFF, of="tournament", form=TaskForm, page=staff_page, name="asked",
)  # fmt: skip
unlink = _on_staff(
    act=lambda by, tournament, task, seen: unlink_player(by=by, membership=_task(tournament, task)),
    said=_lazy("Scheda staccata."), to=("staff", "slug"),
)  # fmt: skip
end = _on_staff(
    act=lambda by, tournament, task, seen: end_task(by=by, membership=_task(tournament, task), seen=seen),
    said=lambda task: _("Incarico tolto a %(name)s.") % {"name": task.user}, to=_ended,
)  # fmt: skip


@require_POST
@never_cache
def make_invitation(request: Request, slug: str) -> HttpResponse:
    tournament, token = get_tournament(request, slug, Right.MANAGE_STAFF), new_token()
    form = InviteForm(posted(request))
    made = attempt(form, lambda data: invite(by=Actor.of(request), tournament=tournament, token=token, **data))
    return _shown(request, tournament, made, token) if made else staff_page(request, tournament, inviting=form)


@require_POST
@never_cache
def make_reset(request: Request, slug: str) -> HttpResponse:
    tournament, token = get_tournament(request, slug, Right.MANAGE_STAFF), new_token()
    form = ResetForm(posted(request), tournament=tournament, director=request.user)
    made = attempt(form, lambda data: offer_reset(by=Actor.of(request), tournament=tournament, token=token, **data))
    return _shown(request, tournament, made, token) if made else staff_page(request, tournament, resetting=form)


def _cancelled(by: Actor, tournament: Tournament, link: int) -> Invitation:
    found = get_object_or_404(tournament.invitations.select_related("tournament"), pk=link)
    return cancel_link(by=by, invitation=found)


# A link that is not to serve any more.
cancel = PostedForm(
    find=get_tournament, right=Right.MANAGE_STAFF, of="tournament", form=LinkForm, act=_cancelled, name="asked",
    said=_lazy("Indirizzo annullato: chi lo apre non trova più niente."), to=("staff", "slug"), page=staff_page,
)  # fmt: skip


def _shown(request: Request, tournament: Tournament, made: Invitation, token: str) -> HttpResponse:
    """The address, this once: nowhere is it kept."""
    if not serves(made, token):  # the same request sent twice: the first one's address is on a page that is gone
        messages.error(request, _("Questo invito è già stato fatto e non si rivede: fanne un altro."))
        return redirect("staff", tournament.slug)
    address = hall_root(request) + reverse("invitation", args=[token])
    picture = segno.make(address, error="m").svg_data_uri(scale=5, border=2, light="#fff")
    context = {"tournament": tournament, "invitation": made, "address": address, "picture": picture}
    return render(request, "tournaments/staff/invitation_made.html", context)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PublicRequest, token: str) -> HttpResponse:
    """What a link offers, and who takes it: with the account that is signed in, with a new one, or a new password."""
    try:
        found = opened(token, address=address_of(request), at=timezone.now())
    except Refused as error:
        return render(request, "account/invitation_gone.html", {"refusals": error.messages}, status=404)
    if found.account:
        write = partial(set_new_password, found, at=timezone.now())
        return password_page(request, found.account, write, offered_by=found.made_by)
    if request.user.is_authenticated:
        return _with_own_account(request, found)
    form = JoinForm(posted(request))
    user = attempt(form, lambda data: accept(found, at=timezone.now(), account=_account(data), **_side(data)))
    if user is None:
        return form_page(
            request, "account/invitation.html", form, invitation=found, clubs=clubs_playing(found.tournament)
        )
    login(request, user)
    return _welcomed(request, found, form)


def _with_own_account(request: PublicRequest, found: Invitation) -> HttpResponse:
    own, form = cast(User, request.user), OwnSideForm(posted(request))
    if attempt(form, lambda data: accept(found, at=timezone.now(), user=own, **_side(data))):
        return _welcomed(request, found, form)
    return form_page(
        request, "account/invitation.html", form, invitation=found, own=own, clubs=clubs_playing(found.tournament)
    )


def _account(data: dict[str, Any]) -> dict[str, str]:
    names = {name: data[name].strip() for name in ("username", "first_name", "last_name")}
    return names | {"password": data["password1"]}


def _side(data: dict[str, Any]) -> dict[str, Any]:
    return {"club": data["club"], "player": data["player"]}


def _welcomed(request: PublicRequest, found: Invitation, form: OwnSideForm) -> HttpResponse:
    words = _("Benvenuto: nel torneo sei %(role)s.")
    messages.success(request, words % {"role": found.get_role_display().lower()})
    if club := form.unknown_club:
        told = _("«%(club)s» non è fra i circoli registrati: dillo al direttore, che lo segna negli Incarichi.")
        messages.warning(request, told % {"club": club})
    arbitrates = found.role in {Role.ARBITER, Role.CHIEF_ARBITER}
    return redirect("arbiter_home" if arbitrates else "desk", found.tournament.slug)
