"""The server as `make run` starts it, master and workers, killed as a machine kills, by SIGKILL; commands beside it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
SLOW = 120  # seconds after which it will not start any more


class Server:
    """Gunicorn on a port of its own, for one database; `log` has what it said."""

    def __init__(self, folder: Path, url: str, *, root: Path = ROOT, **settings: str) -> None:
        self.root, self.log, self.port = root, folder / "server.log", free_port()
        (folder / "backups").mkdir(exist_ok=True)
        places = {"CACHE_URL": f"filecache://{folder / 'cache'}", "BACKUP_DIR": str(folder / "backups")}
        self.environment = environment(url) | places | {"DEBUG": "False"} | settings
        self.master: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and come back without waiting for the first answer."""
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "python:config.gunicorn"]
        with self.log.open("ab") as log:
            self.master = subprocess.Popen(  # noqa: S603 — ours
                [*command, "--bind", f"127.0.0.1:{self.port}"],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        """Until somebody listens who was started last; begun again, as by a supervisor, where the port was taken.

        Workers whose master was killed end what they answer first, and hold the port meanwhile.
        """
        until = time.monotonic() + SLOW
        while not (self.workers() and listens(self.port)):
            if time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")
            if self.master.poll() is not None:
                self.start()
            time.sleep(0.05)

    def first_answer(self) -> None:
        """Until a worker that has loaded answers."""
        with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=SLOW) as answer:
            answer.read()

    def workers(self) -> list[int]:
        with suppress(OSError):
            children = Path(f"/proc/{self.master.pid}/task/{self.master.pid}/children").read_text()
            return [int(pid) for pid in children.split()]
        return []

    def kill(self, *, workers_too: bool) -> int:
        """Kill the master; its workers with it, as where a whole unit is killed, or left to notice. How many died."""
        workers = self.workers() if workers_too else []
        self.master.kill()
        self.master.wait()
        return 1 + sum(kill(pid) for pid in workers)

    def stop(self) -> None:
        self.master.terminate()
        try:
            self.master.wait(timeout=SLOW)
        except subprocess.TimeoutExpired:
            self.kill(workers_too=True)


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def kill(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def environment(url: str) -> dict[str, str]:
    return os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": url}


def python(url: str, *words: object, root: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command of ours on that database."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(  # noqa: S603 — our own
        command, check=False, cwd=root, env=environment(url) | settings, capture_output=True, text=True
    )


def answered(url: str, *words: object, root: Path = ROOT) -> str:
    """What it printed. Raises where it failed."""
    done = python(url, *words, root=root)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.stderr[-2000:]}")
    return done.stdout


def cpu(root: int) -> float:
    """The seconds that a process and all below it have worked."""
    parents, worked = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            fields = file.read_text().rpartition(") ")[2].split()
            parents[int(file.parent.name)] = int(fields[1])
            worked[int(file.parent.name)] = sum(map(int, fields[11:15]))
    family = {root}
    while more := {one for one, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(worked.get(one, 0) for one in family) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
