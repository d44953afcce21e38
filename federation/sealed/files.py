"""What a manifest, a note of erasure, an answer and a decision say: the schema by which each is looked at before
anything reads a value of it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from federation.sealed.archive import NAME
from federation.sealed.kinds import STRICT, day, moment

# Of these kinds a record that the log seals may be left out while its cards are played: named, so that it is no gap.
WITHHELD = frozenset({"referee.BoardPlay", "referee.CardEnding"})
PAPERS = "papers/"
MANIFEST_SCHEMA, ERASED_SCHEMA, ANSWER_SCHEMA = "referee-package/1", "referee-erased/1", "referee-answer/1"
DECISION_SCHEMA, OF_FIGURES = "referee-second-instance/1", "referee-second-instance/2"
RETURNED, HOMOLOGATED = "returned", "homologated"
MOST_REMARKS, MOST_FACTS, MOST_FIGURE = 200, 60, 30_000


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("NUL")
    return text


def _once_in_order(names: list[str]) -> list[str]:
    """A package that withholds nothing does not say so: one of before has no such word."""
    if names != sorted(set(names)) or not all(name.rpartition(":")[0] in WITHHELD for name in names):
        raise ValueError("not such records, or not in order")
    return names


_closed = with_config(STRICT)
Text = Annotated[str, Field(max_length=300), AfterValidator(_without_nul)]
Words = Annotated[str, Field(max_length=4000), AfterValidator(_without_nul)]
Moment = Annotated[Text, AfterValidator(moment)]
Day = Annotated[Text, AfterValidator(day)]
Outcome = Literal["changed", "upheld", "rejected", "meritless"]
OUTCOMES = frozenset(get_args(Outcome))
Count = Annotated[int, Field(ge=0, lt=2**31)]
Number = Annotated[int, Field(gt=0, lt=2**31)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Signature = Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]
_PART = Annotated[str, Field(pattern=f"^{NAME.pattern}$")]


@_closed
class ListedPart(TypedDict):
    size: Count
    sha256: Digest
    packed: Count
    packed_sha256: Digest


@_closed
class _OfTournament(TypedDict):
    uid: Digest
    id: Count
    slug: Text
    name: Text
    federation: Text
    place: Text
    starts_on: Day
    game: Text
    data_version: Count


@_closed
class _Head(TypedDict):
    number: Count
    hash: Digest


@_closed
class _Edition(TypedDict):
    code: Text
    edition: Text
    hash: Text
    part: Text


class _Manifest(TypedDict):
    schema: Literal["referee-package/1"]
    program: Text
    made_at: Moment
    tournament: _OfTournament
    head: _Head
    editions: list[_Edition]
    sealed: list[Text]
    parts: dict[_PART, ListedPart]
    key: Digest
    signature: Signature


@_closed
class _WithholdingManifest(_Manifest, total=False):
    withheld: Annotated[list[Text], AfterValidator(_once_in_order)]


@_closed
class _Erased(TypedDict):
    schema: Literal["referee-erased/1"]
    package: Digest
    at: Text
    persons: ListedPart
    removed: list[Annotated[Text, Field(pattern=f"^{PAPERS}")]]
    key: Digest
    signature: Signature


@_closed
class _Remark(TypedDict):
    text: Words
    by: Words
    at: Moment


@_closed
class _Homologated(TypedDict):
    officer: Words
    at: Moment
    reason: Words


def _state_follows(answer: Any) -> Any:
    if (answer["state"] == HOMOLOGATED) != (answer["homologation"] is not None):
        raise ValueError("another state than it tells of")
    return answer


@_closed
class _Answer(TypedDict):
    schema: Literal["referee-answer/1"]
    federation: Words
    tournament: Words
    package: Words
    state: Literal["returned", "homologated"]
    remarks: Annotated[list[_Remark], Field(max_length=MOST_REMARKS)]
    homologation: _Homologated | None
    key: Digest
    signature: Signature


class _Decision(TypedDict):
    federation: Words
    tournament: Words
    appeal: Number
    version: Number
    outcome: Outcome
    reasons: Words
    facts: Annotated[dict[Words, Words], Field(max_length=MOST_FACTS)]
    order: Words
    judges: Annotated[list[Words], Field(min_length=1)]
    at: Words
    key: Digest
    signature: Signature


@_closed
class _OfRuling(_Decision):
    schema: Literal["referee-second-instance/1"]
    record: Annotated[str, Field(pattern=r"^ruling(:[0-9]{1,9}){2}$")]


@_closed
class _OfFigures(_Decision):
    schema: Literal["referee-second-instance/2"]
    record: Annotated[
        str, Field(pattern=r"^(score(:[0-9]{1,9}){4}|match(:[0-9]{1,9}){3}|standings(:[0-9]{1,9}){1,2})$")
    ]
    figures: dict[str, Annotated[int, Field(ge=-MOST_FIGURE, le=MOST_FIGURE)]]


SCHEMAS: Mapping[str, TypeAdapter[Any]] = {
    MANIFEST_SCHEMA: TypeAdapter(_WithholdingManifest),
    ERASED_SCHEMA: TypeAdapter(_Erased),
    ANSWER_SCHEMA: TypeAdapter(Annotated[_Answer, AfterValidator(_state_follows)]),
    DECISION_SCHEMA: TypeAdapter(_OfRuling),
    OF_FIGURES: TypeAdapter(_OfFigures),
}


def wrong_in_file(content: Any, *schemas: str) -> str:
    """The word in it that is not as its schema has it; «schema» where it is of none of these, or has other words."""
    schema = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(schema, str) or schema not in schemas:
        return "schema"
    try:
        SCHEMAS[schema].validate_python(content)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        other = any(len(one["loc"]) == 1 and one["type"] in ("missing", "extra_forbidden") for one in errors)
        return "schema" if other or not errors[0]["loc"] else str(errors[0]["loc"][0])
    return ""
