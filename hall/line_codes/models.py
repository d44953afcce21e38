"""The codes by which the lines of a table speak: which issue of each is in force, and how often it was used."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.rounds.models import Table
from tournaments.scores.match_models import LINE_LETTERS

FIRST_ISSUE = 1


class LineCode(Sealed):
    """A code made anew for one line of a table: the last of them is in force, and the first stands in no row."""

    TOURNAMENT = "table__round__tournament"
    MAY_GO = True  # with a table that is taken away where its round is drawn again

    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("tavolo"), related_name="line_codes")
    line = models.CharField(_("linea"), max_length=1, choices=LINE_LETTERS)
    issue = models.PositiveSmallIntegerField(_("numero"))
    made_by = by_whom(_("fatto da"))
    made_at = models.DateTimeField(_("fatto il"))

    objects = SealedQuerySet["LineCode"].as_manager()

    class Meta:
        ordering = ["table", "line", "issue"]
        verbose_name = _("codice di una linea")
        verbose_name_plural = _("codici delle linee")
        constraints = [
            once("table line issue", _("Questo codice esiste già.")),
            models.CheckConstraint(
                name="line_code_after_the_first",
                condition=Q(issue__gt=FIRST_ISSUE),
                violation_error_message=_("Il primo codice di una linea vale senza essere scritto."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.line}, {self.issue}"


class LineRequests(models.Model):
    """How much one code of a line was used for lately; each code counts alone, so none can use up another's share."""

    class Kind(models.TextChoices):
        SENT = "sent", _("inviato")
        # Letters in place of its QR, right or wrong.
        TYPED = "typed", _("codice scritto")
        # The arbiter called, called again, or told not to come.
        CALLED = "called", _("chiamata")

    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("tavolo"), related_name="+")
    line = models.CharField(_("linea"), max_length=1, choices=LINE_LETTERS)
    issue = models.PositiveSmallIntegerField(_("numero"))
    kind = models.CharField(_("genere"), max_length=10, choices=Kind)
    made = models.PositiveSmallIntegerField(_("quante volte"), default=0)
    since = models.DateTimeField(_("dal"))

    class Meta:
        verbose_name = _("invii di una linea")
        verbose_name_plural = _("invii delle linee")
        constraints = [
            once("table line issue kind", _("Di questo codice si conta già.")),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.line}, {self.issue}, {self.kind}: {self.made}"
