"""The API: one address for each thing, the same access rules as the pages; refusals in words.

Its contract is kept as a file too: what other programs were written against, and whether it still is that.
docs/decisions/0083-the-api.md
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from federation.api import casebook, desk, public, writes
from federation.api.public import router
from federation.packages.words import damaged_words
from federation.sealed.archive import Damaged
from records.requests import OtherContent, Refused, StaleVersion, too_often

# Of the contract: raised by hand whenever what other programs rely on changes (`manage.py api_contract`).
CONTRACT = "1.4.0"

api = NinjaAPI(
    title="Referee",
    version=CONTRACT,
    urls_namespace="api-1",
    description="Tournaments of card federations: results and standings for everybody; rulings, scores, entries and "
    "rosters by token. Points are integers; times are UTC. Lists go on by position: ask again with after=next.",
    docs_url=None,
    openapi_url=None,
)
# Importing them has put their operations into the room.
OPERATIONS = (public, casebook, writes, desk)
api.add_router("", router)


def _problem(request: HttpRequest, status: int, *messages: str, **more: Any) -> HttpResponse:
    return api.create_response(request, {"messages": list(messages), **more}, status=status)


@api.exception_handler(Refused)
def refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return _problem(request, 422, *map(str, error.messages))


@api.exception_handler(StaleVersion)
def stale(request: HttpRequest, error: StaleVersion) -> HttpResponse:
    now = error.current.version if error.current else 0
    return _problem(request, 409, _("Qualcun altro ha scritto prima: leggi la versione in vigore."), version=now)


@api.exception_handler(OtherContent)
def other_content(request: HttpRequest, _error: OtherContent) -> HttpResponse:
    words = _("La stessa Idempotency-Key è già servita per un’altra richiesta: usane una nuova.")
    return _problem(request, 409, words, version=0)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    details = (f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in error.errors)
    return _problem(request, 422, *details)


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, _error: HttpError) -> HttpResponse:
    return _problem(request, 422, _("La richiesta non è JSON leggibile."))


@api.exception_handler(AuthenticationError)
def unknown(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    return _problem(request, 401, _("Serve una chiave valida: Authorization: Bearer …"))


@api.exception_handler(Throttled)
def throttled(request: HttpRequest, error: Throttled) -> HttpResponse:
    minutes = max(1, -(-(error.wait or 0) // 60))  # the one begun too
    answer = _problem(request, 429, too_often(minutes))
    answer.headers["Retry-After"] = str(error.wait)
    return answer


@api.exception_handler(PermissionDenied)
def forbidden(request: HttpRequest, _error: PermissionDenied) -> HttpResponse:
    return _problem(request, 403, _("La chiave, o chi l’ha fatta, non può farlo."))


@api.exception_handler(Http404)
def missing(request: HttpRequest, _error: Http404) -> HttpResponse:
    return _problem(request, 404, _("Qui non c’è niente, o non è per te."))


@api.exception_handler(Damaged)
def damaged(request: HttpRequest, error: Damaged) -> HttpResponse:
    return _problem(request, 422, damaged_words(error))


PREFIX = "/api/v1/"
FILE = Path(settings.BASE_DIR) / "docs" / "api-v1.json"


def contract_now() -> str:
    """The OpenAPI document, in one order."""
    return json.dumps(api.get_openapi_schema(path_prefix=PREFIX), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


@login_not_required
@require_safe
def contract(request: HttpRequest) -> HttpResponse:
    return HttpResponse(contract_now(), content_type="application/json; charset=utf-8")


def why_not(recorded: str, now: str) -> str:
    """What is wrong with a contract that is no longer the one kept; nothing where it is the same."""
    if recorded == now:
        return ""
    if recorded and json.loads(recorded)["info"]["version"] == CONTRACT:
        return f"The contract changed and is still called {CONTRACT}: raise CONTRACT in federation/api/app.py."
    return "docs/api-v1.json is out of date: run manage.py api_contract."
