"""How gunicorn serves us, wherever it does (`--config python:config.gunicorn`): in a hall as when measured."""

import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterable
from typing import Any
from wsgiref.util import setup_testing_defaults

# Two processes: Python uses one core in each, and gunicorn waits up to two seconds for a client that does not hang up,
# which nobody else should. Four threads in each, for those that wait for the disk or a slow phone: of eight, more wait
# for the one who writes than work (of twenty scores a second 95 % within 47 ms, with eight threads 79).
workers = 2
threads = 4
# The codes are read and checked once, before the processes part.
preload_app = True
loglevel = "warning"
# Ctrl+C while all is read: there is nothing to put in order yet, and to unwind it takes Python seconds. gunicorn then
# takes the signal for its own.
signal.signal(signal.SIGINT, signal.SIG_DFL)
# Nobody steers it but by signals; the socket would want a folder to write in.
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Ask for the pages that everybody asks for first: what is read or imported for them once, the processes share."""
    from django.conf import settings  # noqa: PLC0415 — Django is set up only once the application is loaded
    from django.urls import reverse  # noqa: PLC0415 — as above

    from codes.library import rulebook_ids  # noqa: PLC0415 — as above

    # As a proxy would, whatever host we are.
    asks = {
        "HTTP_HOST": settings.ALLOWED_HOSTS[0].replace("*", "localhost").removeprefix("."),
        "HTTP_X_FORWARDED_PROTO": "https",
        "wsgi.url_scheme": "https",
    }
    gunicorn_s = signal.signal(signal.SIGINT, signal.SIG_DFL)  # as while all is read: nothing to put in order yet
    pages = [(reverse("home"), language) for language, _name in settings.LANGUAGES]
    for path, language in [*pages, *((reverse("code", args=[code]), "it") for code in rulebook_ids())]:
        asked = {**asks, "PATH_INFO": path, "HTTP_ACCEPT_LANGUAGE": language}
        setup_testing_defaults(asked)
        server.app.wsgi()(asked, lambda _status, _headers: None).close()
    signal.signal(signal.SIGINT, gunicorn_s)
    gc.collect()
    gc.freeze()


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
    from keeping.backups.automatic import begin_automatic_backups  # noqa: PLC0415 — Django is set up only once the application is loaded

    begin_automatic_backups()


def on_starting(server: Any) -> None:
    """Write gunicorn's lines as ours; refuse what it would say eleven times, or must not do."""
    gunicorn = logging.getLogger("gunicorn.error")
    gunicorn.handlers.clear()
    gunicorn.propagate = True
    # Its passwords everybody knows: the demonstration is offered to nobody else.
    from referee.demo.presence import refusal  # noqa: PLC0415 — Django is set up only once the application is loaded

    listening = [address if isinstance(address, tuple) else (str(address), 0) for address in server.cfg.address]
    if why_not := refusal([host for host, _port in listening]) or _port_in_use(listening):
        sys.exit(why_not)


def _port_in_use(listening: Iterable[tuple[str, int]]) -> str:
    """Which port somebody else listens on already, in words; gunicorn tries for five seconds, and tells each time."""
    from django.utils.translation import gettext as _  # noqa: PLC0415 — as above

    if {"LISTEN_FDS", "GUNICORN_FD"} & os.environ.keys():  # it is handed over, in use
        return ""
    for host, port in listening:
        if port and _is_in_use(host, port):
            return _("La porta %d è già in uso: il programma gira già? Un’altra: «make run PORT=8001».") % port
    return ""


def _is_in_use(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False
