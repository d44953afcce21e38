"""Backups that make themselves: when one is due, which are kept, and that of two processes one makes it."""

import fcntl
import os
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from keeping.backups.archive import BadBackup, read_manifest
from keeping.backups.automatic import LogNews, backup_if_due, backups_to_keep, is_due
from keeping.backups.databases import LEFT_OVER, SQLITE_FILE, make_backup
from people.accounts.models import User
from tests.factories import acting, let_be
from tests.keeping.backups.conftest import ROOT, environment
from tests.keeping.backups.test_drill import wait_for
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import give_score

pytestmark = pytest.mark.dialect

NOW = datetime(2026, 11, 22, 12, 30, tzinfo=UTC)
PLAY, CLOSE, NOTHING = LogNews(True, False), LogNews(True, True), LogNews(False, False)


def ago(**since: float) -> datetime:
    return NOW - timedelta(**since)


@pytest.mark.parametrize(
    ("last", "written", "due"),
    [
        (None, NOTHING, False),
        (None, PLAY, True),
        (ago(days=3), NOTHING, False),
        (ago(minutes=4, seconds=59), PLAY, False),
        (ago(minutes=5), PLAY, True),
        (ago(seconds=1), CLOSE, True),
        (ago(seconds=-1), PLAY, True),
    ],
)
def test_one_is_due_after_a_round_at_once_and_every_five_minutes_of_play(last, written, due) -> None:
    assert is_due(last, written, NOW) is due


def test_all_of_the_last_hour_one_an_hour_for_a_day_then_one_a_day_are_kept() -> None:
    # One every five minutes of three days, the last of them now.
    times = {ago(minutes=5 * number) for number in range(3 * 24 * 12)}
    last_hour = {ago(minutes=5 * number) for number in range(12)}
    hours = {datetime(2026, 11, 22, hour, 55, tzinfo=UTC) for hour in range(11)}
    yesterday = {datetime(2026, 11, 21, hour, 55, tzinfo=UTC) for hour in range(12, 24)}
    days = {datetime(2026, 11, day, 23, 55, tzinfo=UTC) for day in (19, 20)}
    assert backups_to_keep(times, NOW) == last_hour | hours | yesterday | days


def test_the_last_of_each_is_kept_however_few_there_are_and_a_clock_put_back_loses_none() -> None:
    assert backups_to_keep([], NOW) == set()
    few = {ago(days=400), ago(days=2), ago(hours=5), ago(minutes=1), ago(minutes=-30)}
    assert backups_to_keep(few, NOW) == few


def test_what_the_rule_keeps_is_kept_again_at_the_next_look() -> None:
    times, now = set(), NOW
    for _number in range(600):
        now += timedelta(minutes=5)
        times = backups_to_keep(times | {now}, now)
    every = {NOW + timedelta(minutes=5 * number) for number in range(1, 601)}
    assert times == backups_to_keep(every, now)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.zip"))


def play(hall: Path, *, close: bool = False) -> None:
    """One more score, or all that are missing and the end of the round, in the hall's file."""
    dora, round = User.objects.get(username="dora"), Round.objects.get()
    empty = [(table, board) for table in Table.objects.all() for board in Board.objects.all()]
    empty = [cell for cell in empty if not cell[0].scores.filter(board=cell[1]).exists()]
    for table, board in empty if close else empty[:1]:
        give_score(by=acting(dora), table=table, board=board, points_a=5, points_b=6, expected_version=0)
    if close:
        close_round(by=acting(dora), round=round, **let_be(round))
    hall.unlink()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(hall)])


@pytest.mark.long
def test_they_are_made_while_somebody_plays_and_when_a_round_is_closed(hall: Path, place, folder: Path) -> None:
    first = backup_if_due(folder, place(hall), NOW)
    assert first == folder / "hall-20261122T123000Z.zip"
    assert backup_if_due(folder, place(hall), ago(minutes=-30)) is None
    play(hall)
    assert backup_if_due(folder, place(hall), ago(minutes=-4)) is None
    second = backup_if_due(folder, place(hall), ago(minutes=-5))
    play(hall, close=True)
    third = backup_if_due(folder, place(hall), ago(minutes=-5, seconds=-10))
    assert backup_if_due(folder, place(hall), ago(minutes=-5, seconds=-20)) is None
    assert names(folder) == [path.name for path in (first, second, third)]
    assert [read_manifest(path).records["tournaments_boardscore"] for path in (first, second, third)] == [0, 1, 16]


def test_those_that_the_rule_does_not_keep_go_and_what_is_not_ours_stays(hall: Path, place, folder: Path) -> None:
    old = ["hall-20261120T100000Z.zip", "hall-20261120T110000Z.zip", "other-20261120T100000Z.zip", "hall-evening.zip"]
    for name in old:
        (folder / name).touch()
    backup_if_due(folder, place(hall), NOW)
    assert names(folder) == sorted([*old[1:], "hall-20261122T123000Z.zip"])


def test_while_another_process_makes_one_nobody_else_does(hall: Path, place, folder: Path) -> None:
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert backup_if_due(folder, place(hall), NOW) is None
    assert backup_if_due(folder, place(hall), NOW) is not None


def test_what_a_killed_process_left_is_swept(hall: Path, place, folder: Path) -> None:
    left = folder / "hall-20261122T100000Z.zip.part", folder / ".backup-abc"
    left[0].touch()
    left[1].mkdir()
    for path in left:
        os.utime(path, (ago(hours=2).timestamp(),) * 2)
    backup_if_due(folder, place(hall), NOW)
    assert not any(path.exists() for path in left)


def test_a_backup_by_hand_clears_what_a_killed_one_left_there(hall: Path, place, tmp_path: Path) -> None:
    left, theirs, begun = tmp_path / ".backup-abc", tmp_path / ".backup-mine", tmp_path / ".backup-now"
    for path, name in ((left, SQLITE_FILE), (theirs, "letter.txt"), (begun, SQLITE_FILE)):
        path.mkdir()
        (path / name).touch()
    for path in (left, theirs):
        os.utime(path, (time.time() - LEFT_OVER - 1,) * 2)
    make_backup(tmp_path / "by-hand.zip", place(hall))
    assert [path.exists() for path in (left, theirs, begun)] == [False, True, True]


def test_a_folder_on_a_disk_that_is_not_there_is_told(hall: Path, place, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match=r"is its disk there\?"):
        backup_if_due(tmp_path / "stick", place(hall), NOW)


@pytest.mark.long
def test_the_server_makes_them_itself_one_for_its_two_processes(hall: Path, folder: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "python:config.gunicorn"]
    server = subprocess.Popen(  # noqa: S603 - ours
        [*command, "--bind", f"127.0.0.1:{port}"], cwd=ROOT, env=environment(hall) | {"BACKUP_DIR": str(folder)}
    )
    try:
        wait_for(lambda: names(folder))
        # Its workers would take SQLite's locks for theirs, and hold none when it is killed.
        assert [file for file in opened(server.pid) if file.startswith(str(hall))] == []
    finally:
        server.terminate()
        assert server.wait(30) == 0
    assert len(names(folder)) == 1


def opened(pid: int) -> list[str]:
    """The files that a process has open, where the system tells."""
    return [str(file.readlink()) for file in Path("/proc").glob(f"{pid}/fd/*")]
