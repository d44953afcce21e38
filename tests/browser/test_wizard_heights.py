"""How high on a phone the answers begin: every anomaly's first screens, as the server writes them, within one page."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from django.test import Client
from playwright.sync_api import Page

from codes.deciding.book import Procedure
from people.accounts.models import User
from referee.cases.actions import open_case
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.wizard.steps import Position, Step, position
from tests import factories
from tournaments.rounds.models import Board, Table
from tournaments.setup.models import Tournament

# Of the 420 pixels the demonstration's own line takes thirty, which a real tournament has not.
HIGHEST = 390
# Screens after the first one of each anomaly, by the first answer that may be given.
LATER = 3

MEASURE = """text => {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#case");
  document.querySelector("#case").replaceWith(fresh);
  scrollTo(0, 0);
  const words = fresh.querySelector(".help-words"), more = fresh.querySelector(".help-more");
  if (words && words.scrollHeight > words.clientHeight + 1 && !more?.offsetWidth) return "cut without a word";
  const answers = ".answer, .segments label, .seat-table-choice .seat, .pack label, .step-actions .btn";
  const first = fresh.querySelector(answers);
  return first ? Math.round(first.getBoundingClientRect().top) : 0;
}"""

pytestmark = pytest.mark.long


def answer_to(at: Position) -> dict[str, str]:
    """What the first button of a screen sends."""
    if at.question and at.step is Step.QUESTION:
        return {"fact": at.question.fact.name, "answer": next(iter(at.question.fact.answers))}
    if at.step is Step.DETECTION:
        return {"seats": "E", "timing": Case.Timing.TIMELY}
    if at.step is Step.PERSON:
        return {"person": at.person_name, "who": "N"}
    return {"responsible": "N"} if at.step is Step.SEAT else {"none": "1"}


def screens(case: Case, client: Client, keys: Iterator[int]) -> Iterator[tuple[str, str]]:
    """The first screens of a case: which one, and its page."""
    address, book = f"/tornei/{case.tournament.slug}/casi/{case.number}/", book_of(case.tournament)
    for _screen in range(1 + LATER):
        case.refresh_from_db()
        at = position(case, book)
        if at.step is Step.DECISION:
            return
        yield f"{case.procedure}, {at.step} {at.fact}", client.get(address).content.decode()
        sent = {"key": f"h{next(keys)}", "version": case.version, "step": at.step, **answer_to(at)}
        if client.post(address, sent).status_code != 302:
            return


def playing(game: str) -> tuple[Tournament, Table, Board]:
    tournament = factories.make_playing_burraco(tables=1) if game == "burraco" else factories.make_levante()
    table = Table.objects.filter(round__tournament=tournament).order_by("number")[0]
    return tournament, table, table.round.boards.order_by("number")[0]


def beginning(table: Table, board: Board, procedure: Procedure, user: User, key: str) -> Case:
    where = None if procedure.whole_match else board
    return open_case(by=factories.acting(user, key=key), table=table, board=where, procedure=procedure.id)


@pytest.mark.parametrize("game", ["tressette", "burraco"])
def test_answers_begin_in_the_upper_half_of_a_phone(
    transactional_db: None, open_page: Callable[..., Page], client_of: Callable[[User], Client], game: str
) -> None:
    tournament, table, board = playing(game)
    bruno = factories.make_person("bruno")
    factories.give_role(bruno, tournament, factories.CAST["bruno"][2])
    page, client, keys, low = open_page("phone", user=bruno), client_of(bruno), count(), {}
    measured = 0
    for procedure in book_of(tournament).applicable(tournament.options):
        case = beginning(table, board, procedure, bruno, f"h{next(keys)}")
        if not measured:
            page.goto(f"/tornei/{tournament.slug}/casi/{case.number}/")
        for screen, text in screens(case, client, keys):
            top = page.evaluate(MEASURE, text)
            measured += 1
            if not isinstance(top, int) or top > HIGHEST:
                low[screen] = top
    assert measured > 100
    assert low == {}
