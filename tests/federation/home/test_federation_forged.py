"""What an outside program does to a federation's records is found: every column, rows, the log and its last lines."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import AutoField

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling, ArchivedStems
from federation.archive.proofs import wrong_in
from federation.archive_exports.actions import make_feed_key
from federation.casebook.actions import make_papers
from federation.home.verification_queries import check_federation
from federation.packages.actions import make_token
from federation.packages.models import ReceivedPackage
from federation.received.models import ReceivedTournament
from federation.seasons.actions import assign_received_class
from federation.second_instance.models import SecondDecision, SecondJudge
from federation.webhooks.actions import add_webhook
from federation.webhooks.models import HookEvent
from people.accounts.models import Federation, User
from people.offices.log import head_of, verify_federation_log
from people.offices.models import FederationLine
from records.models import LogEntry
from records.official_records import SealedQuerySet
from records.seal_comparison import federation_models
from tests.demonstration import NOW, make_federation
from tests.factories import acting
from tests.forging import Logs, forge_columns, forge_one, forge_rows, forged, others, try_to, undone
from tests.outside import guard, unguard
from tests.records.test_inventory import DERIVED
from tests.snapshots import lent

pytestmark = [pytest.mark.django_db, pytest.mark.dialect, pytest.mark.long]
KINDS = [model._meta.label for model in federation_models()]


@pytest.fixture(scope="module")
def logs(django_db_setup: None, django_db_blocker: Any) -> Iterator[Logs]:
    """The demonstration's federation, with no guard but the seals."""
    with django_db_blocker.unblock():
        with lent(make_federation):
            fill_up()
            unguard()
            yield {one.pk: verify_federation_log(one) for one in Federation.objects.all()}
        guard()


def fitres() -> Federation:
    return Federation.objects.get(code="fitres")


def fill_up() -> None:
    """The kinds of which the demonstration has no record."""
    by = acting(User.objects.get(username="olga"), at=NOW)
    make_token(by=by, federation=fitres(), name="Circolo Ponente", token="segreto", standing=True)
    of_all = {"by": acting(by.user, at=NOW), "federation": fitres(), "happenings": list(HookEvent)}
    add_webhook(**of_all, name="Il sito", address="https://avvisi.example/", secret="segreto")
    make_feed_key(by=acting(User.objects.get(username="aldo"), at=NOW), federation=fitres())
    received = ReceivedTournament.objects.earliest("pk")
    assign_received_class(
        by=acting(by.user, at=NOW), received=received, class_id="", seen=0, reason="Non conta in nessuna stagione"
    )


def troubles() -> list[str]:
    return [one.trouble for one in check_federation(fitres()) if not one.holds]


def test_nothing_is_named_where_nothing_was_forged(logs: Logs) -> None:
    assert {label for label in KINDS if not apps.get_model(label)._base_manager.exists()} == set()
    assert all(isinstance(apps.get_model(label)._default_manager.get_queryset(), SealedQuerySet) for label in KINDS)
    assert troubles() == []
    call_command("verify", "--federation", "fitres", "--alone", stdout=StringIO())


@pytest.mark.parametrize("label", KINDS)
@undone
def test_every_column_of_every_kind_is_guarded(logs: Logs, label: str) -> None:
    forge_columns(apps.get_model(label), logs)


@pytest.mark.parametrize("label", KINDS)
@undone
def test_a_record_deleted_added_or_exchanged_is_found(logs: Logs, label: str) -> None:
    forge_rows(apps.get_model(label), logs, goes_with_it=None)


@undone
def test_the_command_names_what_was_forged_with_and_without_the_tournaments(logs: Logs) -> None:
    judge = SecondJudge.objects.latest("pk")
    assert try_to("UPDATE federation_secondjudge SET told = 'Il suo circolo' WHERE id = %s", judge.pk)
    for told in ((), ("--alone",)):
        with pytest.raises(CommandError, match=f"fitres: .*{judge.pk} non è come fu registrato"):
            call_command("verify", "--federation", "fitres", *told, stdout=StringIO())


