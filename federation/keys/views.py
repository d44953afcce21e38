"""The keys and tokens by which a federation takes packages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.keys.actions import add_key, make_token, own_key, revoke_key, revoke_token, token_digest
from federation.keys.forms import KeyForm, TokenForm
from federation.keys.models import KnownKey, UploadToken
from pages.views import attempt, hall_root, posted
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import FederationRight
from tournaments.invitations.actions import new_token

MOST_SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: Request, code: str) -> HttpResponse:
    """The keys known, the tokens given, and this installation's own key; a POST adds a key."""
    federation = get_federation(request, code, FederationRight.MANAGE_KEYS)
    form = KeyForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: add_key(by=Actor.of(request), federation=federation, **data)
    ):
        messages.success(request, _("Chiave aggiunta."))
        return redirect("keys", code)
    return _page(request, federation, key_form=form)


@require_POST
def end_key(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_KEYS)
    key = get_object_or_404(KnownKey.objects.select_related("federation"), pk=pk, federation=federation)
    try:
        revoke_key(by=Actor.of(request), key=key)
    except Refused as error:
        return _page(request, federation, refused=error.messages)
    messages.success(request, _("Chiave revocata."))
    return redirect("keys", code)


@require_POST
def new_upload_token(request: Request, code: str) -> HttpResponse:
    """Make a token; it is shown on this answer and never again."""
    federation = get_federation(request, code, FederationRight.MANAGE_KEYS)
    form, token = TokenForm(request.POST), new_token()
    made = attempt(form, lambda data: make_token(by=Actor.of(request), federation=federation, token=token, **data))
    if made is None:
        return _page(request, federation, token_form=form)
    # The same request sent again made none: the token of then is not known any more.
    return _page(request, federation, made=made, token=token if made.digest == token_digest(token) else "")


@require_POST
def end_token(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_KEYS)
    token = get_object_or_404(UploadToken.objects.select_related("federation"), pk=pk, federation=federation)
    try:
        revoke_token(by=Actor.of(request), token=token)
    except Refused as error:
        return _page(request, federation, refused=error.messages)
    messages.success(request, _("Permesso di invio revocato."))
    return redirect("keys", code)


def _page(
    request: Request,
    federation: Federation,
    *,
    key_form: KeyForm | None = None,
    token_form: TokenForm | None = None,
    refused: tuple[str, ...] = (),
    made: UploadToken | None = None,
    token: str = "",
) -> HttpResponse:
    context = {
        "federation": federation,
        "own": own_key(),
        "known": KnownKey.objects.filter(federation=federation).select_related("added_by", "revoked_by")[:MOST_SHOWN],
        "tokens": UploadToken.objects.filter(federation=federation).select_related("made_by")[:MOST_SHOWN],
        "key_form": key_form or KeyForm(),
        "token_form": token_form or TokenForm(),
        "refused": refused,
        "made": made,
        "token": token,
        "root": hall_root(request),
    }
    wrong = refused or token_form or (key_form and key_form.is_bound)
    return render(request, "federation/keys.html", context, status=422 if wrong else 200)
