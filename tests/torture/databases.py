"""The two databases, each in a place of its own: an SQLite file, and a PostgreSQL server that may be stopped."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.torture.server import free_port


class Sqlite:
    """A file; each name is a database."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str, folder: Path | None = None) -> Path:
        return (folder or self.folder) / f"{name}.sqlite3"

    def url(self, name: str, folder: Path | None = None) -> str:
        return f"sqlite:///{self.path(name, folder)}"

    def create(self, name: str, folder: Path | None = None) -> str:
        """Where a database may be made; in a folder of another disk where one is named."""
        return self.url(name, folder)


class Postgres:
    """A server of our own, with its disk's caches written as in earnest."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.bin, self.folder, self.port = programs(), folder, free_port()
        give(folder)
        self._run(
            "initdb", "--auth=trust", "--username=referee", "--encoding=UTF8", "--locale=C.UTF-8", "-D", self._data
        )
        self.start()

    def url(self, name: str) -> str:
        return f"postgres://referee:@127.0.0.1:{self.port}/{name}"

    def create(self, name: str, folder: Path | None = None, *, like: str = "template0") -> str:
        """An empty database, or a copy of one; in a folder of another disk where one is named."""
        within = f' TEMPLATE "{like}"'
        if folder:
            give(folder)
            self._ask(f"""CREATE TABLESPACE "{name}" LOCATION '{folder}'""")
            within += f' TABLESPACE "{name}"'
        self._ask(f'CREATE DATABASE "{name}"{within}')
        return self.url(name)

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-D", self._data, "-l", self.folder / "log", "-o", options, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """immediate: as a server that is killed; fast: as one that is stopped in order while somebody works."""
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "stop")

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _ask(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *words: object) -> None:
        as_server = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        command = [*as_server, str(self.bin / program), *map(str, words)]
        done = subprocess.run(command, check=False, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode()}")


def give(folder: Path) -> None:
    """Let the server, which refuses to be root, write there."""
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")


def programs() -> Path:
    """The newest there is; Debian keeps them out of the path."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        raise SystemExit("PostgreSQL's server is not on this machine: `.ci/postgres true` installs it, as root.")
    return places[-1]


@contextmanager
def database(kind: str) -> Iterator[Sqlite | Postgres]:
    """One of the two in a new folder, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="referee-torture."))
    folder.chmod(0o755)  # the other user's server comes through
    (folder / "database").mkdir()
    one = Sqlite(folder / "database") if kind == "sqlite" else Postgres(folder / "database")
    try:
        yield one
    finally:
        if isinstance(one, Postgres):
            one.stop()
        shutil.rmtree(folder)
