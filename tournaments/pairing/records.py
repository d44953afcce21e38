"""What a round was paired from, as it is recorded: plain values that survive being written as JSON and read again.

Nothing else goes into a pairing (`drawing.py`), so whoever has the record and the seed can repeat it. A section is a
group of the round, or the whole field; sections are seated one after the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tournaments.pairing.plan import Entrant, History, Note, NoteKind, Pair, PairedTable, Relaxation, RelaxedRule, Why

Places = tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class Section:
    """Who is here in a group, what they did before and the way in which they are paired.

    way: the formula, in a first round the way of the first round (`drawing.WAYS`). double, boards: as the formula takes
    them. places: the order that the director chose, the places of a schedule or the fixed line; mobile: the other
    line. winners: of each stage of a knock-out played so far; third_place: the losers of its semi-finals meet as well.
    accepted: what the director gave way on. rover: the line (a, b) in which an odd pair takes places, its own the last
    of `places`; empty where none does.
    """

    group: int | None = None
    name: str = ""
    way: str
    is_first: bool = False
    clubs_apart: bool = False
    double: bool = False
    boards: str = "none"
    entrants: tuple[Entrant, ...] = ()
    history: History = field(default_factory=History)
    forbidden: tuple[Pair, ...] = ()
    accepted: Relaxation | None = None
    places: Places = ()
    mobile: Places = ()
    winners: tuple[tuple[int, ...], ...] = ()
    third_place: bool = False
    rover: str = ""


@dataclass(frozen=True, kw_only=True)
class Change:
    """Something changed by hand after the draw: two entries exchanged, a table renumbered, a latecomer seated.

    kind: ``swap`` (first, second: entries), ``number`` (first, second: tables), ``join`` (first: entry, second: table).
    """

    kind: str
    first: int
    second: int


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """All that a round is drawn from; rounds count within the stage from 1.

    rounds_planned: in a movement those planned when it began, by which it moves. switch_from: the round from which the
    lines of a movement exchange their directions; 0 if none.
    """

    formula: str
    stage_round: int = 1
    rounds_planned: int = 1
    sections: tuple[Section, ...] = ()
    # Tables that the director put together: line A, line B or nobody.
    given: tuple[tuple[int, int | None], ...] = ()
    changes: tuple[Change, ...] = ()
    switch_from: int = 0

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(entrant for section in self.sections for entrant in section.entrants)

    @property
    def joined(self) -> tuple[int, ...]:
        """The latecomers seated by hand."""
        return tuple(change.first for change in self.changes if change.kind == "join")

    def section_of(self, entry: int) -> Section | None:
        return next(
            (section for section in self.sections if any(entry == who.number for who in section.entrants)), None
        )


def to_json(inputs: Inputs) -> dict[str, Any]:
    """The inputs as JSON holds them."""
    return {
        "formula": inputs.formula,
        "stage_round": inputs.stage_round,
        "rounds_planned": inputs.rounds_planned,
        "sections": [_section_to_json(section) for section in inputs.sections],
        "given": [list(table) for table in inputs.given],
        "changes": [asdict(change) for change in inputs.changes],
        **({"switch_from": inputs.switch_from} if inputs.switch_from else {}),
    }


def from_json(data: Mapping[str, Any]) -> Inputs:
    """The inputs as they were recorded."""
    return Inputs(
        formula=data["formula"],
        stage_round=data["stage_round"],
        rounds_planned=data["rounds_planned"],
        sections=tuple(_section_from_json(section) for section in data["sections"]),
        given=tuple((a, b) for a, b in data["given"]),
        changes=tuple(Change(**change) for change in data["changes"]),
        switch_from=data.get("switch_from", 0),  # rounds of before there were switches do not say
    )


def matches_to_json(matches: Iterable[PairedTable]) -> list[dict[str, Any]]:
    return [
        {"table": match.table, "a": list(match.a), "b": list(match.b), "why": match.why.value, "data": dict(match.data)}
        for match in matches
    ]


def matches_from_json(data: Iterable[Mapping[str, Any]]) -> tuple[PairedTable, ...]:
    return tuple(
        PairedTable(
            table=match["table"], a=tuple(match["a"]), b=tuple(match["b"]), why=Why(match["why"]), data=match["data"]
        )
        for match in data
    )


def notes_to_json(notes: Iterable[Note]) -> list[dict[str, Any]]:
    return [{"code": note.kind.value, "data": dict(note.data)} for note in notes]


def notes_from_json(data: Iterable[Mapping[str, Any]]) -> tuple[Note, ...]:
    return tuple(Note(kind=NoteKind(note["code"]), data=note["data"]) for note in data)


def relaxation_to_json(relaxation: Relaxation) -> dict[str, Any]:
    return {
        "relaxing": relaxation.relaxing.value,
        "count": relaxation.count,
        "pairs": [list(pair) for pair in relaxation.pairs],
        "entries": list(relaxation.entries),
    }


def relaxation_from_json(data: Mapping[str, Any]) -> Relaxation:
    return Relaxation(
        relaxing=RelaxedRule(data["relaxing"]),
        count=data["count"],
        pairs=tuple((a, b) for a, b in data["pairs"]),
        entries=tuple(data["entries"]),
    )


def _section_to_json(section: Section) -> dict[str, Any]:
    return {
        "group": section.group,
        "name": section.name,
        "way": section.way,
        "is_first": section.is_first,
        "clubs_apart": section.clubs_apart,
        "double": section.double,
        "boards": section.boards,
        "entrants": [{**asdict(entrant), "score": list(entrant.score)} for entrant in section.entrants],
        "met": _meetings_to_json(section.history.met),
        "together": _meetings_to_json(section.history.together),
        "rested": [[entry, list(rounds)] for entry, rounds in sorted(section.history.rested.items())],
        "forbidden": [list(pair) for pair in section.forbidden],
        "accepted": relaxation_to_json(section.accepted) if section.accepted else None,
        "places": list(section.places),
        "mobile": list(section.mobile),
        "winners": [list(stage) for stage in section.winners],
        # Only where it is so: records of before had no such words, and are read by the same rule.
        **({"third_place": True} if section.third_place else {}),
        **({"rover": section.rover} if section.rover else {}),
    }


def _section_from_json(data: Mapping[str, Any]) -> Section:
    rested = {entry: tuple(rounds) for entry, rounds in data["rested"]}
    return Section(
        group=data["group"],
        name=data["name"],
        way=data["way"],
        is_first=data["is_first"],
        clubs_apart=data["clubs_apart"],
        double=data["double"],
        boards=data["boards"],
        entrants=tuple(Entrant(**{**entrant, "score": tuple(entrant["score"])}) for entrant in data["entrants"]),
        history=History(met=_meetings(data["met"]), together=_meetings(data["together"]), rested=rested),
        forbidden=tuple((a, b) for a, b in data["forbidden"]),
        accepted=relaxation_from_json(data["accepted"]) if data["accepted"] else None,
        places=tuple(data["places"]),
        mobile=tuple(data["mobile"]),
        winners=tuple(tuple(stage) for stage in data["winners"]),
        third_place=data.get("third_place", False),
        rover=data.get("rover", ""),
    )


def _meetings_to_json(meetings: Mapping[Pair, Sequence[int]]) -> list[list[Any]]:
    return [[a, b, list(rounds)] for (a, b), rounds in sorted(meetings.items())]


def _meetings(data: Iterable[Sequence[Any]]) -> dict[Pair, tuple[int, ...]]:
    return {(a, b): tuple(rounds) for a, b, rounds in data}
