"""That somebody plays although the roster speaks against it: admitted by the director, for a reason."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Player
from records.guards import Guard, columns_change
from records.official_records import Sealed, SealedQuerySet
from records.parts import Reasoned, all_or_none, by_whom, once
from tournaments.entries.models import Entry


class FindingKind(models.TextChoices):
    """What speaks against somebody's playing, the worst first; the last two are only to be looked at."""

    SUSPENDED = "suspended", _("sospeso")
    EXPIRED = "expired", _("tessera scaduta")
    NOT_YET = "not_yet", _("tessera non ancora valida")
    LEFT = "left", _("uscito dall’albo")
    FOREIGN = "foreign", _("tessera di un’altra federazione")
    UNKNOWN = "unknown", _("tessera sconosciuta")
    NO_CARD = "no_card", _("senza tessera")
    TWICE = "twice", _("iscritto due volte")
    NAME = "name", _("altro nome nell’albo")
    CLUB = "club", _("altro circolo nell’albo")


class Admission(Reasoned, Sealed):
    """A player of an entry admitted to the tournament in spite of these findings; withdrawn, never deleted."""

    TOURNAMENT = "entry__tournament"
    PERSONAL = {"reason": (), "withdraw_reason": (), "findings": ("about",)}

    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("iscrizione"), related_name="admissions")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("giocatore"), related_name="admissions")
    # What the roster said when it was given: {"kinds": ["expired", …], "about": ["2026-06-30", …]}, in one order.
    findings = models.JSONField(_("rilievi"))
    by = by_whom(_("ammesso da"))
    at = models.DateTimeField(_("ammesso il"))
    withdrawn_by = by_whom(_("ritirata da"), null=True)
    withdrawn_at = models.DateTimeField(_("ritirata il"), null=True, blank=True)
    withdraw_reason = models.TextField(_("perché è stata ritirata"), blank=True)

    objects = SealedQuerySet["Admission"].as_manager()

    class Meta:
        ordering = ["entry", "pk"]
        verbose_name = _("ammissione")
        verbose_name_plural = _("ammissioni")
        constraints = [
            once("entry player", _("È già ammesso."), only=Q(withdrawn_at__isnull=True)),
            *Reasoned.Meta.constraints,
            all_or_none("withdrawn_by withdrawn_at", "withdraw_reason", _("Chi ritira un’ammissione dice perché.")),
            Guard(name="admission_no_delete", on="DELETE", says="An admission is never deleted: withdraw it"),
            Guard(
                name="admission_fixed",
                on="UPDATE",
                when=columns_change("id entry_id player_id findings reason by_id at"),
                says="An admission never changes: withdraw it and give another",
            ),
            Guard(
                name="admission_withdrawn_fixed",
                on="UPDATE",
                when="OLD.withdrawn_at IS NOT NULL AND ("
                + columns_change("withdrawn_by_id withdrawn_at withdraw_reason")
                + ")",
                says="A withdrawn admission never changes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.player}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None
