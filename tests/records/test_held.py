"""What an action decides by is read when nobody else can change it; what its page read tells nothing any more."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from records.locks import lock_tournament
from records.requests import Refused
from referee.cases.actions import open_case
from tests.factories import acting, make_adjustment
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.check_in.actions import withdraw
from tournaments.publication.actions import interrupt, remove_prize, set_prize
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import confirm_score, give_score
from tournaments.scores.match_actions import Figures, give_match_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

OVER = "Il torneo è finito"


@pytest.fixture
def read(table):
    """The table as a page read it: with its round and tournament, before anybody else acted."""
    return Table.objects.select_related("round__tournament", "round__stage", "line_a", "line_b").get(pk=table.pk)


@pytest.fixture
def interrupted(read, dora):
    interrupt(by=acting(dora), tournament=Tournament.objects.get(), reason="Manca la corrente")
    assert not read.round.tournament.has_ended


def score(by, table, board, **fields):
    given = {"points_a": 5, "points_b": 6, "expected_version": 0} | fields
    return give_score(by=acting(by), table=table, board=board, **given)


def test_no_score_of_a_page_read_before_the_interruption(interrupted, read, board, sara):
    with pytest.raises(Refused, match=OVER):
        score(sara, read, board)
    assert not BoardScore.objects.exists()


def test_no_fixed_score_nor_penalty_of_a_page_read_before_the_interruption(read, dora, request):
    entry = read.line_a
    assert not entry.tournament.has_ended
    request.getfixturevalue("interrupted")
    with pytest.raises(Refused, match=OVER):
        give_match_score(
            by=acting(dora),
            table=read,
            kind="given",
            figures=Figures(vp_a=10, vp_b=10, mp_a=0, mp_b=0),
            reason="x",
            reference="art. 40",
            expected_version=0,
        )
    with pytest.raises(Refused, match=OVER):
        give_adjustment(
            by=acting(dora), entry=entry, round=read.round, kind="vp", amount=-1, reason="Ritardo", reference=""
        )


def test_no_anomaly_of_a_page_read_before_the_interruption(interrupted, read, board, bruno):
    with pytest.raises(Refused, match=OVER):
        open_case(by=acting(bruno), table=read, board=board)


def test_no_correction_by_the_scorer_of_a_round_closed_meanwhile(read, board, sara, giulia):
    given = score(sara, read, board)
    Round.objects.update(state=Round.State.CLOSED)
    assert read.round.state == Round.State.PLAYING
    with pytest.raises(PermissionDenied, match="manage_rounds"):
        score(sara, read, board, points_a=6, points_b=5, expected_version=1, reason="Svista")
    assert BoardScore.objects.current().get() == given


def test_who_may_not_act_any_more_is_refused(read, board, sara):
    sara.memberships.all().delete()
    with pytest.raises(PermissionDenied, match="give_score"):
        score(sara, read, board)


def test_a_score_confirmed_twice_at_once_is_confirmed_by_the_first(read, board, sara, giulia, dora):
    given = score(sara, read, board)
    seen = BoardScore.objects.select_related("table__round__tournament").get(pk=given.pk)
    confirm_score(by=acting(giulia), score=given)
    with pytest.raises(Refused, match="già confermato"):
        confirm_score(by=acting(dora), score=seen)
    assert BoardScore.objects.get().confirmed_by == giulia


def test_a_penalty_cancelled_twice_at_once_is_cancelled_by_the_first(read, dora, giulia):
    penalty = make_adjustment(read.line_a, dora)
    cancel_adjustment(by=acting(dora), adjustment=penalty, reason="Era in tempo", decision="")
    with pytest.raises(Refused, match="già annullata"):
        cancel_adjustment(by=acting(giulia), adjustment=penalty, reason="Altro", decision="")


def test_who_withdrew_meanwhile_does_not_withdraw_again(read, dora):
    entry = read.line_a
    withdraw(by=acting(dora), entry=entry, reason="Malattia")
    assert not entry.is_withdrawn
    with pytest.raises(Refused, match="già ritirata"):
        withdraw(by=acting(dora), entry=entry, reason="Malattia")


def test_what_is_gone_meanwhile_is_refused_in_words(read, dora):
    prize = set_prize(
        by=acting(dora),
        tournament=read.round.tournament,
        group=None,
        category="",
        place_from=1,
        place_to=1,
        name="Coppa",
    )
    remove_prize(by=acting(dora), prize=prize)
    with pytest.raises(Refused, match="Intanto Dora Pace l’ha tolto: non c’è più niente da cambiare"):
        remove_prize(by=acting(dora), prize=prize)


def test_who_waits_for_the_lock_finds_what_was_done_meanwhile(transactional_db, tournament, dora, sara):
    """Two requests at once, for real: the score waits while the tournament is being interrupted."""
    round = tournament.rounds.get(number=1)
    read = Table.objects.select_related("round__tournament").filter(round=round).first()
    board = Board.objects.filter(round=round).first()
    locked, waits = Event(), connection.features.has_select_for_update

    def interrupt_slowly():
        try:
            with transaction.atomic():
                lock_tournament(tournament.pk)
                locked.set()
                interrupt(by=acting(dora), tournament=tournament, reason="Manca la corrente")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as desk:
        slow = desk.submit(interrupt_slowly)
        # A database in memory does not wait: there one comes after the other.
        locked.wait() if waits else slow.result()
        with pytest.raises(Refused, match=OVER):
            score(sara, read, board)
        slow.result()
