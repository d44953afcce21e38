"""A decision made ready to be read out: words, kinds, articles, why, and what it still needs from the arbiter."""

from dataclasses import dataclass, replace
from typing import Any

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, TrailStep
from codes.format.effects import Arbitral, Effect
from codes.seats import Line, Seat, seats_of
from hall.desk.stages import preview_of
from records.requests import Refused
from referee.cases.models import Case
from referee.cases.persons import line_of
from referee.cases.queries import is_of_match
from referee.cases.record import effects_record, excluded_record
from referee.cases.walk import at_fault
from referee.cases.words import excluded_words, in_reading_order, look_of, spoken
from referee.decisions.completion import (
    asks_earned,
    asks_indemnity,
    complete,
    decided_by_arbiter,
    has_open_figures,
    needs_voice,
    open_penalty,
    recorded_accusa,
    scored_by_figures,
    settled,
)
from referee.decisions.consequences import consequences_of, overlay_of, summed_warnings
from referee.decisions.details import NOTHING_MORE, Details
from referee.decisions.happenings import decided_alike, ruled_already, standing_ruling
from referee.rulings.actions import reason_now
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table


@dataclass(frozen=True)
class MatteredFact:
    procedure: str
    question: str
    answer: str
    source: str
    excluded: tuple[str, ...]


def proposal_context(case: Case, decision: Decision, book: Rulebook, details: Details | None = None) -> dict[str, Any]:
    """details: what the arbiter has filled in so far, where anything."""
    likely = likely_voices(case)
    effects = settled(decision.effects, case, book)
    standing = ruled_already(case, decision, book)
    measured, refusal = _measured(case, decision.effects, book, details)
    return {
        "measured": measured,
        "decision": decision,
        # What is read out is what will be recorded, with its figures as soon as they are told.
        "effects": effects_to_read(effects_record(case, effects if refusal else measured, book)),
        "articles": [book.articles[number] for number in decision.cites],
        "why": [_why(step, case, book) for step in decision.trail],
        "needs_voice": needs_voice(decision.effects),
        "voices": voices(case),
        "likely_voice": likely[0] if len(likely) == 1 else "",
        "reason_now": reason_now(decision),
        "asks_earned": asks_earned(decision.effects),
        "open_penalty": open_penalty(decision.effects),
        "asks_indemnity": asks_indemnity(effects, book),
        "scored": scored_by_figures(decision.effects, book),
        "accusa_written": recorded_accusa(case, effects, book),
        "decides": decided_by_arbiter(effects, book),
        "lines": lines_named(case.table),
        "standing": standing,
        "alike": standing is not None and decided_alike(standing, case, decision),
        "hint": _hint(case, standing),
        "changes": _what_changes(case, measured, book, standing, to_be_filled=refusal),
    }


def _measured(
    case: Case, effects: tuple[Effect, ...], book: Rulebook, details: Details | None
) -> tuple[tuple[Effect, ...], str]:
    """The effects with what the arbiter has filled in so far, and what of it is still missing."""
    told = details or NOTHING_MORE
    try:
        return complete(effects, case, replace(told, voiced_by=told.voiced_by or _anybody(case))), ""
    except Refused as error:
        return settled(effects, case, book), error.messages[0]


def _what_changes(
    case: Case, measured: tuple[Effect, ...], book: Rulebook, standing: Ruling | None, *, to_be_filled: str
) -> dict[str, Any]:
    """Who leaves and what the standings would be; of figures still missing only that they are.

    standing: the ruling in whose place it would stand.
    """
    changes = consequences_of(case, measured, book)
    acts = changes.move_standings or bool(changes.leaving)
    if not acts and not (to_be_filled and has_open_figures(measured, book)):
        return {"acts": False}
    standing = case.rulings.order_by("-version").first() if case.is_revision else standing
    overlay = overlay_of(case, measured, book, standing)
    return {
        "acts": True,
        "to_be_filled": to_be_filled,
        "fixed": changes.scores,
        "leaving": [entry for line, _effect in changes.leaving for entry in case.table.entries_on(line)],
        "summed": summed_warnings(case, changes, standing),
        "preview": preview_of(case.table.round, overlay),
        # The board is annulled first, and its score comes with the next step.
        "to_be_scored": any(isinstance(effect, Arbitral) for effect in measured),
    }


def _hint(case: Case, standing: Ruling | None) -> Ruling | None:
    """What another ruling decided on the same anomaly of the match, where that may happen again."""
    if standing or case.is_revision or not is_of_match(case.tournament, case.procedure):
        return None
    return standing_ruling(case.table, case.procedure, fixes=False)


def lines_named(table: Table) -> list[dict[str, str]]:
    """Both lines as the table calls them, under the letter of their fields."""
    names = zip(Line, table.seat_names.lines, strict=True)
    return [
        {"key": line.value.lower(), "name": str(name), "entries": " · ".join(map(str, table.entries_on(line)))}
        for line, name in names
    ]


def _anybody(case: Case) -> str:
    """Whoever may voice a reservation: who did changes nothing in the standings."""
    return next((seat.value for seat in voices(case)), "")


def effects_to_read(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The effects of a decision or of a record, each with its look."""
    return [record | {"look": look_of(record["verb"])} for record in in_reading_order(records)]


def _why(step: TrailStep, case: Case, book: Rulebook) -> MatteredFact:
    procedure = book.procedures[step.procedure]
    fact = procedure.facts[step.fact]
    answer, source = spoken(fact.answers[step.answer]), str(step.source)
    if fact.known and case.facts.get(step.fact) != step.answer:
        source = "option"  # what the tournament itself says
    excluded = excluded_words(excluded_record(book, step, case.options))
    return MatteredFact(spoken(procedure.title), spoken(fact.ask), answer, source, excluded)


def voices(case: Case) -> tuple[Seat, ...]:
    """Who may voice a reservation: the opponents of the side at fault (75)."""
    line = line_of(at_fault(case))
    return seats_of(line.other) if line else tuple(Seat)


def likely_voices(case: Case) -> list[str]:
    return [seat.value for seat in voices(case) if seat in case.detectors]
