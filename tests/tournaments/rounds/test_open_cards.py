"""The boards that are over with what they come to with all cards in view: asked for at the desk, where it can be."""

import sys
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.management import call_command

from codes.seats import Seat
from codes.tressette.whole_deals.solution import DoubleDummy
from tests.asking import DESK, TOURNAMENT, source, text
from tests.factories import acting
from tests.reading import text_of
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.papers import imprint_of
from tournaments.rounds.actions import draw_deals
from tournaments.rounds.deal_queries import hand_records
from tournaments.rounds.layout import hand_records_paper
from tournaments.setup.models import Tournament
from tournaments.staff.models import Job

PAGE = TOURNAMENT + "esporta/prepara/smazzate-a-carte-viste/"
NEEDS = "pip install -r requirements-deals.txt"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dialect]


@pytest.fixture
def played():
    """Four rounds of two boards, one of them played: tournament and director."""
    tournament, dora = staged("danish", 4)
    draw_deals(by=acting(dora), tournament=tournament, boards=8, seed="una prova", seen=0, reason="")
    play(next_round(tournament, dora), dora)
    return Tournament.objects.get(), dora


@pytest.fixture
def without_compiler(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.fixture
def with_compiler(monkeypatch):
    """As a web process sees an installation that has it; nothing is searched here."""
    monkeypatch.setattr("tournaments.rounds.open_cards.is_installed", lambda: True)


@pytest.mark.usefixtures("without_compiler")
def test_without_the_compiler_the_page_says_what_it_needs_and_offers_nothing(played, client_of):
    _tournament, dora = played
    page = client_of(dora).get(PAGE)
    assert NEEDS in text(page)
    assert "Prepara il documento" not in source(page)
    refused = client_of(dora).post(PAGE, {"key": uuid4().hex})
    assert (refused.status_code, NEEDS in text(refused), Job.objects.count()) == (422, True, 0)


def test_a_worker_that_lacks_the_compiler_says_so_instead_of_failing(played, client_of, monkeypatch):
    _tournament, dora = played
    client = client_of(dora)
    with monkeypatch.context() as there:
        there.setattr("tournaments.rounds.open_cards.is_installed", lambda: True)
        assert "In attesa del suo turno." in text(client.post(PAGE, {"key": uuid4().hex}, follow=True))
    monkeypatch.setitem(sys.modules, "numba", None)
    call_command("worker", batch=True)
    job = Job.objects.get()
    assert (job.state, NEEDS in job.trouble) == ("failed", True)
    assert text(client.get(PAGE)).count(NEEDS) == 1


@pytest.mark.usefixtures("with_compiler")
def test_the_desk_leads_to_it_once_a_board_is_over(played, client_of):
    _tournament, dora = played
    client = client_of(dora)
    assert PAGE in source(client.get(DESK + "smazzate/"))
    assert "Prepara il documento" in source(client.get(PAGE))
    Tournament.objects.update(rulebook="tressette-online")
    assert client.get(PAGE).status_code == 404


def test_the_paper_has_points_by_who_leads_beside_the_boards_that_are_over(played):
    tournament, _dora = played
    records = hand_records(tournament)
    assert [one.deal.board for one in records] == [1, 2]
    imprint = imprint_of(tournament, "Smazzate giocate, a carte viste", at=datetime(2026, 11, 22, 12, tzinfo=UTC))
    found = {
        1: {seat: DoubleDummy(leader=seat, least=21, most=23, nodes=1) for seat in Seat},
        2: {seat: DoubleDummy(leader=seat, least=17, most=22, nodes=1) for seat in Seat},
    }
    paper = " ".join(text_of(hand_records_paper(records, imprint, found)).split())
    # From 21 to 23 thirds of 35 are seven points, and what is left of them four.
    assert "Esce Nord 7–4 Esce" in paper
    assert "Esce Ovest fra 5–6 e 7–4 Esce" in paper
    assert paper.count("Esce Est") == 2
    assert "A carte viste" not in text_of(hand_records_paper(records, imprint))[100:]
