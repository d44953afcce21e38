"""The score grid: who sees it and what it offers; as one form where there is no script."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.asking import DESK, queries_of, send, source, text
from tests.tournaments.scores.cell import CELL, GRID, REASON, close, current
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


def test_grid_shows_every_table_and_board(scorer: Client, tournament: Tournament, given: BoardScore) -> None:
    page = text(scorer.get(GRID))
    assert "1 Conti – Serra 2 Galli – Fontana" in page
    assert "Smazzata 1 , N-S – E-O Smazzata 2" in page
    assert "Mancano 3 punteggi, 1 da confermare." in page


def test_grid_offers_the_next_step_only_when_nothing_is_missing(dora: User, client_of, round_1: Round) -> None:
    client = client_of(dora)
    bar = '<div class="primary-bar" id="primary" data-live>'
    page = source(client.get(GRID))
    assert ("Chiudi il turno" in page, "Il turno si chiude quando ci sono tutti i risultati." in page) == (False, True)
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            factories.make_score(table, board, (7, 4), dora)
    assert "Chiudi il turno" not in source(client.get(GRID)).split(bar)[1]
    factories.one_hand(round_1.tournament)
    assert "Chiudi il turno" in source(client.get(GRID)).split(bar)[1]


def test_grid_of_a_draft_shows_who_will_sit_where(dora: User, client_of, tournament: Tournament) -> None:
    page = text(client_of(dora).get(DESK + "turni/2/"))
    assert "finché non li pubblichi li vede solo la direzione" in page
    assert "Anna Conti" in page
    assert "Pubblica i tavoli" in page


def test_grid_of_a_closed_round_is_read_and_names_the_way_to_write_again(
    scorer: Client, dora: User, client_of, round_1: Round, given: BoardScore
) -> None:
    """Nothing there looks as if it could be written; the director opens a deal, or the round again."""
    close(round_1)
    director = client_of(dora)
    for client in (scorer, director):
        page = source(client.get(GRID))
        assert 'name="a-' not in page
        assert 'class="cell-shown"' in page
        assert "Turno chiuso: qui i punteggi si leggono." in page
    assert "Lo riapre il direttore di gara." in text(scorer.get(GRID))
    assert "Per correggerne uno apri la sua casella. Per scriverne altri riapri il turno ." in text(director.get(GRID))
    assert 'name="line_a"' in source(director.get(CELL))


def test_grid_costs_the_same_with_four_pairs_and_with_twenty_four(dora: User, client_of) -> None:
    counts = []
    for slug, pairs in (("quattro", 4), ("ventiquattro", 24)):
        one = factories.make_tournament(slug)
        factories.give_role(dora, one, Role.DIRECTOR)
        entries = factories.make_entries(one, pairs)
        round = factories.make_round(one, 1, list(zip(entries[::2], entries[1::2], strict=True)))
        for table in round.tables.all():
            factories.make_score(table, round.boards.first(), (7, 4), dora)
        counts.append(queries_of(client_of(dora), f"/tornei/{slug}/direzione/turni/1/"))
    assert counts[0] == counts[1] <= 20


def test_grid_of_another_tournament_is_not_found(ettore: User, carla: User, client_of, tournament: Tournament) -> None:
    assert client_of(ettore).get(GRID).status_code == 404
    assert client_of(carla).get(GRID).status_code == 404
    assert Client().get(GRID).url.startswith("/accesso/")


# As one form, without a script

ALL = GRID + "punteggi/"
EMPTY = {f"{line}-{table}-{board}-0": "" for line in "ab" for table in (1, 2) for board in (1, 2)}
GIVEN = {name: value for name, value in EMPTY.items() if "-1-1-" not in name} | {"a-1-1-1": "7", "b-1-1-1": "4"}


def test_the_cell_that_says_something_new_is_recorded(scorer: Client, given: BoardScore) -> None:
    answer = send(scorer, ALL, **(GIVEN | {"a-2-1-0": "10"}))
    assert answer.url == GRID + "#cell-2-1"
    assert BoardScore.objects.get(table__number=2).points_a == 10
    assert current_of(given) == given


def current_of(score: BoardScore) -> BoardScore:
    return BoardScore.objects.current().get(table=score.table, board=score.board)


def test_a_cell_typed_over_asks_its_reason_on_the_page_of_its_score(scorer: Client, given: BoardScore) -> None:
    answer = send(scorer, ALL, **(GIVEN | {"a-1-1-1": "8", "b-1-1-1": "3"}))
    assert answer.status_code == 422
    assert REASON in text(answer)
    assert f'action="{CELL}"' in source(answer) and 'name="line_a" value="8"' in source(answer)


def test_a_cell_typed_over_an_old_page_is_told_what_came_meanwhile(scorer: Client, given: BoardScore) -> None:
    answer = send(scorer, ALL, **(EMPTY | {"a-1-1-0": "8"}))
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 7 – 4" in text(answer)


def test_one_page_gives_two_cells_with_one_key(scorer: Client, tournament: Tournament) -> None:
    send(scorer, ALL, key="una", **(EMPTY | {"a-1-1-0": "7"}))
    send(scorer, ALL, key="una", **(EMPTY | {"a-1-2-0": "6"}))
    assert BoardScore.objects.count() == 2


def test_a_button_of_the_grid_confirms_its_table(scorer: Client, given: BoardScore) -> None:
    assert send(scorer, ALL, **GIVEN, confirm="1:1.1").url == GRID + "#row-1"
    assert current().state == "confirmed"


@pytest.mark.parametrize("confirm", ["", "1-1", "1-1-x", "9" * 5000, "1-1-" + "9" * 20])
def test_a_grid_that_says_nothing_new_changes_nothing(scorer: Client, given: BoardScore, confirm: str) -> None:
    assert send(scorer, ALL, **GIVEN).url == GRID
    assert send(scorer, ALL, **GIVEN, confirm=confirm).url == GRID
    assert current() == given


def test_the_grid_as_a_form_is_for_whoever_may(client_of, bruno: User, ettore: User, given: BoardScore) -> None:
    assert send(client_of(ettore), ALL, **GIVEN).status_code == 404
    assert send(client_of(bruno), ALL, **GIVEN, confirm="1-1-1").status_code == 403
    assert Client().get(ALL).url.startswith("/accesso/")
    assert client_of(bruno).get(ALL).status_code == 405
