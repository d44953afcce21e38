"""What a browser may keep of the pages of somebody who has signed in: nothing."""

from collections.abc import Callable

from django.http import HttpResponse

from tournaments.requests import PublicRequest


class KeptNowhere:
    """Forbids browsers and caches between to keep a page that looked at who asks, unless it says itself how long."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        # A page that looked at no session is the same for everybody, and must stay cheap: nor do we look.
        if request.session.accessed and request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
