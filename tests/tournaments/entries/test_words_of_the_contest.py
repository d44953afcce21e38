"""Where teams or single players enter, no page of the desk speaks of pairs."""

import re

import pytest

from tests.asking import text
from tests.factories import acting
from tests.tournaments.draw.by_formula import next_round, staged
from tournaments.check_in.actions import withdraw
from tournaments.standings.exports import standings_sheet
from tournaments.standings.queries import standings

HERE = "/tornei/coppa-levante/"
PAGES = ["", "classifica/", "vai/", *(f"direzione/{one}" for one in ("", "coppie/", "presenze/", "fasi/", "registro/"))]
PAGES += ["direzione/turni/1/", "direzione/turni/1/abbinamento/", "direzione/penalita/", "direzione/separate/"]


@pytest.mark.long
@pytest.mark.parametrize(("contest", "word"), [("teams", "Squadra"), ("singles", "Giocatore")])
def test_pages_name_who_enters(db, client_of, contest, word):
    tournament, dora = staged("danish", 4, contest=contest)
    withdraw(by=acting(dora), entry=tournament.entries.get(number=4), reason="Malattia")
    next_round(tournament, dora)
    client = client_of(dora)
    found = {path: re.findall(r"\w* ?\bcoppi[ae]\b", text(client.get(HERE + path)), re.IGNORECASE) for path in PAGES}
    assert {path: words for path, words in found.items() if words} == {}
    assert standings_sheet(tournament, standings(tournament)).columns[1].title == word
