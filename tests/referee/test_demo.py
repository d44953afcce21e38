"""The demo is played by the application's own actions: its burraco beside the two of tressette."""

from datetime import UTC, datetime
from random import Random

import pytest

from referee.demo import burraco
from referee.demo.tournament import load
from referee.models import Ruling, StandingOrder
from tournaments.models import Adjustment, BoardScore, Tournament
from tournaments.queries import round_progress, standings

NOW = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


@pytest.mark.django_db
def test_the_demo_shows_a_small_burraco_tournament():
    load(now=NOW, chance=Random(1))  # noqa: S311 — invented scores
    demo = Tournament.objects.get(slug=burraco.SLUG)
    assert demo.options == {"partita": "quattro-smazzate", "separe": "senza-separe"}
    assert [(one.round.state, one.tables, one.missing) for one in round_progress(demo)] == [
        ("closed", 4, 0),
        ("playing", 4, 10),
    ]
    assert Ruling.objects.filter(tournament=demo).count() == 2
    assert Adjustment.objects.get(entry__tournament=demo).kind == "warning"
    assert StandingOrder.objects.filter(ruling__tournament=demo, verb="status").exists()
    assert sum(row.vp for row in standings(demo).rows) == 4 * 20
    assert not BoardScore.objects.filter(given_at__gt=NOW).exists()
