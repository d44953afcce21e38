"""Tables, rounds and pairs by a number or a name, from every page of the staff."""

import re

import pytest
from django.test import Client

from benchmarks.hall import hall
from hall.desk.menu import menu, named
from hall.desk.ways import Here
from people.accounts.models import User
from records.rights import MATRIX, Role
from tests.asking import queries_of, source, text
from tournaments.setup.models import Tournament

HERE = "/tornei/coppa-levante/"
GO = f"{HERE}vai/"


@pytest.fixture
def director(dora: User, client_of, tournament: Tournament) -> Client:
    return client_of(dora)


def found(client: Client, typed: str) -> list[tuple[str, str]]:
    """Where each of the options leads, and what it is."""
    page = client.get(GO, {"q": typed}, headers={"X-Palette": "1"}).content.decode()
    options = re.findall(r'<li role="option"[^>]* data-href="([^"]*)"><span>(.*?)</span>', page)
    return [(href.removeprefix(HERE), words) for href, words in options]


TABLE_2, ROUND_2, PAIR_2 = (
    ("turni/1/tavoli/2/", "Tavolo 2, turno 1"),
    ("direzione/turni/2/", "Turno 2"),
    ("coppie/2/", "Coppia 2"),
)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2", [TABLE_2, ROUND_2, PAIR_2]),
        (" tavolo  2 ", [TABLE_2]),
        ("t2", [TABLE_2, ROUND_2]),
        ("Turno 2", [ROUND_2]),
        ("coppia 2", [PAIR_2]),
        ("1.2", [TABLE_2]),
        ("2.2", [("direzione/turni/2/#row-2", "Tavolo 2, turno 2")]),  # a draft: the grid alone shows it
        ("", [ROUND_2, ("direzione/turni/1/", "Turno 1")]),
        ("99", []),
        ("9.1", []),
        ("9" * 70, []),
        ("zzzz", []),
        ("x 2", []),
    ],
)
def test_a_number_leads_to_what_bears_it(director: Client, typed: str, expected: list[tuple[str, str]]) -> None:
    assert found(director, typed) == expected


def test_a_name_leads_to_the_table_and_the_pair(director: Client, tournament: Tournament) -> None:
    player = tournament.entries.get(number=1).members.first().player
    assert found(director, player.last_name.upper())[-1] == ("coppie/1/", "Coppia 1")
    assert ("turni/1/tavoli/1/", "Tavolo 1, turno 1") in found(director, player.last_name)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("premi", ("direzione/premi/", "Premi")),
        ("Pacchetto", ("pacchetto/", "Pacchetto sigillato")),
        ("PENALITA", ("direzione/penalita/", "Penalità e compensi")),
        ("appello", ("direzione/presenze/", "Presenze")),
        ("posti turno", ("esporta/turni/2/posti.pdf", "Posti del turno 2, da appendere")),
        ("posti 1", ("esporta/turni/1/posti.pdf", "Posti del turno 1, da appendere")),
        ("chiudi", ("direzione/turni/1/", "Turno 1: chiudi")),
        ("concludi", ("direzione/fine/", "Fine del torneo")),
        ("mitchell", ("direzione/fasi/", "Fasi e formule")),
        ("rapporto", ("esporta/rapporto.pdf", "Rapporto per la federazione, in PDF")),
    ],
)
def test_a_word_leads_to_the_page_that_people_call_so(director: Client, typed: str, first: tuple[str, str]) -> None:
    assert found(director, typed)[0] == first


def test_a_round_is_reopened_by_a_word_only_where_it_can_be(director: Client, tournament: Tournament) -> None:
    reopened = ("direzione/turni/1/riapri/", "Riapri il turno 1")
    assert reopened not in found(director, "riapri")
    tournament.rounds.filter(number=1).update(state="closed")
    assert found(director, "riapri")[0] == reopened


def test_only_what_one_may_is_found(client_of, sara: User, tournament: Tournament) -> None:
    assert found(client_of(sara), "premi")[0] == ("direzione/premi/", "Premi")
    assert found(client_of(sara), "pacchetto") == []
    assert found(client_of(sara), "impostazioni") == []


def test_what_the_menu_lists_is_found_by_its_name(director: Client, dora: User, tournament: Tournament) -> None:
    here = Here(tournament, MATRIX[Role.DIRECTOR], 4, 1)
    listed = [link for _title, links in menu(here) for link in links]
    assert len(listed) > 15
    assert [one.words for one in listed if one not in named(here, one.words)] == []


def test_who_sees_no_cases_comes_to_the_grid(client_of, sara: User, tournament: Tournament) -> None:
    assert found(client_of(sara), "tavolo 2") == [("direzione/turni/1/#row-2", "Tavolo 2, turno 1")]


def test_without_a_script_it_is_a_page(director: Client) -> None:
    page = source(director.get(GO, {"q": "tavolo 2"}))
    assert f'<li><a href="{HERE}turni/1/tavoli/2/">Tavolo 2, turno 1</a>' in page
    assert 'name="q" value="tavolo 2"' in page


def test_what_is_typed_is_shown_as_it_is(director: Client) -> None:
    page = source(director.get(GO, {"q": '<b onclick="x">\0'}))
    assert "&lt;b onclick=&quot;x&quot;&gt;" in page and "<b onclick" not in page
    assert "prova con un numero" in text(director.get(GO, {"q": "zzzz"}))


@pytest.mark.long
def test_every_page_of_the_staff_has_it_and_no_page_of_the_public(director: Client, client_of, bruno: User) -> None:
    for path in (
        HERE,
        f"{HERE}direzione/",
        f"{HERE}direzione/turni/1/",
        f"{HERE}classifica/",
        f"{HERE}turni/1/tavoli/1/",
    ):
        assert '<dialog id="palette"' in source(director.get(path)), path
    assert '<dialog id="palette"' in source(client_of(bruno).get(f"{HERE}arbitraggio/"))
    assert "palette" not in source(Client().get(HERE))


@pytest.mark.long
def test_it_asks_the_same_however_large_the_hall_is(db: None, client_of) -> None:
    counts = []
    for pairs in (6, 202):
        _tournament, director = hall(f"sala-{pairs}", pairs, 1)
        client = client_of(director)
        go = f"/tornei/sala-{pairs}/vai/?q="
        counts.append([queries_of(client, go + typed) for typed in ("2", "a", "")])
    assert counts[0] == counts[1]
