"""The second instance: what a tournament decided, brought before the federal judge, and what became of it there.

docs/decisions/0087-the-second-instance.md
"""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.packages.models import SentAnswer
from federation.received.models import ReceivedTournament
from federation.sealed.manifest import is_signed
from people.accounts.models import ERASED, Federation
from records.guards import Guard, all_or_none, by_whom, immutable, of_one, once, within
from records.official_records import FederationSealed, Sealed, SealedQuerySet
from tournaments.appeals.models import Appeal
from tournaments.check_in.models import MOST_CENTS
from tournaments.setup.models import Tournament

MOST_DAYS = 365


class SecondTerm(FederationSealed):
    """One version of the term and deposit of an appeal to the federal judge; the last one holds, with its source."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="terms")
    version = models.PositiveSmallIntegerField(_("versione"))
    days = models.PositiveSmallIntegerField(_("giorni"), validators=within(1, MOST_DAYS))
    deposit_cents = models.PositiveIntegerField(_("deposito"), default=0, validators=[MaxValueValidator(MOST_CENTS)])
    source = models.CharField(_("fonte"), max_length=500)
    set_by = by_whom(_("da"))
    set_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["SecondTerm"].as_manager()

    class Meta:
        ordering = ["federation", "version"]
        verbose_name = _("termine del secondo grado")
        verbose_name_plural = _("termini del secondo grado")
        constraints = [
            once("federation version", _("Intanto qualcun altro ha cambiato il termine.")),
            *immutable("secondterm"),
        ]

    def __str__(self) -> str:
        return f"{self.federation}: {self.days}"


class SecondAppeal(FederationSealed):
    """An appeal to the federal judge against what a tournament decided, played here or received; never deleted.

    Against a ruling, the score of a board or of a match, published standings or one of their rows.
    """

    PERSONAL: ClassVar = {"against": (), "late_reason": (), "grounds": ()}

    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="second_appeals"
    )
    number = models.PositiveIntegerField(_("numero"))
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="second_appeals", null=True, blank=True
    )
    received = models.ForeignKey(
        ReceivedTournament, models.PROTECT, verbose_name=_("torneo ricevuto"), related_name="second_appeals",
        null=True, blank=True,
    )  # fmt: skip
    # The first line of the tournament's log, by which it is the same wherever it goes.
    uid = models.CharField(max_length=64)
    # What it is against, as `tournaments.appeals.queries` names it («ruling:3:2»), and as it is called.
    record = models.CharField(_("atto"), max_length=60)
    against = models.CharField(_("contro"), max_length=200)
    # The number of the appeal in the first instance, where there was one.
    first_number = models.PositiveSmallIntegerField(_("reclamo di primo grado"), null=True, blank=True)
    entry = models.PositiveIntegerField(_("presentato dalla coppia o squadra n."))
    noticed_at = models.DateTimeField(_("conosciuto il"))
    term = models.ForeignKey(SecondTerm, models.PROTECT, verbose_name=_("termine"), related_name="appeals")
    due_at = models.DateTimeField(_("scade il"))
    late_reason = models.TextField(_("perché è ammesso dopo il termine"), blank=True)
    deposit = models.CharField(_("stato del deposito"), max_length=10, choices=Appeal.Deposit, blank=True)
    grounds = models.TextField(_("motivi"))
    filed_by = by_whom(_("ricevuto da"))
    filed_at = models.DateTimeField(_("ricevuto il"))
    # That of the last decision.
    state = models.CharField(_("stato"), max_length=20, choices=Appeal.State, default=Appeal.State.OPEN)

    objects = SealedQuerySet["SecondAppeal"].as_manager()

    class Meta:
        ordering = ["federation", "number"]
        verbose_name = _("reclamo al giudice federale")
        verbose_name_plural = _("reclami al giudice federale")
        constraints = [
            once("federation number", _("Questo reclamo esiste già.")),
            once(
                "federation uid record entry",
                _("Questo reclamo è già davanti al giudice federale."),
                only=Q(state="open"),
            ),
            of_one("received", "tournament", _("Un reclamo riguarda un torneo, di qui o ricevuto.")),
            Guard(name="secondappeal_no_delete", on="DELETE", says="Never deleted"),
        ]

    def __str__(self) -> str:
        return f"{_('reclamo al giudice federale')} {self.number}"

    @property
    def held(self) -> Tournament | ReceivedTournament | None:
        return self.tournament or self.received

    @property
    def is_open(self) -> bool:
        return self.state == Appeal.State.OPEN

    @property
    def kind(self) -> str:
        """What kind of record it is against."""
        return self.record.partition(":")[0]

    def is_late(self, at: datetime) -> bool:
        return at > self.due_at


class SecondJudge(FederationSealed):
    """Somebody who sits on the panel; who leaves it stays on record."""

    FEDERATION = "appeal__federation"
    PERSONAL: ClassVar = {"told": (), "left_reason": ()}

    appeal = models.ForeignKey(SecondAppeal, models.PROTECT, verbose_name=_("reclamo"), related_name="judges")
    user = by_whom(_("chi"))
    # Of the own club are: told before they sat, as everybody reads.
    told = models.TextField(_("avvertenza"), blank=True)
    named_by = by_whom(_("da"))
    named_at = models.DateTimeField(_("dal"))
    left_at = models.DateTimeField(_("fino al"), null=True, blank=True)
    left_reason = models.TextField(_("perché non giudica più"), blank=True)

    objects = SealedQuerySet["SecondJudge"].as_manager()

    class Meta:
        ordering = ["appeal", "named_at", "pk"]
        verbose_name = _("giudice di secondo grado")
        verbose_name_plural = _("giudici di secondo grado")
        constraints = [
            once("appeal user", _("È già nel collegio."), only=Q(left_at__isnull=True)),
            all_or_none("left_at", "left_reason", _("Chi lascia il collegio dice perché.")),
            Guard(name="secondjudge_no_delete", on="DELETE", says="Never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal}: {self.user}"


class SecondNote(FederationSealed):
    """A statement of a party, or what was said at the hearing; never changed."""

    FEDERATION = "appeal__federation"
    PERSONAL: ClassVar = {"text": ()}

    class Kind(models.TextChoices):
        APPELLANT = "appellant", _("chi reclama")
        OTHER = "other", _("controparte")
        TOURNAMENT = "tournament", _("direzione o arbitri del torneo")
        HEARING = "hearing", _("udienza")

    appeal = models.ForeignKey(SecondAppeal, models.PROTECT, verbose_name=_("reclamo"), related_name="notes")
    kind = models.CharField(_("di chi"), max_length=12, choices=Kind)
    text = models.TextField(_("che cosa è stato detto"))
    written_by = by_whom()
    written_at = models.DateTimeField(_("scritto il"))

    objects = SealedQuerySet["SecondNote"].as_manager()

    class Meta:
        ordering = ["appeal", "written_at", "pk"]
        verbose_name = _("dichiarazione al giudice federale")
        verbose_name_plural = _("dichiarazioni al giudice federale")
        constraints = immutable("secondnote")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.text[:40]}"


class SecondDecision(FederationSealed):
    """One version of what the federal judge decided; a correction is a new one with its reason, none ever changes."""

    FEDERATION = "appeal__federation"
    PERSONAL: ClassVar = {"reasons": (), "order": (), "correction": (), "signed": ()}

    appeal = models.ForeignKey(SecondAppeal, models.PROTECT, verbose_name=_("reclamo"), related_name="decisions")
    version = models.PositiveSmallIntegerField(_("versione"))
    outcome = models.CharField(_("esito"), max_length=20, choices=Appeal.State)
    reasons = models.TextField(_("motivazione"))
    # Where it changes the ruling: other answers, by fact, and what is ordered in the judge's own words.
    facts = models.JSONField(_("risposte cambiate"), default=dict, blank=True)
    order = models.TextField(_("che cosa si ordina"), blank=True)
    # Where it changes a score or a row of standings: the figures (`federation.sealed.answers`).
    figures = models.JSONField(_("cifre"), default=dict, blank=True)
    correction = models.TextField(_("perché è corretta"), blank=True)
    # Who took part, by the keys of their accounts.
    present = models.JSONField(_("chi ha deciso"), default=list)
    decided_by = by_whom()
    decided_at = models.DateTimeField(_("deciso il"))
    # The file that travels back, as JSON, signed by this installation.
    signed = models.JSONField()

    objects = SealedQuerySet["SecondDecision"].as_manager()

    class Meta:
        ordering = ["appeal", "version"]
        verbose_name = _("decisione di secondo grado")
        verbose_name_plural = _("decisioni di secondo grado")
        constraints = [
            once("appeal version", _("Intanto qualcun altro ha deciso.")),
            models.CheckConstraint(
                name="second_decision_changed_how",
                condition=Q(outcome="changed") | Q(order="", facts={}, figures={}),
                violation_error_message=_("Ordina qualcosa solo chi cambia la decisione."),
            ),
            models.CheckConstraint(
                name="second_decision_corrected_why",
                condition=Q(version=1, correction="") | (Q(version__gt=1) & ~Q(correction="")),
                violation_error_message=_("Chi corregge una decisione dice perché."),
            ),
            *immutable("seconddecision"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal} ({self.version})"

    @property
    def is_as_signed(self) -> bool:
        """Whether what the page shows is what was signed; where a text of it was erased, its seal tells of the rest."""
        told = {
            "appeal": self.appeal.number,
            "version": self.version,
            "record": self.appeal.record,
            "outcome": self.outcome,
            "reasons": self.reasons,
            "facts": self.facts,
            "order": self.order,
        }
        told |= {"figures": self.figures} if "figures" in self.signed else {}
        is_erased = ERASED in str(self.signed)
        is_same = all(self.signed.get(name) == value for name, value in told.items())
        return is_same and (is_erased or is_signed(self.signed))


class DecisionExecution(Sealed):
    """That the tournament carried out a decision of the federal judge, once; ruling: the new version that it made."""

    TOURNAMENT = "answer__tournament"

    answer = models.OneToOneField(SentAnswer, models.PROTECT, verbose_name=_("decisione"), related_name="execution")
    ruling = models.ForeignKey(
        "referee.Ruling", models.PROTECT, verbose_name=_("provvedimento"), related_name="+", null=True, blank=True
    )
    # Of scores and adjustments those that it made: «score:1:2:3:2», «adjustment:7».
    made = models.JSONField(_("che cosa ha fatto"), default=list, blank=True)
    # The numbers of the final standings that were published anew.
    publications = models.JSONField(_("classifiche"), default=list, blank=True)
    executed_by = by_whom()
    executed_at = models.DateTimeField(_("eseguita il"))

    objects = SealedQuerySet["DecisionExecution"].as_manager()

    class Meta:
        ordering = ["answer"]
        verbose_name = _("esecuzione di una decisione")
        verbose_name_plural = _("esecuzioni di decisioni")
        constraints = immutable("decisionexecution")

    def __str__(self) -> str:
        return str(self.answer)
