"""One's own last score taken back while nobody has confirmed it: nothing is overwritten, and the log says so."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from people.accounts.models import User
from records.models import LogEntry
from records.requests import Refused, StaleVersion
from records.rights import Role
from tests.asking import send, source, text
from tests.factories import NOON, acting, give_role, make_score, make_user
from tests.tournaments.scores.cell import CELL, GRID, close, current, in_force
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import annul_board, confirm_score, give_score, undo_score
from tournaments.scores.models import BoardScore
from tournaments.staff.log_words import words_of_line

LATER = NOON + timedelta(minutes=1)


@pytest.fixture
def mine(sara: User, table: Table, board: Board) -> BoardScore:
    """7 – 4 at table 1, board 1, given by Sara."""
    return give(sara, table, board, 7)


def give(by: User, table: Table, board: Board, deck: int, *, seen: int = 0, reason: str = "") -> BoardScore:
    points = {"points_a": deck, "points_b": 11 - deck}
    return give_score(by=acting(by), table=table, board=board, expected_version=seen, reason=reason, **points)


def undo(by: User, score: BoardScore) -> BoardScore:
    return undo_score(by=acting(by, at=LATER), score=score)


def test_a_first_score_undone_leaves_the_board_waiting(sara: User, mine: BoardScore) -> None:
    undo(sara, mine)
    assert not BoardScore.objects.current().exists()
    kept = BoardScore.objects.get()
    assert (kept.points_a, kept.state, kept.superseded_at) == (7, "superseded", LATER)
    line = LogEntry.objects.get(action="undo_score")
    assert (line.actor, line.object) == (sara, f"tournaments.BoardScore:{mine.pk}")
    assert words_of_line(line).what == "Punteggio annullato da chi lo aveva dato"


def test_given_again_after_that_it_is_the_next_version_and_says_why(
    sara: User, mine: BoardScore, table: Table, board: Board
) -> None:
    undo(sara, mine)
    give(sara, table, board, 8)
    assert (current().version, in_force()) == (2, (8, 3, 0, 0))
    assert current().reason == "Il punteggio di prima era stato annullato da chi lo aveva dato."
    undo(sara, current())
    assert not BoardScore.objects.current().exists()


def test_a_correction_undone_puts_back_what_it_replaced(
    dora: User, sara: User, mine: BoardScore, table: Table, board: Board
) -> None:
    give(dora, table, board, 9, seen=1, reason="Letto male")
    undo(dora, current())
    assert (current().version, in_force()) == (3, (7, 4, 0, 0))
    assert current().reason == "Annullata la versione 2: vale di nuovo quella di prima."
    with pytest.raises(Refused, match="lo annulla chi lo ha dato"):
        undo(dora, current())
    with pytest.raises(Refused, match="non è stato scritto da te"):
        undo(sara, current())


def test_nobody_undoes_another_s(dora: User, mine: BoardScore) -> None:
    with pytest.raises(Refused, match="lo annulla chi lo ha dato"):
        undo(dora, mine)


def test_confirmed_it_is_corrected_not_undone(dora: User, sara: User, mine: BoardScore) -> None:
    confirm_score(by=acting(dora), score=mine)
    with pytest.raises(Refused, match="già confermato"):
        undo(sara, mine)


def test_of_a_closed_round_nothing_is_undone(sara: User, mine: BoardScore, round_1: Round) -> None:
    close(round_1)
    with pytest.raises(Refused, match="Il turno è chiuso"):
        undo(sara, mine)


def test_after_another_version_it_is_too_late(
    dora: User, sara: User, mine: BoardScore, table: Table, board: Board
) -> None:
    give(dora, table, board, 9, seen=1, reason="Letto male")
    with pytest.raises(StaleVersion):
        undo(sara, mine)


def test_twice_it_is_said_in_words(sara: User, mine: BoardScore) -> None:
    undo(sara, mine)
    with pytest.raises(Refused, match="già stato annullato"):
        undo(sara, mine)


def test_who_gives_no_scores_undoes_none(carla: User, mine: BoardScore) -> None:
    with pytest.raises(PermissionDenied):
        undo(carla, mine)


def test_the_grid_offers_one_s_last_and_undoes_it(scorer: Client, mine: BoardScore) -> None:
    page = scorer.get(GRID)
    assert "Annulla il tuo ultimo: tavolo 1, smazzata 1, 7 – 4" in text(page)
    answer = send(scorer, CELL + "annulla/", version=1)
    assert (answer.status_code, answer["Location"]) == (302, GRID + "#cell-1-1")
    assert "Annulla il tuo ultimo" not in text(scorer.get(GRID))


def test_the_answer_to_a_score_brings_the_button_along(scorer: Client, table: Table) -> None:
    answer = send(scorer, CELL, version=0, line_a="7", htmx=True)
    assert 'id="undo-last"' in source(answer)
    assert "tavolo 1, smazzata 1, 7 – 4" in text(answer)


def test_who_gave_none_is_offered_none(client_of, dora: User, mine: BoardScore) -> None:
    assert "Annulla il tuo ultimo" not in text(client_of(dora).get(GRID))


def test_once_the_last_is_confirmed_the_one_before_is_not_offered(
    scorer: Client, dora: User, sara: User, mine: BoardScore, round_1: Round
) -> None:
    last = give(sara, mine.table, round_1.boards.get(number=2), 6)
    confirm_score(by=acting(dora), score=last)
    assert "Annulla il tuo ultimo" not in text(scorer.get(GRID))


def test_what_replaced_a_ruling_is_neither_offered_nor_undone(
    client_of, giulia: User, mine: BoardScore, table: Table, board: Board
) -> None:
    where = {"table": table, "board": board}
    annul_board(by=acting(giulia), **where, expected_version=1, reference="art. 80", reason="Smazzata mal distribuita")
    again = give(giulia, table, board, 6, seen=2, reason="Rigiocata")
    assert "Annulla il tuo ultimo" not in text(client_of(giulia).get(GRID))
    with pytest.raises(Refused, match="lo rimette in vigore un arbitro"):
        undo(giulia, again)


def test_refused_the_page_says_why(scorer: Client, table: Table, board: Board, dora: User) -> None:
    make_score(table, board, (7, 4), dora)
    answer = send(scorer, CELL + "annulla/", version=1)
    assert answer.status_code == 422
    assert "lo annulla chi lo ha dato" in text(answer)


def test_whoever_gave_the_figures_does_not_confirm_them_after_an_undo(tournament, sara, table, board):
    nina = make_user("nina")
    give_role(nina, tournament, Role.SCORER)
    where = {"table": table, "board": board}
    give_score(by=acting(nina), **where, points_a=8, points_b=3, expected_version=0)
    typed = give_score(by=acting(sara), **where, points_a=7, points_b=4, expected_version=1, reason="x")
    undo_score(by=acting(sara), score=typed)
    with pytest.raises(Refused):
        confirm_score(by=acting(nina), score=BoardScore.objects.current().get())


def test_what_was_confirmed_is_so_again_after_an_undo(cast, table, board):
    where = {"table": table, "board": board}
    first = give_score(by=acting(cast["bruno"]), **where, points_a=8, points_b=3, expected_version=0)
    confirm_score(by=acting(cast["giulia"]), score=first)
    cause = {"reason": "x", "cause": BoardScore.Cause.values[-1]}
    typed = give_score(by=acting(cast["sara"]), **where, points_a=7, points_b=4, expected_version=1, **cause)
    undo_score(by=acting(cast["sara"]), score=typed)
    assert BoardScore.objects.current().get().state == "confirmed"
