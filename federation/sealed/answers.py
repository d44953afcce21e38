"""What a federation answers to a package: its remarks or the homologation, signed, small enough for any stick.

A decision of the federal judge on its way back to the tournament: signed, small enough for any stick.

Of a ruling it is of the first schema, which older programs read; of a score or a row of standings of the second.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from federation.sealed.archive import canonical, parsed
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.files import (
    ANSWER_SCHEMA,
    DECISION_SCHEMA,
    HOMOLOGATED,
    MOST_FIGURE,
    OF_FIGURES,
    RETURNED,
    wrong_in_file,
)
from federation.sealed.keys import SigningKey
from federation.sealed.manifest import is_signed, signed
from records.outside import ANSWER

SCHEMA = ANSWER_SCHEMA


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
    """What it tells. Raises Unsound, with the place, where it is no answer, or not signed by the key that it names."""
    return _read(content, SCHEMA)


def _read(content: bytes, *schemas: str) -> dict[str, Any]:
    if len(content) > ANSWER.size:
        raise Unsound(Trouble(Fault.TOO_BIG))
    try:
        fields = parsed(content)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM, line=1)) from error
    if wrong := wrong_in_file(fields, *schemas):
        raise Unsound(Trouble(Fault.SCHEMA, wrong))
    told: dict[str, Any] = fields
    if wrong := _wrong_change(told) if told["schema"] in SCHEMAS else "":
        raise Unsound(Trouble(Fault.SCHEMA, wrong))
    if not is_signed(told):
        raise Unsound(Trouble(Fault.SIGNATURE, "signature"))
    return told


SCHEMAS = (DECISION_SCHEMA, OF_FIGURES)
CHANGED = "changed"
RULING, SCORE, MATCH, STANDINGS = "ruling", "score", "match", "standings"
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


def is_decision(content: bytes) -> bool:
    """Whether the file says that it is one; whether it holds `read_decision` tells."""
    return any(f'"schema":"{schema}"'.encode() in content[: ANSWER.size] for schema in SCHEMAS)


def read_decision(content: bytes) -> dict[str, Any]:
    """What it tells. Raises Unsound, with the place, where it is none, or not signed by the key that it names."""
    return _read(content, *SCHEMAS)


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
    whole = set(figures) == set(names) and all(abs(value) <= MOST_FIGURE for value in figures.values())
    return whole and (kind != STANDINGS or any(figures.values()))


def _wrong_change(change: Mapping[str, Any]) -> str:
    """What is changed is told by a decision that changes something, and by no other."""
    kind, figures = kind_of(change["record"]), change.get("figures", {})
    of_nobody = kind == STANDINGS and len(numbers_of(change["record"])) == 1
    if not are_figures(kind, figures) or (of_nobody and figures):
        return "figures"
    if kind != RULING and change["facts"]:
        return "facts"
    changes = bool(figures if kind in (SCORE, MATCH) else change["facts"] or change["order"] or figures)
    says_more = bool(change["facts"] or change["order"] or figures)
    is_changed = change["outcome"] == CHANGED
    return "" if (changes if is_changed else not says_more) else "outcome"
