"""The editions of the codes by which this installation decided, kept whole: a later program may carry others."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
