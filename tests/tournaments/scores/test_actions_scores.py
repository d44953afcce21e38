"""Scores: who may give and confirm them, what is refused, what a correction keeps."""

import pytest
from django.core.exceptions import PermissionDenied

from records.action import Actor
from records.models import LogEntry
from records.requests import Refused, StaleVersion
from tests.factories import NOON, acting, make_entry, make_round, make_score
from tournaments.rounds.models import Round
from tournaments.scores.actions import annul_board, confirm_score, give_score, record_arbitral_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


def give(user, table, board, points=(5, 6), *, expected_version=0, **fields):
    points_a, points_b = points
    return give_score(
        by=fields.pop("by", None) or acting(user),
        table=table,
        board=board,
        points_a=points_a,
        points_b=points_b,
        expected_version=expected_version,
        **fields,
    )


def annul(user, table, board, *, expected_version=0, reference="Provvedimento 1", reason="Andata a monte"):
    return annul_board(
        by=acting(user),
        table=table,
        board=board,
        expected_version=expected_version,
        reference=reference,
        reason=reason,
    )


def arbitral(user, table, board, points=(6, 5), **fields):
    points_a, points_b = points
    fields = {"kind": "artificial", "expected_version": 0, "reference": "Provvedimento 1", "reason": "Media"} | fields
    return record_arbitral_score(
        by=acting(user), table=table, board=board, points_a=points_a, points_b=points_b, **fields
    )


# Giving


@pytest.mark.parametrize("name", ["sara", "dora", "giulia", "bruno"])
def test_staff_give_a_score(cast, table, board, name):
    score = give(cast[name], table, board, (8, 6), accusa_a=3)
    assert (score.version, score.kind, score.state, score.given_by) == (1, "played", "given", cast[name])
    assert (score.points_a, score.points_b, score.accusa_a, score.accusa_b) == (8, 6, 3, 0)
    assert score.given_at == NOON


@pytest.mark.parametrize("name", ["carla", "ettore"])
def test_others_may_not_give_a_score(cast, table, board, name):
    with pytest.raises(PermissionDenied):
        give(cast[name], table, board)
    assert not BoardScore.objects.exists()


def test_an_impossible_score_is_refused_with_every_reason(sara, table, board):
    with pytest.raises(Refused) as refused:
        give(sara, table, board, (13, 5), accusa_a=2)
    assert refused.value.messages == (
        "L’accusa di N-S è impossibile: è una somma di 3 e 4, e le carte del tressette bastano al più per 21.",
        "I punti delle carte delle due linee, tolte le accuse, devono fare 11.",
    )
    assert not BoardScore.objects.exists()
    assert not LogEntry.objects.exists()


def test_accusa_is_refused_where_it_is_not_played(sara, table, board):
    Tournament.objects.update(accusa="senza-accusa")
    with pytest.raises(Refused, match="non si gioca con l’accusa"):
        give(sara, table, board, (8, 6), accusa_a=3)


@pytest.mark.parametrize("state", [Round.State.DRAFT, Round.State.PUBLISHED])
def test_a_round_not_begun_takes_no_score(tournament, dora, state):
    later = tournament.rounds.get(number=2)
    Round.objects.filter(pk=later.pk).update(state=state)
    table, board = later.tables.get(number=1), later.boards.first()
    with pytest.raises(Refused, match="non è ancora cominciato"):
        give(dora, table, board)


def test_a_board_of_another_round_is_a_programming_error(tournament, sara, table):
    with pytest.raises(ValueError, match="is not played at"):
        give(sara, table, tournament.boards.get(number=3))


def test_a_table_that_rests_takes_no_score(tournament, sara):
    Round.objects.filter(tournament=tournament).update(state=Round.State.CLOSED)
    bye = make_round(tournament, 3, [(make_entry(tournament, 5), None)])
    with pytest.raises(Refused, match="riposa"):
        give(sara, bye.tables.get(), bye.boards.first())


# Correcting


def test_a_correction_is_a_new_version_and_keeps_the_old_one(sara, dora, table, board):
    first = give(sara, table, board, (5, 6))
    second = give(dora, table, board, (6, 5), expected_version=1, reason="  Linee scambiate ")
    first.refresh_from_db()
    assert (first.state, first.superseded_at, first.points_a) == ("superseded", NOON, 5)
    assert (second.version, second.points_a, second.reason) == (2, 6, "Linee scambiate")
    assert BoardScore.objects.current().get() == second


def test_a_correction_needs_a_reason(sara, table, board):
    first = give(sara, table, board)
    with pytest.raises(Refused, match="scrivi il motivo"):
        give(sara, table, board, (6, 5), expected_version=1, reason=" ")
    assert BoardScore.objects.current().get() == first


def test_a_stale_version_changes_nothing_and_carries_the_score_in_force(sara, dora, table, board):
    first = give(sara, table, board)
    with pytest.raises(StaleVersion) as stale:
        give(dora, table, board, (6, 5), reason="Anch’io")
    assert stale.value.current == first
    assert BoardScore.objects.count() == 1


