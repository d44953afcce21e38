"""The demo is played by the application's own actions: what each of its tournaments is there to show."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from hall.calls.models import Call
from people.accounts.models import Player
from records.models import LogEntry
from referee.arbitral_scores.models import ArbitralScore
from referee.cards.endings import resting_words
from referee.cards.models import BoardPlay, CardEnding
from referee.cards.plays import PlayReplay
from referee.demo import burraco, mitchell
from referee.demo.presence import SLUG
from referee.demo.two_stages import stages as two_stages
from referee.orders.models import StandingOrder
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tests.demonstration import NOW, make_hall
from tests.snapshots import lent
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry, EntryEvent
from tournaments.publication.models import ErrorReport
from tournaments.rounds.queries import round_progress
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Loaded once for all tests of the module, and taken back."""
    with django_db_blocker.unblock(), lent(make_hall):
        yield


def of(slug: str) -> Tournament:
    return Tournament.objects.get(slug=slug)


def rounds(tournament: Tournament) -> list[tuple[str, int, int]]:
    return [(one.round.state, one.tables, one.missing) for one in round_progress(tournament)]


def test_nothing_of_it_happens_later_than_now() -> None:
    assert LogEntry.objects.order_by("at").last().at <= NOW


def test_a_database_with_tournaments_is_left_alone() -> None:
    lines = LogEntry.objects.count()
    call_command("load_demo", "--if-empty")
    assert LogEntry.objects.count() == lines
    with pytest.raises(CommandError, match="empty database"):
        call_command("load_demo")


def test_tables_of_the_round_in_play_call() -> None:
    found = Call.objects.of(of(SLUG)).order_by("pk")
    assert list(found.values_list("table__number", "owner__username", "outcome", "minutes_back")) == [
        (1, "bruno", "information", None),
        (2, "bruno", "no-anomaly", 4),
        (3, "giulia", "", None),
        (11, None, "", None),
    ]


def test_a_revoke_is_there_to_be_replayed_and_the_assigned_score_rests_on_its_play() -> None:
    told = BoardPlay.objects.get(case__tournament=of(SLUG))
    assert (len(told.cards), told.anomaly, told.case.board.number, told.case.table.number) == (40, 31, 12, 6)
    what_if = PlayReplay(told).what_if(31)
    # Seven thirds: with suit followed East's Ace falls to North's Three.
    assert (what_if.lawful, what_if.played, what_if.gained) == ((5, 9), (2, 12), 7)
    score = ArbitralScore.objects.get(play=told)
    assert (score.points_a, score.points_b) == (5, 9)
    assert resting_words(score, in_full=True) == "Passata n. 1, se tutti giocano al meglio a carte viste: un limite"
    assert BoardScore.objects.current().get(table=told.case.table, board=told.case.board).kind == "assigned"


def test_a_hand_laid_down_does_not_hold_and_is_played_from_the_highest() -> None:
    told = CardEnding.objects.get(case__tournament=of(SLUG))
    assert (told.verdict, told.subject, told.laid_down) == ("soggetta", "bC", "S")
    ordered = Ruling.objects.get(case=told.case).effects
    assert [one["verb"] for one in ordered] == ["rectify", "oblige", "oblige"]


def test_the_small_burraco_is_in_its_second_round() -> None:
    demo = of(burraco.SLUG)
    assert demo.options == {"partita": "quattro-smazzate", "separe": "senza-separe"}
    assert rounds(demo) == [("closed", 4, 0), ("playing", 4, 10)]
    assert Ruling.objects.filter(tournament=demo).count() == 2
    assert Adjustment.objects.get(entry__tournament=demo).kind == "warning"
    assert StandingOrder.objects.filter(ruling__tournament=demo, verb="status").exists()
    assert sum(row.vp for row in standings(demo).rows) == 4 * 20


