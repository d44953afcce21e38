"""What the program does without: whoever brings it in meets this page, and docs/asvs.md."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

pytestmark = pytest.mark.long

ROOT = Path(settings.BASE_DIR)
PACKAGES = settings.PACKAGES
# What runs words as program, or takes them for markup or SQL as they are.
NEVER_CALLED = {"eval", "exec", "compile", "__import__", "mark_safe", "RawSQL", "extra", "raw", "system", "popen"}
# What asks other machines, builds objects from bytes, or is the language of an interpreter that we do not have.
NEVER_IMPORTED = set(
    "pickle marshal shelve ctypes cffi ldap ldap3 lxml jinja2 markdown smtplib requests httpx aiohttp socket jwt "
    "channels websockets graphene strawberry Crypto nacl urllib.request http.client xml.etree xml.dom "
    "django.core.mail".split()
)
# PostgreSQL's own programs, and our own worker beside the server: a list of words each, none of them a visitor's.
# A PDF is read by a process with little room of its own.
STARTS_PROGRAMS = {"keeping/backups/databases.py", "referee/code_browser/pdf_text.py", "tournaments/staff/worker.py"}
# RFC 3797 draws lots by MD5 from a seed that everybody sees: no secret and no proof rests on it.
MD5 = {"codes/rfc3797.py"}
# Chance that anybody may guess: the demonstration, and a sample of changes.
GUESSABLE = {"federation/demo/past_tournament.py", "federation/demo/load.py", "referee/demo/play.py",
             "referee/demo/tournament.py", "federation/management/commands/load_demo.py",
             "referee/management/commands/mutate_rulebooks.py"}  # fmt: skip
# Handed on by name: separators of names in lists, references that actions write.
PATTERNS_BY_NAME = {"people/imports/names.py", "tournaments/scores/words.py"}
HASHES = re.compile(r"""hashlib\.(md5|sha1|sha\d+|blake2\w|new)|algorithm=["'](\w+)["']|, ["'](sha\d+|md5)["']\)""")
SCRIPTS = sorted((ROOT / "static/js").glob("*.js"))


class Read(NamedTuple):
    """A module of ours: where it is, its text, what it calls by which name, what it brings in."""

    path: str
    text: str
    calls: tuple[ast.Call, ...]
    brings: frozenset[str]


@pytest.fixture(scope="module")
def modules() -> list[Read]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [read(path) for path in paths if "migrations" not in path.parts]


def read(path: Path) -> Read:
    text = path.read_text()
    nodes = list(ast.walk(ast.parse(text)))
    brings = {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            brings |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    calls = tuple(node for node in nodes if isinstance(node, ast.Call))
    return Read(path.relative_to(ROOT).as_posix(), text, calls, frozenset(brings))


def name_of(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        # A pattern is compiled too; Django's own extra() and raw() are called on anything.
        return "" if ast.unparse(call.func.value) == "re" else call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


@pytest.mark.long
def test_nothing_runs_words_as_program_markup_or_sql(modules: list[Read]) -> None:
    found = {(one.path, name_of(call)) for one in modules for call in one.calls if name_of(call) in NEVER_CALLED}
    assert found == set()


def test_no_module_asks_other_machines_or_builds_what_it_reads(modules: list[Read]) -> None:
    # Sentry's client is brought in by its name, where an operator names a server (config/sentry.py).
    found = {(one.path, name) for one in modules for name in one.brings & NEVER_IMPORTED}
    # Webhooks go to addresses that an officer named and `federation/webhooks/delivery.py` looked at.
    # What is kept of the codes is ours: sealed by the secret key before it is unpacked.
    known = {("federation/webhooks/delivery.py", "http.client"), ("federation/webhooks/delivery.py", "socket")}
    # Which way an address would lie, asked of this machine alone: nothing is sent.
    known.add(("pages/own_addresses.py", "socket"))
    # The server binds its own port for a moment, to say in one sentence that somebody else listens there.
    assert found == known | {("codes/build_cache.py", "pickle"), ("config/gunicorn.py", "socket")}


def test_programs_are_started_in_known_places_and_never_by_a_shell(modules: list[Read]) -> None:
    assert {one.path for one in modules if "subprocess" in one.brings} == STARTS_PROGRAMS
    assert not [one.path for one in modules for call in one.calls if any(word.arg == "shell" for word in call.keywords)]


def test_hashes_are_sha_256_and_chance_is_the_system_s(modules: list[Read]) -> None:
    for one in modules:
        hashes = {name for found in HASHES.findall(one.text) for name in found if name}
        assert hashes <= ({"md5"} if one.path in MD5 else {"sha256"}), one.path
        assert ("random" in one.text and {"random", "random.Random"} & one.brings != set()) is (one.path in GUESSABLE)
    assert "usedforsecurity=False" in (ROOT / next(iter(MD5))).read_text()


def test_only_one_module_encrypts(modules: list[Read]) -> None:
    encrypts = {one.path for one in modules if any(name.split(".")[0] == "cryptography" for name in one.brings)}
    # Packages and papers are signed; what signs packages is kept by the first of these.
    certificate = "tournaments/management/commands/paper_certificate.py"
    signs = {one for one in encrypts if one.startswith("federation/")} | {certificate}
    assert encrypts - signs == {"records/secrets.py"}
    assert not [
        one.path for one in modules if one.path in signs and "cryptography.hazmat.primitives.ciphers" in one.text
    ]


def test_data_files_are_read_without_building_objects(modules: list[Read]) -> None:
    assert [one.path for one in modules if re.search(r"yaml\.(unsafe_|full_)?load\(|Unsafe|FullLoader", one.text)] == []


def test_no_pattern_is_built_of_what_is_typed(modules: list[Read]) -> None:
    built = {
        one.path
        for one in modules
        for call in one.calls
        if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re" and not is_ours(call.args[0])
    }
    # Whoever builds one of names escapes them; the separators of names in lists are handed on by their own name.
    assert {one.path for one in modules if one.path in built and "re.escape" not in one.text} == PATTERNS_BY_NAME


def is_ours(said: ast.expr) -> bool:
    """A text that stands in the program, or one put together of names in capitals."""
    names = {one.id for one in ast.walk(said) if isinstance(one, ast.Name)}
    return not isinstance(said, ast.Call | ast.Attribute) and all(name.isupper() for name in names)


def test_formats_are_written_in_the_program(modules: list[Read]) -> None:
    typed = re.compile(r"\b(POST|GET|cleaned_data)\b[^\n]{0,40}(\.format\(|\] %|\) % )")
    assert [one.path for one in modules if typed.search(one.text)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_put_no_text_into_pages_as_markup(path: Path) -> None:
    text = path.read_text()
    assert '"use strict"' in text
    assert not re.search(
        r"\binnerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|postMessage|onmessage|"
        r"WebSocket|RTCPeerConnection|__proto__|https?://",
        text,
    )


def test_templates_escape_everything() -> None:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        assert not re.search(r"\|\s*safe\b|autoescape off|\|\s*safeseq", path.read_text()), path
