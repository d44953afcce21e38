"""The casebook: headnotes that an officer wrote beside records of the archive, as everybody reads them.

docs/decisions/0086-the-casebook.md
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.received.models import ReceivedTournament
from people.accounts.models import Federation
from records.guards import by_whom, changed_why, immutable, of_one, once
from records.official_records import FederationSealed, SealedQuerySet
from tournaments.setup.models import Tournament

MOST_TAGS, LONGEST_TAG = 12, 40
# Of a tournament of this installation, or of one that came in packages.
OF_ONE = Q(tournament__isnull=True, received__isnull=False) | Q(tournament__isnull=False, received__isnull=True)


class Headnote(FederationSealed):
    """A headnote by its number, which is its address for ever; never changed or deleted (database triggers)."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="headnotes")
    # Never told in public: to know whose names it may not hold, and whether its ruling still stands.
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="headnotes", null=True, blank=True
    )
    # Of what came in a package; then there is no tournament of this installation.
    received = models.ForeignKey(
        ReceivedTournament, models.PROTECT, verbose_name=_("torneo ricevuto"), related_name="headnotes",
        null=True, blank=True,
    )  # fmt: skip
    # As the archive names the record: «ruling-12», «r3-ruling-12».
    source = models.CharField(_("atto"), max_length=80)
    year = models.PositiveSmallIntegerField(_("anno"))
    number = models.PositiveSmallIntegerField(_("numero"))
    made_by = by_whom(_("da"))
    made_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["Headnote"].as_manager()

    class Meta:
        ordering = ["federation", "-year", "-number"]
        verbose_name = _("massima")
        verbose_name_plural = _("massime")
        indexes = [models.Index(fields=["source"], name="headnote_by_source")]
        constraints = [
            once("federation year number", _("Questo numero è già di un’altra massima.")),
            of_one("received", "tournament", _("Una massima riguarda un torneo, di qui o ricevuto.")),
            *immutable("headnote"),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def held(self) -> Tournament | ReceivedTournament | None:
        return self.tournament or self.received

    @property
    def reference(self) -> str:
        """As it is cited: «2026-3»."""
        return f"{self.year}-{self.number}"


class HeadnoteVersion(FederationSealed):
    """What a headnote says, or that it was withdrawn; the last version holds, and none of them ever changes."""

    FEDERATION = "headnote__federation"
    PERSONAL: ClassVar = {"text": (), "comment": (), "tags": (), "place": (), "reason": (), "record": ()}

    class State(models.TextChoices):
        PUBLISHED = "published", _("pubblicata")
        WITHDRAWN = "withdrawn", _("ritirata")

    headnote = models.ForeignKey(Headnote, models.PROTECT, verbose_name=_("massima"), related_name="versions")
    version = models.PositiveSmallIntegerField(_("versione"))
    state = models.CharField(_("stato"), max_length=10, choices=State)
    text = models.TextField(_("massima"), blank=True)
    comment = models.TextField(_("commento"), blank=True)
    tags = models.JSONField(_("voci"), default=list, blank=True)
    # Where and when it was decided, where the officer chose to say it.
    place = models.CharField(_("luogo"), max_length=200, blank=True)
    decided_in = models.PositiveSmallIntegerField(_("anno della decisione"), null=True, blank=True)
    # What was decided and by which rule, without persons (`federation/casebook/records.py`).
    record = models.JSONField(_("che cosa fu deciso"), default=dict, blank=True)
    # Why it was changed or withdrawn; everybody reads it.
    reason = models.TextField(_("motivo"), blank=True)
    by = by_whom(_("da"))
    at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["HeadnoteVersion"].as_manager()

    class Meta:
        ordering = ["headnote", "version"]
        verbose_name = _("versione di una massima")
        verbose_name_plural = _("versioni delle massime")
        constraints = [
            once("headnote version", _("Intanto qualcun altro ha cambiato la massima.")),
            models.CheckConstraint(
                name="headnote_says_something",
                condition=Q(state="withdrawn") | ~Q(text=""),
                violation_error_message=_("Scrivi la massima."),
            ),
            changed_why(_("Chi cambia o ritira una massima dice perché.")),
            *immutable("headnoteversion"),
        ]

    def __str__(self) -> str:
        return f"{self.headnote} ({self.version})"

    @property
    def is_published(self) -> bool:
        return self.state == self.State.PUBLISHED


class HeadnoteDraft(models.Model):
    """What an officer is writing: of a new headnote, or the next version of one. No official record."""

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+", null=True, blank=True
    )
    received = models.ForeignKey(
        ReceivedTournament, models.CASCADE, verbose_name=_("torneo ricevuto"), related_name="+", null=True, blank=True
    )
    source = models.CharField(_("atto"), max_length=80)
    headnote = models.OneToOneField(
        Headnote, models.CASCADE, verbose_name=_("massima"), related_name="draft", null=True, blank=True
    )
    text = models.TextField(_("massima"))
    comment = models.TextField(_("commento"), blank=True)
    tags = models.JSONField(_("voci"), default=list, blank=True)
    tells_where = models.BooleanField(_("dice luogo e anno"), default=False)
    # Of what was found in the text and is nobody's name, as the officer said.
    no_names = models.JSONField(_("parole che non sono nomi"), default=list, blank=True)
    changed_by = by_whom(_("da"))
    changed_at = models.DateTimeField(_("quando"))

    class Meta:
        ordering = ["-changed_at", "-pk"]
        verbose_name = _("bozza di una massima")
        verbose_name_plural = _("bozze delle massime")
        constraints = [of_one("received", "tournament", _("Una massima riguarda un torneo, di qui o ricevuto."))]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def held(self) -> Tournament | ReceivedTournament | None:
        return self.tournament or self.received


class HeadnoteIndex(models.Model):
    """One thing that a headnote in force is found by: a stem, an article, a tag, its code, its anomaly."""

    class Kind(models.TextChoices):
        STEM = "stem", _("radice")
        ARTICLE = "article", _("articolo")
        TAG = "tag", _("voce")
        CODE = "code", _("codice")
        PROCEDURE = "procedure", _("anomalia")

    headnote = models.ForeignKey(Headnote, models.CASCADE, verbose_name=_("massima"), related_name="found_by")
    kind = models.CharField(_("tipo"), max_length=10, choices=Kind)
    # Of an article its code too: «fitres-tressette/82».
    value = models.CharField(_("valore"), max_length=120)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("indice del massimario")
        verbose_name_plural = _("indice del massimario")
        indexes = [models.Index(fields=["kind", "value", "headnote"], name="headnote_found_by")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.value}"


class CasebookPaper(models.Model):
    """The whole casebook as a PDF, where it is too long to be made while somebody waits: kept until it is made anew."""

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    language = models.CharField(_("lingua"), max_length=10)
    # Of the casebook that it shows.
    stamp = models.CharField(max_length=64)
    content = models.BinaryField(_("contenuto"))
    made_at = models.DateTimeField(_("fatto il"))

    class Meta:
        ordering = ["pk"]
        verbose_name = _("massimario in PDF")
        verbose_name_plural = _("massimari in PDF")
        constraints = [once("federation language")]

    def __str__(self) -> str:
        return f"{self.federation_id}: {self.language}"
