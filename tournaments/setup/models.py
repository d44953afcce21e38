"""A tournament, the options of its code and who runs it."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from codes.burraco.parameters import MATCH_OF_DEALS, MatchKind
from codes.tressette_online.matches import RULEBOOK_ID as ONLINE
from codes.tressette_online.matches import OnlineMatch, matches, options_by_rounds
from codes.victory_points import get_scale
from people.accounts.models import PRACTICE, Club, Federation
from records.guards import Guard, columns_change, either_write, known, once, within
from records.official_records import Sealed, SealedQuerySet
from records.rights import ROLE_NAMES, Role
from tournaments.setup.games import GAMES, Game, GameId, SeatNames

if TYPE_CHECKING:
    from tournaments.rounds.models import Round

# The longest encounter that the scale of tressette knows; at burraco there are fewer.
MAX_BOARDS_PER_ROUND = get_scale("tressette").most_boards


class Forma(models.TextChoices):
    ORDINARIO = "ordinario", _("Gioco ordinario")
    DUPLICATO = "duplicato", _("Gioco duplicato")


class Norme(models.TextChoices):
    TRADIZIONALI = "tradizionali", _("Norme tradizionali")
    MODERNE = "moderne", _("Norme moderne")


class Accusa(models.TextChoices):
    CON = "con-accusa", _("Con l’accusa")
    SENZA = "senza-accusa", _("Senza accusa")
    CONSENTITA = "dichiarazione-consentita", _("Con dichiarazione consentita")
    OBBLIGATORIA = "dichiarazione-obbligatoria", _("Con dichiarazione obbligatoria")


class Separe(models.TextChoices):
    SENZA = "senza-separe", _("Senza separé")
    CON = "con-separe", _("Con separé e paramani")


class OnlineKind(models.TextChoices):
    """The kinds of match of the online rules, by their ids in the code (8, 9, 16)."""

    BOARDS = "a-smazzate", _("A smazzate")
    POINTS = "a-punti", _("A punti")
    LOSING_BOARDS = "a-perdere-a-smazzate", _("A perdere, a smazzate")
    LOSING_POINTS = "a-perdere-a-punti", _("A perdere, a punti")


class Contest(models.TextChoices):
    """Who enters (F.I.Bur. 2)."""

    PAIRS = "pairs", _("Coppie")
    TEAMS = "teams", _("Squadre")
    # A new partner every round: the players' «torneo giallo».
    INDIVIDUAL = "individual", _("Individuale, giallo")
    SINGLES = "singles", _("Individuale, uno contro uno")


# What one entry is called, and several.
ENTRY_NAMES = {
    Contest.PAIRS.value: (_("Coppia"), _("Coppie")),
    Contest.TEAMS.value: (_("Squadra"), _("Squadre")),
    **dict.fromkeys([Contest.INDIVIDUAL.value, Contest.SINGLES.value], (_("Giocatore"), _("Giocatori"))),
}

# How many players an entry has, at least and at most.
MEMBERS = {
    Contest.PAIRS.value: (2, 2),
    Contest.TEAMS.value: (4, 8),
    Contest.INDIVIDUAL.value: (1, 1),
    Contest.SINGLES.value: (1, 1),
}


class Ending(models.TextChoices):
    CONCLUDED = "concluded", _("concluso")
    INTERRUPTED = "interrupted", _("interrotto")


def match_kind(contest: str, boards: int) -> MatchKind | None:
    """What burraco calls a match of so many deals; one of teams is its own kind. None where no match has so many."""
    kind = MATCH_OF_DEALS.get(boards)
    return MatchKind.TEAMS if kind and contest == Contest.TEAMS else kind


def options_of(game: str, *, forma: str, norme: str, accusa: str, separe: str) -> dict[str, str]:
    """The options as the game has them: those it has not are empty, the separé are absent unless said."""
    if game == GameId.BURRACO:
        return {"forma": "", "norme": "", "accusa": "", "separe": separe or Separe.SENZA.value}
    return {"forma": forma, "norme": norme, "accusa": accusa, "separe": ""}


class Tournament(Sealed):
    """A tournament and the options of the code under which it is played."""

    TOURNAMENT = "pk"
    PERSONAL = {"end_reason": ()}
    NOT_SEALED = {"data_version": "the number of lines of the log, which are counted"}

    slug = models.SlugField(_("indirizzo"), unique=True)
    name = models.CharField(_("nome"), max_length=200)
    federation = models.ForeignKey(
        Federation, models.PROTECT, verbose_name=_("federazione"), related_name="tournaments"
    )
    place = models.CharField(_("luogo"), max_length=200)
    starts_on = models.DateField(_("inizio"))
    game = models.CharField(_("gioco"), max_length=20, choices=GameId, default=GameId.TRESSETTE)
    rulebook = models.CharField(_("codice"), max_length=100, default="fitres-tressette")
    edition = models.CharField(_("edizione del codice"), max_length=200, blank=True)
    forma = models.CharField(_("forma di gioco"), max_length=40, choices=Forma, default=Forma.DUPLICATO, blank=True)
    norme = models.CharField(_("norme"), max_length=40, choices=Norme, default=Norme.MODERNE, blank=True)
    accusa = models.CharField(_("accusa"), max_length=40, choices=Accusa, default=Accusa.CON, blank=True)
    separe = models.CharField(_("separé"), max_length=40, choices=Separe, blank=True)
    # Empty where the code knows no kinds.
    match_kind = models.CharField(_("tipo di partita"), max_length=30, choices=OnlineKind, blank=True)
    contest = models.CharField(_("chi si iscrive"), max_length=20, choices=Contest, default=Contest.PAIRS)
    boards_per_round = models.PositiveSmallIntegerField(
        _("smazzate per turno"), validators=within(1, MAX_BOARDS_PER_ROUND)
    )
    vp_scale = models.CharField(_("scala dei VP"), max_length=40, default="tressette")
    round_minutes = models.PositiveSmallIntegerField(
        _("minuti per turno"), null=True, blank=True, validators=within(1, 600)
    )
    bye_vp = models.PositiveSmallIntegerField(_("VP del riposo"), default=10)
    bye_mp = models.SmallIntegerField(_("MP del riposo"), default=0)
    warnings_per_vp = models.PositiveSmallIntegerField(
        _("ammonizioni che costano 1 VP"), default=0, help_text=_("0: le ammonizioni da sole non costano VP.")
    )
    # None where the tournament sets none: the codes give minutes for the standings alone (F.I.Bur. 20).
    appeal_minutes = models.PositiveSmallIntegerField(
        _("minuti per il reclamo contro una decisione"), null=True, blank=True, validators=within(1, 1440)
    )
    # In cents; None: no deposit is asked.
    appeal_deposit = models.PositiveIntegerField(_("deposito per il reclamo"), null=True, blank=True)
    # One arbiter, and no chief who could confirm: nothing is proposed.
    single_arbiter = models.BooleanField(_("arbitro unico"), null=True, blank=True)
    # What only a second person puts in force (decision 54); None: whoever rules does.
    confirm_expulsion = models.BooleanField(_("allontanamento ed esclusione"), null=True, blank=True)
    confirm_deferral = models.BooleanField(_("deferimento"), null=True, blank=True)
    confirm_vp = models.PositiveSmallIntegerField(
        _("penalità da quanti VP"), null=True, blank=True, validators=within(1, 999)
    )
    # Scores count as they are given (decision 58); None: a second person confirms them.
    one_hand = models.BooleanField(_("una sola mano"), null=True, blank=True)
    lot_seed = models.CharField(
        _("seme dei sorteggi"),
        max_length=200,
        help_text=_("Scelto prima dell’inizio: con questo chiunque può ripetere i sorteggi."),
    )
    is_public = models.BooleanField(_("visibile al pubblico"), default=False)
    # The one whose settings and people it took.
    copied_from = models.ForeignKey(
        "self",
        models.SET_NULL,
        verbose_name=_("copiato da"),
        related_name="copies",
        null=True,
        blank=True,
        editable=False,
    )
    # The number of its last log line: every official change raises it, so caches and publications can tell.
    data_version = models.PositiveIntegerField(_("versione dei dati"), default=0, editable=False)
    ending = models.CharField(_("fine"), max_length=20, choices=Ending, blank=True, editable=False)
    ended_at = models.DateTimeField(_("finito il"), null=True, blank=True, editable=False)
    end_reason = models.TextField(_("motivo dell’interruzione"), blank=True, editable=False)

    objects = SealedQuerySet["Tournament"].as_manager()

    class Meta:
        ordering = ["-starts_on", "slug"]
        verbose_name = _("torneo")
        verbose_name_plural = _("tornei")
        constraints = [
            models.CheckConstraint(
                name="duplicate_is_modern",
                condition=~Q(forma=Forma.DUPLICATO) | Q(norme=Norme.MODERNE),
                violation_error_message=_("Il gioco duplicato segue sempre le norme moderne."),
            ),
            models.CheckConstraint(
                name="boards_per_round_in_scale",
                condition=Q(boards_per_round__gte=1, boards_per_round__lte=MAX_BOARDS_PER_ROUND),
                violation_error_message=_("Le smazzate per turno vanno da 1 a 8."),
            ),
            models.CheckConstraint(
                name="options_of_the_game",
                condition=(
                    (Q(game=GameId.TRESSETTE, separe="") & ~Q(forma="") & ~Q(norme="") & ~Q(accusa=""))
                    | Q(game=GameId.BURRACO, forma="", norme="", accusa="", separe__in=["senza-separe", "con-separe"])
                ),
                violation_error_message=_("Scegli forma, norme e accusa per il tressette, il separé per il burraco."),
            ),
            models.CheckConstraint(
                name="burraco_match_has_scale",
                condition=~Q(game=GameId.BURRACO) | Q(boards_per_round__in=list(MATCH_OF_DEALS)),
                violation_error_message=_("A burraco un turno è di 2, 3 o 4 smazzate."),
            ),
            models.CheckConstraint(
                name="match_kind_known",
                condition=Q(match_kind="") | Q(game=GameId.TRESSETTE, match_kind__in=OnlineKind.values),
                violation_error_message=_("Questo tipo di partita non esiste."),
            ),
            known("contest", ["pairs", "teams", "individual", "singles"], _("Questo tipo di gara non esiste.")),
            models.CheckConstraint(
                name="tournament_end_complete",
                condition=(
                    Q(ending="", ended_at__isnull=True, end_reason="")
                    | Q(ending="concluded", ended_at__isnull=False)
                    | (Q(ending="interrupted", ended_at__isnull=False) & ~Q(end_reason=""))
                ),
                violation_error_message=_("La fine di un torneo dice quando e, se è interrotto, perché."),
            ),
            models.CheckConstraint(
                name="tournament_has_lot_seed",
                condition=~Q(lot_seed=""),
                violation_error_message=_("Manca il seme dei sorteggi."),
            ),
            Guard(
                name="tournament_game_fixed",
                on="UPDATE",
                when=either_write(
                    columns_change("game"),
                    "EXISTS (SELECT 1 FROM tournaments_boardscore s JOIN tournaments_table p ON p.id = s.table_id"
                    " JOIN tournaments_round r ON r.id = p.round_id WHERE r.tournament_id = NEW.id)",
                ),
                says="The game of a tournament with scores never changes",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_practice(self) -> bool:
        """Whether it was made to be tried and thrown away: it is nobody's, and counts nowhere."""
        return self.federation.code == PRACTICE

    @property
    def is_online(self) -> bool:
        """Whether it is played by the rules of online tressette, which leave open the kind of match and the accusa."""
        return self.rulebook.startswith(ONLINE)

    @property
    def online_match(self) -> OnlineMatch | None:
        """The kind of its matches under the online rules; none under other codes."""
        return matches().kind(self.match_kind or OnlineKind.BOARDS.value) if self.is_online else None

    @property
    def fewest_wins(self) -> bool:
        """Whether who makes fewer points wins (online rules, 16)."""
        return self.online_match is not None and self.online_match.fewest_wins

    @property
    def target(self) -> int | None:
        """The points at which a match ends, by its last board at the latest (online rules, 9, 23); None: by boards."""
        by_points = self.online_match is not None and self.online_match.measured == "points"
        return matches().points_for(self.boards_per_round) if by_points else None

    def deal_called(self, number: int) -> int:
        """The number by which people call a deal: its place in the match where it is dealt at a table, or its own."""
        return self.deal_of(number) if self.rules.deals_of_match else number

    def deal_of(self, number: int) -> int:
        """The place of a board among those of a round, from 1: rounds, and sets that go round, have as many boards."""
        return (number - 1) % self.boards_per_round + 1

    def counted(self, points_a: int, points_b: int) -> tuple[int, int]:
        """What the boards' points count for each line: where fewer points win, those that the other line took."""
        return (points_b, points_a) if self.fewest_wins else (points_a, points_b)

    @property
    def options(self) -> dict[str, str]:
        """The options that decide which procedures of the code exist."""
        if self.game == GameId.BURRACO:
            return {"partita": str(match_kind(self.contest, self.boards_per_round)), "separe": self.separe}
        if self.online_match:
            alone = self.contest == Contest.SINGLES
            return options_by_rounds(self.online_match, with_accusa=self.plays_with_accusa, one_against_one=alone)
        return {"forma": self.forma, "norme": self.norme, "accusa": self.accusa}

    def options_at(self, round: "Round") -> dict[str, str]:
        """The same in a round: the online rules settle the ties and time-outs of a knock-out otherwise (8, 11, 15)."""
        if not self.is_online or not round.stage.traits.is_bracket:
            return self.options
        return self.options | {"formula": "eliminazione"}

    @property
    def options_in_words(self) -> list[str]:
        if self.game == GameId.BURRACO:
            return [str(self.get_game_display()), str(self.get_separe_display())]
        if self.is_online:
            kind = str(OnlineKind(self.match_kind or OnlineKind.BOARDS).label)
            if self.target:
                kind = _("%(kind)s, ai %(target)d") % {"kind": kind, "target": self.target}
            return [str(_("Regole del tressette in linea")), kind, str(self.get_accusa_display())]
        return [str(self.get_forma_display()), str(self.get_norme_display()), str(self.get_accusa_display())]

    @property
    def has_ended(self) -> bool:
        return bool(self.ending)

    @property
    def members_per_entry(self) -> tuple[int, int]:
        """How many players an entry has, at least and at most."""
        return MEMBERS[self.contest]

    @property
    def entry_title(self) -> str:
        return str(ENTRY_NAMES[self.contest][0])

    @property
    def entries_title(self) -> str:
        return str(ENTRY_NAMES[self.contest][1])

    @property
    def rules(self) -> Game:
        return GAMES[self.game]

    @property
    def seat_names(self) -> SeatNames:
        return self.rules.seat_names

    @property
    def is_duplicate(self) -> bool:
        """Whether the same boards are played at several tables."""
        return self.game != GameId.BURRACO and self.forma == Forma.DUPLICATO

    @property
    def replays_annulled(self) -> bool:
        """Whether an annulled deal is played again: not when the other tables have it too."""
        # Art. 80: in duplicate play an annulled deal is «normally» not replayed. We read: never, not even an original
        # hand once play has begun; who reads it otherwise departs from the proposal with a reason.
        return self.forma != Forma.DUPLICATO

    @property
    def entries_a_table(self) -> int:
        """How many entries sit at a table: the two of a match, or four single players with partners for a round."""
        return 4 if self.contest == Contest.INDIVIDUAL else 2

    @property
    def plays_with_accusa(self) -> bool:
        return self.accusa == Accusa.CON


