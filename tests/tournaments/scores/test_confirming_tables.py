"""The scores of a table confirmed by one button, and those of all tables where nothing speaks against them."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.models import LogEntry
from records.requests import Refused, StaleVersion
from tests import factories
from tests.asking import send, source, text
from tests.factories import acting
from tests.tournaments.scores.cell import GRID
from tournaments.rounds.models import Table
from tournaments.scores.confirmation_actions import confirm_table, confirm_tables
from tournaments.scores.models import BoardScore

TABLE = GRID + "tavoli/1/conferma/"


@pytest.fixture
def both(table: Table, dora: User) -> Table:
    for board in table.round.boards.all():
        factories.make_score(table, board, (7, 4), dora)
    return table


def states() -> list[str]:
    return list(BoardScore.objects.current().order_by("table", "board").values_list("state", flat=True))


@pytest.mark.parametrize("htmx", [True, False])
def test_one_button_confirms_a_table(scorer: Client, both: Table, htmx: bool) -> None:
    assert 'value="1:1.1-2.1">Conferma' in source(scorer.get(GRID)).replace("\n", "")
    answer = send(scorer, TABLE, seen="1.1-2.1", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert states() == ["confirmed", "confirmed"]
    line = LogEntry.objects.order_by("sequence").last()
    assert line
    assert (line.action, line.data) == ("confirm_table", {"round": 1, "table": 1, "boards": [[1, 1], [2, 1]]})


def test_without_a_script_the_button_names_its_table(scorer: Client, both: Table) -> None:
    assert send(scorer, GRID + "punteggi/", confirm="1:1.1-2.1").status_code == 302
    assert states() == ["confirmed", "confirmed"]


@pytest.mark.parametrize(
    ("seen", "status", "words"),
    [
        ("1.1-2.2", 409, "Intanto un punteggio è cambiato"),
        ("1.1-9.1", 409, "Intanto un punteggio è cambiato"),
        ("tutto", 422, "Ricarica la pagina"),
        ("", 422, "Ricarica la pagina"),
    ],
)
def test_what_was_not_seen_is_not_confirmed(scorer: Client, both: Table, seen: str, status: int, words: str) -> None:
    for htmx in (True, False):
        answer = send(scorer, TABLE, seen=seen, htmx=htmx)
        assert answer.status_code == status
        assert words in text(answer)
    assert states() == ["given", "given"]


def test_nobody_confirms_a_table_of_their_own(both: Table, dora: User, client_of) -> None:
    assert 'name="confirm"' not in source(client_of(dora).get(GRID))
    with pytest.raises(Refused, match="Conferma una persona diversa"):
        confirm_table(by=acting(dora), table=both, seen={1: 1, 2: 1})
    assert states() == ["given", "given"]


def test_an_old_version_raises_what_is_in_force(both: Table, sara: User) -> None:
    with pytest.raises(StaleVersion):
        confirm_table(by=acting(sara), table=both, seen={1: 1, 2: 7})


def test_all_tables_that_agree_are_confirmed_and_the_changed_one_is_left(
    scorer: Client, both: Table, dora: User, sara: User
) -> None:
    other = both.round.tables.get(number=2)
    for board in both.round.boards.all():
        factories.make_score(other, board, (6, 5), dora)
    assert 'name="seen" value="1:1.1-2.1 2:1.1-2.1"' in source(scorer.get(GRID))
    answer = send(scorer, GRID + "conferma/", seen="1:1.1-2.1 2:1.1-2.2")
    assert answer.status_code == 302
    page = text(scorer.get(GRID))
    assert "Punteggi confermati." in page
    assert "Intanto cambiati, e non confermati: tavoli 2." in page
    assert states() == ["confirmed", "confirmed", "given", "given"]
    line = LogEntry.objects.order_by("sequence").last()
    assert line
    assert line.data == {"round": 1, "tables": [[1, [1, 1], [2, 1]]]}
    with pytest.raises(Refused, match="Intanto i punteggi sono cambiati"):
        confirm_tables(by=acting(sara), round=both.round, seen={2: {1: 3}})
