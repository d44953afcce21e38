"""What waits for somebody in all tournaments together stands on their first page, counted."""

import pytest

from people.accounts.models import User
from records.rights import Role
from tests import factories
from tests.asking import source, text
from tests.factories import make_score
from tournaments.rounds.models import Round
from tournaments.scores.match_models import TableSlip


@pytest.fixture
def given(round_1: Round, sara: User) -> Round:
    """Two scores of table 1, by Sara."""
    table = round_1.tables.get(number=1)
    for board in round_1.boards.order_by("number"):
        make_score(table, board, (8, 3), sara)
    return round_1


def test_scores_to_confirm_wait_for_whoever_did_not_give_them(given: Round, dora: User, sara: User, client_of) -> None:
    page = client_of(dora).get("/")
    assert "Aspetta te 2 2 punteggi da confermare Coppa Levante" in text(page)
    assert 'href="/tornei/coppa-levante/direzione/turni/1/"' in source(page)
    assert "(2) Tornei" in source(page)
    assert "Aspetta te" not in text(client_of(sara).get("/"))


def test_nothing_waits_where_one_hand_is_enough_or_the_round_is_closed(given: Round, dora: User, client_of) -> None:
    factories.one_hand(given.tournament)
    assert "Aspetta te" not in text(client_of(dora).get("/"))
    type(given.tournament).objects.update(one_hand=None)
    Round.objects.filter(pk=given.pk).update(state=Round.State.CLOSED)
    assert "Aspetta te" not in text(client_of(dora).get("/"))


def test_a_disputed_result_waits_for_whoever_gives_scores(round_1: Round, sara: User, client_of) -> None:
    for table in round_1.tables.all():
        TableSlip.objects.create(
            table=table, version=1, state="disputed", given_by_line="A", points=[], given_at=factories.NOON
        )
    assert "2 risultati contestati" in text(client_of(sara).get("/"))


def test_what_waits_in_another_tournament_is_no_strangers(given: Round, client_of, client) -> None:
    stranger = factories.make_user("vito")
    other = factories.make_tournament("altra")
    factories.give_role(stranger, other, Role.DIRECTOR)
    for visitor in (client_of(stranger), client):
        assert "Aspetta te" not in text(visitor.get("/"))
