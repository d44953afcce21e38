"""What a view is given: Django's request, and what our middleware and `tournaments.access` leave on it.

The classes are for annotations only: Django makes the request, so no request is an instance of them.
"""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournaments.models import User
from tournaments.permissions import Right


class PublicRequest(HttpRequest):
    """The request of a page that is open to everybody.

    `rights` is there from the moment the tournament is looked up (`get_tournament`, `get_public_tournament`): the
    templates read it too.
    """

    user: User | AnonymousUser
    htmx: HtmxDetails
    rights: frozenset[Right]


class Request(PublicRequest):
    """The request of any other page: `LoginRequiredMiddleware` lets only somebody signed in come that far."""

    user: User
