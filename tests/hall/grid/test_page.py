"""The page of one score: its versions, its place, what it never does."""

import pytest
from django.test import Client

from tests import factories
from tests.asking import DESK, send, source, text
from tests.tournaments.scores.cell import CELL, GRID
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


def test_page_of_a_score_without_versions(scorer: Client, tournament: Tournament) -> None:
    assert "Ancora nessun punteggio" in text(scorer.get(CELL))


def test_page_of_a_score_offers_the_confirmation(scorer: Client, given: BoardScore) -> None:
    assert "Conferma questo punteggio" in text(scorer.get(CELL))


@pytest.mark.parametrize("place", ["tavoli/9/smazzate/1/", "tavoli/1/smazzate/3/", "tavoli/1/smazzate/99/"])
def test_place_that_does_not_exist_is_not_found(scorer: Client, tournament: Tournament, place: str) -> None:
    assert scorer.get(GRID + place).status_code == 404
    assert send(scorer, GRID + place, line_a="7", version=0).status_code == 404


def test_table_where_a_pair_rests_has_no_score(scorer: Client, tournament: Tournament) -> None:
    entry = tournament.entries.get(number=1)
    Round.objects.filter(number=1).update(state="closed")
    factories.make_round(tournament, 3, [(entry, None)])
    assert "riposa" in text(scorer.get(DESK + "turni/3/"))
    assert scorer.get(DESK + "turni/3/tavoli/1/smazzate/5/").status_code == 404


def test_reasons_are_never_markup(scorer: Client, given: BoardScore) -> None:
    for reason in ("", "<script>alert(1)</script>"):
        answer = send(scorer, CELL, line_a="9", line_b="<b>", version=1, reason=reason)
        assert "<b>" not in source(answer)
    send(scorer, CELL, line_a="9", line_b="2", version=1, reason="<script>alert(1)</script>")
    assert "<script>alert" not in source(scorer.get(CELL))


@pytest.mark.parametrize(("path", "method"), [(GRID, "post"), (CELL, "put"), (CELL + "conferma/", "get")])
def test_other_methods_are_refused(scorer: Client, tournament: Tournament, path: str, method: str) -> None:
    assert getattr(scorer, method)(path).status_code == 405
