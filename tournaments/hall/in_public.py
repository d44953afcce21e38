"""Pages that everybody reads name minors by their initials, whoever looks and whatever they show."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from tournaments.people.public_names import public_names
from tournaments.requests import PublicRequest

View = Callable[..., HttpResponse]
JSON = "application/json"
# What is said in a file whose hash is that of the full names: only who has these can compute it.
VEILED = '{"minors":"by their initials here; the hash is that of their names",'


def in_public(view: View) -> View:
    """Mark a public page of a tournament: what it says is passed through the tournament's public names."""

    @wraps(view)
    def answer(request: PublicRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, slug, *args, **kwargs)
        # After the view: of a tournament that is not the reader's to see nothing is asked.
        names = public_names(slug, timezone.localdate()) if response.content else None
        if names:
            said = response.content.decode()
            shown = names.in_text(said)
            is_data = response.headers["Content-Type"].startswith(JSON) and shown != said
            response.content = (VEILED + shown[1:] if is_data else shown).encode()
        return response

    return answer
