"""Tokens for other programs, on one's own page: made, shown once, revoked."""

from collections.abc import Sequence

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from federation.api.actions import digest_of, make_token, new_token, revoke_token
from federation.api.models import ApiToken, Scope
from pages.views import PostedForm, attempt, form_page, posted
from records.action import Actor
from records.requests import Request

DAYS = [(30, _("un mese")), (90, _("tre mesi")), (365, _("un anno"))]


class TokenForm(forms.Form):
    """What it is for, what it may do, how long."""

    name = forms.CharField(label=_("A che cosa serve"), max_length=80)
    scopes = forms.TypedMultipleChoiceField(
        label=_("Che cosa può fare"), choices=Scope.choices, coerce=Scope, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Per quanto"), choices=DAYS, coerce=int, initial=90)


@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: Request) -> HttpResponse:
    form, shown = TokenForm(posted(request)), ""
    if request.method == "POST":
        token = new_token()
        # A request sent again made nothing new: the token of the first one was shown then, and never is again.
        made = attempt(form, lambda data: make_token(by=Actor.of(request), token=token, **data))
        if made:
            shown = token if made.digest == digest_of(token) else ""
            form = TokenForm()
    return _page(request, form, shown=shown)


def _page(request: Request, form: TokenForm, *, shown: str = "", refused: Sequence[str] = ()) -> HttpResponse:
    mine = ApiToken.objects.filter(user=request.user)
    answer = form_page(
        request, "federation/api/tokens.html", form, tokens=mine, shown=shown, refused=refused, now=timezone.now()
    )
    answer.status_code = 422 if refused else answer.status_code
    answer.headers["Cache-Control"] = "no-store"
    return answer


revoke = PostedForm(
    find=lambda request, pk, right: get_object_or_404(ApiToken, pk=pk, user=request.user), of="token",
    act=revoke_token, said=_lazy("Chiave revocata: da adesso non apre più niente."), to=("api_tokens",),
    page=lambda request, token, refused: _page(request, TokenForm(), refused=refused), name="refused",
)  # fmt: skip
