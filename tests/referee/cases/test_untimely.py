"""Raised too early or too late: the error that counts is that of whoever raised it (65, 71)."""

import pytest

from codes.seats import Seat
from referee.cases.actions import Detected
from referee.cases.persons import detecting_party
from referee.decisions.details import Details
from tournaments.scores.models import Adjustment

PENALISED = {"chi-eccepisce": "avversario", "punteggio-annotato": "no", "scelta": "correzione", "onere": "penalita-vp"}
REVOKE = "mancata-risposta"


@pytest.mark.parametrize(
    ("responsible", "detectors", "whose"),
    [
        ("N", ["E"], "E"),  # an opponent raised it late
        ("N", ["S"], "S"),  # the partner
        ("N", ["N", "E"], "N"),  # together: the responsible comes first (70)
        ("N", ["E", "S"], "S"),  # then the partner
        ("N", ["E", "W"], "B"),  # both opponents: their line
        ("B", ["N"], "N"),
        ("E", [], "A"),  # contested, nobody told by whom: the other line
        ("none", [], "none"),
    ],
)
def test_the_error_is_that_of_whoever_raised_it(responsible, detectors, whose):
    assert detecting_party(responsible, detectors) == whose


def test_the_penalty_strikes_the_line_of_whoever_raised_it_late(ruled, table):
    late = Detected(seats=["E"], timing="tardiva")
    ruling = ruled(
        REVOKE, PENALISED, responsible="N", detected=late, reason="Ha aspettato di vedere.", details=Details(amount=1)
    )
    (penalty,) = Adjustment.objects.all()
    assert (penalty.entry, penalty.amount) == (table.line_b, -1)
    (effect,) = [effect for effect in ruling.effects if effect["verb"] == "penalty"]
    assert table.player_at(Seat.E).last_name in effect["words"]["it"]
    assert table.player_at(Seat.N).last_name not in effect["words"]["it"]


def test_raised_in_time_the_penalty_strikes_the_responsible(ruled, table):
    timely = Detected(seats=["E"], timing="tempestiva")
    ruled(
        "altra-anomalia",
        {"scelta": "correzione", "onere": "penalita-vp"},
        responsible="N",
        detected=timely,
        reason="Recidivo.",
        details=Details(amount=1),
    )
    (penalty,) = Adjustment.objects.all()
    assert penalty.entry == table.line_a
