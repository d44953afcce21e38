"""An exported record, checked by somebody who has nothing but Python: docs/verify_record.py in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from records.log import Head
from records.models import LogEntry
from tests.factories import acting, sealed
from tournaments.scores.actions import give_score

VERIFIER = Path(__file__).resolve().parents[3] / "docs" / "verify_record.py"


@pytest.fixture
def scores(tournament, table, board, dora, sara):
    sealed(tournament)
    one = give_score(by=acting(sara), table=table, board=board, points_a=7, points_b=4, expected_version=0)
    said = {"reason": "Scritto male", "cause": "players", "agreed_by": "Piero Galli"}
    two = give_score(by=acting(dora), table=table, board=board, points_a=6, points_b=5, expected_version=1, **said)
    other = table.round.boards.get(number=2)
    give_score(by=acting(sara), table=table, board=other, points_a=7, points_b=4, expected_version=0)
    return one, two


@pytest.fixture
def exported(scores, tmp_path):
    file = tmp_path / "record.json"
    call_command("export_record", f"tournaments.BoardScore:{scores[1].pk}", str(file), verbosity=0)
    return file


def check(file, *head):
    """What the verifier says, isolated from everything that is installed."""
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(file), *head]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own file
    return done.returncode, done.stdout


def change(file, alter):
    proof = json.loads(file.read_text())
    alter(proof)
    file.write_text(json.dumps(proof))


def test_a_record_is_proved_up_to_the_head(tournament, exported):
    code, said = check(exported, str(Head.current(tournament)))
    assert (code, "OK, up to line 4" in said) == (0, True)
    assert "Piero Galli" in exported.read_text()


def test_of_the_other_lines_only_hashes_are_shown(exported, scores, tmp_path):
    call_command(
        "export_record", f"tournaments.BoardScore:{scores[1].pk}", str(exported), "--without-texts", verbosity=0
    )
    assert "Galli" not in exported.read_text()
    assert "Scritto" not in exported.read_text()
    assert check(exported)[0] == 0


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (
            lambda proof: proof.update(content=proof["content"].replace('"points_a":6', '"points_a":7')),
            "another content",
        ),
        (lambda proof: proof["texts"][0].update(text="Niente"), "is another one"),
        (lambda proof: proof["lines"].pop(1) and proof["lines"].append(proof["lines"][0]), "does not follow"),
        (lambda proof: proof.update(record="tournaments.BoardScore:999"), "another record"),
        (lambda proof: proof["lines"].clear(), "no line"),
    ],
)
def test_what_was_changed_is_said(exported, alter, said):
    change(exported, alter)
    code, told = check(exported)
    assert (code, said in told) == (1, True), told


@pytest.mark.parametrize("head", ["4:0000000000000000", "3:", "99:9f86d081884c7d65"])
def test_another_head_is_said(exported, head):
    assert check(exported, head)[0] == 1


def test_an_earlier_state_is_told_as_such(scores, exported):
    """The first version was given, then superseded: what stood before its last seal is no proof of how it stands."""

    def back(proof):
        lines = LogEntry.objects.filter(seals__has_key=proof["record"])
        assert lines.count() == 1
        proof["lines"].append(proof["lines"][0])

    change(exported, back)
    assert "seals the record again" in check(exported)[1]


@pytest.mark.parametrize("name", ["", "x", "tournaments.BoardScore:99", "hall.Call:1", "tournaments.BoardScore:x"])
def test_what_is_no_official_record_is_refused(scores, tmp_path, name):
    with pytest.raises(CommandError, match="no official record"):
        call_command("export_record", name, str(tmp_path / "x.json"))
