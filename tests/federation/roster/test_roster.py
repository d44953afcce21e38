"""The roster from a file: what a preview says, what accepting does, who may, and two who accept at once."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from federation.roster.actions import accept_roster, discard_roster, stage_roster
from federation.roster.exports import roster_csv, roster_xlsx
from federation.roster.queries import Preview, stored_members
from people.accounts.models import Federation
from people.imports.roster import Member as Written
from people.imports.roster import RosterFile
from people.imports.roster_changes import FIELDS, Stored, compare_rosters
from people.offices.log import first_broken_line
from people.offices.models import FederationLine
from people.players.models import Member, MemberChange, RosterUpdate
from records.requests import Refused
from tests import factories
from tests.factories import NOON, acting
from tests.federation.roster.rosters import ANNA, HEAD, LUCA, PIERO, stage, take, written


def roster(federation: Federation) -> list[tuple[Any, ...]]:
    rows = Member.objects.filter(federation=federation, left_at__isnull=True).order_by("card_key")
    return list(rows.values_list("card_number", "last_name", "first_name", "club_name", "category"))


def test_the_first_file_makes_the_roster_and_nothing_is_stored_before(fitres, olga):
    update = stage(olga, fitres, ANNA, PIERO)
    assert not Member.objects.exists()
    assert Preview(update).changes.counts == {
        "new": 2, "changed": 0, "returned": 0, "gone": 0, "unchanged": 0, "left_alone": 0,
    }  # fmt: skip
    accepted = accept_roster(by=acting(olga), update=update, version=0)
    assert roster(fitres) == [
        ("00101", "Conti", "Anna", "Levante", "A"),
        ("00103", "Galli", "Piero", "Ponente", "A"),
    ]
    assert (accepted.number, accepted.read) == (1, {})
    assert list(MemberChange.objects.values_list("kind", "fields")) == [("joined", {}), ("joined", {})]


def test_a_file_changes_what_it_says_otherwise_and_drops_who_is_not_in_it(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    update = stage(
        olga,
        fitres,
        "101;Conti Serra;Anna;Ponente;A;2026-01-01;2027-12-31",
        LUCA,
        "00104;Villa;Mara;Levante;;;",
    )
    changes = Preview(update).changes
    assert [(one.stored.member.last_name, one.fields) for one in changes.changed] == [
        (
            "Conti",
            {
                "last_name": ("Conti", "Conti Serra"),
                "club": ("Levante", "Ponente"),
                "valid_until": ("2026-12-31", "2027-12-31"),
            },
        )
    ]
    assert [one.member.last_name for one in changes.gone] == ["Galli"]
    assert [one.last_name for one in changes.new] == ["Villa"]
    assert (changes.unchanged, changes.before) == (1, 3)
    accept_roster(by=acting(olga), update=update, version=1)
    assert [row[:3] for row in roster(fitres)] == [
        ("00101", "Conti Serra", "Anna"),  # the card without its zeros is the same
        ("00102", "Serra", "Luca"),
        ("00104", "Villa", "Mara"),
    ]
    anna = Member.objects.get(card_key="101")
    assert list(anna.changes.values_list("update__number", "kind")) == [(1, "joined"), (2, "changed")]
    assert Member.objects.get(card_key="103").left_at is not None


def test_who_left_comes_back_with_the_same_row(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    take(olga, fitres, ANNA, LUCA)
    piero = Member.objects.get(card_key="103")
    take(olga, fitres, ANNA, LUCA, PIERO)
    again = Member.objects.get(card_key="103")
    assert (again.pk, again.left_at) == (piero.pk, None)
    assert list(again.changes.values_list("kind", flat=True)) == ["joined", "left", "returned"]


def test_a_column_that_the_file_does_not_have_stays_as_it_is(fitres, olga):
    take(olga, fitres, ANNA, LUCA)
    take(olga, fitres, "00101;Conti;Anna", "00102;Serra;Luca", head="Tessera;Cognome;Nome")
    assert [(row[0], row[3], row[4]) for row in roster(fitres)] == [
        ("00101", "Levante", "A"),
        ("00102", "Levante", "B"),
    ]
    take(olga, fitres, "00101;Conti;Anna Maria", "00102;Serra;Luca", head="Tessera;Cognome;Nome")
    assert roster(fitres)[0] == ("00101", "Conti", "Anna Maria", "Levante", "A")


def test_rows_that_cannot_be_read_say_why_and_their_members_stay(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    rows = [
        "00101;Conti;Anna;Levante;A;01/01/2026;boh",
        "00102;Serra;Luca;;;;",
        "0102;Serra;Lucia;;;;",
        ";Villa;Mara;;;;",
        "00105;Ricci;Ugo;;;05/05/2026;01/01/2026",
        "00103;Galli;Piero;Levante;A;;",
    ]
    update = stage(olga, fitres, *rows)
    preview = Preview(update)
    assert [(one.row, [why.code.value for why in one.problems]) for one in preview.file.unread] == [
        (2, ["not_a_day"]),
        (3, ["card_twice"]),
        (4, ["card_twice"]),
        (5, ["no_card"]),
        (6, ["ends_before"]),
    ]
    assert preview.changes.counts == {
        "new": 0, "changed": 1, "returned": 0, "gone": 0, "unchanged": 0, "left_alone": 2,
    }  # fmt: skip
    with pytest.raises(Refused, match="5 righe non si leggono"):
        accept_roster(by=acting(olga), update=update, version=1)
    accept_roster(by=acting(olga), update=update, version=1, leave_out=True)
    assert [row[:4] for row in roster(fitres)] == [
        ("00101", "Conti", "Anna", "Levante"),
        ("00102", "Serra", "Luca", "Levante"),
        ("00103", "Galli", "Piero", "Levante"),
    ]


def test_more_than_a_third_leaves_only_when_it_is_said(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    update = stage(olga, fitres, ANNA)
    with pytest.raises(Refused, match="2 tesserati su 3"):
        accept_roster(by=acting(olga), update=update, version=1)
    assert len(roster(fitres)) == 3
    accept_roster(by=acting(olga), update=update, version=1, drop_many=True)
    assert len(roster(fitres)) == 1


def test_a_third_exactly_may_leave(fitres, olga):
    take(olga, fitres, ANNA, LUCA, PIERO)
    take(olga, fitres, ANNA, LUCA)
    assert len(roster(fitres)) == 2


def test_what_was_previewed_before_somebody_else_accepted_is_looked_at_again(fitres, olga):
    take(olga, fitres, ANNA, LUCA)
    mine, theirs = stage(olga, fitres, ANNA, PIERO), stage(olga, fitres, ANNA, LUCA, PIERO)
    accept_roster(by=acting(olga), update=theirs, version=1)
    with pytest.raises(Refused, match="ecco l’anteprima rifatta"):
        accept_roster(by=acting(olga), update=mine, version=1, drop_many=True)
    assert Preview(mine).changes.counts["gone"] == 1
    accept_roster(by=acting(olga), update=mine, version=2)
    assert [row[0] for row in roster(fitres)] == ["00101", "00103"]


def test_a_file_is_settled_once(fitres, olga):
    update = stage(olga, fitres, ANNA)
    discard_roster(by=acting(olga), update=update)
    for act in (lambda: accept_roster(by=acting(olga), update=update, version=0),
                lambda: discard_roster(by=acting(olga), update=update)):  # fmt: skip
        with pytest.raises(Refused, match="già scartato: lo ha deciso Olga Valli"):
            act()
    assert not Member.objects.exists()
    update.refresh_from_db()
    assert update.read == {}


@pytest.mark.parametrize("name", ["aldo", "gemma", "remo", "ivo"])
def test_only_a_secretary_brings_the_roster_up_to_date(fitres, olga, name):
    other = factories.make_officer(name, fitres)
    with pytest.raises(PermissionDenied):
        stage(other, fitres, ANNA)
    update = stage(olga, fitres, ANNA)
    with pytest.raises(PermissionDenied):
        accept_roster(by=acting(other), update=update, version=0)
    with pytest.raises(PermissionDenied):
        discard_roster(by=acting(other), update=update)


def test_a_secretary_of_another_federation_does_nothing_here(fitres):
    other = factories.make_officer("olga", factories.make_federation("altra"))
    with pytest.raises(PermissionDenied):
        stage(other, fitres, ANNA)


def test_the_log_tells_counts_and_the_file_and_names_nobody(fitres, olga):
    update = take(olga, fitres, ANNA, PIERO)
    line = FederationLine.objects.get(action="accept_roster")
    assert line.data == {
        "version": 1, "digest": update.digest, "new": 2, "changed": 0, "returned": 0, "gone": 0, "unchanged": 0,
        "left_alone": 0, "unread": 0,
    }  # fmt: skip
    assert first_broken_line(fitres) is None
    assert not any(word in json.dumps(line.data) for word in ("Conti", "Anna", "101", "albo"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Il file è vuoto"),
        (b"Cognome;Nome\nConti;Anna\n", "colonna delle tessere"),
        (b"Tessera;Circolo\n101;Levante\n", "riga dei titoli"),
        (b"101;Conti;Anna\n", "riga dei titoli"),
        (b"Tessera;Cognome;Nome\n", "Sotto i titoli non c’è nessuno"),
        (b"Tessera;Cognome;Cognome;Nome\n1;Conti;Serra;Anna\n", "Due colonne"),
        (b"PK\x03\x04rotto", "danneggiato"),
        (b"%PDF-1.4", "PDF"),
    ],
)
def test_a_file_that_is_no_roster_is_refused_in_words(fitres, olga, content, words):
    with pytest.raises(Refused, match=words):
        stage_roster(by=acting(olga), federation=fitres, file_name="albo", content=content)
    assert not RosterUpdate.objects.exists()


def test_english_headings_in_excel_with_real_dates_and_numbers(fitres, olga):
    book = Workbook()
    sheet = book.active
    sheet.append(["Members of the federation"])
    sheet.append(["Card number", "Surname", "First name", "Club", "Valid from", "Expiry date"])
    sheet.append([101, "Conti", "Anna", "Levante", NOON.replace(tzinfo=None, hour=0), NOON.replace(tzinfo=None)])
    out = BytesIO()
    book.save(out)
    update = stage_roster(by=acting(olga), federation=fitres, file_name="roster.xlsx", content=out.getvalue())
    day = NOON.date().isoformat()
    assert Preview(update).file.members == (
        Written("101", "Conti", "Anna", "Levante", "", valid_from=day, valid_until=day),
    )


@pytest.mark.parametrize("make", [roster_csv, roster_xlsx])
def test_what_is_exported_is_read_again_as_it_is(fitres, olga, make):
    take(olga, fitres, ANNA, LUCA, "0007;D’Amico;Nicolò;=SOMMA(A1);-;;", "A-12;Re;Ugo;@Circolo;+;;31/12/2026")
    update = stage_roster(by=acting(olga), federation=fitres, file_name="x", content=make(fitres, at=NOON))
    changes = Preview(update).changes
    assert (changes.is_nothing, changes.unchanged, Preview(update).file.unread) == (True, 4, ())


def test_no_cell_of_an_export_is_a_formula_or_a_number(fitres, olga):
    take(olga, fitres, "0007;D’Amico;Nicolò;=SOMMA(A1);-;;")
    sheet = load_workbook(BytesIO(roster_xlsx(fitres, at=NOON))).worksheets[0]
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value in ("0007", "=SOMMA(A1)")]
    assert [cell.data_type for cell in cells] == ["s", "s"]
    assert "'=SOMMA(A1)" in roster_csv(fitres, at=NOON).decode("utf-8-sig")


def test_the_command_tells_first_and_accepts_when_asked(fitres, olga, tmp_path, capsys):
    file = tmp_path / "albo.csv"
    file.write_bytes(written(ANNA, LUCA, ";Nessuno;Ada;;;;"))
    call_command("import_roster", "fitres", str(file), "--by", "olga")
    assert "new: 2" in capsys.readouterr().out
    assert not Member.objects.exists()
    with pytest.raises(CommandError, match="non si legge"):
        call_command("import_roster", "fitres", str(file), "--by", "olga", "--accept")
    call_command("import_roster", "fitres", str(file), "--by", "olga", "--accept", "--leave-out")
    assert "version 1" in capsys.readouterr().out
    assert len(roster(fitres)) == 2
    assert list(RosterUpdate.objects.order_by("pk").values_list("state", flat=True)) == [
        "discarded", "discarded", "accepted",
    ]  # fmt: skip


@pytest.mark.parametrize(("who", "words"), [("carla", "may not manage"), ("nessuno", "no such")])
def test_the_command_is_for_secretaries(fitres, carla, tmp_path, who, words):
    file = tmp_path / "albo.csv"
    file.write_bytes(written(ANNA))
    with pytest.raises(CommandError, match=words):
        call_command("import_roster", "fitres", str(file), "--by", who, "--accept")
    assert not Member.objects.exists()


def test_a_member_and_what_changed_are_never_deleted(fitres, olga):
    take(olga, fitres, ANNA)
    for rows in (MemberChange.objects.all(), Member.objects.all()):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows._raw_delete("default")
    with pytest.raises(DatabaseError), transaction.atomic():
        MemberChange.objects.update(fields={})


@pytest.mark.long
def test_a_long_file_takes_few_queries(fitres, olga, django_assert_max_num_queries):
    rows = [f"{number:05d};Cognome{number};Nome;Levante;A;01/01/2026;31/12/2026" for number in range(1, 1501)]
    take(olga, fitres, *rows)
    changed = [row.replace("Levante", "Ponente") for row in rows]
    update = stage(olga, fitres, *changed)
    # However many change: SQLite takes some hundred rows in a statement.
    with django_assert_max_num_queries(60):
        accept_roster(by=acting(olga), update=update, version=1)


TEXTS = st.sampled_from(["Conti", "Serra", "De Luca"])
DAYS = st.sampled_from(["", "2026-01-01", "2026-12-31"])
MEMBERS = st.builds(
    Written,
    card=st.sampled_from(["1", "01", "2", "3", "B-4", "b4", "5"]),
    last_name=TEXTS,
    first_name=TEXTS,
    club=st.sampled_from(["", "Levante"]),
    category=st.sampled_from(["", "A"]),
    valid_from=st.just(""),
    valid_until=DAYS,
)
ONCE = st.lists(MEMBERS, unique_by=lambda one: one.key, max_size=6)


def without_zeros(member: Written) -> Written:
    """The member with a card of figures as it is without zeros in front, which do not make it another."""
    return replace(member, card=member.card.lstrip("0") if member.card.isdecimal() else member.card)


@pytest.mark.long
@given(before=ONCE, left=st.sets(st.integers(0, 5)), file=ONCE)
def test_the_preview_applied_to_the_old_roster_gives_the_roster_of_the_file(before, left, file):
    stored = [Stored(pk, member, has_left=pk in left) for pk, member in enumerate(before)]
    changes = compare_rosters(stored, RosterFile(tuple(file)))
    coming = {one.key: one for one in file}
    after = {one.member.key: one.member for one in stored if not one.has_left}
    for gone in changes.gone:
        del after[gone.member.key]
    for change in changes.changed:
        was = change.stored.member
        assert without_zeros(change.after) == without_zeros(change.member)
        fields = {name: getattr(was, name) for name in FIELDS}
        assert all(fields[name] == old for name, (old, _new) in change.fields.items())
        after[was.key] = Written(**(fields | {name: new for name, (_old, new) in change.fields.items()}))
    for member in changes.new:
        assert member.key not in after
        after[member.key] = member
    assert list(map(without_zeros, after.values())) == [without_zeros(coming[key]) for key in after]
    assert set(after) == set(coming)
    assert changes.before == sum(not one.has_left for one in stored)


@pytest.mark.long
@settings(max_examples=25)
@given(first=ONCE, second=ONCE)
def test_accepting_gives_the_roster_of_the_file(django_db_blocker, django_db_setup, first, second):
    with django_db_blocker.unblock(), transaction.atomic():
        federation = factories.make_federation()
        olga = factories.make_officer("olga", federation)
        for version, file in enumerate((first, second)):
            rows = [";".join(getattr(one, name) for name in FIELDS) for one in file]
            if rows:
                update = stage(olga, federation, *rows, head=HEAD)
                accept_roster(by=acting(olga), update=update, version=version, drop_many=True)
                now = {one.member.key: one.member for one in stored_members(federation) if not one.has_left}
                assert {key: without_zeros(one) for key, one in now.items()} == {
                    one.key: without_zeros(one) for one in file
                }
            else:
                break
        transaction.set_rollback(True)
