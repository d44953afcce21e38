"""A score corrected: by a new version with its reason, beside what came meanwhile; what a ruling annulled."""

import pytest
from django.test import Client

from people.accounts.models import User
from tests.asking import send, source, text
from tests.tournaments.scores.cell import CELL, GRID, REASON, close, current
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


@pytest.mark.parametrize("htmx", [True, False])
def test_correction_without_a_reason_asks_for_it(scorer: Client, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="8", line_b="3", version=1, htmx=htmx)
    assert answer.status_code == 422
    assert REASON in text(answer)
    assert 'value="8"' in source(answer)
    assert 'name="reason"' in source(answer)
    assert current() == given


def test_correction_with_a_reason_is_a_new_version(scorer: Client, given: BoardScore) -> None:
    send(scorer, CELL, line_a="8", line_b="3", version=1, reason="Letto male")
    assert (current().version, current().points_a, current().reason) == (2, 8, "Letto male")
    page = text(scorer.get(CELL))
    assert "8 – 3 da confermare Letto male Versione 2, di Sara Moro" in page
    assert "7 – 4 sostituito Versione 1, di Dora Pace" in page


@pytest.mark.parametrize("htmx", [True, False])
def test_score_given_meanwhile_is_shown_beside_ones_own(scorer: Client, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="8", line_b="3", version=0, htmx=htmx)
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 7 – 4" in text(answer)
    assert 'value="8"' in source(answer)
    assert ('name="a-1-1-1"' if htmx else 'name="version" value="1"') in source(answer)
    assert current() == given


def test_board_annulled_meanwhile_is_told(scorer: Client, bruno: User, client_of, annulled: BoardScore) -> None:
    answer = send(scorer, CELL, line_a="8", version=0, htmx=True)
    assert answer.status_code == 422
    assert "può cambiarlo solo un arbitro" in text(answer)
    assert 'value="8"' in source(answer)
    answer = send(client_of(bruno), CELL, line_a="8", version=0, htmx=True)
    assert answer.status_code == 409
    assert "Intanto Giulia Marchi ha annullato la smazzata." in text(answer)


def test_annulled_board_waits_for_its_arbitral_score(
    scorer: Client, bruno: User, client_of, annulled: BoardScore
) -> None:
    assert 'name="a-1-1-1"' not in source(scorer.get(GRID))
    assert "in attesa di un punteggio" in text(scorer.get(CELL))
    assert 'name="line_a"' not in source(scorer.get(CELL))
    assert 'name="line_a"' in source(client_of(bruno).get(CELL))


def test_annulled_board_of_ordinary_play_is_scored_again(
    scorer: Client, tournament: Tournament, annulled: BoardScore
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(forma="ordinario")
    assert 'name="a-1-1-1"' in source(scorer.get(GRID))
    assert send(scorer, CELL, line_a="8", version=1, reason="Rigiocata").status_code == 302
    assert current().points_a == 8


def test_closed_round_is_corrected_only_by_the_director(
    scorer: Client, dora: User, client_of, round_1: Round, given: BoardScore
) -> None:
    close(round_1)
    correction = {"line_a": "8", "line_b": "3", "version": 1, "reason": "Foglio ritrovato", "cause": "scorer"}
    assert send(scorer, CELL, **correction).status_code == 403
    correction["seen"] = Tournament.objects.get().data_version
    assert send(client_of(dora), CELL, **correction).status_code == 302
    assert current().points_a == 8
