"""Orders of events in which something went wrong once, as the machine found them: each told in a few steps."""

from datetime import timedelta

import pytest

from records.requests import Refused
from tests.factories import NOON, acting
from tests.tournaments.draw.by_formula import drawn, in_force, next_round, play, staged
from tournaments.check_in.actions import return_entry, withdraw
from tournaments.draw.actions import change_pairing, redraw_round
from tournaments.pairing.records import Change
from tournaments.planning.stage_actions import add_stage, change_stage
from tournaments.publication.actions import interrupt, publish_final, publish_provisional, remove_prize, set_prize
from tournaments.publication.models import Prize
from tournaments.rounds.actions import create_round, publish_round, start_round
from tournaments.setup.models import Tournament

LATER = NOON + timedelta(minutes=30)


def entry_of(tournament, number):
    return tournament.entries.get(number=number)


def expose(by, stage, action, at, **given):
    version = Tournament.objects.get(pk=stage.tournament_id).data_version
    return action(by=acting(by, at=at), stage=stage, data_version=version, **given)


def test_nothing_is_drawn_shown_or_planned_once_the_tournament_has_ended(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    interrupt(by=acting(dora), tournament=tournament, reason="Manca la corrente")
    pairing, one, two = in_force(round), entry_of(tournament, 1), entry_of(tournament, 2)
    swap = Change(kind="swap", first=1, second=3)
    for action, given in (
        (publish_round, {"round": round}),
        (redraw_round, {"pairing": pairing}),
        (change_pairing, {"pairing": pairing, "change": swap, "seen": 0}),
        (create_round, {"tournament": tournament, "pairings": [(one, two)]}),
        (add_stage, {"tournament": tournament, "name": "Finale"}),
        (change_stage, {"stage": round.stage, "rounds_planned": 9}),
    ):
        with pytest.raises(Refused, match="Il torneo è finito"):
            action(by=acting(dora), **given)


def test_tables_are_not_shown_with_who_withdrew_after_they_were_drawn(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    withdraw(by=acting(dora), entry=entry_of(tournament, 3), reason="Malattia")
    with pytest.raises(Refused, match="Non giocano più questo turno: 3"):
        publish_round(by=acting(dora), round=round)
    redraw_round(by=acting(dora), pairing=in_force(round))
    assert publish_round(by=acting(dora), round=round).state == "published"
    assert drawn(round) == [(1, (1,), (2,)), (2, (4,), ())]


@pytest.mark.parametrize("begins", [False, True])
def test_who_left_and_comes_back_finds_the_players_at_the_table_shown(db, begins):
    tournament, dora = staged("danish", 4)
    round = publish_round(by=acting(dora), round=next_round(tournament, dora))
    withdraw(by=acting(dora), entry=entry_of(tournament, 3), reason="Malattia")
    if begins:
        start_round(by=acting(dora), round=round)
    return_entry(by=acting(dora), entry=entry_of(tournament, 3), reason="Guarito")
    back = entry_of(tournament, 3)
    assert [len(back.members_at(number)) for number in (1, 2)] == [2, 2]
    assert back.plays_in(1)


def test_a_request_that_comes_again_after_its_record_was_removed_is_refused(db):
    tournament, dora = staged("danish", 4)
    put = acting(dora, key="premio")
    given = {"group": None, "category": "", "place_from": 1, "place_to": 1, "name": "Coppa"}
    prize = set_prize(by=put, tournament=tournament, **given)
    remove_prize(by=acting(dora), prize=prize)
    with pytest.raises(Refused, match="è poi stato tolto"):
        set_prize(by=put, tournament=tournament, **given)
    assert not Prize.objects.exists()


def test_a_round_that_is_shown_or_played_is_not_passed_over_by_final_standings(db):
    tournament, dora = staged("danish-pure", 4, rounds_planned=3)
    play(next_round(tournament, dora), dora)
    second = publish_round(by=acting(dora), round=next_round(tournament, dora))
    shown = {"incomplete": True, "reason": "Manca la corrente"}
    expose(dora, second.stage, publish_provisional, NOON, **shown)
    for begun in (second, start_round(by=acting(dora), round=second)):
        with pytest.raises(Refused, match="Prima chiudi il turno 2"):
            expose(dora, begun.stage, publish_final, LATER, **shown)


def test_no_round_is_drawn_under_final_standings(db):
    tournament, dora = staged("danish-pure", 4, rounds_planned=3)
    round = play(next_round(tournament, dora), dora)
    shown = {"incomplete": True, "reason": "Manca la corrente"}
    expose(dora, round.stage, publish_provisional, NOON, **shown)
    expose(dora, round.stage, publish_final, LATER, **shown)
    with pytest.raises(Refused, match="è definitiva"):
        next_round(tournament, dora)
    assert tournament.rounds.count() == 1
