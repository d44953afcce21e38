"""Puts the marks of erased persons and texts in the reader's words, on every page."""

from collections.abc import Callable

from django.http import HttpResponse

from papers.marks import OPENS, in_words
from records.requests import PublicRequest

_OPENS = OPENS.encode()


class Marked(HttpResponse):
    """An answer to a program whose marks are put in words as a page's are: after minors have their initials."""


def on_page(response: HttpResponse) -> HttpResponse:
    """The page with its marks in words; a compressed one was put in words before."""
    is_page = isinstance(response, Marked) or response.headers.get("Content-Type", "").startswith("text/html")
    if (
        is_page
        and not response.streaming
        and not response.has_header("Content-Encoding")
        and _OPENS in response.content
    ):
        response.content = in_words(response.content.decode()).encode()
        if response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(response.content))
    return response


class MarksInWords:
    """What a page prints of somebody erased says so in the language of the page."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return on_page(self.get_response(request))
