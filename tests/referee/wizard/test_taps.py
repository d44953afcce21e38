"""How many taps lead from the table's page to the confirmed ruling: along every worked case, and on the pages."""

from statistics import median

import pytest
from django.urls import reverse

from codes.deciding.book import Example, Rulebook
from codes.deciding.walk import Question, walk
from codes.library import get_rulebook
from referee.cases.actions import Answers, Detected, give
from referee.cases.models import Case
from referee.cases.persons import ANSWERS
from referee.rulings.models import Ruling
from referee.wizard.steps import Position, Step, joined, position, shortcuts
from tournaments.setup.models import Tournament

KEYS = iter(range(10**6))
MOST = 7  # the median along the worked cases of a code
# A procedure whose law asks for more than two answers takes longer: none may grow beyond this.
MOST_OF_ONE = 9
DOOR = 8  # what the general principles decide, screens sent from the table to the ruling
# Those that ask first what happened in three screens or more, or add a disciplinary measure.
OVER = [
    "accusa-dimenticata-o-errata",
    "accusa-tardiva",
    "accusa-tre-di-quattro",
    "carta-contro-dichiarazione",
    "carta-ritirata",
    "carte-esposte",
    "formazione-coppie",
    "rivedere-pigliate",
    "sanatoria-esplicita",
    "sovranita-errata",
]
DETECTED = {
    "constatazione": Detected(evidence=True),
    "ravvedimento": Detected(seats=["N"]),
    "palesamento": Detected(seats=["S"]),
    "contestazione": Detected(seats=["E"]),
    "nessuna": Detected(),
}
BESIDES_ONE = 3  # folded open, the moment, and the button: of a detection too early or too late


def worked(code: str) -> list[Example]:
    book = get_rulebook(code)
    listed = (one for one in book.examples if one.case.expect.applies and book.procedures[one.procedure].listed)
    return [one for one in listed if not _starts_midway(one, book)]


def _starts_midway(example: Example, book: Rulebook) -> bool:
    """Some worked cases name facts that the program knows otherwise; the arbiter says so with a reason, at leisure."""
    known = {fact.name: fact for one in book.procedures.values() for fact in one.facts.values() if fact.known}
    return any(name in known for name in example.case.facts)


def taps(example: Example, case: Case, book: Rulebook) -> int:
    """The taps along a worked case: opened on its board, the answers one by one, read out, confirmed."""
    return sum(screens(example, case, book))


def screens(example: Example, case: Case, book: Rulebook) -> list[int]:
    """The taps on each screen of the way; each screen is sent once."""
    facts, on = example.case.facts, [1, 1]
    give(case, Answers(procedure=example.procedure))
    while (at := position(case, book)).step != Step.DECISION:
        on.append(1)
        match at.step:
            case Step.SEAT:
                give(case, Answers(responsible=ANSWERS[at.person.choose][0]))
            case Step.PERSON:
                give(case, Answers(persons={at.person_name: ANSWERS[at.person.choose][0]}))
            case Step.DETECTION:
                on[-1] += _detect(case, facts)
            case Step.ELSEWHERE:
                give(case, Answers(elsewhere={}))
            case Step.CARDS:
                give(case, Answers(cards={name: [] for name in at.cards}))
            case Step.QUESTION:
                on[-1] += joined(case, book, at) is not None
                give(case, Answers(facts=_tapped(at, case, book, facts)))
            case other:
                raise AssertionError(f"{example.procedure}: {other}")
    return [*on, 1]


def _tapped(at: Position, case: Case, book: Rulebook, facts: dict[str, str]) -> dict[str, str]:
    """The answers of one screen: with the first those of the question that joins it and of the one below."""
    question, told = at.question, {}
    second, below = joined(case, book, at) or (None, shortcuts(case, book, at))
    for asked in (question, second, below.get(_said(second or question, facts))):
        if asked:
            told[asked.fact.name] = _said(asked, facts)
    return told


def _said(question: Question, facts: dict[str, str]) -> str:
    return facts.get(question.fact.name) or next(iter(question.fact.answers))


def _detect(case: Case, facts: dict[str, str]) -> int:
    found, timing = DETECTED[facts.get("modalita", "contestazione")], facts.get("tempo", "tempestiva")
    give(case, Answers(detected=Detected(seats=found.seats, evidence=found.evidence, timing=timing)))
    return BESIDES_ONE if timing != "tempestiva" and not found.by_nobody else 0


