"""The package: the same bytes of the same data, every record and text of the tournament, and no byte changed unseen."""

import json
import random
import runpy
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command

from federation.packages.actions import own_key, signing_key
from federation.packages.exports import package, sealed
from federation.packages.records import LEFT_OUT
from federation.sealed import kinds
from federation.sealed.archive import MANIFEST, Part, canonical, parsed, read_parts, write
from federation.sealed.faults import Fault, Unsound
from federation.sealed.verification import PERSONS, open_package, part_of, records
from keeping.erasing.queries import tournament_of
from records import outside
from records.log import Head
from records.models import LogEntry
from records.requests import Refused
from records.secrets import decrypt
from tests.factories import NOON, make_tournament
from tests.federation.packages.packing import packed_world, sealed_world
from tests.nightly import NIGHTLY
from tests.snapshots import lent
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

CHANGES = 1000 if NIGHTLY else 200

pytestmark = pytest.mark.django_db  # also of what is made once for all of them


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The package of a tournament with something of everything; what it was made of is gone again."""
    with django_db_blocker.unblock(), lent(packed_world) as (_world, data):
        return data


@pytest.fixture
def tournament(transactional_db):
    with lent(sealed_world) as world:
        yield world.tournament


def fault_of(data):
    with pytest.raises(Unsound) as found:
        open_package(data)
    return found.value.trouble


def with_record(data, label, change, *, reseal=None):
    """The package made anew, signed, with a line of a kind's first record changed."""
    parts = read_parts(data)
    told = json.loads(parts[MANIFEST].raw)
    name = label if label in parts else part_of(label)
    first, *rest = parts[name].raw.split(b"\n")
    parts[name] = Part.from_bytes(b"\n".join([change(first), *rest]), stored=name == PERSONS)
    told = {key: value for key, value in told.items() if key not in ("parts", "key", "signature")}
    return sealed(told, {key: part for key, part in parts.items() if key != MANIFEST}, reseal)


@pytest.mark.long
def test_the_same_data_make_the_same_bytes(tournament):
    assert package(tournament, NOON) == package(tournament, NOON)


@pytest.mark.long
def test_what_it_tells_is_what_there_is(tournament):
    found = open_package(package(tournament, NOON))
    head = LogEntry.objects.filter(tournament=tournament).latest("sequence")
    assert found.manifest.head == (head.sequence, head.hash)
    assert str(Head.current(tournament)) == f"{head.sequence}:{head.hash[:16]}"
    assert found.manifest.uid == LogEntry.objects.get(tournament=tournament, sequence=1).hash
    assert found.manifest.key == own_key().public
    said = [json.loads(line) for line in found.parts[PERSONS].raw.splitlines()]
    texts = {(one["record"], one["place"]): one["text"] for one in said}
    entries = records(found.parts[part_of("tournaments.Entry")], texts, {})
    there = Entry.objects.filter(tournament=tournament).order_by("pk")
    assert [(one["number"], one["name"]) for one in entries] == list(there.values_list("number", "name"))


@pytest.mark.long
def test_names_stand_in_the_persons_part_and_nowhere_else(made):
    parts = read_parts(made)
    told = {name: part.raw for name, part in parts.items() if not name.startswith("papers/")}
    assert [name for name, raw in told.items() if b"Fontana" in raw] == [PERSONS]
    assert [name for name, raw in told.items() if b"Valli" in raw or b"Marchi" in raw] in ([], [PERSONS])


def test_it_is_an_ordinary_zip(made, tmp_path):
    file = tmp_path / "one.zip"
    file.write_bytes(made)
    with ZipFile(file) as opened:
        assert opened.testzip() is None
        assert opened.namelist() == list(read_parts(made))
        assert opened.read(MANIFEST) == read_parts(made)[MANIFEST].raw


def test_every_kind_of_record_is_in_it_or_left_out_with_a_reason():
    ours = [one for one in apps.get_models() if one._meta.app_label in settings.APPLICATIONS]
    mine = {one._meta.label for one in ours if tournament_of(one) is not None}
    # Of these the tournament is not said by a way of its own, or may be none.
    more = {"tournaments.JobFile", "tournaments.ImportBatch", "keeping.LegalHold"}
    more |= {"federation.SecondAppeal", "federation.ArchivedCitation"}
    more |= {"tournaments.DealSecret", "records.RecordSalt"}
    assert mine == {*kinds.SEALED, *LEFT_OUT} - more


# In signed files and in the seals of logs: whoever renames one of them makes those of before unreadable.
SEALED = """
    federation.DecisionExecution federation.SentAnswer hall.Call hall.ExtraTime hall.LineCode hall.RoundClock
    hall.ZoneTable referee.ArbitralReview referee.ArbitralScore referee.BoardPlay referee.CardEnding referee.Case
    referee.Consultation referee.Opinion referee.ProposedRuling referee.Reservation referee.Ruling
    referee.StandingOrder tournaments.Adjustment tournaments.Admission tournaments.Appeal tournaments.AppealJudge
    tournaments.AppealNote tournaments.Board tournaments.BoardScore tournaments.BoardSet tournaments.ClubNotice
    tournaments.DealSet tournaments.DealsOpened tournaments.Entry tournaments.EntryEvent tournaments.EntryMember
    tournaments.ErrorReport tournaments.Fee tournaments.FeePayment tournaments.Group tournaments.GroupPlace
    tournaments.KeptApart tournaments.KnockoutWinner tournaments.LineUp tournaments.MatchScore
    tournaments.Membership tournaments.Pairing tournaments.Prize tournaments.Publication tournaments.Round
    tournaments.Sitting tournaments.SittingScore tournaments.SittingSeat tournaments.Stage tournaments.Table
    tournaments.TableSlip tournaments.Tournament
"""


