"""Scores of a whole match that no play decided, and what the players themselves send from their table."""

from typing import Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from records.guards import Guard, Reasoned, all_or_none, by_whom, columns_change, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.rounds.models import Table

LINE_LETTERS = [(line.value, line.value) for line in Line]


Version = TypeVar("Version", bound=Sealed)


class VersionsQuerySet(SealedQuerySet[Version]):
    def current(self) -> Self:
        """The versions in force."""
        return self.filter(superseded_at__isnull=True)


class MatchScore(Sealed):
    """VP and MP of both lines given in place of the boards: lateness, absence, a lost score sheet …

    Figures never change and rows are never deleted (database triggers); taken back, the boards count again.
    """

    TOURNAMENT = "table__round__tournament"
    PERSONAL = {"reason": (), "supersede_reason": ()}

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("tavolo"), related_name="match_scores")
    version = models.PositiveIntegerField(_("versione"))
    # The code's own key of the score, as «ritardo-presente» or «score-smarrito».
    kind = models.CharField(_("genere"), max_length=40)
    vp_a = models.SmallIntegerField(_("VP della linea A"))
    vp_b = models.SmallIntegerField(_("VP della linea B"))
    # Net: what the difference of the match points counts for each line.
    mp_a = models.IntegerField(_("MP della linea A"))
    mp_b = models.IntegerField(_("MP della linea B"))
    reason = models.TextField(_("motivo"))
    reference = models.CharField(_("articoli o provvedimento"), max_length=200)
    given_by = by_whom(_("dato da"))
    given_at = models.DateTimeField(_("dato il"))
    superseded_by = by_whom(_("tolto da"), null=True)
    superseded_at = models.DateTimeField(_("tolto il"), null=True, blank=True)
    supersede_reason = models.TextField(_("perché è stato tolto"), blank=True)

    objects = VersionsQuerySet["MatchScore"].as_manager()

    class Meta:
        ordering = ["table", "version"]
        verbose_name = _("punteggio dell’incontro")
        verbose_name_plural = _("punteggi degli incontri")
        constraints = [
            once("table version", _("Questa versione del punteggio esiste già.")),
            once("table", _("L’incontro ha già un punteggio fissato."), only=Q(superseded_at__isnull=True)),
            models.CheckConstraint(
                name="match_score_has_reason",
                condition=~Q(reason="") & ~Q(reference=""),
                violation_error_message=_("Un punteggio fissato dice perché e con quale articolo."),
            ),
            all_or_none(
                "superseded_by superseded_at",
                "supersede_reason",
                _("Chi toglie un punteggio dice chi è, quando e perché."),
            ),
            Guard(name="match_score_no_delete", on="DELETE", says="A score is never deleted"),
            Guard(
                name="match_score_figures_fixed",
                on="UPDATE",
                when=columns_change(
                    "id table_id version kind vp_a vp_b mp_a mp_b reason reference given_by_id given_at"
                )
                + " OR OLD.superseded_at IS NOT NULL",
                says="The figures of a score never change: give a new version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.vp_a}–{self.vp_b}"


class TableSlip(Sealed):
    """The result that the players of a table send from its QR: given by one line, agreed by the other."""

    TOURNAMENT = "table__round__tournament"
    MAY_GO = True  # with its table

    class State(models.TextChoices):
        PROPOSED = "proposed", _("da confermare dagli avversari")
        AGREED = "agreed", _("confermato dalle due linee")
        DISPUTED = "disputed", _("contestato")
        SUPERSEDED = "superseded", _("sostituito")

    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("tavolo"), related_name="slips")
    version = models.PositiveSmallIntegerField(_("versione"))
    # [[board number, points A, points B, accusa A, accusa B]], points as totals.
    points = models.JSONField(_("punti"))
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.PROPOSED)
    given_by_line = models.CharField(_("dato dalla linea"), max_length=1, choices=LINE_LETTERS)
    given_at = models.DateTimeField(_("dato il"))
    answered_at = models.DateTimeField(_("risposto il"), null=True, blank=True)

    objects = SealedQuerySet["TableSlip"].as_manager()

    class Meta:
        ordering = ["table", "version"]
        verbose_name = _("risultato dal tavolo")
        verbose_name_plural = _("risultati dai tavoli")
        constraints = [
            once("table version", _("Questa versione del risultato esiste già.")),
            once("table", _("Il tavolo ha già mandato un risultato."), only=~Q(state="superseded")),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {_('versione')} {self.version}"


class KnockoutWinner(Reasoned, Sealed):
    """Who goes on from a knock-out match that its scores left equal, decided with the reason.

    Decided again, the earlier version stays as it was given: rows are never changed nor deleted (database triggers).
    """

    TOURNAMENT = "table__round__tournament"
    PERSONAL = {"reason": (), "supersede_reason": ()}

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("tavolo"), related_name="knockout_winners")
    version = models.PositiveIntegerField(_("versione"))
    winner = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("passa il turno"), related_name="+")
    # What the code's own tie-break rests on; empty where the director decided:
    # {"deals": [[points A, points B, accusa A, accusa B]], points as totals, "last_trick": "A", "B" or ""}.
    tie_break = models.JSONField(_("spareggi"), default=dict, blank=True)
    decided_by = by_whom(_("deciso da"))
    decided_at = models.DateTimeField(_("deciso il"))
    superseded_by = by_whom(_("sostituito da"), null=True)
    superseded_at = models.DateTimeField(_("sostituito il"), null=True, blank=True)
    supersede_reason = models.TextField(_("perché è stato sostituito"), blank=True)

    objects = VersionsQuerySet["KnockoutWinner"].as_manager()

    class Meta:
        ordering = ["table", "version"]
        verbose_name = _("chi passa il turno")
        verbose_name_plural = _("chi passa il turno")
        constraints = [
            once("table version", _("Questa versione della decisione esiste già.")),
            once("table", _("È già deciso chi passa da questo incontro."), only=Q(superseded_at__isnull=True)),
            *Reasoned.Meta.constraints,
            all_or_none(
                "superseded_by superseded_at", "supersede_reason", _("Chi decide di nuovo dice chi è, quando e perché.")
            ),
            Guard(name="knockout_winner_no_delete", on="DELETE", says="A decision is never deleted"),
            Guard(
                name="knockout_winner_fixed",
                on="UPDATE",
                when=columns_change("tie_break id table_id version winner_id reason decided_by_id decided_at")
                + " OR OLD.superseded_at IS NOT NULL",
                says="A decision never changes: give a new version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.winner}"
