"""A case opened at the wrong table is moved to the right one: what happened stays told, who it was is asked there."""

import pytest
from django.urls import reverse

from records.models import LogEntry
from records.requests import Refused
from referee.cases.actions import Answers, answer, move_case, open_case
from referee.rulings.actions import decide, revise_ruling
from tests import factories
from tests.asking import send, text
from tests.factories import acting

LATE = {"ritardo": "entro-2", "ritardo-altra": "presente"}


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(boards_per_round=2)


@pytest.fixture
def tables(tournament):
    return {table.number: table for table in tournament.rounds.get(number=1).tables.all()}


@pytest.fixture
def told(bruno, tables):
    """Told at table 1: the pair A-C came late."""
    case = open_case(by=acting(bruno), table=tables[1], procedure="ritardo-al-tavolo")
    answers = Answers(responsible="A", facts=LATE, note="Chiamato alle 21")
    return answer(by=acting(bruno), case=case, expected_version=case.version, answers=answers)


def test_what_happened_is_kept_and_who_it_was_is_asked_at_the_other_table(told, tables, bruno):
    moved = move_case(by=acting(bruno), case=told, expected_version=told.version, table=tables[2])
    moved.refresh_from_db()
    assert (moved.table.number, moved.procedure, moved.facts, moved.note) == (
        *(2, "ritardo-al-tavolo", LATE, "Chiamato alle 21"),
    )
    assert (moved.responsible, moved.persons, moved.detectors) == ("", {}, [])
    line = LogEntry.objects.get(action="move_case")
    assert (line.data["left"], line.data["table"]) == (1, 2)


def test_a_deal_of_the_round_comes_along(told, tables, bruno):
    board = told.tournament.boards.first()
    answer(by=acting(bruno), case=told, expected_version=told.version, answers=Answers(board=board))
    told.refresh_from_db()
    moved = move_case(by=acting(bruno), case=told, expected_version=told.version, table=tables[2])
    assert moved.board == board


def test_only_to_another_table_of_the_round_at_which_somebody_plays(told, tables, bruno):
    with pytest.raises(Refused, match="non si gioca"):
        move_case(by=acting(bruno), case=told, expected_version=told.version, table=tables[1])


def test_a_ruling_given_stays_at_its_table(told, tables, bruno):
    decide(by=acting(bruno), case=told, expected_version=told.version)
    ruling = told.rulings.get()
    again = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=ruling.version, reason="Riascoltati")
    with pytest.raises(Refused, match="resta al suo tavolo"):
        move_case(by=acting(bruno), case=again, expected_version=again.version, table=tables[2])


def test_the_page_moves_it_and_names_the_table(told, bruno_client):
    there = reverse("move_case", args=[told.tournament.slug, told.number])
    seen = {"version": told.version}
    for number, why in (("", "numero del tavolo"), ("9", "non c’è")):
        refused = send(bruno_client, there, table=number, **seen)
        assert refused.status_code == 422
        assert why in text(refused)
    send(bruno_client, there, table=2, **seen)
    page = text(bruno_client.get(reverse("case", args=[told.tournament.slug, told.number])))
    assert "Anomalia spostata al tavolo 2." in page
    assert send(bruno_client, there, table=1, **seen).status_code == 409
