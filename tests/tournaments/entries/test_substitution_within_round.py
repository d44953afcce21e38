"""Somebody takes a place while a round is played: who sits from which deal on, and everything that tells it."""

import pytest
from django.test import Client

from codes.seats import Seat
from keeping.documents.records import entries_sheet
from keeping.personal_data.queries import Person
from people.accounts.models import Player, User
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from referee.cases.actions import open_case
from referee.cases.record import names_at
from tests.asking import send, source, text
from tests.factories import acting, give_role, let_be, make_burraco, make_entries, make_round, make_score, make_stage
from tests.reading import pages
from tournaments.entries.actions import Newcomer
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.queries import sittings
from tournaments.entries.rules import deals_left
from tournaments.entries.substitution_actions import substitute
from tournaments.publication.snapshots import snapshot
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament

ELENA = Newcomer(first_name="Elena", last_name="Bruni")
TYPED = {"p2-last_name": "Bruni", "p2-first_name": "Elena", "reason": "Luca sta male"}
DESK = "/tornei/coppa-libeccio/direzione/"
PAGE = DESK + "coppie/1/sostituzione/"


@pytest.fixture
def burraco(dora: User) -> Tournament:
    """Dora's: four pairs, four rounds of four deals, the first being played; table 1 has scored two of them."""
    made = make_burraco("coppa-libeccio", boards_per_round=4)
    give_role(dora, made, Role.DIRECTOR)
    entries = make_entries(made, 4)
    make_stage(made, rounds_planned=4)
    round = make_round(made, 1, [(entries[0], entries[1]), (entries[2], entries[3])])
    for board in made.boards.filter(number__lte=2):
        make_score(round.tables.get(number=1), board, (500, 300), dora)
    return made


@pytest.fixture
def one(burraco: Tournament) -> Entry:
    """Pair 1: Anna Conti and Luca Serra."""
    return burraco.entries.get(number=1)


@pytest.fixture
def substituted(one: Entry, dora: User) -> Entry:
    return substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Luca sta male", from_deal=3)


def table(tournament: Tournament) -> Table:
    return Table.objects.with_players().get(round__tournament=tournament, number=1)


def test_who_sits_is_told_deal_by_deal(burraco: Tournament, substituted: Entry) -> None:
    seen = table(burraco)
    seat = seen.seat_names.members["A"][1]
    at = [str(seen.player_at(seat, board)) for board in burraco.boards.order_by("number")]
    assert at == ["Luca Serra", "Luca Serra", "Elena Bruni", "Elena Bruni"]
    assert str(seen.player_at(seat)) == "Elena Bruni"
    assert (substituted.name, substituted.events.get().data["from_deal"]) == ("Conti – Bruni", 3)
    places = EntryMember.objects.filter(position=2, entry=substituted).order_by("pk")
    spans = list(places.values_list("from_round", "from_deal", "until_round", "until_deal"))
    assert spans == [(1, 1, 1, 2), (1, 3, None, None)]


def test_from_the_first_deal_of_the_round_who_left_never_sat(burraco: Tournament, dora: User) -> None:
    third = burraco.entries.get(number=3)
    substitute(by=acting(dora), entry=third, arriving={2: ELENA}, reason="Sta male", from_deal=1)
    left = EntryMember.objects.get(entry=third, until_round__isnull=False)
    assert (left.until_round, left.until_deal) == (0, None)
    assert [str(member) for member in Entry.objects.get(pk=third.pk).members_in(1)][-1] == "Elena Bruni"


@pytest.mark.parametrize("deal", [1, 2, 5])
def test_a_deal_already_scored_or_never_played_is_refused(one: Entry, dora: User, deal: int) -> None:
    with pytest.raises(Refused, match="scegli una smazzata ancora da giocare"):
        substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre", from_deal=deal)
    assert not Player.objects.filter(last_name="Bruni").exists()


def test_once_every_deal_is_scored_who_comes_plays_the_next_round(burraco: Tournament, one: Entry, dora: User) -> None:
    for board in burraco.boards.filter(number__gt=2):
        make_score(table(burraco), board, (500, 300), dora)
    assert deals_left(one) is None
    with pytest.raises(Refused, match="chi entra gioca dal prossimo"):
        substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre", from_deal=4)
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    assert EntryMember.objects.get(player__last_name="Bruni").from_round == 2


def test_nobody_sits_down_for_a_team_in_between(dora: User) -> None:
    teams = make_burraco("coppa-ponente", contest="teams")
    first, second = make_entries(teams, 2)
    make_round(teams, 1, [(first, second)])
    assert deals_left(first) is None


