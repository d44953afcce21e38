"""What is not there: in words for people, as the API says it for programs."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found


def not_found(request: HttpRequest, exception: Exception, *args: Any, **kwargs: Any) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"messages": [_("Qui non c’è niente, o non è per te.")]}, status=404)
    return page_not_found(request, exception)