STAFF_ROLES = [(role.value, name) for role, name in ROLE_NAMES.items() if role is not Role.PUBLIC]


class InForce(models.Manager["Membership"]):
    """The tasks that have not ended: whatever asks what somebody may do asks here."""

    def get_queryset(self) -> SealedQuerySet["Membership"]:
        # By the database's clock: a question asked once is kept, with the moment that it names.
        still = Q(ends_at__isnull=True) | Q(ends_at__gt=Now())
        return SealedQuerySet["Membership"](self.model, using=self._db).filter(still)


class Membership(Sealed):
    """The task of a user in a tournament; of one that ends, until then."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("utente"), related_name="memberships"
    )
    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="memberships")
    role = models.CharField(_("ruolo"), max_length=20, choices=STAFF_ROLES)
    # That of somebody who does not play; a player's own is known (`tournaments/staff/queries.py`).
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, verbose_name=_("circolo"), related_name="memberships"
    )

    ends_at = models.DateTimeField(_("finisce il"), null=True, blank=True)

    objects = InForce()
    ever = SealedQuerySet["Membership"].as_manager()

    class Meta:
        ordering = ["tournament", "role", "user_id"]
        verbose_name = _("incarico")
        verbose_name_plural = _("incarichi")
        constraints = [
            once("user tournament", _("L’utente ha già un incarico in questo torneo.")),
            known("role", [role for role, _name in STAFF_ROLES], _("Questo incarico non esiste.")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
