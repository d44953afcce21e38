"""A decision as a record that can be read in ten years without the code it came from."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.law.book import Procedure, Rulebook
from referee.law.effects import Arbitral, Effect, EffectBase
from referee.law.procedure import Decision, Step, say
from referee.law.schema import Article
from referee.law.table import Fact
from referee.law.text import Text
from referee.models import Case
from referee.seating import OTHERS, seats_meant
from referee.walking import at_fault, detection_facts
from tournaments.models import Table
from tournaments.seats import Seat

LANGUAGES = ("it", "en")
# Words that mean particular people, whose names are worth reading out.
NAMED = ("responsabile", "compagno", "coppia", "segnalante", *sorted(OTHERS))
FREE = "free"


def decision_record(case: Case, decision: Decision, book: Rulebook) -> dict[str, Any]:
    """The fields of a Ruling that say what was known and what follows from it."""
    return {
        "procedure": case.procedure,
        "title": words(book.procedures[case.procedure].title),
        "rulebook": book.id,
        "edition": book.edition,
        "rulebook_hash": book.hash,
        "path": list(decision.path),
        "rule_hash": book.fingerprint(decision.path, decision.cites),
        "options": options_record(case.tournament.options, book),
        "scene": scene_record(case),
        "detection": detection_record(case, book),
        "answers": answers_record(case),
        "facts": facts_record(case, decision, book),
        "trail": [step_record(step) for step in decision.trail],
        "citations": [article_record(book.articles[number]) for number in decision.cites],
        "effects": effects_record(case, decision.effects, book),
        "readings": [words(reading) for reading in decision.readings],
        "arbitral": next((e.arbitral for e in decision.effects if isinstance(e, Arbitral)), ""),
    }


def words(text: Text) -> dict[str, str]:
    return {"it": text.it, "en": text.en}


def effects_record(case: Case, effects: Iterable[Effect], book: Rulebook) -> list[dict[str, Any]]:
    """Each effect as typed data, with the words read out in both languages."""
    people = people_meant(case)
    return [
        {"verb": effect.verb, **effect.to_dict(), "words": spoken_words(effect, book, people)} for effect in effects
    ]


def spoken_words(effect: EffectBase, book: Rulebook, people: Mapping[str, str]) -> dict[str, str]:
    return {language: say(effect, book, language, people) for language in LANGUAGES}


def free_effect(text: str) -> dict[str, Any]:
    """What the arbiter ordered in words of their own; nobody translates it."""
    return {"verb": FREE, "words": dict.fromkeys(LANGUAGES, text)}


def people_meant(case: Case) -> dict[str, str]:
    """The names behind the law's words for people, where the case tells them."""
    fault = at_fault(case)
    return {
        whom: ", ".join(name_at(case.table, seat) for seat in seats)
        for whom in NAMED
        if (seats := seats_meant(whom, fault, case.detectors))
    }


def name_at(table: Table, seat: Seat) -> str:
    """Who sits there, by name; by the seat when nobody is entered."""
    return str(table.player_at(seat) or table.seating.names[seat])


def scene_record(case: Case) -> dict[str, Any]:
    """Where it happened and who sat there."""
    table, board = case.table, case.board
    return {
        "round": table.round.number,
        "table": table.number,
        "board": board.number if board else None,
        "dealer": str(board.dealer) if board else "",
        "line_a": table.words_a,
        "line_b": table.words_b,
        "seats": {seat.value: name_at(table, seat) for seat in Seat},
        "responsible": case.responsible,
    }


def answers_record(case: Case) -> dict[str, Any]:
    """The arbiter's own answers, as `restoring.restore` reads them back."""
    return {
        "board": case.board_id,
        "responsible": case.responsible,
        "detectors": list(case.detectors),
        "evidence": case.evidence,
        "undetected": case.undetected,
        "timing": case.timing,
        "facts": dict(case.facts),
    }


def detection_record(case: Case, book: Rulebook) -> dict[str, Any]:
    """Who noticed, when, and what the law calls it."""
    if not case.detection_given:
        return {}
    mode = detection_facts(case)["modalita"]
    named = book.facts["modalita"].answers.get(mode) if "modalita" in book.facts else None
    return {
        "detectors": list(case.detectors),
        "evidence": case.evidence,
        "undetected": case.undetected,
        "timing": case.timing,
        "mode": mode,
        "words": words(named) if named else {},
    }


def options_record(options: Mapping[str, str], book: Rulebook) -> list[dict[str, Any]]:
    """The tournament's options in words."""
    return [
        {
            "option": name,
            "title": words(option.title),
            "answer": options[name],
            "words": words(option.answers[options[name]]),
        }
        for name, option in book.options.items()
        if name in options
    ]


def facts_record(case: Case, decision: Decision, book: Rulebook) -> list[dict[str, Any]]:
    """Every question that mattered with its answer, then the answers given that did not."""
    mattered = [
        fact_record(procedure.facts[step.fact], step.answer, procedure, mattered=True)
        for step, procedure in ((step, book.procedures[step.procedure]) for step in decision.trail)
    ]
    asked = {step.fact for step in decision.trail}
    known = {
        name: (procedure, fact)
        for procedure in map(book.procedures.__getitem__, decision.path)
        for name, fact in procedure.facts.items()
    }
    needless = [
        fact_record(known[name][1], value, known[name][0], mattered=False)
        for name, value in case.facts.items()
        if name not in asked and name in known and value in known[name][1].answers
    ]
    return mattered + needless


def fact_record(fact: Fact, value: str, procedure: Procedure, *, mattered: bool) -> dict[str, Any]:
    return {
        "name": fact.name,
        "procedure": procedure.id,
        "title": words(procedure.title),
        "question": words(fact.ask),
        "answer": value,
        "words": words(fact.answers[value]),
        "source": fact.source,
        "mattered": mattered,
    }


def step_record(step: Step) -> dict[str, Any]:
    return {
        "procedure": step.procedure,
        "fact": step.fact,
        "answer": step.answer,
        "source": step.source,
        "excluded": list(step.excluded),
    }


def article_record(article: Article) -> dict[str, Any]:
    record: dict[str, Any] = {
        "number": article.number,
        "title": words(article.title),
        "summary": words(article.summary),
    }
    return record | ({"note": words(article.note)} if article.note else {})
