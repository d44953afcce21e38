"""Published standings: what they keep, what stops them, and what nobody can change."""

from datetime import timedelta
from hashlib import sha256

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.utils import timezone

from records.models import LogEntry
from records.requests import Refused
from tests.factories import NOON, acting, make_adjustment, make_score
from tests.tournaments.publication.showing import TEN, correct, settle, show, version
from tournaments.appeals.actions import decide_appeal, file_appeal, withdraw_appeal
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.planning.models import Stage
from tournaments.publication.actions import DataMoved, answer_report, publish_provisional, report_error
from tournaments.publication.models import Publication
from tournaments.publication.proof import canonical_publication, hash_of, verify_publication
from tournaments.publication.queries import differences, line_of, rows_of
from tournaments.publication.snapshots import snapshot
from tournaments.publication.state import StageStandings
from tournaments.rounds.models import Round
from tournaments.scores.match_models import MatchScore
from tournaments.standings.queries import standings, tables_without_result

# What it keeps


def test_provisional_standings_keep_every_row_with_its_arithmetic(stage, dora):
    found = show(dora, stage)
    assert (found.number, found.kind, found.round_number) == (1, "provisional", 1)
    assert found.closes_at == NOON + TEN
    lines = [(row["place"], row["entry"], row["vp"], row["mp"]) for row in found.rows[0]["rows"]]
    live = [(row.place, row.entry.number, row.vp, row.mp) for row in standings(stage.tournament).rows]
    assert lines == live
    first = found.rows[0]["rows"][0]
    assert first["players"] == ["Anna Conti", "Luca Serra"]
    assert first["items"][0]["points"] == [14, 8]
    assert sum(item["vp"] for item in first["items"]) == first["vp"]


def test_what_is_read_back_is_what_was_published(stage, dora):
    make_adjustment(stage.tournament.entries.get(number=1), dora, amount=-3)
    found = Publication.objects.get(pk=show(dora, stage).pk)
    live = standings(stage.tournament).rows
    assert [(row.place, row.entry.name, row.sums, row.explanations) for row in rows_of(found)] == [
        (row.place, row.entry.name, row.sums, row.explanations) for row in live
    ]
    now = standings(stage.tournament)
    assert line_of(found, 1).items == now.account(stage.tournament.entries.get(number=1))
    assert line_of(found, 99) is None


def test_the_hash_is_that_of_the_bytes_anybody_can_download(stage, dora):
    found = Publication.objects.get(pk=show(dora, stage).pk)
    assert found.hash == sha256(canonical_publication(found)).hexdigest() == hash_of(found)
    assert verify_publication(found).holds
    assert snapshot(stage).rows == found.rows


def test_the_proof_fails_for_another_row_and_for_what_the_log_does_not_know(stage, dora):
    found = show(dora, stage)
    found.rows[0]["rows"][0]["vp"] += 1
    assert not verify_publication(found).hash_holds
    found.hash = hash_of(found)
    assert (verify_publication(found).hash_holds, verify_publication(found).in_log) == (True, False)


@pytest.mark.parametrize("what", ["update", "delete"])
def test_the_database_refuses_to_change_or_delete_one(stage, dora, what):
    rows = Publication.objects.filter(pk=show(dora, stage).pk)
    with pytest.raises(DatabaseError, match="Published standings"), transaction.atomic():
        rows.update(reason="altro") if what == "update" else rows.delete()


def test_it_says_who_when_and_by_which_engine(stage, dora):
    seen = version(stage)
    found = show(dora, stage)
    assert (found.published_by, found.published_at, found.data_version) == (dora, NOON, seen)
    assert found.engine_version.startswith("0.1.0 ")
    line = LogEntry.objects.get(action="publish_provisional")
    assert line.data["hash"] == found.hash


# Who, and from which data


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara", "carla", "ettore"])
def test_only_the_director_publishes(stage, cast, name):
    with pytest.raises(PermissionDenied):
        show(cast[name], stage)
    assert not Publication.objects.exists()


