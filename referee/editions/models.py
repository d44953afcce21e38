"""The editions of the codes by which this installation decided, kept whole: a later program may carry others."""

from functools import cache

from django.db import models
from django.utils.translation import gettext_lazy as _

from codes.deciding.book import Rulebook
from codes.library import RULEBOOKS
from codes.reading.files import law_hash
from codes.reading.loader import packed


class CodeEdition(models.Model):
    """The files of a code as they were when it first decided something, under the hash that its rulings tell."""

    code = models.CharField(_("codice"), max_length=80)
    edition = models.CharField(_("edizione"), max_length=120, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    # `codes.reading.loader`: the hash is that of the files, so it cannot be another edition unnoticed.
    files = models.BinaryField()

    class Meta:
        verbose_name = _("edizione conservata")
        verbose_name_plural = _("edizioni conservate")
        ordering = ["code", "pk"]

    def __str__(self) -> str:
        return f"{self.code} {self.hash[:12]}"


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
