"""A decision as a record that can be read in ten years without the code it came from."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import prefetch_related_objects

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import Fact
from codes.deciding.walk import Decision, Question, TrailStep, excluded_by, say
from codes.format.effects import LINE_ROLES, Arbitral, Effect, EffectBase
from codes.format.model import Language, Text
from codes.format.readings import Reading
from codes.format.schema import RESPONSIBLE, Article
from codes.seats import Seat
from referee.cases.models import Case
from referee.cases.named_cards import cards_of, cards_record
from referee.cases.persons import OTHERS, other_places, seats_for
from referee.cases.walk import at_fault, book_of, detection_of, heard_detectors, outcome, own_persons, person_answers
from referee.cases.words import choice_words, person_words
from tournaments.rounds.models import Board, Table

LANGUAGES: tuple[Language, ...] = ("it", "en")
# Words that mean particular people, whose names are worth reading out.
NAMED = ("responsabile", "compagno", "coppia", "segnalante", *sorted(OTHERS), *LINE_ROLES)
FREE = "free"
PLAYERS = ("line_a__members__player", "line_b__members__player")


def decision_record(case: Case, decision: Decision, book: Rulebook) -> dict[str, Any]:
    return {
        "procedure": case.procedure,
        "title": words(book.procedures[case.procedure].title),
        "rulebook": book.id,
        "edition": book.edition,
        "rulebook_hash": book.hash,
        "path": list(decision.path),
        "rule_hash": book.fingerprint(decision.path, decision.cites),
        "options": options_record(case.options, book),
        "scene": scene_record(case, book),
        "detection": detection_record(case, book),
        "answers": answers_record(case),
        "facts": facts_record(case, decision, book),
        "trail": [step_record(step, book, case.options) for step in decision.trail],
        "citations": [article_record(book.articles[number]) for number in decision.cites],
        "effects": effects_record(case, decision.effects, book),
        "readings": [reading_record(reading) for reading in decision.readings],
        "arbitral": next((e.arbitral for e in decision.effects if isinstance(e, Arbitral)), ""),
    }


def words(text: Text) -> dict[str, str]:
    return {"it": text.it, "en": text.en}


def reading_record(reading: Reading) -> dict[str, Any]:
    return words(reading) | {"other": words(reading.other)}


def effects_record(case: Case, effects: Iterable[Effect], book: Rulebook) -> list[dict[str, Any]]:
    people = people_by_role(case)
    return [
        {"verb": effect.verb, **effect.to_dict(), "words": spoken_words(effect, case, book, people)}
        | choice_record(effect, case, book, people)
        for effect in effects
    ]


def spoken_words(effect: EffectBase, case: Case, book: Rulebook, people: Mapping[str, str]) -> dict[str, str]:
    """What is read out; of a choice that the effect leaves, also up to when it may be made."""
    choice = book.effects.choices.get(effect.verb, {}).get(effect.what)
    faculty_words: dict[str, str] = {
        language: say(effect, book, language, people, cards_of(effect, case, book, language)) for language in LANGUAGES
    }
    if choice is None:
        return faculty_words
    return {
        language: f"{faculty_words[language]} {choice_words(choice.until.in_(language), language, alone=choice.alone)}"
        for language in LANGUAGES
    }


def choice_record(effect: Effect, case: Case, book: Rulebook, people: Mapping[str, str]) -> dict[str, Any]:
    """What the effect leaves to somebody's choice, as the slip tells it (`choice`): nothing where it leaves none.

    Of the articles by which it may be theirs, those that the decision cites.
    """
    choice = book.effects.choices.get(effect.verb, {}).get(effect.what)
    if choice is None:
        return {}
    chooser = choice.of or effect.whom or ""
    reached = outcome(case, book) if case.procedure in book.procedures else None
    cited = reached.cites if isinstance(reached, Decision) else ()
    numbers = [number for number in choice.cites if number in cited] or choice.cites
    record = {
        "of": chooser,
        "who": chooser_record(choice.called or book.effects.whom[chooser], people.get(chooser, "")),
        "may": {language: _with_cards(choice.may, effect, case, book, language) for language in LANGUAGES},
        "until": words(choice.until),
        "alone": choice.alone,
        "articles": [article_record(book.articles[number]) for number in numbers],
    }
    return {"choice": record}


def chooser_record(chooser: Text, names: str) -> dict[str, str]:
    """Whose choice it is, in both languages, with the names of those who are meant."""
    return {language: f"{phrase} ({names})" if names else phrase for language, phrase in words(chooser).items()}


def _with_cards(may: Text, effect: Effect, case: Case, book: Rulebook, language: Language) -> str:
    cards = cards_of(effect, case, book, language).together
    return f"{may.in_(language)}: {cards}" if cards else may.in_(language)


def free_effect(text: str) -> dict[str, Any]:
    """What the arbiter ordered in words of their own; nobody translates it."""
    return {"verb": FREE, "words": dict.fromkeys(LANGUAGES, text)}


def people_by_role(case: Case) -> dict[str, str]:
    fault, persons = at_fault(case), person_answers(case, book_of(case.tournament))
    heard = heard_detectors(case)
    here = {whom: seats_for(whom, fault, heard, persons) for whom in (*NAMED, *persons)}
    names = names_at(case.table, case.board)
    people = {whom: [_names(names, seats)] for whom, seats in here.items()}
    for place in other_places(case):
        names = names_at(place.table, case.board)
        for whom in NAMED:
            people[whom].append(_names(names, seats_for(whom, place.responsible, ())))
    return {
        whom: "; ".join(filter(None, names_of_role)) for whom, names_of_role in people.items() if any(names_of_role)
    }


def _names(names: Mapping[Seat, str], seats: Iterable[Seat]) -> str:
    return ", ".join(names[seat] for seat in seats)


def names_at(table: Table, board: Board | None) -> dict[Seat, str]:
    """Who sits where at that board, each looked up once: a dozen words mean the same four people."""
    # Both lines' members at once, and kept with the table: a decision names them once for each of its orders.
    prefetch_related_objects([table], *PLAYERS)
    return {seat: name_at(table, seat, board) for seat in Seat}


def name_at(table: Table, seat: Seat, board: Board | None) -> str:
    return str(table.player_at(seat, board) or table.seat_names.names[seat])


def scene_record(case: Case, book: Rulebook) -> dict[str, Any]:
    board = case.board
    elsewhere = [place_record(place.table, place.responsible, board) for place in other_places(case)]
    return {
        "round": case.table.round.number,
        "board": board.number if board else None,
        "dealer": str(board.dealt_by or "") if board else "",
        **place_record(case.table, case.responsible, board),
        **({"elsewhere": elsewhere} if elsewhere else {}),
        **_persons_record(case, book),
    }


def place_record(table: Table, responsible: str, board: Board | None) -> dict[str, Any]:
    """Who sat at a table for that board, and who answers there."""
    return {
        "table": table.number,
        "line_a": table.words_a,
        "line_b": table.words_b,
        "seats": {seat.value: name for seat, name in names_at(table, board).items()},
        "responsible": responsible,
    }


def _persons_record(case: Case, book: Rulebook) -> dict[str, Any]:
    """The questions by which the procedure names its persons, with their answers; nothing where it has none."""
    record: dict[str, Any] = {}
    first = book.procedures[case.procedure].persons.get(RESPONSIBLE)
    if first and first.ask:
        record["responsible_asked"] = words(first.ask)
    persons = own_persons(case, book).items()
    questions = [
        {"person": name, "asked": words(person.ask), "who": case.persons[name]}
        for name, person in persons
        if person.ask and case.persons.get(name)
    ]
    cards = cards_record(case, book)
    return record | ({"persons": questions} if questions else {}) | ({"cards": cards} if cards else {})


def answers_record(case: Case) -> dict[str, Any]:
    """The arbiter's own answers, as a revision that is given up reads them back (`referee/cases/actions.py`)."""
    record: dict[str, Any] = {
        "board": case.board_id,
        "responsible": case.responsible,
        "persons": dict(case.persons),
        "detectors": list(case.detectors),
        "evidence": case.evidence,
        "undetected": case.undetected,
        "timing": case.timing,
        "facts": dict(case.facts),
    } | {name: dict(answers) for name, answers in (("known", case.known), ("cards", case.cards)) if answers}
    # That it happened at no other table was told too.
    return record if case.elsewhere is None else record | {"elsewhere": dict(case.elsewhere)}


