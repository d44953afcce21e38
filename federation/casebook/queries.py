"""Headnotes as everybody reads them: the version that holds, whether its ruling still stands, how far the whole is.

What of a casebook answers to a search: the archive's stems and words, a page that begins after a position.

What the casebooks of this installation tell beside an article of a code, or a precedent.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.finding.vocabulary import Vocabulary, articles_in_query
from codes.library import all_rulebooks, get_rulebook, rulebook_ids
from federation.archive.models import ArchivedRuling
from federation.archive.records import GRANTED, editions_stamp, standing_of
from federation.archive.words import Words, stems_of, synonyms
from federation.casebook.models import Headnote, HeadnoteIndex, HeadnoteVersion
from federation.casebook.records import Decided, decided, orders_in_words
from federation.packages.models import ReceivedPackage
from federation.second_instance.models import DecisionExecution
from keeping.erasing.models import Erasure
from pages.caches import Latest
from people.accounts.models import Federation
from people.names.order import by_name
from referee.cases.words import spoken
from referee.code_browser.headnotes import ArticleHeadnotes, HeadnoteLine, Source
from referee.editions.queries import rule_changed
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament

Standing = ArchivedRuling.Standing
PER_PAGE = 20
STANDINGS: Mapping[str, Promise] = {
    Standing.REVISED: _("il provvedimento è stato poi rivisto"),
    Standing.OVERTURNED: _("il provvedimento è stato poi cambiato in reclamo"),
    Standing.OPEN: _("il reclamo è ancora in esame"),
}


@dataclass(frozen=True)
class Article:
    """An article that was applied; is_there: whether today's code has it, so that it can be read."""

    code: str
    number: int
    title: str
    is_there: bool


@dataclass(frozen=True)
class HeadnoteRow:
    """A version of a headnote as a page shows it. changed: what has become of its ruling or rule since, in words."""

    headnote: Headnote
    version: HeadnoteVersion
    latest: int
    changed: tuple[str, ...] = ()

    @property
    def is_latest(self) -> bool:
        return self.version.version == self.latest

    @property
    def record(self) -> Mapping[str, Any]:
        record: Mapping[str, Any] = self.version.record
        return record

    @property
    def title(self) -> str:
        return spoken(self.record.get("title"))

    @property
    def facts(self) -> list[tuple[str, str]]:
        pairs = ((spoken(fact["question"]), spoken(fact["answer"])) for fact in self.record.get("facts", ()))
        return list(dict.fromkeys(pairs))

    @property
    def orders(self) -> list[str]:
        return orders_in_words(self.record)

    @property
    def articles(self) -> list[Article]:
        code = self.record.get("code", "")
        in_code = get_rulebook(code).articles if code in rulebook_ids() else {}
        cited = self.record.get("articles", ())
        return [
            Article(code, article["number"], spoken(article["title"]), article["number"] in in_code)
            for article in cited
        ]

    @property
    def edition(self) -> str:
        """The code and its edition, as they are called."""
        code = self.record.get("code", "")
        title = spoken(get_rulebook(code).title) if code in rulebook_ids() else code
        return ", ".join(filter(None, (title, self.record.get("edition"))))


def published(federation: Federation | None = None) -> "QuerySet[HeadnoteVersion]":
    """The last version of each headnote, withdrawn ones too, the newest number first."""
    last = HeadnoteVersion.objects.filter(headnote=OuterRef("headnote")).order_by("-version")
    versions = HeadnoteVersion.objects.filter(pk=Subquery(last.values("pk")[:1])).select_related("headnote__federation")
    if federation is not None:
        versions = versions.filter(headnote__federation=federation)
    return versions.order_by("-headnote__year", "-headnote__number")


def headnote_rows(versions: Sequence[HeadnoteVersion]) -> list[HeadnoteRow]:
    """Last versions with what has become of their rulings, in a few queries however many there are."""
    changes = changes_of({version.headnote.source for version in versions})
    return [
        HeadnoteRow(version.headnote, version, version.version, changes.get(version.headnote.source, ()))
        for version in versions
    ]


