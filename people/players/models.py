"""The roster of a federation: members, since when, until when, suspended; and which records are one person's.

A member is kept apart from `Player`, who is somebody that plays here: the two are matched by federation and card
number. docs/decisions/0079-the-roster.md
"""

from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Federation, Player
from people.names.order import by_name
from records.guards import Guard, Reasoned, all_or_none, by_whom, columns_change, once
from records.official_records import FederationSealed, SealedQuerySet

# What a file says of a member, beside the card.
TOLD = ("card_number", "last_name", "first_name", "club_name", "category", "valid_from", "valid_until", "minor_until")


class RosterUpdate(models.Model):
    """A file with the whole roster: pending until somebody accepts what it changes; then what it did."""

    class State(models.TextChoices):
        PENDING = "pending", _("da guardare")
        ACCEPTED = "accepted", _("accettato")
        DISCARDED = "discarded", _("scartato")

    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="roster_updates"
    )
    # The version of the roster that it made; none until it is accepted.
    number = models.PositiveIntegerField(_("numero"), null=True, blank=True)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.PENDING)
    file_name = models.CharField(_("file"), max_length=200)
    # SHA-256 of the bytes of the file.
    digest = models.CharField(_("impronta"), max_length=64)
    # The rows as read: people's data, gone as soon as the file is settled.
    read = models.JSONField(_("righe lette"), default=dict, blank=True)
    # How many came, changed, left, stayed.
    outcome = models.JSONField(_("esito"), default=dict, blank=True)
    staged_by = by_whom(_("caricato da"))
    staged_at = models.DateTimeField(_("caricato il"))
    settled_by = by_whom(_("chiuso da"), null=True)
    settled_at = models.DateTimeField(_("chiuso il"), null=True, blank=True)

    class Meta:
        ordering = ["-staged_at", "-pk"]
        verbose_name = _("aggiornamento dell’albo")
        verbose_name_plural = _("aggiornamenti dell’albo")
        constraints = [
            once("federation number", _("Questa versione dell’albo c’è già.")),
            models.CheckConstraint(
                name="roster_update_settled_once",
                condition=(
                    Q(state="pending", settled_by__isnull=True, settled_at__isnull=True, number__isnull=True)
                    | Q(state="accepted", settled_by__isnull=False, settled_at__isnull=False, number__isnull=False)
                    | Q(state="discarded", settled_by__isnull=False, settled_at__isnull=False, number__isnull=True)
                ),
                violation_error_message=_("Un aggiornamento chiuso dice da chi e quando, uno da guardare no."),
            ),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_pending(self) -> bool:
        return self.state == self.State.PENDING


class Member(FederationSealed):
    """A row of the roster, as the last accepted file says it; one who left stays, with the day."""

    PERSONAL: ClassVar = {
        "card_number": (),
        "card_key": (),
        "last_name": (),
        "first_name": (),
        "club_name": (),
        "category": (),
    }

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="members")
    card_number = models.CharField(_("numero di tessera"), max_length=40, blank=True)
    # The card without blanks, signs and zeros in front: what makes two cards the same (`card_key`).
    card_key = models.CharField(max_length=40, blank=True, editable=False)
    last_name = models.CharField(_("cognome"), max_length=100)
    first_name = models.CharField(_("nome"), max_length=100, blank=True)
    club_name = models.CharField(_("circolo"), max_length=200, blank=True)
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    valid_from = models.DateField(_("valida dal"), null=True, blank=True)
    valid_until = models.DateField(_("valida fino al"), null=True, blank=True)
    # Of who is of age nothing: their day of birth is nobody's business here.
    minor_until = models.DateField(_("minorenne fino al"), null=True, blank=True)
    left_at = models.DateTimeField(_("uscito dall’albo il"), null=True, blank=True)

    objects = SealedQuerySet["Member"].as_manager()

    class Meta:
        ordering = [*by_name("last_name", "first_name"), "pk"]
        verbose_name = _("tesserato")
        verbose_name_plural = _("tesserati")
        constraints = [
            once("federation card_key", _("Questa tessera è già nell’albo."), only=~Q(card_key="")),
            models.CheckConstraint(
                name="roster_member_from_before_until",
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gte=F("valid_from")),
                violation_error_message=_("Una tessera non scade prima di cominciare."),
            ),
            Guard(name="member_no_delete", on="DELETE", says="A member is never deleted: they leave"),
        ]
        indexes = [models.Index(fields=["federation", "last_name", "first_name"], name="member_by_name")]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def is_expired(self, day: date) -> bool:
        return self.valid_until is not None and self.valid_until < day


