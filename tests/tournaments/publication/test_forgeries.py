"""What an outside program does to the file is found: every column of every kind of official record, rows and lines.

The record that was forged is named first, and nothing is named where nothing was forged.
"""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction

from codes.tressette.deals import commitment
from federation.packages.models import SentAnswer
from federation.second_instance.models import DecisionExecution
from hall.calls.models import ZoneTable
from hall.line_codes.models import LineCode
from people.accounts.models import User
from records.log import verify_log
from records.models import LogEntry, RecordSalt
from records.official_records import Sealed
from records.seal_comparison import (
    records_of_nobody,
    sealed_models,
)
from referee.arbitral_scores.models import ArbitralReview, ArbitralScore
from referee.cards.models import BoardPlay, CardEnding
from referee.cases.models import Case
from referee.consultations.models import Consultation, Opinion
from referee.proposals.models import ProposedRuling
from tests.demonstration import make_hall
from tests.factories import NOON, make_sitting, sealed
from tests.forging import FAR, Logs, forge_columns, forge_rows, forged, none, others, try_to, undone
from tests.outside import guard, unguard
from tests.snapshots import lent, made
from tournaments.appeals.models import Appeal, AppealJudge, AppealNote
from tournaments.check_in.models import Fee, FeePayment
from tournaments.draw.models import KeptApart
from tournaments.entries.models import Admission
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.deal_models import DealSecret, DealSet, DealsOpened
from tournaments.rounds.models import BoardSet, LineUp, Table
from tournaments.scores.match_models import KnockoutWinner, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.models import ClubNotice

pytestmark = [pytest.mark.django_db, pytest.mark.dialect, pytest.mark.long]


def make_every_kind() -> Logs:
    """The demonstration, with a record of each kind that it has none of; each tournament's log as it is walked."""
    made(make_hall)
    _fill_up()
    return {one.pk: verify_log(one) for one in Tournament.objects.all()}


@pytest.fixture(scope="module")
def logs(django_db_setup: None, django_db_blocker: Any) -> Iterator[Logs]:
    """With no guard but the seals. What is forged in the tables of records is not in the logs."""
    with django_db_blocker.unblock():
        with lent(make_every_kind) as logs:
            unguard()
            yield logs
        guard()


def _fill_up() -> None:
    """The kinds that the demonstration has no record of, as a migration would seal them."""
    dora, score = User.objects.get(username="dora"), ArbitralScore.objects.earliest("pk")
    tournament = score.case.tournament
    ArbitralReview.objects.create(
        score=score, inputs_hash="0" * 64, reason="Già contato", dismissed_by=dora, dismissed_at=NOON
    )
    table = score.case.table
    KnockoutWinner.objects.create(
        table=table, version=1, winner=table.line_a, reason="Spareggio", decided_by=dora, decided_at=NOON
    )
    appeal = Appeal.objects.earliest("pk")
    AppealJudge.objects.create(appeal=appeal, user=dora, role="member", named_by=dora, named_at=NOON)
    AppealNote.objects.create(
        appeal=appeal, kind="hearing", speaker="Anna", text="Erano otto minuti", written_by=dora, written_at=NOON
    )
    # The last one of its kind, on which nothing hangs.
    Appeal.objects.create(
        tournament=appeal.tournament, number=appeal.number + 1, entry=appeal.entry, against="Classifica n. 1",
        grounds="No", filed_by=dora, filed_at=NOON,
    )  # fmt: skip
    _fill_up_entries(tournament, dora)
    _fill_up_cases(tournament, score.case, dora)
    _fill_up_settings(table, tournament)
    for one in {tournament, appeal.tournament}:
        sealed(one)


def _fill_up_entries(tournament: Tournament, dora: User) -> None:
    first, second = tournament.entries.order_by("number")[:2]
    KeptApart.objects.create(
        tournament=tournament, first=first, second=second, reason="Una famiglia", set_by=dora, set_at=NOON
    )
    make_sitting(tournament, dora)
    fee = {"category": "", "cents": 2000, "per": "entry", "reason": "Offre il circolo", "set_by": dora, "set_at": NOON}
    Fee.objects.create(tournament=tournament, version=1, **fee)
    paid = {"paid": True, "cents": 2000, "reason": "Era di un’altra", "noted_by": dora, "noted_at": NOON}
    FeePayment.objects.create(entry=first, version=1, **paid)
    deals = {"source": "drawn", "boards": 8, "commitment": commitment("altro"), "reason": "Viste", "made_by": dora}
    opened, last = (
        # On the last one of its kind nothing hangs.
        DealSet.objects.create(tournament=tournament, version=version, made_at=NOON, **deals)
        for version in (8, 9)
    )
    for deal_set in (opened, last):
        DealSecret.objects.create(deal_set=deal_set, secret="altro", text="")
    DealsOpened.objects.create(deal_set=opened, secret="altro", text="", opened_by=dora, opened_at=NOON)
    Admission.objects.create(
        entry=first, player=first.members.earliest("pk").player, reason="Rinnovo in corso", by=dora, at=NOON,
        findings={"kinds": ["expired"], "about": ["2026-06-30"]},
    )  # fmt: skip


