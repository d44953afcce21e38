"""Which table and which line: the last step of every pairing that starts from who meets whom."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.pairing.plan import Entrant, Figures, Note, NoteKind, PairedTable, Why


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Two entrants that meet, or one that rests, before tables and lines are given.

    first_data and second_data are figures of either, named ``rank_a`` or ``rank_b`` once their lines are known.
    """

    first: Entrant
    second: Entrant | None = None
    why: Why
    first_data: Figures = field(default_factory=dict)
    second_data: Figures = field(default_factory=dict)
    data: Figures = field(default_factory=dict)


def seat(meetings: Sequence[Meeting]) -> tuple[tuple[PairedTable, ...], tuple[Note, ...]]:
    """The matches, in order of their tables, and the fixed tables that could not be kept.

    Who must keep a table gets it; the others take the free tables 1, 2, 3 … in the order given. Who rests gets the
    number after the last. Line A goes to who sat there less often, the first of the meeting if both did alike.
    """
    playing = [meeting for meeting in meetings if meeting.second]
    tables = _tables(playing)
    last = max(tables, default=0)
    tables += range(last + 1, last + 1 + len(meetings) - len(playing))
    resting = [meeting for meeting in meetings if not meeting.second]
    matches = [_match(meeting, table) for meeting, table in zip([*playing, *resting], tables, strict=True)]
    notes = [note for meeting, table in zip(playing, tables, strict=False) for note in _notes_on_moves(meeting, table)]
    return tuple(sorted(matches, key=lambda match: match.table)), tuple(notes)


def _tables(meetings: Sequence[Meeting]) -> list[int]:
    taken: dict[int, int] = {}
    for at, meeting in enumerate(meetings):
        wanted = next((who.fixed_table for who in _who(meeting) if who.fixed_table not in (None, *taken)), None)
        if wanted is not None:
            taken[wanted] = at
    tables = {at: table for table, at in taken.items()}
    free = (table for table in range(1, len(meetings) + len(taken) + 1) if table not in taken)
    return [tables[at] if at in tables else next(free) for at in range(len(meetings))]


def _match(meeting: Meeting, table: int) -> PairedTable:
    if meeting.second is None:
        return PairedTable(
            table=table, a=(meeting.first.number,), why=meeting.why, data={**meeting.data, **meeting.first_data}
        )
    a, b = meeting.first, meeting.second
    data_a, data_b = meeting.first_data, meeting.second_data
    if _surplus_on_line_a(b) < _surplus_on_line_a(a):
        a, b, data_a, data_b = b, a, data_b, data_a
    sides = {f"{name}_a": value for name, value in data_a.items()} | {
        f"{name}_b": value for name, value in data_b.items()
    }
    return PairedTable(table=table, a=(a.number,), b=(b.number,), why=meeting.why, data={**sides, **meeting.data})


def _surplus_on_line_a(entrant: Entrant) -> int:
    """How many rounds more it sat on line A than on line B."""
    return entrant.played_a - entrant.played_b


def _notes_on_moves(meeting: Meeting, table: int) -> list[Note]:
    return [
        Note(kind=NoteKind.FIXED_TABLE_MOVED, data={"entry": who.number, "table": table, "fixed": who.fixed_table})
        for who in _who(meeting)
        if who.fixed_table not in (None, table) and who.fixed_table is not None
    ]


def _who(meeting: Meeting) -> list[Entrant]:
    return [meeting.first] if meeting.second is None else [meeting.first, meeting.second]
