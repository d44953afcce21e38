"""What everybody reads of a casebook, made once for all of them: its pages, feeds, paper and answers to programs."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

from federation.casebook.models import Headnote
from federation.casebook.queries import HeadnoteRow, changes_of, stamp_of
from pages.caches import is_personal
from people.accounts.models import Federation
from records.requests import PublicRequest
from tournaments.setup.shared_pages import PAGES, one_for_all

View = Callable[..., HttpResponse]


def shared_casebook(view: View) -> View:
    """One answer for everybody who has not signed in, until anything that the casebook shows is another."""

    @wraps(view)
    def answer(request: PublicRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        federation = public_casebook(code)
        make = partial(view, request, federation, *args, **kwargs)
        if is_personal(request):
            return make()
        return one_for_all(request, make, PAGES, shown=(code, stamp_of(federation)))

    return answer


def public_casebook(code: str) -> Federation:
    """The federation; one of which no headnote was ever published is not found here."""
    federation = get_object_or_404(Federation, code=code)
    if not Headnote.objects.filter(federation=federation).exists():
        raise Http404
    return federation


def find_headnote(federation: Federation, year: int, number: int, version: int | None = None) -> HeadnoteRow:
    """The headnote of that number in its last version, or in another one."""
    headnote = get_object_or_404(
        Headnote.objects.select_related("federation"), federation=federation, year=year, number=number
    )
    versions = list(headnote.versions.order_by("-version"))
    chosen = next((entry for entry in versions if version in (None, entry.version)), None)
    if chosen is None:
        raise Http404
    return HeadnoteRow(headnote, chosen, versions[0].version, changes_of([headnote.source]).get(headnote.source, ()))
