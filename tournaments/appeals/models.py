"""Appeals (reclami): against which record, until when, with which deposit, who judges, what came of it."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import all_or_none, by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

CLOSED = ["upheld", "changed", "rejected", "meritless", "withdrawn"]


class Appeal(Sealed):
    """An appeal (reclamo) of an entry against a record; while one is open nothing becomes final."""

    PERSONAL = {"grounds": (), "decision": (), "late_reason": ()}

    class State(models.TextChoices):
        OPEN = "open", _("in esame")
        UPHELD = "upheld", _("accolto")
        CHANGED = "changed", _("accolto: decisione cambiata")
        REJECTED = "rejected", _("respinto")
        MERITLESS = "meritless", _("respinto, senza merito")
        WITHDRAWN = "withdrawn", _("ritirato")

    class Deposit(models.TextChoices):
        DUE = "due", _("da versare")
        RECEIVED = "received", _("versato")
        RETURNED = "returned", _("restituito")
        FORFEITED = "forfeited", _("trattenuto")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="appeals")
    number = models.PositiveSmallIntegerField(_("numero"))
    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("presentato da"), related_name="appeals")
    # What it is against, in words; of appeals of before all that was written.
    against = models.CharField(_("contro"), max_length=200)
    # The same as a key (`tournaments.appeals.queries`): kind, numbers, version. None for appeals of before.
    record = models.CharField(_("atto"), max_length=60, null=True, blank=True)  # noqa: DJ001  # none is not an empty key
    # Who made that record, by the keys of their accounts: they judge it in no panel.
    made_by = models.JSONField(_("autori dell’atto"), null=True, blank=True)
    noticed_at = models.DateTimeField(_("conosciuto il"), null=True, blank=True)
    due_at = models.DateTimeField(_("termine"), null=True, blank=True)
    late_reason = models.TextField(_("perché è ammesso dopo il termine"), blank=True)
    deposit_cents = models.PositiveIntegerField(_("deposito"), default=0)
    deposit = models.CharField(_("stato del deposito"), max_length=10, choices=Deposit, blank=True)
    grounds = models.TextField(_("motivi"))
    filed_by = by_whom(_("ricevuto da"))
    filed_at = models.DateTimeField(_("ricevuto il"))
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.OPEN)
    decision = models.TextField(_("decisione"), blank=True)
    decided_by = by_whom(_("deciso da"), null=True)
    decided_at = models.DateTimeField(_("deciso il"), null=True, blank=True)

    objects = SealedQuerySet["Appeal"].as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("reclamo")
        verbose_name_plural = _("reclami")
        constraints = [
            once("tournament number", _("Questo reclamo esiste già.")),
            models.CheckConstraint(
                name="appeal_decided",
                condition=(
                    Q(state="open", decided_by__isnull=True, decided_at__isnull=True, decision="")
                    | (Q(state__in=CLOSED) & Q(decided_by__isnull=False, decided_at__isnull=False) & ~Q(decision=""))
                ),
                violation_error_message=_("Una decisione dice chi, quando e che cosa."),
            ),
            models.CheckConstraint(
                name="appeal_deposit_told",
                condition=Q(deposit_cents=0, deposit="") | (Q(deposit_cents__gt=0) & ~Q(deposit="")),
                violation_error_message=_("Di un deposito si dice quanto è e se è stato versato."),
            ),
        ]

    def __str__(self) -> str:
        return f"{_('reclamo')} {self.number}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_upheld(self) -> bool:
        return self.state in {self.State.UPHELD, self.State.CHANGED}

    @property
    def kind(self) -> str:
        """What kind of record it is against; empty for appeals of before."""
        return (self.record or "").partition(":")[0]

    def is_late(self, at: datetime) -> bool:
        return self.due_at is not None and at > self.due_at


class AppealJudge(Sealed):
    """Somebody who sits on the panel of an appeal; who leaves it stays on record."""

    TOURNAMENT = "appeal__tournament"
    PERSONAL = {"left_reason": ()}

    class Role(models.TextChoices):
        PRESIDENT = "president", _("presiede")
        MEMBER = "member", _("giudica")

    appeal = models.ForeignKey(Appeal, models.PROTECT, verbose_name=_("reclamo"), related_name="judges")
    user = by_whom(_("chi"))
    role = models.CharField(_("compito"), max_length=10, choices=Role)
    named_by = by_whom(_("da"))
    named_at = models.DateTimeField(_("dal"))
    left_at = models.DateTimeField(_("fino al"), null=True, blank=True)
    left_reason = models.TextField(_("perché non giudica più"), blank=True)
    # Whether they took part in the decision; None until there is one, and of panels of before.
    took_part = models.BooleanField(_("ha preso parte"), null=True, blank=True)

    objects = SealedQuerySet["AppealJudge"].as_manager()

    class Meta:
        ordering = ["appeal", "pk"]
        verbose_name = _("giudice di un reclamo")
        verbose_name_plural = _("giudici dei reclami")
        constraints = [
            once("appeal user", _("È già nella giuria."), only=Q(left_at__isnull=True)),
            once("appeal", _("La giuria ha già chi la presiede."), only=Q(left_at__isnull=True, role="president")),
            all_or_none("left_at", "left_reason", _("Chi lascia la giuria dice perché.")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class AppealNote(Sealed):
    """What a party stated on an appeal, or what was noted at the hearing; nothing changes it."""

    TOURNAMENT = "appeal__tournament"
    PERSONAL = {"speaker": (), "text": ()}

    class Kind(models.TextChoices):
        APPELLANT = "appellant", _("chi reclama")
        OPPONENT = "opponent", _("la controparte")
        OFFICIAL = "official", _("chi ha deciso")
        HEARING = "hearing", _("verbale dell’udienza")

    appeal = models.ForeignKey(Appeal, models.PROTECT, verbose_name=_("reclamo"), related_name="notes")
    kind = models.CharField(_("di chi"), max_length=10, choices=Kind)
    speaker = models.CharField(_("chi parla"), max_length=200, blank=True)
    text = models.TextField(_("che cosa dice"))
    written_by = by_whom(_("scritto da"))
    written_at = models.DateTimeField(_("scritto il"))

    objects = SealedQuerySet["AppealNote"].as_manager()

    class Meta:
        ordering = ["appeal", "written_at", "pk"]
        verbose_name = _("dichiarazione su un reclamo")
        verbose_name_plural = _("dichiarazioni sui reclami")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.text[:40]}"
