"""A federation's tables of points, and of which class each tournament is."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Federation, Tournament
from tournaments.models.guards import immutable


class PointsTable(models.Model):
    """An edition of a table of points, as it was loaded: its text says all, and never changes (database triggers)."""

    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="points_tables"
    )
    edition = models.SlugField(_("edizione"))
    title = models.CharField(_("titolo"), max_length=500)
    source = models.CharField(_("fonte"), max_length=500)
    # YAML, read by `federation.points.reading`; what stands beside it here is only what lists show.
    text = models.TextField(_("testo"))
    sha256 = models.CharField(max_length=64)
    valid_from = models.DateField(_("vale dal"))
    valid_until = models.DateField(_("vale fino al"), null=True, blank=True)
    # Invented, to try things with.
    example = models.BooleanField(_("d’esempio"), default=False)
    # Why it says otherwise than another one for the same days.
    reason = models.TextField(_("motivo"), blank=True)
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("caricata da"), related_name="+"
    )
    loaded_at = models.DateTimeField(_("caricata il"))

    class Meta:
        ordering = ["federation", "-valid_from", "edition"]
        verbose_name = _("tabella dei punti")
        verbose_name_plural = _("tabelle dei punti")
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "edition"],
                name="points_table_once",
                violation_error_message=_("Questa edizione è già stata caricata."),
            ),
            models.CheckConstraint(
                name="points_table_valid_forward",
                condition=Q(valid_until__isnull=True) | Q(valid_until__gte=F("valid_from")),
                violation_error_message=_("La tabella finisce prima di cominciare."),
            ),
            *immutable("pointstable"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.edition})"


class ClassVersion(models.Model):
    """One version of what is said of a tournament's class; the last one holds, and none of them ever changes."""

    class State(models.TextChoices):
        # By the direction, until the federation says it.
        PROPOSED = "proposed", _("proposta")
        ASSIGNED = "assigned", _("assegnata")
        # The tournament counts in no season.
        NONE = "none", _("nessuna classe")

    version = models.PositiveSmallIntegerField(_("versione"))
    state = models.CharField(_("stato"), max_length=20, choices=State)
    class_id = models.CharField(_("classe"), max_length=20, blank=True)
    reason = models.TextField(_("motivo"), blank=True)
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("da"), related_name="+")
    noted_at = models.DateTimeField(_("quando"))

    class Meta:
        abstract = True

    @property
    def is_assigned(self) -> bool:
        return self.state == self.State.ASSIGNED


class TournamentClass(ClassVersion):
    """Of a tournament that is played here."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="classes")

    class Meta:
        ordering = ["tournament", "version"]
        verbose_name = _("classe di un torneo")
        verbose_name_plural = _("classi dei tornei")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "version"],
                name="tournament_class_version_once",
                violation_error_message=_("Intanto qualcun altro ha cambiato la classe."),
            ),
            models.CheckConstraint(
                name="tournament_class_known_state",
                condition=(Q(state__in=["proposed", "assigned"]) & ~Q(class_id="")) | Q(state="none", class_id=""),
                violation_error_message=_("Una classe proposta o assegnata dice quale."),
            ),
            models.CheckConstraint(
                name="tournament_class_changed_why",
                condition=Q(version=1) | ~Q(reason=""),
                violation_error_message=_("Chi cambia la classe di un torneo dice perché."),
            ),
            *immutable("tournamentclass"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.class_id or self.get_state_display()}"
