"""Cards laid down that do not hold leave two orders at the table (120); a spectator sits at no seat (88–91)."""

import pytest

from codes.deciding.walk import Decision
from codes.finding.procedures import find_procedures
from codes.seats import Seat
from referee.cases.models import Case
from referee.cases.walk import book_of, outcome
from referee.orders.actions import end_order
from referee.orders.models import StandingOrder
from tests.factories import acting
from tests.referee.cards.test_card_endings import HANDS, tell
from tests.referee.told import BY_EAST

SUBJECT = {"momento-messa-a-terra": "di-mano", "carte-calate": "soggetta"}


@pytest.fixture
def laid_down(ruled):
    """North laid down cards one of which can be beaten; East said so."""
    return ruled("messa-a-terra", SUBJECT, detected=BY_EAST)


def test_both_partners_are_bound_each_for_his_time(laid_down):
    orders = StandingOrder.objects.order_by("pk")
    assert [(order.seats, order.until) for order in orders] == [(["N"], "finche-di-mano"), (["S"], "fine-passata")]
    assert laid_down.case.procedure == "messa-a-terra"


def test_the_order_is_lifted_when_the_lead_passes_and_the_partners_stays(laid_down, bruno):
    end_order(by=acting(bruno), order=StandingOrder.objects.get(until="finche-di-mano"))
    (left,) = StandingOrder.objects.filter(state="active")
    assert (left.what, left.seats) == ("meglio-a-meglio-se-di-mano", ["S"])


def test_a_valid_laying_down_leaves_nothing_at_the_table(ruled):
    facts = {"momento-messa-a-terra": "di-mano", "carte-calate": "reggono", "pretesa-avversari": "nulla"}
    ruled("messa-a-terra", facts, detected=BY_EAST)
    assert not StandingOrder.objects.exists()


def test_what_the_cards_do_is_known_from_the_last_ending_of_that_hand(told, say, bruno):
    """North's hand, tapped: the wizard asks no more whether it holds; an ending of another hand says nothing."""
    case = told("messa-a-terra", {"momento-messa-a-terra": "di-mano"}, detected=BY_EAST)
    assert outcome(case, book_of(case.tournament)).fact.name == "carte-calate"
    for laid_down, hands in ((Seat.N, HANDS), (Seat.W, HANDS)):
        tell(case, bruno, hands=hands, leader=laid_down, laid_down=laid_down)
        reached = outcome(Case.objects.get(pk=case.pk), book_of(case.tournament))
        assert isinstance(reached, Decision) is (laid_down is Seat.N)
    tell(case, bruno, laid_down=Seat.N)
    reached = outcome(Case.objects.get(pk=case.pk), book_of(case.tournament))
    assert [effect.what for effect in reached.effects if effect.verb == "oblige"] == [
        "meglio-a-meglio",
        "meglio-a-meglio-se-di-mano",
    ]
    case.refresh_from_db()
    contradicted = say(case, facts={"carte-calate": "reggono"}, contradicts="Le altre erano dichiarate")
    assert contradicted.known["carte-calate"]["reason"] == "Le altre erano dichiarate"


def test_removing_a_spectator_names_no_player(ruled):
    ruling = ruled(
        "spettatori", {"questione-spettatore": "allontanamento", "motivo-valido": "si"}, reason="Telefona a voce alta"
    )
    words = [effect["words"]["it"] for effect in ruling.effects]
    assert words[-1] == "Per lo spettatore: allontanamento dal tavolo."


@pytest.mark.long
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("ha calato tutto", "messa-a-terra"),
        ("guarda le pigliate", "rivedere-pigliate"),
        ("spettatore suggerisce", "spettatori"),
    ],
)
def test_what_people_say_finds_the_anomaly(draft, said, found):
    book = book_of(draft.tournament)
    assert find_procedures(said, book, draft.tournament.options).names[0] == found
