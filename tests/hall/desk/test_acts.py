"""What one did last, in one place, each with the way to take it back while it can be."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.asking import send, source, text
from tests.factories import acting, make_entry
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.check_in.actions import check_in, withdraw
from tournaments.entries.models import Entry
from tournaments.rounds.actions import publish_round
from tournaments.scores.actions import confirm_score, give_score
from tournaments.scores.models import BoardScore

HERE = "/tornei/coppa-levante/direzione/"
ACTS = HERE + "atti/"


@pytest.fixture
def given(round_1, sara) -> BoardScore:
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    return give_score(by=acting(sara), table=table, board=board, points_a=8, points_b=3, expected_version=0)


def test_a_score_is_taken_back_from_the_list_until_it_is_confirmed(given, sara, dora, client_of):
    client = client_of(sara)
    undo = HERE + "turni/1/tavoli/1/smazzate/1/annulla/"
    assert f'action="{undo}"' in source(client.get(ACTS))
    send(client, undo, version=1)
    assert undo not in source(client.get(ACTS))
    assert not BoardScore.objects.current().exists()


def test_a_confirmed_one_has_no_button(given, sara, dora, client_of):
    confirm_score(by=acting(dora), score=given)
    page = client_of(sara).get(ACTS)
    assert "Punteggio registrato turno 1, tavolo 1, smazzata 1" in text(page)
    assert "annulla/" not in source(page)


def test_each_act_leads_where_it_is_undone(tournament, dora, client_of):
    entry = make_entry(tournament, 5, ["Bice Rossi", "Carlo Bianchi"])
    check_in(by=acting(dora), entry=tournament.entries.get(number=1))
    withdraw(by=acting(dora), entry=entry, reason="Malattia")
    publish_round(by=acting(dora), round=tournament.rounds.get(number=2))
    page = source(client_of(dora).get(ACTS))
    for address in ("turni/2/abbinamento/ritira/", "coppie/5/", "presenze/1/"):
        assert f'"{HERE}{address}"' in page, address
    send(client_of(dora), HERE + "presenze/1/", presente="no")
    assert tournament.entries.get(number=1).state == Entry.State.ENTERED


def test_only_what_one_did_oneself_is_told(given, dora, client_of):
    assert "Ancora niente" in text(client_of(dora).get(ACTS))


def test_a_long_list_asks_no_more_than_a_short_one(round_1, sara, dora, client_of):
    """Of every kind that has a way back two lines, then six: scores given anew, entries, presences, penalties."""
    client, tournament = client_of(dora), round_1.tournament
    client.get(ACTS)

    def act(place):
        entry = make_entry(tournament, 10 + place, [f"Bice Rossi{place}", f"Carlo Bianchi{place}"])
        check_in(by=acting(dora), entry=entry)
        withdraw(
            by=acting(dora),
            entry=make_entry(tournament, 20 + place, [f"Ugo {place}", f"Ivo {place}"]),
            reason="Malattia",
        )
        give_adjustment(by=acting(dora), entry=entry, round=None, kind="vp", amount=-1, reason="Ritardo", reference="")
        table, board = round_1.tables.get(number=1 + place % 2), round_1.boards.get(number=1 + place // 2)
        for version, points in enumerate([(8, 3), (7, 4)]):
            give_score(by=acting(dora), table=table, board=board, points_a=points[0], points_b=points[1],
                       expected_version=version, reason="Scritto male" if version else "",
                       cause=BoardScore.Cause.values[0] if version else "")  # fmt: skip

    asked = []
    for place in range(4):
        act(place)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(ACTS)
        asked.append(len(queries))
    assert source(page).count("annulla/") == 4
    assert len(set(asked)) == 1, asked
