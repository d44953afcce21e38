"""Which seats and which line the law's words for people mean in one case.

The tables that a case concerns: its own, and those where the same happened to others (`elsewhere` of a code).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from codes.format.effects import LINE_ROLES
from codes.format.schema import Choice
from codes.seats import Line, Seat, seats_of
from referee.cases.models import Case
from tournaments.rounds.models import Table, TableQuerySet

BOTH, NOBODY, THE_ARBITER = "both", "none", "arb"
_SEATS, _LINES = tuple(seat.value for seat in Seat), tuple(line.value for line in Line)
# What may be answered to a question for a person, in the order in which it is shown.
ANSWERS: Mapping[Choice, tuple[str, ...]] = {
    "seat": _SEATS,
    "fault": (*_SEATS, THE_ARBITER, NOBODY),
    "line": _LINES,
    "lines": (*_LINES, BOTH),
    "somebody": (*_SEATS, *_LINES),
    "anyone": (*_SEATS, *_LINES, BOTH, NOBODY),
    "answerable": (*_SEATS, *_LINES, BOTH, THE_ARBITER, NOBODY),
    "player": _SEATS,
    "spectator": (*_SEATS, NOBODY),
}

OTHERS = frozenset({"avversari", "avversari-seguenti", "avversario-seguente", "avversario", "parte-innocente"})
OF_THE_FAULT = frozenset({"responsabile", "compagno", "coppia"})
EVERYBODY = frozenset({"tutti", "entrambe"})
# Named for what they are, whoever is at fault.
LINES_BY_NAME: Mapping[str | None, Line] = dict(zip(LINE_ROLES, Line, strict=True))


def seats_for(
    whom: str | None, responsible: str, detectors: Collection[str], persons: Mapping[str, str] | None = None
) -> tuple[Seat, ...]:
    """The seats that `whom` names, in order of play; none where it cannot be known.

    responsible: a seat, a line («A», «B»), both lines, or anything else for nobody.
    persons: who the persons are whom the procedure names itself, told in the same way.
    """
    if whom is not None and persons and whom in persons:
        return seats_of_answer(persons[whom])
    seats = _seats_by_role(whom, responsible, {Seat(seat) for seat in detectors})
    return tuple(seat for seat in Seat if seat in seats)


def seats_of_answer(answer: str) -> tuple[Seat, ...]:
    """The seats that were tapped, in order of play: one, a line's, all of them or none."""
    if answer == BOTH:
        return tuple(Seat)
    if answer in list(Line):
        return tuple(seat for seat in Seat if seat.line == answer)
    return (Seat(answer),) if answer in list(Seat) else ()


def partner_of(answer: str) -> str:
    """The partner of that player; a line, or both lines, stays as it is."""
    return Seat(answer).partner.value if answer in list(Seat) else answer


def _seats_by_role(whom: str | None, responsible: str, detectors: Collection[Seat]) -> Collection[Seat]:
    if whom in EVERYBODY:
        return tuple(Seat)
    if whom == "segnalante":
        return detectors
    if whom in LINES_BY_NAME:
        return seats_of(LINES_BY_NAME[whom])
    line = line_of(responsible)
    if line is None or whom in (None, "spettatore"):  # who watches sits at no seat
        # Where both lines are at fault nobody sits against them.
        return tuple(Seat) if responsible == BOTH and whom in OF_THE_FAULT else ()
    if whom in OTHERS:
        follows = whom == "avversario-seguente" and responsible in list(Seat)
        return (Seat(responsible).next,) if follows else seats_of(line.other)
    return _seats_on_line(whom, line, responsible)


def _seats_on_line(whom: str, line: Line, responsible: str) -> Collection[Seat]:
    if responsible in list(Seat) and whom in {"responsabile", "compagno"}:
        return (Seat(responsible) if whom == "responsabile" else Seat(responsible).partner,)
    return seats_of(line)


def detecting_party(responsible: str, detectors: Collection[str]) -> str:
    """Whose error it is when an anomaly is raised out of time (65, 71): whoever raised it, a seat or a line.

    Of several the first mode counts (70): the one responsible for the first anomaly, then the partner, then an
    opponent. Where nobody is told to have raised it, it was contested: by the other line.
    """
    line = line_of(responsible)
    if not detectors:
        return line.other.value if line else responsible
    order = [Seat(responsible), Seat(responsible).partner] if responsible in list(Seat) else []
    for seat in order:
        if seat.value in detectors:
            return seat.value
    lines = {Seat(seat).line for seat in detectors}
    return next(iter(detectors)) if len(detectors) == 1 else min(lines).value


def line_of(responsible: str) -> Line | None:
    """The line at fault; None when nobody is, or both are."""
    if responsible in list(Line):
        return Line(responsible)
    return Seat(responsible).line if responsible in list(Seat) else None


def lines_for(
    whom: str | None, responsible: str, detectors: Collection[str], persons: Mapping[str, str] | None = None
) -> tuple[Line, ...]:
    seats = seats_for(whom, responsible, detectors, persons)
    return tuple(line for line in Line if any(seat.line == line for seat in seats))


# Who may answer for it at another table: one of its lines, or both.
WHO = ANSWERS["lines"]


@dataclass(frozen=True)
class Place:
    """Another table, and who answers for it there: a line or both."""

    table: Table
    responsible: str


def other_places(case: Case) -> tuple[Place, ...]:
    """The other tables in order, with their players."""
    if not case.elsewhere:
        return ()
    cache: dict[tuple[tuple[str, str], ...], tuple[Place, ...]] = case.__dict__.setdefault("_places", {})
    key = tuple(case.elsewhere.items())
    if key not in cache:
        cache[key] = _places(case, case.elsewhere)
    return cache[key]


def _places(case: Case, answers: Mapping[str, str]) -> tuple[Place, ...]:
    tables = tables_beside(case).filter(pk__in=answers).order_by("number")
    return tuple(Place(table, answers[str(table.pk)]) for table in tables)


def tables_beside(case: Case) -> TableQuerySet:
    """The other tables of the round at which anybody plays."""
    tables = Table.objects.with_players().filter(round=case.table.round_id, line_b__isnull=False)
    return tables.exclude(pk=case.table_id)
