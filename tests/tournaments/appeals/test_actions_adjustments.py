"""Adjustments: given and cancelled with a reason, by those who may."""

import pytest
from django.core.exceptions import PermissionDenied

from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.factories import NOON, acting, make_adjustment
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament


@pytest.fixture
def entry(tournament):
    return tournament.entries.get(number=1)


def give(user, entry, **fields):
    fields = {"round": None, "kind": "vp", "amount": -2, "reason": "Ritardo al tavolo"} | fields
    return give_adjustment(by=acting(user), entry=entry, **fields)


@pytest.mark.parametrize("name", ["dora", "giulia"])
def test_director_and_chief_arbiter_give_a_penalty(cast, entry, round_1, name):
    adjustment = give(cast[name], entry, round=round_1, reference="Provvedimento 4")
    assert (adjustment.kind, adjustment.amount, adjustment.reason) == ("vp", -2, "Ritardo al tavolo")
    assert (adjustment.given_by, adjustment.given_at, adjustment.round) == (cast[name], NOON, round_1)
    assert adjustment.reference == "Provvedimento 4"


@pytest.mark.parametrize("name", ["bruno", "sara", "carla", "ettore"])
def test_others_give_none(cast, entry, name):
    with pytest.raises(PermissionDenied):
        give(cast[name], entry)
    assert not Adjustment.objects.exists()


def test_a_warning_has_no_amount(dora, entry):
    assert give(dora, entry, kind="warning", amount=0).amount == 0
    with pytest.raises(Refused, match="l’ammonizione nessuna"):
        give(dora, entry, kind="warning", amount=-1)


def test_no_amount_or_an_unknown_kind_is_refused(dora, entry):
    with pytest.raises(Refused, match="vogliono una quantità"):
        give(dora, entry, amount=0)
    with pytest.raises(Refused):
        give(dora, entry, kind="multa")


def test_a_penalty_needs_a_reason(dora, entry):
    with pytest.raises(Refused, match="motivo"):
        give(dora, entry, reason="  ")


def test_a_round_of_another_tournament_is_a_programming_error(dora, entry, other_tournament):
    with pytest.raises(ValueError, match="is not a round of"):
        give(dora, entry, round=other_tournament.rounds.get())


def test_a_penalty_is_cancelled_with_a_reason_and_kept(dora, giulia, entry):
    adjustment = cancel_adjustment(by=acting(giulia), adjustment=give(dora, entry), reason=" Coppia sbagliata ")
    assert (adjustment.cancelled_by, adjustment.cancelled_at) == (giulia, NOON)
    assert (adjustment.cancel_reason, adjustment.amount, adjustment.is_cancelled) == ("Coppia sbagliata", -2, True)


def test_cancelling_needs_a_reason_and_happens_once(dora, entry):
    adjustment = give(dora, entry)
    with pytest.raises(Refused, match="motivo"):
        cancel_adjustment(by=acting(dora), adjustment=adjustment, reason="")
    cancel_adjustment(by=acting(dora), adjustment=adjustment, reason="Coppia sbagliata")
    with pytest.raises(Refused, match="già annullata"):
        cancel_adjustment(by=acting(dora), adjustment=adjustment, reason="Ancora")


@pytest.mark.parametrize("name", ["bruno", "sara", "carla", "ettore"])
def test_others_cancel_none(cast, entry, name):
    adjustment = make_adjustment(entry, cast["dora"])
    with pytest.raises(PermissionDenied):
        cancel_adjustment(by=acting(cast[name]), adjustment=adjustment, reason="Perché sì")


def test_both_are_logged(dora, entry, round_1):
    adjustment = give(dora, entry, round=round_1)
    cancel_adjustment(by=acting(dora), adjustment=adjustment, reason="Coppia sbagliata")
    given, cancelled = LogEntry.objects.all()
    assert given.data == {
        "entry": 1,
        "round": 1,
        "kind": "vp",
        "amount": -2,
        "reason": "Ritardo al tavolo",
        "reference": "",
    }
    assert (cancelled.action, cancelled.data["reason"]) == ("cancel_adjustment", "Coppia sbagliata")


def test_by_hand_no_penalty_that_wants_two_persons_nor_many_small_ones(entry, round_1, giulia, dora):
    Tournament.objects.update(confirm_vp=3)
    with pytest.raises(Refused, match="Da 3 VP in questo torneo una penalità vuole due persone"):
        give(giulia, entry, amount=-3)
    with pytest.raises(Refused, match="vuole due persone"):
        give(giulia, entry, amount=-20, reference="Provvedimento n. 1")
    give(giulia, entry, amount=-2)
    with pytest.raises(Refused, match="vuole due persone"):
        give(giulia, entry, amount=-1)
    assert give(giulia, entry, amount=20).amount == 20
    assert give(dora, entry, amount=-1).amount == -1


def test_a_single_arbiter_gives_every_penalty_by_hand(entry, giulia, tournament):
    Tournament.objects.update(confirm_vp=3, single_arbiter=True)
    tournament.memberships.filter(user=giulia).update(role=Role.DIRECTOR)
    assert give(giulia, entry, amount=-3).amount == -3


def test_by_hand_no_penalty_is_cancelled_that_two_persons_gave(entry, giulia, dora):
    heavy = give(giulia, entry, amount=-5, reference="Provvedimento n. 1")
    Tournament.objects.update(confirm_vp=3)
    with pytest.raises(Refused, match=r"si toglie annullando o rivedendo il Provvedimento n\. 1"):
        cancel_adjustment(by=acting(dora), adjustment=heavy, reason="Troppi")
    assert Adjustment.objects.get().is_cancelled is False
