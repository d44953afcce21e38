"""The official words of a federation's code, imported on this installation and never part of the program."""

from typing import Any

from django.db import models
from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext_lazy as _

from records.guards import once
from records.prepared_queries import prepared


class CodeTextQuerySet(models.QuerySet["CodeText"]):
    def shown_to(self, *, signed_in: bool) -> "CodeTextQuerySet":
        """The texts that this reader may see: all of them, or those that the federation lets everybody read."""
        return self if signed_in else self.filter(is_public=True)


class CodeText(models.Model):
    """One article of a code in the federation's own words, with the file from which it was taken.

    `code` is the id of a rulebook, which is one edition of one code; `edition` is that edition's name.
    """

    code = models.CharField(_("codice"), max_length=80)
    edition = models.CharField(_("edizione"), max_length=120)
    number = models.PositiveIntegerField(_("articolo"))
    text = models.TextField(_("testo ufficiale"))
    is_public = models.BooleanField(_("leggibile da tutti"), default=True)
    source_name = models.CharField(_("file"), max_length=255)
    source_sha256 = models.CharField(max_length=64)
    imported_at = models.DateTimeField(_("importato"))

    objects = CodeTextQuerySet.as_manager()

    class Meta:
        verbose_name = _("testo ufficiale")
        verbose_name_plural = _("testi ufficiali")
        ordering = ["code", "number"]
        constraints = [
            once("code number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="code_text_number_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.number}"

    @property
    def paragraphs(self) -> list[str]:
        return self.text.splitlines()


def version_of_texts(code: str, *, signed_in: bool) -> tuple[object, ...]:
    """Another one whenever the texts of a code that this reader may see were imported again, shown or hidden."""
    return tuple((count, last) for is_public, count, last in _texts(code=code) if signed_in or is_public)


@prepared
def _texts(*, code: str) -> "QuerySet[CodeText, Any]":
    texts = CodeText.objects.filter(code=code).order_by("is_public").values("is_public")
    return texts.annotate(count=Count("pk"), last=Max("pk")).values_list("is_public", "count", "last")
