"""Keeping the edition of a code with the first ruling that is decided by it."""

from functools import cache

from codes.deciding.book import Rulebook
from codes.library import RULEBOOKS
from codes.reading.files import law_hash
from codes.reading.loader import packed
from referee.editions.models import CodeEdition


def keep_edition(book: Rulebook) -> None:
    """Keep it whole, once, within the transaction of what it decides."""
    if not CodeEdition.objects.filter(hash=book.hash).exists() and (files := _files(book.id, book.hash)):
        # Two rulings at once, in two tournaments, keep the same.
        CodeEdition.objects.bulk_create(
            [CodeEdition(code=book.id, edition=book.edition, hash=book.hash, files=files)], ignore_conflicts=True
        )


@cache
def _files(code: str, hash: str) -> bytes:
    """The files of the code; none where others lie there since this process read them, which waits for its restart."""
    folder = RULEBOOKS / code
    return packed(folder) if folder.is_dir() and law_hash(folder) == hash else b""
