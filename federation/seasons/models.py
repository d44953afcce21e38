"""A federation's tables of points, and of which class each tournament is.

Seasons, what counts in each, and their standings as they were published.

docs/decisions/0082-points-and-seasons.md
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.points.season import Ties
from people.accounts.models import Club, Federation, Player
from records.guards import by_whom, changed_why, immutable, known, of_one, once, within
from records.official_records import FederationSealed, SealedQuerySet
from tournaments.setup.models import Tournament


class PointsTable(FederationSealed):
    """An edition of a table of points, as it was loaded: its text says all, and never changes (database triggers)."""

    PERSONAL = {"reason": ()}

    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="points_tables"
    )
    edition = models.SlugField(_("edizione"))
    title = models.CharField(_("titolo"), max_length=500)
    source = models.CharField(_("fonte"), max_length=500)
    # YAML, read by `federation.points.table_file`; what stands beside it here is only what lists show.
    text = models.TextField(_("testo"))
    sha256 = models.CharField(max_length=64)
    valid_from = models.DateField(_("vale dal"))
    valid_until = models.DateField(_("vale fino al"), null=True, blank=True)
    # Invented, to try things with.
    example = models.BooleanField(_("d’esempio"), default=False)
    # Why it says otherwise than another one for the same days.
    reason = models.TextField(_("motivo"), blank=True)
    loaded_by = by_whom(_("caricata da"))
    loaded_at = models.DateTimeField(_("caricata il"))

    objects = SealedQuerySet["PointsTable"].as_manager()

    class Meta:
        ordering = ["federation", "-valid_from", "edition"]
        verbose_name = _("tabella dei punti")
        verbose_name_plural = _("tabelle dei punti")
        constraints = [
            once("federation edition", _("Questa edizione è già stata caricata.")),
            models.CheckConstraint(
                name="points_table_valid_forward",
                condition=Q(valid_until__isnull=True) | Q(valid_until__gte=F("valid_from")),
                violation_error_message=_("La tabella finisce prima di cominciare."),
            ),
            *immutable("pointstable"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.edition})"


class ClassVersion(FederationSealed):
    """One version of what is said of a tournament's class; the last one holds, and none of them ever changes."""

    PERSONAL: ClassVar = {"reason": ()}

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
    noted_by = by_whom(_("da"))
    noted_at = models.DateTimeField(_("quando"))

    class Meta:
        abstract = True

    @property
    def is_assigned(self) -> bool:
        return self.state == self.State.ASSIGNED


