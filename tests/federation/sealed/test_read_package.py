"""A package read by somebody who has nothing but Python: docs/read_package.py in a process of its own."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from federation.packages.actions import signing_key
from federation.packages.exports import package, sealed
from federation.sealed.archive import MANIFEST, Part, canonical, read_parts, sha256, write
from federation.sealed.verification import open_package
from records.log import Head
from records.rights import Role
from tests import factories
from tests.factories import NOON, acting
from tests.federation.packages.packing import packed_world
from tests.nightly import NIGHTLY
from tests.snapshots import lent
from tests.tournaments.standings.random_stories import case
from tests.tournaments.standings.stored_stories import Scribe, stored
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.publication.actions import publish_provisional
from tournaments.publication.models import Publication
from tournaments.scores.actions import give_score

pytestmark = pytest.mark.long

READER = Path(__file__).resolve().parents[3] / "docs" / "read_package.py"
STORIES = 60 if NIGHTLY else 12


def run(file, *head):
    """What the reader says, isolated from everything that is installed."""
    command = [sys.executable, "-I", "-S", str(READER), str(file), *head]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own file
    return done.returncode, done.stdout


def written(tmp_path, data):
    file = tmp_path / "one.zip"
    file.write_bytes(data)
    return file


def with_publication(data, change):
    """The package as whoever has the database might make it: another publication, sealed, in a log chained anew."""
    parts = read_parts(data)
    told = json.loads(parts.pop(MANIFEST).raw)
    name = "records/tournaments.Publication.jsonl"
    said = json.loads(parts[name].raw)
    change(said["fields"])
    line = canonical(said)
    parts[name] = Part.from_bytes(line + b"\n")
    lines, record = [], f"tournaments.Publication:{said['id']}"
    for one in map(json.loads, parts["log.jsonl"].raw.splitlines()):
        if record in (one.get("seals") or {}):
            one["seals"][record] = sha256(line)
        lines.append(canonical({**one, "previous_hash": sha256(lines[-1]) if lines else ""}))
    parts["log.jsonl"] = Part.from_bytes(b"".join(one + b"\n" for one in lines))
    mine = {key: value for key, value in told.items() if key not in ("parts", "key", "signature")}
    return sealed({**mine, "head": {"number": len(lines), "hash": sha256(lines[-1])}}, parts, signing_key())


@pytest.fixture
def packed(transactional_db):
    with lent(packed_world) as made:
        yield made


def test_everything_is_read_and_the_standings_are_made_once_more(packed, tmp_path):
    tournament = packed[0].tournament
    code, said = run(written(tmp_path, packed[1]), str(Head.current(tournament)))
    assert code == 0, said
    rows = Publication.objects.get(tournament=tournament).rows[0]["rows"]
    first = (
        f"{rows[0]['place']:>5} {rows[0]['entry']:>5}  {rows[0]['vp']:>4} VP {rows[0]['mp']:>6} MP  {rows[0]['name']}"
    )
    assert said.splitlines()[0] == first
    assert "standings 1 (provisional): 4 entries, as published" in said
    assert "OK, Coppa Levante, up to line" in said


@pytest.fixture
def played(tournament, table, round_1, dora, sara):
    """Round 1 scored, published, and then corrected: what was published is what had been given until then."""
    factories.one_hand(tournament)
    factories.sealed(tournament)
    for place in round_1.tables.order_by("number"):
        for number, points in ((1, (7, 4)), (2, (3, 8))):
            board = round_1.boards.get(number=number)
            give_score(
                by=acting(sara), table=place, board=board, points_a=points[0], points_b=points[1], expected_version=0
            )
    entry = tournament.entries.get(number=3)
    give_adjustment(by=acting(dora), entry=entry, round=round_1, kind="vp", amount=-2, reason="Ritardo")
    tournament.refresh_from_db()
    publish_provisional(by=acting(dora), stage=tournament.stages.get(), data_version=tournament.data_version)
    board = round_1.boards.get(number=1)
    give_score(
        by=acting(dora), table=table, board=board, points_a=0, points_b=11, expected_version=1, reason="Scritto male",
        cause="scorer",
    )  # fmt: skip
    return tournament


def test_a_later_correction_changes_nothing_that_was_published(played, tmp_path):
    code, said = run(written(tmp_path, package(played, NOON)))
    assert (code, "4 entries, as published" in said) == (0, True), said


def test_standings_that_do_not_follow_from_the_scores_are_told(played, tmp_path):
    def richer(fields):
        fields["rows"][0]["rows"][1]["vp"] += 1

    forged = with_publication(package(played, NOON), richer)
    assert open_package(forged).erased == 0  # all its seals hold
    code, said = run(written(tmp_path, forged))
    assert (code, "but its scores make" in said) == (1, True), said


@pytest.mark.parametrize("first", range(0, STORIES, 6))
def test_tournaments_by_chance_are_rebuilt(db, tmp_path, first):
    found = [(seed, one) for seed in range(first * 3, first * 3 + 14) if (one := stored(case(seed)))]
    scorer = factories.make_user("sara")
    for seed, one in found[:6]:
        tournament = Scribe(one, scorer, f"torneo-{seed}").write()
        published = publish(tournament, factories.make_user(f"dora-{seed}"))
        code, said = run(written(tmp_path, package(tournament, NOON)))
        rows = sum(len(section["rows"]) for section in published.rows)
        assert (code, f"{rows} entries, as published" in said) == (0, True), f"{seed}: {said}"


def publish(tournament, director):
    factories.give_role(director, tournament, Role.DIRECTOR)
    factories.sealed(tournament)
    stage = tournament.stages.order_by("number").last()
    told = {"data_version": tournament.data_version, "reason": "Per prova", "incomplete": True}
    return publish_provisional(by=acting(director, at=NOON + timedelta(hours=1)), stage=stage, **told)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("log.jsonl", "log.jsonl"),
        ("persons.jsonl", "persons.jsonl"),
        ("records/tournaments.BoardScore.jsonl", "records/tournaments.BoardScore.jsonl"),
        ("papers/report.pdf", "papers/report.pdf"),
    ],
)
def test_a_changed_part_is_named(played, tmp_path, part, said):
    parts = dict(read_parts(package(played, NOON)))
    raw = bytearray(parts[part].raw)
    raw[len(raw) // 2] ^= 1
    parts[part] = Part.from_bytes(bytes(raw), stored=part == "persons.jsonl")
    code, told = run(written(tmp_path, write(parts)))
    assert (code, said in told) == (1, True), told


def test_another_head_is_told(played, tmp_path):
    file = written(tmp_path, package(played, NOON))
    assert run(file, f"3:{'0' * 16}")[0] == 1
    assert run(file, f"99999:{'0' * 16}")[0] == 1
    assert "no package" in run(written(tmp_path, b"x"))[1]