@undone
def test_a_decision_that_shows_other_words_than_were_signed_is_told(logs: Logs) -> None:
    decision = SecondDecision.objects.select_related("appeal").latest("pk")
    assert decision.is_as_signed
    assert try_to("UPDATE federation_seconddecision SET reasons = 'Altro' WHERE id = %s", decision.pk)
    assert not SecondDecision.objects.select_related("appeal").get(pk=decision.pk).is_as_signed
    assert "La decisione mostrata non è quella firmata." in troubles()


@undone
def test_a_log_written_anew_is_told_by_the_package_that_we_signed_before(logs: Logs) -> None:
    """Chain, seals and count may all be right again: the head in the package is another one."""
    package = ReceivedPackage.objects.earliest("pk")
    lines = LogEntry.objects.filter(tournament__slug="coppa-levante", sequence=package.head_number)
    assert list(lines.values_list("hash", flat=True)) == [package.head_hash]
    assert try_to("UPDATE records_logentry SET hash = %s WHERE id = %s", "0" * 64, lines.get().pk)
    assert troubles() == ["Il registro di adesso non passa per la riga firmata: è stato tagliato o riscritto."]


LINE = [field for field in FederationLine._meta.concrete_fields if not field.primary_key]


@pytest.mark.parametrize("field", LINE, ids=lambda field: field.name)
@undone
def test_every_column_of_a_line_is_guarded(logs: Logs, field: Any) -> None:
    line = FederationLine.objects.filter(federation=fitres(), seals__isnull=False)[3]
    table = FederationLine._meta.db_table
    for other in others(field, getattr(line, field.attname)):
        with transaction.atomic():
            if try_to(f'UPDATE {table} SET "{field.column}" = %s WHERE id = %s', other, line.pk):
                assert verify_federation_log(fitres()).first_broken == line.sequence, other
            transaction.set_rollback(True)


@pytest.mark.parametrize("left", [0, 10, -1])
@undone
def test_a_log_that_was_cut_or_is_gone_is_found(logs: Logs, left: int) -> None:
    federation = fitres()
    head = head_of(federation)
    last = left if left >= 0 else head.number + left
    sql = "DELETE FROM people_federationline WHERE federation_id = %s AND sequence > %s"
    assert try_to(sql, federation.pk, last)
    log = verify_federation_log(federation)
    assert (log.holds, log.missing) == (False, head.number - last)
    # Whoever corrects the count too is betrayed by what those lines had sealed, and by the head that others hold.
    assert try_to("UPDATE people_federation SET log_lines = %s WHERE id = %s", last, federation.pk)
    assert forged(federation, verify_federation_log(federation)) != []
    with pytest.raises(CommandError, match="cut or written anew"):
        call_command("verify", "--federation", "fitres", "--head", str(head), stdout=StringIO())


@undone
def test_a_clock_set_back_is_named_and_is_no_forgery(logs: Logs) -> None:
    federation = fitres()
    last = FederationLine.objects.filter(federation=federation).order_by("sequence").last()
    by = acting(User.objects.get(username="olga"), at=last.at - timedelta(hours=2))
    make_token(by=by, federation=federation, name="Circolo Levante", token="altro", standing=False)
    assert verify_federation_log(federation).backwards == [last.sequence + 1]
    assert troubles() == []
    out = StringIO()
    call_command("verify", "--federation", "fitres", "--alone", stdout=out)
    assert f"La riga {last.sequence + 1} dice un’ora di prima" in out.getvalue()


# Of what is made of records the columns that change nothing that is shown: it is only made anew.
MADE_ANEW = {
    "federation.ArchiveIndex.stamp", "federation.IndexedTournament.editions", "federation.IndexedReceived.editions",
    "federation.CasebookPaper.stamp", "federation.CasebookPaper.federation",
}  # fmt: skip
# A row is named by what it is of; of the others only that something does not hold.
NAMED_BY = {
    "ArchivedRuling": "source", "ArchivedStems": "archived__source", "ArchivedFacets": "archived__source",
    "ArchivedCitation": "archived__source", "ArchiveStem": "stem", "ArchivedShape": "pk",
}  # fmt: skip
COMPARED = [apps.get_model(label) for label in DERIVED]


