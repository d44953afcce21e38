"""The official pairing of a round, in versions: what was published, from which figures, by which draw.

Pairs kept apart: two entries of a tournament that are not to meet in any round, as long as it holds.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from records.guards import Guard, Reasoned, all_or_none, by_whom, columns_change, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.planning.models import Formula
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament


class PairingQuerySet(SealedQuerySet["Pairing"]):
    def current(self) -> "PairingQuerySet":
        """The version in force of each round."""
        return self.exclude(state__in=Pairing.PAST)


class Pairing(Sealed):
    """One version of who meets whom in a round.

    The tables of the round are what is played; this is the record of how they came about. A draft may change; once
    published nothing of it does (database triggers), and another pairing of the round is a new version with a reason.
    """

    TOURNAMENT = "round__tournament"
    PERSONAL = {"reason": ()}

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparazione")
        PUBLISHED = "published", _("pubblicato")
        SUPERSEDED = "superseded", _("sostituito")
        # Its round with it, before anybody but the desk had seen it; `superseded_at` and `reason` say when and why.
        DISCARDED = "discarded", _("scartato")

    # No longer in force.
    PAST = (State.SUPERSEDED, State.DISCARDED)

    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("turno"), related_name="pairings")
    version = models.PositiveSmallIntegerField(_("versione"))
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.DRAFT)
    formula = models.CharField(_("formula"), max_length=30, choices=Formula)
    seed = models.CharField(_("seme"), max_length=200, blank=True)
    # What it was made from: the entrants with rank and points, the meetings before, the constraints.
    inputs = models.JSONField(_("dati di partenza"), default=dict)
    # [{table, a: [numbers], b: [numbers], why, data}], by table.
    tables = models.JSONField(_("tavoli"), default=list)
    # What was relaxed or must be told: [{code, data}].
    notes = models.JSONField(_("avvertenze"), default=list)
    # SHA-256 of the canonical JSON of all this, set when it is published.
    hash = models.CharField(max_length=64, blank=True)
    made_by = by_whom(_("fatto da"))
    made_at = models.DateTimeField(_("fatto il"))
    published_by = by_whom(_("pubblicato da"), null=True)
    published_at = models.DateTimeField(_("pubblicato il"), null=True, blank=True)
    superseded_at = models.DateTimeField(_("sostituito il"), null=True, blank=True)
    # Why it took the place of a published one, or why it was discarded.
    reason = models.TextField(_("motivo"), blank=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["round", "version"]
        verbose_name = _("abbinamento")
        verbose_name_plural = _("abbinamenti")
        constraints = [
            once("round version", _("Questa versione dell’abbinamento esiste già.")),
            once(
                "round", _("Il turno ha già un abbinamento in vigore."), only=~Q(state__in=["superseded", "discarded"])
            ),
            models.CheckConstraint(
                name="pairing_state_known",
                condition=(
                    Q(state="draft", published_at__isnull=True, superseded_at__isnull=True)
                    | (Q(state="published", published_at__isnull=False, superseded_at__isnull=True) & ~Q(hash=""))
                    | Q(state="superseded", superseded_at__isnull=False)
                    | (Q(state="discarded", superseded_at__isnull=False, published_at__isnull=True) & ~Q(reason=""))
                ),
                violation_error_message=_("Lo stato dell’abbinamento non torna con le sue date."),
            ),
            Guard(
                name="pairing_no_delete",
                on="DELETE",
                when="OLD.state <> 'draft'",
                says="A published pairing is never deleted",
            ),
            Guard(
                name="pairing_published_fixed",
                on="UPDATE",
                when="OLD.published_at IS NOT NULL AND ("
                + columns_change(
                    "id round_id version formula seed hash made_by_id made_at published_by_id published_at inputs "
                    "tables notes"
                )
                + " OR OLD.state = 'superseded' OR NEW.state = 'draft')",
                says="A published pairing never changes: give a new version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {_('versione')} {self.version}"


class KeptApart(Reasoned, Sealed):
    """Two entries that are not to meet, with the reason; lifted with a reason, never deleted."""

    PERSONAL = {"reason": (), "lift_reason": ()}

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="kept_apart")
    # The lower number first, so that two are kept apart once.
    first = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("chi"), related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("da chi"), related_name="+")
    set_by = by_whom(_("messo da"))
    set_at = models.DateTimeField(_("messo il"))
    lifted_by = by_whom(_("tolto da"), null=True)
    lifted_at = models.DateTimeField(_("tolto il"), null=True, blank=True)
    lift_reason = models.TextField(_("perché è stato tolto"), blank=True)

    objects = SealedQuerySet["KeptApart"].as_manager()

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = _("separazione")
        verbose_name_plural = _("separazioni")
        constraints = [
            once("first second", _("Sono già separati."), only=Q(lifted_at__isnull=True)),
            models.CheckConstraint(
                name="kept_apart_two",
                condition=~Q(first=F("second")),
                violation_error_message=_("Scegline due diversi."),
            ),
            *Reasoned.Meta.constraints,
            all_or_none("lifted_by lifted_at", "lift_reason", _("Chi toglie una separazione dice perché.")),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"

    @property
    def is_lifted(self) -> bool:
        return self.lifted_at is not None
