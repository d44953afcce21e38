"""Files sent to us: one too big is let go while it comes in, so that it fills neither memory nor disk."""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest

from people.imports.file_tables import MAX_BYTES

# Addresses, by their names, that take more than a list of players; other applications add theirs.
LARGER: dict[str, int] = {}


def most_bytes(request: HttpRequest | None) -> int:
    """How large a file the request may bring."""
    found = getattr(request, "resolver_match", None)
    return LARGER.get(found.url_name or "", MAX_BYTES) if found else MAX_BYTES


class SizeLimit(FileUploadHandler):
    """The first of the upload handlers: stops a file at the size that its page bears, and marks the request."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """The chunk for the next handler, until there are too many."""
        if start + len(raw_data) > most_bytes(self.request):
            request: Any = self.request
            # The form finds no file then: by this mark it says why, instead of asking for one.
            request.upload_too_big = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Nothing: the handlers after this one keep the file."""
