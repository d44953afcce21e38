"""Papers of the hall: seats by table and by player, name tags with a QR that leads to the seat."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from hall.seats.exports import seating_sheets
from hall.seats.layout import Tag, name_tags
from hall.seats.views import tags_of
from papers.fonts import legible
from papers.sheets import Imprint
from people.accounts.models import Club
from tests.factories import NOON, make_entry
from tests.reading import book, pages, text_of
from tests.tournaments.draw.by_formula import next_round, staged
from tournaments.papers import imprint_of
from tournaments.rounds.models import Round

EXPORT = "/tornei/coppa-levante/esporta/"


@pytest.fixture
def drawn(db):
    tournament, dora = staged("danish", 5)
    next_round(tournament, dora)
    return Round.objects.select_related("tournament").get(), dora


def test_the_list_by_table_has_everybody_and_who_rests(drawn):
    by_table, _by_player = seating_sheets(drawn[0])
    assert by_table.rows[0] == (1, "Anna Conti, Luca Serra", 1, "Piero Galli, Rita Fontana", 2)
    assert by_table.rows[2] == (3, "Uno Pari5, Due Dispari5", 5, "riposa", None)


def test_the_list_by_player_is_alphabetical_with_the_seat(drawn):
    _by_table, by_player = seating_sheets(drawn[0])
    assert by_player.values("Giocatore") == [
        "Conti Anna",
        "D’Amico Nicolò",
        "Dispari5 Due",
        "Fontana Rita",
        "Galli Piero",
        "Leone Sofia",
        "Pari5 Uno",
        "Ricci Ugo",
        "Serra Luca",
        "Villa Mara",
    ]
    assert by_player.rows[0] == ("Conti Anna", 1, "Nord", 1)
    assert by_player.rows[2] == ("Dispari5 Due", None, "riposa", 5)
    assert by_player.rows[8] == ("Serra Luca", 1, "Sud", 1)


def test_single_players_have_their_own_number(db):
    tournament, dora = staged("individual", 0, contest="individual")
    for number in range(1, 5):
        make_entry(tournament, number, [f"Nome Cognome{number}"])
    next_round(tournament, dora)
    by_table, by_player = seating_sheets(Round.objects.select_related("tournament").get())
    assert sorted(by_table.rows[0][2].split(", ") + by_table.rows[0][4].split(", ")) == ["1", "2", "3", "4"]
    assert [(row[0], row[3]) for row in by_player.rows] == [(f"Cognome{n} Nome", n) for n in range(1, 5)]
    assert sorted(by_player.values("Posto")) == ["Est", "Nord", "Ovest", "Sud"]


def test_teams_without_a_line_up_are_listed_whole(db):
    tournament, dora = staged("danish", 2, contest="teams")
    next_round(tournament, dora)
    by_table, by_player = seating_sheets(Round.objects.select_related("tournament").get())
    assert [row[0] for row in by_table.rows] == [1, 2]
    assert by_player.values("Tavolo") == ["1–2"] * 4


@pytest.mark.parametrize("tables", [4, 20])
def test_the_lists_take_a_fixed_number_of_questions(db, tables, django_assert_num_queries):
    tournament, dora = staged("danish", 2 * tables)
    next_round(tournament, dora)
    round = Round.objects.select_related("tournament").get()
    with django_assert_num_queries(4):
        seating_sheets(round)


def test_the_lists_come_as_pdf_and_workbook(drawn, client_of):
    client = client_of(drawn[1])
    pdf = client.get(EXPORT + "turni/1/posti.pdf")
    assert pdf["Content-Type"] == "application/pdf"
    assert "Posti per tavolo" in text_of(pdf.content)
    assert len(pages(pdf.content)) == 2
    sheets = book(client.get(EXPORT + "turni/1/posti.xlsx").content)
    assert sheets.sheetnames == ["Posti per tavolo", "Posti per giocatore"]
    assert sheets["Posti per giocatore"]["B2"].data_type == "n"


def test_a_tag_for_every_player_ten_on_a_page(drawn, client_of):
    tournament, dora = drawn[0].tournament, drawn[1]
    make_entry(tournament, 6)
    player = tournament.entries.get(number=1).members.get(position=1).player
    player.club = Club.objects.create(federation=tournament.federation, name="Circolo dei Mille")
    player.save()
    pdf = client_of(dora).get(EXPORT + "cartellini.pdf").content
    found = pages(pdf)
    assert len(found) == 2  # twelve players
    assert "Anna Conti" in found[0]
    assert "Circolo dei Mille" in found[0]
    assert "Due Dispari6" in found[1]


def test_the_small_code_of_a_tag_opens_the_check_in_of_its_entry(drawn, client_of, rf):
    tournament, dora = drawn[0].tournament, drawn[1]
    tag = tags_of(rf.get("/"), tournament)[0]
    path = urlsplit(tag.present_url).path
    assert "Conti – Serra" in client_of(dora).get(path).content.decode()
    assert urlsplit(tag.url).path == reverse("seat", args=[tournament.slug])


def test_an_empty_tournament_has_an_empty_page_of_tags(drawn):
    imprint = imprint_of(drawn[0].tournament, "Cartellini", at=NOON)
    assert len(pages(name_tags([], imprint))) == 1


SURNAMES = st.text("ABCWMàèŁçñÖ ' -ilmw", min_size=1, max_size=100).map(str.strip).filter(bool)


@pytest.mark.long
@settings(max_examples=60)
@given(given_name=SURNAMES, surname=SURNAMES)
def test_a_surname_is_never_cut_on_a_tag(given_name, surname):
    tag = Tag(f"{given_name} {surname}", surname, 1, "Coppia", "", "http://127.0.0.1/1", "http://127.0.0.1/2")
    # What reads the paper takes a hyphen at the end of a line for one that divides a word.
    paper = text_of(name_tags([tag], Imprint("Cartellini", "Coppa", NOON))).replace("\ufffe", "-")
    assert "".join(legible(surname).split()) in "".join(paper.split())


def test_the_longest_surname_of_the_widest_letters_keeps_to_its_place_on_a_tag():
    tag = Tag(f"{'W' * 100} {'W' * 100}", "W" * 100, 1, "Coppia", "", "http://127.0.0.1/1", "http://127.0.0.1/2")
    paper = "".join(text_of(name_tags([tag], Imprint("Cartellini", "Coppa", NOON))).split())
    assert paper.count("W" * 100) == 1 and "W…" in paper  # of the given name the beginning


def test_papers_are_for_the_staff(drawn, client):
    for path in ("turni/1/posti.pdf", "turni/1/posti.xlsx", "cartellini.pdf"):
        assert client.get(EXPORT + path).status_code == 302
