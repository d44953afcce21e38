"""The files of `deploy/` as data: what the image is made of and runs, what a unit starts, which settings they name."""

import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def instructions() -> list[tuple[str, str]]:
    """Of the Containerfile, in order: (COPY, what follows)."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _space, rest in (line.partition(" ") for line in lines if line.strip())]


def making() -> str:
    """The commands that make what the server only reads afterwards."""
    (made,) = [rest for word, rest in instructions() if word == "RUN" and "manage.py" in rest]
    return made


def image_environment() -> dict[str, str]:
    (said,) = [rest for word, rest in instructions() if word == "ENV"]
    return dict(part.split("=", 1) for part in shlex.split(said))


def image_command(word: str) -> list[str]:
    """What CMD starts, or HEALTHCHECK asks."""
    (said,) = [rest for one, rest in instructions() if one == word]
    return json.loads(said[said.index("[") :])


def kept() -> set[str]:
    """What of the checkout is in the image, as .dockerignore says: patterns of the topmost names."""
    return {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def units() -> list[Path]:
    return sorted((DEPLOY / "systemd").glob("*"))


def unit(path: Path) -> configparser.ConfigParser:
    """A unit; a setting said twice keeps the last, which is enough here."""
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(path)
    return parsed


def unit_environment(path: Path) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(unit(path)["Service"]["Environment"]))


def example(*, commented: bool) -> dict[str, str]:
    """The settings of .env.example: those that it gives, or with them those that it only shows."""
    pattern = r"^#? ?([A-Z_]+)=(.*)$" if commented else r"^([A-Z_]+)=(.*)$"
    return dict(re.findall(pattern, (ROOT / ".env.example").read_text(), re.MULTILINE))
