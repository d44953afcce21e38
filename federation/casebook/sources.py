"""What the casebooks of this installation tell beside an article of a code, or a precedent."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.db.models import Count, Max, Subquery
from django.urls import reverse

from federation.archive.models import ArchivedRuling
from federation.casebook.models import Headnote, HeadnoteIndex, HeadnoteVersion
from federation.casebook.queries import headnotes_of, published
from keeping.erasing.models import Erasure
from people.accounts.models import Federation
from referee.wizard.queries import ArticleHeadnotes, HeadnoteLine, Source

SHOWN = 5


def article_headnotes(code: str, number: int) -> ArticleHeadnotes:
    """The newest on the article, of whichever federation."""
    having = HeadnoteIndex.objects.filter(kind=HeadnoteIndex.Kind.ARTICLE, value=f"{code}/{number}")
    versions = published().filter(headnote__in=having.values("headnote")).order_by("-at", "-pk")[:SHOWN]
    lines = [_line(version) for version in versions]
    federations = Headnote.objects.filter(found_by__in=having).values_list("federation__code", "federation__name")
    query = urlencode({"articolo": number, "codice": code})
    more = [
        (name, f"{reverse('casebook', args=[federation])}?{query}")
        for federation, name in (federations.order_by("federation__code").distinct() if lines else ())
    ]
    return ArticleHeadnotes(lines, more)


def headnotes_by_ruling(keys: Iterable[int]) -> Mapping[int, HeadnoteLine]:
    """The newest headnote that rests on each ruling; below nought are the places of those that came in packages."""
    keys = list(keys)
    sources = {f"ruling-{key}": key for key in keys if key >= 0}
    if places := [-key for key in keys if key < 0]:
        rows = ArchivedRuling.objects.filter(place__in=places).values_list("source", "place")
        sources |= {source: -place for source, place in rows}
    return {sources[source]: _line(several[0]) for source, several in headnotes_of(sources).items()}


def version() -> object:
    """Another one when any casebook says otherwise: the pages of a code are kept until then."""
    erased = Erasure.objects.order_by("-number").values("number")[:1]
    rows = HeadnoteVersion.objects.order_by().annotate(erased=Subquery(erased)).values("erased")
    return rows.annotate(last=Max("pk"), count=Count("pk")).order_by("erased").first()


def casebooks() -> Sequence[tuple[str, str]]:
    """Of every federation that has published a headnote."""
    federations = Federation.objects.filter(headnotes__isnull=False).order_by("name", "code").distinct()
    return [(federation.name, reverse("casebook", args=[federation.code])) for federation in federations]


SOURCE = Source(of_article=article_headnotes, of_rulings=headnotes_by_ruling, version=version, casebooks=casebooks)


def _line(version: HeadnoteVersion) -> HeadnoteLine:
    headnote = version.headnote
    return HeadnoteLine(
        headnote.reference,
        version.text,
        reverse("public_headnote", args=[headnote.federation.code, headnote.year, headnote.number]),
    )
