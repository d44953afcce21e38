"""What can be tapped for a table: each happening a link that carries it, those of one line beside the other's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from codes.deciding.table import Fact
from codes.deciding.walk import Question
from codes.seats import Line
from referee.cases.known_answers import LATE, OTHER_LATE, person_of_records
from referee.cases.known_scores import late_row
from referee.cases.record import person_in_words
from referee.cases.walk import book_of, responsible_question
from referee.cases.words import spoken
from referee.decisions.happenings import (
    LATENESS,
    Concerns,
    Happening,
    PersonMissing,
    Situation,
    late_rows,
    lateness,
    lateness_decided,
    situations,
)
from tournaments.rounds.models import Table


@dataclass(frozen=True)
class Tap:
    """A link that carries what happened; below: the answers to a question that may be tapped with it."""

    url: str
    words: str
    is_chosen: bool = False
    is_now: bool = False
    asks: str = ""
    below: Sequence["Tap"] = ()


@dataclass(frozen=True)
class TapsOfLine:
    name: str
    entries: str
    late: Sequence[Tap]
    others: Sequence[Tap]


def taps_of_lines(table: Table, happening: Happening | None, seconds: int | None) -> list[TapsOfLine]:
    """What can have happened to each line; seconds: how long the round has been running, None before it began."""
    names = dict(zip(Line, table.seat_names.lines, strict=True))
    of_a_line = [situation for situation in situations(table) if situation.concerns is Concerns.LINE]
    return [
        TapsOfLine(
            name=names[line],
            entries=" · ".join(map(str, table.entries_on(line))),
            late=_late_taps(table, happening, line, seconds),
            others=[
                _tap(table, happening, situation, line) for situation in of_a_line if _may_be(table, situation, line)
            ],
        )
        for line in Line
    ]


def _may_be(table: Table, situation: Situation, line: Line | None) -> bool:
    """Whether the records leave that open: of a line that won they tell which (F.I.Bur. 19)."""
    here = situation.on(line)
    rule = responsible_question(book_of(table.round.tournament), situation.procedure).known
    return person_of_records(here.case_at(table), rule) in {"", here.line_or_both}


def taps_of_both(table: Table, happening: Happening | None) -> list[Tap]:
    of_both = [situation for situation in situations(table) if situation.concerns is not Concerns.LINE]
    return [_tap(table, happening, situation, None) for situation in of_both if _may_be(table, situation, None)]


def answer_taps(happening: Happening, question: Question) -> list[Tap]:
    """The answers to the question that is open, each a link that carries it with all that was told before."""
    return _answers(happening, question.fact, tapped=None)


def _answers(happening: Happening, fact: Fact, *, tapped: Happening | None) -> list[Tap]:
    """One for each answer to the fact; tapped: what was tapped so far, if it is that happening."""
    chosen = tapped.facts.get(fact.name) if tapped else None
    return [
        Tap(
            url_of(replace(happening, facts={**happening.facts, fact.name: answer})),
            spoken(words),
            is_chosen=chosen == answer,
        )
        for answer, words in fact.answers.items()
    ]


def person_taps(happening: Happening, missing: PersonMissing, table: Table) -> list[Tap]:
    """Those who may be meant, each a link that carries them with all that was told before."""
    case = happening.case_at(table)
    return [
        Tap(
            url_of(replace(happening, persons={**happening.persons, missing.name: answer})),
            person_in_words(case, answer),
        )
        for answer in missing.answers
    ]


def url_of(happening: Happening | None) -> str:
    """The address that carries what happened; without anything, that of the page as it is first opened."""
    fields = {}
    if happening:
        fields = {"cosa": happening.procedure, "linea": happening.line_or_both}
        fields |= {**happening.facts, **happening.persons}
    return "?" + urlencode({name: value for name, value in fields.items() if value}) + "#proposta"


def _late_taps(table: Table, happening: Happening | None, line: Line, seconds: int | None) -> Sequence[Tap]:
    """The rows of lateness for one line, and that it was there; the other line's stays as it was tapped or decided."""
    tournament = table.round.tournament
    procedure = book_of(tournament).procedures.get(LATENESS)
    if procedure is None or not procedure.applies_to(tournament.options):
        return []
    now, rows_now = late_row(table, seconds), late_rows(happening)
    rows = {row: spoken(words) for row, words in procedure.facts[LATE].answers.items()}
    there = spoken(procedure.facts[OTHER_LATE].answers["presente"])
    is_late = bool(rows_now)
    rows_now = rows_now or late_rows(lateness_decided(table))
    return [
        Tap(
            url=url_of(lateness({**rows_now, line: row})),
            words=words,
            is_chosen=is_late and rows_now.get(line, "") == row,
            is_now=bool(row) and row == now,
        )
        for row, words in [("", there), *rows.items()]
    ]


def _tap(table: Table, happening: Happening | None, situation: Situation, line: Line | None) -> Tap:
    book, here = book_of(table.round.tournament), situation.on(line)
    is_chosen = situation.matches(happening) and happening is not None and happening.line_or_both == here.line_or_both
    tap = Tap(url=url_of(here), words=situation.words(book), is_chosen=is_chosen)
    if not situation.asks:
        return tap
    fact = book.procedures[situation.procedure].facts[situation.asks]
    below = _answers(here, fact, tapped=happening if is_chosen else None)
    return replace(tap, asks=spoken(fact.ask), below=below)
