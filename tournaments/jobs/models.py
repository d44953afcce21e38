"""Documents that take long: asked for on a page, made by a worker, kept for some hours.

No official records: they tell again what the others say, so nothing seals them and they are deleted when their time is
over (docs/decisions/0045-documents-that-take-long.md).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.parts import once
from tournaments.setup.models import Tournament


class Job(models.Model):
    """A document that somebody asked for: how far it is, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("in attesa")
        WORKING = "working", _("in preparazione")
        DONE = "done", _("pronto")
        FAILED = "failed", _("non riuscito")

    UNDER_WAY = (State.WAITING, State.WORKING)

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("chiesto da"), related_name="+"
    )
    kind = models.CharField(_("documento"), max_length=40)
    language = models.CharField(_("lingua"), max_length=10)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.WAITING)
    # Parts done of all; of 0 parts nobody knows yet how many there are.
    done = models.PositiveIntegerField(_("parti fatte"), default=0)
    total = models.PositiveIntegerField(_("parti in tutto"), default=0)
    # How often a worker took it up: only the last one may hand the document in.
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    # Its place in the workers' queue.
    task = models.UUIDField(_("compito"), null=True, blank=True)
    # The line of the log that the document tells up to; it is made from one moment's data.
    data_version = models.PositiveIntegerField(_("riga del registro"), null=True, blank=True)
    # What it shows: whoever fetches it must still have these rights.
    rights = models.JSONField(_("diritti"), default=list, blank=True)
    trouble = models.TextField(_("che cosa è andato storto"), blank=True)
    asked_at = models.DateTimeField(_("chiesto il"))
    # The last moment at which somebody was known to work on it.
    seen_at = models.DateTimeField(_("visto il"))
    ended_at = models.DateTimeField(_("finito il"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("documento in preparazione")
        verbose_name_plural = _("documenti in preparazione")
        constraints = [
            once(
                "tournament asked_by kind language",
                _("Questo documento è già in preparazione."),
                only=Q(state__in=["waiting", "working"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_under_way(self) -> bool:
        return self.state in self.UNDER_WAY


class JobFile(models.Model):
    """The finished document, apart from its job: whoever asks how far it is reads none of its bytes.

    It lies in the database, which all web nodes and workers share, be they on machines of their own.
    """

    job = models.OneToOneField(Job, models.CASCADE, verbose_name=_("documento in preparazione"), related_name="file")
    name = models.CharField(_("nome del file"), max_length=300)
    suffix = models.CharField(_("formato"), max_length=8)
    content = models.BinaryField(_("contenuto"))

    class Meta:
        verbose_name = _("documento pronto")
        verbose_name_plural = _("documenti pronti")

    def __str__(self) -> str:
        return self.name
