"""Drafts of a code that officers try on the archive: no edition, and never one by which anybody plays.

They lie in tables of their own, where no tournament and no code browser looks (docs/decisions/0088…).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.archive_exports.models import ArchiveExport
from people.accounts.models import Federation
from records.guards import once
from referee.rulings.models import Ruling


class DraftEdition(models.Model):
    """A draft as it was sent, whole: the files of an edition with those that it changes."""

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    # The edition it starts from, whose rulings and those of earlier ones are tried.
    code = models.CharField(_("edizione di partenza"), max_length=80)
    name = models.CharField(_("nome"), max_length=120)
    hash = models.CharField(_("impronta"), max_length=64)
    # The names of the files that differ from that edition's.
    changed = models.JSONField(_("file cambiati"), default=list)
    # `codes.reading.loader`, with the worked cases.
    files = models.BinaryField(_("file"))
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("caricata da"), related_name="+"
    )
    loaded_at = models.DateTimeField(_("caricata il"))

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("bozza di un codice")
        verbose_name_plural = _("bozze dei codici")
        constraints = [once("federation name", _("Una bozza con questo nome c’è già: dalle un altro nome."))]

    def __str__(self) -> str:
        return self.name


class DraftTrial(models.Model):
    """One trial of a draft on the archive: how far it is, and what became of it."""

    State = ArchiveExport.State
    UNDER_WAY = ArchiveExport.UNDER_WAY

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    draft = models.ForeignKey(DraftEdition, models.CASCADE, verbose_name=_("bozza"), related_name="trials")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("chiesta da"), related_name="+"
    )
    language = models.CharField(_("lingua"), max_length=10)
    state = models.CharField(
        _("stato"), max_length=10, choices=ArchiveExport.State, default=ArchiveExport.State.WAITING
    )
    done = models.PositiveIntegerField(_("fatti"), default=0)
    total = models.PositiveIntegerField(_("in tutto"), default=0)
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    trouble = models.TextField(_("che cosa è andato storto"), blank=True)
    # The worked cases that the draft decides otherwise, in the words of the check.
    remarks = models.JSONField(_("casi di scuola"), default=list)
    asked_at = models.DateTimeField(_("chiesta il"))
    seen_at = models.DateTimeField(_("vista il"))
    ended_at = models.DateTimeField(_("finita il"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("prova di una bozza")
        verbose_name_plural = _("prove delle bozze")
        constraints = [once("draft", _("Questa bozza si sta già provando."), only=Q(state__in=["waiting", "working"]))]

    def __str__(self) -> str:
        return f"{self.draft_id}: {self.state}"

    @property
    def is_under_way(self) -> bool:
        return self.state in self.UNDER_WAY


class DraftResult(models.Model):
    """What a ruling would have been: no words of anybody, only the draft's own."""

    class Verdict(models.TextChoices):
        DIFFERENT = "different", _("diversi")
        ARTICLES = "articles", _("uguali, per altri articoli")
        UNWALKABLE = "unwalkable", _("non ripercorribili")
        SAME = "same", _("uguali")

    trial = models.ForeignKey(DraftTrial, models.CASCADE, verbose_name=_("prova"), related_name="results")
    ruling = models.ForeignKey(Ruling, models.CASCADE, verbose_name=_("provvedimento"), related_name="+")
    verdict = models.CharField(_("esito"), max_length=10, choices=Verdict)
    why = models.CharField(_("perché"), max_length=20, blank=True)
    fact = models.CharField(_("fatto"), max_length=80, blank=True)
    question = models.JSONField(_("domanda"), default=dict)
    orders = models.JSONField(_("che cosa ordina la bozza"), default=list)
    cites = models.JSONField(_("articoli"), default=list)

    class Meta:
        ordering = ["-ruling"]
        verbose_name = _("esito di una prova")
        verbose_name_plural = _("esiti delle prove")
        indexes = [models.Index(fields=["trial", "verdict", "-ruling"], name="draft_result_by_verdict")]
        constraints = [once("trial ruling")]

    def __str__(self) -> str:
        return f"{self.ruling_id}: {self.verdict}"
