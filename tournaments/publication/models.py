"""Standings as they were published, what was objected to them, and prizes."""

from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from records.guards import Guard, by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.check_in.models import MOST_CENTS
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, Stage
from tournaments.setup.models import Tournament


class Publication(Sealed):
    """Standings shown to everybody at a moment: rows, data version and hash never change (database triggers)."""

    PERSONAL = {"rows": ("name", "players"), "reason": ()}

    class Kind(models.TextChoices):
        PROVISIONAL = "provisional", _("provvisoria")
        FINAL = "final", _("definitiva")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="publications")
    number = models.PositiveSmallIntegerField(_("numero"))
    kind = models.CharField(_("genere"), max_length=20, choices=Kind)
    stage = models.ForeignKey(Stage, models.PROTECT, verbose_name=_("fase"), related_name="publications")
    # The last round counted.
    round_number = models.PositiveSmallIntegerField(_("dopo il turno"))
    # Per group: [{group, rows: […]}]; one item without a group for a single field.
    rows = models.JSONField(_("righe"))
    data_version = models.PositiveIntegerField(_("versione dei dati"))
    engine_version = models.CharField(_("versione del programma"), max_length=100)
    hash = models.CharField(max_length=64)
    published_by = by_whom(_("pubblicata da"))
    published_at = models.DateTimeField(_("pubblicata il"))
    # Until when errors may be reported; none for final standings.
    closes_at = models.DateTimeField(_("segnalazioni fino alle"), null=True, blank=True)
    # Why other standings took the place of those published before.
    reason = models.TextField(_("motivo"), blank=True)

    objects = SealedQuerySet["Publication"].as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("classifica pubblicata")
        verbose_name_plural = _("classifiche pubblicate")
        constraints = [
            once("tournament number", _("Questa pubblicazione esiste già.")),
            models.CheckConstraint(
                name="provisional_has_an_end",
                condition=Q(kind="provisional", closes_at__isnull=False) | Q(kind="final", closes_at__isnull=True),
                violation_error_message=_("Una classifica provvisoria dice fino a quando si può segnalare un errore."),
            ),
            Guard(name="publication_no_update", on="UPDATE", says="Published standings never change: publish others"),
            Guard(name="publication_no_delete", on="DELETE", says="Published standings are never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {_('classifica')} {self.number}"

    @property
    def is_final(self) -> bool:
        return self.kind == self.Kind.FINAL

    def is_open(self, now: datetime) -> bool:
        """Whether errors may still be reported."""
        return self.closes_at is not None and now < self.closes_at


class ErrorReport(Sealed):
    """An error that a player reports in provisional standings, and what came of it."""

    TOURNAMENT = "publication__tournament"
    PERSONAL = {"text": (), "reported_by": (), "answer": ()}

    class State(models.TextChoices):
        OPEN = "open", _("da esaminare")
        ACCEPTED = "accepted", _("accolta")
        REJECTED = "rejected", _("respinta")
        # With others at once, or passed over when the standings became final: nobody looked into it.
        LAPSED = "lapsed", _("chiusa senza esame")

    publication = models.ForeignKey(
        Publication, models.PROTECT, verbose_name=_("classifica"), related_name="error_reports"
    )
    entry = models.ForeignKey(
        Entry, models.PROTECT, verbose_name=_("coppia"), related_name="error_reports", null=True, blank=True
    )
    text = models.TextField(_("che cosa non torna"))
    reported_by = models.CharField(_("segnalato da"), max_length=200)
    reported_at = models.DateTimeField(_("segnalato il"))
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.OPEN)
    answer = models.TextField(_("risposta"), blank=True)
    answered_by = by_whom(_("risposta di"), null=True)
    answered_at = models.DateTimeField(_("risposto il"), null=True, blank=True)

    objects = SealedQuerySet["ErrorReport"].as_manager()

    class Meta:
        ordering = ["publication", "reported_at"]
        verbose_name = _("segnalazione di errore")
        verbose_name_plural = _("segnalazioni di errore")
        constraints = [
            models.CheckConstraint(
                name="error_report_answered",
                condition=(
                    Q(state="open", answered_by__isnull=True, answered_at__isnull=True, answer="")
                    | (
                        Q(
                            state__in=["accepted", "rejected", "lapsed"],
                            answered_by__isnull=False,
                            answered_at__isnull=False,
                        )
                        & ~Q(answer="")
                    )
                ),
                violation_error_message=_("Una risposta dice chi, quando e che cosa."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.publication}: {self.text[:40]}"


class Prize(Sealed):
    """What the places from one to another win, in the whole field, in a group or in a category."""

    MAY_GO = True

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="prizes")
    group = models.ForeignKey(
        Group, models.PROTECT, verbose_name=_("girone"), related_name="prizes", null=True, blank=True
    )
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    place_from = models.PositiveSmallIntegerField(_("dal posto"), validators=[MinValueValidator(1)])
    place_to = models.PositiveSmallIntegerField(_("al posto"), validators=[MinValueValidator(1)])
    name = models.CharField(_("premio"), max_length=200)
    # For each of its places: an amount of money, or something that is no money; a prize may say neither.
    cents = models.PositiveIntegerField(
        _("centesimi"), null=True, blank=True, validators=[MaxValueValidator(MOST_CENTS)]
    )
    in_kind = models.BooleanField(_("in natura"), default=False)

    objects = SealedQuerySet["Prize"].as_manager()

    class Meta:
        ordering = ["tournament", "group", "category", "place_from"]
        verbose_name = _("premio")
        verbose_name_plural = _("premi")
        constraints = [
            models.CheckConstraint(
                name="prize_in_money_or_in_kind",
                condition=Q(cents__isnull=True) | Q(in_kind=False),
                violation_error_message=_("Un premio è in denaro o in natura."),
            ),
            models.CheckConstraint(
                name="prize_places_in_order",
                condition=Q(place_from__gte=1, place_to__gte=F("place_from")),
                violation_error_message=_("Un premio va dal posto migliore al peggiore."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
