"""The program as `deploy/` installs it, by the commands of the image, without leave to write but where it is given."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.operation import deployed
from tests.operation.deployed import DEPLOY, ROOT

BIN = Path(sys.executable).parent
pytestmark = pytest.mark.long  # it compresses every file and migrates anew
# Root may write what nobody may: it gives that up.
UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
THROUGH_CADDY = {"Host": "torneo.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A short path, as sockets want it."""
    folder = Path(tempfile.mkdtemp(prefix="referee-installed."))
    yield folder
    subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)  # noqa: S607
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def program(place: Path) -> Path:
    """What is in the image under /app, as its own commands make it, and nobody may change it."""
    app = place / "app"
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    for name in filter(None, tracked):
        if any(Path(name.split("/")[0]).match(kept) for kept in deployed.kept()) and (ROOT / name).exists():
            (app / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, app / name)
    clean = {name: value for name, value in os.environ.items() if name in {"HOME", "LANG"}}
    words = deployed.making().replace("/opt/venv/bin", str(BIN))
    subprocess.run(["bash", "-ec", words], cwd=app, env=clean | {"PATH": os.environ["PATH"]}, check=True)  # noqa: S607
    assert not (app / "var/secret_key").exists()
    subprocess.run(["chmod", "-R", "a-w", str(app)], check=True)  # noqa: S607
    assert subprocess.run(
        [*UNPRIVILEGED, "touch", str(app / "var/x")], check=False, stderr=subprocess.DEVNULL
    ).returncode
    return app


@pytest.fixture(scope="module")
def environment(place: Path) -> dict[str, str]:
    """The image's own, with the settings of the example, and folders of this machine."""
    written = {name: place / name for name in ("data", "backups", "tmp")}
    for folder in written.values():
        folder.mkdir(mode=0o700)
    given = deployed.image_environment() | deployed.example(commented=False)
    return given | {
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "DATA_DIR": str(written["data"]),
        "BACKUP_DIR": str(written["backups"]),
        "TMPDIR": str(written["tmp"]),
    }


@pytest.fixture(scope="module")
def migrated(program: Path, environment: dict[str, str]) -> None:
    words = deployed.compose()["services"]["migrate"]["command"]
    subprocess.run([*UNPRIVILEGED, *words], cwd=program, env=environment, check=True, stdout=subprocess.DEVNULL)


class Through(HTTPConnection):
    """Asks by a socket's path or a port, as Caddy would."""

    def __init__(self, where: Path | int) -> None:
        super().__init__("127.0.0.1", where if isinstance(where, int) else 80, timeout=20)
        self.where = where

    def connect(self) -> None:
        if isinstance(self.where, int):
            return super().connect()
        self.sock = socket.socket(socket.AF_UNIX)
        return self.sock.connect(str(self.where))