def test_a_version_that_never_was_is_stale(sara, table, board):
    with pytest.raises(StaleVersion) as stale:
        give(sara, table, board, expected_version=3)
    assert stale.value.current is None


def test_after_the_round_is_closed_only_the_director_corrects(sara, dora, table, board):
    give(sara, table, board)
    Round.objects.update(state=Round.State.CLOSED)
    table.refresh_from_db()
    with pytest.raises(PermissionDenied):
        give(sara, table, board, (6, 5), expected_version=1, reason="Letto male", cause="scorer")
    assert give(dora, table, board, (6, 5), expected_version=1, reason="Letto male", cause="scorer").version == 2


# Confirming


def test_a_second_person_confirms(sara, dora, table, board):
    score = confirm_score(by=acting(dora), score=give(sara, table, board))
    assert (score.state, score.confirmed_by, score.confirmed_at) == ("confirmed", dora, NOON)


def test_who_gave_a_score_does_not_confirm_it(sara, table, board):
    score = give(sara, table, board)
    with pytest.raises(Refused, match="persona diversa"):
        confirm_score(by=acting(sara), score=score)


def test_an_arbiter_does_not_confirm(sara, bruno, table, board):
    score = give(sara, table, board)
    with pytest.raises(PermissionDenied):
        confirm_score(by=acting(bruno), score=score)


def test_a_confirmed_score_is_not_confirmed_again(sara, dora, giulia, table, board):
    score = confirm_score(by=acting(dora), score=give(sara, table, board))
    with pytest.raises(Refused, match="già confermato"):
        confirm_score(by=acting(giulia), score=score)


def test_confirming_a_superseded_score_shows_the_one_in_force(sara, dora, table, board):
    old = give(sara, table, board)
    new = give(sara, table, board, (6, 5), expected_version=1, reason="Letto male")
    with pytest.raises(StaleVersion) as stale:
        confirm_score(by=acting(dora), score=old)
    assert stale.value.current == new


def test_correcting_a_confirmed_score_asks_for_a_new_confirmation(sara, dora, table, board):
    confirm_score(by=acting(dora), score=give(sara, table, board))
    new = give(dora, table, board, (6, 5), expected_version=1, reason="Letto male", cause="scorer")
    assert (new.state, new.confirmed_by) == ("given", None)
    assert BoardScore.objects.get(version=1).confirmed_by == dora


# By a ruling


def test_an_arbiter_annuls_a_board(bruno, table, board):
    score = annul(bruno, table, board)
    assert (score.kind, score.points_a, score.points_b, score.is_void) == ("void", None, None, True)
    assert score.reference == "Provvedimento 1"


def test_annulling_supersedes_the_played_score(sara, bruno, table, board):
    give(sara, table, board)
    assert annul(bruno, table, board, expected_version=1).version == 2
    assert BoardScore.objects.get(version=1).state == "superseded"


@pytest.mark.parametrize("name", ["sara", "dora", "carla", "ettore"])
def test_only_arbiters_annul_or_set_arbitral_scores(cast, table, board, name):
    with pytest.raises(PermissionDenied):
        annul(cast[name], table, board)
    with pytest.raises(PermissionDenied):
        arbitral(cast[name], table, board)


def test_a_ruling_is_cited_and_explained(bruno, table, board):
    with pytest.raises(Refused, match="provvedimento"):
        annul(bruno, table, board, reference=" ")
    with pytest.raises(Refused, match="motivo"):
        arbitral(bruno, table, board, reason="")


@pytest.mark.parametrize("kind", ["artificial", "assigned", "rectified"])
def test_an_arbitral_score_takes_the_place_of_the_annulled_one(bruno, table, board, kind):
    annul(bruno, table, board)
    score = arbitral(bruno, table, board, (8, 4), kind=kind, expected_version=1)
    assert (score.version, score.kind, score.points_a, score.points_b) == (2, kind, 8, 4)


@pytest.mark.parametrize("kind", ["played", "void", "guessed"])
def test_other_kinds_are_no_arbitral_scores(bruno, table, board, kind):
    with pytest.raises(ValueError, match="not an arbitral score"):
        arbitral(bruno, table, board, kind=kind)


def test_negative_arbitral_points_are_refused(bruno, table, board):
    with pytest.raises(Refused, match="negativi"):
        arbitral(bruno, table, board, (-1, 12))


def test_a_ruling_reaches_a_closed_round(sara, bruno, table, board):
    give(sara, table, board)
    Round.objects.update(state=Round.State.CLOSED)
    table.refresh_from_db()
    assert annul(bruno, table, board, expected_version=1).version == 2
    assert arbitral(bruno, table, board, expected_version=2).version == 3


