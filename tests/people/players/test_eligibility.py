"""What the roster says of somebody, case by case, worked out by hand; and who is flagged in a tournament."""

from datetime import date, datetime, timedelta, timezone

import pytest
from django.db import connection
from django.db.models import Model
from hypothesis import given
from hypothesis import strategies as st

from keeping.personal_data.actions import merge_players
from people.accounts.models import Club, Player, User
from people.players.models import Member, Suspension
from tests import factories
from tests.factories import NOON, acting
from tournaments.entries.admission_queries import AT_ONCE, MOST_LOOKED_FOR, finding_in_words, flags_of, sitting_down
from tournaments.entries.eligibility import (
    Ban,
    Contest,
    Finding,
    Person,
    RosterMember,
    are_findings_known,
    as_data,
    findings_text,
    look_up,
)
from tournaments.entries.models import Entry, EntryMember, FindingKind
from tournaments.setup.models import Tournament

DAY = date(2026, 11, 14)
CONTEST = Contest(federation=1, first_day=DAY, last_day=DAY)
ANNA = Person("Conti", "Anna", "00101", "Levante", federation=1)
GOOD = RosterMember("Conti", "Anna", "101", "LEVANTE", date(2026, 1, 1), date(2026, 12, 31))


def listed(**changes: object) -> list[RosterMember]:
    return [RosterMember(**(GOOD.__dict__ | changes))]


def kinds(found: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(one.kind.value, one.about) for one in found]


@pytest.mark.parametrize(
    ("person", "roster", "elsewhere", "expected"),
    [
        ({}, listed(), (), []),
        # The card is good on its last day, and on its first.
        ({}, listed(valid_until=DAY), (), []),
        ({}, listed(valid_from=DAY), (), []),
        ({}, listed(valid_until=date(2026, 11, 13)), (), [("expired", "2026-11-13")]),
        ({}, listed(valid_from=date(2026, 11, 15)), (), [("not_yet", "2026-11-15")]),
        ({}, listed(valid_from=None, valid_until=None), (), []),
        ({}, listed(bans=(Ban(7, date(2026, 11, 1), DAY),)), (), [("suspended", "7")]),
        ({}, listed(bans=(Ban(7, DAY, None),)), (), [("suspended", "7")]),
        ({}, listed(bans=(Ban(7, date(2026, 11, 1), date(2026, 11, 13)),)), (), []),
        ({}, listed(bans=(Ban(7, date(2026, 11, 15), None),)), (), []),
        ({}, listed(left_on=date(2026, 9, 1), valid_until=date(2026, 6, 30)), (), [("left", "2026-09-01")]),
        ({}, [], (), [("unknown", "00101")]),
        ({"card": ""}, [], (), [("no_card", "")]),
        ({"card": "- 0"}, [], (), [("no_card", "")]),
        ({"federation": 2}, [], (), [("foreign", "00101")]),
        ({"federation": 2, "card": ""}, [], (), [("no_card", "")]),
        ({"federation": None}, listed(), (), []),
        ({}, listed(), (7, 3, 7), [("twice", "3, 7")]),
        ({"card": ""}, [], (7,), [("no_card", ""), ("twice", "7")]),
        ({"last_name": "Corti"}, listed(), (), [("name", "Anna Conti")]),
        # A second first name, another order, an accent, an apostrophe are the same name.
        ({"first_name": "Anna Maria"}, listed(), (), []),
        ({"last_name": "Anna", "first_name": "CONTI"}, listed(), (), []),
        ({"last_name": "D'Amico", "first_name": "Nicolo"}, listed(last_name="D’Amico", first_name="Nicolò"), (), []),
        ({"club": "Ponente"}, listed(), (), [("club", "LEVANTE")]),
        ({"club": ""}, listed(), (), []),
        ({"club": "Ponente"}, listed(club=""), (), []),
        (
            {"last_name": "Corti", "club": "Ponente"},
            listed(valid_until=date(2026, 6, 30), bans=(Ban(9, DAY), Ban(7, DAY))),
            (5,),
            [
                ("suspended", "7"),
                ("suspended", "9"),
                ("expired", "2026-06-30"),
                ("twice", "5"),
                ("name", "Anna Conti"),
                ("club", "LEVANTE"),
            ],
        ),
        ({"is_erased": True}, [], (7,), []),
    ],
)
def test_what_the_roster_says(person, roster, elsewhere, expected):
    who = Person(**(ANNA.__dict__ | person))
    assert kinds(look_up(who, CONTEST, roster, elsewhere=elsewhere)) == expected


def test_over_several_days_the_card_is_good_on_each_and_a_suspension_on_any_counts():
    contest = Contest(1, DAY, DAY + timedelta(days=2))
    ends, begins = DAY + timedelta(days=1), DAY + timedelta(days=2)
    roster = listed(valid_until=ends, bans=(Ban(4, begins),))
    assert kinds(look_up(ANNA, contest, roster)) == [("suspended", "4"), ("expired", "2026-11-15")]


