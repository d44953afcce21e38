"""A worker beside a web process, where none runs as a service: on a laptop in a hall nobody starts a second program.

A process of its own, since a document keeps a core busy for seconds, and Python would make every request of a thread's
process wait for it. It is started when work waits and ends when there is none: an idle one would take 100 MB.
"""

import fcntl
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tournaments.staff.job_actions import lost

# What the applications above leave to a worker beside documents: whether there is any at this moment, and doing it.
WAITING: list[Callable[[datetime], bool]] = []
DOING: list[Callable[[datetime], None]] = []
_started: list["subprocess.Popen[bytes]"] = []


def see_to_the_work() -> None:
    """Start a worker if work waits and none of ours is at it; each of the web processes may."""
    if not settings.OWN_WORKER or not _work_waits():
        return
    _started[:] = [process for process in _started if process.poll() is None]
    with (settings.VAR_DIR / "worker.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return  # one is at it
        # The lock goes with the open file, which the worker inherits: it is free again when that one ends, however.
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "worker", "--batch"]
        _started.append(subprocess.Popen(command, pass_fds=[lock.fileno()], stdin=subprocess.DEVNULL))  # noqa: S603  # ours


def _work_waits() -> bool:
    now = timezone.now()
    return DBTaskResult.objects.ready().exists() or lost(now).exists() or any(waits(now) for waits in WAITING)
