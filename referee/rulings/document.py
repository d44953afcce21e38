"""A ruling as a person reads it, in one language and without the database: HTML and PDF lay out the same document.

A stored ruling as a document in one language: every word is the ruling's own, none is looked up in today's code.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.arbitral.score import Reckoning as Arithmetic
from codes.seats import Seat
from referee.arbitral_scores.exports import ReckonedScore
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.queries import unconfirmed_in
from referee.cards.endings import resting_words
from referee.cards.queries import is_in_play
from referee.cases.persons import NOBODY
from referee.cases.words import detection_words, excluded_words, in_reading_order, person_words, spoken
from referee.consultations.queries import consultations_on
from referee.decisions.appeal_queries import club_notices_on
from referee.rulings.models import Ruling
from tournaments.rounds.deal_queries import HandShown
from tournaments.setup.games import COMPASS, SeatNames


@dataclass(frozen=True)
class Scene:
    """Where it happened and who sat there; seats are (letter, name) in order of play."""

    round: int
    table: int
    board: int | None
    line_a: str
    line_b: str
    seats: tuple[tuple[str, str], ...]
    persons: tuple[tuple[str, str], ...] = ()  # (as they were asked for, who they are)
    cards: tuple[tuple[str, str], ...] = ()  # (as they were asked for, which they are)
    hands: tuple[tuple[str, str], ...] = ()  # (a seat, the cards dealt to it), once nobody has still to play them
    elsewhere: tuple[tuple[str, str, str], ...] = ()  # (another table, its lines, who answers there)
    seat_names: SeatNames = COMPASS


@dataclass(frozen=True)
class FactLine:
    question: str
    answer: str
    source: str = ""
    procedure: str = ""
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArticleLine:
    number: int
    title: str
    summary: str
    note: str = ""


@dataclass(frozen=True)
class Departure:
    """What the code's rules proposed where the arbiter decided otherwise."""

    proposed: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Consulted:
    """A question put before deciding; answers: who, what ties them to the matter, what they said and when, if ever."""

    question: str
    asked_by: str
    asked_at: datetime
    answers: tuple[tuple[str, str, str, datetime | None], ...]


@dataclass(frozen=True)
class EditionUsed:
    """The code that was applied, so that anybody can tell whether it has changed since."""

    rulebook: str
    edition: str
    sha256: str


