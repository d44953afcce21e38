"""Whatever acts on a received package asks again whether it is the one that was signed: another in the file is none."""

import pytest
from django.db import connection

from federation.inbox.actions import Checked, check, choose, homologate
from federation.packages.actions import check_as_signed
from federation.packages.models import Homologation
from federation.sealed.archive import MANIFEST, Part
from federation.sealed.verification import LOG, part_of
from records.requests import Refused
from tests.factories import acting

SCORES = part_of("tournaments.BoardScore")


def run(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def with_another(kept, name, raw):
    """As somebody with the file would: the row taken out, another put in its place."""
    one, other = kept.parts.get(name=name), Part.from_bytes(raw, stored=name == MANIFEST)
    run("DELETE FROM federation_packagepart WHERE id = %s", one.pk)
    run(
        "INSERT INTO federation_packagepart (package_id, place, name, method, crc, size, packed) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s)",
        kept.pk, one.place, name, other.method, other.crc, other.size, other.packed,
    )  # fmt: skip


@pytest.fixture
def checked(kept, olga):
    return check(by=acting(olga), package=kept, found=Checked([]))


def refused(checked, olga):
    with pytest.raises(Refused, match="non è più quello firmato"):
        homologate(by=acting(olga), package=checked)
    assert not Homologation.objects.exists()


def test_what_is_as_it_came_is_homologated(checked, olga):
    assert homologate(by=acting(olga), package=checked).signed["package"] == checked.sha256


@pytest.mark.parametrize("name", [SCORES, LOG, MANIFEST])
def test_another_part_in_the_file_is_not_homologated(checked, olga, name):
    raw = bytearray(checked.parts.get(name=name).packed)
    with_another(checked, name, bytes(raw) + b" ")
    refused(checked, olga)


def test_a_part_taken_out_is_not_homologated(checked, olga):
    run("DELETE FROM federation_packagepart WHERE package_id = %s AND name = %s", checked.pk, SCORES)
    refused(checked, olga)


def test_without_its_manifest_nothing_is_homologated(checked, olga):
    run("DELETE FROM federation_packagepart WHERE package_id = %s AND name = %s", checked.pk, MANIFEST)
    refused(checked, olga)


@pytest.mark.parametrize(
    ("column", "value"),
    [("uid", "0" * 64), ("manifest_sha256", "0" * 64), ("head_number", 1), ("head_hash", "f" * 64)],
)
def test_a_row_that_tells_otherwise_than_was_signed_is_refused(checked, olga, column, value):
    run(f"UPDATE federation_receivedpackage SET {column} = %s WHERE id = %s", value, checked.pk)  # noqa: S608
    checked.refresh_from_db()
    with pytest.raises(Refused, match="non è più quello firmato"):
        check_as_signed(checked)


def test_another_key_in_the_file_is_refused(checked, known):
    run("UPDATE federation_knownkey SET public = %s WHERE id = %s", "0" * 64, known.pk)
    checked = type(checked).objects.get(pk=checked.pk)
    with pytest.raises(Refused, match="non è più quello firmato"):
        check_as_signed(checked)


def test_a_choice_for_what_was_changed_is_refused(checked, olga):
    run("UPDATE federation_receivedpackage SET conflict = 'history' WHERE id = %s", checked.pk)
    with_another(checked, SCORES, b"")
    checked.refresh_from_db()
    with pytest.raises(Refused, match="non è più quello firmato"):
        choose(by=acting(olga), package=checked, keep=True, reason="Vale questo")


def test_papers_that_an_erasure_took_are_missed_by_nobody(checked):
    checked.parts.filter(name__startswith="papers/").delete()
    check_as_signed(checked)
    assert not checked.parts.filter(name__startswith="papers/").exists()
