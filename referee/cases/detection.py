"""How a case's anomaly came to light (65–71): in which mode, who was heard, which other modes that excludes."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from codes.deciding.book import EMERSIONE, Rulebook
from codes.deciding.emergence import MODE_OF, DetectorRole, Emergence, EmergenceMode, Exclusion, Timing, detect
from codes.deciding.walk import Decision
from codes.seats import Seat
from referee.cases.models import Case
from referee.cases.persons import BOTH, line_of


@dataclass(frozen=True)
class Detection:
    """How it came to light, told by the modes of the law.

    heard: the seats of those who detected it in the mode that counts; whoever spoke in an excluded one is no
    detector of this anomaly. excluded: each mode that somebody used in vain with their seats; where the play itself
    shows the error (69) every other mode, and nobody's seat, for anybody may establish it.
    """

    emergence: Emergence
    heard: tuple[str, ...]
    excluded: tuple[tuple[Exclusion, tuple[str, ...]], ...]

    @property
    def articles(self) -> tuple[int, ...]:
        """66 for the mode, and what excluded the others (69 or 70); none where nobody detected anything."""
        if self.emergence.mode == EmergenceMode.NESSUNA:
            return ()
        return tuple(sorted({66} | {exclusion.article for exclusion, _ in self.excluded}))


def detection_of(case: Case) -> Detection | None:
    """None while it is not told who detected it, and when."""
    if not case.detection_given:
        return None
    modes = {seat: MODE_OF[_role(Seat(seat), case.responsible)] for seat in case.detectors}
    # Evidence speaks by itself: who said it first changes nothing (66, 69).
    spoke = {_role(Seat(seat), case.responsible) for seat in case.detectors} or (
        {DetectorRole.AVVERSARIO} if case.evidence else set()
    )
    result = detect(spoke, evidence=case.evidence, timing=Timing(case.timing or Timing.TEMPESTIVA))
    heard = tuple(seat for seat, mode in modes.items() if case.evidence or mode == result.mode)
    excluded = (
        (exclusion, tuple(seat for seat, mode in modes.items() if mode == exclusion.mode and seat not in heard))
        for exclusion in result.excluded
    )
    return Detection(result, heard, tuple(excluded))


def heard_detectors(case: Case) -> tuple[str, ...]:
    """The seats of those who detected it in the mode that counts: no order means anybody else by it (69, 70)."""
    detection = detection_of(case)
    return detection.heard if detection else tuple(case.detectors)


def detection_facts(case: Case) -> dict[str, str]:
    """What the law calls the way and the time in which the anomaly came to light (65–70), once both are told."""
    detection = detection_of(case)
    return detection.emergence.facts() if detection else {}


def with_emergence(decision: Decision, articles: Collection[int], book: Rulebook) -> Decision:
    """The decision by the articles of how it came to light too, where it rests on that; beside 65, or before all.

    What is refused or healed by the emergence itself (35, 65) does not rest on who spoke.
    """
    detected = any(step.source == "detection" for step in decision.trail)
    if not detected or decision.path[-1] == EMERSIONE:
        return decision
    at = decision.cites.index(65) + 1 if 65 in decision.cites else 0
    added = [number for number in articles if number in book.articles and number not in decision.cites]
    return replace(decision, cites=(*decision.cites[:at], *added, *decision.cites[at:]))


def _role(seat: Seat, responsible: str) -> DetectorRole:
    """Who the player in that seat is to the one at fault; a line at fault is responsible as a whole."""
    if responsible == BOTH:
        return DetectorRole.RESPONSABILE
    line = line_of(responsible)
    if line is None or seat.line != line:
        return DetectorRole.AVVERSARIO
    return DetectorRole.COMPAGNO if responsible == seat.partner else DetectorRole.RESPONSABILE
