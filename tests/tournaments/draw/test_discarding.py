"""A draft that nobody saw is discarded: its record stays, its round is to be prepared, and the draw is the same."""

import pytest
from django.core.exceptions import PermissionDenied

from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting, give_role, make_user, sealed
from tests.outside import troubles
from tests.tournaments.draw.by_formula import drawn, in_force, next_round, play, staged
from tournaments.draw.actions import Ground, change_pairing, discard_pairing, draw_round, redraw_round, withdraw_pairing
from tournaments.draw.models import Pairing
from tournaments.pairing.records import Change
from tournaments.planning.models import Stage
from tournaments.planning.stage_actions import change_stage
from tournaments.rounds.actions import create_round, publish_round, stage_now
from tournaments.rounds.models import Board, BoardSet, Round, Table


def discard(round: Round, by, **given: object) -> Pairing:
    return discard_pairing(
        by=acting(by), pairing=in_force(round), **({"reason": "Preparato per prova", "seen": 0} | given)
    )


def test_the_record_stays_and_the_round_is_to_be_prepared(db):
    tournament, dora = staged("danish", 4, first_round="lot")
    sealed(tournament)
    record = discard(next_round(tournament, dora), dora)
    record.refresh_from_db()
    assert (record.state, record.reason, record.version) == ("discarded", "Preparato per prova", 1)
    assert not tournament.rounds.exists()
    assert not Table.objects.exists()
    assert not Board.objects.exists()
    assert LogEntry.objects.last().data["reason"] == "Preparato per prova"
    seals = LogEntry.objects.last().seals
    kept = {name for name, seal in seals.items() if seal}
    assert kept == {f"tournaments.Pairing:{record.pk}", f"tournaments.Round:{record.round_id}"}
    # Of the tables and boards that went with it the log says that they are gone.
    assert {name.partition(":")[0] for name in seals.keys() - kept} == {"tournaments.Table", "tournaments.Board"}
    assert troubles(tournament) == []


def test_what_no_page_of_ours_sends_is_told_in_words_and_put_right(db, client_of):
    tournament, dora = staged("danish", 4, first_round="lot")
    next_round(tournament, dora)
    page, desk = DESK + "turni/1/abbinamento/scarta/", client_of(dora)
    refused = send(desk, page, reason="Preparato per prova", seen="molti")
    assert refused.status_code == 422
    assert text(refused).count("La richiesta è arrivata incompleta") == 1
    shown = source(refused)
    assert "Preparato per prova" in shown and 'name="seen" value="0"' in shown and 'name="version" value="1"' in shown


def test_prepared_again_it_has_the_same_number_seed_and_tables(db):
    tournament, dora = staged("danish", 12, first_round="lot")
    first = next_round(tournament, dora)
    tables = drawn(first)
    discard(first, dora)
    again = next_round(tournament, dora)
    assert (again.pk, again.number, in_force(again).version) == (first.pk, 1, 2)
    assert in_force(again).seed == Pairing.objects.get(version=1).seed
    assert drawn(again) == tables


@pytest.mark.long
def test_discarding_gains_no_draw_that_drawing_again_did_not_leave_on_record(db):
    tournament, dora = staged("danish", 12, first_round="lot")
    round = next_round(tournament, dora)
    redrawn = redraw_round(by=acting(dora), pairing=in_force(round))
    discard(round, dora)
    round = next_round(tournament, dora)
    assert in_force(round).seed == redrawn.seed
    assert redraw_round(by=acting(dora), pairing=in_force(round)).seed.endswith("– 1.3")
    assert [one.seed[-3:] for one in Pairing.objects.order_by("version")] == ["1.1", "1.2", "1.2", "1.3"]


def test_a_schedule_that_keeps_its_seed_keeps_it(db):
    tournament, dora = staged("individual", 8, contest="individual", first_round="lot")
    play(next_round(tournament, dora), dora)
    second = next_round(tournament, dora)
    tables, seed = drawn(second), in_force(second).seed
    discard(second, dora)
    again = next_round(tournament, dora)
    assert (in_force(again).seed, drawn(again)) == (seed, tables)


