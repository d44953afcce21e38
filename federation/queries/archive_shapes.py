"""What many records of the archive share, read once by a process: the key of a shape is made of its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from federation.models import ArchivedShape
from federation.queries.archive_tokens import SINGLE

# Some thousands in an archive of a hundred thousand; a process keeps as many as it has met.
KEPT = 50_000


@dataclass(frozen=True)
class Shape:
    """traits: of SINGLE, in one text. law: code and anomaly."""

    traits: str
    articles: str
    effects: str
    law: tuple[str, str]
    departed: bool


_known: dict[int, Shape] = {}


def shapes(keys: Iterable[int]) -> dict[int, Shape]:
    """The shapes of these keys."""
    wanted = set(keys)
    missing = [key for key in wanted if key not in _known]
    if len(_known) + len(missing) > KEPT:
        _known.clear()
        missing = list(wanted)
    for start in range(0, len(missing), 10_000):
        found = ArchivedShape.objects.filter(pk__in=missing[start : start + 10_000]).values_list("pk", "told")
        _known.update((key, _read(told)) for key, told in found)
    return {key: _known[key] for key in wanted}


def _read(told: str) -> Shape:
    traits, articles, effects = told.rsplit("|", 2)
    values = traits_in(traits)
    return Shape(traits, articles, effects, (values["code"], values["procedure"]), values["departed"] == "1")


@lru_cache(maxsize=KEPT)
def traits_in(text: str) -> dict[str, str]:
    return dict(zip(SINGLE, text.split("|"), strict=True))
