"""The contract as a file: what other programs were written against, and whether it still is that."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from federation.api.app import CONTRACT, api

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
