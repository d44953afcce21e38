"""A process of the server: what it holds before it serves, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import migrated

pytestmark = pytest.mark.long

# What lays documents out, reads workbooks or signs: loaded with the first document (`exports/papers.py`).
LATER = ("numba", "numpy", "openpyxl", "PIL", "pyhanko", "pypdf", "reportlab")
SERVED = f"""
import sys
import config.wsgi
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
for address in ("/", "/codice/", "/codice/fitres-tressette/", "/giochi/", "/strumenti/", "/accesso/"):
    assert Client().get(address).status_code == 200, address
print(*(name for name in {LATER} if name in sys.modules))
"""


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, check=True, stdout=subprocess.PIPE
    )
    return done.stdout.decode().strip()


def test_process_that_served_pages_has_loaded_nothing_that_lays_documents_out(tmp_path: Path) -> None:
    assert python(SERVED, DATABASE_URL=migrated.file_in(tmp_path)) == ""
