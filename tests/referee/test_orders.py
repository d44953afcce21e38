"""Reservations and standing orders after the ruling: who may close them, and what follows."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from referee.actions.cases import Detected
from referee.actions.orders import end_order, invoke_reservation, lapse_reservation
from referee.actions.rulings import Details, decide
from referee.models import Reservation, StandingOrder
from tests.factories import NOON, acting
from tournaments.actions.base import Refused

BY_EAST = Detected(seats=["E"], timing="tempestiva")
CONTESTED = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "incompleta"}


@pytest.fixture
def reservation(ruled):
    """East's reservation, open at table 1."""
    facts = {"scelta": "sanatoria-sospesa"}
    ruled("altra-anomalia", facts, detected=BY_EAST, reason="Si vedrà", details=Details(voiced_by="E"))
    return Reservation.objects.get()


@pytest.fixture
def order(ruled):
    ruled("accusa-anticipata", CONTESTED)
    return StandingOrder.objects.first()


def test_only_who_voiced_a_reservation_may_invoke_it(reservation, bruno):
    with pytest.raises(Refused, match="Piero Galli"):
        invoke_reservation(by=acting(bruno), reservation=reservation, seat="W")
    reservation.refresh_from_db()
    assert reservation.is_open


def test_an_invoked_reservation_opens_its_case(reservation, bruno, board):
    case = invoke_reservation(by=acting(bruno), reservation=reservation, seat="E")
    assert (case.procedure, case.board, case.responsible) == ("riserva-invocata", board, "N")
    assert (case.number, case.state) == (2, "draft")
    reservation.refresh_from_db()
    assert (reservation.state, reservation.invoked_case) == ("invoked", case)


def test_a_reservation_is_invoked_once(reservation, bruno):
    invoke_reservation(by=acting(bruno), reservation=reservation, seat="E")
    with pytest.raises(Refused, match="già chiusa"):
        invoke_reservation(by=acting(bruno), reservation=reservation, seat="E")


def test_a_repeated_request_invokes_once(reservation, bruno):
    first = invoke_reservation(by=acting(bruno, key="k"), reservation=reservation, seat="E")
    assert invoke_reservation(by=acting(bruno, key="k"), reservation=reservation, seat="E") == first


def test_a_reservation_invoked_too_soon_stays_open(reservation, bruno, say):
    case = invoke_reservation(by=acting(bruno), reservation=reservation, seat="E")
    case = say(case, facts={"effetto-temuto": "non-ancora"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    again = Reservation.objects.get(state="open")
    assert (again.voiced_by, again.consequence) == ("E", "riserva-invocata")


def test_a_reservation_lapses_at_the_end_of_the_deal(reservation, bruno):
    lapsed = lapse_reservation(by=acting(bruno), reservation=reservation)
    assert (lapsed.state, lapsed.closed_by) == ("lapsed", bruno)
    with pytest.raises(Refused, match="già chiusa"):
        lapse_reservation(by=acting(bruno), reservation=lapsed)


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_close_reservations(who, cast, reservation):
    with pytest.raises(PermissionDenied):
        invoke_reservation(by=acting(cast[who]), reservation=reservation, seat="E")
    with pytest.raises(PermissionDenied):
        lapse_reservation(by=acting(cast[who]), reservation=reservation)


def test_an_order_ends_once(order, bruno):
    ended = end_order(by=acting(bruno), order=order)
    assert (ended.state, ended.ended_by, ended.ended_at) == ("ended", bruno, NOON)
    with pytest.raises(Refused, match="già finito"):
        end_order(by=acting(bruno), order=order)


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_end_orders(who, cast, order):
    with pytest.raises(PermissionDenied):
        end_order(by=acting(cast[who]), order=order)


def test_the_database_wants_a_closed_reservation_to_say_when(reservation):
    with pytest.raises(IntegrityError), transaction.atomic():
        Reservation.objects.filter(pk=reservation.pk).update(state="lapsed")


def test_the_database_wants_an_ended_order_to_say_when(order):
    with pytest.raises(IntegrityError), transaction.atomic():
        StandingOrder.objects.filter(pk=order.pk).update(state="ended")
