"""A closed round opened again: scores are given and confirmed as before; not where something rests on its end."""

import pytest
from django.test import Client

from records.models import LogEntry
from records.requests import Refused
from tests.asking import send, text
from tests.factories import NOON, acting, let_be, make_deals, make_score
from tournaments.planning.models import Formula, Stage
from tournaments.rounds.actions import close_round, reopen_round
from tournaments.rounds.models import Round
from tournaments.scores.actions import confirm_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

PAGE = "/tornei/coppa-levante/direzione/turni/1/riapri/"


@pytest.fixture
def closed(tournament, round_1, sara, dora) -> Round:
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            make_score(table, board, (5, 6), sara)
    return close_round(by=acting(dora), round=round_1, **let_be(round_1))


def test_it_is_played_again_and_closed_anew(closed, dora):
    opened = reopen_round(by=acting(dora), round=closed, reason="Mancava una conferma")
    assert opened.state == Round.State.PLAYING
    line = LogEntry.objects.order_by("sequence").last()
    assert (line.action, line.data["reason"]) == ("reopen_round", "Mancava una conferma")
    for score in BoardScore.objects.current():
        confirm_score(by=acting(dora), score=score)
    assert close_round(by=acting(dora), round=opened).state == Round.State.CLOSED


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("open", "solo un turno chiuso"),
        ("ended", "finito"),
        ("later", "Il turno 2 è già preparato"),
        ("ranked", "Il turno 2 è già preparato"),
        ("cards", "Le carte di un turno chiuso sono di tutti"),
    ],
)
def test_not_where_something_rests_on_its_end(closed, tournament, dora, what, words):
    match what:
        case "open":
            Round.objects.filter(pk=closed.pk).update(state="published")
        case "ended":
            Tournament.objects.filter(pk=tournament.pk).update(ending="concluded", ended_at=NOON)
        case "later":
            Round.objects.filter(number=2).update(state="playing")
        case "ranked":
            Stage.objects.filter(pk=closed.stage_id).update(formula=Formula.DANISH)
        case "cards":
            make_deals(tournament, dora)
    with pytest.raises(Refused, match=words):
        reopen_round(by=acting(dora), round=closed, reason="Mancava una conferma")


def test_the_page_asks_why_and_says_what_stands_against_it(closed, dora, sara, client_of):
    client: Client = client_of(dora)
    assert "Riapri il turno" in text(client.get(PAGE.removesuffix("riapri/")))
    assert "Il turno torna in gioco" in text(client.get(PAGE))
    assert client.post(PAGE, {"reason": ""}).status_code == 422
    assert send(client, PAGE, reason="Mancava una conferma").url == "/tornei/coppa-levante/direzione/turni/1/"
    assert "Riapri il turno" not in text(client.get(PAGE.removesuffix("riapri/")))
    assert "Si riapre solo un turno chiuso" in text(client.get(PAGE))
    assert client_of(sara).get(PAGE).status_code == 403
