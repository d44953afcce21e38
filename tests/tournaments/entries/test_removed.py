"""An entry made by mistake and never played is taken out of every list and count; its players may enter anew."""

import pytest

from keeping.documents.report import _course
from records.models import LogEntry
from records.requests import Refused
from tests.asking import send, text
from tests.factories import acting, make_entry
from tournaments.check_in.actions import remove_entry, return_entry
from tournaments.entries.actions import enter
from tournaments.entries.queries import EntryList
from tournaments.setup.models import Tournament

DESK = "/tornei/coppa-levante/direzione/"


@pytest.fixture
def wrong(tournament: Tournament):
    return make_entry(tournament, 5, ["Bice Rossi", "Carlo Bianchi"])


def test_it_leaves_lists_and_counts_and_its_players_enter_anew(tournament, wrong, dora):
    players = [one.player for one in wrong.members.order_by("position")]
    remove_entry(by=acting(dora), entry=wrong, reason="Iscritta due volte")
    assert [one.number for one in EntryList(tournament).entries] == [1, 2, 3, 4]
    assert EntryList(tournament).withdrawn == 0
    assert list(_course(tournament)) == ["iscrizioni: 4", "turni chiusi: 0"]
    line = LogEntry.objects.order_by("sequence").last()
    assert (line.action, line.data["reason"]) == ("remove_entry", "Iscritta due volte")
    assert enter(by=acting(dora), tournament=tournament, people=players).number == 6


def test_one_that_has_a_table_is_withdrawn_instead(tournament, dora):
    with pytest.raises(Refused, match="Ha un posto nel turno 1"):
        remove_entry(by=acting(dora), entry=tournament.entries.get(number=1), reason="Iscritta due volte")


def test_it_may_come_back(tournament, wrong, dora):
    remove_entry(by=acting(dora), entry=wrong, reason="Iscritta due volte")
    wrong.refresh_from_db()
    return_entry(by=acting(dora), entry=wrong, reason="Era giusta")
    assert [one.number for one in EntryList(tournament).entries] == [1, 2, 3, 4, 5]


def test_its_page_offers_it_only_where_it_can_be(tournament, wrong, dora, sara, client_of):
    client = client_of(dora)
    assert "iscritta per errore" not in text(client.get(f"{DESK}coppie/1/"))
    assert "iscritta per errore" in text(client.get(f"{DESK}coppie/5/"))
    assert send(client, f"{DESK}coppie/5/togli/", **{"t-reason": "Iscritta due volte"}).status_code == 302
    assert "Tolta dall’elenco: 5 Rossi – Bianchi" in text(client.get(f"{DESK}coppie/"))
    assert "Bianchi" not in text(client.get(f"{DESK}coppie/"))
    assert send(client_of(sara), f"{DESK}coppie/5/togli/", **{"t-reason": "No"}).status_code == 403