def test_the_words():
    assert finding_in_words(Finding(FindingKind.EXPIRED, "2026-06-30")) == "la tessera è scaduta il 30/06/2026"
    assert finding_in_words(Finding(FindingKind.UNKNOWN, "00101")) == "la tessera 00101 non è nell’albo"
    for kind in FindingKind:
        assert finding_in_words(Finding(kind, "2026-06-30"))


FINDINGS = st.lists(st.builds(Finding, st.sampled_from(list(FindingKind)), st.sampled_from(["", "1", "2"])), max_size=5)


@pytest.mark.long
@given(known=FINDINGS, now=FINDINGS)
def test_an_admission_covers_what_was_known_and_nothing_else(known, now):
    before, after = pairs(known), pairs(now)
    assert are_findings_known(now, as_data(known)) == (set(after) <= set(before))
    assert (findings_text([("1/1", now)]) == findings_text([("1/1", known)])) == (before == after)


def pairs(findings: list[Finding]) -> list[tuple[str, str]]:
    return sorted((one.kind.value, one.about) for one in findings if one.kind not in ("name", "club"))


# In a tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return factories.make_tournament()


@pytest.fixture
def olga(tournament: Tournament) -> User:
    return factories.make_officer("olga", tournament.federation)


def member(tournament: Tournament, card: str, name: str, **fields: object) -> Member:
    first, last = name.split(" ", 1)
    told = {"card_number": card, "card_key": card.lstrip("0"), "first_name": first, "last_name": last}
    return Member.objects.create(federation=tournament.federation, **(told | fields))


def entry(tournament: Tournament, number: int, *people: tuple[str, str]) -> Entry:
    """An entry of these players, by name and card."""
    made = Entry.objects.create(tournament=tournament, number=number, name=str(number))
    for position, (name, card) in enumerate(people, start=1):
        first, last = name.split(" ", 1)
        federation = tournament.federation
        player = Player.objects.create(first_name=first, last_name=last, card_number=card, federation=federation)
        EntryMember.objects.create(entry=made, player=player, position=position)
    return made


def told(tournament: Tournament) -> dict[str, list[tuple[str, str]]]:
    return {flag.name: kinds(flag.findings) for flags in flags_of(tournament).values() for flag in flags}


def test_a_federation_without_a_roster_flags_nobody(tournament, django_assert_num_queries):
    entry(tournament, 1, ("Anna Conti", "101"), ("Luca Serra", ""))
    with django_assert_num_queries(1):
        assert flags_of(tournament) == {}
    member(Tournament(federation=factories.make_federation("altra")), "101", "Anna Conti")
    assert flags_of(tournament) == {}


def test_who_is_flagged_in_a_tournament(tournament, olga):
    member(tournament, "00101", "Anna Conti", valid_until=date(2026, 11, 13))
    luca = member(tournament, "102", "Luca Serra", valid_until=date(2026, 11, 14))
    member(tournament, "103", "Piero Galli")
    ban = Suspension.objects.create(member=luca, starts_on=DAY, reason="Ricorso", set_by=olga, set_at=NOON)
    lifted = {"lifted_by": olga, "lifted_at": NOON, "lift_reason": "Accolto"}
    Suspension.objects.create(member=luca, starts_on=DAY, reason="Altro", set_by=olga, set_at=NOON, **lifted)
    entry(tournament, 1, ("Anna Conti", "101"), ("Luca Serra", "102"))
    entry(tournament, 2, ("Piero Galli", "103"), ("Rita Fontana", "999"))
    assert told(tournament) == {
        "Anna Conti": [("expired", "2026-11-13")],
        "Luca Serra": [("suspended", str(ban.pk))],
        "Rita Fontana": [("unknown", "999")],
    }


def test_who_left_the_roster_is_told_by_the_day_here(tournament):
    rome = timezone(timedelta(hours=1))
    member(tournament, "101", "Anna Conti", left_at=datetime(2026, 9, 2, 0, 30, tzinfo=rome))
    entry(tournament, 1, ("Anna Conti", "101"))
    # Everybody has left: there is no roster any more.
    assert told(tournament) == {}
    member(tournament, "102", "Luca Serra")
    # Half past midnight of the second in Italy is still the first in Greenwich.
    assert told(tournament) == {"Anna Conti": [("left", "2026-09-02")]}


def test_the_same_member_twice_is_told_of_both_places(tournament):
    member(tournament, "101", "Anna Conti")
    member(tournament, "102", "Luca Serra")
    first = entry(tournament, 3, ("Anna Conti", "101"), ("Luca Serra", "102"))
    second = entry(tournament, 8, ("Anna Conti", "00101"), ("Luca Serra", ""))
    # By the card, whatever zeros are in front; without a card by the name that only one member has.
    assert told(tournament) == {"Anna Conti": [("twice", "3")], "Luca Serra": [("no_card", ""), ("twice", "3")]}
    flags = flags_of(tournament, [first])
    assert [(one.name, kinds(one.findings)) for one in flags[first.pk]] == [
        ("Anna Conti", [("twice", "8")]),
        ("Luca Serra", [("twice", "8")]),
    ]
    second.state, second.until_round = Entry.State.WITHDRAWN, 0
    second.save()
    assert flags_of(tournament) == {}


