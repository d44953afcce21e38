"""A stored ruling as a document in one language: every word is the ruling's own, none is looked up in today's code."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from referee.exports.ruling_document import (
    ArticleLine,
    Departure,
    Edition,
    FactLine,
    RulingDocument,
    Scene,
    ScoreGiven,
)
from referee.law.arbitral_score import ArbitralScore as Arithmetic
from referee.models import ArbitralScore, Case, Ruling
from referee.wording import spoken
from tournaments.games import Seating
from tournaments.seats import Line, Seat

SOURCES: Mapping[str, Promise] = {
    "arbiter": _lazy("risposta dell’arbitro"),
    "option": _lazy("opzione del torneo"),
    "detection": _lazy("emersione"),
}


def document_of(ruling: Ruling, *, language: str) -> RulingDocument:
    """The ruling in a language, with the arbitral score that goes with this version."""
    with translation.override(language):
        return RulingDocument(
            number=ruling.number,
            version=ruling.version,
            tournament=ruling.tournament.name,
            federation=ruling.tournament.federation.name,
            title=spoken(ruling.title),
            scene=_scene(ruling.scene, ruling.tournament.seating),
            decided_by=str(ruling.decided_by),
            decided_at=ruling.decided_at,
            edition=Edition(ruling.rulebook, ruling.edition, ruling.rulebook_hash),
            is_current=ruling.is_current,
            revision_reason=ruling.revision_reason,
            detection=_detection(ruling),
            options=tuple(FactLine(spoken(one["title"]), spoken(one["words"])) for one in ruling.options),
            facts=_facts(ruling),
            needless=tuple(_fact(fact) for fact in ruling.facts if not fact["mattered"]),
            effects=effect_words(ruling.effects),
            articles=tuple(_article(record) for record in ruling.citations),
            readings=tuple(spoken(reading) for reading in ruling.readings),
            departure=Departure(effect_words(ruling.proposed_effects), ruling.reason) if ruling.departed else None,
            reason=ruling.reason,
            note=ruling.note,
            score=_score(score_of(ruling)),
            language=language,
        )


def _scene(scene: Mapping[str, Any], seating: Seating) -> Scene:
    """Where and who, from what the ruling keeps."""
    seats = {Seat(seat): name for seat, name in scene["seats"].items()}
    return Scene(
        round=scene["round"],
        table=scene["table"],
        board=scene["board"],
        line_a=scene["line_a"],
        line_b=scene["line_b"],
        seats=tuple((str(seating.letters[seat]), seats[seat]) for seat in Seat if seat in seats),
        responsible=responsible_words(scene["responsible"], seats, seating),
        seating=seating,
    )


def responsible_words(responsible: str, seats: Mapping[Seat, str], seating: Seating) -> str:
    """'Est: Maria Rossi', 'Linea N-S', or nothing, as the game calls them."""
    if responsible in list(Seat):
        return f"{seating.names[Seat(responsible)]}: {seats.get(Seat(responsible), '')}"
    if responsible in list(Line):
        return _("Linea %(line)s") % {"line": seating.lines[list(Line).index(Line(responsible))]}
    return ""


def _detection(ruling: Ruling) -> tuple[FactLine, ...]:
    """Who noticed, when, and what the law calls it."""
    found = ruling.detection
    if not found:
        return ()
    who = [str(ruling.tournament.seating.names[Seat(seat)]) for seat in found["detectors"]]
    who += [_("risulta dalle carte")] if found["evidence"] else []
    who += [_("nessuno")] if found["undetected"] else []
    when = str(Case.Timing(found["timing"]).label).lower() if found["timing"] else ""
    answer = " · ".join(filter(None, [", ".join(who), when, spoken(found["words"])]))
    return (FactLine(_("Chi ha rilevato l’anomalia, e quando?"), answer),)


def _facts(ruling: Ruling) -> tuple[FactLine, ...]:
    """The questions that mattered, in the order of the trail, with the rules each answer excluded."""
    mattered = [fact for fact in ruling.facts if fact["mattered"]]
    return tuple(_fact(fact, step) for fact, step in zip(mattered, ruling.trail, strict=True))


def _fact(fact: Mapping[str, Any], step: Mapping[str, Any] | None = None) -> FactLine:
    """A question with its answer; with its step, also what that excluded."""
    return FactLine(
        question=spoken(fact["question"]),
        answer=spoken(fact["words"]),
        source=str(SOURCES.get(fact["source"], "")) if step else "",
        procedure=spoken(fact.get("title")) if step else "",
        excluded=tuple(step["excluded"]) if step else (),
    )


def effect_words(effects: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What is read out for each effect."""
    return tuple(spoken(effect["words"]) for effect in effects)


def _article(record: Mapping[str, Any]) -> ArticleLine:
    """An article as it was summarised when the ruling was given."""
    note = spoken(record["note"]) if "note" in record else ""
    return ArticleLine(record["number"], spoken(record["title"]), spoken(record["summary"]), note)


def score_of(ruling: Ruling) -> ArbitralScore | None:
    """The arbitral score in force for a ruling in force; for an older version, the last one given under it."""
    if ruling.is_current:
        return ruling.case.arbitral_scores.filter(is_current=True).select_related("given_by").first()
    return ruling.arbitral_scores.select_related("given_by").order_by("-version").first()


def _score(score: ArbitralScore | None) -> ScoreGiven | None:
    """A stored score with its arithmetic read back."""
    if score is None:
        return None
    arithmetic = Arithmetic.from_dict(score.arithmetic)
    return ScoreGiven(arithmetic, score.version, str(score.given_by), score.given_at, score.reason)