def test_boards_and_their_numbers_come_back(db):
    tournament, dora = staged("danish", 4)
    discard(next_round(tournament, dora), dora)
    play(next_round(tournament, dora), dora)
    assert list(Board.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_sets_that_go_round_go_with_their_first_round(db):
    tournament, dora = staged("mitchell", 8, boards_move=True)
    discard(next_round(tournament, dora), dora)
    assert not BoardSet.objects.exists()
    assert next_round(tournament, dora).tables.count() == 4


def test_the_stage_has_not_begun(db):
    tournament, dora = staged("danish", 4)
    discard(next_round(tournament, dora), dora)
    change_stage(by=acting(dora), stage=Stage.objects.get(), formula="round-robin", rounds_planned=3)
    assert stage_now(tournament).formula == "round-robin"
    assert next_round(tournament, dora).number == 1


def test_tables_by_hand_are_discarded_too(db):
    tournament, dora = staged("by-hand", 4)
    entries = list(tournament.entries.order_by("number"))
    lines = [(entries[0], entries[1]), (entries[2], entries[3])]
    first = create_round(by=acting(dora), tournament=tournament, pairings=lines)
    second = create_round(by=acting(dora), tournament=tournament, pairings=lines)
    with pytest.raises(Refused, match="Prima scarta il turno 2"):
        discard(first, dora)
    discard(second, dora)
    discard(first, dora)
    assert create_round(by=acting(dora), tournament=tournament, pairings=lines).number == 1


def test_tables_once_shown_are_not_discarded(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    with pytest.raises(Refused, match="non è più in preparazione"):
        discard(round, dora)
    withdraw_pairing(by=acting(dora), round=Round.objects.get(), ground=Ground.OTHER, reason="Errore")
    with pytest.raises(Refused, match="già stati pubblici"):
        discard(round, dora)


def test_it_needs_a_reason_and_the_draft_that_was_seen(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    with pytest.raises(Refused, match="Scrivi il motivo"):
        discard(round, dora, reason=" ")
    change_pairing(by=acting(dora), pairing=in_force(round), change=Change(kind="swap", first=1, second=3), seen=0)
    with pytest.raises(Refused, match="Intanto"):
        discard(round, dora)
    discard(round, dora, seen=1)


def test_who_runs_no_rounds_discards_none(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    sara = make_user("sara")
    give_role(sara, tournament, Role.SCORER)
    with pytest.raises(PermissionDenied):
        discard(round, sara)


def test_who_publishes_what_was_just_discarded_is_told(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    discard(round, dora)
    with pytest.raises(Refused, match="l’ha tolto"):
        publish_round(by=acting(dora), round=round)


@pytest.mark.long
def test_pages_say_what_was_discarded(db, client):
    tournament, dora = staged("danish", 4, first_round="lot")
    next_round(tournament, dora)
    client.force_login(dora)
    assert f"{DESK}turni/1/abbinamento/scarta/" in source(client.get(f"{DESK}turni/1/abbinamento/"))
    page = f"{DESK}turni/1/abbinamento/scarta/"
    refused = send(client, page, reason="", seen=0, version=1)
    assert refused.status_code == 422
    answer = send(client, page, reason="Preparato per prova", seen=0, version=1)
    assert (answer.status_code, answer["Location"]) == (302, f"{DESK}turni/prepara/")
    assert "Preparato per prova" in text(client.get(f"{DESK}turni/prepara/"))
    assert client.get(f"{DESK}turni/1/abbinamento/").status_code == 404
    assert client.get(DESK).status_code == 200
    round = draw_round(by=acting(dora), tournament=tournament).round
    assert "scartata: Preparato per prova" in text(client.get(f"{DESK}turni/1/abbinamento/"))
    publish_round(by=acting(dora), round=round)
    client.logout()
    proof = text(client.get(f"{TOURNAMENT}turni/1/abbinamento/"))
    assert "Versione 1, scartata" in proof
    assert "Preparato per prova" not in proof


def test_the_rounds_own_page_leads_there_while_nobody_has_seen_it(db, client_of):
    """Drawn by hand, a round is looked at on its own page."""
    tournament, dora = staged("by-hand", 4)
    lines = [tuple(tournament.entries.filter(number__in=(1, 2))), tuple(tournament.entries.filter(number__in=(3, 4)))]
    round = create_round(by=acting(dora), tournament=tournament, pairings=lines)
    arbiter = make_user("olga")
    give_role(arbiter, tournament, Role.ARBITER)
    page, link = DESK + "turni/1/", DESK + "turni/1/abbinamento/scarta/"
    assert link in source(client_of(dora).get(page))
    assert link not in source(client_of(arbiter).get(page))
    publish_round(by=acting(dora), round=round)
    assert link not in source(client_of(dora).get(page))