def detection_record(case: Case, book: Rulebook) -> dict[str, Any]:
    """How it came to light, who was heard, and which modes that excludes by which article (66, 69, 70)."""
    detection = detection_of(case)
    if detection is None:
        return {}
    mode = detection.emergence.mode.value
    mode_words = book.facts["modalita"].answers.get(mode) if "modalita" in book.facts else None
    return {
        "detectors": list(case.detectors),
        "evidence": case.evidence,
        "undetected": case.undetected,
        "timing": case.timing,
        "mode": mode,
        "words": words(mode_words) if mode_words else {},
        "heard": list(detection.heard),
        "excluded": [
            {"mode": mode.mode.value, "article": mode.article, "seats": list(seats)}
            for mode, seats in detection.excluded
        ],
        "articles": list(detection.articles),
    }


def options_record(options: Mapping[str, str], book: Rulebook) -> list[dict[str, Any]]:
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
        fact_record(procedure.facts[step.fact], step.answer, procedure, mattered=True) | _known_record(case, step)
        for step, procedure in ((step, book.procedures[step.procedure]) for step in decision.trail)
    ]
    asked_facts = {step.fact for step in decision.trail}
    sources = {
        name: (procedure, fact)
        for procedure in map(book.procedures.__getitem__, decision.path)
        for name, fact in procedure.facts.items()
    }
    needless = [
        fact_record(sources[name][1], value, sources[name][0], mattered=False)
        for name, value in case.facts.items()
        if name not in asked_facts and name in sources and value in sources[name][1].answers
    ]
    return mattered + needless