@undone
def test_every_column_of_what_is_made_of_the_records_is_compared_with_them(logs: Logs) -> None:
    """Each in a row of its own, so that one verification tells of many; of kinds with few rows in turn."""
    refresh(fitres(), most=None)
    make_papers.func(fitres().pk)
    assert (wrong_in(fitres()), troubles()) == ([], [])
    missed = []
    for model in COMPARED:
        name = NAMED_BY.get(model._meta.object_name)
        rows = list(model._base_manager.order_by("pk").values_list("pk", name or "pk"))[: None if name else 1]
        fields = [one for one in model._meta.concrete_fields if not isinstance(one, AutoField)]
        fields = [one for one in fields if f"{model._meta.label}.{one.name}" not in MADE_ANEW]
        assert rows, model
        for start in range(0, len(fields), len(rows)):
            told = list(zip(fields[start : start + len(rows)], rows, strict=False))
            with transaction.atomic():
                taken = [field.name for field, (pk, _name) in told if forge_one(model, pk, field)]
                found = wrong_in(fitres()) if name else [*wrong_in(fitres()), *troubles()]
                wanted = {field.name: f"{model._meta.label}:{of}" for field, (_pk, of) in told}
                here = [one for one, of in wanted.items() if one not in taken or not (of in found if name else found)]
                missed += [f"{model._meta.label}.{one}" for one in here]
                transaction.set_rollback(True)
    assert missed == []


@undone
def test_a_row_too_many_or_one_that_is_gone_is_named(logs: Logs) -> None:
    row = ArchivedRuling.objects.filter(kind="ruling", tournament__isnull=False).earliest("pk")
    ArchivedRuling.objects.filter(pk=row.pk).delete()
    gone = row.source
    assert f"federation.ArchivedRuling:{gone}" in wrong_in(fitres())
    row.source, row.tournament = "ruling-90001", None
    row.save(force_insert=True)
    assert "federation.ArchivedRuling:ruling-90001" in wrong_in(fitres())
    with pytest.raises(CommandError, match=f"Atto dell’archivio {gone} non è come gli atti lo danno"):
        call_command("verify", "--federation", "fitres", "--alone", stdout=StringIO())
    call_command("index_archive", "--anew")
    assert wrong_in(fitres()) == []


@undone
def test_words_that_the_database_alone_searches_are_compared_with_the_stems(logs: Logs) -> None:
    """Past the triggers: the archive finds a ruling by what it never said, or finds it no more."""
    refresh(fitres(), most=None)
    row = ArchivedStems.objects.filter(archived__federation=fitres()).earliest("pk")
    named = f"federation.ArchivedStems:{row.archived.source}"
    fts = "INSERT INTO federation_archivefts (federation_archivefts, rowid, stems) VALUES ('delete', %s, %s)"
    words = "UPDATE federation_archivedfacets SET words = array_to_tsvector(ARRAY['altro']) WHERE archived_id = %s"
    if connection.vendor == "sqlite":
        forgeries = [[(fts, row.pk, row.stems)]]
        forgeries += [
            [*forgeries[0], ("INSERT INTO federation_archivefts (rowid, stems) VALUES (%s, 'altro')", row.pk)]
        ]
    else:
        forgeries = [[(words, row.pk)], [(words.replace("ARRAY['altro']", "ARRAY[]::text[]"), row.pk)]]
    for forgery in forgeries:
        with transaction.atomic():
            assert all(try_to(*told) for told in forgery)
            assert wrong_in(fitres()) == [named]
            transaction.set_rollback(True)
    assert wrong_in(fitres()) == []


EMPTY_OR_BROKEN = {
    "sqlite": (
        "INSERT INTO federation_archivefts (federation_archivefts) VALUES ('delete-all')",
        "DELETE FROM federation_archivefts_data WHERE id > 10",
    ),
    "postgresql": (
        "UPDATE federation_archivedfacets SET words = NULL",
        "UPDATE federation_archivedfacets SET words = array_to_tsvector(ARRAY['altro'])",
    ),
}


@undone
def test_an_index_of_words_that_is_empty_or_broken_is_told(logs: Logs) -> None:
    refresh(fitres(), most=None)
    count = ArchivedStems.objects.filter(archived__federation=fitres()).count()
    for sql in EMPTY_OR_BROKEN[connection.vendor]:
        with transaction.atomic():
            assert try_to(sql)
            assert len(wrong_in(fitres())) == count, sql
            transaction.set_rollback(True)
