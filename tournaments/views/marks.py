"""Puts the marks of erased persons and texts in the reader's words, on every page."""

from collections.abc import Callable

from django.http import HttpResponse

from tournaments.erasing.marks import on_page
from tournaments.requests import PublicRequest


class MarksInWords:
    """What a page prints of somebody erased says so in the language of the page."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return on_page(self.get_response(request))
