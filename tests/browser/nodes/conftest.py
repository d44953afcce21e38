"""What deploy/ puts into containers, as processes: two web nodes and a worker on one PostgreSQL, behind a proxy."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Console, opener
from tests.browser.nodes.balancer import Balancer
from tests.browser.test_whole_job import cast, duplicate

__all__ = ["cast", "duplicate"]

ROOT = Path(__file__).resolve().parents[3]


def environment() -> dict[str, str]:
    """Of every process of the installation: the tests’ database, one secret, and no worker but a service."""
    told = connection.settings_dict
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}",
        "SECRET_KEY": "one secret for all nodes, and for these tests alone, which is long enough",
        "BEHIND_PROXY": "True",
        "BACKUP_DIR": "",
        # Every workbook is a long one.
        "AT_ONCE_UP_TO": "0",
    }


class Process:
    """One of the parts, in a group of its own so that it can be killed whole."""

    def __init__(self, *command: str) -> None:
        self.command = command
        self.start()

    def start(self) -> None:
        self.running = subprocess.Popen(  # noqa: S603 — ours
            [sys.executable, *self.command], cwd=ROOT, env=environment(), start_new_session=True
        )

    def kill(self, sort: signal.Signals = signal.SIGKILL) -> None:
        """The whole of it, at once; nothing of it is told beforehand."""
        os.killpg(self.running.pid, sort)
        self.running.wait(30)

    def stop(self) -> None:
        if self.running.poll() is None:
            self.kill(signal.SIGTERM)


class Node(Process):
    """A gunicorn with its processes, as in production."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        bind = f"127.0.0.1:{self.port}"
        super().__init__("-m", "gunicorn", "config.wsgi", "--config", "python:config.gunicorn", "--bind", bind)

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/codice/", timeout=5) as answer:  # noqa: S310 — our own address
                return bool(answer.status == 200)
        except OSError:
            return False


@dataclass
class Installation:
    nodes: list[Node]
    balancer: Balancer
    workers: list[Process] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.balancer.url

    def add_worker(self, *more: str) -> Process:
        self.workers.append(Process("manage.py", "worker", *more))
        return self.workers[-1]


def until(done: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


@pytest.fixture
def installation(transactional_db: None) -> Generator[Installation]:
    with _running() as made:
        yield made


@contextmanager
def _running() -> Iterator[Installation]:
    nodes = [Node(), Node()]
    made = Installation(nodes, Balancer([node.port for node in nodes]))
    try:
        for node in nodes:
            until(node.is_up)
        yield made
    finally:
        made.balancer.shutdown()
        made.balancer.server_close()
        for part in [*nodes, *made.workers]:
            part.stop()


@pytest.fixture
def open_page(
    new_context: Callable[..., BrowserContext], installation: Installation, console: Console
) -> Callable[..., Page]:
    """A browser before the whole installation: it knows the proxy's address alone."""
    return opener(new_context, installation.url, console)
