"""What waits for somebody stands on the tournament's own page as on the first one, and is counted in the tab."""

from django.test import Client

from records.rights import Role
from tests import factories
from tests.asking import TOURNAMENT, text
from tournaments.setup.models import Tournament


def test_the_page_of_a_tournament_says_what_waits_there(tournament: Tournament, round_1, dora, sara, client_of) -> None:
    factories.make_score(round_1.tables.first(), round_1.boards.first(), (7, 4), sara)
    elsewhere = factories.make_ponente()
    factories.give_role(dora, elsewhere, Role.DIRECTOR)
    played = elsewhere.rounds.get()
    factories.make_score(played.tables.first(), played.boards.first(), (7, 4), sara)
    page = client_of(dora).get(TOURNAMENT)
    assert "Aspetta te 1 1 punteggio da confermare" in text(page)
    assert "<title>(1) " in page.content.decode()
    assert "Aspetta te 2" in text(client_of(dora).get("/"))
    for other in (client_of(sara), Client()):
        assert "Aspetta te" not in text(other.get(TOURNAMENT))
