"""A ruling's words without those who sat there: whoever reads them elsewhere needs no names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

SHORTEST_NAME = 3
SOMEBODY = "…"


def without_persons(text: str, scene: Mapping[str, Any]) -> str:
    """The text in which nobody of the scene is named: «Nord (Anna Conti) perde» is «Nord perde»."""
    names = names_in(scene)
    if not names:
        return text
    whole, person_pattern = _patterns(names)
    return re.sub(r" +([.,;:])", r"\1", person_pattern.sub(SOMEBODY, whole.sub("", text)))


def names_in(scene: Mapping[str, Any]) -> frozenset[str]:
    """The names of players and pairs that the ruling tells, and their parts."""
    return frozenset(
        part for name in _names_in_scene(scene) for part in (name, *_parts(name)) if len(part) >= SHORTEST_NAME
    )


def _names_in_scene(scene: Mapping[str, Any]) -> Iterator[str]:
    yield from scene.get("seats", {}).values()
    for place in (scene, *scene.get("elsewhere", ())):
        yield from (place[line] for line in ("line_a", "line_b") if place.get(line))


def _parts(name: str) -> Iterable[str]:
    # As names are written: a pair called «Re» is no «re».
    return (part for part in re.split(r"[\s–—,&/-]+", name) if part[:1].isupper())


@lru_cache(maxsize=256)
def _patterns(names: frozenset[str]) -> "tuple[re.Pattern[str], re.Pattern[str]]":
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = rf"(?<!\w)(?:{longest_first})(?!\w)"
    return re.compile(rf" ?\({pattern}(?:[\s,;&–—-]+{pattern})*\)"), re.compile(rf"{pattern}(?:[\s,;&–—-]+{pattern})*")
