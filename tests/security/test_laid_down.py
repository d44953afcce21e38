"""What docs/asvs.md and SECURITY.md lay down is what the program does."""

import re
from pathlib import Path

from django.contrib.auth.password_validation import get_default_password_validators

from hall.line_codes.actions import MOST, WITHIN
from hall.line_codes.models import LineRequests
from people.accounts.models import FIRST_ACCOUNT_HOLDS
from people.accounts.views import WAIT_FOR_CODE
from people.imports.table import MAX_COLUMNS
from people.sign_in.actions import BACKUP_CODES, BACKUP_DIGITS, TRIES_ALLOWED, WAIT
from people.sign_in.forms import FRESH, OF_THE_HOUSE
from people.sign_in.sessions import HOUR, LIMITS, Kind
from records.outside import LIST, MB
from records.requests import MOST as LARGEST
from tests.access_table import ACCESS, Condition
from tournaments.entry_lists.forms import TEXTS, WORKBOOKS
from tournaments.publication.actions import REPORTS_PER_ENTRY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/asvs.md").read_text().partition("## Laid down")[2]
SECURITY = (ROOT / "SECURITY.md").read_text()


def said(title: str) -> str:
    """What stands under a word in bold."""
    return PAGE.partition(f"**{title}.**")[2].partition("\n\n")[0]


def test_figures_are_those_of_the_program(settings) -> None:
    told = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE))
    shortest = next(one for one in get_default_password_validators() if hasattr(one, "min_length")).min_length
    minutes = WITHIN.total_seconds() / 60
    hours = {kind: f"{one.idle // HOUR} and {one.absolute // HOUR} hours" for kind, one in LIMITS.items()}
    endings = ", ".join(sorted(TEXTS | WORKBOOKS))
    assert told == {
        "what": "how much",
        "a password": f"{shortest} characters at least",
        "tries to sign in, to type one's own password again": (
            f"{TRIES_ALLOWED} in {WAIT.total_seconds() / 60:.0f} minutes, by name and address"
        ),
        "uses of a line's code": f"{MOST[LineRequests.Kind.SENT]} in {minutes:.0f} minutes",
        "tries at a line's letters": f"{MOST[LineRequests.Kind.TYPED]} in {minutes:.0f} minutes",
        "reports of an error": f"{REPORTS_PER_ENTRY} of one entry for one publication",
        "a session of an administrator, unused and in all": hours[Kind.FEDERATION],
        "a session of a director, unused and in all": hours[Kind.DIRECTOR],
        "a session of an arbiter or scorer, unused and in all": hours[Kind.STAFF],
        "the code after the password": f"{WAIT_FOR_CODE // 60} minutes",
        "a code before what is final holds": f"{FRESH // 60} minutes",
        "the address of the first account": f"{FIRST_ACCOUNT_HOLDS.total_seconds() / HOUR:.0f} hours",
        "backup codes": f"{BACKUP_CODES} of {BACKUP_DIGITS} figures",
        f"an uploaded file ({endings})": (
            f"{LIST.size // MB} MB, unpacked {LIST.unpacked // MB} MB in {LIST.parts} parts"
        ),
        "a list": f"{LIST.lines:,} rows of {MAX_COLUMNS} columns",
        "a number": f"{LARGEST:,}",
        "fields of a form": f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,}",
        "workbook or report at once": (
            f"up to {settings.AT_ONCE_UP_TO:,} lines and entries; beyond, by a worker, once per person and document"
        ),
    }


def test_words_of_the_house_are_told() -> None:
    assert set(said("Words").partition(": ")[2].rstrip(".").split()) == OF_THE_HOUSE


def test_every_way_in_is_told() -> None:
    writes = {name for name, row in ACCESS.items() if row.get("POST") is Condition.EVERYBODY}
    # One leads out, one changes the language, one is a picture.
    assert set(re.findall(r"`(\w+)`", said("Ways in"))) == writes - {"logout", "set_language", "favicon.ico"}


def test_relaxation_of_two_factors_is_told() -> None:
    assert "6.3.3" in said("Two factors")


def test_sessions_at_once_are_told() -> None:
    assert said("Sessions at once").startswith(" Any number for one account")


def test_every_level_of_data_is_told() -> None:
    assert re.findall(r"\*(\w+)\*\s\(", said("Levels of data")) == ["Secret", "Personal", "Official", "Public"]


def part(title: str) -> str:
    return SECURITY.partition(f"## {title}")[2].partition("\n## ")[0]


def test_every_secret_and_algorithm_is_told() -> None:
    for word in (
        "SECRET_KEY",
        "PostgreSQL",
        "SENTRY_DSN",
        "TLS keys",
        "passwords",
        "SHA-256",
        "HMAC",
        "PBKDF2",
        "ENCRYPTION_KEYS",
        "AES-256-GCM",
        "Ed25519",
    ):
        assert word in part("Secrets"), word
    assert "who reads it | when it is changed" in part("Secrets")


def test_whom_the_program_talks_to_is_told() -> None:
    assert "server but to its database and, if named, Sentry, and to the webhooks" in " ".join(SECURITY.split())


def test_how_fast_holes_are_closed_is_told() -> None:
    assert re.search(r"closed within 14 days, within 3 if it can be used from outside", SECURITY.replace("\n", " "))
    assert "up to date every three months" in SECURITY


def test_what_is_noted_where_is_told() -> None:
    assert "| what | where | for how long |" in part("The log")
    assert "sign-ins and refusals" in part("The log")
