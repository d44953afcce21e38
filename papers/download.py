"""A finished document as the answer to a request: kept by nobody on the way, under a name every system can store.

Under the installation's own signature where it has a certificate for papers: what signs (pyHanko) is an extra
requirement, loaded only then.
"""

import re
import unicodedata
from urllib.parse import quote

from django.conf import settings
from django.http import HttpResponse
from django.utils.module_loading import import_string

TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
    "txt": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson",
}
_UNSAFE = re.compile(r'[\x00-\x1f\x7f"\\/:*?<>|]+')
# Letters, and bytes: file systems bear 255, with what a browser adds where the name is there already.
_LONGEST, _MOST_BYTES = 120, 220
_BEGINNING = 36


def download(content: bytes, name: str, kind: str) -> HttpResponse:
    """The document under its name, once in plain ASCII and once in full (RFC 6266)."""
    response = HttpResponse(content, content_type=TYPES[kind])
    full = file_name(name, kind)
    plain = unicodedata.normalize("NFKD", full.replace("–", "-").replace("’", "'")).encode("ascii", "ignore").decode()
    response["Content-Disposition"] = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(full, safe='')}"
    response["Cache-Control"] = "private, no-store"
    return response


def file_name(name: str, kind: str) -> str:
    """A name without what file systems forbid, no longer than they bear.

    Of one that is too long the middle goes: it begins with the tournament, and ends with what tells its papers apart.
    """
    whole = " ".join(_UNSAFE.sub(" ", name).split()).strip(" .")
    beginning, end = whole, ""
    while len(beginning) + len(end) >= _LONGEST or len((beginning + end).encode()) >= _MOST_BYTES:
        if not end:
            beginning, end = whole[:_BEGINNING], whole[_BEGINNING:][1 - _LONGEST + _BEGINNING :]
        elif len(beginning) > 8:
            beginning = beginning[:-1]
        else:
            end = end[1:]
    shown = f"{beginning.rstrip(' –.')}…{end.lstrip(' .')}" if end else whole
    return f"{shown or 'documento'}.{kind}"


SIGNER = "papers.pades.sign"


def signed(content: bytes) -> bytes:
    """The paper with a signature over all of it."""
    if not settings.PAPERS_CERTIFICATE:
        return content
    signed: bytes = import_string(SIGNER)(content, settings.PAPERS_CERTIFICATE, settings.PAPERS_PASSPHRASE)
    return signed


def download_signed(content: bytes, name: str, kind: str) -> HttpResponse:
    """As any other download; what is no PDF has no place for a signature."""
    return download(signed(content) if kind == "pdf" else content, name, kind)
