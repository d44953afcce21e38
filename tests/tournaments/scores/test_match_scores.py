"""Scores of a whole match: given by the code's article, taken back; what final standings stop."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction

from records.models import LogEntry
from records.requests import Refused
from tests.factories import (
    NOON,
    acting,
    let_be,
    make_adjustment,
    make_burraco,
    make_entries,
    make_round,
    make_score,
    make_stage,
)
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.appeals.models import Appeal
from tournaments.publication.models import ErrorReport, Publication
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Round
from tournaments.rounds.queries import round_progress
from tournaments.scores.actions import give_score
from tournaments.scores.match_actions import Figures, give_match_score, take_back_match_score, version_of
from tournaments.scores.match_models import MatchScore
from tournaments.scores.queries import round_grid
from tournaments.standings.queries import standings

LATE = Figures(vp_a=14, vp_b=6, mp_a=305, mp_b=-305)


@pytest.fixture
def tournament(db):
    """Burraco, two deals: four pairs, round 1 playing of the one that its stage plans."""
    tournament = make_burraco()
    make_stage(tournament, rounds_planned=1)
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)])
    return tournament


def give(user, table, figures=LATE, *, expected_version=0, reason="Assente da dieci minuti", **fields):
    fields = {"kind": "ritardo-presente", "reference": "F.I.Bur., art. 40"} | fields
    return give_match_score(
        by=acting(user), table=table, figures=figures, reason=reason, expected_version=expected_version, **fields
    )


def publish(tournament, user, *, kind="provisional", minutes=10, number=1):
    return Publication.objects.create(
        tournament=tournament, number=number, kind=kind, stage=tournament.stages.get(), round_number=1, rows=[],
        data_version=0, engine_version="prova", hash="0" * 64, published_by=user, published_at=NOON,
        closes_at=NOON + timedelta(minutes=minutes) if kind == "provisional" else None,
    )  # fmt: skip


def by_entry(tournament):
    return {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}


# ---- giving and taking back -------------------------------------------------


@pytest.mark.parametrize("name", ["dora", "giulia", "bruno"])
def test_a_fixed_score_counts_in_place_of_the_boards(cast, tournament, table, board, name):
    make_score(table, board, (100, 900), cast["sara"])
    score = give(cast[name], table)
    assert (score.version, score.given_by, score.given_at) == (1, cast[name], NOON)
    assert by_entry(tournament) == {1: (14, 305), 2: (6, -305), 3: (0, 0), 4: (0, 0)}


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_others_may_not_fix_a_score(cast, table, name):
    with pytest.raises(PermissionDenied):
        give(cast[name], table)
    assert not MatchScore.objects.exists()


def test_a_second_one_takes_the_place_of_the_one_that_was_seen(giulia, bruno, table):
    first = give(bruno, table)
    second = give(giulia, table, Figures(vp_a=6, vp_b=14, mp_a=-305, mp_b=305), expected_version=1, reason="Scambiate")
    first.refresh_from_db()
    assert (first.superseded_by, first.superseded_at, first.supersede_reason) == (giulia, NOON, "Scambiate")
    assert (second.version, version_of(table)) == (2, 2)


def test_a_score_changed_meanwhile_is_not_replaced(giulia, bruno, table):
    give(bruno, table)
    with pytest.raises(Refused, match="Quello che hai scritto tu è ancora qui"):
        give(giulia, table, expected_version=0)
    assert MatchScore.objects.get().given_by == bruno


def test_taken_back_the_boards_count_again(giulia, sara, tournament, table, round_1):
    for one, points in zip(round_1.boards.order_by("number"), [(400, 100), (300, 300)], strict=True):
        make_score(table, one, points, sara)
    score = give(giulia, table)
    taken = take_back_match_score(by=acting(giulia), score=score, reason="Erano al bar: visti dall’arbitro")
    assert (taken.superseded_by, taken.supersede_reason) == (giulia, "Erano al bar: visti dall’arbitro")
    assert by_entry(tournament)[1] == (13, 300)  # 300 of two deals: 13–7 (art. 18)
    assert version_of(table) == 0


def test_what_was_taken_back_is_not_taken_back_twice(giulia, table):
    score = give(giulia, table)
    take_back_match_score(by=acting(giulia), score=score, reason="Errore")
    with pytest.raises(Refused, match="già stato tolto"):
        take_back_match_score(by=acting(giulia), score=score, reason="Errore")


@pytest.mark.parametrize(("field", "why"), [("reason", "Scrivi il motivo"), ("reference", "Indica l’articolo")])
def test_reason_and_article_are_required(giulia, table, field, why):
    with pytest.raises(Refused, match=why):
        give(giulia, table, **{field: " "})


def test_a_round_not_begun_and_a_rest_have_no_match(giulia, tournament, table):
    Round.objects.filter(pk=table.round_id).update(state="published")
    table.round.refresh_from_db()
    with pytest.raises(Refused, match="non è ancora cominciato"):
        give(giulia, table)
    rest = make_round(tournament, 2, [(tournament.entries.get(number=1), None)])
    with pytest.raises(Refused, match="riposa"):
        give(giulia, rest.tables.get())


def test_the_log_tells_both_lines_and_the_article(giulia, table):
    give(giulia, table)
    line = LogEntry.objects.get()
    assert line.action == "give_match_score"
    assert line.data["vp"] == [14, 6]
    assert line.data["mp"] == [305, -305]
    assert line.data["reference"] == "F.I.Bur., art. 40"


def test_the_database_keeps_the_figures_as_they_were_given(giulia, table):
    score = give(giulia, table)
    with pytest.raises(DatabaseError), transaction.atomic():
        MatchScore.objects.filter(pk=score.pk).update(vp_a=20)
    with pytest.raises(DatabaseError), transaction.atomic():
        score.delete()


def test_a_match_with_a_fixed_score_is_not_waited_for(cast, tournament, table, round_1):
    giulia, dora, sara = cast["giulia"], cast["dora"], cast["sara"]
    other = round_1.tables.get(number=2)
    for one in round_1.boards.all():
        make_score(other, one, (300, 100), sara)
    assert [one.missing for one in round_progress(tournament)] == [2]
    score = give(giulia, table)
    assert [row.fixed for row in round_grid(round_1)] == [score, None]
    assert [one.missing for one in round_progress(tournament)] == [0]
    assert close_round(by=acting(dora), round=round_1, **let_be(round_1)).state == "closed"


# ---- what is final ----------------------------------------------------------


def everything(giulia, dora, table, board, **cited):
    """Every change of a result, each as a call still to be made."""
    entry, round = table.line_a, table.round
    penalty = make_adjustment(entry, dora)
    decision = {"decision": cited["reference"]} if cited else {}
    return {
        "score": lambda: give_score(
            by=acting(giulia), table=table, board=board, points_a=5, points_b=10, expected_version=0, **cited
        ),
        "match": lambda: give(giulia, table, **decision),
        "penalty": lambda: give_adjustment(
            by=acting(giulia), entry=entry, round=round, kind="vp", amount=-1, reason="Tardi", **cited
        ),
        "penalty of no round": lambda: give_adjustment(
            by=acting(giulia), entry=entry, round=None, kind="vp", amount=-1, reason="Tardi", **cited
        ),
        "cancelled": lambda: cancel_adjustment(by=acting(giulia), adjustment=penalty, reason="Svista", **decision),
    }


ALL = ["score", "match", "penalty", "penalty of no round", "cancelled"]


@pytest.mark.parametrize("which", ALL)
def test_under_final_standings_nothing_changes_by_itself(giulia, dora, table, board, which):
    publish(table.round.tournament, dora, kind="final")
    with pytest.raises(Refused, match=r"definitiva.*art\. 20"):
        everything(giulia, dora, table, board)[which]()


@pytest.mark.parametrize("which", ALL)
def test_a_decision_that_comes_later_names_itself_and_passes(giulia, dora, table, board, which):
    publish(table.round.tournament, dora, kind="final")
    everything(giulia, dora, table, board, reference="Reclamo n. 1")[which]()
    assert "Reclamo n. 1" in LogEntry.objects.latest("pk").data["reference"] or which == "match"


def test_an_ended_tournament_changes_no_more(giulia, dora, tournament, table, board):
    tournament.ending, tournament.ended_at = "concluded", NOON
    tournament.save()
    table.round.tournament.refresh_from_db()
    with pytest.raises(Refused, match="Il torneo è finito"):
        give(giulia, table)


def late(giulia, table, *, minutes):
    actor = acting(giulia, at=NOON + timedelta(minutes=minutes))
    return give_adjustment(
        by=actor, entry=table.line_a, round=table.round, kind="mp", amount=-100, reason="Segnato male"
    )


def test_ten_minutes_after_the_provisional_standings_no_variation_is_admitted(giulia, dora, tournament, table):
    publish(tournament, dora)
    late(giulia, table, minutes=9)
    with pytest.raises(Refused, match="minuti della classifica provvisoria sono passati"):
        late(giulia, table, minutes=10)


def test_provisional_standings_with_rounds_still_to_come_close_nothing(giulia, dora, tournament, table):
    tournament.stages.update(rounds_planned=2)
    publish(tournament, dora)
    late(giulia, table, minutes=60)


def test_an_error_reported_in_time_is_mended_afterwards(giulia, dora, tournament, table):
    shown = publish(tournament, dora)
    ErrorReport.objects.create(publication=shown, text="Mancano 2 VP", reported_by="Conti", reported_at=NOON)
    late(giulia, table, minutes=15)


def test_an_open_appeal_keeps_the_standings_open(giulia, dora, tournament, table):
    publish(tournament, dora)
    Appeal.objects.create(
        tournament=tournament, number=1, entry=table.line_a, against="Provvedimento n. 1", grounds="Non era tardi",
        filed_by=giulia, filed_at=NOON,
    )  # fmt: skip
    late(giulia, table, minutes=15)
