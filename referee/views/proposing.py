"""A decision made ready to be read out: words, kinds, articles, why, and what it still needs from the arbiter."""

from dataclasses import dataclass
from typing import Any

from referee.actions.rulings import needs_voice, open_penalty, reason_now
from referee.law.book import Rulebook
from referee.law.procedure import Decision, Step
from referee.looks import look_of
from referee.models import Case
from referee.seating import line_of
from referee.snapshot import effects_record
from referee.walking import at_fault
from referee.wording import spoken
from tournaments.seats import Seat, seats_of


@dataclass(frozen=True)
class Why:
    """A fact that mattered: question, answer, whose word it is, how many rules it excluded."""

    procedure: str
    question: str
    answer: str
    source: str
    excluded: tuple[int, ...]


def proposal_context(case: Case, decision: Decision, book: Rulebook) -> dict[str, Any]:
    """What the decision screen shows."""
    likely = likely_voices(case)
    return {
        "decision": decision,
        "effects": effects_to_read(effects_record(case, decision.effects, book)),
        "articles": [book.articles[number] for number in decision.cites],
        "why": [_why(step, book) for step in decision.trail],
        "needs_voice": needs_voice(decision.effects),
        "voices": voices(case),
        "likely_voice": likely[0] if len(likely) == 1 else "",
        "reason_now": reason_now(decision),
        "open_penalty": open_penalty(decision.effects),
    }


def effects_to_read(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The effects of a decision or of a record, each with its look; what the arbiter must judge comes last."""
    ordered = sorted(records, key=lambda record: record["verb"] == "judgement")
    return [record | {"look": look_of(record["verb"])} for record in ordered]


def _why(step: Step, book: Rulebook) -> Why:
    procedure = book.procedures[step.procedure]
    fact = procedure.facts[step.fact]
    answer = spoken(fact.answers[step.answer])
    return Why(spoken(procedure.title), spoken(fact.ask), answer, step.source, step.excluded)


def voices(case: Case) -> tuple[Seat, ...]:
    """Who may voice a reservation: the opponents of the side at fault (75)."""
    line = line_of(at_fault(case))
    return seats_of(line.other) if line else tuple(Seat)


def likely_voices(case: Case) -> list[str]:
    """The opponents who spoke."""
    return [seat.value for seat in voices(case) if seat in case.detectors]