@pytest.fixture
def playing(tournament, monkeypatch):
    """A new case at a table that plays by this code under these options, not stored."""

    def make(code: str, options: dict[str, str]) -> Case:
        monkeypatch.setattr(Tournament, "options", options)
        tournament.game, tournament.rulebook = get_rulebook(code).game, code
        table = tournament.rounds.get(number=1).tables.get(number=1)
        table.round.tournament = tournament
        return Case(tournament=tournament, number=1, table=table, board=tournament.boards.order_by("number")[0])

    return make


@pytest.mark.long
def test_the_door_of_general_principles_is_eight_screens(playing):
    """From the table to the ruling, each sent once; what some errors ask of themselves comes on top."""
    code = "fitres-tressette"
    book = get_rulebook(code)
    through = [
        (one.procedure, len(screens(one, playing(code, one.case.options), book)))
        for one in worked(code)
        if "principi-generali" in walk(book, one.procedure, facts=one.case.facts, options=one.case.options).path
    ]
    assert median(count for _name, count in through) <= DOOR
    assert sorted({name for name, count in through if count > DOOR}) == OVER


@pytest.mark.long
@pytest.mark.parametrize("code", ["fitres-tressette", "fibur-burraco-2019"])
def test_the_median_from_the_table_to_the_ruling_is_seven_taps(playing, code):
    book, found = get_rulebook(code), dict[str, list[int]]()
    for example in worked(code):
        found.setdefault(example.procedure, []).append(taps(example, playing(code, example.case.options), book))
    assert median(count for counts in found.values() for count in counts) <= MOST
    assert {name: median(counts) for name, counts in found.items() if median(counts) > MOST_OF_ONE} == {}


# -- the pages -------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(client_of, bruno):
    client = client_of(bruno)

    def run(name, *args, **fields):
        if not fields:
            return client.get(reverse(name, args=["coppa-levante", *args]))
        case = Case.objects.last()
        data = {"key": f"t{next(KEYS)}", "version": case.version if case else 0, **fields}
        return client.post(reverse(name, args=["coppa-levante", *args]), data, follow=True)

    return run


@pytest.mark.long
def test_six_taps_lead_from_the_board_to_the_ruling(visit, board):
    table = " ".join(visit("table", 1, 1).content.decode().split())
    assert f'form="new-case" name="board" value="{board.number}"' in table
    visit("new_case", 1, 1, board=board.number)
    visit("case", 1, step="anomalia", procedure="carte-esposte")
    visit("case", 1, step="posto", responsible="N")
    visit("case", 1, step="rilevazione", seats="E", timing="tempestiva")
    visit("case", 1, step="domanda", fact="esposizione", answer="leggibili")
    visit("decide_case", 1, reason="", voiced_by="")
    assert Ruling.objects.get().detection["mode"] == "contestazione"


def test_whoever_said_it_in_time_is_one_button(visit, draft, say):
    say(draft, procedure="carte-esposte", responsible="N")
    page = visit("case", draft.number).content.decode()
    first, folded = page.split('<details class="quiet-action">', 1)
    assert 'name="timing" value="tempestiva"' in first
    assert first.count('<button class="seat ') == 4
    assert "Nessuno se n’è accorto" in first
    assert "Quando?" in folded.split("</details>")[0]


def test_when_is_not_asked_where_the_table_asks_for_the_moment_itself(visit, draft, say):
    # «La prima battuta è finita?» (182) says when: the moment of the detection would be asked twice.
    say(draft, procedure="accusa-dimenticata-o-errata", responsible="N")
    say(draft, facts={"difetto-accusa": "incompleta"})
    page = visit("case", draft.number).content.decode()
    assert "Chi lo ha detto?" in page
    assert "Quando?" not in page
    assert 'name="timing"' not in page
    shown = visit("case", draft.number, step="rilevazione", seats="N").content.decode()
    assert "La prima battuta è finita?" in shown
    assert "in tempo" not in shown.split('id="given"')[1].split("</section>")[0]


def test_another_anomaly_that_asks_when_asks_anew(draft, say):
    say(draft, procedure="accusa-dimenticata-o-errata", responsible="N")
    say(draft, detected=Detected(seats=["N"]))
    assert Case.objects.get().detection_given
    say(draft, procedure="accusa-anticipata")
    say(draft, procedure="carte-esposte")
    assert not Case.objects.get().detection_given


def test_the_articles_are_folded_below_the_answers_so_far(visit, draft, say):
    say(draft, procedure="carte-esposte", responsible="N", detected=Detected(seats=["E"], timing="tempestiva"))
    page = visit("case", draft.number).content.decode()
    assert page.index('id="given"') < page.index("Che cosa dice il codice") < page.index("law-number")
    assert "<details" in page[page.index("Finora") : page.index("Che cosa dice il codice")]