class TournamentClass(ClassVersion):
    """Of a tournament that is played here."""

    FEDERATION = "tournament__federation"

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="classes")

    objects = SealedQuerySet["TournamentClass"].as_manager()

    class Meta:
        ordering = ["tournament", "version"]
        verbose_name = _("classe di un torneo")
        verbose_name_plural = _("classi dei tornei")
        constraints = [
            once("tournament version", _("Intanto qualcun altro ha cambiato la classe.")),
            models.CheckConstraint(
                name="tournament_class_known_state",
                condition=(Q(state__in=["proposed", "assigned"]) & ~Q(class_id="")) | Q(state="none", class_id=""),
                violation_error_message=_("Una classe proposta o assegnata dice quale."),
            ),
            changed_why(_("Chi cambia la classe di un torneo dice perché.")),
            *immutable("tournamentclass"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.class_id or self.get_state_display()}"


MOST_COUNTED = 999
TIES = [
    (Ties.BEST_RESULTS.value, _("i risultati migliori, uno dopo l’altro")),
    (Ties.FIRST_PLACES.value, _("più primi posti, poi più secondi, e così via")),
    (Ties.SHARED.value, _("niente: stesso posto")),
]


class Season(FederationSealed):
    """A season of a federation; what counts in it is said by its rules, of which the last version holds."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="seasons")
    code = models.SlugField(_("sigla"))
    name = models.CharField(_("nome"), max_length=200)
    made_by = by_whom(_("da"))
    made_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["Season"].as_manager()

    class Meta:
        ordering = ["federation", "-made_at", "code"]
        verbose_name = _("stagione")
        verbose_name_plural = _("stagioni")
        constraints = [
            once("federation code", _("Una stagione con questa sigla c’è già.")),
            *immutable("season"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonRules(FederationSealed):
    """One version of what counts in a season; a change is a new version with its reason."""

    FEDERATION = "season__federation"
    PERSONAL: ClassVar = {"reason": ()}

    season = models.ForeignKey(Season, models.PROTECT, verbose_name=_("stagione"), related_name="rules")
    version = models.PositiveSmallIntegerField(_("versione"))
    starts_on = models.DateField(_("dal"))
    ends_on = models.DateField(_("al"))
    table = models.ForeignKey(PointsTable, models.PROTECT, verbose_name=_("tabella dei punti"), related_name="seasons")
    # The classes whose tournaments count.
    classes = models.JSONField(_("classi che contano"))
    best = models.PositiveSmallIntegerField(
        _("quanti risultati contano"),
        null=True,
        blank=True,
        validators=within(1, MOST_COUNTED),
    )
    club_best = models.PositiveSmallIntegerField(
        _("quanti giocatori di un circolo contano in ogni torneo"),
        null=True,
        blank=True,
        validators=within(1, MOST_COUNTED),
    )
    ties = models.CharField(_("a pari punti decide"), max_length=20, choices=TIES)
    reason = models.TextField(_("motivo"), blank=True)
    set_by = by_whom(_("da"))
    set_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["SeasonRules"].as_manager()

    class Meta:
        ordering = ["season", "version"]
        verbose_name = _("regole di una stagione")
        verbose_name_plural = _("regole delle stagioni")
        constraints = [
            once("season version", _("Intanto qualcun altro ha cambiato le regole.")),
            models.CheckConstraint(
                name="season_forward",
                condition=Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("La stagione finisce prima di cominciare."),
            ),
            known("ties", [ties for ties, _name in TIES], _("Questo criterio non esiste.")),
            changed_why(_("Chi cambia le regole di una stagione dice perché.")),
            *immutable("seasonrules"),
        ]

    def __str__(self) -> str:
        return f"{self.season} ({self.version})"


class SeasonPublication(FederationSealed):
    """A season's standings as everybody was shown them: neither they nor their lines ever change (database triggers).

    Persons, clubs and tournaments stand in them by their keys, so that nothing of them need ever be erased.
    """

    FEDERATION = "season__federation"
    PERSONAL: ClassVar = {"reason": ()}

    season = models.ForeignKey(Season, models.PROTECT, verbose_name=_("stagione"), related_name="publications")
    number = models.PositiveSmallIntegerField(_("numero"))
    rules = models.ForeignKey(SeasonRules, models.PROTECT, verbose_name=_("regole"), related_name="publications")
    # From which final standings: [{held, class, version, entries, finals: [[stage, number, hash]]}].
    sources = models.JSONField(_("da quali classifiche"))
    # Of the lines alone, to tell whether anything moved since.
    figures = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    engine_version = models.CharField(_("versione del programma"), max_length=100)
    published_by = by_whom(_("pubblicata da"))
    published_at = models.DateTimeField(_("pubblicata il"))
    # What changed since the one before.
    reason = models.TextField(_("motivo"), blank=True)

    objects = SealedQuerySet["SeasonPublication"].as_manager()

    class Meta:
        ordering = ["season", "number"]
        verbose_name = _("classifica di stagione pubblicata")
        verbose_name_plural = _("classifiche di stagione pubblicate")
        constraints = [
            once("season number", _("Questa pubblicazione esiste già.")),
            models.CheckConstraint(
                name="season_published_again_why",
                condition=Q(number=1) | ~Q(reason=""),
                violation_error_message=_("Chi pubblica una classifica al posto di un’altra dice perché."),
            ),
            *immutable("seasonpublication"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {_('classifica')} {self.number}"


class SeasonRow(FederationSealed):
    """A line of a season's published standings: of a player or of a club, with the results that it is the sum of."""

    FEDERATION = "publication__season__federation"

    publication = models.ForeignKey(
        SeasonPublication, models.PROTECT, verbose_name=_("classifica"), related_name="rows"
    )
    # From 1, players and clubs each for themselves.
    number = models.PositiveIntegerField(_("riga"))
    place = models.PositiveIntegerField(_("posto"))
    player = models.ForeignKey(
        Player, models.PROTECT, verbose_name=_("giocatore"), related_name="season_rows", null=True, blank=True
    )
    club = models.ForeignKey(
        Club, models.PROTECT, verbose_name=_("circolo"), related_name="season_rows", null=True, blank=True
    )
    # Exact: «214», «47/2».
    points = models.CharField(_("punti"), max_length=40)
    # As `federation.seasons.rows` writes them.
    results = models.JSONField(_("risultati"))

    objects = SealedQuerySet["SeasonRow"].as_manager()

    class Meta:
        ordering = ["publication", "number", "pk"]
        verbose_name = _("riga di una classifica di stagione")
        verbose_name_plural = _("righe delle classifiche di stagione")
        constraints = [
            once(
                "publication number",
                _("Questa riga esiste già."),
                only=Q(club__isnull=True),
                name="season_player_row_once",
            ),
            once(
                "publication number",
                _("Questa riga esiste già."),
                only=Q(player__isnull=True),
                name="season_club_row_once",
            ),
            of_one("club", "player", _("Una riga è di un giocatore o di un circolo.")),
            *immutable("seasonrow"),
        ]

    def __str__(self) -> str:
        return f"{self.publication}, {self.place}: {self.player or self.club}"
