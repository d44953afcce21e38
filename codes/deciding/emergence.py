"""How an anomaly comes to light, before anything is decided on it (Codice FITRES, art. 65–71).

    65   nobody detects it: implicitly healed; early or late: another anomaly, whose effects replace the first's
    66   the four modes, in order: constatazione, ravvedimento, palesamento, contestazione
    67   once detected, nobody may declare his cards
    68   detecting what does not exist is itself an error
    69   a possible constatazione excludes every other mode
    70   several at once: the mode that stands first in 66 (the text cites its own list and means that one)
    71   an untimely detection may be raised only by an opponent

Reading: the opponent of 71 is an opponent of whoever detected out of time. Roles are always told from the player
whose fault is in question: in 66 who made the anomaly, in 71 who detected it out of time.

Not decided here: the terms within which a detection is timely (each procedure has its own) and what the arbiter
does about a false detection, for which 68 names no sanction.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class DetectorRole(StrEnum):
    """Who somebody is to the player whose fault is in question."""

    RESPONSABILE = "responsabile"
    COMPAGNO = "compagno"
    AVVERSARIO = "avversario"


class EmergenceMode(StrEnum):
    """How the anomaly came to light; the first four in the order of art. 66, which decides between them (art. 70)."""

    CONSTATAZIONE = "constatazione"
    RAVVEDIMENTO = "ravvedimento"
    PALESAMENTO = "palesamento"
    CONTESTAZIONE = "contestazione"
    NESSUNA = "nessuna"


class Timing(StrEnum):
    """When it was detected, against the terms that the case sets (art. 65)."""

    TEMPESTIVA = "tempestiva"
    ANTICIPATA = "anticipata"
    TARDIVA = "tardiva"


class EmergenceOutcome(StrEnum):
    """What follows from how and when it came to light."""

    PROCEED = "procedere"  # the case's own procedure
    IMPLICIT_HEALING = "sanatoria-implicita"
    DIFFERENT_ANOMALY = "rilevazione-intempestiva"
    RAISED_BY_THE_WRONG_SIDE = "rilevazione-non-ammessa"
    FALSE_DETECTION = "rilevazione-erronea"


MODE_OF = {
    DetectorRole.RESPONSABILE: EmergenceMode.RAVVEDIMENTO,
    DetectorRole.COMPAGNO: EmergenceMode.PALESAMENTO,
    DetectorRole.AVVERSARIO: EmergenceMode.CONTESTAZIONE,
}


@dataclass(frozen=True, kw_only=True)
class Exclusion:
    """A mode that was set aside, and the article that did it (69 or 70)."""

    mode: EmergenceMode
    article: int


@dataclass(frozen=True, kw_only=True)
class Emergence:
    """How and when an anomaly came to light, what follows, and under which articles.

    `may_raise`: who may still raise the untimely detection, told from who detected; empty once somebody spoke, and
    wherever there is nothing to raise. If nobody does, that anomaly is implicitly healed like any other (65).
    """

    mode: EmergenceMode
    timing: Timing
    outcome: EmergenceOutcome
    articles: tuple[int, ...]
    excluded: tuple[Exclusion, ...] = ()
    may_raise: frozenset[DetectorRole] = frozenset()

    def facts(self) -> dict[str, str]:
        """The answers to the two questions every procedure begins with: ``modalita`` and ``tempo``."""
        return {"modalita": self.mode.value, "tempo": self.timing.value}


def detect(
    detectors: Collection[DetectorRole],
    *,
    evidence: bool,
    timing: Timing,
    exists: bool = True,
    raised_by: DetectorRole | None = None,
) -> Emergence:
    """How the anomaly emerged and what follows (art. 65–71).

    `detectors`: who spoke, at the same moment; nobody if empty. `evidence`: a later play or declaration is
    incompatible with the one in question, so that it can be established by anybody (66). `exists`: the anomaly is
    there. `raised_by`: who raised that the detection was untimely, if anybody did.

    Raises ``ValueError`` for an unknown role and for what cannot be: a false detection that nobody made, or an
    untimely detection raised where the detection was timely, false or missing.
    """
    mode, excluded = _mode(detectors, evidence=evidence)
    outcome = _outcome(mode, timing=timing, exists=exists, raised_by=raised_by)
    return Emergence(
        mode=mode,
        timing=timing,
        outcome=outcome,
        articles=_articles(outcome, excluded),
        excluded=excluded,
        may_raise=frozenset({DetectorRole.AVVERSARIO})
        if outcome == EmergenceOutcome.DIFFERENT_ANOMALY and raised_by is None
        else frozenset(),
    )


def _mode(detectors: Collection[DetectorRole], *, evidence: bool) -> tuple[EmergenceMode, tuple[Exclusion, ...]]:
    if not detectors:
        return EmergenceMode.NESSUNA, ()
    if evidence:
        return EmergenceMode.CONSTATAZIONE, tuple(Exclusion(mode=mode, article=69) for mode in MODE_OF.values())
    spoke = {DetectorRole(detector) for detector in detectors}
    first, *later = (mode for role, mode in MODE_OF.items() if role in spoke)
    return first, tuple(Exclusion(mode=mode, article=70) for mode in later)


def _outcome(mode: EmergenceMode, *, timing: Timing, exists: bool, raised_by: DetectorRole | None) -> EmergenceOutcome:
    untimely = exists and mode != EmergenceMode.NESSUNA and timing != Timing.TEMPESTIVA
    if raised_by and not untimely:
        raise ValueError("nothing untimely that could be raised")
    if untimely:
        allowed = raised_by in {None, DetectorRole.AVVERSARIO}
        return EmergenceOutcome.DIFFERENT_ANOMALY if allowed else EmergenceOutcome.RAISED_BY_THE_WRONG_SIDE
    if mode == EmergenceMode.NESSUNA:
        if not exists:
            raise ValueError("a false detection needs somebody who made it")
        return EmergenceOutcome.IMPLICIT_HEALING
    return EmergenceOutcome.PROCEED if exists else EmergenceOutcome.FALSE_DETECTION


_OF_THE_OUTCOME = {
    EmergenceOutcome.PROCEED: {65, 66},
    EmergenceOutcome.IMPLICIT_HEALING: {65},
    EmergenceOutcome.DIFFERENT_ANOMALY: {65, 66, 71},
    EmergenceOutcome.RAISED_BY_THE_WRONG_SIDE: {66, 71},
    EmergenceOutcome.FALSE_DETECTION: {66, 68},
}


def _articles(outcome: EmergenceOutcome, excluded: tuple[Exclusion, ...]) -> tuple[int, ...]:
    return tuple(sorted(_OF_THE_OUTCOME[outcome] | {exclusion.article for exclusion in excluded}))
