"""Which programs the federation tells what happens: the addresses, and of each what was sent and what came back."""

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.webhooks.actions import (
    MOST_TRIES,
    add_webhook,
    rotate_webhook,
    send_again,
    shows,
    switch_webhook,
    try_webhook,
)
from federation.webhooks.delivery import SECRET_BYTES, secret_of
from federation.webhooks.models import HookEvent, Webhook, WebhookMessage
from pages.views import PostedForm, attempt, posted
from people.offices.access import get_federation
from records.action import Actor
from records.requests import Refused, Request
from records.rights import FederationRight
from tournaments.staff.worker import see_to_the_work


class WebhookForm(forms.Form):
    """Who is told, where, of what."""

    name = forms.CharField(label=_lazy("A chi"), max_length=80, help_text=_lazy("Per esempio: sito della federazione."))
    address = forms.CharField(
        label=_lazy("Indirizzo"),
        max_length=Webhook._meta.get_field("address").max_length,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=_lazy("Comincia con https:// e si raggiunge da internet."),
    )
    happenings = forms.TypedMultipleChoiceField(
        label=_lazy("Di che cosa"), choices=HookEvent.choices, coerce=HookEvent, widget=forms.CheckboxSelectMultiple
    )


PER_PAGE = 50
MOST_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: Request, code: str) -> HttpResponse:
    """Every address; a POST adds one, and its answer alone shows the secret."""
    federation = get_federation(request, code, FederationRight.MANAGE_WEBHOOKS)
    form, secret, made = WebhookForm(posted(request)), _new_secret(), None
    if request.method == "POST":
        by = Actor.of(request)
        made = attempt(form, lambda data: add_webhook(by=by, federation=federation, secret=secret, **data))
    refused = form.is_bound and made is None
    context = {
        "federation": federation,
        "webhooks": Webhook.objects.filter(federation=federation).select_related("made_by", "off_by")[:MOST_SHOWN],
        "form": form if refused else WebhookForm(),
        "made": made,
        "secret": secret if made and shows(made, secret) else "",
    }
    return _unkept(render(request, "federation/webhooks/webhooks.html", context, status=422 if refused else 200))


@require_safe
def webhook(request: Request, code: str, pk: int) -> HttpResponse:
    return _page(request, _found(request, code, pk))


@require_POST
def rotate(request: Request, code: str, pk: int) -> HttpResponse:
    """Another secret, which this answer alone shows."""
    found, secret = _found(request, code, pk), _new_secret()
    try:
        made = rotate_webhook(by=Actor.of(request), webhook=found, secret=secret)
    except Refused as error:
        return _page(request, found, refused=error.messages)
    return _page(request, made, made=True, secret=secret if shows(made, secret) else "")


def _found(request: Request, code: str, pk: int, right: FederationRight = FederationRight.MANAGE_WEBHOOKS) -> Webhook:
    federation = get_federation(request, code, right)
    return get_object_or_404(Webhook.objects.select_related("federation", "made_by"), pk=pk, federation=federation)


def _page(
    request: Request, shown: Webhook, *, refused: Sequence[str] = (), made: bool = False, secret: str = ""
) -> HttpResponse:
    if shown.messages.filter(next_at__isnull=False).exists():
        see_to_the_work()
    sent = WebhookMessage.objects.filter(webhook=shown).prefetch_related("answers").order_by("-pk")
    context = {
        "federation": shown.federation,
        "webhook": shown,
        "page": Paginator(sent, PER_PAGE).get_page(request.GET.get("page")),
        "most_tries": MOST_TRIES,
        "refused": refused,
        "made": made,
        "secret": secret,
    }
    return _unkept(render(request, "federation/webhooks/webhook.html", context, status=422 if refused else 200))


def _new_secret() -> str:
    return secret_of(os.urandom(SECRET_BYTES))


def _unkept(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _message(request: Request, code: str, pk: int, number: int, right: FederationRight) -> WebhookMessage:
    sent = _found(request, code, pk, right).messages.select_related("webhook__federation")
    return get_object_or_404(sent, pk=number)


_button = partial(
    PostedForm[Any, Model], right=FederationRight.MANAGE_WEBHOOKS, to=("webhook", "code", "pk"), name="refused"
)
_on_webhook = partial(_button, find=_found, of="webhook", page=_page)
switch = _on_webhook(
    sent=("on",), act=lambda by, webhook, on: switch_webhook(by=by, webhook=webhook, on=on == "yes"),
    said=lambda webhook: _("Avvisi spenti.") if webhook.off_at else _("Avvisi riaccesi."),
)  # fmt: skip
send_trial = _on_webhook(act=try_webhook, said=_lazy("Prova in partenza: fra qualche secondo qui si vede la risposta."))
resend = _button(
    find=_message, of="message", act=send_again, said=_lazy("Avviso di nuovo in partenza."),
    page=lambda request, message, refused: _page(request, message.webhook, refused=refused),
)  # fmt: skip
