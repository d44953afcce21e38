"""One law, one door: whatever is tapped on the quick page gives the ruling that the wizard gives for the same facts."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import transaction

from codes.deciding.walk import Decision, Question
from codes.seats import Line
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.decisions.details import Details
from referee.decisions.happenings import LATE, LATENESS, ON_TIME, OTHER_LATE, Concerns, Happening, lateness, situations
from referee.incidents.actions import record_happening
from referee.orders.models import StandingOrder
from referee.rulings.actions import decide
from referee.wizard.steps import Step, position
from tests import factories
from tests.factories import acting
from tournaments.entries.models import Entry
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment
from tournaments.standings.queries import standings

KINDS = [(2, "pairs"), (4, "teams")]
WHY, SETTLED = "Accertato al tavolo", Details(earned=2600, match=(250, -250))


@pytest.fixture
def tournament(db, kind):
    deals, contest = kind
    return factories.make_playing_burraco(boards_per_round=deals, contest=contest)


def told_with_taps(table) -> Iterator[tuple[Happening, Decision]]:
    """Everything that can be told of the table on the quick page, each question answered in every way."""
    for happening in _begun(table):
        yield from _answered(happening, table)


def _begun(table) -> Iterator[Happening]:
    for one in situations(table):
        for line in Line if one.concerns is Concerns.LINE else (None,):
            yield one.on(line)
    rows = ["", *book_of(table.round.tournament).procedures[LATENESS].facts[LATE].answers]
    for a in rows:
        for b in rows:
            if told := lateness({Line.A: a, Line.B: b}):
                yield told


def _answered(happening, table) -> Iterator[tuple[Happening, Decision]]:
    reached = happening.outcome(table)
    assert reached is not None
    if isinstance(reached, Decision):
        missing = happening.person_missing(table)
        for who in missing.answers if missing else ():
            yield replace(happening, persons={missing.name: who}), reached
        if missing is None:
            yield happening, reached
        return
    for value in reached.fact.answers:
        yield from _answered(replace(happening, facts={**happening.facts, reached.fact.name: value}), table)


def by_the_quick_page(by, table, happening, details):
    record_happening(by=by, table=table, happening=happening, reason=WHY, details=details, expected_version=0)


def by_the_wizard(by, table, happening, details):
    """The same facts, one screen after the other, without a board."""
    case = open_case(by=replace(by, key=f"{by.key}-o"), table=table)
    said = {Step.ANOMALY: {"procedure": happening.procedure}, Step.SEAT: {"responsible": happening.responsible}}
    said[Step.PERSON] = {"persons": happening.persons}
    case = answer(
        by=replace(by, key=f"{by.key}-a"),
        case=case,
        expected_version=case.version,
        answers=Answers(**said[Step.ANOMALY]),
    )
    for step in range(20):
        at = position(case, book_of(case.tournament))
        if at.step is Step.DECISION:
            break
        told = (
            {"facts": {at.question.fact.name: happening.facts[at.question.fact.name]}}
            if at.step is Step.QUESTION
            else said[at.step]
        )
        case = answer(
            by=replace(by, key=f"{by.key}-{step}"), case=case, expected_version=case.version, answers=Answers(**told)
        )
    decide(by=by, case=case, expected_version=case.version, reason=WHY, details=details)


def what_came_of_it(tournament):
    (case,) = Case.objects.all()
    (ruling,) = case.rulings.all()
    return {
        "effects": ruling.effects,
        "cites": ruling.cites,
        "path": ruling.path,
        "readings": ruling.readings,
        "title": ruling.title,
        "number": (ruling.number, ruling.version, ruling.departed),
        "board": (case.board, ruling.scene["board"]),
        "match": list(MatchScore.objects.current().values_list("kind", "vp_a", "vp_b", "mp_a", "mp_b", "reference")),
        "adjustments": list(Adjustment.objects.values_list("entry__number", "kind", "amount", "reference", "reason")),
        "orders": list(StandingOrder.objects.values_list("verb", "what", "seats")),
        "entries": list(Entry.objects.values_list("number", "state", "until_round")),
        "standings": [(row.entry.number, row.vp, row.mp) for row in standings(tournament).rows],
    }


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=[f"{contest}-{deals}" for deals, contest in KINDS])
def test_every_tap_and_answer_gives_what_the_wizard_gives(giulia, tournament, table):
    """Each told in both ways, each way taken back before the next."""
    seen = list(told_with_taps(table))
    assert len(seen) > 50
    for happening, _decision in seen:
        came = []
        for door in (by_the_quick_page, by_the_wizard):
            with transaction.atomic():
                door(acting(giulia, key=door.__name__[7:]), table, happening, SETTLED)
                came.append(what_came_of_it(tournament))
                transaction.set_rollback(True)
        assert came[0] == came[1], happening


@pytest.mark.parametrize("kind", [(2, "pairs")])
def test_a_quarrel_gives_the_whole_of_article_39(giulia, tournament, table):
    """The zero, the referral, the ban, the better score already earned, and out of the tournament."""
    facts = {"motivo-abbandono": "litigio", "colpa-del-litigio": "coppia", "punteggio-superiore": "si"}
    happening = Happening(procedure="abbandono", line=Line.B, facts=facts)
    by_the_quick_page(acting(giulia), table, happening, Details(earned=810))
    came = what_came_of_it(tournament)
    assert came["match"] == [("abbandono-colpevole", 18, 0, 810, -1005, "Provvedimento n. 1")]
    assert {effect["verb"] for effect in came["effects"]} == {"discipline", "fixed_score", "forbid", "withdraw"}
    assert came["orders"] == [("forbid", "riprendere-il-torneo", ["W", "E"])]
    assert (2, "withdrawn", 1) in came["entries"]


@pytest.mark.parametrize("kind", [(2, "pairs")])
def test_every_question_that_is_left_open_is_one_of_the_code(tournament, table):
    for happening in _begun(table):
        reached = happening.outcome(table)
        if isinstance(reached, Question):
            assert reached.fact.name in reached.procedure.facts
    assert OTHER_LATE in lateness({Line.A: "entro-2"}).facts
    assert lateness({Line.A: "entro-2"}).facts[OTHER_LATE] == ON_TIME
