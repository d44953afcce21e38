"""What changes while a stage is played: a draft discarded, its rounds cut, its game changed, brackets of two sizes."""

from datetime import timedelta

import pytest

from records.requests import Refused
from tests.asking import DESK, send
from tests.factories import NOON, acting
from tests.tournaments.draw.by_formula import in_force, lines, next_round, play, staged
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.draw.actions import discard_pairing, redraw_round
from tournaments.draw.limits import limit_of
from tournaments.draw.models import Pairing
from tournaments.planning.models import Stage
from tournaments.planning.stage_actions import add_stage, change_stage, start_stage
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings


def both_stages():
    tournament, dora = staged("danish", 8, rounds_planned=1)
    second = add_stage(
        by=acting(dora),
        tournament=tournament,
        name="F",
        formula="danish",
        first_round="standings",
        rounds_planned=2,
        carry_over="none",
    )
    play(next_round(tournament, dora), dora)
    start_stage(by=acting(dora), stage=second, sizes=[4, 4], per_group=0, without_publication=True)
    return tournament, dora


def test_a_penalty_after_a_discarded_draft_counts_in_the_stage_that_was_played(db):
    tournament, dora = both_stages()
    discard_pairing(by=acting(dora), pairing=in_force(next_round(tournament, dora)), reason="x", seen=0)
    first, entry = Stage.objects.get(number=1), tournament.entries.get(number=1)
    before = next(row.vp for row in standings(tournament, stage=first).rows if row.entry == entry)
    late = acting(dora, at=NOON + timedelta(hours=1))
    give_adjustment(by=late, entry=entry, round=None, kind="vp", amount=-3, reason="x")
    after = next(row.vp for row in standings(tournament, stage=first).rows if row.entry == entry)
    assert after == before - 3


def test_a_draft_that_the_page_did_not_show_is_not_discarded(client_of, db):
    tournament, dora = staged("danish", 12, first_round="lot")
    round = next_round(tournament, dora)
    client = client_of(dora)
    redraw_round(by=acting(dora), pairing=in_force(round))  # somebody else draws again while the page shows draft 1
    answer = send(client, f"{DESK}turni/1/abbinamento/scarta/", reason="vecchia", seen="0", version="1")
    assert (answer.status_code, "Intanto" in answer.content.decode()) == (422, True)
    assert Pairing.objects.get(version=2).state == "draft"


@pytest.mark.long
@pytest.mark.parametrize("sizes", [[4, 8], [8, 4], [2, 4]])
def test_the_longer_bracket_is_played_out(db, sizes):
    tournament, dora = staged("danish", sum(sizes), rounds_planned=1)
    stage = add_stage(
        by=acting(dora),
        tournament=tournament,
        name="F",
        formula="knockout",
        first_round="standings",
        rounds_planned=3,
        third_place=True,
    )
    play(next_round(tournament, dora), dora)
    start_stage(by=acting(dora), stage=stage, sizes=sizes, per_group=0, without_publication=True)
    for _ in range(max(sizes).bit_length() - 1):
        play(next_round(tournament, dora), dora)
    assert len(lines(Round.objects.order_by("number").last())) == 2


def mitchell(rounds: int, played: int, **fields: object):
    tournament, dora = staged("mitchell", 16, rounds_planned=rounds, boards_move=False, **fields)
    for _ in range(played):
        publish_round(by=acting(dora), round=next_round(tournament, dora))
        Round.objects.update(state="closed")
    return tournament, dora


@pytest.mark.long
def test_the_record_says_the_round_from_which_the_lines_were_really_exchanged(db):
    tournament, dora = mitchell(8, 5, switched_rounds=3)  # to be switched from round 6
    change_stage(by=acting(dora), stage=Stage.objects.get(), rounds_planned=6)
    pairing = in_force(next_round(tournament, dora))  # round 6, the first that is switched
    assert pairing.notes[-1]["data"]["round"] == 6


def test_a_stage_with_switched_rounds_can_be_made_short(db):
    tournament, dora = mitchell(8, 2, switched_rounds=3)
    with pytest.raises(Refused, match="sono meno dei 3 previsti"):
        change_stage(by=acting(dora), stage=Stage.objects.get(), rounds_planned=3)
    change_stage(by=acting(dora), stage=Stage.objects.get(), rounds_planned=3, switched_rounds=1)
    assert in_force(next_round(tournament, dora)).inputs["switch_from"] == 3
    with pytest.raises(Refused, match="La fase è cominciata"):
        change_stage(by=acting(dora), stage=Stage.objects.get(), switched_rounds=2)


def test_a_stage_of_what_was_a_duplicate_can_still_be_renamed(db):
    """As one was left before the change was refused."""
    _tournament, dora = staged("mitchell", 8, rounds_planned=4, switched_rounds=1)
    Tournament.objects.update(forma="ordinario")
    change_stage(by=acting(dora), stage=Stage.objects.get(), name="Nuovo nome")


def test_how_many_a_long_knock_out_takes_is_not_counted_one_by_one(db):
    staged("knockout", 4, rounds_planned=60)
    limit = limit_of(Stage.objects.get(), "", 4)
    assert limit is not None
    assert limit.fewest == 2**59 + 1
