"""The casebook, for everybody: the same search and the same versions as its pages, kept for all, ETag and 304."""

from typing import Any

from django.http import HttpResponse
from ninja import P, PathEx, QueryEx

from federation.api import schemas
from federation.api.public import OTHERWISE, PUBLIC, Slug, json_response, router
from federation.casebook.models import HeadnoteIndex
from federation.casebook.queries import HeadnoteQuery, HeadnoteRow, headnote_rows, search
from federation.casebook.views import find_headnote, shared_casebook
from people.accounts.models import Federation
from records.requests import PublicRequest

Kind = HeadnoteIndex.Kind
A_PAGE = 50
Year = PathEx[int, P(ge=2000, le=2200)]
Number = PathEx[int, P(ge=1, le=32_000)]
# What no text holds is refused before any database is asked.
Words = QueryEx[str, P(max_length=200, pattern=r"^[^\x00]*$")]
Tag = QueryEx[str, P(max_length=40, pattern=r"^[^\x00]*$")]
Code = QueryEx[str, P(max_length=80, pattern=r"^[-a-z0-9]*$")]
After = QueryEx[str, P(max_length=10)]


@router.get(
    "/federations/{slug:federation}/casebook",
    response={200: schemas.HeadnotePage, **OTHERWISE},
    operation_id="casebook",
    tags=PUBLIC,
)
def casebook(
    request: PublicRequest,
    federation: Slug,
    *,
    q: Words = "",
    code: Code = "",
    tag: Tag = "",
    article: QueryEx[int, P(ge=0, le=9999)] = 0,
    after: After = "",
) -> HttpResponse:
    """Headnotes by words, code, article (0: any) and tag, fifty at a time, the newest first."""
    number = (f"{code}/{article}" if code else str(article)) if article else ""
    filters = {Kind.CODE: code, Kind.TAG: tag.lower(), Kind.ARTICLE: number}
    query = HeadnoteQuery(q, {kind: value for kind, value in filters.items() if value})
    return _casebook(request, federation, query=query, after=after)


@shared_casebook
def _casebook(request: PublicRequest, federation: Federation, *, query: HeadnoteQuery, after: str) -> HttpResponse:
    results = search(federation, query, after=after, per_page=A_PAGE)
    lines = [schemas.HeadnoteLine(**_line(row)) for row in headnote_rows(results.versions)]
    return json_response(
        schemas.HeadnotePage(headnotes=lines, total=results.total, nearest=results.nearest, next=results.after or None)
    )


@router.get(
    "/federations/{slug:federation}/casebook/{number:year}/{number:number}",
    response={200: schemas.Headnote, **OTHERWISE},
    operation_id="headnote",
    tags=PUBLIC,
)
def headnote(
    request: PublicRequest,
    federation: Slug,
    year: Year,
    number: Number,
    version: QueryEx[int, P(ge=0, le=32_000)] = 0,
) -> HttpResponse:
    """A headnote by year and number, in its last version (0) or in another one."""
    return _headnote(request, federation, year=year, number=number, version=version or None)


@shared_casebook
def _headnote(
    request: PublicRequest, federation: Federation, *, year: int, number: int, version: int | None
) -> HttpResponse:
    headnote = find_headnote(federation, year, number, version)
    record = headnote.record
    return json_response(
        schemas.Headnote(
            **_line(headnote),
            comment=headnote.version.comment,
            edition=record.get("edition", ""),
            edition_sha256=record.get("edition_sha256", ""),
            procedure=record.get("procedure", ""),
            departed=record.get("departed", False),
            facts=[schemas.HeadnoteFact(question=question, answer=answer) for question, answer in headnote.facts],
            orders=headnote.orders,
            place=headnote.version.place,
            decided_in=headnote.version.decided_in,
            versions=[
                schemas.HeadnoteVersionLine.model_validate(
                    {"version": each.version, "state": each.state, "at": each.at, "reason": each.reason}
                )
                for each in headnote.headnote.versions.order_by("-version")
            ],
        )
    )


def _line(row: HeadnoteRow) -> dict[str, Any]:
    version = row.version
    return {
        "reference": row.headnote.reference,
        "version": version.version,
        "state": version.state,
        "text": version.text,
        "title": row.title,
        "code": row.record.get("code", ""),
        "articles": [article.number for article in row.articles],
        "tags": version.tags,
        "at": version.at,
        "reason": version.reason,
        "changed": list(row.changed),
    }