def test_in_the_small_burraco_a_proposal_waits_and_an_appeal_is_heard() -> None:
    demo = of(burraco.SLUG)
    waiting = ProposedRuling.objects.get(tournament=demo)
    assert (waiting.state, waiting.proposed_by.username) == ("waiting", "bruno")
    assert [one["discipline"] for one in waiting.effects] == ["deferimento"]
    appeal = Appeal.objects.get(tournament=demo)
    assert (appeal.state, appeal.record, appeal.filed_by.username) == ("open", "ruling:1:1", "dora")
    assert list(appeal.judges.values_list("user__username", "role")) == [("giulia", "president")]
    assert [one.kind for one in appeal.notes.all()] == ["official"]


def test_the_large_burraco_is_in_its_merit_groups() -> None:
    demo = of(two_stages.SLUG)
    # One rests in the first round, at no table that waits for a result.
    assert [state for state, _tables, _missing in rounds(demo)] == [*["closed"] * 5, "playing"]
    assert rounds(demo)[-1] == ("playing", 12, 2 * (12 - 4))
    groups = demo.stages.get(number=2).groups.order_by("number")
    assert [group.places.count() for group in groups] == [12, 12]
    assert demo.prizes.filter(group__isnull=False).count() == 4
    assert TableSlip.objects.get(table__round__tournament=demo).state == "proposed"


def test_the_large_burraco_has_everything_that_happens_to_a_field() -> None:
    demo = of(two_stages.SLUG)
    assert demo.rounds.get(number=1).tables.filter(line_b__isnull=True).count() == 1
    assert demo.entries.get(number=24).from_round == 2
    assert EntryEvent.objects.get(entry__tournament=demo, kind="substituted").round_number == 2
    assert BoardScore.objects.get(table__round__tournament=demo, cause="players").agreed_by
    fixed = MatchScore.objects.current().get(table__round__tournament=demo)
    assert sorted((fixed.vp_a, fixed.vp_b)) == [6, 14]
    assert set(Adjustment.objects.filter(entry__tournament=demo, kind="mp").values_list("amount", flat=True)) == {100}
    names = [entry.name for entry in demo.entries.all()]
    assert len(set(names)) == len(names) == 24


def test_three_warnings_of_the_large_burraco_cost_a_vp() -> None:
    demo = of(two_stages.SLUG)
    warned = Entry.objects.get(tournament=demo, number=11)
    assert warned.adjustments.filter(kind="warning").count() == 3
    row = next(one for one in standings(demo, stage=demo.stages.get(number=1)).rows if one.entry == warned)
    assert row.vp == row.sums.vp_played - 1


def test_the_standings_of_the_first_stage_became_final_after_report_and_appeal() -> None:
    demo = of(two_stages.SLUG)
    shown = list(demo.publications.order_by("number").values_list("kind", "stage__number"))
    assert shown == [("provisional", 1), ("provisional", 1), ("final", 1)]
    assert ErrorReport.objects.get(publication__tournament=demo).state == "accepted"
    assert Appeal.objects.get(tournament=demo).state == "rejected"


def test_the_mitchell_is_concluded_with_an_artificial_score_from_the_tables_of_all_rounds() -> None:
    demo = of(mitchell.SLUG)
    assert demo.ending == "concluded"
    assert rounds(demo) == [("closed", 5, 0)] * 5
    assert [one.kind for one in demo.publications.order_by("number")] == ["provisional", "final"]
    score = BoardScore.objects.get(table__round__tournament=demo, kind="artificial")
    assert (score.table.round.number, score.table.number) == (3, 4)
    others = BoardScore.objects.current().filter(board=score.board).exclude(table=score.table)
    assert sorted(one.table.round.number for one in others) == [1, 2, 4, 5]
    for line in ("points_a", "points_b"):
        mean = Fraction(sum(getattr(one, line) for one in others), 4)
        assert abs(getattr(score, line) - mean) < 1


def test_players_of_the_mitchell_play_the_large_duplicate_too() -> None:
    there = set(Player.objects.filter(memberships__entry__tournament__slug=SLUG))
    assert set(Player.objects.filter(memberships__entry__tournament__slug=mitchell.SLUG)) < there