def test_of_two_members_of_one_name_none_is_meant(tournament):
    for card in ("101", "102"):
        member(tournament, card, "Anna Conti")
    entry(tournament, 3, ("Anna Conti", "101"))
    second = entry(tournament, 8, ("Anna Conti", ""))
    assert told(tournament) == {"Anna Conti": [("no_card", "")]}
    (flag,) = flags_of(tournament)[second.pk]
    assert sorted(one.card for one in flag.perhaps) == ["101", "102"]


def test_a_merged_record_counts_as_the_one_that_stands_for_it(tournament, dora):
    member(tournament, "101", "Anna Conti")
    made = entry(tournament, 1, ("Anna Conti", ""))
    kept = Player.objects.create(
        first_name="Anna", last_name="Conti", card_number="101", federation=tournament.federation
    )
    assert told(tournament) == {"Anna Conti": [("no_card", "")]}
    old = made.members.get().player
    merge_players(by=acting(dora), kept=kept, merged=old, reason="È lei")
    assert told(tournament) == {}
    # Both records in one tournament, as only a copy of before could have it.
    other = Entry.objects.create(tournament=tournament, number=9, name="9")
    EntryMember.objects.create(entry=other, player=kept, position=1)
    flags = {flag.number: kinds(flag.findings) for flags in flags_of(tournament).values() for flag in flags}
    assert flags == {1: [("twice", "9")], 9: [("twice", "1")]}


def test_who_has_left_the_entry_is_not_asked_about(tournament):
    member(tournament, "101", "Anna Conti")
    made = entry(tournament, 1, ("Luca Serra", "9"), ("Anna Conti", "101"))
    made.members.filter(position=1).update(until_round=1)
    assert flags_of(tournament) == {}


def test_only_those_whose_first_round_it_is_are_asked_about(tournament):
    member(tournament, "1", "Anna Conti")
    made = entry(tournament, 1, ("Luca Serra", "9"), ("Rita Fontana", "8"))
    made.members.filter(position=2).update(from_round=2)
    assert [one.name for one in sitting_down(tournament, 1, [made.pk])] == ["Luca Serra"]
    assert [one.name for one in sitting_down(tournament, 2, [made.pk])] == ["Rita Fontana"]
    assert sitting_down(tournament, 1, []) == []


def test_a_club_that_differs_is_told_and_nobody_is_asked(tournament):
    member(tournament, "1", "Anna Conti", club_name="Levante")
    made = entry(tournament, 1, ("Anna Conti", "1"))
    club = Club.objects.create(federation=tournament.federation, name="Ponente")
    Player.objects.update(club=club)
    (flag,) = flags_of(tournament)[made.pk]
    assert (kinds(flag.findings), flag.is_open) == ([("club", "Levante")], False)


@pytest.mark.parametrize("count", [1, 3, 60])
def test_the_queries_do_not_grow_with_the_entries(tournament, django_assert_num_queries, count):
    member(tournament, "1", "Anna Conti")
    for number in range(1, count + 1):
        entry(tournament, number, (f"Anna Conti{number}", f"9{number}"), (f"Luca Serra{number}", ""))
    with django_assert_num_queries(6):
        assert len(flags_of(tournament)) == count


def count_rows(*models: type[Model]) -> None:
    """As a server of PostgreSQL does by itself, and the tests' does not.

    It would take the tables for empty, as the tests before left them, and read all of one for every row of another.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE " + ", ".join(model._meta.db_table for model in models))


@pytest.mark.long
def test_of_very_many_the_whole_roster_is_read(tournament, django_assert_max_num_queries):
    member(tournament, "1", "Anna Conti")
    players = [
        Player(first_name="Ugo", last_name=f"Re{one}", card_number=str(one), federation=tournament.federation)
        for one in range(1, MOST_LOOKED_FOR + 2)
    ]
    Player.objects.bulk_create(players)
    made = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name="x") for number in range(1, len(players) + 1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=one, player=player, position=1) for one, player in zip(made, players, strict=True)
    )
    count_rows(Entry, EntryMember, Player)
    with django_assert_max_num_queries(7):
        flags = flags_of(tournament)
    # The first has Anna's card, and another name.
    assert len(flags) == MOST_LOOKED_FOR + 1
    assert kinds(flags[made[0].pk][0].findings) == [("name", "Anna Conti")]
    with django_assert_max_num_queries(6 + 2):
        assert len(flags_of(tournament, made[: 2 * AT_ONCE])) == 2 * AT_ONCE