def test_the_code_holds_here_as_between_rounds(burraco: Tournament, one: Entry, substituted: Entry, dora: User) -> None:
    fabio = Newcomer(first_name="Fabio", last_name="Costa")
    with pytest.raises(Refused, match=r"art\. 39"):
        substitute(by=acting(dora), entry=one, arriving={1: fabio}, reason="Anche lei", from_deal=4)


# ---- what tells it --------------------------------------------------------------


def test_history_and_paper_tell_both_with_their_deals(burraco: Tournament, substituted: Entry) -> None:
    (sitting,) = sittings(substituted)
    assert [who for _seat, who in sitting.seats] == [
        "Anna Conti",
        "Luca Serra (smazzate 1–2), Elena Bruni (smazzate 3–4)",
    ]
    (row,) = (row for row in entries_sheet(burraco).rows if row[0] == 1)
    assert row[2].split("\n")[1:] == [
        "Luca Serra, fino al turno 1, fino alla smazzata 2",
        "Elena Bruni, dal turno 1, dalla smazzata 3",
    ]


def test_the_score_sheet_names_both(burraco: Tournament, substituted: Entry, client_of, dora: User) -> None:
    paper = client_of(dora).get("/tornei/coppa-libeccio/esporta/turni/1/tavoli/1/segnapunti-vuoto.pdf")
    (page,) = pages(paper.content)
    assert "Luca Serra (smazzate 1–2), Elena Bruni" in " ".join(page.split())


def test_the_standings_follow_with_who_ended_the_round(burraco: Tournament, substituted: Entry, dora: User) -> None:
    for place in Table.objects.filter(round__tournament=burraco):
        for board in burraco.boards.filter(number__gt=2 if place.number == 1 else 0):
            make_score(place, board, (500, 300), dora)
    played = Round.objects.get(tournament=burraco)
    round = close_round(by=acting(dora), round=played, **let_be(played))
    rows = [row for group in snapshot(round.stage).rows for row in group["rows"] if row["entry"] == 1]
    assert rows[0]["players"] == ["Anna Conti", "Elena Bruni"]
    page = text(Client().get("/tornei/coppa-libeccio/turni/1/"))
    assert ("Elena Bruni" in page, "Luca Serra" in page) == (True, False)


def test_a_ruling_names_who_sat_at_its_deal(burraco: Tournament, substituted: Entry, bruno: User) -> None:
    seen, (first, *_rest, last) = table(burraco), burraco.boards.order_by("number")
    seat = seen.seat_names.members["A"][1]
    assert names_at(seen, first)[seat] == "Luca Serra"
    assert names_at(seen, last)[seat] == "Elena Bruni"
    assert names_at(seen, None)[seat] == "Elena Bruni"
    give_role(bruno, burraco, Role.ARBITER)
    case = open_case(by=acting(bruno), table=seen, board=first)
    assert str(case.table.player_at(Seat(seat), case.board)) == "Luca Serra"


def test_who_left_is_still_told_where_they_sat(burraco: Tournament, substituted: Entry) -> None:
    luca = Player.objects.get(last_name="Serra", memberships__entry=substituted)
    elena = Player.objects.get(last_name="Bruni")
    seat = table(burraco).seat_names.members["A"][1]
    for player in (luca, elena):
        assert Person.of_player(player).seats == {table(burraco).pk: seat}


# ---- the page -------------------------------------------------------------------


def test_the_page_offers_the_deals_still_to_play(burraco: Tournament, client_of, dora: User) -> None:
    client = client_of(dora)
    page = client.get(PAGE)
    assert "Dal turno 2" in text(page)
    assert [f"Dalla smazzata {deal} di 4 del turno 1, in corso" in text(page) for deal in (2, 3, 4)] == [
        False,
        True,
        True,
    ]
    assert send(client, PAGE, **TYPED, from_deal=3).url == DESK + "coppie/1/"
    assert "dalla smazzata 3" in text(client.get(DESK + "coppie/1/"))
    assert "dalla smazzata 3" in text(client.get(DESK + "registro/"))
    assert LogEntry.objects.last().data["from_deal"] == 3


def test_a_score_that_came_meanwhile_is_said_and_nothing_typed_is_lost(
    burraco: Tournament, client_of, dora: User
) -> None:
    make_score(table(burraco), burraco.boards.get(number=3), (500, 300), dora)
    page = send(client_of(dora), PAGE, **TYPED, from_deal=3)
    assert page.status_code == 422
    assert 'value="Bruni"' in source(page)
    assert "Dalla smazzata 4 di 4 del turno 1, in corso" in text(page)
    assert not Player.objects.filter(last_name="Bruni").exists()


def test_left_unsaid_who_comes_plays_the_next_round(burraco: Tournament, client_of, dora: User) -> None:
    send(client_of(dora), PAGE, **TYPED, from_deal="")
    assert EntryMember.objects.get(player__last_name="Bruni").from_round == 2
