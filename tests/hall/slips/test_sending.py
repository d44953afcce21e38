"""Results from the table's QR: sent by one line, agreed or disputed by the other, recorded in the players' name."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from codes.seats import Result
from hall.slips.actions import StaleSlip
from records.models import LogEntry
from records.requests import Refused
from tests.factories import acting, make_score
from tests.hall.slips.results import AGREED, OURS, THEIRS, A, B, agree, put, recorded
from tournaments.rounds.models import Round
from tournaments.scores.match_actions import Figures, give_match_score
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import slips_sent_from
from tournaments.setup.models import Membership
from tournaments.staff.actions import NAME, players_of


def test_what_one_line_sends_waits_for_the_other(players, table):
    slip = put(players, table)
    assert (slip.state, slip.given_by_line, slip.version) == ("proposed", "A", 1)
    assert slip.points == [[1, 600, 100, 0, 0], [2, 400, 300, 0, 0]]
    assert recorded() == []


def test_what_both_agree_on_is_recorded_in_the_players_name(players, table):
    put(players, table)
    assert agree(players, table).state == "agreed"
    assert recorded() == AGREED
    assert [line.action for line in LogEntry.objects.order_by("sequence")] == [
        "send_slip", "give_score", "give_score", "agree_slip",
    ]  # fmt: skip


def test_what_both_lines_say_needs_nobody_else(players, table):
    put(players, table)
    agree(players, table)
    for score in BoardScore.objects.select_related("confirmed_by"):
        assert (score.state, score.given_by) == ("confirmed", players)
        assert (str(score.confirmed_by), score.confirmed_by.is_active) == ("Le due linee del tavolo", False)


def test_what_the_desk_gave_is_confirmed_by_both_lines(players, sara, table):
    given = make_score(table, table.round.boards.get(number=1), (600, 100), sara)
    put(players, table)
    agree(players, table)
    given.refresh_from_db()
    assert (given.state, given.given_by, str(given.confirmed_by)) == ("confirmed", sara, "Le due linee del tavolo")


def test_the_players_account_is_nobodys(tournament, players):
    assert not players.is_active
    assert not players.has_usable_password()
    assert not Membership.objects.filter(user=players).exists()
    assert players_of(tournament) == players
    assert not Client().login(username=players.username, password="!")


def test_who_sent_it_does_not_confirm_it(players, table):
    put(players, table)
    with pytest.raises(Refused, match="lo conferma l’altra linea"):
        agree(players, table, A)
    assert recorded() == []


def test_the_same_figures_from_the_other_line_are_an_agreement(players, table):
    put(players, table)
    assert put(players, table, B).state == "agreed"
    assert recorded() == AGREED


def test_other_figures_that_saw_the_first_are_a_dispute(players, table):
    put(players, table)
    slip = put(players, table, B, THEIRS, seen=1)
    assert (slip.state, slip.version) == ("disputed", 2)
    sent = slips_sent_from([table])[table.pk]
    assert (sent.is_disputed, sent.slip.points[1][1], sent.other.points[1][1]) == (True, 300, 400)
    assert recorded() == []


@pytest.mark.parametrize("who", ["first gives way", "second gives way", "second sends the first's"])
def test_a_dispute_ends_when_one_line_gives_way(players, table, who):
    put(players, table)
    put(players, table, B, THEIRS, seen=1)
    if who == "first gives way":
        agree(players, table, A, version=2)
    elif who == "second gives way":
        put(players, table, A, OURS, seen=2)
        agree(players, table, B, version=3)
    else:
        put(players, table, B, OURS, seen=2)
    expected = (300, 400) if who == "first gives way" else (400, 300)
    assert [one[1:3] for one in recorded()] == [(600, 100), expected]


def test_other_figures_that_did_not_see_the_first_are_stale(players, table):
    put(players, table)
    with pytest.raises(StaleSlip) as stale:
        put(players, table, B, THEIRS, seen=0)
    assert stale.value.current.version == 1


def test_what_was_sent_is_corrected_until_it_is_answered(players, table):
    put(players, table)
    slip = put(players, table, A, THEIRS, seen=1)
    assert (slip.state, slip.version) == ("proposed", 2)
    with pytest.raises(StaleSlip):
        agree(players, table, version=1)
    agree(players, table, version=2)
    assert recorded()[1][1:3] == (300, 400)


def test_two_phones_that_confirm_at_once_record_once(players, table):
    put(players, table)
    assert agree(players, table).state == "agreed"
    assert agree(players, table).state == "agreed"
    assert recorded() == AGREED


def test_a_request_sent_again_counts_once(players, table):
    for _ in range(2):
        put(players, table, key="una")
    assert TableSlip.objects.count() == 1
    for _ in range(2):
        agree(players, table, key="due")
    assert LogEntry.objects.filter(action="agree_slip").count() == 1


def test_after_the_agreement_nothing_more_is_sent(players, table):
    put(players, table)
    agree(players, table)
    with pytest.raises(StaleSlip):
        put(players, table, A, THEIRS, seen=1)
    assert recorded() == AGREED


def test_what_the_desk_recorded_otherwise_stays(players, sara, table, board):
    make_score(table, board, (100, 600), sara)
    put(players, table)
    with pytest.raises(Refused, match="Per la smazzata 1 la direzione ha già un altro punteggio"):
        agree(players, table)
    assert [one[0] for one in recorded()] == [1]
    assert TableSlip.objects.get().state == "proposed"


def test_what_the_desk_recorded_alike_is_left_as_it_is(players, sara, table, board):
    make_score(table, board, (600, 100), sara)
    put(players, table)
    agree(players, table)
    assert recorded() == [(1, 600, 100, "Sara Moro"), (2, 400, 300, NAME)]


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ({1: OURS[1]}, "Mancano i punti"),
        (OURS | {9: OURS[1]}, "Mancano i punti"),
        (OURS | {2: Result(points_a=403, points_b=300)}, "Smazzata 2: .*non sono un multiplo di 5"),
    ],
)
def test_an_impossible_or_partial_result_is_refused(players, table, results, why):
    with pytest.raises(Refused, match=why):
        put(players, table, results=results)
    assert not TableSlip.objects.exists()


def test_only_the_table_speaks_for_its_players(sara, table):
    with pytest.raises(PermissionDenied):
        put(sara, table)


def test_the_players_of_another_tournament_do_not(players, table, other_tournament):
    with pytest.raises(PermissionDenied):
        put(players_of(other_tournament), table)


def test_a_match_with_a_fixed_score_takes_no_slip(players, giulia, table):
    figures = Figures(vp_a=7, vp_b=7, mp_a=-205, mp_b=-205)
    give_match_score(
        by=acting(giulia), table=table, kind="intemperanze", figures=figures, reason="Lite", reference="art. 39",
        expected_version=0,
    )  # fmt: skip
    with pytest.raises(Refused, match="l’arbitro ha già dato un punteggio"):
        put(players, table)


def test_a_closed_round_takes_no_slip(players, table):
    Round.objects.update(state="closed")
    with pytest.raises(Refused, match="chiamate l’arbitro"):
        put(players, table)
