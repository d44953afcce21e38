"""Scores of boards, in versions, and adjustments of the standings."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import Exact
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codes.burraco.count import STEP
from codes.tressette.count import DECK_POINTS
from records.guards import (
    Guard,
    Reasoned,
    all_or_none,
    changed_why,
    columns_change,
    known,
    of_another_tournament,
    on_write,
    once,
)
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Round, Table
from tournaments.setup.games import GameId

# How a record that a decision of the federal judge made begins to say whose it is (`standings.words.judged`).
JUDGED = "Giudice federale, reclamo n. "


class BoardScoreQuerySet(SealedQuerySet["BoardScore"]):
    def current(self) -> "BoardScoreQuerySet":
        """The version in force of each score: given or confirmed, not superseded."""
        return self.exclude(state=BoardScore.State.SUPERSEDED)


class BoardScore(Sealed):
    """One version of the score of a board at a table; points are totals, accuse included.

    Figures never change and rows are never deleted (database triggers):
    a correction supersedes the version before.
    """

    TOURNAMENT = "table__round__tournament"
    PERSONAL = {"reason": (), "agreed_by": ()}

    class Kind(models.TextChoices):
        PLAYED = "played", _("giocato")
        ARTIFICIAL = "artificial", _("artificiale")
        ASSIGNED = "assigned", _("assegnato")
        RECTIFIED = "rectified", _("rettificato")
        VOID = "void", _("annullato")
        # Of a match to points, once its target is reached: there is nothing to score or to confirm.
        UNPLAYED = "unplayed", _("non giocata")

    class State(models.TextChoices):
        GIVEN = "given", _("da confermare")
        CONFIRMED = "confirmed", _("confermato")
        SUPERSEDED = "superseded", _("sostituito")

    class Cause(models.TextChoices):
        """Why a version took the place of another (F.I.Bur. 20): the time windows differ."""

        PLAYERS = "players", _("errore nella compilazione dello score")
        SCORER = "scorer", _("errore di chi ha registrato")

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("tavolo"), related_name="scores")
    board = models.ForeignKey(Board, models.PROTECT, verbose_name=_("smazzata"), related_name="scores")
    # The tournament's, so that the constraints on the figures can tell which ones apply (a trigger keeps it true).
    game = models.CharField(_("gioco"), max_length=20, choices=GameId, default=GameId.TRESSETTE)
    version = models.PositiveIntegerField(_("versione"))
    kind = models.CharField(_("genere"), max_length=20, choices=Kind)
    points_a = models.SmallIntegerField(_("punti della linea A"), null=True, blank=True)
    points_b = models.SmallIntegerField(_("punti della linea B"), null=True, blank=True)
    accusa_a = models.PositiveSmallIntegerField(_("di cui accusa della linea A"), default=0)
    accusa_b = models.PositiveSmallIntegerField(_("di cui accusa della linea B"), default=0)
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.GIVEN)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("dato da"), related_name="scores_given"
    )
    given_at = models.DateTimeField(_("dato il"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("confermato da"),
        related_name="scores_confirmed",
        null=True,
        blank=True,
    )
    confirmed_at = models.DateTimeField(_("confermato il"), null=True, blank=True)
    superseded_at = models.DateTimeField(_("sostituito il"), null=True, blank=True)
    reason = models.TextField(_("motivo"), blank=True)
    reference = models.CharField(_("provvedimento"), max_length=200, blank=True)
    cause = models.CharField(_("genere di errore"), max_length=20, choices=Cause, blank=True)
    # Who of the opponents confirmed the correction of an error of the players.
    agreed_by = models.CharField(_("confermata dagli avversari"), max_length=200, blank=True)

    objects = BoardScoreQuerySet.as_manager()

    class Meta:
        ordering = ["table", "board", "version"]
        verbose_name = _("punteggio")
        verbose_name_plural = _("punteggi")
        constraints = [
            once("table board version", _("Questa versione del punteggio esiste già.")),
            once("table board", _("Il punteggio è già stato registrato."), only=~Q(state="superseded")),
            known(
                "kind",
                ["played", "artificial", "assigned", "rectified", "void", "unplayed"],
                _("Questo genere di punteggio non esiste."),
            ),
            models.CheckConstraint(
                name="played_deck_is_eleven",
                condition=(
                    ~Q(kind="played", game=GameId.TRESSETTE)
                    | Q(points_a=F("accusa_a") + F("accusa_b") + DECK_POINTS - F("points_b"))
                ),
                violation_error_message=_("I punti delle carte devono fare 11."),
            ),
            models.CheckConstraint(
                name="burraco_by_fives",
                condition=(
                    ~Q(game=GameId.BURRACO)
                    | Q(kind="void")
                    | Q(Exact(F("points_a") % STEP, 0), Exact(F("points_b") % STEP, 0), accusa_a=0, accusa_b=0)
                ),
                violation_error_message=_("A burraco i punti vanno di 5 in 5, senza accusa."),
            ),
            models.CheckConstraint(
                name="tressette_points_positive",
                condition=~Q(game=GameId.TRESSETTE) | Q(kind="void") | Q(points_a__gte=0, points_b__gte=0),
                violation_error_message=_("I punti non possono essere negativi."),
            ),
            models.CheckConstraint(
                name="accusa_within_points",
                condition=Q(kind="void")
                | Q(game=GameId.BURRACO)
                | Q(accusa_a__lte=F("points_a"), accusa_b__lte=F("points_b")),
                violation_error_message=_("I punti di accusa sono compresi nel totale."),
            ),
            models.CheckConstraint(
                name="points_unless_void",
                condition=(
                    Q(kind="void", points_a__isnull=True, points_b__isnull=True, accusa_a=0, accusa_b=0)
                    | (~Q(kind="void") & Q(points_a__isnull=False, points_b__isnull=False))
                ),
                violation_error_message=_("Un punteggio ha i punti delle due linee, una smazzata annullata nessuno."),
            ),
            models.CheckConstraint(
                name="score_version_positive",
                condition=Q(version__gte=1),
                violation_error_message=_("Le versioni partono da 1."),
            ),
            changed_why(_("Una correzione ha bisogno del motivo.")),
            models.CheckConstraint(
                name="arbitral_has_reference",
                condition=Q(kind="played") | ~Q(reference=""),
                violation_error_message=_("Un punteggio arbitrale cita il suo provvedimento."),
            ),
            models.CheckConstraint(
                name="confirmed_by_another",
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("given_by")),
                violation_error_message=_("Conferma una persona diversa da chi ha dato il punteggio."),
            ),
            models.CheckConstraint(
                name="confirmation_complete",
                condition=(
                    Q(confirmed_by__isnull=True, confirmed_at__isnull=True, state__in=["given", "superseded"])
                    | Q(confirmed_by__isnull=False, confirmed_at__isnull=False, state__in=["confirmed", "superseded"])
                ),
                violation_error_message=_("Una conferma dice chi e quando."),
            ),
            models.CheckConstraint(
                name="superseded_when",
                condition=(
                    Q(state="superseded", superseded_at__isnull=False)
                    | (~Q(state="superseded") & Q(superseded_at__isnull=True))
                ),
                violation_error_message=_("Una versione sostituita dice quando."),
            ),
            Guard(name="score_no_delete", on="DELETE", says="A score is never deleted"),
            Guard(
                name="score_figures_fixed",
                on="UPDATE",
                when=columns_change(
                    "id table_id board_id version kind points_a points_b accusa_a accusa_b given_by_id given_at "
                    "reason reference game cause agreed_by"
                ),
                says="The figures of a score never change: give a new version",
            ),
            Guard(
                name="score_superseded_fixed",
                on="UPDATE",
                when="OLD.state = 'superseded' AND ("
                + columns_change("state superseded_at confirmed_by_id confirmed_at")
                + ")",
                says="A superseded score never changes",
            ),
            Guard(
                name="score_confirmation_fixed",
                on="UPDATE",
                when="OLD.confirmed_by_id IS NOT NULL AND ("
                + columns_change("confirmed_by_id confirmed_at")
                + " OR NEW.state = 'given')",
                says="A confirmation is never taken back",
            ),
            *on_write(
                "score_same_round",
                when="((SELECT board_set_id FROM tournaments_table WHERE id = NEW.table_id) IS DISTINCT FROM"
                " (SELECT board_set_id FROM tournaments_board WHERE id = NEW.board_id))"
                " OR ((SELECT board_set_id FROM tournaments_board WHERE id = NEW.board_id) IS NULL"
                " AND (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
                " <> (SELECT round_id FROM tournaments_board WHERE id = NEW.board_id))",
                says="A board is scored at the tables that play it",
            ),
            Guard(
                name="score_same_game",
                on="INSERT",
                when="NEW.game <> (SELECT t.game FROM tournaments_tournament t JOIN tournaments_round r"
                " ON r.tournament_id = t.id JOIN tournaments_table p ON p.round_id = r.id WHERE p.id = NEW.table_id)",
                says="A score is of its tournament's game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.board}, {_('versione')} {self.version}"

    @property
    def is_current(self) -> bool:
        return self.state != self.State.SUPERSEDED

    @property
    def is_void(self) -> bool:
        return self.kind == self.Kind.VOID

    @property
    def is_unplayed(self) -> bool:
        return self.kind == self.Kind.UNPLAYED

    @property
    def is_decided(self) -> bool:
        """Whether a ruling or the federal judge gave its figures, and nobody at the table."""
        return self.decides(self.kind, self.reference)

    @classmethod
    def decides(cls, kind: str, reference: str) -> bool:
        return kind != cls.Kind.PLAYED or reference.startswith(JUDGED)

    @classmethod
    def awaiting(cls) -> Q:
        """Those that `awaits_confirmation` is true of."""
        return Q(state=cls.State.GIVEN, kind=cls.Kind.PLAYED) & ~Q(reference__startswith=JUDGED)

    @property
    def awaits_confirmation(self) -> bool:
        """Whether somebody else has still to confirm its figures, where the tournament asks it.

        Only what was typed from a table is: a second hand is our own remedy against slips of the pen, of which neither
        code knows. A ruling's figures are worked out, and its own two persons answer for them; those of the federal
        judge are carried out as they were signed. In a mean of art. 81 an unconfirmed result counts as any other; who
        gives that score is told which tables they are.
        """
        return self.awaits(self.kind, self.state, self.reference)

    @classmethod
    def awaits(cls, kind: str, state: str, reference: str) -> bool:
        return state == cls.State.GIVEN and not cls.decides(kind, reference)

    def told_state(self, *, one_hand: bool | None) -> str:
        """Its state in words; one_hand: as of a tournament whose scores nobody need confirm."""
        if self.state == self.State.GIVEN and (one_hand or not self.awaits_confirmation):
            return gettext("registrato")
        return str(self.get_state_display())


class Adjustment(Reasoned, Sealed):
    """VP or MP added to or taken from an entry, or a warning; cancelled with a reason, never deleted."""

    TOURNAMENT = "entry__tournament"
    PERSONAL = {"reason": (), "cancel_reason": ()}

    class Kind(models.TextChoices):
        VP = "vp", _("VP")
        MP = "mp", _("MP")
        # Of a deal, by a ruling: they move the difference of the match, whatever the game (docs/decisions/0038).
        POINTS = "points", _("punti della smazzata")
        WARNING = "warning", _("ammonizione")

    FIGURES = (Kind.VP, Kind.MP)

    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("coppia"), related_name="adjustments")
    round = models.ForeignKey(
        Round, models.PROTECT, verbose_name=_("turno"), related_name="adjustments", null=True, blank=True
    )
    kind = models.CharField(_("genere"), max_length=20, choices=Kind)
    amount = models.SmallIntegerField(_("quantità"), default=0, help_text=_("Negativa se è una penalità."))
    reference = models.CharField(_("provvedimento"), max_length=200, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("dato da"), related_name="adjustments_given"
    )
    given_at = models.DateTimeField(_("dato il"))
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("annullato da"),
        related_name="adjustments_cancelled",
        null=True,
        blank=True,
    )
    cancelled_at = models.DateTimeField(_("annullato il"), null=True, blank=True)
    cancel_reason = models.TextField(_("motivo dell’annullamento"), blank=True)

    objects = SealedQuerySet["Adjustment"].as_manager()

    class Meta:
        ordering = ["given_at", "pk"]
        verbose_name = _("penalità o compenso")
        verbose_name_plural = _("penalità e compensi")
        constraints = [
            models.CheckConstraint(
                name="adjustment_kind_and_amount",
                condition=(
                    (Q(kind__in=["vp", "mp"]) & ~Q(amount=0))
                    | (Q(kind="points", round__isnull=False) & ~Q(amount=0))
                    | Q(kind="warning", amount=0)
                ),
                violation_error_message=_("VP, MP e punti vogliono una quantità, l’ammonizione nessuna."),
            ),
            *Reasoned.Meta.constraints,
            all_or_none("cancelled_by cancelled_at", "cancel_reason", _("Un annullamento dice chi, quando e perché.")),
            Guard(name="adjustment_no_delete", on="DELETE", says="An adjustment is never deleted: cancel it"),
            Guard(
                name="adjustment_figures_fixed",
                on="UPDATE",
                when=columns_change("id entry_id round_id kind amount reason reference given_by_id given_at"),
                says="An adjustment never changes: cancel it",
            ),
            Guard(
                name="adjustment_cancellation_fixed",
                on="UPDATE",
                when="OLD.cancelled_at IS NOT NULL AND ("
                + columns_change("cancelled_by_id cancelled_at cancel_reason")
                + ")",
                says="A cancellation is never taken back",
            ),
            *on_write(
                "adjustment_same_tournament",
                when=f"NEW.round_id IS NOT NULL AND ({of_another_tournament('entry_id')})",
                says="The round of an adjustment belongs to the pair's tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()} {self.amount or ''}".strip()

    @property
    def key(self) -> str:
        return f"adjustment:{self.pk}"

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None
