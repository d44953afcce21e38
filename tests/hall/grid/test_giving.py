"""A score typed into its cell: read, refused, doubted; what was typed is never lost."""

import pytest
from django.test import Client

from tests.asking import HTMX, send, source, text
from tests.tournaments.scores.cell import CELL, GRID, in_force
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


@pytest.mark.parametrize(
    ("line_a", "line_b", "result"),
    [
        ("7", "", (7, 4, 0, 0)),
        ("7", "4", (7, 4, 0, 0)),
        ("7+3", "", (10, 4, 3, 0)),
        ("7", "+3", (7, 7, 0, 3)),
        ("", "11", (0, 11, 0, 0)),
        (" 7 + 3 ", "4+4", (10, 8, 3, 4)),
    ],
)
def test_score_is_written_as_at_the_table(
    scorer: Client, tournament: Tournament, line_a: str, line_b: str, result: tuple[int, int, int, int]
) -> None:
    sure = "/".join(map(str, result))  # 0–11 is improbable: it is sent a second time
    answer = send(scorer, CELL, line_a=line_a, line_b=line_b, version=0, sure=sure)
    assert answer.url == GRID + "#cell-1-1"
    assert in_force() == result


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("", ""), "Scrivi i punti delle carte di N-S"),
        (("sette", ""), "Scrivi i punti delle carte, per esempio 7"),
        (("-3", ""), "Scrivi i punti delle carte, per esempio 7"),
        (("12", ""), "Le carte danno al più 11 punti"),
        (("7", "5"), "devono fare 11"),
        (("7+5", "4"), "L’accusa di N-S è impossibile"),
        (("٣", ""), "Scrivi i punti delle carte, per esempio 7"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_impossible_score_is_refused_with_the_reason_and_kept_in_the_form(
    scorer: Client, tournament: Tournament, lines: tuple[str, str], why: str, htmx: bool
) -> None:
    line_a, line_b = lines
    answer = send(scorer, CELL, line_a=line_a, line_b=line_b, version=0, htmx=htmx)
    assert answer.status_code == 422
    assert why in text(answer)
    assert not line_a or f'value="{line_a}"' in source(answer)
    assert not BoardScore.objects.exists()


def test_cell_answers_alone_with_the_figures_of_its_row(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="7", version=0, htmx=True)
    page = source(answer)
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="cell-1-1"' in page
    assert 'id="mp-1" hx-swap-oob="true">+3<' in page
    assert "Mancano 3 punteggi, 1 da confermare." in text(answer)


def test_form_sent_twice_counts_once(scorer: Client, tournament: Tournament) -> None:
    for _ in range(2):
        answer = send(scorer, CELL, key="una", line_a="7", version=0, htmx=True)
        assert answer.status_code == 200
    assert BoardScore.objects.count() == 1


def test_same_score_again_is_no_correction(scorer: Client, given: BoardScore) -> None:
    assert send(scorer, CELL, line_a="7", line_b="4", version=1).status_code == 302
    assert BoardScore.objects.count() == 1


def test_form_without_its_key_is_refused(scorer: Client, tournament: Tournament) -> None:
    answer = scorer.post(CELL, {"line_a": "7", "version": 0}, headers=HTMX)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer)


@pytest.mark.parametrize("key", ["a\x00b", "k" * 65, " "], ids=["a NUL", "too long", "blank"])
@pytest.mark.parametrize("htmx", [True, False])
def test_key_that_no_page_of_ours_makes_is_refused_and_the_form_kept(
    scorer: Client, tournament: Tournament, key: str, htmx: bool
) -> None:
    answer = send(scorer, CELL, key=key, line_a="7", version=0, htmx=htmx)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer)
    assert 'value="7"' in source(answer)
    assert not BoardScore.objects.exists()


def test_form_without_its_version_is_refused(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="7", htmx=True)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer)


# Asked twice


@pytest.mark.parametrize("htmx", [True, False])
def test_an_improbable_score_is_asked_twice(scorer: Client, tournament: Tournament, htmx: bool) -> None:
    answer = send(scorer, CELL, line_a="11", version=0, htmx=htmx)
    assert answer.status_code == 422
    assert "è un cappotto" in text(answer)
    assert 'name="sure" value="11/0/0/0"' in source(answer)
    assert not BoardScore.objects.exists()
    answer = send(scorer, CELL, line_a="11", version=0, sure="11/0/0/0", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert in_force() == (11, 0, 0, 0)


def test_another_improbable_score_is_asked_again(scorer: Client, tournament: Tournament) -> None:
    answer = send(scorer, CELL, line_a="0", version=0, sure="11/0/0/0", htmx=True)
    assert answer.status_code == 422
    assert not BoardScore.objects.exists()
