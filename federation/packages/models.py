"""Who signs and who may send; what the federation received, what its officers said of it, and what came back.

A received tournament is never unpacked into the tables of those played here: its seals name records by the keys that
they have where it was played. docs/decisions/0080-the-sealed-package.md
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.sealed.archive import canonical, sha256
from federation.sealed.manifest import fingerprint, is_signed
from people.accounts.models import ERASED, Federation
from people.names.order import by_name
from records.guards import Guard, all_or_none, by_whom, once
from records.official_records import FederationSealed, Sealed, SealedQuerySet
from tournaments.setup.models import Tournament


class InstallationKey(models.Model):
    """With what this installation signs; the private half lies encrypted, as second factors do."""

    # One alone: whoever asks at the same moment gets that of the first.
    only = models.BooleanField(default=True, unique=True, editable=False)
    public = models.CharField(_("chiave pubblica"), max_length=64)
    private = models.TextField(editable=False)
    made_at = models.DateTimeField(_("fatta il"))

    class Meta:
        verbose_name = _("chiave dell’installazione")
        verbose_name_plural = _("chiavi dell’installazione")
        constraints = [models.CheckConstraint(name="installation_key_once", condition=Q(only=True))]

    def __str__(self) -> str:
        return self.fingerprint

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class KnownKey(FederationSealed):
    """The key of an installation whose packages a federation takes; revoked, never deleted."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="known_keys")
    name = models.CharField(_("installazione"), max_length=120)
    public = models.CharField(_("chiave pubblica"), max_length=64)
    added_by = by_whom()
    added_at = models.DateTimeField(_("aggiunta il"))
    revoked_by = by_whom(null=True)
    revoked_at = models.DateTimeField(_("revocata il"), null=True, blank=True)

    objects = SealedQuerySet["KnownKey"].as_manager()

    class Meta:
        ordering = ["federation", *by_name("name"), "pk"]
        verbose_name = _("chiave conosciuta")
        verbose_name_plural = _("chiavi conosciute")
        constraints = [
            once("federation public", _("Questa chiave è già conosciuta."), only=Q(revoked_at__isnull=True)),
            models.CheckConstraint(
                name="known_key_revoked_by", condition=Q(revoked_at__isnull=True) | Q(revoked_by__isnull=False)
            ),
            Guard(name="known_key_no_delete", on="DELETE", says="A known key is never deleted: revoke it"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class UploadToken(FederationSealed):
    """With which an installation sends without an account: kept as a digest; for one package, or until revoked."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="tokens")
    name = models.CharField(_("per chi"), max_length=120)
    digest = models.CharField(max_length=64, unique=True)
    standing = models.BooleanField(_("per più invii"), default=False)
    made_by = by_whom()
    made_at = models.DateTimeField(_("fatto il"))
    expires_at = models.DateTimeField(_("scade il"))
    used_at = models.DateTimeField(_("usato il"), null=True, blank=True)
    revoked_by = by_whom(null=True)
    revoked_at = models.DateTimeField(_("revocato il"), null=True, blank=True)

    objects = SealedQuerySet["UploadToken"].as_manager()

    class Meta:
        ordering = ["federation", "-made_at", "-pk"]
        verbose_name = _("permesso di invio")
        verbose_name_plural = _("permessi di invio")

    def __str__(self) -> str:
        return self.name


class ReceivedPackage(FederationSealed):
    """A package that verified, in one of its versions; the newest of a tournament stands in front."""

    PERSONAL = {"chosen_reason": ()}

    class State(models.TextChoices):
        RECEIVED = "received", _("ricevuto")
        CHECKED = "checked", _("controllato")
        RETURNED = "returned", _("rimandato con rilievi")
        HOMOLOGATED = "homologated", _("omologato")
        # A conflict was decided against it: kept, and shown as what it is.
        SET_ASIDE = "set_aside", _("messo da parte")

    class Way(models.TextChoices):
        UPLOAD = "upload", _("caricato")
        TOKEN = "token", _("inviato")
        STICK = "stick", _("da un supporto")

    class Conflict(models.TextChoices):
        NONE = "", _("nessuno")
        KEY = "key", _("un’altra installazione")
        HISTORY = "history", _("storia riscritta")

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="packages")
    # The hash of the first line of its log: the same wherever the tournament goes.
    uid = models.CharField(max_length=64)
    version = models.PositiveIntegerField(_("versione"))
    # Of the file as it came, and of its manifest.
    sha256 = models.CharField(max_length=64)
    manifest_sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField(_("byte"))
    name = models.CharField(_("torneo"), max_length=300)
    place = models.CharField(_("luogo"), max_length=300, blank=True)
    starts_on = models.CharField(_("inizio"), max_length=40, blank=True)
    game = models.CharField(_("gioco"), max_length=40, blank=True)
    head_number = models.PositiveIntegerField(_("righe del registro"))
    head_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(_("fatto il"))
    key = models.ForeignKey(KnownKey, models.PROTECT, verbose_name=_("installazione"), related_name="packages")
    way = models.CharField(_("come"), max_length=10, choices=Way)
    received_by = by_whom(null=True)
    token = models.ForeignKey(UploadToken, models.PROTECT, related_name="packages", null=True, blank=True)
    received_at = models.DateTimeField(_("ricevuto il"))
    state = models.CharField(_("stato"), max_length=12, choices=State, default=State.RECEIVED)
    # The open points found when it was checked: [{"kind": …, "count": …}].
    points = models.JSONField(_("punti aperti"), default=list, blank=True)
    checked_by = by_whom(null=True)
    checked_at = models.DateTimeField(_("controllato il"), null=True, blank=True)
    conflict = models.CharField(_("conflitto"), max_length=10, choices=Conflict, default=Conflict.NONE, blank=True)
    # A conflict waits until an officer chooses: until then what was there before stands in front.
    chosen_by = by_whom(null=True)
    chosen_at = models.DateTimeField(_("scelto il"), null=True, blank=True)
    chosen_reason = models.TextField(_("perché"), blank=True)

    objects = SealedQuerySet["ReceivedPackage"].as_manager()

    class Meta:
        ordering = ["-received_at", "-pk"]
        verbose_name = _("pacchetto ricevuto")
        verbose_name_plural = _("pacchetti ricevuti")
        indexes = [models.Index(fields=["federation", "uid", "version"], name="package_by_tournament")]
        constraints = [
            once("federation uid version", _("Questa versione c’è già.")),
            once("federation sha256", _("Questo pacchetto c’è già.")),
            all_or_none("chosen_by chosen_at", "chosen_reason"),
            Guard(name="package_no_delete", on="DELETE", says="A package is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"

    @property
    def day(self) -> date | None:
        """When the tournament began."""
        with suppress(ValueError):
            return date.fromisoformat(self.starts_on)
        return None

    @property
    def waits_for_choice(self) -> bool:
        return bool(self.conflict) and self.chosen_at is None

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key.public)


class PackagePart(FederationSealed):
    """A part as it lay in the zip: packed, so that what goes out again is byte for byte what came in."""

    FEDERATION = "package__federation"
    # Papers name everybody: they go when somebody of them is erased, and the line of the log says so.
    MAY_GO = True

    package = models.ForeignKey(ReceivedPackage, models.PROTECT, related_name="parts")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    method = models.PositiveSmallIntegerField()
    crc = models.PositiveBigIntegerField()
    size = models.PositiveIntegerField()
    packed = models.BinaryField()

    objects = SealedQuerySet["PackagePart"].as_manager()

    class Meta:
        ordering = ["package", "place"]
        verbose_name = _("parte di un pacchetto")
        verbose_name_plural = _("parti dei pacchetti")
        constraints = [
            once("package place"),
            once("package name"),
            Guard(name="package_part_no_update", on="UPDATE", says="Kept as it came: never changed"),
        ]

    def __str__(self) -> str:
        return self.name


# What is made of the texts of packages, and dropped with them: each is asked with the packages' keys.
DROPPED_BY: list[Callable[[Sequence[int]], None]] = []


class PackageTextQuerySet(SealedQuerySet["PackageText"]):
    """Whatever writes another text, as an erasure of the person here does, lets the salt of the first one go, and the
    papers of the package, which name everybody."""

    def update(self, **kwargs: Any) -> int:
        if "text" in kwargs:
            kwargs["salt"] = ""
            packages = list(self.order_by().values_list("package", flat=True).distinct())
            PackagePart.objects.filter(package__in=packages, name__startswith="papers/").delete()
            for drop in DROPPED_BY:
                drop(packages)
        return super().update(**kwargs)


class PackageText(FederationSealed):
    """A line of the persons' part, apart from all the rest: what may have to be erased lies here and nowhere else."""

    FEDERATION = "package__federation"

    package = models.ForeignKey(ReceivedPackage, models.PROTECT, related_name="texts")
    line = models.PositiveIntegerField()
    record = models.CharField(max_length=200)
    place = models.CharField(max_length=400)
    text = models.TextField(blank=True)
    # With which its digest is made; gone with the text, and with it whoever would guess at it.
    salt = models.CharField(max_length=64, blank=True)
    erased_at = models.DateTimeField(_("cancellato il"), null=True, blank=True)

    objects = PackageTextQuerySet.as_manager()

    class Meta:
        ordering = ["package", "line"]
        verbose_name = _("testo di un pacchetto")
        verbose_name_plural = _("testi dei pacchetti")
        indexes = [models.Index(fields=["package", "record"], name="package_text_of_record")]
        constraints = [once("package line")]

    def __str__(self) -> str:
        return f"{self.record} {self.place}"


class Remark(FederationSealed):
    """What an officer found that must be mended before a tournament is homologated."""

    FEDERATION = "package__federation"
    PERSONAL: ClassVar = {"text": ()}

    package = models.ForeignKey(ReceivedPackage, models.PROTECT, related_name="remarks")
    text = models.TextField(_("rilievo"))
    made_by = by_whom()
    made_at = models.DateTimeField(_("scritto il"))

    objects = SealedQuerySet["Remark"].as_manager()

    class Meta:
        ordering = ["package", "made_at", "pk"]
        verbose_name = _("rilievo")
        verbose_name_plural = _("rilievi")
        constraints = [Guard(name="remark_no_delete", on="DELETE", says="A remark is never deleted")]

    def __str__(self) -> str:
        return self.text[:40]


class Homologation(FederationSealed):
    """That a named officer homologated a version of a tournament, signed by this installation's key."""

    FEDERATION = "package__federation"
    PERSONAL: ClassVar = {"signed": ()}

    package = models.OneToOneField(ReceivedPackage, models.PROTECT, related_name="homologation")
    officer = by_whom()
    at = models.DateTimeField(_("omologato il"))
    # What was signed, as JSON: whose package, by its hash, who homologated it and when; with key and signature.
    signed = models.JSONField()

    objects = SealedQuerySet["Homologation"].as_manager()

    class Meta:
        verbose_name = _("omologazione")
        verbose_name_plural = _("omologazioni")
        constraints = [
            Guard(name="homologation_no_update", on="UPDATE", says="Kept as it came: never changed"),
            Guard(name="homologation_no_delete", on="DELETE", says="A homologation is never deleted"),
        ]

    def __str__(self) -> str:
        return str(self.package)

    @property
    def is_as_signed(self) -> bool:
        """Whether what was signed is of this package; where a name of it was erased, its seal tells of the rest."""
        told = {"package": self.package.sha256, "tournament": self.package.uid, "at": self.at.isoformat()}
        is_same = all(self.signed.get(name) == value for name, value in told.items())
        return is_same and (ERASED in str(self.signed) or is_signed(self.signed))


class SentAnswer(Sealed):
    """What a federation answered to a package that was made here: its remarks or the homologation, as it was loaded."""

    PERSONAL = {"told": ()}

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="federation_answers")
    sha256 = models.CharField(max_length=64)
    told = models.JSONField()
    loaded_by = by_whom()
    loaded_at = models.DateTimeField(_("caricato il"))

    objects = SealedQuerySet["SentAnswer"].as_manager()

    class Meta:
        ordering = ["tournament", "-loaded_at", "-pk"]
        verbose_name = _("risposta della federazione")
        verbose_name_plural = _("risposte della federazione")
        constraints = [once("tournament sha256", _("Questa risposta c’è già."))]

    def __str__(self) -> str:
        return f"{self.tournament} {self.sha256[:12]}"

    @property
    def holds(self) -> bool:
        """Whether it is still the content that was loaded, with the signature of the key that it names."""
        try:
            content = canonical(self.told)
        except ValueError:
            return False
        return sha256(content) == self.sha256 and isinstance(self.told, dict) and is_signed(self.told)