def test_data_that_moved_meanwhile_are_refused(stage, dora):
    seen, figures = version(stage), snapshot(stage).figures
    correct(dora, stage)
    with pytest.raises(DataMoved):
        publish_provisional(by=acting(dora), stage=stage, data_version=seen, figures=figures)
    assert not Publication.objects.exists()


def test_a_log_line_that_moves_no_figure_stops_nobody(stage, dora, giulia):
    seen, figures = version(stage), snapshot(stage).figures
    table = stage.rounds.get(number=1).tables.get(number=1)
    score = table.scores.first()
    key = f"score:1:1:{score.board.number}:{score.version}"
    file_appeal(by=acting(giulia), entry=table.line_a, against=key, grounds="…")
    assert publish_provisional(by=acting(dora), stage=stage, data_version=seen, figures=figures).number == 1


def test_sent_twice_it_is_published_once(stage, dora):
    by = acting(dora, key="una")
    first = publish_provisional(by=by, stage=stage, data_version=version(stage))
    assert publish_provisional(by=by, stage=stage, data_version=0) == first


# What is missing


def test_missing_scores_are_named_and_passed_over_only_with_a_reason(stage, round_1, tournament, dora, sara):
    Round.objects.filter(number=2).update(state=Round.State.PLAYING)
    assert tables_without_result(stage) == [(None, 2, 1), (None, 2, 2)]
    assert len(tables_without_result(stage)) == standings(tournament).pending
    with pytest.raises(Refused, match=r"Mancano 2 risultati: turno 2, tavoli 1, 2\."):
        show(dora, stage)
    with pytest.raises(Refused, match="anche se manca qualcosa"):
        show(dora, stage, incomplete=True)
    found = show(dora, stage, incomplete=True, reason="Il tavolo 1 gioca ancora")
    assert found.rows[0]["pending"] == [[2, 1], [2, 2]]


def test_nothing_is_published_before_a_round_begins(tournament, dora):
    Round.objects.update(state=Round.State.PUBLISHED)
    with pytest.raises(Refused, match="Nessun turno"):
        show(dora, Stage.objects.get())


def test_others_of_the_same_round_need_a_reason(stage, dora):
    show(dora, stage)
    with pytest.raises(Refused, match="esposta è già questa"):
        show(dora, stage)
    correct(dora, stage)
    with pytest.raises(Refused, match="prende il posto"):
        show(dora, stage)
    found = show(dora, stage, reason="Corretto il tavolo 2")
    assert (found.number, found.reason) == (2, "Corretto il tavolo 2")
    names = [one.name for one in differences(Publication.objects.get(number=1).rows, found.rows)]
    assert names == ["D’Amico – Leone"]


# From provisional to final


def test_they_become_final_after_ten_minutes_and_not_a_second_before(stage, dora):
    show(dora, stage)
    with pytest.raises(Refused, match="segnalare errori fino alle 13:10"):
        settle(dora, stage, at=NOON + TEN - timedelta(seconds=1))
    found = settle(dora, stage)
    assert (found.number, found.kind, found.closes_at) == (2, "final", None)
    assert found.rows == Publication.objects.get(number=1).rows


def test_nothing_becomes_final_that_was_not_shown(stage, dora):
    with pytest.raises(Refused, match="Prima va esposta"):
        settle(dora, stage)


def test_figures_that_moved_must_be_shown_again(stage, dora):
    show(dora, stage)
    correct(dora, stage)
    with pytest.raises(Refused, match="va esposta di nuovo"):
        settle(dora, stage)


def test_rounds_still_to_play_stop_it_unless_the_director_says_why(stage, dora):
    Stage.objects.update(rounds_planned=2)
    show(dora, stage)
    with pytest.raises(Refused, match="Un turno previsto non è chiuso"):
        settle(dora, stage)
    assert settle(dora, stage, incomplete=True, reason="Sala chiusa").is_final