def changes_of(sources: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What happened since to each of these records and to the rule that it applied."""
    decisions = decided(sources)
    tournaments = {decision.tournament.pk for decision in decisions.values() if not decision.packed}
    overturned: dict[int, set[str | None]] = {}
    for tournament, record in _changed_above(tournaments) if decisions else ():
        overturned.setdefault(tournament, set()).add(record)
    return {
        source: tuple(
            _changed(
                decision,
                decision.packed.overturned if decision.packed else overturned.get(decision.tournament.pk, set()),
            )
        )
        for source, decision in decisions.items()
    }


def _changed_above(tournaments: Collection[int]) -> "QuerySet[Any, tuple[int, str | None]]":
    """What appeals changed: those of the tournament, and those before the federal judge."""
    granted = Appeal.objects.filter(tournament__in=tournaments, state__in=GRANTED).order_by()
    above = DecisionExecution.objects.filter(answer__tournament__in=tournaments, ruling__isnull=False).order_by()
    answers = above.annotate(record=KeyTextTransform("record", "answer__told")).values_list(
        "answer__tournament", "record"
    )
    return granted.values_list("tournament", "record").union(answers)


def _changed(decision: Decided, overturned: Collection[str | None]) -> list[str]:
    standing = Standing.IN_FORCE
    if decision.appeal:
        standing = Standing.OPEN if decision.appeal.is_open else Standing.IN_FORCE
    elif decision.score and not decision.score.is_current:
        standing = Standing.REVISED
    elif decision.ruling:
        standing = standing_of(decision.ruling, overturned)
    changes = [str(STANDINGS[standing])] if standing in STANDINGS else []
    return (
        [*changes, str(_("la norma è cambiata da allora"))]
        if decision.ruling and rule_changed(decision.ruling)
        else changes
    )


def stamp_of(federation: Federation) -> str:
    """Another one as soon as anything that its casebook shows is another."""
    versions = HeadnoteVersion.objects.filter(headnote__federation=federation).order_by()
    totals = versions.aggregate(last=Max("pk"), count=Count("pk"))
    tournaments = Tournament.objects.filter(pk__in=Headnote.objects.filter(federation=federation).values("tournament"))
    data = tournaments.order_by().aggregate(data=Sum("data_version"))
    erased = Erasure.objects.order_by().aggregate(erased=Max("number"))
    uids = Headnote.objects.filter(federation=federation, received__isnull=False).values("received__uid")
    packages_in = ReceivedPackage.objects.filter(federation=federation, uid__in=uids).order_by("pk")
    packages = list(packages_in.values_list("pk", "state", "chosen_at"))
    state = repr((*totals.values(), *data.values(), *erased.values(), packages, editions_stamp()))
    return hashlib.sha256(state.encode()).hexdigest()


def index_stamp(federation: Federation) -> tuple[Any, ...]:
    """Another one as soon as the words of the casebook are others."""
    versions = HeadnoteVersion.objects.filter(headnote__federation=federation).order_by()
    erased = Erasure.objects.order_by().aggregate(erased=Max("number"))
    return (*versions.aggregate(last=Max("pk"), count=Count("pk")).values(), *erased.values())


def headnotes_of(sources: Iterable[str]) -> dict[str, list[HeadnoteVersion]]:
    """The published headnotes of each of these records."""
    versions: dict[str, list[HeadnoteVersion]] = {}
    for version in published().filter(headnote__source__in=list(sources), state=HeadnoteVersion.State.PUBLISHED):
        versions.setdefault(version.headnote.source, []).append(version)
    return versions


Kind = HeadnoteIndex.Kind
NEAREST, LONGEST = 20, 120
WORDS: Latest[Words] = Latest(most=8)


@dataclass(frozen=True)
class HeadnoteQuery:
    """Words as they were typed, and what else a headnote has: article («82» or «code/82»), tag, code, anomaly."""

    words: str = ""
    filters: Mapping[Kind, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HeadnotePage:
    """A page of headnotes. after: the position of the next one; nearest: none had every word, these come closest."""

    versions: list[HeadnoteVersion]
    total: int
    after: str = ""
    nearest: bool = False


def search(federation: Federation, query: HeadnoteQuery, *, after: str = "", per_page: int = PER_PAGE) -> HeadnotePage:
    """The newest number first; where no headnote has every word, those with the words that tell most."""
    scope = published(federation)
    for kind, value in query.filters.items():
        scope = scope.filter(headnote__in=_having(Q(kind=kind, value__in=_values(kind, value))))
    articles, words = articles_in_query(query.words)
    for number in articles:
        scope = scope.filter(headnote__in=_having(Q(kind=Kind.ARTICLE, value__in=_values(Kind.ARTICLE, str(number)))))
    vocabulary = WORDS.get(federation.pk, index_stamp(federation), lambda: _words(federation)) if words else None
    near = [vocabulary.near(word) for word in dict.fromkeys(words)] if vocabulary else []
    results = scope
    for meanings in near:
        results = results.filter(headnote__in=_having(Q(kind=Kind.STEM, value__in=list(meanings))))
    total = results.count()
    if near and not total and vocabulary:
        return _nearest(scope, near, vocabulary)
    page = list(_from(results, after)[: per_page + 1])
    more = len(page) > per_page
    return HeadnotePage(page[:per_page], total, page[per_page - 1].headnote.reference if more else "")


def _having(condition: Q) -> Any:
    return HeadnoteIndex.objects.filter(condition).order_by().values("headnote")


def _values(kind: Kind, value: str) -> list[str]:
    """Of an article without its code that of every code."""
    if kind == Kind.ARTICLE and "/" not in value:
        return [f"{book.id}/{value}" for book in all_rulebooks()]
    return [value]


def _from(versions: "QuerySet[HeadnoteVersion]", after: str) -> "QuerySet[HeadnoteVersion]":
    """What comes after the position; all where it is none."""
    year, _dash, number = after.partition("-")
    if not (year.isdecimal() and number.isdecimal() and after.isascii() and len(after) <= 10):
        return versions
    earlier = Q(headnote__year__lt=int(year)) | Q(headnote__year=int(year), headnote__number__lt=int(number))
    return versions.filter(earlier)


def _nearest(
    scope: "QuerySet[HeadnoteVersion]", near: Iterable[Mapping[str, float]], vocabulary: Words
) -> HeadnotePage:
    worth: Counter[int] = Counter()
    for meanings in near:
        rarity = {word: vocabulary.rarity(word) * counts for word, counts in meanings.items()}
        having = HeadnoteIndex.objects.filter(kind=Kind.STEM, value__in=list(meanings))
        best: dict[int, float] = {}
        for headnote, value in having.filter(headnote__in=scope.values("headnote")).values_list("headnote", "value"):
            best[headnote] = max(best.get(headnote, 0), rarity[value])
        for headnote, matched in best.items():
            worth[headnote] += round(1000 * matched)
    keys = [key for key, _worth in sorted(worth.items(), key=lambda pair: (-pair[1], -pair[0]))[:NEAREST]]
    versions = {version.headnote_id: version for version in scope.filter(headnote__in=keys)}
    return HeadnotePage([versions[key] for key in keys if key in versions], len(versions), nearest=True)


def _words(federation: Federation) -> Words:
    mine = HeadnoteIndex.objects.filter(headnote__federation=federation, kind=Kind.STEM).order_by()
    holds = dict(mine.values_list("value").annotate(count=Count("pk")))
    records = mine.aggregate(count=Count("headnote", distinct=True))["count"]
    return Words(Vocabulary.from_stems(holds, synonyms().sure), holds, records)


def facets(federation: Federation) -> dict[str, list[tuple[str, int]]]:
    """The tags, articles and codes of all headnotes in force, with how many have each, the commonest first."""
    kinds = (Kind.TAG, Kind.ARTICLE, Kind.CODE)
    mine = HeadnoteIndex.objects.filter(headnote__federation=federation, kind__in=kinds).order_by()
    values: dict[str, list[tuple[str, int]]] = {kind.value: [] for kind in kinds}
    counted = mine.values_list("kind", "value").annotate(count=Count("pk")).order_by("-count", "value")
    for kind, value, count in counted:
        values[kind].append((value, count))
    return values


def search_keys(version: HeadnoteVersion) -> set[tuple[str, str]]:
    """Everything that a published version is found by."""
    record = version.record
    facts = record.get("facts", ())
    both = [
        record.get("title") or {}, *record.get("orders", ()),
        *(article["title"] for article in record.get("articles", ())),
        *(fact["question"] for fact in facts), *(fact["answer"] for fact in facts),
    ]  # fmt: skip
    free = [version.text, version.comment, *version.tags]
    code = record.get("code", "")
    keys = {(Kind.STEM.value, stem) for stem in stems_of(both, free)}
    keys |= {(Kind.ARTICLE.value, f"{code}/{article['number']}") for article in record.get("articles", ())}
    keys |= {(Kind.TAG.value, tag) for tag in version.tags}
    keys |= {(kind.value, value) for kind, value in (
        (Kind.CODE, code), (Kind.PROCEDURE, record.get("procedure", ""))) if value}  # fmt: skip
    return {(kind, value[:LONGEST]) for kind, value in keys}


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
    federations = Federation.objects.filter(headnotes__isnull=False).order_by(*by_name("name"), "code").distinct()
    return [(federation.name, reverse("casebook", args=[federation.code])) for federation in federations]


SOURCE = Source(of_article=article_headnotes, of_rulings=headnotes_by_ruling, version=version, casebooks=casebooks)


def _line(version: HeadnoteVersion) -> HeadnoteLine:
    headnote = version.headnote
    return HeadnoteLine(
        headnote.reference,
        version.text,
        reverse("public_headnote", args=[headnote.federation.code, headnote.year, headnote.number]),
    )