@dataclass(frozen=True)
class RulingDocument:
    number: int
    version: int
    tournament: str
    federation: str
    title: str
    scene: Scene
    decided_by: str
    decided_at: datetime
    edition: EditionUsed
    is_current: bool = True
    revision_reason: str = ""
    detection: tuple[FactLine, ...] = ()
    options: tuple[FactLine, ...] = ()
    facts: tuple[FactLine, ...] = ()
    needless: tuple[FactLine, ...] = ()
    effects: tuple[str, ...] = ()
    articles: tuple[ArticleLine, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()  # (what is adopted, the other reading where it is told)
    departure: Departure | None = None
    reason: str = ""
    note: str = ""
    besides: tuple[int, str] | None = None  # (another ruling on what happens to a match once, why this is not the same)
    confirmed: str = ""  # by whom and when, of a ruling that somebody else proposed
    confirmed_at: datetime | None = None
    told: tuple[tuple[str, str, str], ...] = ()  # (who, by doing what, of whom of the own club they were told)
    consulted: tuple[Consulted, ...] = ()
    score: ReckonedScore | None = None
    language: str = field(default="it")


def title_of(document: RulingDocument) -> str:
    """'Provvedimento n. 7' and, from the second on, its version."""
    title = _("Provvedimento n. %(number)s") % {"number": document.number}
    return title if document.version == 1 else f"{title}, {_('versione')} {document.version}"


SOURCES: Mapping[str, Promise] = {
    "arbiter": _lazy("risposta dell’arbitro"),
    "option": _lazy("opzione del torneo"),
    "detection": _lazy("emersione"),
}


def document_of(ruling: Ruling, *, language: str) -> RulingDocument:
    proposed = getattr(ruling, "proposed_as", None)
    with translation.override(language):
        return RulingDocument(
            number=ruling.number,
            version=ruling.version,
            tournament=ruling.tournament.name,
            federation=ruling.tournament.federation.named_or(ruling.tournament.name),
            title=spoken(ruling.title),
            scene=_scene(ruling),
            decided_by=str(ruling.decided_by),
            decided_at=ruling.decided_at,
            edition=EditionUsed(ruling.rulebook, ruling.edition, ruling.rulebook_hash),
            is_current=ruling.is_current,
            revision_reason=ruling.revision_reason,
            detection=_detection(ruling),
            options=tuple(FactLine(spoken(option["title"]), spoken(option["words"])) for option in ruling.options),
            facts=_facts(ruling),
            needless=tuple(_fact(fact) for fact in ruling.facts if not fact["mattered"]),
            effects=effect_words(ruling.effects),
            articles=tuple(_article(record) for record in ruling.citations),
            readings=tuple((spoken(reading), spoken(reading.get("other"))) for reading in ruling.readings),
            departure=Departure(effect_words(ruling.proposed_effects), ruling.reason) if ruling.departed else None,
            reason=ruling.reason,
            note=ruling.note,
            besides=_besides(ruling.scene),
            confirmed=str(proposed.answered_by) if proposed else "",
            confirmed_at=proposed.answered_at if proposed else None,
            told=tuple(
                (str(notice.user), notice.get_act_display(), notice.words) for notice in club_notices_on(ruling)
            ),
            consulted=consulted_before(ruling),
            score=_score(score_of(ruling)),
            language=language,
        )


def with_hands(document: RulingDocument, hands: Iterable[HandShown]) -> RulingDocument:
    """The same with the cards that were dealt: «danari 3 R · spade 2»."""
    letters = document.scene.seat_names.letters
    rows = tuple(
        (str(letters[hand.seat]), " · ".join(f"{suit.name} {' '.join(suit.signs) or '–'}" for suit in hand.suits))
        for hand in hands
    )
    return replace(document, scene=replace(document.scene, hands=rows))


def _besides(scene: Mapping[str, Any]) -> tuple[int, str] | None:
    return (scene["besides"]["number"], scene["besides"]["reason"]) if "besides" in scene else None


def consulted_before(ruling: Ruling) -> tuple[Consulted, ...]:
    """What had been asked when that version was decided, and what was answered."""
    return tuple(
        Consulted(
            consultation.question,
            str(consultation.asked_by),
            consultation.asked_at,
            tuple((each.name, each.interest, each.answer, each.answered_at) for each in consultation.opinions.all()),
        )
        for consultation in consultations_on(ruling.case, until=ruling.decided_at)
    )


def deal_of(ruling: Ruling) -> int | None:
    """The deal that it concerns, as people call it; none of the whole match."""
    number = ruling.scene["board"]
    return ruling.tournament.deal_called(number) if number else None


def _scene(ruling: Ruling) -> Scene:
    scene, seat_names = ruling.scene, ruling.tournament.seat_names
    seats = {Seat(seat): name for seat, name in scene["seats"].items()}
    return Scene(
        round=scene["round"],
        table=scene["table"],
        board=deal_of(ruling),
        line_a=scene["line_a"],
        line_b=scene["line_b"],
        seats=tuple((str(seat_names.letters[seat]), seats[seat]) for seat in Seat if seat in seats),
        persons=tuple(
            (label, words)
            for label, answer in persons_with_questions(scene)
            if (words := whom_named(scene, answer, seat_names))
        ),
        cards=cards_named(scene),
        elsewhere=tuple((place.where, place.lines, place.who) for place in other_places_named(scene, seat_names)),
        seat_names=seat_names,
    )


def whom_named(scene: Mapping[str, Any], who: str, seat_names: SeatNames) -> str:
    """Whom the ruling names, by its own record: during a revision the answers of its case are already others."""
    return person_words(who, scene.get("seats", {}), seat_names) if who != NOBODY else ""


def persons_with_questions(scene: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every person whom the ruling names: as they were asked for, and what was answered."""
    first = spoken(scene.get("responsible_asked")) or _("Responsabile")
    others = [(spoken(person["asked"]), person["who"]) for person in scene.get("persons", ())]
    return [(first, scene["responsible"]), *others]


@dataclass(frozen=True)
class OtherPlace:
    """Another table that the ruling concerns: where, who sat there, how it was asked who answers, and who does."""

    where: str
    lines: str
    asked: str
    who: str


def other_places_named(scene: Mapping[str, Any], seat_names: SeatNames) -> list[OtherPlace]:
    """The other tables by the ruling's own record, in words; none of most rulings."""
    question = persons_with_questions(scene)[0][0]
    return [
        OtherPlace(
            where=_("Tavolo %(number)s") % {"number": place["table"]},
            lines=lines_of_place(place, seat_names),
            asked=question,
            who=whom_named(place, place["responsible"], seat_names),
        )
        for place in scene.get("elsewhere", ())
    ]


def lines_of_place(place: Mapping[str, Any], seat_names: SeatNames) -> str:
    """Both lines of a table with those who make them."""
    line_a, line_b = seat_names.lines
    return f"{line_a} {place['line_a']} — {line_b} {place['line_b']}"


def cards_named(scene: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The cards that the ruling names: as they were asked for, and which they are; a ruling of before names none."""
    return tuple((spoken(record["asked"]), spoken(record["words"])) for record in scene.get("cards", ()))


def _detection(ruling: Ruling) -> tuple[FactLine, ...]:
    answer = detected_words(ruling)
    return (FactLine(_("Chi ha rilevato l’anomalia, e quando?"), answer),) if answer else ()


def detected_words(ruling: Ruling) -> str:
    """How it came to light, and which modes that excluded; nothing where its procedure does not ask."""
    if not ruling.detection:
        return ""
    return detection_words(ruling.detection, lambda seat: whom_named(ruling.scene, seat, ruling.tournament.seat_names))


def _facts(ruling: Ruling) -> tuple[FactLine, ...]:
    """Each question once, with all that its answer excluded: what a table hands on to another was not asked again."""
    # The record has a fact for each step of the trail, in its order (`referee/cases/record.py`).
    mattered = [fact for fact in ruling.facts if fact["mattered"]]
    lines: dict[tuple[str, str], FactLine] = {}
    for fact, step in zip(mattered, ruling.trail, strict=True):
        line, key = _fact(fact, step), (fact["name"], fact["answer"])
        first = lines.get(key)
        lines[key] = replace(first, excluded=tuple(dict.fromkeys(first.excluded + line.excluded))) if first else line
    return tuple(lines.values())


def _fact(fact: Mapping[str, Any], step: Mapping[str, Any] | None = None) -> FactLine:
    return FactLine(
        question=spoken(fact["question"]),
        answer=spoken(fact["words"]),
        source=_source(fact) if step else "",
        procedure=spoken(fact.get("title")) if step else "",
        excluded=_excluded(step) if step else (),
    )


def _excluded(step: Mapping[str, Any]) -> tuple[str, ...]:
    if "instead" in step:
        return excluded_words(step["instead"])
    # As rulings kept it before they kept the words.
    rules = ", ".join(map(str, step["excluded"]))
    words = _("la regola %(rules)s") if len(step["excluded"]) == 1 else _("le regole %(rules)s")
    return (words % {"rules": rules},) if rules else ()


def _source(fact: Mapping[str, Any]) -> str:
    """Who or what answered; where the program knew it from where, or why the arbiter says otherwise."""
    source = fact.get("known")
    if source is None:
        return str(SOURCES.get(fact["source"], ""))
    if "reason" in source:
        return f"{SOURCES['arbiter']}: {source['reason']}"
    return _("dal torneo: %(source)s") % {"source": spoken(source["source"])}


def effect_words(effects: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(spoken(effect["words"]) for effect in in_reading_order(effects))


def _article(record: Mapping[str, Any]) -> ArticleLine:
    """An article as it was summarised when the ruling was given."""
    note = spoken(record["note"]) if "note" in record else ""
    return ArticleLine(record["number"], spoken(record["title"]), spoken(record["summary"]), note)


def score_of(ruling: Ruling) -> ArbitralScore | None:
    """The arbitral score in force for a ruling in force; for an older version, the last one given under it."""
    if ruling.is_current:
        return ruling.case.arbitral_scores.filter(is_current=True).select_related(*ArbitralScore.SHOWN_WITH).first()
    return ruling.arbitral_scores.select_related(*ArbitralScore.SHOWN_WITH).order_by("-version").first()


def _score(score: ArbitralScore | None) -> ReckonedScore | None:
    if score is None:
        return None
    # Read back, never worked out again: the other tables' results may have changed since.
    arithmetic = Arithmetic.from_dict(score.arithmetic)
    # A paper goes from hand to hand.
    rests_on = resting_words(score, in_full=not is_in_play(score.case))
    unconfirmed = tuple(unconfirmed_in(score)) if score.is_current else ()
    who = str(score.given_by)
    return ReckonedScore(arithmetic, score.version, who, score.given_at, score.reason, rests_on, unconfirmed)