def test_an_open_report_stops_it_and_an_answer_frees_it(stage, dora):
    found = show(dora, stage)
    report = report_error(
        publication=found, entry=stage.tournament.entries.get(number=4), name="Mara", text="Mancano 2 VP", at=NOON
    )
    with pytest.raises(Refused, match="Una segnalazione aspetta risposta"):
        settle(dora, stage)
    answered = answer_report(by=acting(dora), report=report, accepted=False, answer="Il conto è giusto")
    assert (answered.state, answered.answered_by) == ("rejected", dora)
    assert settle(dora, stage).is_final


@pytest.mark.parametrize("how", ["decided", "withdrawn"])
def test_an_open_appeal_stops_it_until_it_is_closed(stage, dora, giulia, bruno, how):
    show(dora, stage)
    entry = stage.tournament.entries.get(number=2)
    appeal = file_appeal(by=acting(bruno), entry=entry, against="standings:1", grounds="Punti scambiati")
    with pytest.raises(Refused, match="Un reclamo è ancora in esame"):
        settle(dora, stage)
    if how == "decided":
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="Punti giusti")
    else:
        withdraw_appeal(by=acting(bruno), appeal=appeal, member=entry.members.first(), reason="Ci hanno ripensato")
    assert settle(dora, stage).is_final


def test_final_standings_close_the_stage_to_changes(stage, dora):
    show(dora, stage)
    settle(dora, stage)
    with pytest.raises(Refused, match="definitiva"):
        correct(dora, stage)
    with pytest.raises(Refused, match="è già definitiva"):
        show(dora, stage, reason="Ancora")
    with pytest.raises(Refused, match="i punteggi sono gli stessi"):
        settle(dora, stage, reason="Ancora")


def test_a_later_decision_gives_other_final_standings_with_the_reason(stage, dora, giulia):
    show(dora, stage)
    before = settle(dora, stage)
    entry = stage.tournament.entries.get(number=1)
    decision = {"kind": "vp", "amount": -9, "reason": "Squalifica", "reference": "Giustizia sportiva 12/2026"}
    give_adjustment(by=acting(giulia), entry=entry, round=None, **decision)
    with pytest.raises(Refused, match="quale decisione"):
        settle(dora, stage)
    after = settle(dora, stage, reason="Giustizia sportiva 12/2026")
    assert (after.number, after.kind) == (3, "final")
    assert rows_of(after)[0].entry.number != 1
    assert Publication.objects.get(pk=before.pk).rows == before.rows


def test_the_clock_of_the_page_follows_the_hall_s_clock(stage, dora):
    with time_machine.travel(NOON, tick=False):
        found = publish_provisional(by=acting(dora, at=timezone.now()), stage=stage, data_version=version(stage))
    with time_machine.travel(NOON + TEN - timedelta(seconds=1), tick=False):
        assert found.is_open(timezone.now())
        assert StageStandings(stage, timezone.now()).final_obstacles
    with time_machine.travel(NOON + TEN, tick=False):
        assert not found.is_open(timezone.now())
        assert not StageStandings(stage, timezone.now()).final_obstacles


def test_the_tables_without_a_result_are_those_that_the_standings_miss(tournament, round_1, dora, sara):
    """A match settled by the code and one taken off the grid wait for nothing."""
    stage, board = Stage.objects.get(), round_1.boards.earliest("number")
    make_score(round_1.tables.get(number=1), board, (7, 4), sara)
    assert len(tables_without_result(stage)) == standings(tournament).pending == 2
    MatchScore.objects.create(
        table=round_1.tables.get(number=2), version=1, kind="score-smarrito", vp_a=7, vp_b=7, mp_a=0, mp_b=0,
        reason="Foglio smarrito", reference="Art. 19", given_by=dora, given_at=NOON,
    )  # fmt: skip
    assert tables_without_result(stage) == [(None, 1, 1)]
    assert standings(tournament).pending == 1


def test_the_players_are_those_of_the_round_shown(stage, dora):
    member = stage.tournament.entries.get(number=1).members.get(position=1)
    member.until_round = 0
    member.save()
    names = {row["entry"]: row["players"] for row in show(dora, stage).rows[0]["rows"]}
    assert (names[1], names[2]) == (["Luca Serra"], ["Piero Galli", "Rita Fontana"])