@pytest.mark.parametrize("name", ["sara", "dora"])
def test_the_desk_does_not_change_what_a_ruling_decided(cast, bruno, table, board, name):
    annul(bruno, table, board)
    with pytest.raises(Refused, match="solo un arbitro"):
        give(cast[name], table, board, expected_version=1, reason="Foglio trovato")
    arbitral(bruno, table, board, expected_version=1)
    with pytest.raises(Refused, match="solo un arbitro"):
        give(cast[name], table, board, expected_version=2, reason="Foglio trovato")
    assert BoardScore.objects.current().get().kind == "artificial"


def test_a_board_annulled_in_ordinary_play_is_replayed(sara, bruno, table, board):
    Tournament.objects.update(forma="ordinario")
    table.round.tournament.refresh_from_db()
    annul(bruno, table, board)
    assert give(sara, table, board, expected_version=1, reason="Rigiocata").kind == "played"


def test_an_arbiter_brings_a_played_result_back_by_a_ruling(sara, bruno, table, board):
    give(sara, table, board)
    annul(bruno, table, board, expected_version=1)
    Round.objects.update(state=Round.State.CLOSED)
    table.refresh_from_db()
    with pytest.raises(PermissionDenied):
        give(bruno, table, board, expected_version=2, reason="Revocato")
    score = give(bruno, table, board, expected_version=2, reason="Revocato", reference="Provvedimento 2")
    assert (score.version, score.kind, score.reference) == (3, "played", "Provvedimento 2")


def test_the_desk_cites_no_ruling(sara, table, board):
    with pytest.raises(PermissionDenied):
        give(sara, table, board, reference="Provvedimento 1")


def test_a_stale_annulment_is_refused(sara, bruno, table, board):
    score = give(sara, table, board)
    with pytest.raises(StaleVersion) as stale:
        annul(bruno, table, board)
    assert stale.value.current == score


# Requests sent twice


def test_the_same_request_twice_gives_the_first_score_and_one_line(sara, table, board):
    by = acting(sara, key="modulo-1")
    first = give(sara, table, board, by=by)
    again = give(sara, table, board, by=by)
    assert again == first
    assert BoardScore.objects.count() == LogEntry.objects.count() == 1


def test_a_repeated_request_returns_its_score_even_when_corrected_since(sara, dora, table, board):
    by = acting(sara, key="modulo-1")
    first = give(sara, table, board, by=by)
    give(dora, table, board, (6, 5), expected_version=1, reason="Letto male")
    assert give(sara, table, board, by=by) == first


def test_two_users_may_have_the_same_key(sara, dora, table, board):
    give(sara, table, board, by=acting(sara, key="modulo-1"))
    give(dora, table, board, (6, 5), by=acting(dora, key="modulo-1"), expected_version=1, reason="Letto male")
    assert BoardScore.objects.count() == 2


def test_a_key_used_for_another_action_is_refused(sara, dora, table, board):
    score = give(sara, table, board)
    confirm_score(by=acting(dora, key="modulo-2"), score=score)
    with pytest.raises(Refused, match="altra operazione"):
        give(dora, table, board, by=acting(dora, key="modulo-2"), expected_version=1, reason="Letto male")


@pytest.mark.parametrize("key", ["", "k" * 65], ids=["none", "too long"])
def test_a_request_without_a_usable_key_is_refused(sara, table, board, key):
    with pytest.raises(Refused, match="è arrivata incompleta"):
        give(sara, table, board, by=Actor(user=sara, at=NOON, key=key))


def test_a_refused_request_may_be_sent_again_with_its_key(sara, table, board):
    by = acting(sara, key="modulo-1")
    with pytest.raises(Refused):
        give(sara, table, board, (5, 5), by=by)
    assert give(sara, table, board, (5, 6), by=by).version == 1


# The log


def test_each_action_writes_one_line(sara, dora, bruno, table, board):
    confirm_score(by=acting(dora), score=give(sara, table, board))
    annul(bruno, table, board, expected_version=1)
    arbitral(bruno, table, board, expected_version=2)
    lines = [(line.sequence, line.action, line.actor.username) for line in LogEntry.objects.all()]
    assert lines == [
        (1, "give_score", "sara"),
        (2, "confirm_score", "dora"),
        (3, "annul_board", "bruno"),
        (4, "record_arbitral_score", "bruno"),
    ]


def test_a_line_says_what_was_recorded(sara, table, board):
    score = give(sara, table, board, (8, 6), accusa_a=3)
    line = LogEntry.objects.get()
    assert line.object == f"tournaments.BoardScore:{score.pk}"
    assert line.data == {
        "round": 1,
        "table": 1,
        "board": 1,
        "version": 1,
        "kind": "played",
        "points": [8, 6],
        "accusa": [3, 0],
        "reason": "",
        "reference": "",
    }


def test_scores_of_other_tables_are_untouched(sara, table, board):
    other = make_score(table.round.tables.get(number=2), board, (11, 0), sara)
    give(sara, table, board)
    other.refresh_from_db()
    assert (other.state, other.version) == ("given", 1)
