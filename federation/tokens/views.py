"""Tokens for other programs, on one's own page: made, shown once, revoked."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.tokens.actions import digest_of, make_token, new_token, revoke_token
from federation.tokens.forms import TokenForm
from federation.tokens.models import ApiToken
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.refusals import Refused
from records.requests import Request


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


@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    found = get_object_or_404(ApiToken, pk=pk, user=request.user)
    try:
        revoke_token(by=Actor.of(request), token=found)
    except Refused as error:
        return _page(request, TokenForm(), refused=error.messages)
    messages.success(request, _("Chiave revocata: da adesso non apre più niente."))
    return redirect("api_tokens")


def _page(request: Request, form: TokenForm, *, shown: str = "", refused: tuple[str, ...] = ()) -> HttpResponse:
    mine = ApiToken.objects.filter(user=request.user)
    answer = form_page(
        request, "federation/tokens.html", form, tokens=mine, shown=shown, refused=refused, now=timezone.now()
    )
    answer.status_code = 422 if refused else answer.status_code
    answer.headers["Cache-Control"] = "no-store"
    return answer
