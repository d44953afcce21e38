"""Which seats and which line the law's words for people mean in one case."""

from collections.abc import Collection

from tournaments.seats import Line, Seat, seats_of

OTHERS = frozenset({"avversari", "avversari-seguenti", "avversario", "parte-innocente"})
EVERYBODY = frozenset({"tutti", "entrambe"})


def seats_meant(whom: str | None, responsible: str, detectors: Collection[str]) -> tuple[Seat, ...]:
    """The seats that `whom` names, in order of play; none when it cannot be told.

    responsible: a seat, a line («A», «B»), or anything else for nobody.
    """
    named = _named(whom, responsible, {Seat(seat) for seat in detectors})
    return tuple(seat for seat in Seat if seat in named)


def _named(whom: str | None, responsible: str, detectors: Collection[Seat]) -> Collection[Seat]:
    if whom in EVERYBODY:
        return tuple(Seat)
    if whom == "segnalante":
        return detectors
    line = line_of(responsible)
    if line is None or whom in (None, "spettatore"):  # who watches sits at no seat
        return ()
    if whom in OTHERS:
        return seats_of(line.other)
    return _of_the_line(whom, line, responsible)


def _of_the_line(whom: str, line: Line, responsible: str) -> Collection[Seat]:
    """One player of the line at fault, or both where the fault is the line's."""
    if responsible in list(Seat) and whom in {"responsabile", "compagno"}:
        return (Seat(responsible) if whom == "responsabile" else Seat(responsible).partner,)
    return seats_of(line)


def of_the_detector(responsible: str, detectors: Collection[str]) -> str:
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
    """The line at fault; None when nobody is."""
    if responsible in list(Line):
        return Line(responsible)
    return Seat(responsible).line if responsible in list(Seat) else None


def lines_meant(whom: str | None, responsible: str, detectors: Collection[str]) -> tuple[Line, ...]:
    """The lines to which the seats that `whom` names belong."""
    seats = seats_meant(whom, responsible, detectors)
    return tuple(line for line in Line if any(seat.line == line for seat in seats))
