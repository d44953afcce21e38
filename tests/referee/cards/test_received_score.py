"""A federation that receives a tournament reads on which ending of the cards an assigned score rests."""

import pytest

from codes.seats import Line
from federation.inbox.actions import opened, receive
from federation.packages.actions import add_key, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from tests import factories
from tests.asking import text
from tests.factories import NOON, acting
from tests.referee.cards.test_card_endings import tell
from tests.referee.told import TO_BLAME
from tournaments.rounds.models import Round


@pytest.mark.long
@pytest.mark.parametrize("is_over", [True, False])
def test_a_received_score_names_the_ending_it_rests_on(ruled, client_of, bruno, tournament, is_over):
    case = ruled("accusa-anticipata", TO_BLAME).case
    tell(case, bruno)
    choice = Choice(chosen=(2, 9), innocent=Line.B, reason="Con le carte", rests_on=("ending", 1))
    set_arbitral_score(by=acting(bruno), case=case, expected_version=case.version, score_version=1, choice=choice)
    if is_over:
        Round.objects.update(state=Round.State.CLOSED)
    olga = factories.make_officer("olga", tournament.federation)
    add_key(by=acting(olga), federation=tournament.federation, name="Levante", public=own_key().public)
    content = opened(package(factories.sealed(tournament), NOON))
    way = ReceivedPackage.Way.UPLOAD
    kept = receive(by=acting(olga), federation=tournament.federation, content=content, way=way)
    words = text(client_of(olga).get(f"/federazioni/{tournament.federation.code}/pacchetti/{kept.pk}/provvedimenti/1/"))
    told = "Finale n. 1." if is_over else "Finale di mano, che il pacchetto trattiene finché si gioca."
    assert f"Con le carte Si fonda su: {told}" in words
