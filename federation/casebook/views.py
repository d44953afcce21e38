"""The casebook for everybody: searched, read by number, followed, taken along on paper.

Pages, feeds, paper and answers to programs are made once for all of them.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from codes.library import get_rulebook, rulebook_ids
from federation import papers
from federation.casebook.actions import AT_ONCE
from federation.casebook.forms import CasebookForm
from federation.casebook.models import CasebookPaper, Headnote, HeadnoteIndex
from federation.casebook.queries import (
    HeadnoteQuery,
    HeadnoteRow,
    changes_of,
    facets,
    headnote_rows,
    published,
    search,
    stamp_of,
)
from hall.listing.exports import MOST, Feed, FeedEntry, atom
from hall.listing.views import ATOM, as_file
from pages.caches import is_personal
from pages.views import hall_root
from papers.download import TYPES
from people.accounts.models import Federation
from records.requests import PublicRequest
from referee.cases.words import spoken
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


SHOWN = 20  # of the tags and articles beside the list
FEED_FILE = "massimario.atom"
Kind = HeadnoteIndex.Kind


@login_not_required
@require_safe
@shared_casebook
def casebook(request: PublicRequest, federation: Federation) -> HttpResponse:
    """The headnotes, the newest first; by words, article, code, tag."""
    form = CasebookForm(request.GET)
    context: dict[str, Any] = {"federation": federation, "form": form}
    if not form.is_valid():
        return render(request, "federation/casebook/casebook.html", context, status=422)
    found = search(federation, form.asked, after=request.GET.get("dopo", ""))
    context |= {
        "found": found,
        "lines": headnote_rows(found.versions),
        "canonical": form.address,
        "chosen": _chosen(form),
        "next": urlencode(form.canonical | {"dopo": found.after}) if found.after else "",
        "first_page": "dopo" not in request.GET,
        **_beside(federation),
    }
    return render(request, "federation/casebook/casebook.html", context)


def _beside(federation: Federation) -> dict[str, Any]:
    told = facets(federation)
    return {
        "tags": [(tag, urlencode({"voce": tag}), count) for tag, count in told[Kind.TAG][:SHOWN]],
        "articles": [_article(value, count) for value, count in told[Kind.ARTICLE][:SHOWN]],
    }


def _article(value: str, count: int) -> tuple[str, str, str, int]:
    """Its number, its code in words, the search for it, how many headnotes have it."""
    code, _slash, number = value.partition("/")
    title = spoken(get_rulebook(code).title) if code in rulebook_ids() else code
    return number, title, urlencode({"articolo": number, "codice": code}), count


def _chosen(form: CasebookForm) -> list[tuple[str, str]]:
    """What the search is narrowed by, in words, each with the search without it."""
    canonical = form.canonical
    codes = dict(form.fields["codice"].choices)  # type: ignore[attr-defined]
    return [
        (f"{form.fields[name].label}: {codes.get(value, value)}", urlencode({
            one: other for one, other in canonical.items() if one != name}))
        for name, value in canonical.items()
        if name != "q"
    ]  # fmt: skip


@login_not_required
@require_safe
@shared_casebook
def headnote(
    request: PublicRequest, federation: Federation, year: int, number: int, version: int | None = None
) -> HttpResponse:
    """A headnote under its address for ever: as it is now, or as one of its versions was."""
    found = find_headnote(federation, year, number, version)
    versions = found.headnote.versions.order_by("-version")
    here = hall_root(request) + reverse("public_headnote", args=[federation.code, year, number])
    context = {"federation": federation, "one": found, "versions": versions, "canonical": here}
    return render(request, "federation/casebook/headnote.html", context)


@login_not_required
@require_safe
@as_file(FEED_FILE)
@shared_casebook
def casebook_feed(request: PublicRequest, federation: Federation) -> HttpResponse:
    """Every headnote as it is published, changed or withdrawn."""
    title = _("Massimario · %(federation)s") % {"federation": federation.name}
    here, about = (reverse(name, args=[federation.code]) for name in ("casebook_feed", "casebook"))
    return _feed(request, federation, HeadnoteQuery(), title=title, here=here, about=about)


@login_not_required
@require_safe
@as_file(FEED_FILE)
@shared_casebook
def article_feed(request: PublicRequest, federation: Federation, rulebook: str, number: int) -> HttpResponse:
    """The headnotes on an article of a code."""
    if rulebook not in rulebook_ids() or number not in get_rulebook(rulebook).articles:
        raise Http404
    title = _("Massime sull’art. %(number)d · %(federation)s") % {"number": number, "federation": federation.name}
    here = reverse("casebook_article_feed", args=[federation.code, rulebook, number])
    about = f"{reverse('casebook', args=[federation.code])}?{urlencode({'articolo': number, 'codice': rulebook})}"
    asked = HeadnoteQuery(filters={Kind.ARTICLE: f"{rulebook}/{number}"})
    return _feed(request, federation, asked, title=title, here=here, about=about)


def _feed(
    request: PublicRequest, federation: Federation, asked: HeadnoteQuery, *, title: str, here: str, about: str
) -> HttpResponse:
    root, base = hall_root(request), f"federazioni/{federation.code}/massimario"
    found = published(federation).order_by("-at", "-pk")
    if asked.filters:
        found = found.filter(pk__in=[one.pk for one in search(federation, asked, per_page=MOST).versions])
    first = Headnote.objects.filter(federation=federation).order_by("made_at")[0]
    feed = Feed(
        id=f"{base}{here}",
        title=title,
        author=federation.name,
        address=root + here,
        about=root + about,
        at=first.made_at,
        entries=[_entry(one, base, root) for one in headnote_rows(list(found[:MOST]))],
        language=get_language() or "it",
    )
    return HttpResponse(atom(feed), ATOM)


def _entry(one: HeadnoteRow, base: str, root: str) -> FeedEntry:
    of = one.headnote
    withdrawn = _("Ritirata: %(reason)s") % {"reason": one.version.reason}
    return FeedEntry(
        id=f"{base}/{of.reference}/{one.version.version}",
        title=" · ".join(filter(None, (of.reference, one.title))),
        address=root + reverse("public_headnote", args=[of.federation.code, of.year, of.number]),
        at=one.version.at,
        summary=one.version.text if one.version.is_published else withdrawn,
    )


@login_not_required
@require_safe
def export_casebook(request: PublicRequest, code: str) -> HttpResponse:
    """The whole as a PDF, laid out once for everybody."""
    answer = _paper(request, code)
    if answer.status_code == HttpResponse.status_code:
        answer["Content-Disposition"] = 'attachment; filename="massimario.pdf"'
    return answer


@shared_casebook
def _paper(request: PublicRequest, federation: Federation) -> HttpResponse:
    """Laid out now; of a long casebook the last one that a worker laid out."""
    if published(federation).count() <= AT_ONCE:
        return HttpResponse(papers.casebook(federation, timezone.localtime()), content_type=TYPES["pdf"])
    paper = CasebookPaper.objects.filter(federation=federation, language=get_language() or "it").first()
    if paper is None:
        answer = render(request, "federation/casebook/casebook_soon.html", {"federation": federation}, status=503)
        answer["Retry-After"] = "120"
        return answer
    return HttpResponse(bytes(paper.content), content_type=TYPES["pdf"])
