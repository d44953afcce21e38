"""When a backup is due, and which are kept.

Backups that make themselves while the server runs, by a thread of each of its processes; one at a time makes one.

Nothing is asked of the actions: the logs tell what was written, so that no request waits for a backup or leaves a mark
for it, and whatever wrote the lines (another server too) is noticed.
"""

import fcntl
import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import rmtree

from django.conf import settings
from django.db import close_old_connections, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups.archive import BadBackup, read_manifest
from keeping.backups.databases import LEFT_OVER, NEWEST_LINE, make_backup

EVERY = timedelta(minutes=5)
ALL_OF = timedelta(hours=1)
HOURLY_FOR = timedelta(days=1)


@dataclass(frozen=True)
class LogNews:
    """What the logs tell since the last backup: whether anything was written, and whether a round was closed."""

    anything: bool
    round_closed: bool


def is_due(last: datetime | None, written: LogNews, now: datetime) -> bool:
    """After a closed round at once; while somebody plays, which is when something is written, every five minutes."""
    if not written.anything:
        return False
    # A clock that was put back must not keep backups from being made.
    return written.round_closed or last is None or not last <= now < last + EVERY


def backups_to_keep(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Of the backups those to keep: all of the last hour, the last of each hour for a day, the last of each day."""
    in_order = sorted(times)
    # The later one takes the place of the earlier.
    last_of_hour = {(at.date(), at.hour): at for at in in_order}
    last_of_day = {at.date(): at for at in in_order}

    def is_kept(at: datetime) -> bool:
        age = now - at
        hourly = age < HOURLY_FOR and at == last_of_hour[at.date(), at.hour]
        return age < ALL_OF or hourly or at == last_of_day[at.date()]

    return {at for at in in_order if is_kept(at)}


LOOKS_EVERY = 10  # seconds
TRIES_AGAIN_AFTER = 60  # what failed may be a full disk, which a try every ten seconds would not help
STAMP = "%Y%m%dT%H%M%SZ"
log = logging.getLogger(__name__)


def begin_automatic_backups() -> None:
    """Look after the backups of this process's database until it ends; nothing without a folder for them."""
    if settings.BACKUP_DIR:
        threading.Thread(target=_look_after, name="backups", daemon=True).start()


def _look_after() -> None:
    last_error = ""
    while True:
        trouble = ""
        try:
            close_old_connections()
            backup_if_due(Path(settings.BACKUP_DIR), connection, datetime.now(UTC))
        except Exception as error:  # the next look comes in any case, and the server goes on
            trouble = f"No backup could be made: {error}"
        if trouble and trouble != last_error:
            log.error(trouble)
        last_error = trouble
        time.sleep(TRIES_AGAIN_AFTER if trouble else LOOKS_EVERY)


def backup_if_due(folder: Path, database: BaseDatabaseWrapper, now: datetime) -> Path | None:
    """Make a backup if one is due and nobody else is making it, and drop those that the rule does not keep."""
    if not folder.is_dir():
        make_own(folder)
    with _lock_backups(folder) as alone:
        if not alone:
            return None
        _sweep(folder, now)
        name = Path(str(database.settings_dict["NAME"])).stem
        there = _backups(folder, name)
        last = max(there, default=None)
        if not is_due(last, _log_news_since(there[last] if last else None, database), now):
            return None
        path = folder / f"{name}-{now.strftime(STAMP)}.zip"
        make_backup(path, database)
        there = _backups(folder, name)
        for at in there.keys() - backups_to_keep(there, now):
            there[at].unlink()
        return path


def make_own(folder: Path) -> None:
    """The usual folder is made; one that was named may lie on a disk that is not there, and nothing else would do."""
    if folder != Path(settings.VAR_DIR) / "backups":
        raise BadBackup(f"{folder}: there is no such folder (is its disk there?).")
    folder.mkdir(mode=0o700, exist_ok=True)


def _log_news_since(backup: Path | None, database: BaseDatabaseWrapper) -> LogNews:
    with database.cursor() as cursor:
        cursor.execute(NEWEST_LINE)
        (newest,) = cursor.fetchone()
        known = _newest_in(backup)
        cursor.execute("SELECT 1 FROM records_logentry WHERE id > %s AND action = 'close_round' LIMIT 1", [known])
        # A newest line that is older than the one backed up is of another database, put there in place of that one.
        return LogNews(anything=newest != known, round_closed=cursor.fetchone() is not None)


def _newest_in(backup: Path | None) -> int:
    """The newest line in the last backup; 0 where there is none, or it was damaged: then another one is due."""
    try:
        return read_manifest(backup).newest_line if backup else 0
    except BadBackup as error:
        log.error(str(error))
        return 0


def _backups(folder: Path, name: str) -> dict[datetime, Path]:
    """Of this database, by their moment; other files in the folder are not ours to count or to drop."""
    backups = {}
    for path in folder.glob("*.zip"):
        with suppress(ValueError):
            backups[datetime.strptime(path.stem, f"{name.replace('%', '%%')}-{STAMP}").replace(tzinfo=UTC)] = path
    return backups


def _sweep(folder: Path, now: datetime) -> None:
    """What a process left that was killed while it made a backup; whoever makes one now is quicker."""
    for begun in [*folder.glob(".backup-*"), *folder.glob("*.zip.part")]:
        if now.timestamp() - begun.stat().st_mtime > LEFT_OVER:
            rmtree(begun) if begun.is_dir() else begun.unlink()


@contextmanager
def _lock_backups(folder: Path) -> Iterator[bool]:
    """Whether this process is the one that makes backups now; the lock goes with a process that is killed."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
