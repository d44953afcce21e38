"""A person who is in the roster: handed out with their data, and erased with them."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from federation.roster.actions import accept_roster, lift_suspension
from federation.roster.queries import Preview
from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from keeping.personal_data.queries import Person, as_json
from keeping.retention.rules import TABLE
from people.accounts.models import Federation, Player, User
from people.players.models import Member, MemberChange, RosterUpdate, Suspension
from tests import factories
from tests.factories import NOON, acting, make_suspension
from tests.federation.roster.rosters import ANNA, LUCA, stage, take


@pytest.fixture
def olga(fitres: Federation) -> User:
    user = factories.make_officer("olga", fitres)
    user.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def anna(fitres: Federation, olga: User) -> Player:
    """In the roster under another name at first, suspended once, in a file that waits; and a player with the card."""
    take(olga, fitres, ANNA.replace("Conti", "Contini"), LUCA)
    take(olga, fitres, ANNA, LUCA)
    given = make_suspension(
        Member.objects.get(card_key="101"), olga, reason="Anna Conti ha urlato", reference="Conti 4"
    )
    lift_suspension(by=acting(olga), suspension=given, reason="Anna si è scusata")
    make_suspension(Member.objects.get(card_key="102"), olga, reason="Altro")
    stage(olga, fitres, ANNA, LUCA)
    return Player.objects.create(first_name="Anna", last_name="Conti", card_number="00101", federation=fitres)


def everything() -> str:
    rows = [list(model.objects.order_by("pk").values()) for model in (Member, MemberChange, Suspension, RosterUpdate)]
    return json.dumps(rows, default=str, ensure_ascii=False)


def test_what_the_roster_says_of_somebody_is_handed_out(anna, olga):
    told = json.loads(as_json(Person.of_player(anna), at=NOON, by=olga))
    records = {one["kind"]: one["records"] for one in told["sections"]}
    assert [one["last_name"] for one in records["people.Member"]] == ["Conti"]
    assert [one["kind"] for one in records["people.MemberChange"]] == ["joined", "changed"]
    assert [one["reason"] for one in records["people.Suspension"]] == ["Anna Conti ha urlato"]


def test_nothing_of_the_person_is_left_in_the_roster(anna, olga, fitres):
    found = find_texts(Words.of_player(anna))
    erasure = erase_person(by=acting(olga), player=anna, found=found, reason="Lo ha chiesto")
    told = everything()
    assert [word for word in ("Conti", "101", "Anna", "scusata", "urlato") if word in told] == []
    erased = Member.objects.get(last_name=f"⟦{erasure.number}⟧")
    assert (erased.card_key, erased.left_at) == ("", NOON)
    # That there was a suspension stays, and whatever is others'.
    assert list(Suspension.objects.order_by("pk").values_list("reason", flat=True)) == [f"⟦{erasure.number}⟧", "Altro"]
    assert Member.objects.get(card_key="102").last_name == "Serra"
    # The file that waits does not bring them back.
    assert [one.last_name for one in Preview(RosterUpdate.objects.get(state="pending")).file.members] == ["Serra"]


def test_the_roster_goes_on_after_an_erasure(anna, olga, fitres):
    found = [one for one in find_texts(Words.of_player(anna)) if one.sure]
    erase_person(by=acting(olga), player=anna, found=found, reason="Lo ha chiesto")
    update = stage(olga, fitres, LUCA)
    accepted = accept_roster(by=acting(olga), update=update, version=2)
    assert (accepted.outcome["gone"], accepted.outcome["unchanged"]) == (0, 1)


def test_who_left_is_due_ten_years_after_and_who_was_erased_no_more(anna, olga, fitres):
    rules = {one.kind: one for one in TABLE if one.kind in ("people.Member", "people.MemberChange")}
    now = timezone.now()
    assert [list(rule.due(now)) for rule in rules.values()] == [[], []]
    Member.objects.filter(card_key="101").update(left_at=now - timedelta(days=3700))
    due = [one.last_name for one in rules["people.Member"].due(now)]
    assert (due, rules["people.MemberChange"].due(now).count()) == (["Conti"], 2)
    found = [one for one in find_texts(Words.of_player(anna)) if one.sure]
    erase_person(by=acting(olga), player=anna, found=found, reason="Dieci anni")
    assert [list(rule.due(now)) for rule in rules.values()] == [[], []]
