"""The official words imported on this installation: which version of them a reader sees."""

from typing import Any

from django.db.models import Count, Max, QuerySet

from records.prepared_queries import prepared
from referee.code_browser.models import CodeText


def version_of_texts(code: str, *, signed_in: bool) -> tuple[object, ...]:
    """Another one whenever the texts of a code that this reader may see were imported again, shown or hidden."""
    return tuple((count, last) for is_public, count, last in _texts(code=code) if signed_in or is_public)


@prepared
def _texts(*, code: str) -> "QuerySet[CodeText, Any]":
    texts = CodeText.objects.filter(code=code).order_by("is_public").values("is_public")
    return texts.annotate(count=Count("pk"), last=Max("pk")).values_list("is_public", "count", "last")
