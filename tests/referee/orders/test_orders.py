"""Reservations and standing orders after the ruling: who may close them, and what follows."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from records.requests import Refused
from referee.cases.actions import open_case
from referee.cases.walk import book_of
from referee.decisions.details import Details
from referee.home.waiting_lines import pending_in
from referee.orders.actions import end_order, invoke_reservation, lapse_reservation
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.actions import decide
from referee.wizard.steps import answers_in_order
from tests.asking import send, text
from tests.factories import NOON, acting
from tests.referee.told import BY_EAST, CONTESTED
from tournaments.publication.actions import publish_provisional
from tournaments.rounds.models import Round


@pytest.fixture
def reservation(ruled):
    """East's reservation, open at table 1."""
    facts = {"scelta": "sanatoria-sospesa", "gioco-proseguito": "avversari"}
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


@pytest.fixture
def about_it(reservation, table, board, bruno):
    """The case of that reservation opened in the wizard, not from its card."""
    case = open_case(by=acting(bruno), table=table, board=board, procedure="riserva-invocata")
    case.refresh_from_db()
    return case


def test_the_wizard_knows_who_voiced_the_reservation(about_it, say):
    assert (about_it.detectors, about_it.timing, about_it.responsible) == (["E"], "tempestiva", "N")
    book = book_of(about_it.tournament)
    assert ("Riserva", "Piero Galli") in [(one.label, one.value) for one in answers_in_order(about_it, book)]
    case = say(about_it, procedure="altra-anomalia")
    assert (case.detectors, case.timing, case.responsible) == ([], "", "")


def test_a_reservation_not_invoked_in_time_is_closed_by_its_ruling(reservation, about_it, say, bruno):
    say(about_it, facts={"effetto-temuto": "si"})
    case = say(about_it, facts={"chi-invoca": "nessuno"})
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert [(one["verb"], one.get("finality")) for one in ruling.effects] == [("sanatoria", "definitiva")]
    reservation.refresh_from_db()
    assert (reservation.state, reservation.closed_by) == ("lapsed", bruno)


def test_a_reservation_invoked_in_the_wizard_is_closed_by_its_ruling(reservation, about_it, say, bruno):
    for fact, told in {
        "effetto-temuto": "si",
        "chi-invoca": "titolare",
        "momento-riserva": "subito",
        "colpa": "nessuna",
    }.items():
        case = say(about_it, facts={fact: told})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    reservation.refresh_from_db()
    assert (reservation.state, reservation.invoked_case) == ("invoked", case)


def test_a_reservation_found_in_the_wizard_to_be_invoked_too_soon_stays_open(reservation, about_it, say, bruno):
    case = say(about_it, facts={"effetto-temuto": "non-ancora"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert Reservation.objects.get(state="open") == reservation


def test_of_two_reservations_on_a_board_the_arbiter_says_which(reservation, table, board, bruno):
    Reservation.objects.create(
        ruling=reservation.ruling, voiced_by="W", consequence="riserva-invocata", words={}, opened_at=NOON
    )
    with pytest.raises(Refused, match="più d’una"):
        open_case(by=acting(bruno), table=table, board=board, procedure="riserva-invocata")


def test_a_reservation_on_another_board_stays_open(reservation, table, round_1, bruno, say):
    case = open_case(by=acting(bruno), table=table, board=round_1.boards.get(number=2), procedure="riserva-invocata")
    assert case.detectors == []
    case = say(case, facts={"effetto-temuto": "mai"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    reservation.refresh_from_db()
    assert reservation.is_open


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


@pytest.fixture
def choice(order):
    """A card to be replaced, left to North."""
    words = {"it": "N può sostituire la carta", "en": "N may replace the card"}
    return StandingOrder.objects.create(
        ruling=order.ruling, verb="choose", what="sostituzione", words=words, seats=["N"], started_at=NOON
    )


@pytest.mark.parametrize(
    ("outcome", "words"), [("chosen", "esercitata"), ("waived", "rinunciata"), ("lapsed", "decaduta")]
)
def test_a_choice_has_an_outcome_in_one_tap(choice, bruno, client_of, outcome, words):
    client, where = client_of(bruno), "/tornei/coppa-levante/"
    assert f'name="outcome" value="{outcome}"' in client.get(f"{where}turni/1/tavoli/1/").content.decode()
    assert "aspetta una scelta" in text(client.get(f"{where}arbitraggio/"))
    assert "2 facoltà da esercitare al tavolo" in text(client.get("/"))
    send(client, f"{where}ordini/{choice.pk}/fine/", outcome=outcome)
    choice.refresh_from_db()
    assert (choice.state, choice.ended_by, choice.state_words) == (outcome, bruno, words)
    assert f"N può sostituire la carta {words}" in text(client.get(f"{where}provvedimenti/1/"))
    with pytest.raises(Refused, match="La scelta è già fatta"):
        end_order(by=acting(bruno), order=choice)


def test_a_choice_that_waits_does_so_on_every_page_also_of_a_closed_round(choice, bruno, client_of, round_1, dora):
    """The page of the standings before they are final, the arbiter's first screen and the start page."""
    stage = round_1.stage
    Round.objects.filter(pk=round_1.pk).update(state="closed")
    shown = {"data_version": stage.tournament.data_version, "incomplete": True, "reason": "Si vede intanto"}
    publish_provisional(by=acting(dora), stage=stage, **shown)
    said = text(client_of(dora).get("/tornei/coppa-levante/direzione/classifiche/"))
    assert "In sospeso: Provvedimento n. 1, tavolo 1, smazzata 1 e un’altra cosa (scelta da chiudere)." in said
    client = client_of(bruno)
    assert "scelta da chiudere" in text(client.get("/tornei/coppa-levante/arbitraggio/"))
    assert "2 facoltà da esercitare al tavolo" in text(client.get("/"))
    for one in StandingOrder.objects.filter(verb="choose"):
        end_order(by=acting(bruno, key=str(one.pk)), order=one, outcome="lapsed")
    assert not list(pending_in(round_1.tournament))
    assert "facoltà da esercitare" not in text(client.get("/"))


def test_an_order_has_no_outcome_of_a_choice(order, choice, bruno):
    with pytest.raises(Refused):
        end_order(by=acting(bruno), order=order, outcome="chosen")
    with pytest.raises(Refused):
        end_order(by=acting(bruno, key="k"), order=choice, outcome="active")


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
