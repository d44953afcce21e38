"""What a federation answers to a package: its remarks or the homologation, signed, small enough for any stick.

A decision of the federal judge on its way back to the tournament: signed, small enough for any stick.

Of a ruling it is of the first schema, which older programs read; of a score or a row of standings of the second.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from federation.sealed.archive import canonical, parsed
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.keys import SigningKey
from federation.sealed.manifest import is_key, is_signed, signed
from records.outside import ANSWER

SCHEMA = "referee-answer/1"
MOST_REMARKS, LONGEST = 200, 4000
_KEYS = {"schema", "federation", "tournament", "package", "state", "remarks", "homologation", "key", "signature"}
RETURNED, HOMOLOGATED = "returned", "homologated"


def answer(
    *,
    federation: str,
    tournament: str,
    package: str,
    remarks: Sequence[Mapping[str, str]],
    homologation: Mapping[str, Any] | None,
    key: SigningKey,
) -> bytes:
    """The file. tournament: its uid. package: the SHA-256 of the package that was looked at."""
    content_fields = {
        "schema": SCHEMA,
        "federation": federation,
        "tournament": tournament,
        "package": package,
        "state": HOMOLOGATED if homologation else RETURNED,
        "remarks": list(remarks),
        "homologation": homologation,
    }
    return canonical(signed(content_fields, key))


def read_answer(content: bytes) -> dict[str, Any]:
    """What it tells. Raises Unsound where it is no answer, or not signed by the key that it names."""
    if len(content) > ANSWER.size:
        raise Unsound(Trouble(Fault.TOO_BIG))
    try:
        fields = parsed(content)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM)) from error
    if not _is_whole(fields):
        raise Unsound(Trouble(Fault.SCHEMA))
    answer: dict[str, Any] = fields
    if not is_signed(answer):
        raise Unsound(Trouble(Fault.SIGNATURE))
    return answer


def _is_whole(fields: Any) -> bool:
    try:
        homologated = fields["homologation"]
        return (
            set(fields) == _KEYS
            and fields["schema"] == SCHEMA
            and is_key(fields["key"])
            and fields["signature"] == fields["signature"].lower()
            and fields["state"] == (HOMOLOGATED if homologated else RETURNED)
            and all(_is_text(fields[name]) for name in ("federation", "tournament", "package"))
            and isinstance(fields["remarks"], list)
            and len(fields["remarks"]) <= MOST_REMARKS
            and all(_is_statement(remark, {"text", "by", "at"}) for remark in fields["remarks"])
            and (homologated is None or _is_statement(homologated, {"officer", "at", "reason"}))
        )
    except (TypeError, KeyError, AttributeError, ValueError):
        return False


def _is_statement(statement: Any, names: set[str]) -> bool:
    if set(statement) != names or not all(_is_text(value) for value in statement.values()):
        return False
    return datetime.fromisoformat(statement["at"]).tzinfo is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\x00" not in value


DECISION_SCHEMA, OF_FIGURES = "referee-second-instance/1", "referee-second-instance/2"
SCHEMAS = (DECISION_SCHEMA, OF_FIGURES)
CHANGED = "changed"
OUTCOMES = frozenset({CHANGED, "upheld", "rejected", "meritless"})
RULING, SCORE, MATCH, STANDINGS = "ruling", "score", "match", "standings"
MOST_FACTS, MOST_FIGURE = 60, 30_000
# After the kind of a record how many numbers name it (`tournaments.appeals.queries`).
NUMBERS: Mapping[str, tuple[int, ...]] = {RULING: (2,), SCORE: (4,), MATCH: (3,), STANDINGS: (1, 2)}
# The figures of a change: of a score what each line made, and of that by accuse; of a match VP and net MP of each line;
# of a row of standings what is added, and subtracted where it is below nought.
FIGURES: Mapping[str, tuple[str, ...]] = {
    RULING: (),
    SCORE: ("points_a", "points_b", "accusa_a", "accusa_b"),
    MATCH: ("vp_a", "vp_b", "mp_a", "mp_b"),
    STANDINGS: ("vp", "mp"),
}
_DECISION_KEYS = {
    "schema", "federation", "tournament", "appeal", "version", "record", "outcome", "reasons", "facts", "order",
    "judges", "at", "key", "signature",
}  # fmt: skip
_TEXTS = ("federation", "tournament", "record", "reasons", "order", "at")


def is_decision(content: bytes) -> bool:
    """Whether the file says that it is one; whether it holds `read_decision` tells."""
    return any(f'"schema":"{schema}"'.encode() in content[: ANSWER.size] for schema in SCHEMAS)


def read_decision(content: bytes) -> dict[str, Any]:
    """What it tells. Raises Unsound, with the place, where it is none, or not signed by the key that it names."""
    if len(content) > ANSWER.size:
        raise Unsound(Trouble(Fault.TOO_BIG))
    try:
        fields = parsed(content)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM, line=1)) from error
    if wrong := _wrong(fields):
        raise Unsound(Trouble(Fault.SCHEMA, wrong))
    decision: dict[str, Any] = fields
    if not is_signed(decision):
        raise Unsound(Trouble(Fault.SIGNATURE, "signature"))
    return decision


def kind_of(record: str) -> str:
    return record.partition(":")[0]


def numbers_of(record: str) -> tuple[int, ...]:
    """By which it is found: of a ruling its own number and its version; of a score round, table, board, version."""
    return tuple(map(int, record.split(":")[1:]))


def figures_in(kind: str, record: object) -> dict[str, int]:
    """The figures of a score, of a board or a whole match, as a decision about it tells them."""
    return {name: getattr(record, name) for name in FIGURES[kind]}


def are_figures(kind: str, figures: Mapping[str, Any]) -> bool:
    """Whether these are all the figures that a change of such a record tells; of a row none is another way."""
    names = FIGURES[kind]
    if not figures:
        return True
    whole = set(figures) == set(names) and all(_is_figure(value) for value in figures.values())
    return whole and (kind != STANDINGS or any(figures.values()))


def _wrong(fields: Any) -> str:
    """The name of what is not as it must be; nothing where all is."""
    if not isinstance(fields, dict) or fields.get("schema") not in SCHEMAS:
        return "schema"
    of_figures = fields["schema"] == OF_FIGURES
    if set(fields) != (_DECISION_KEYS | {"figures"} if of_figures else _DECISION_KEYS):
        return "schema"
    checks = {
        **{name: _is_text(fields[name]) for name in _TEXTS},
        "appeal": _is_number(fields["appeal"]),
        "version": _is_number(fields["version"]),
        "record": _is_record(fields["record"], of_figures=of_figures),
        "outcome": fields["outcome"] in OUTCOMES if isinstance(fields["outcome"], str) else False,
        "facts": _are_facts(fields["facts"]),
        "judges": isinstance(fields["judges"], list)
        and all(map(_is_text, fields["judges"]))
        and bool(fields["judges"]),
        "key": isinstance(fields["key"], str) and is_key(fields["key"]),
        "signature": isinstance(fields["signature"], str) and fields["signature"] == fields["signature"].lower(),
    }
    wrong = next((name for name, holds in checks.items() if not holds), "")
    return wrong or _wrong_change(fields)


def _wrong_change(change: Mapping[str, Any]) -> str:
    """What is changed is told by a decision that changes something, and by no other."""
    kind, figures = kind_of(change["record"]), change.get("figures", {})
    of_nobody = kind == STANDINGS and len(numbers_of(change["record"])) == 1
    if not isinstance(figures, dict) or not are_figures(kind, figures) or (of_nobody and figures):
        return "figures"
    if kind != RULING and change["facts"]:
        return "facts"
    changes = bool(figures if kind in (SCORE, MATCH) else change["facts"] or change["order"] or figures)
    says_more = bool(change["facts"] or change["order"] or figures)
    is_changed = change["outcome"] == CHANGED
    return "" if (changes if is_changed else not says_more) else "outcome"


def _is_number(value: Any) -> bool:
    return _is_integer(value) and 0 < value < 2**31


def _is_figure(value: Any) -> bool:
    return _is_integer(value) and abs(value) <= MOST_FIGURE


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_record(value: Any, *, of_figures: bool) -> bool:
    kind, *numbers = value.split(":") if isinstance(value, str) else ("",)
    is_known = kind in NUMBERS and len(numbers) in NUMBERS[kind] and (kind != RULING) == of_figures
    return is_known and all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers)


def _are_facts(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_FACTS
        and all(_is_text(name) and _is_text(answer) for name, answer in value.items())
    )
