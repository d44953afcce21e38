"""Papers under the installation's own signature, where it has a certificate for them; else they stay as they are.

What signs (pyHanko) is an extra requirement: it is loaded only where a certificate is set.
"""

from django.conf import settings
from django.http import HttpResponse
from django.utils.module_loading import import_string

from papers.download import download

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