def test_the_names_that_stand_in_signed_files_stay():
    assert sorted(kinds.SEALED) == SEALED.split()


@pytest.mark.long
def test_no_byte_is_changed_unseen(made):
    chance = random.Random(12)  # noqa: S311 the same bytes every time
    for _turn in range(CHANGES):
        place, other = chance.randrange(len(made)), chance.randrange(1, 256)
        changed = made[:place] + bytes([made[place] ^ other]) + made[place + 1 :]
        trouble = fault_of(changed)
        assert trouble.part or trouble.byte is not None, place


@pytest.mark.parametrize("place", [-1, -5, 0, 4, 30])
def test_a_file_cut_short_or_drawn_out_is_refused(made, place):
    assert fault_of(made[:place]).fault in (Fault.NO_ZIP, Fault.CUT, Fault.DIRECTORY, Fault.NAME)
    assert fault_of(made + b"x").fault is Fault.DIRECTORY


def test_a_record_signed_anew_is_not_as_its_seal(made, db):
    def change(line):
        return line.replace(b'"points_a":7', b'"points_a":8')

    trouble = fault_of(with_record(made, "tournaments.BoardScore", change, reseal=signing_key()))
    assert (trouble.fault, trouble.part, trouble.line) == (
        Fault.CHANGED, "records/tournaments.BoardScore.jsonl", 1
    )  # fmt: skip


@pytest.mark.parametrize(
    ("part", "change", "fault"),
    [
        ("tournaments.BoardScore", lambda line: line.replace(b":", b": ", 1), Fault.FORM),
        ("tournaments.Entry", lambda line: line.replace(b'"id":', b'"id":9'), Fault.UNSEALED),
        ("tournaments.Entry", lambda line: line + b"\n" + line, Fault.ORDER),
        ("tournaments.Entry", lambda line: line.replace(b'"hmac":"', b'"hmac":"0'), Fault.VALUE),
        ("log.jsonl", lambda line: line.replace(b'"action":"', b'"action":"x'), Fault.CHAIN),
        (PERSONS, lambda line: line.replace(b'"text":"', b'"text":"x'), Fault.TEXT),
        (PERSONS, lambda line: canonical({**parsed(line), "text": "\x00"}), Fault.FORM),
    ],
)
def test_a_package_signed_anew_still_has_to_hold_within(made, db, part, change, fault):
    assert fault_of(with_record(made, part, change, reseal=signing_key())).fault is fault


def test_the_kinds_of_the_schema_are_as_the_models_are(capsys):
    call_command("package_kinds", "--check")
    assert "kinds of referee-package/1" in capsys.readouterr().out


def test_the_reader_of_others_has_the_limits_of_ours():
    told = runpy.run_path(str(Path(settings.BASE_DIR) / "docs" / "read_package.py"))
    assert (told["MOST_BYTES"], told["MOST_PARTS"], told["MOST_UNPACKED"], told["MOST_TIMES"], told["SMALL"]) == (
        outside.PACKAGE.size, outside.PACKAGE.parts, outside.PACKAGE.unpacked, outside.PACKAGE.times, outside.SMALL,
    )  # fmt: skip
    assert (told["LONGEST_LINE"], told["MOST_LINES"], told["MOST_VALUES"], told["LONGEST_NUMBER"]) == (
        outside.PACKAGE.line, outside.PACKAGE.lines, outside.PACKAGE.values, outside.PACKAGE.number,
    )  # fmt: skip
    assert told["WHOLE"] == outside.MANIFEST.size
    # Which kinds are sealed, and the columns that it reads, are those of the schema.
    assert set(told["SEALED"]) == kinds.SEALED
    of = {kind: kinds.KINDS[f"tournaments.{kind}"]["columns"].keys() for kind in told["READ"]}
    assert all(set(names.split()) - {"id"} <= of[kind] for kind, names in told["READ"].items())


def test_a_zip_bomb_is_let_go(made, db):
    parts = read_parts(made)
    bomb = Part(8, 0, 2**31, Part.from_bytes(b"0" * 1_000_000).packed)
    assert fault_of(write({**parts, "zzz": bomb})).fault is Fault.TOO_BIG
    parts["log.jsonl"] = Part(8, parts["log.jsonl"].crc, 5, Part.from_bytes(b"0" * 1_000_000).packed)
    assert fault_of(write(parts)).fault is Fault.PACKED


def test_a_tournament_in_which_nothing_happened_has_none(db):
    with pytest.raises(Refused, match="non è ancora successo niente"):
        package(make_tournament(), NOON)


def test_the_private_key_lies_encrypted(db):
    assert decrypt(own_key().private) == signing_key().private_bytes_raw()
    assert signing_key().private_bytes_raw().hex() not in own_key().private
    assert own_key().pk == own_key().pk


@pytest.mark.long
def test_the_commands_write_and_check(tournament, tmp_path, capsys):
    file = tmp_path / "levante.zip"
    call_command("package", tournament.slug, str(file))
    call_command("check_package", str(file))
    assert "OK, Coppa Levante, up to line" in capsys.readouterr().out
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(CommandError, match=r"papers/|records/|codes/|jsonl"):
        call_command("check_package", str(file))
    with pytest.raises(CommandError, match="no tournament"):
        call_command("package", "nessuno", str(file))
    assert Tournament.objects.count() == 3