def _fill_up_settings(table: Table, tournament: Tournament) -> None:
    """Which two of a team sit, a set of boards that goes round, what players sent, extra time, a prize."""
    first, second = (member.player for member in table.line_a.members.order_by("position")[:2])
    for line in "AB":
        LineUp.objects.create(table=table, line=line, first=first, second=second)
    BoardSet.objects.create(stage=table.round.stage, number=9)
    _fill_up_hall(table, tournament)
    for version, state in ((8, "superseded"), (9, "superseded")):
        TableSlip.objects.create(
            table=table, version=version, points=[[1, 3, 4, 0, 0]], state=state, given_by_line="A", given_at=NOON
        )


def _fill_up_hall(table: Table, tournament: Tournament) -> None:
    """Codes made anew, whose tables are whose, what the federation answered and what was done of it."""
    dora = User.objects.get(username="dora")
    for issue in (8, 9):
        LineCode.objects.create(table=table, line="A", issue=issue, made_by=dora, made_at=NOON)
        ZoneTable.objects.create(tournament=tournament, table=issue, arbiter=dora)
    carried, _last = (
        # On the last one of its kind nothing hangs.
        SentAnswer.objects.create(
            tournament=tournament, sha256=f"{number}" * 64, told={"remarks": ["Anna"]}, loaded_by=dora, loaded_at=NOON
        )
        for number in (8, 9)
    )
    DecisionExecution.objects.create(answer=carried, made=["score:1"], executed_by=dora, executed_at=NOON)


def _fill_up_cases(tournament: Tournament, case: Case, dora: User) -> None:
    said = {"reason": "Ritardo", "besides": "", "choices": {}, "order": ""}
    ProposedRuling.objects.create(
        tournament=tournament, case=case, number=1, said=said, effects=[], proposed_by=dora, proposed_at=NOON
    )
    asked = Consultation.objects.create(
        tournament=tournament, case=case, number=1, question="Si gioca?", asked_by=dora, asked_at=NOON
    )
    # The last one of its kind, on which nothing hangs.
    Consultation.objects.create(
        tournament=tournament, case=case, number=2, question="E allora?", asked_by=dora, asked_at=NOON
    )
    Opinion.objects.create(consultation=asked, user=dora, name="Dora")
    hands = {"N": ["d3"], "W": ["d4"], "S": ["d5"], "E": ["d6"]}
    CardEnding.objects.create(
        case=case, number=1, hands=hands, leader="N", before=0, outcomes=[], told_by=dora, told_at=NOON
    )
    BoardPlay.objects.create(
        case=case, number=1, hands=hands, leader="N", cards=["d3"], values=[1, 1], told_by=dora, told_at=NOON
    )
    ClubNotice.objects.create(
        tournament=tournament, record="ruling:1:1", user=dora, act="rules", words="Le Carte: Anna", told_at=NOON
    )


KINDS = [model._meta.label for model in sealed_models()]


@pytest.mark.long
@pytest.mark.parametrize("label", KINDS)
@undone
def test_every_column_of_every_kind_is_guarded(logs: Logs, label: str) -> None:
    forge_columns(apps.get_model(label), logs)


@pytest.mark.long
@pytest.mark.parametrize("label", [label for label in KINDS if label != "tournaments.Tournament"])
@undone
def test_a_record_deleted_added_or_exchanged_is_found(logs: Logs, label: str) -> None:
    """Deleted, it is the first that the whole verification names, and the last."""
    forge_rows(apps.get_model(label), logs, GOES_WITH_IT.get(label, 0))


# What is reached by nothing else once the record is gone: the seats and the score of a table of three. None: whatever
# hangs on it, as all of a round.
GOES_WITH_IT = {"tournaments.Sitting": 4} | dict.fromkeys(
    ["referee.Case", *(f"tournaments.{name}" for name in ("Entry", "Group", "Round", "Stage", "Table"))]
)


@undone
def test_a_tournament_deleted_or_added_is_found(logs: Logs) -> None:
    last = Tournament.objects.filter(publications__isnull=False).latest("pk")
    columns = [field for field in Tournament._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in columns)
    values = ", ".join("'altro'" if field.name == "slug" else f'"{field.column}"' for field in columns)
    table = Tournament._meta.db_table
    with transaction.atomic():
        sql = f"INSERT INTO {table} (id, {names}) SELECT {FAR}, {values} FROM {table} WHERE id = %s"
        assert try_to(sql, last.pk)
        added = [one.what for one in check_all(Tournament.objects.get(pk=FAR)) if not one.holds]
        assert added == ["Registro, 0 righe", "Atti ufficiali, 0 con il sigillo"]
        transaction.set_rollback(True)
    assert try_to(f"DELETE FROM {table} WHERE id = %s", last.pk)
    assert {f"tournaments.Publication:{one}" for one in last.publications.values_list("pk", flat=True)} <= set(
        records_of_nobody()
    )


