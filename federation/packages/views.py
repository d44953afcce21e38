"""The keys and tokens by which a federation takes packages."""

from functools import partial
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from federation.packages.actions import add_key, make_token, own_key, revoke_key, revoke_token, token_digest
from federation.packages.forms import KeyForm, TokenForm
from federation.packages.models import KnownKey, UploadToken
from pages.views import FormPage, PostedForm, attempt, hall_root
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.requests import Request
from records.rights import FederationRight
from tournaments.setup.access import within
from tournaments.staff.actions import new_token

MOST_SHOWN = 200


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
    return render(request, "federation/packages/keys.html", context, status=422 if wrong else 200)


# The keys known, the tokens given, and this installation's own key; a POST adds a key.
keys = FormPage(
    find=get_federation, right=FederationRight.MANAGE_KEYS, of="federation", form=KeyForm, act=add_key,
    said=_lazy("Chiave aggiunta."), to=("keys", "code"), page=_page, name="key_form",
)  # fmt: skip
_ending = partial(
    PostedForm[Any, Model], right=FederationRight.MANAGE_KEYS, to=("keys", "code"), name="refused",
    page=lambda request, found, refused: _page(request, found.federation, refused=refused),
)  # fmt: skip
end_key = _ending(find=within(KnownKey.objects.all()), of="key", act=revoke_key, said=_lazy("Chiave revocata."))
end_token = _ending(
    find=within(UploadToken.objects.all()), of="token", act=revoke_token, said=_lazy("Permesso di invio revocato.")
)
