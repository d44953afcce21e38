"""What a ruling leaves hanging at the table until it ends: reservations and standing orders."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, known
from records.official_records import Sealed, SealedQuerySet
from tournaments.setup.games import SeatField


class Reservation(Sealed):
    """A suspended healing (art. 75): only the player who voiced it may say that the feared effect came."""

    TOURNAMENT = "ruling__tournament"
    PERSONAL = {"voiced_by_name": (), "words": ()}

    class State(models.TextChoices):
        OPEN = "open", _("Aperta")
        INVOKED = "invoked", _("Fatta valere")
        LAPSED = "lapsed", _("Decaduta: sanatoria definitiva")

    ruling = models.ForeignKey("referee.Ruling", models.PROTECT, related_name="reservations")
    voiced_by = SeatField(_("chi l’ha espressa"))
    voiced_by_name = models.CharField(max_length=200, blank=True)
    what = models.CharField(max_length=80)
    words = models.JSONField()
    consequence = models.CharField(_("conseguenza"), max_length=80, blank=True)
    state = models.CharField(_("stato"), max_length=8, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField(_("espressa"))
    closed_by = by_whom(null=True)
    closed_at = models.DateTimeField(_("chiusa"), null=True, blank=True)
    invoked_case = models.OneToOneField(
        "referee.Case", models.PROTECT, null=True, blank=True, related_name="from_reservation"
    )

    objects = SealedQuerySet["Reservation"].as_manager()

    class Meta:
        verbose_name = _("riserva")
        verbose_name_plural = _("riserve")
        ordering = ["opened_at", "pk"]
        constraints = [
            known("voiced_by", ["N", "W", "S", "E"]),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True, invoked_case__isnull=True)
                | Q(state="lapsed", closed_at__isnull=False, invoked_case__isnull=True)
                | Q(state="invoked", closed_at__isnull=False, invoked_case__isnull=False),
                name="reservation_closed_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return _("Riserva di %(name)s") % {"name": self.voiced_by_name or self.get_voiced_by_display()}

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class StandingOrder(Sealed):
    """What binds some seats until it expires: a prohibition, an obligation, a frozen meld, a card out of place.

    Or what they may still choose: a card to replace, the seat that the highest card gives.
    """

    TOURNAMENT = "ruling__tournament"
    PERSONAL = {"words": ()}

    class State(models.TextChoices):
        ACTIVE = "active", _("In vigore")
        ENDED = "ended", _("Finito")
        # Of a choice: what became of it.
        CHOSEN = "chosen", _("Esercitata")
        WAIVED = "waived", _("Rinunciata")
        LAPSED = "lapsed", _("Decaduta")

    OUTCOMES = (State.CHOSEN, State.WAIVED, State.LAPSED)

    class Verb(models.TextChoices):
        FORBID = "forbid", _("Divieto")
        OBLIGE = "oblige", _("Obbligo")
        FREEZE = "freeze", _("Congelamento")
        STATUS = "status", _("Stato di una carta")
        CHOOSE = "choose", _("Facoltà")

    ruling = models.ForeignKey("referee.Ruling", models.PROTECT, related_name="orders")
    verb = models.CharField(max_length=6, choices=Verb)
    what = models.CharField(max_length=80)
    words = models.JSONField()
    seats = models.JSONField(_("chi vincola"), default=list)
    until = models.CharField(_("fino a"), max_length=40, blank=True)
    state = models.CharField(_("stato"), max_length=6, choices=State, default=State.ACTIVE)
    started_at = models.DateTimeField(_("dato"))
    ended_by = by_whom(null=True)
    ended_at = models.DateTimeField(_("finito"), null=True, blank=True)

    objects = SealedQuerySet["StandingOrder"].as_manager()

    class Meta:
        verbose_name = _("ordine al tavolo")
        verbose_name_plural = _("ordini al tavolo")
        ordering = ["started_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="active", ended_at__isnull=True)
                | Q(state__in=["ended", "chosen", "waived", "lapsed"], ended_at__isnull=False),
                name="order_ended_when_not_active",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_verb_display()}: {self.what}"

    @property
    def is_active(self) -> bool:
        return self.state == self.State.ACTIVE

    @property
    def is_choice(self) -> bool:
        return self.verb == self.Verb.CHOOSE

    @property
    def state_words(self) -> str:
        """Its state as every page says it: a choice is no order."""
        if self.is_choice and self.is_active:
            return gettext("aspetta una scelta")
        return str(self.get_state_display()).lower()

    @property
    def choice_number(self) -> int:
        """Which of its ruling's choices it is, the first being 1; 0 of any other order, and of rulings of before."""
        choices = self.ruling.choices if self.verb == self.Verb.CHOOSE else ()
        same = (place for place, one in enumerate(choices, start=1) if one.get(one["verb"]) == self.what)
        return next(same, 0)

    @property
    def choice(self) -> dict[str, Any]:
        """Who may choose what, until when, by which articles; nothing where `choice_number` is 0."""
        return self.ruling.choices[self.choice_number - 1]["choice"] if self.choice_number else {}
