"""What was decided: whole versions that are never changed."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, immutable, once
from records.official_records import Sealed, SealedQuerySet

if TYPE_CHECKING:
    from codes.deciding.book import Rulebook
    from tournaments.scores.models import BoardScore


class RulingQuerySet(SealedQuerySet["Ruling"]):
    def current(self) -> "RulingQuerySet":
        """The rulings in force: the last version of each."""
        return self.filter(superseded_by__isnull=True)


class Ruling(Sealed):
    """One version of a decision, with every word needed to read it without the rulebook.

    Database triggers refuse any change and any deletion; a correction is a new version.
    """

    PERSONAL = {
        "revision_reason": (),
        "reason": (),
        "note": (),
        "scene": ("seats", "line_a", "line_b", "reason"),
        "effects": ("words", "who"),
        "proposed_effects": ("words", "who"),
    }

    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="rulings")
    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField(_("numero"))
    version = models.PositiveIntegerField(_("versione"), default=1)
    supersedes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="superseded_by")
    revision_reason = models.TextField(_("perché rivisto"), blank=True)

    procedure = models.CharField(_("anomalia"), max_length=80)
    title = models.JSONField()
    rulebook = models.CharField(_("codice"), max_length=80)
    edition = models.CharField(_("edizione"), max_length=120, blank=True)
    rulebook_hash = models.CharField(max_length=64)
    # The procedures walked, and the fingerprint of exactly these and of the articles cited.
    path = models.JSONField(default=list)
    rule_hash = models.CharField(max_length=64)
    options = models.JSONField(default=list)
    scene = models.JSONField(default=dict)
    detection = models.JSONField(default=dict)
    # The case's own answers, from which the same walk can be made again.
    answers = models.JSONField(default=dict)
    facts = models.JSONField(default=list)
    trail = models.JSONField(default=list)
    citations = models.JSONField(default=list)
    effects = models.JSONField(default=list)
    readings = models.JSONField(default=list)

    departed = models.BooleanField(_("diversa dalla proposta"), default=False)
    proposed_effects = models.JSONField(default=list)
    reason = models.TextField(_("motivazione"), blank=True)
    note = models.TextField(_("annotazione"), blank=True)
    # Which arbitral score the decision calls for: artificiale, assegnato, rettificato or none.
    arbitral = models.CharField(max_length=12, blank=True)
    decided_by = by_whom()
    decided_at = models.DateTimeField(_("deciso"))

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("provvedimento")
        verbose_name_plural = _("provvedimenti")
        ordering = ["-number", "-version"]
        constraints = [
            once("tournament number version", name="ruling_version_once"),
            once("case version", name="ruling_of_case_once"),
            models.CheckConstraint(
                condition=Q(version=1, supersedes__isnull=True, revision_reason="")
                | (Q(version__gt=1, supersedes__isnull=False) & ~Q(revision_reason="")),
                name="ruling_revision_has_reason",
            ),
            models.CheckConstraint(condition=Q(departed=False) | ~Q(reason=""), name="ruling_departed_has_reason"),
            *immutable("referee_ruling", "a ruling is never changed: record a new version"),
        ]

    def __str__(self) -> str:
        return _("Provvedimento n. %(number)s") % {"number": self.number}

    @property
    def reference(self) -> str:
        """The text under which a tournament keeps this ruling; the same in every language and version."""
        return f"Provvedimento n. {self.number}"

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The effects that leave something to somebody's choice, in the order in which they are read out."""
        return [effect for effect in self.effects if "choice" in effect]

    @property
    def is_current(self) -> bool:
        # Asks the database unless the query selected `superseded_by`.
        return not hasattr(self, "superseded_by")

    def changed_since(self, rulebook: "Rulebook") -> bool:
        """Whether the procedures walked or the articles cited read differently now than when this was decided."""
        return self.rule_hash != rulebook.fingerprint(tuple(self.path), self.cites)

    @property
    def cites(self) -> tuple[int, ...]:
        return tuple(article["number"] for article in self.citations)

    @property
    def annuls(self) -> str:
        """How the board was annulled: con-ripetizione, senza-ripetizione, or not at all."""
        annulled = next((effect["annul"] for effect in self.effects if "annul" in effect), "")
        return annulled or ("senza-ripetizione" if self.arbitral else "")

    def stands_for(self, score: "BoardScore") -> bool:
        """Whether it still orders what stands on that board of its table: an annulment, or the match's fixed score."""
        if any("fixed_score" in effect for effect in self.effects):
            return True
        settles = any("deal_score" in effect for effect in self.effects)
        return (settles or bool(self.annuls)) and self.case.board_id == score.board_id
