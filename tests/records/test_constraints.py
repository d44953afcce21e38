"""What the database refuses, whoever asks: constraints by raw attempts, triggers likewise."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from people.accounts.models import Player
from records.guards import OwnSQL
from records.log import write_line
from records.models import IdempotencyKey, LogEntry
from tests.factories import NOON, make_adjustment, make_board, make_entry, make_score, make_stage, make_tournament
from tournaments.entries.models import Entry, EntryMember
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Membership, Tournament

pytestmark = pytest.mark.dialect

MODELS = [
    Adjustment,
    Board,
    BoardScore,
    Entry,
    EntryMember,
    IdempotencyKey,
    KnockoutWinner,
    LogEntry,
    Membership,
    Round,
    Table,
]


def refuses(attempt, *, naming=""):
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        attempt()
    assert naming in str(caught.value)


# Tournament, entries, staff


def test_duplicate_play_is_always_modern(db):
    refuses(lambda: make_tournament(norme="tradizionali"), naming="duplicate_is_modern")
    assert make_tournament(forma="ordinario", norme="tradizionali").options["norme"] == "tradizionali"


@pytest.mark.parametrize("boards", [0, 9])
def test_boards_per_round_stay_within_the_scales(db, boards):
    refuses(lambda: make_tournament(boards_per_round=boards), naming="boards_per_round_in_scale")


def test_a_tournament_needs_a_seed(db):
    refuses(lambda: make_tournament(lot_seed=""), naming="tournament_has_lot_seed")


def test_entry_numbers_are_positive_and_used_once(tournament):
    refuses(lambda: Entry.objects.create(tournament=tournament, number=0, name="Zero"), naming="entry_number_positive")
    refuses(lambda: Entry.objects.create(tournament=tournament, number=1, name="Di nuovo"))


def test_a_pair_has_two_places_for_two_players(tournament):
    entry = tournament.entries.get(number=1)
    first = entry.members.get(position=1).player
    newcomer = Player.objects.create(first_name="Ada", last_name="Neri")
    refuses(lambda: EntryMember.objects.create(entry=entry, player=newcomer, position=1))
    refuses(lambda: EntryMember.objects.create(entry=entry, player=newcomer, position=9), naming="entry_position_known")
    entry.members.get(position=2).delete()
    refuses(lambda: EntryMember.objects.create(entry=entry, player=first, position=2))


def test_a_user_has_one_known_role_in_a_tournament(tournament, dora, carla):
    refuses(lambda: Membership.objects.create(tournament=tournament, user=dora, role="arbiter"))
    refuses(
        lambda: Membership.objects.create(tournament=tournament, user=carla, role="public"),
        naming="membership_role_known",
    )


# Rounds, tables, boards


def test_round_numbers_are_used_once_and_states_are_known(tournament):
    refuses(lambda: Round.objects.create(tournament=tournament, stage=make_stage(tournament), number=1))
    refuses(
        lambda: Round.objects.create(tournament=tournament, stage=make_stage(tournament), number=3, state="open"),
        naming="round_state_known",
    )


def test_one_round_is_played_at_a_time(tournament):
    refuses(lambda: tournament.rounds.filter(number=2).update(state=Round.State.PLAYING))


def test_a_pair_never_meets_itself(tournament, round_1):
    five = make_entry(tournament, 5)
    refuses(lambda: Table.objects.create(round=round_1, number=3, line_a=five, line_b=five), naming="two_different")


def test_table_numbers_and_lines_are_used_once_per_round(tournament, round_1, table):
    five, six = make_entry(tournament, 5), make_entry(tournament, 6)
    refuses(lambda: Table.objects.create(round=round_1, number=1, line_a=five, line_b=six))
    refuses(lambda: Table.objects.create(round=round_1, number=3, line_a=table.line_a, line_b=six))
    refuses(lambda: Table.objects.create(round=round_1, number=3, line_a=five, line_b=table.line_b))


def test_board_numbers_are_used_once_per_tournament(tournament):
    refuses(lambda: make_board(tournament.rounds.get(number=2), 1))


def test_a_dealer_sits_at_the_table(tournament, round_1):
    def attempt():
        Board.objects.create(tournament=tournament, round=round_1, number=9, dealer="X")

    refuses(attempt, naming="board_dealer_known")


# Scores


def test_played_points_make_eleven_with_their_accuse(table, board, sara):
    refuses(lambda: make_score(table, board, (5, 5), sara), naming="played_deck_is_eleven")
    refuses(lambda: make_score(table, board, (8, 6), sara), naming="played_deck_is_eleven")
    assert make_score(table, board, (8, 6), sara, accusa_a=3).version == 1


def test_arbitral_points_need_not_make_eleven_but_cite_their_ruling(table, board, giulia):
    refuses(lambda: make_score(table, board, (7, 6), giulia, kind="artificial"), naming="arbitral_has_reference")
    assert make_score(table, board, (7, 6), giulia, kind="artificial", reference="P1").kind == "artificial"


def test_a_void_board_has_no_points_and_others_have(table, board, giulia):
    refuses(lambda: make_score(table, board, (0, 11), giulia, kind="void", reference="P1"), naming="points_unless_void")
    refuses(
        lambda: make_score(table, board, (None, None), giulia, kind="assigned", reference="P1"),
        naming="points_unless_void",
    )


def test_accusa_is_part_of_the_points(table, board, giulia):
    def attempt():
        make_score(table, board, (2, 9), giulia, kind="assigned", reference="P1", accusa_a=3)

    refuses(attempt, naming="accusa_within_points")


def test_score_kinds_are_known(table, board, sara):
    refuses(
        lambda: make_score(table, board, (5, 6), sara, kind="guessed", reference="P1"), naming="boardscore_kind_known"
    )


def test_one_version_is_in_force_and_versions_are_used_once(table, board, sara):
    score = make_score(table, board, (5, 6), sara)
    refuses(lambda: make_score(table, board, (6, 5), sara, version=2, reason="Letto male"))
    BoardScore.objects.filter(pk=score.pk).update(state="superseded", superseded_at=NOON)
    refuses(lambda: make_score(table, board, (6, 5), sara))
    refuses(lambda: make_score(table, board, (6, 5), sara, version=2), naming="boardscore_changed_why")
    refuses(lambda: make_score(table, board, (6, 5), sara, version=0, reason="Prima"), naming="score_version_positive")


def test_a_score_is_confirmed_by_somebody_else_completely(table, board, sara, dora):
    score = BoardScore.objects.filter(pk=make_score(table, board, (5, 6), sara).pk)
    refuses(lambda: score.update(state="confirmed"), naming="confirmation_complete")
    refuses(
        lambda: score.update(state="confirmed", confirmed_by=sara, confirmed_at=NOON), naming="confirmed_by_another"
    )
    refuses(lambda: score.update(confirmed_by=dora, confirmed_at=NOON), naming="confirmation_complete")
    assert score.update(state="confirmed", confirmed_by=dora, confirmed_at=NOON) == 1


def test_a_superseded_score_says_when(table, board, sara):
    score = BoardScore.objects.filter(pk=make_score(table, board, (5, 6), sara).pk)
    refuses(lambda: score.update(state="superseded"), naming="superseded_when")
    refuses(lambda: score.update(superseded_at=NOON), naming="superseded_when")


# Adjustments, requests


@pytest.mark.parametrize(("kind", "amount"), [("vp", 0), ("mp", 0), ("warning", -1), ("fine", 3)])
def test_an_adjustment_has_an_amount_unless_it_warns(tournament, dora, kind, amount):
    entry = tournament.entries.get(number=1)
    refuses(lambda: make_adjustment(entry, dora, kind=kind, amount=amount), naming="adjustment_kind_and_amount")


def test_an_adjustment_and_its_cancellation_have_reasons(tournament, dora):
    entry = tournament.entries.get(number=1)
    refuses(lambda: make_adjustment(entry, dora, reason=""), naming="adjustment_has_reason")
    given = Adjustment.objects.filter(pk=make_adjustment(entry, dora).pk)
    refuses(lambda: given.update(cancelled_by=dora, cancelled_at=NOON), naming="adjustment_cancel_reason_told")
    refuses(lambda: given.update(cancel_reason="Sbagliato"), naming="adjustment_cancel_reason_told")


def test_a_request_key_is_used_once_per_user(sara, dora):
    IdempotencyKey.objects.create(user=sara, key="k", action="give_score")
    IdempotencyKey.objects.create(user=dora, key="k", action="give_score")
    refuses(lambda: IdempotencyKey.objects.create(user=sara, key="k", action="confirm_score"))


# Triggers


@pytest.mark.parametrize(
    "change",
    [
        {"points_a": 4, "points_b": 7},
        {"accusa_a": 3, "points_a": 8},
        {"kind": "assigned", "reference": "P1"},
        {"reason": "Altro"},
        {"reference": "P9"},
        {"version": 7, "reason": "Altro"},
    ],
    ids="+".join,
)
def test_the_figures_of_a_score_never_change(table, board, sara, change):
    score = BoardScore.objects.filter(pk=make_score(table, board, (5, 6), sara).pk)
    refuses(lambda: score.update(**change), naming="never change")


def test_who_gave_a_score_where_and_when_never_changes(table, board, sara, dora):
    score = make_score(table, board, (5, 6), sara)
    other = table.round.tables.get(number=2)
    for change in ({"given_by": dora}, {"given_at": NOON.replace(hour=13)}, {"table": other}):
        refuses(lambda change=change: BoardScore.objects.filter(pk=score.pk).update(**change), naming="never change")


def test_a_score_is_never_deleted(table, board, sara):
    score = make_score(table, board, (5, 6), sara)
    refuses(score.delete, naming="never deleted")
    refuses(BoardScore.objects.all().delete, naming="never deleted")


def test_a_superseded_score_stays_superseded(table, board, sara):
    score = BoardScore.objects.filter(pk=make_score(table, board, (5, 6), sara).pk)
    score.update(state="superseded", superseded_at=NOON)
    refuses(lambda: score.update(state="given", superseded_at=None), naming="superseded score never changes")


def test_a_confirmation_is_never_taken_back(table, board, sara, dora):
    score = BoardScore.objects.filter(pk=make_score(table, board, (5, 6), sara).pk)
    score.update(state="confirmed", confirmed_by=dora, confirmed_at=NOON)
    refuses(lambda: score.update(state="given", confirmed_by=None, confirmed_at=None), naming="never taken back")


def test_an_adjustment_never_changes_and_is_never_deleted(tournament, dora, sara):
    adjustment = make_adjustment(tournament.entries.get(number=1), dora)
    given = Adjustment.objects.filter(pk=adjustment.pk)
    refuses(adjustment.delete, naming="never deleted")
    for change in ({"amount": -2}, {"reason": "Altro"}, {"given_by": sara}, {"kind": "mp"}):
        refuses(lambda change=change: given.update(**change), naming="never changes")
    given.update(cancelled_by=dora, cancelled_at=NOON, cancel_reason="Sbagliata coppia")
    refuses(lambda: given.update(cancelled_by=None, cancelled_at=None, cancel_reason=""), naming="never taken back")


def test_the_log_is_never_changed_nor_deleted(tournament, dora):
    line = write_line(tournament=tournament, actor=dora, at=NOON, action="note", record="x:1", data={})
    for change in ({"data": {"altered": True}}, {"action": "other"}, {"hash": "0" * 64}):
        refuses(lambda change=change: LogEntry.objects.filter(pk=line.pk).update(**change), naming="never changed")
    refuses(line.delete, naming="never deleted")


def decided_once(table, dora):
    return KnockoutWinner.objects.create(
        table=table, version=1, winner=table.line_a, reason="Spareggio", decided_by=dora, decided_at=NOON
    )


def test_who_goes_on_never_changes_and_is_never_deleted(table, dora, sara):
    decided = decided_once(table, dora)
    given = KnockoutWinner.objects.filter(pk=decided.pk)
    refuses(decided.delete, naming="never deleted")
    for change in ({"winner": table.line_b}, {"reason": "Altro"}, {"decided_by": sara}, {"version": 2}):
        refuses(lambda change=change: given.update(**change), naming="never changes")
    refuses(lambda: given.update(superseded_at=NOON), naming="knockoutwinner_supersede_reason_told")
    given.update(superseded_by=sara, superseded_at=NOON, supersede_reason="Ricontata")
    refuses(lambda: given.update(superseded_by=None, superseded_at=None, supersede_reason=""), naming="never changes")


def test_one_decision_is_in_force(table, dora):
    first = decided_once(table, dora)
    first.pk, first.version = None, 2
    refuses(lambda: first.save(force_insert=True), naming="table")


def test_what_is_linked_belongs_to_one_tournament(tournament, other_tournament, round_1):
    stranger = other_tournament.entries.get(number=1)
    five = make_entry(tournament, 5)
    refuses(lambda: Table.objects.create(round=round_1, number=3, line_a=stranger), naming="belong")
    refuses(lambda: Table.objects.create(round=round_1, number=3, line_a=five, line_b=stranger), naming="belong")
    refuses(
        lambda: Board.objects.create(tournament=other_tournament, round=round_1, number=9, dealer="N"),
        naming="belongs",
    )


def test_a_score_links_table_and_board_of_one_round(tournament, table, sara):
    later = tournament.boards.get(number=3)
    refuses(lambda: make_score(table, later, (5, 6), sara), naming="tables that play it")


def test_the_round_of_an_adjustment_is_of_its_tournament(tournament, other_tournament, dora):
    entry, elsewhere = tournament.entries.get(number=1), other_tournament.rounds.get()
    refuses(lambda: make_adjustment(entry, dora, round=elsewhere), naming="belongs")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "again"])
def test_a_test_that_commits_leaves_an_empty_database_with_its_triggers(tournament, dora, time):
    assert not LogEntry.objects.exists()
    with transaction.atomic():
        line = write_line(tournament=tournament, actor=dora, at=NOON, action="note", record="x:1", data={})
    refuses(line.delete, naming="never deleted")


# Words


@pytest.mark.parametrize("model", [*MODELS, Tournament], ids=lambda model: model.__name__)
def test_every_constraint_has_a_name_and_a_message_of_its_own(model):
    for constraint in model._meta.constraints:
        if isinstance(constraint, OwnSQL):
            continue
        assert not constraint.name.startswith("tournaments_")
        assert constraint.violation_error_message != constraint.default_violation_error_message


def test_a_form_reads_the_message_of_the_constraint(db):
    tournament = make_tournament(forma="ordinario", norme="tradizionali")
    tournament.forma = "duplicato"
    with pytest.raises(ValidationError, match="norme moderne"):
        tournament.full_clean()