LINE = [field for field in LogEntry._meta.concrete_fields if not field.primary_key]


@pytest.mark.long
@pytest.mark.parametrize("field", LINE, ids=lambda field: field.name)
@undone
def test_every_column_of_a_line_is_guarded(logs: Logs, field: "models.Field[Any, Any]") -> None:
    tournament = Tournament.objects.get(slug="trofeo-pinelle")
    line = tournament.log.filter(seals__isnull=False)[5]
    table = LogEntry._meta.db_table
    with connection.cursor() as cursor:
        (value,) = cursor.execute(f'SELECT "{field.column}" FROM {table} WHERE id = %s', [line.pk]).fetchone()
    for other in [*others(field, value), *none(field)]:
        if other == value:  # nothing where nothing was
            continue
        with transaction.atomic():
            if try_to(f'UPDATE {table} SET "{field.column}" = %s WHERE id = %s', other, line.pk):
                assert verify_log(tournament).first_broken == line.sequence, other
            transaction.set_rollback(True)


@pytest.mark.parametrize("cut", [1, 2, 30])
@undone
def test_a_log_that_was_cut_is_found(logs: Logs, cut: int) -> None:
    tournament = Tournament.objects.get(slug="trofeo-pinelle")
    last = tournament.log.count() - cut
    assert try_to("DELETE FROM records_logentry WHERE tournament_id = %s AND sequence > %s", tournament.pk, last)
    log = verify_log(tournament)
    assert (log.holds, log.missing) == (False, cut)
    # Whoever corrects the count too is betrayed by the records that those lines had sealed.
    assert try_to("UPDATE tournaments_tournament SET data_version = %s WHERE id = %s", last, tournament.pk)
    assert forged(tournament, verify_log(tournament)) != []


@undone
def test_lines_in_another_order_or_put_in_between_are_found(logs: Logs) -> None:
    tournament = Tournament.objects.get(slug="trofeo-pinelle")
    for old, new in ((7, FAR), (9, 7), (FAR, 9)):
        sql = "UPDATE records_logentry SET sequence = %s WHERE tournament_id = %s AND sequence = %s"
        assert try_to(sql, new, tournament.pk, old)
    assert verify_log(tournament).first_broken == 7


@undone
def test_a_salt_changed_or_taken_away_is_found(logs: Logs) -> None:
    salt = RecordSalt.objects.filter(record__startswith="referee.Ruling:").earliest("pk")
    assert try_to("UPDATE records_recordsalt SET salt = 'x' WHERE id = %s", salt.pk)
    assert forged(salt.tournament, logs[salt.tournament_id]) == [salt.record]
    assert try_to("DELETE FROM records_recordsalt WHERE id = %s", salt.pk)
    assert forged(salt.tournament, logs[salt.tournament_id]) == [salt.record]


@pytest.mark.parametrize("label", ["tournaments.BoardScore", "referee.Ruling"])
@undone
def test_a_row_that_cannot_even_be_read_is_named(logs: Logs, label: str) -> None:
    model: type[Sealed] = apps.get_model(label)
    column = "given_at" if label == "tournaments.BoardScore" else "decided_at"
    last = model._base_manager.latest("pk").pk
    tournament = Tournament.objects.get(pk=model._base_manager.values_list(model.TOURNAMENT, flat=True).get(pk=last))
    if try_to(f"UPDATE {model._meta.db_table} SET {column} = 'mai' WHERE id = %s", last):
        assert forged(tournament, logs[tournament.pk]) == [f"{label}:{last}"]


@pytest.mark.long
@undone
def test_a_record_added_to_no_tournament_is_found(logs: Logs) -> None:
    assert list(records_of_nobody()) == []
    columns = [field.column for field in BoardScore._meta.concrete_fields if not field.primary_key]
    values = ", ".join(str(FAR) if column == "table_id" else column for column in columns)
    last = BoardScore.objects.latest("pk").pk
    table, names = BoardScore._meta.db_table, ", ".join(columns)
    assert try_to(f"INSERT INTO {table} (id, {names}) SELECT {FAR}, {values} FROM {table} WHERE id = %s", last)
    assert list(records_of_nobody()) == [f"tournaments.BoardScore:{FAR}"]
    with pytest.raises(CommandError, match="belongs to no tournament"):
        call_command("verify", verbosity=0, stdout=StringIO())


@undone
def test_a_secret_of_deals_that_is_gone_is_found(logs: Logs) -> None:
    secret = DealSecret.objects.latest("pk")
    assert try_to("DELETE FROM tournaments_dealsecret WHERE id = %s", secret.pk)
    told = [(one.what, one.trouble) for one in check_all(secret.deal_set.tournament) if not one.holds]
    assert told == [("Smazzate, versione 9", "Non c’è più il segreto di queste smazzate.")]


def test_nothing_is_named_where_nothing_was_forged(logs: Logs) -> None:
    for tournament in Tournament.objects.all():
        assert [(one.what, one.trouble) for one in check_all(tournament) if not one.holds] == []
