"""The seats: play goes counter-clockwise, North-South against East-West."""

import pytest

from codes.seats import Line, Seat, seats_of
from tournaments.setup.games import COMPASS


def test_next_goes_counter_clockwise():
    assert [Seat.N.next, Seat.W.next, Seat.S.next, Seat.E.next] == [Seat.W, Seat.S, Seat.E, Seat.N]


def test_previous_undoes_next():
    assert [seat.next.previous for seat in Seat] == list(Seat)


def test_partner_sits_opposite():
    assert {seat: seat.partner for seat in Seat} == {
        Seat.N: Seat.S,
        Seat.S: Seat.N,
        Seat.E: Seat.W,
        Seat.W: Seat.E,
    }


def test_lines_are_north_south_and_east_west():
    assert {seat.value: seat.line.value for seat in Seat} == {"N": "A", "S": "A", "E": "B", "W": "B"}
    assert (Line.A.other, Line.B.other) == (Line.B, Line.A)


@pytest.mark.parametrize("seat", Seat)
def test_opponents_are_of_the_other_line_next_player_first(seat):
    assert seat.opponents == (seat.next, seat.next.partner)
    assert {opponent.line for opponent in seat.opponents} == {seat.line.other}


@pytest.mark.parametrize("line", Line)
def test_members_of_a_line_sit_in_order(line):
    assert [(seat.line, COMPASS.position(seat)) for seat in seats_of(line)] == [(line, 1), (line, 2)]


def test_first_member_sits_north_or_east():
    assert {seat.value for seat in Seat if COMPASS.position(seat) == 1} == {"N", "E"}


def test_deal_passes_to_the_right_board_after_board():
    assert [Seat.dealer_of(number).value for number in range(1, 7)] == ["N", "W", "S", "E", "N", "W"]
