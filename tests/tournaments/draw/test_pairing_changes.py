"""What becomes of a pairing once it is drawn: changed by hand, published for good, withdrawn as the code lets."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction

from records.models import LogEntry
from records.requests import Refused
from tests.factories import acting, make_entry, make_score
from tests.tournaments.draw.by_formula import in_force, lines, next_round, play, staged, verify_published
from tournaments.draw.actions import Ground, change_pairing, draw_round, redraw_round, withdraw_pairing
from tournaments.draw.models import Pairing
from tournaments.draw.queries import canonical_pairing, hash_of, verify
from tournaments.pairing.records import Change
from tournaments.rounds.actions import publish_round, start_round
from tournaments.rounds.models import Round
from tournaments.setup.rules import locked_settings


def swap(first: int, second: int) -> Change:
    return Change(kind="swap", first=first, second=second)


# ---- changes by hand ----------------------------------------------------------


def test_two_pairs_change_places_and_the_log_says_so(db):
    tournament, dora = staged("danish", 6)
    round = next_round(tournament, dora)
    change_pairing(by=acting(dora), pairing=in_force(round), change=swap(2, 3), seen=0, reason="Fratelli")
    assert lines(round) == [(1, 3), (2, 4), (5, 6)]
    pairing = in_force(round)
    assert [one["why"] for one in pairing.tables] == ["by-hand", "by-hand", "entered"]
    assert LogEntry.objects.last().data == {
        "round": 1,
        "pairing_version": 1,
        "change": ["swap", 2, 3],
        "reason": "Fratelli",
    }
    assert verify_published(round, dora).holds


def test_a_table_gets_another_number(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    change = Change(kind="number", first=1, second=2)
    change_pairing(by=acting(dora), pairing=in_force(round), change=change, seen=0)
    assert lines(round) == [(3, 4), (1, 2)]


def test_a_change_of_a_page_left_open_is_refused(db):
    tournament, dora = staged("danish", 4)
    pairing = in_force(next_round(tournament, dora))
    change_pairing(by=acting(dora), pairing=pairing, change=swap(1, 3), seen=0)
    with pytest.raises(Refused, match="ha scritto: scambiati 1 e 3"):
        change_pairing(by=acting(dora), pairing=pairing, change=swap(1, 3), seen=0)


@pytest.mark.parametrize("change", [swap(1, 9), Change(kind="number", first=7, second=1)])
def test_a_change_of_what_is_not_there_is_refused(db, change):
    tournament, dora = staged("danish", 4)
    pairing = in_force(next_round(tournament, dora))
    with pytest.raises(Refused, match="non è possibile"):
        change_pairing(by=acting(dora), pairing=pairing, change=change, seen=0)


# ---- publication and its proof ------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("formula", "contest"),
    [
        ("danish", "pairs"),
        ("danish-pure", "pairs"),
        ("mitchell", "pairs"),
        ("round-robin", "pairs"),
        ("double-round-robin", "pairs"),
        ("knockout", "pairs"),
        ("individual", "individual"),
        ("danish", "individual"),
        ("danish", "teams"),
    ],
)
@pytest.mark.parametrize("first_round", ["entry-order", "lot", "category"])
def test_every_published_pairing_can_be_repeated(db, formula, contest, first_round):
    tournament, dora = staged(formula, 8, contest=contest, first_round=first_round, rounds_planned=2)
    for _round in range(2):
        round = next_round(tournament, dora)
        play(round, dora)
        pairing = in_force(round)
        assert pairing.state == "published"
        assert verify(pairing).holds


def test_the_hash_is_that_of_the_record(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    assert verify_published(round, dora).holds
    pairing = in_force(round)
    assert pairing.hash == hash_of(pairing)
    assert canonical_pairing(pairing).startswith(b'{"formula":"danish","inputs":{"changes":[],')
    pairing.tables[0]["a"] = [3]
    assert not verify(pairing).hash_holds
    assert not verify(pairing).tables_follow


def test_a_published_pairing_never_changes_in_the_database(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    with pytest.raises(DatabaseError), transaction.atomic():
        Pairing.objects.update(seed="un altro")
    with pytest.raises(Refused, match="non è più in preparazione"):
        change_pairing(by=acting(dora), pairing=in_force(round), change=swap(1, 3), seen=0)
    with pytest.raises(Refused, match="non è più in preparazione"):
        redraw_round(by=acting(dora), pairing=in_force(round))


def test_a_round_by_hand_is_recorded_and_frozen_too(tournament, dora):
    Round.objects.filter(number=1).update(state="closed")
    round = tournament.rounds.get(number=2)
    assert verify_published(round, dora).holds
    assert in_force(round).inputs["given"] == [[1, 3], [2, 4]]


# ---- taken back ---------------------------------------------------------------


def test_published_tables_are_drawn_again_with_the_reason(db):
    tournament, dora = staged("danish", 4, first_round="lot")
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    before = in_force(round)
    withdraw_pairing(by=acting(dora), round=round, ground=Ground.SCORER, reason="Punti del tavolo 2 copiati male")
    round.refresh_from_db()
    after = in_force(round)
    assert (round.state, after.version, after.state, after.reason) == (
        "draft", 2, "draft", "Punti del tavolo 2 copiati male"
    )  # fmt: skip
    before.refresh_from_db()
    assert (before.state, verify(before).holds) == ("superseded", True)
    assert LogEntry.objects.last().data["reason"] == "Punti del tavolo 2 copiati male"


def test_a_late_pair_completes_the_incomplete_table_and_nobody_else_moves(db):
    tournament, dora = staged("danish", 5)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    late = make_entry(tournament, 6)
    withdraw_pairing(by=acting(dora), round=round, ground=Ground.LATE, reason="Arrivata alle 21.05", late=late)
    assert lines(round) == [(1, 2), (3, 4), (5, 6)]
    assert verify_published(round, dora).holds


def test_a_late_pair_needs_an_incomplete_table_and_no_seat(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    with pytest.raises(Refused, match="non c’è un tavolo incompleto"):
        withdraw_pairing(
            by=acting(dora), round=round, ground=Ground.LATE, reason="Tardi", late=make_entry(tournament, 5)
        )
    assert Round.objects.get().state == "published"


def test_play_once_begun_keeps_its_tables(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    start_round(by=acting(dora), round=round)
    with pytest.raises(Refused, match="non ancora avviato"):
        withdraw_pairing(by=acting(dora), round=round, ground=Ground.SCORER, reason="Errore")


def test_a_score_keeps_the_tables(db):
    tournament, dora = staged("danish", 4)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    make_score(round.tables.first(), round.boards.first(), (8, 3), dora)
    with pytest.raises(Refused, match="già un punteggio"):
        withdraw_pairing(by=acting(dora), round=round, ground=Ground.SCORER, reason="Errore")


def test_burraco_takes_tables_back_only_for_the_scorers_error_or_a_late_pair(db):
    tournament, dora = staged("danish", 4)
    options = {"forma": "", "norme": "", "accusa": "", "separe": "senza-separe"}
    type(tournament).objects.update(game="burraco", rulebook="fibur-burraco-2019", vp_scale="burraco", **options)
    tournament.refresh_from_db()
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    round.refresh_from_db()
    with pytest.raises(Refused, match="Il codice non ammette questo motivo"):
        withdraw_pairing(by=acting(dora), round=Round.objects.get(), ground=Ground.OTHER, reason="Due compagni di casa")


# ---- who may --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara", "carla", "ettore"])
def test_only_the_director_pairs(cast, tournament, name):
    by = acting(cast[name])
    tournament.stages.update(formula="danish")
    round = tournament.rounds.get(number=2)
    with pytest.raises(PermissionDenied):
        draw_round(by=by, tournament=tournament)
    with pytest.raises(PermissionDenied):
        withdraw_pairing(by=acting(cast[name]), round=round, ground=Ground.SCORER, reason="Errore")
    pairing = Pairing.objects.create(
        round=round, version=1, formula="danish", made_by=cast["dora"], made_at="2026-11-14T12:00Z"
    )
    for act in (redraw_round, lambda **given: change_pairing(change=swap(1, 2), seen=0, **given)):
        with pytest.raises(PermissionDenied):
            act(by=acting(cast[name]), pairing=pairing)


def test_the_seed_is_fixed_by_the_first_draw_and_everything_announced_by_the_first_publication(db):
    tournament, dora = staged("danish", 4, first_round="lot")
    assert "lot_seed" not in locked_settings(tournament)
    round = next_round(tournament, dora)
    assert "lot_seed" in locked_settings(tournament)
    publish_round(by=acting(dora), round=round)
    withdraw_pairing(by=acting(dora), round=round, ground=Ground.SCORER, reason="Errore")
    assert {"slug", "lot_seed", "vp_scale"} <= set(locked_settings(tournament))
