"""A frozen meld stays in sight at the table until it is freed, like any other standing order."""

import pytest

from referee.orders.actions import end_order
from referee.orders.models import StandingOrder
from tests.factories import acting


@pytest.fixture
def at_burraco(tournament):
    """The hall's tournament, played at Burraco."""
    tournament.rulebook = "fibur-burraco-2019"
    tournament.save()


def test_a_frozen_meld_is_a_standing_order_of_the_line(at_burraco, ruled):
    ruled("carta-penalizzata", {"momento": "gioco-proseguito"})
    order = StandingOrder.objects.get()
    assert (order.verb, order.what, order.until) == ("freeze", "gioco", "fine-smazzata")
    assert order.seats == ["N", "S"]
    assert order.words["it"].startswith("Il gioco è congelato fino al termine della smazzata")


def test_a_freed_meld_is_no_longer_in_sight(at_burraco, ruled, bruno):
    ruled("carte-giocate-irregolarmente", {"situazione-irregolare": "senza-carte", "carta-del-giro-dopo": "matta"})
    order = StandingOrder.objects.get()
    end_order(by=acting(bruno), order=order)
    order.refresh_from_db()
    assert order.state == "ended"


def test_a_discard_ordered_at_once_does_not_stand(at_burraco, ruled):
    remarked = {"da-allora": "gioca", "rilievo": "altro", "errore-sul-tavolo": "nessuno", "ha-gia-preso": "no"}
    ruled("rilievo-del-compagno", remarked)
    assert [order.what for order in StandingOrder.objects.all()] == ["sanare-giochi-errati"]
