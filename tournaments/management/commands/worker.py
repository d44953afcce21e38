"""Does the long work that waits in the database: documents that somebody asked for on a page."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker

from tournaments.staff.job_actions import forget, mend
from tournaments.staff.worker import DOING

LOOKS_EVERY = 1.0
ORDER_EVERY = 10.0  # for what others lost or nobody needs any more, nobody looks at the clock
TRIES_AGAIN_AFTER = 5.0
log = logging.getLogger(__name__)


@contextmanager
def _stoppable(worker: Worker) -> Iterator[None]:
    """A first signal lets it finish what it has in hand, a second one ends it at once."""
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)}
    worker.configure_signals()
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


class Command(BaseCommand):
    """Runs until it is told to stop (SIGTERM, SIGINT): then it finishes what it has in hand. As many as one likes."""

    help = "Make the documents that wait in the database, until told to stop (docs/decisions/0045-…)."
    requires_system_checks = []  # a web process starts one while somebody waits

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--batch", action="store_true", help="do what waits and end")

    def run_from_argv(self, argv: list[str]) -> None:
        """As a process of its own: pages go first."""
        with suppress(OSError):
            os.nice(5)
        super().run_from_argv(argv)

    def handle(self, *args: Any, batch: bool = False, **options: Any) -> None:
        worker = Worker(
            queue_names=["*"],
            excluded_queue_names=[],
            backend_name="default",
            worker_id=get_random_string(32),
            interval=0,
            startup_delay=False,
            max_tasks=None,
            batch=True,  # its loop ends when nothing waits, and ours goes on
        )
        # The library's loop says twice a second that it begins and ends.
        logging.getLogger("django_tasks_db").setLevel(logging.WARNING)
        if not batch:
            log.info("A worker waits for long work.")
        with _stoppable(worker):
            self._work(worker, batch=batch)

    def _work(self, worker: Worker, *, batch: bool) -> None:
        put_in_order = 0.0
        while worker.running:
            pause = LOOKS_EVERY
            try:
                close_old_connections()
                if time.monotonic() > put_in_order:
                    mend(timezone.now())
                    forget(timezone.now())
                    put_in_order = time.monotonic() + ORDER_EVERY
                for do in DOING:
                    do(timezone.now())
                worker.run()
            except (DatabaseError, InterfaceError) as error:
                if batch:
                    raise
                log.warning("The database does not answer: %s", error)
                connection.close()
                pause = TRIES_AGAIN_AFTER
            if batch:
                return
            if worker.running:
                time.sleep(pause)
