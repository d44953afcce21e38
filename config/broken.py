"""The page of an error of ours."""

from django.http import HttpRequest, HttpResponseServerError
from django.template.loader import render_to_string

from config import request_number


def server_error(_request: HttpRequest) -> HttpResponseServerError:
    """Say the request's number, by which the operator finds the error in the log; nothing of the request is asked."""
    return HttpResponseServerError(render_to_string("500.html", {"request_number": request_number.current()}))
