"""What `deploy/` says agrees with the program: commands, files, settings; test_as_installed.py runs it so.

What documents and comments lead to is there, too.
"""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from tests.operation import deployed
from tests.operation.deployed import DEPLOY, ROOT

# What the files beside the program read themselves.
OF_COMPOSE = {"SITE", "POSTGRES_PASSWORD", "CADDYFILE"}
OF_PYTHON = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
OF_CADDY = {"SITE", "WEB", "CADDY_DATA"}


LINK = re.compile(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)")
DECISION = re.compile(rb"ecisions/(\d+)|ecision[ei]?s? (\d+)\b")
OURS = tuple("codes config deploy docs federation papers referee static templates tests tournaments".split())


def settings_read() -> set[str]:
    return set(re.findall(r'env(?:\.\w+)?\(\s*"([A-Z_]+)"', (ROOT / "config/settings.py").read_text()))


def test_example_names_every_setting_and_no_other() -> None:
    assert set(deployed.example(commented=True)) == settings_read() | OF_COMPOSE


def test_nothing_but_the_settings_reads_the_environment() -> None:
    own = [path for folder in settings.PACKAGES for path in (ROOT / folder).rglob("*.py")]
    readers = {path.relative_to(ROOT).as_posix() for path in own if re.search(r"environ\b(?!\.)", path.read_text())}
    # Backups hand theirs on to PostgreSQL's own programs.
    assert {path for path in readers if not path.startswith("keeping/backups/")} == {"config/settings.py"}


def test_image_names_known_settings() -> None:
    assert deployed.image_environment().keys() <= settings_read() | OF_PYTHON


def test_image_copies_what_is_there() -> None:
    copied = [rest.split()[:-1] for word, rest in deployed.instructions() if word == "COPY" and "--from" not in rest]
    assert all((ROOT / name).exists() for names in copied for name in names)
    assert all(list(ROOT.glob(name)) for name in deployed.kept())


def test_every_package_of_ours_is_installed_and_compiled() -> None:
    """What the program imports of its own: a package that one list forgets starts nowhere but here."""
    ours = set(re.search(r"^PACKAGES := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split())
    apps = {name.split(".")[0] for name in settings.INSTALLED_APPS}
    assert {name for name in apps if (ROOT / name / "__init__.py").exists()} <= ours
    assert ours <= deployed.kept()
    for text in (deployed.making(), (DEPLOY / "prepare").read_text()):
        assert set(re.search(r"compileall -q ([\w ]+)", text)[1].split()) == ours


def test_image_is_pinned_and_runs_as_nobody_in_particular() -> None:
    said = deployed.instructions()
    assert re.fullmatch(r"PYTHON=python:3\.11\.\d+-slim-\w+@sha256:[0-9a-f]{64}", dict(said)["ARG"])
    assert dict(said)["USER"] == "referee"
    installs = [rest for word, rest in said if word == "RUN" and "pip install" in rest]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]


def texts(*suffixes: str) -> list[Path]:
    """Our own files of these kinds."""
    return [
        *ROOT.glob("*.md"),
        *ROOT.glob("*.in"),
        *(path for name in OURS for path in (ROOT / name).rglob("*") if path.suffix in suffixes),
    ]


def test_links_of_documents_lead_somewhere() -> None:
    links = [(path, to) for path in texts(".md") for to in LINK.findall(path.read_text())]
    assert len(links) > 50
    assert [(path.name, to) for path, to in links if not (path.parent / to).exists()] == []


def test_decisions_that_are_named_are_there() -> None:
    there = {int(path.name[:4]) for path in (ROOT / "docs/decisions").iterdir()}
    named = {
        (path.relative_to(ROOT).as_posix(), int(number))
        for path in texts(".md", ".py", ".html", ".js", ".css", ".vcl")
        for found in DECISION.findall(path.read_bytes())
        for number in found
        if number
    }
    assert len(named) > 50
    assert {one for one in named if one[1] not in there} == set()


WITH_COMMANDS = [path for path in DEPLOY.rglob("*") if path.is_file()]
WITH_COMMANDS += [ROOT / "docs/production.md", ROOT / "docs/upgrading.md", ROOT / "SECURITY.md"]


def commands_of(text: str) -> set[str]:
    return set(re.findall(r"(?:manage\.py|deploy/manage)[\", ]+([a-z_]+)", text))


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=lambda path: path.name)
def test_commands_exist(path: Path) -> None:
    assert commands_of(path.read_text()) <= set(get_commands())


def test_commands_are_found_where_they_are_named() -> None:
    assert {"translations", "collectstatic"} == commands_of((DEPLOY / "Containerfile").read_text())
    assert "migrate" in commands_of((DEPLOY / "compose.yaml").read_text())


def test_compose_names_known_settings_and_what_is_there() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    composed = yaml.safe_load(text)
    assert set(re.findall(r"\$\{([A-Z_]+)", text)) == OF_COMPOSE
    assert composed["x-referee"]["environment"].keys() <= settings_read()
    for service in composed["services"].values():
        assert set(service.get("networks", [])) <= set(composed["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0].replace("${CADDYFILE", "Caddyfile")
            assert source in composed["volumes"] or (DEPLOY / source).is_file()
        assert set(service.get("depends_on", {})) <= set(composed["services"])


def test_compose_gives_the_application_no_more_than_it_needs() -> None:
    services = deployed.compose()["services"]
    for name in set(services) - {"db", "caddy"}:
        service = services[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in service
        # Webhooks leave from the worker, and from nowhere else.
        assert service["networks"] == (["inside", "outside"] if name == "worker" else ["inside"])
    assert deployed.compose()["networks"]["inside"] == {"internal": True}


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.hall", "referee.caddy"])
def test_proxy_reads_what_compose_gives_it(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert set(re.findall(r"\{\$([A-Z_]+)", text)) <= OF_CADDY
    assert deployed.compose()["services"]["caddy"]["environment"].keys() <= OF_CADDY


def test_proxy_asks_who_is_ready_and_passes_no_number_of_strangers() -> None:
    text = (DEPLOY / "referee.caddy").read_text()
    assert {"health_uri /readyz", "respond /readyz 404", "header_up -X-Request-ID"} <= set(
        map(str.strip, text.splitlines())
    )


@pytest.mark.parametrize("path", deployed.units(), ids=lambda path: path.name)
def test_units_are_shut_in(path: Path) -> None:
    said = deployed.unit(path)
    if path.suffix == ".socket":
        assert said["Socket"]["SocketMode"] == "0660"
        return
    service = said["Service"]
    assert shlex.split(service["ExecStart"])[0].startswith("/opt/referee/.venv/bin/")
    assert deployed.unit_environment(path).keys() <= settings_read() | OF_PYTHON
    assert {name: service[name] for name in ("NoNewPrivileges", "ProtectSystem", "PrivateTmp", "UMask", "User")} == {
        "NoNewPrivileges": "true",
        "ProtectSystem": "strict",
        "PrivateTmp": "true",
        "UMask": "0077",
        "User": "referee",
    }
