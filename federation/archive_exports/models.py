"""What officers take out of the archive in one file: asked for on a page, made by a worker, kept for some hours.

Keys by which a programme that reads feeds comes in without a log-in, until they are taken back.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Federation
from records.guards import by_whom, once
from records.official_records import FederationSealed, SealedQuerySet
from records.rights import FederationRight, federation_rights


class ArchiveExport(models.Model):
    """A file of what a search finds: how far it is, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("in attesa")
        WORKING = "working", _("in preparazione")
        DONE = "done", _("pronto")
        FAILED = "failed", _("non riuscito")

    class Form(models.TextChoices):
        JSONL = "jsonl", _("JSON, una riga per atto")
        XLSX = "xlsx", _("Excel")
        PDF = "pdf", _("PDF")

    UNDER_WAY = (State.WAITING, State.WORKING)

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("chiesto da"), related_name="+"
    )
    # The canonical address of the search, without what says where it is.
    query = models.TextField(_("ricerca"), blank=True)
    # The same, as the archive is asked (`federation/archive/queries.py`).
    search = models.JSONField(_("criteri"), default=dict)
    form = models.CharField(_("formato"), max_length=8, choices=Form)
    language = models.CharField(_("lingua"), max_length=10)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(_("parti fatte"), default=0)
    total = models.PositiveIntegerField(_("parti in tutto"), default=0)
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    trouble = models.TextField(_("che cosa è andato storto"), blank=True)
    asked_at = models.DateTimeField(_("chiesto il"))
    seen_at = models.DateTimeField(_("visto il"))
    ended_at = models.DateTimeField(_("finito il"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("esportazione dell’archivio")
        verbose_name_plural = _("esportazioni dell’archivio")
        constraints = [
            once(
                "federation asked_by",
                _("Un’esportazione è già in preparazione."),
                only=Q(state__in=["waiting", "working"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} {self.pk}"

    @property
    def is_under_way(self) -> bool:
        return self.state in self.UNDER_WAY


class ArchiveExportFile(models.Model):
    """The finished file, apart from its job: whoever asks how far it is reads none of its bytes."""

    export = models.OneToOneField(
        ArchiveExport, models.CASCADE, verbose_name=_("esportazione dell’archivio"), related_name="file"
    )
    content = models.BinaryField(_("contenuto"))

    class Meta:
        verbose_name = _("file dell’archivio")
        verbose_name_plural = _("file dell’archivio")

    def __str__(self) -> str:
        return str(self.export_id)


class ArchiveFeed(FederationSealed):
    """An officer's key for the feeds of a federation's archive; its address is signed."""

    user = by_whom(_("utente"))
    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="+")
    made_at = models.DateTimeField(_("creata il"))
    revoked_at = models.DateTimeField(_("ritirata il"), null=True, blank=True)

    objects = SealedQuerySet["ArchiveFeed"].as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("chiave dei feed")
        verbose_name_plural = _("chiavi dei feed")
        constraints = [
            once("user federation", _("Hai già una chiave: ritirala prima."), only=Q(revoked_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.made_at:%Y-%m-%d}"


# In the address of a feed: signed, so that nobody makes one up, and good until it is taken back.
_keys = Signer(salt="federation.archive-feed", sep=".")


def feed_key(feed: ArchiveFeed) -> str:
    return _keys.sign(str(feed.pk))


def feed_of(code: str, key: str) -> ArchiveFeed | None:
    """The feed that the key opens, as long as whoever made it may read the archive; None for anything else."""
    try:
        pk = int(_keys.unsign(key))
    except (BadSignature, ValueError):
        return None
    feed = ArchiveFeed.objects.select_related("user", "federation").filter(pk=pk, revoked_at__isnull=True).first()
    if feed is None or feed.federation.code != code:
        return None
    return feed if FederationRight.VIEW_ARCHIVE in federation_rights(feed.user, feed.federation) else None