def ask(where: Path | int, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = Through(where)
    connection.request("GET", path, headers=THROUGH_CADDY | headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@contextmanager
def running(words: list[str], alive: Callable[[], bool], **how: object) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen([*UNPRIVILEGED, *words], stderr=subprocess.PIPE, **how)  # type: ignore[call-overload]
    try:
        until = time.monotonic() + 60
        while not alive():
            assert server.poll() is None, server.stderr.read().decode()
            assert time.monotonic() < until
            time.sleep(0.2)
        yield server
    finally:
        server.terminate()
        assert server.wait(40) == 0


def listening(where: Path | int) -> bool:
    try:
        return ask(where, "/healthz")[0].status == 200
    except OSError:
        return False


def walk(where: Path | int) -> None:
    """Pages that read the database, the codes, compressed files; one that writes; what operators ask."""
    for path in ("/", "/accesso/", "/codice/fitres-tressette/", "/giochi/", "/codice/fitres-tressette/codice.pdf"):
        answer, body = ask(where, path)
        assert answer.status == 200 or path.endswith(".pdf"), (path, answer.status)
        assert answer.headers["Strict-Transport-Security"]
        assert body
    page = ask(where, "/")[1].decode()
    style = page.split('rel="stylesheet" href="')[1].split('"')[0]
    answer, body = ask(where, style, Accept_Encoding="identity")
    assert (answer.status, answer.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert "max-age=315360000" in answer.headers["Cache-Control"]
    assert ask(where, "/", **{"X-Forwarded-Proto": "http"})[0].status == 301
    answer, body = ask(where, "/readyz", Host="10.0.0.7", **{"X-Forwarded-Proto": "http"})
    assert (answer.status, body) == (200, b'{"ready": true, "failing": []}')


def contents(folder: Path) -> dict[str, float]:
    return {str(path): path.stat().st_mtime for path in folder.rglob("*")}


@pytest.mark.usefixtures("migrated")
def test_image_s_command_serves_from_what_it_may_not_change(program: Path, environment: dict[str, str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    before = contents(program)
    words = [word.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for word in deployed.image_command("CMD")]
    with running(words, lambda: listening(port), cwd=program, env=environment) as server:
        asks = [word.replace(":8000", f":{port}") for word in deployed.image_command("HEALTHCHECK")]
        assert subprocess.run(asks, env=environment, check=False).returncode == 0
        walk(port)
        made = subprocess.run(
            [*UNPRIVILEGED, "python", "manage.py", "first_account", "--address", "https://torneo.example.org"],
            cwd=program,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        (link,) = [word for word in made.split() if word.startswith("https://torneo.example.org/")]
        assert ask(port, link.removeprefix("https://torneo.example.org"))[0].status == 200
        one, *_others = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        os.kill(int(one), signal.SIGKILL)
        time.sleep(3)
    assert contents(program) == before
    # Whatever wrote a line, gunicorn too, wrote it as the setting says.
    lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert any(line["logger"] == "gunicorn.error" and "SIGKILL" in line["message"] for line in lines)
    assert subprocess.run(asks, env=environment, check=False, stderr=subprocess.DEVNULL).returncode == 1


@pytest.mark.usefixtures("migrated")
def test_unit_serves_on_the_socket_that_it_is_handed(program: Path, environment: dict[str, str], place: Path) -> None:
    unit = DEPLOY / "systemd/referee.service"
    words = shlex.split(deployed.unit(unit)["Service"]["ExecStart"].replace("/opt/referee/.venv/bin", str(BIN)))
    own = deployed.unit_environment(unit) | {"DATA_DIR": environment["DATA_DIR"], "TMPDIR": environment["TMPDIR"]}
    path, notes = place / "web.sock", place / "tmp/notify.sock"
    with socket.socket(socket.AF_UNIX) as web, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        web.bind(str(path))
        web.listen(64)
        notified.bind(str(notes))
        notified.settimeout(60)
        given = deployed.example(commented=False) | own | {"NOTIFY_SOCKET": str(notes), "LISTEN_FDS": "1"}
        # As systemd does: the socket is the third file of a process that knows that it is meant.
        handed = ["bash", "-c", f'export LISTEN_PID=$$; exec "$@" 3<&{web.fileno()}', "unit", *words]
        given |= {"PATH": os.environ["PATH"]}
        with running(handed, lambda: listening(path), cwd=program, env=given, pass_fds=[web.fileno()]):
            assert notified.recv(100).startswith(b"READY=1")
            walk(path)


@pytest.mark.usefixtures("migrated")
def test_worker_s_unit_waits_for_work_until_it_is_ended(program: Path, environment: dict[str, str]) -> None:
    unit = DEPLOY / "systemd/referee-worker.service"
    words = shlex.split(deployed.unit(unit)["Service"]["ExecStart"].replace("/opt/referee/.venv/bin", str(BIN)))
    assert deployed.compose()["services"]["worker"]["command"][1:] == words[1:]
    own = deployed.unit_environment(unit) | {"DATA_DIR": environment["DATA_DIR"], "TMPDIR": environment["TMPDIR"]}
    began = time.monotonic()
    with running(
        words, lambda: time.monotonic() > began + 8, cwd=program, env=deployed.example(commented=False) | own
    ) as worker:
        pass
    # That it waits, and that it was told to end; eight looks without work say nothing.
    assert len(worker.stderr.read().splitlines()) == 2


def test_units_are_as_systemd_wants_them(place: Path) -> None:
    if not shutil.which("systemd-analyze"):
        return
    folder = place / "units"
    folder.mkdir()
    for unit in deployed.units():
        (folder / unit.name).write_text(unit.read_text().replace("/opt/referee/.venv/bin", str(BIN)))
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(folder.glob("*")))]
    verified = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")