def _known_record(case: Case, step: TrailStep) -> dict[str, Any]:
    """From where the answer was known without asking, or why it is not what the program knew; nothing for the rest."""
    answer = case.known.get(step.fact)
    return {"known": answer} if answer and step.source == "arbiter" else {}


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


def step_record(step: TrailStep, book: Rulebook, options: Mapping[str, str]) -> dict[str, Any]:
    record = {
        "procedure": step.procedure,
        "fact": step.fact,
        "answer": step.answer,
        "source": step.source,
        "excluded": list(step.excluded),
    }
    instead = excluded_record(book, step, options)
    return record | ({"instead": instead} if instead else {})


def excluded_record(book: Rulebook, step: TrailStep, options: Mapping[str, str]) -> list[dict[str, Any]]:
    """What the answer excluded, so that it can be read without the numbers of the rules."""
    return [
        {
            "answers": [words(answer) for answer in exclusion.answers],
            "outcomes": [words(outcome) for outcome in exclusion.outcomes],
            "more": exclusion.more,
        }
        for exclusion in excluded_by(book, step, options)
    ]


def article_record(article: Article) -> dict[str, Any]:
    record: dict[str, Any] = {
        "number": article.number,
        "title": words(article.title),
        "summary": words(article.summary),
    }
    return record | ({"note": words(article.note)} if article.note else {})


def faculty_record(case: Case, book: Rulebook, question: Question | None) -> dict[str, Any]:
    """The choice that answers this question, in words that need no code; nothing where it is nobody's."""
    if question is None:
        return {}
    facts = {**case.facts, **case.tournament.options, **{step.fact: step.answer for step in question.trail}}
    faculty = question.procedure.faculty(question.fact.name, facts)
    if faculty is None:
        return {}
    names = people_by_role(case).get(faculty.of, "")
    return {
        "fact": question.fact.name,
        "procedure": question.procedure.id,
        "of": faculty.of,
        "who": chooser_record(faculty.called or book.effects.whom[faculty.of], names),
        "may": words(faculty.may),
        "until": words(faculty.until),
        "alone": faculty.alone,
        "articles": [article_record(book.articles[number]) for number in faculty.cites],
    }


def person_in_words(case: Case, answer: str) -> str:
    """Who was tapped: the seat with its player's name, a line, both or nobody."""
    return person_words(answer, names_at(case.table, case.board), case.tournament.seat_names)
