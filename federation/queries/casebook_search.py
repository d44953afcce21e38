"""What of a casebook answers to a search: the archive's stems and words, a page that begins after a position."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet

from codes.finding.vocabulary import Vocabulary
from codes.finding.words import articles_asked
from codes.library import all_rulebooks
from federation.models import HeadnoteIndex, HeadnoteVersion
from federation.queries.archive_tokens import stems_of
from federation.queries.archive_words import Words, synonyms
from federation.queries.casebook import PER_PAGE, index_stamp, published
from tournaments.hall.keeping import Latest
from tournaments.models import Federation

Kind = HeadnoteIndex.Kind
NEAREST, LONGEST = 20, 120
WORDS: Latest[Words] = Latest(most=8)


@dataclass(frozen=True)
class Asked:
    """Words as they were typed, and what else a headnote has: article («82» or «code/82»), tag, code, anomaly."""

    words: str = ""
    filters: Mapping[Kind, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """A page of headnotes. after: the position of the next one; nearest: none had every word, these come closest."""

    versions: list[HeadnoteVersion]
    total: int
    after: str = ""
    nearest: bool = False


def search(federation: Federation, asked: Asked, *, after: str = "", per_page: int = PER_PAGE) -> Found:
    """The newest number first; where no headnote has every word, those with the words that tell most."""
    scope = published(federation)
    for kind, value in asked.filters.items():
        scope = scope.filter(headnote__in=_having(Q(kind=kind, value__in=_values(kind, value))))
    articles, words = articles_asked(asked.words)
    for number in articles:
        scope = scope.filter(headnote__in=_having(Q(kind=Kind.ARTICLE, value__in=_values(Kind.ARTICLE, str(number)))))
    known = WORDS.get(federation.pk, index_stamp(federation), lambda: _words(federation)) if words else None
    near = [known.near(word) for word in dict.fromkeys(words)] if known else []
    found = scope
    for meant in near:
        found = found.filter(headnote__in=_having(Q(kind=Kind.STEM, value__in=list(meant))))
    total = found.count()
    if near and not total and known:
        return _nearest(scope, near, known)
    page = list(_from(found, after)[: per_page + 1])
    more = len(page) > per_page
    return Found(page[:per_page], total, page[per_page - 1].headnote.reference if more else "")


def _having(what: Q) -> Any:
    return HeadnoteIndex.objects.filter(what).order_by().values("headnote")


def _values(kind: Kind, value: str) -> list[str]:
    """Of an article without its code that of every code."""
    if kind == Kind.ARTICLE and "/" not in value:
        return [f"{book.id}/{value}" for book in all_rulebooks()]
    return [value]


def _from(found: "QuerySet[HeadnoteVersion]", after: str) -> "QuerySet[HeadnoteVersion]":
    """What comes after the position; all where it is none."""
    year, _dash, number = after.partition("-")
    if not (year.isdecimal() and number.isdecimal() and after.isascii() and len(after) <= 10):
        return found
    earlier = Q(headnote__year__lt=int(year)) | Q(headnote__year=int(year), headnote__number__lt=int(number))
    return found.filter(earlier)


def _nearest(scope: "QuerySet[HeadnoteVersion]", near: Iterable[Mapping[str, float]], known: Words) -> Found:
    worth: Counter[int] = Counter()
    for meant in near:
        rarity = {one: known.rarity(one) * counts for one, counts in meant.items()}
        having = HeadnoteIndex.objects.filter(kind=Kind.STEM, value__in=list(meant))
        best: dict[int, float] = {}
        for headnote, value in having.filter(headnote__in=scope.values("headnote")).values_list("headnote", "value"):
            best[headnote] = max(best.get(headnote, 0), rarity[value])
        for headnote, told in best.items():
            worth[headnote] += round(1000 * told)
    keys = [key for key, _worth in sorted(worth.items(), key=lambda one: (-one[1], -one[0]))[:NEAREST]]
    found = {one.headnote_id: one for one in scope.filter(headnote__in=keys)}
    return Found([found[key] for key in keys if key in found], len(found), nearest=True)


def _words(federation: Federation) -> Words:
    mine = HeadnoteIndex.objects.filter(headnote__federation=federation, kind=Kind.STEM).order_by()
    holds = dict(mine.values_list("value").annotate(count=Count("pk")))
    records = mine.aggregate(count=Count("headnote", distinct=True))["count"]
    return Words(Vocabulary.of_stems(holds, synonyms().sure), holds, records)


def facets(federation: Federation) -> dict[str, list[tuple[str, int]]]:
    """The tags, articles and codes of all headnotes in force, with how many have each, the commonest first."""
    kinds = (Kind.TAG, Kind.ARTICLE, Kind.CODE)
    mine = HeadnoteIndex.objects.filter(headnote__federation=federation, kind__in=kinds).order_by()
    told: dict[str, list[tuple[str, int]]] = {kind.value: [] for kind in kinds}
    counted = mine.values_list("kind", "value").annotate(count=Count("pk")).order_by("-count", "value")
    for kind, value, count in counted:
        told[kind].append((value, count))
    return told


def found_by(version: HeadnoteVersion) -> set[tuple[str, str]]:
    """Everything that a published version is found by."""
    record = version.record
    facts = record.get("facts", ())
    both = [
        record.get("title") or {}, *record.get("orders", ()), *(one["title"] for one in record.get("articles", ())),
        *(one["question"] for one in facts), *(one["answer"] for one in facts),
    ]  # fmt: skip
    free = [version.text, version.comment, *version.tags]
    code = record.get("code", "")
    told = {(Kind.STEM.value, stem) for stem in stems_of(both, free)}
    told |= {(Kind.ARTICLE.value, f"{code}/{one['number']}") for one in record.get("articles", ())}
    told |= {(Kind.TAG.value, tag) for tag in version.tags}
    told |= {(kind.value, value) for kind, value in (
        (Kind.CODE, code), (Kind.PROCEDURE, record.get("procedure", ""))) if value}  # fmt: skip
    return {(kind, value[:LONGEST]) for kind, value in told}
