"""What a view is given, and the errors that tell a user why nothing was done, and what to do instead.

Django's request, and what our middleware and `tournaments.setup.access` leave on it. The classes are for annotations
only: Django makes the request, so no request is an instance of them.

Addresses of many things of one kind: asked of Django once for a list, not once for each of its lines.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_htmx.middleware import HtmxDetails

from records.rights import FederationRight, Right, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from people.accounts.models import User
    from tournaments.scores.models import BoardScore


class PublicRequest(HttpRequest):
    """The request of a page that is open to everybody.

    `rights`, `role` and `is_practice` are there once the tournament is looked up (`get_tournament`,
    `get_public_tournament`): the templates read them too.
    """

    user: User | AnonymousUser
    htmx: HtmxDetails
    rights: frozenset[Right]
    role: Role
    is_practice: bool
    # Once a federation is looked up (`get_federation`).
    federation_rights: frozenset[FederationRight]


def content_digest(request: PublicRequest) -> str:
    """The SHA-256, in hexadecimal, of what a POST says and where: the same sent twice has the same one.

    The token against forged requests is left out: it changes from page to page.
    """
    fields = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    digest = hashlib.sha256(json.dumps([request.path, fields], sort_keys=True).encode())
    for name in sorted(request.FILES):
        file = cast("UploadedFile[bytes]", request.FILES[name])
        digest.update(f"{name}:{file.name}".encode())
        for chunk in file.chunks():
            digest.update(chunk)
        file.seek(0)
    return digest.hexdigest()


def address_of(request: HttpRequest | None) -> str:
    """The network address of the visitor; behind a proxy, the one our own proxy wrote last."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


class Request(PublicRequest):
    """The request of any other page: `LoginRequiredMiddleware` lets only somebody signed in come that far."""

    user: User


# Every column of ours holds it, and nothing is counted further.
MOST = 999_999_999
# The largest that an address takes; the last one in it, so that it is found again even where a slug holds it too.
STAND_IN = MOST


def numbered(name: str, *before: str | int) -> Callable[[int], str]:
    """The address `name` by its last argument, a number; before: the arguments in front of it."""
    return _by_last(name, *before)


def address_named(name: str) -> Callable[[str], str]:
    """The address `name` by its only argument, a slug."""
    return _by_last(name)


def _by_last(name: str, *before: str | int) -> Callable[[str | int], str]:
    start, _last, end = reverse(name, args=[*before, STAND_IN]).rpartition(str(STAND_IN))
    return lambda last: f"{start}{last}{end}"


# The answer to a form that no page of ours sends: the page as it is now, with what was typed.
INCOMPLETE = _("La richiesta è arrivata incompleta e non è stato registrato nulla: riguarda e invia di nuovo.")


def too_often(minutes: int) -> str:
    """The message to somebody who tried too often and has to wait so many minutes."""
    words = ngettext(
        "Troppi tentativi: riprova fra %(minutes)d minuto.",
        "Troppi tentativi: riprova fra %(minutes)d minuti.",
        minutes,
    )
    return words % {"minutes": minutes}


class Refused(Exception):
    """The action cannot do what the user asked; the messages say why and what to do."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages: tuple[str, ...] = messages


class Overtaken(Refused):
    """Somebody else wrote since the page was made; nothing was overwritten, and the message says what they wrote.

    field, now: the form field, and the value that says that the user has seen it.
    """

    def __init__(self, message: str, *, field: str, now: str) -> None:
        super().__init__(message)
        self.field, self.now = field, now


class OtherContent(Exception):
    """The request's key was used by a request that said something else; `current` is the record which that one made."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


class StaleVersion(Exception):
    """The score changed since the user read it; `current` is the score in force, if there is one."""

    def __init__(self, current: BoardScore | None) -> None:
        super().__init__(current)
        self.current = current
