"""Lists of entries and players read from a file, waiting until somebody accepts them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Federation
from records.guards import by_whom, known
from tournaments.setup.models import Tournament


class ImportBatch(models.Model):
    """A file as read, and how its columns are understood; once settled only what is said of it remains."""

    class Kind(models.TextChoices):
        ENTRIES = "entries", _("Iscrizioni")
        PLAYERS = "players", _("Solo giocatori")

    class State(models.TextChoices):
        PENDING = "pending", _("da guardare")
        ACCEPTED = "accepted", _("accettata")
        DISCARDED = "discarded", _("scartata")

    # None of a list for the register of players, which is of a federation.
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="imports", null=True, blank=True
    )
    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="imports", null=True, blank=True
    )
    kind = models.CharField(_("che cosa contiene"), max_length=10, choices=Kind, default=Kind.ENTRIES)
    file_name = models.CharField(_("file"), max_length=200)
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.PENDING)
    # Texts as they stood in the file: people's data, kept no longer than somebody has to look at them.
    tables = models.JSONField(_("tabelle"), default=list, blank=True)
    # Which table, the row of the header, what each column holds, what is doubtful.
    columns = models.JSONField(_("colonne"), default=dict, blank=True)
    # What was mended in the preview, by sheet (`entry_lists/queries.py`): people's data too, and gone with them.
    by_hand = models.JSONField(_("corretto a mano"), default=dict, blank=True)
    # How many entries and players it gave, once accepted.
    outcome = models.JSONField(_("esito"), default=dict, blank=True)
    # Raised by each change of columns or rows: what is accepted is what was seen.
    version = models.PositiveSmallIntegerField(_("versione"), default=1)
    staged_by = by_whom(_("caricata da"))
    staged_at = models.DateTimeField(_("caricata il"))
    settled_by = by_whom(_("chiusa da"), null=True)
    settled_at = models.DateTimeField(_("chiusa il"), null=True, blank=True)

    class Meta:
        ordering = ["-staged_at", "-pk"]
        verbose_name = _("importazione")
        verbose_name_plural = _("importazioni")
        constraints = [
            models.CheckConstraint(
                name="import_settled_once",
                condition=(
                    Q(state="pending", settled_by__isnull=True, settled_at__isnull=True)
                    | Q(state__in=["accepted", "discarded"], settled_by__isnull=False, settled_at__isnull=False)
                ),
                violation_error_message=_("Un’importazione chiusa dice da chi e quando, una da guardare no."),
            ),
            known("kind", ["entries", "players"], _("Si importano iscrizioni o giocatori.")),
            models.CheckConstraint(
                name="import_of_a_tournament_or_the_register",
                condition=(
                    Q(tournament__isnull=False, federation__isnull=True)
                    | Q(tournament__isnull=True, federation__isnull=False, kind="players")
                ),
                violation_error_message=_("Un elenco è di un torneo, o di giocatori di una federazione."),
            ),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def of_federation(self) -> Federation:
        """The federation among whose players its people are looked for, and to which new ones are added."""
        if self.tournament is not None:
            return self.tournament.federation
        if self.federation is None:  # the constraint keeps it from being so
            raise ValueError("A list of no tournament and of no federation.")
        return self.federation

    @property
    def is_pending(self) -> bool:
        return self.state == self.State.PENDING