class MemberChange(FederationSealed):
    """What an accepted file changed of a member; never changed or deleted itself."""

    FEDERATION = "member__federation"
    PERSONAL: ClassVar = {"fields": ()}

    class Kind(models.TextChoices):
        JOINED = "joined", _("entrato nell’albo")
        CHANGED = "changed", _("dati cambiati")
        LEFT = "left", _("uscito dall’albo")
        RETURNED = "returned", _("rientrato nell’albo")

    member = models.ForeignKey(Member, models.PROTECT, verbose_name=_("tesserato"), related_name="changes")
    update = models.ForeignKey(
        RosterUpdate, models.PROTECT, verbose_name=_("aggiornamento"), related_name="member_changes"
    )
    kind = models.CharField(_("che cosa"), max_length=10, choices=Kind)
    # By field: what stood there, what stands there now.
    fields = models.JSONField(_("campi"), default=dict, blank=True)

    objects = SealedQuerySet["MemberChange"].as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("cambiamento di un tesserato")
        verbose_name_plural = _("cambiamenti dei tesserati")
        constraints = [
            once("member update", _("Un aggiornamento cambia un tesserato una volta.")),
            Guard(name="member_change_no_update", on="UPDATE", says="What changed of a member is never changed"),
            Guard(name="member_change_no_delete", on="DELETE", says="What changed of a member is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.get_kind_display()}"


class Suspension(Reasoned, FederationSealed):
    """That a member may not play for a time, or until it is lifted: with its reason, never deleted."""

    FEDERATION = "member__federation"
    PERSONAL: ClassVar = {"reason": (), "reference": (), "lift_reason": ()}

    member = models.ForeignKey(Member, models.PROTECT, verbose_name=_("tesserato"), related_name="suspensions")
    starts_on = models.DateField(_("dal"))
    # The last day; without one it lasts until somebody lifts it.
    ends_on = models.DateField(_("fino al"), null=True, blank=True)
    reference = models.CharField(_("provvedimento"), max_length=200, blank=True)
    set_by = by_whom(_("registrata da"))
    set_at = models.DateTimeField(_("registrata il"))
    lifted_by = by_whom(_("tolta da"), null=True)
    lifted_at = models.DateTimeField(_("tolta il"), null=True, blank=True)
    lift_reason = models.TextField(_("perché è stata tolta"), blank=True)

    objects = SealedQuerySet["Suspension"].as_manager()

    class Meta:
        ordering = ["member", "starts_on", "pk"]
        verbose_name = _("sospensione")
        verbose_name_plural = _("sospensioni")
        constraints = [
            models.CheckConstraint(
                name="suspension_from_before_until",
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("Una sospensione non finisce prima di cominciare."),
            ),
            *Reasoned.Meta.constraints,
            all_or_none("lifted_by lifted_at", "lift_reason", _("Chi toglie una sospensione dice perché.")),
            Guard(name="suspension_no_delete", on="DELETE", says="A suspension is never deleted: lift it"),
            Guard(
                name="suspension_fixed",
                on="UPDATE",
                when=columns_change("id member_id starts_on ends_on reason reference set_by_id set_at"),
                says="A suspension never changes: lift it and give another",
            ),
            Guard(
                name="suspension_lifted_fixed",
                on="UPDATE",
                when=f"OLD.lifted_at IS NOT NULL AND ({columns_change('lifted_by_id lifted_at lift_reason')})",
                says="A lifted suspension never changes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.starts_on:%d/%m/%Y}"

    @property
    def is_lifted(self) -> bool:
        return self.lifted_at is not None

    def covers(self, first: date, last: date) -> bool:
        """Whether it is in force on any of these days."""
        return not self.is_lifted and self.starts_on <= last and (self.ends_on is None or self.ends_on >= first)


class PlayerMerge(models.Model):
    """Two records of one person, shown as one. Whatever points to either still does; parted, they are two again."""

    kept = models.ForeignKey(Player, models.PROTECT, verbose_name=_("scheda tenuta"), related_name="merges")
    merged = models.ForeignKey(Player, models.PROTECT, verbose_name=_("scheda unita"), related_name="merged_into")
    reason = models.TextField(_("motivo"))
    by = by_whom(_("da"))
    at = models.DateTimeField(_("quando"))
    parted_reason = models.TextField(_("motivo della separazione"), blank=True)
    parted_by = by_whom(_("separata da"), null=True)
    parted_at = models.DateTimeField(_("separata il"), null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        verbose_name = _("unione di due schede")
        verbose_name_plural = _("unioni di schede")
        constraints = [
            once("merged", _("Questa scheda è già unita a un’altra."), only=Q(parted_at__isnull=True)),
            models.CheckConstraint(
                name="player_merge_of_two",
                condition=~Q(kept=F("merged")),
                violation_error_message=_("È la stessa scheda: scegline un’altra."),
            ),
            models.CheckConstraint(
                name="player_merge_parted_by_somebody",
                condition=Q(parted_at__isnull=True, parted_by__isnull=True)
                | Q(parted_at__isnull=False, parted_by__isnull=False),
                violation_error_message=_("Una separazione dice chi l’ha fatta e quando."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kept} · {self.merged}"
