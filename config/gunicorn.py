"""How gunicorn serves us, wherever it does (`--config python:config.gunicorn`): in a hall as when measured."""

import logging
import sys
from typing import Any

# Two processes: Python uses one core in each, and gunicorn waits up to two seconds for a client that does not hang up,
# which nobody else should. Four threads in each, for those that wait for the disk or a slow phone: of eight, more wait
# for the one who writes than work (of twenty scores a second 95 % within 47 ms, with eight threads 79).
workers = 2
threads = 4
# The codes are read and checked once, before the processes part.
preload_app = True
loglevel = "warning"
# Nobody steers it but by signals; the socket would want a folder to write in.
control_socket_disable = True


def pre_fork(server: Any, worker: Any) -> None:
    """Let no process inherit a connection of the master.

    SQLite counts a process's own locks in memory: a child that inherits the count takes none itself. When the master
    was then killed, the next process to open the file found it unlocked, removed the log that the workers were still
    writing into, and what they acknowledged meanwhile was lost.
    """
    from django.db import connections  # noqa: PLC0415 — Django is set up only once the application is loaded

    connections.close_all()


def post_worker_init(worker: Any) -> None:
    """Let each process look after the backups; begun here, since a thread does not outlive the parting."""
    from tournaments.backups.automatic import begin  # noqa: PLC0415 — Django is set up only once the application is loaded

    begin()


def on_starting(server: Any) -> None:
    """Write gunicorn's lines as ours; refuse to offer the demonstration, whose passwords everybody knows, to others."""
    gunicorn = logging.getLogger("gunicorn.error")
    gunicorn.handlers.clear()
    gunicorn.propagate = True
    from referee.demo.presence import refusal  # noqa: PLC0415 — Django is set up only once the application is loaded

    if why_not := refusal([one[0] if isinstance(one, tuple) else str(one) for one in server.cfg.address]):
        sys.exit(why_not)
