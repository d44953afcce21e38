"""The files that pip installs from: every package, those that ours bring too, with the hashes that it may have.

`requirements*.in` says what we want and why; `make lock` finds what that brings (`requirements*.txt`, for every
platform and Python from 3.11), and `make check` says whether the two agree, without the network.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
NAMES = (
    "requirements",
    "requirements-postgres",
    "requirements-sentry",
    "requirements-sign",
    "requirements-deals",
    "requirements-dev",
)
FIRST = NAMES[0]
WANTED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", re.MULTILINE)
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)([^\n]*(?:\n +--hash=[^\n]*)*)", re.MULTILINE)
RESTS_ON = re.compile(r"^-r (\S+)\.in$", re.MULTILINE)


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(trouble(HERE)) or None)
    for name in NAMES:
        lock(name, sys.argv[1:])


def lock(name: str, more: list[str]) -> None:
    """Write one file; what stands there stays as long as it fits, unless `--upgrade` is said."""
    others = [] if name == FIRST else ["--constraint", f"{FIRST}.txt"]
    how = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    made = HERE / f"{name}.txt"
    subprocess.run(  # noqa: S603 — our own words and those of whoever calls
        [Path(sys.executable).with_name("uv"), "pip", "compile", *how, *others, *more, "-o", made, f"{name}.in"],
        cwd=HERE,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    made.write_text(f"{first_line(HERE, name)}\n{made.read_text()}")


def first_line(folder: Path, name: str) -> str:
    return f"# From {name}.in by `make lock`: {digest(folder, name)}"


def digest(folder: Path, name: str) -> str:
    """Of what is wanted; the reasons beside it may be put in other words."""
    said = "\n".join(f"{package}=={version}" for package, version in sorted(wanted(folder, name).items()))
    return hashlib.sha256(said.encode()).hexdigest()


def wanted(folder: Path, name: str) -> dict[str, str]:
    """What the file and those that it rests on want: package and version."""
    text = (folder / f"{name}.in").read_text()
    mine = {plain(package): version for package, version in WANTED.findall(text)}
    for other in RESTS_ON.findall(text):
        mine |= wanted(folder, other)
    return mine


def plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def trouble(folder: Path) -> list[str]:
    """What does not agree, in sentences; nothing when all is well."""
    return [said for name in NAMES for said in _trouble(folder, name)]


def _trouble(folder: Path, name: str) -> list[str]:
    text = (folder / f"{name}.txt").read_text()
    pinned = {plain(package): version for package, version, _rest in PINNED.findall(text)}
    base = {
        plain(package): version for package, version, _rest in PINNED.findall((folder / f"{FIRST}.txt").read_text())
    }
    said = [] if text.startswith(first_line(folder, name)) else [f"{name}.in has changed since: make lock"]
    said += [f"{name}.txt: {one} has no hash" for one, _v, rest in PINNED.findall(text) if "--hash=sha256:" not in rest]
    said += [
        f"{name}.txt: {package} is {pinned.get(package, 'missing')}, wanted {version}"
        for package, version in (base | wanted(folder, name)).items()
        if pinned.get(package) != version
    ]
    return said


if __name__ == "__main__":
    main()
