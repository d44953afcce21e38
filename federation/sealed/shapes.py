"""What stands in the JSON columns that pages of received tournaments read; of others only that it is a list, or not.

A text in which somebody may be named stands by its digest.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Line = Annotated[int, Field(ge=1)]


class _Veil(TypedDict):
    hmac: Digest


@with_config(ConfigDict(strict=True, extra="forbid"))
class Veil(_Veil, total=False):
    """A text by its digest; each line of the log that erased it, with the digest until then."""

    erased: Annotated[list[Annotated[tuple[Line, Digest | None], Field(strict=False)]], Field(min_length=1)]


# What a newer program tells more is let be.
_open = with_config(ConfigDict(strict=True, extra="allow"))
Said = str | Veil
Words = dict[str, Said]
# Texts at any depth that a page passes on as they are.
Named = Mapping[str, Any]


class _Article(TypedDict):
    number: int
    title: Words
    summary: Words


@_open
class Article(_Article, total=False):
    note: Words


@_open
class Option(TypedDict):
    title: Words
    words: Words


@_open
class Detection(TypedDict, total=False):
    words: Words
    mode: str
    detectors: list[str]
    articles: list[int]


@_open
class Scene(TypedDict, total=False):
    seats: dict[str, Said | None]
    line_a: Said | None
    line_b: Said | None
    round: int | None
    table: int | None


class _Effect(TypedDict):
    words: Words


@_open
class Effect(_Effect, total=False):
    verb: str
    penalty: str
    amount: Any
    whom: str | list[str]
    who: Any
    choice: Named


class _Fact(TypedDict):
    mattered: bool
    question: Words
    words: Words


@_open
class Fact(_Fact, total=False):
    procedure: str
    name: str
    answer: str
    title: Words


@_open
class Step(TypedDict):
    procedure: str
    fact: str
    answer: str


@_open
class Row(TypedDict):
    place: int | None
    entry: int
    name: Said
    vp: int
    mp: int


@_open
class Section(TypedDict):
    rows: list[Row]


SHAPES: Mapping[tuple[str, str], Any] = {
    ("referee.Ruling", "title"): Words,
    ("referee.Ruling", "path"): list[str],
    ("referee.Ruling", "options"): list[Option],
    ("referee.Ruling", "detection"): Detection,
    ("referee.Ruling", "scene"): Scene,
    ("referee.Ruling", "citations"): list[Article],
    ("referee.Ruling", "facts"): list[Fact],
    ("referee.Ruling", "trail"): list[Step],
    ("referee.Ruling", "effects"): list[Effect],
    ("referee.Ruling", "proposed_effects"): list[Effect],
    ("referee.Ruling", "readings"): list[dict[str, Said | Words]],
    ("tournaments.Publication", "rows"): list[Section],
    ("federation.SentAnswer", "told"): Named,
}
