"""Rounds, their tables and who sits at them.

The boards that are played at the tables of a round.
"""

from collections.abc import Mapping

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.seats import Line, Seat
from people.accounts.models import Player
from records.guards import Guard, columns_change, either_write, known, of_another_tournament, of_one, on_write, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry, EntryMember
from tournaments.pairing.knockout import FINAL, THIRD_PLACE
from tournaments.planning.models import Group, Stage
from tournaments.setup.games import SeatField, SeatNames
from tournaments.setup.models import Contest, Tournament


class RoundManager(models.Manager["Round"]):
    """The rounds that there are: one whose preparation was discarded is none until it is prepared again."""

    def get_queryset(self) -> models.QuerySet["Round"]:
        return SealedQuerySet(self.model, using=self._db).exclude(state=Round.State.DISCARDED)


class Round(Sealed):
    """A round; its tables play the same boards, unless sets of boards go round in its stage."""

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparazione")
        PUBLISHED = "published", _("pubblicato")
        PLAYING = "playing", _("in corso")
        CLOSED = "closed", _("chiuso")
        # Its pairings stay as records; the number goes to the round that is prepared next.
        DISCARDED = "discarded", _("scartato")

    # Whose tables are played or have been: their results count.
    BEGUN = (State.PLAYING, State.CLOSED)

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="rounds")
    stage = models.ForeignKey(Stage, models.PROTECT, verbose_name=_("fase"), related_name="rounds")
    # Numbered through the whole tournament.
    number = models.PositiveSmallIntegerField(_("numero"))
    state = models.CharField(_("stato"), max_length=20, choices=State, default=State.DRAFT)

    objects = RoundManager()
    # Those discarded too.
    every = SealedQuerySet["Round"].as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("turno")
        verbose_name_plural = _("turni")
        constraints = [
            once("tournament number", _("Il turno esiste già.")),
            once("tournament", _("Un altro turno è in corso."), only=Q(state="playing")),
            known(
                "state",
                ["draft", "published", "playing", "closed", "discarded"],
                _("Questo stato del turno non esiste."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {_('turno')} {self.number}"

    @property
    def is_public(self) -> bool:
        return self.state not in (self.State.DRAFT, self.State.DISCARDED)

    @property
    def has_begun(self) -> bool:
        return self.state in self.BEGUN


class BoardSet(Sealed):
    """Boards that travel together from table to table through the rounds of a stage (duplicate Mitchell)."""

    TOURNAMENT = "stage__tournament"
    MAY_GO = True  # what nobody has played yet is numbered anew when a round is drawn again

    stage = models.ForeignKey(Stage, models.PROTECT, verbose_name=_("fase"), related_name="board_sets")
    # As the movement counts them; each group of the stage has its own, behind those of the group before.
    number = models.PositiveSmallIntegerField(_("numero"))

    objects = SealedQuerySet["BoardSet"].as_manager()

    class Meta:
        ordering = ["stage", "number"]
        verbose_name = _("gruppo di smazzate")
        verbose_name_plural = _("gruppi di smazzate")
        constraints = [
            once("stage number", _("Questo gruppo di smazzate esiste già.")),
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {_('smazzate')} {self.number}"


# The matches of a bracket that have a name of their own, by how many places they are for.
CALLED: Mapping[int, Promise] = {FINAL: _("Finale"), THIRD_PLACE: _("Finale per il terzo posto")}

# Who sits at a table: two entries, or four single players, the second of a line under «2».
LINES = ("line_a", "line_b", "line_a2", "line_b2")


class TableQuerySet(SealedQuerySet["Table"]):
    def with_players(self, contest: str = Contest.TEAMS) -> "TableQuerySet":
        """The tables with their pairs and players, in as many queries however many they are.

        contest: the tournament's, where it is known: nobody but teams has line-ups to be read.
        """
        members = EntryMember.objects.select_related("player")
        found = self.select_related("round__tournament", *LINES).prefetch_related(
            *(models.Prefetch(f"{line}__members", members) for line in LINES)
        )
        if contest != Contest.TEAMS:
            return found
        return found.prefetch_related(models.Prefetch("line_ups", LineUp.objects.with_players()))


class Table(Sealed):
    """A table of a round: line A sits North-South (fixed), line B East-West (mobile); without line B, line A rests.

    A line is a pair, a team or a single player; two single players who play together for a round make a line of both.
    A match of teams takes two tables, its rooms, with the same lines.
    """

    TOURNAMENT = "round__tournament"
    MAY_GO = True  # tables are taken away when a round is drawn again

    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("turno"), related_name="tables")
    number = models.PositiveSmallIntegerField(_("numero"))
    line_a = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("linea A"), related_name="tables_as_a")
    line_b = models.ForeignKey(
        Entry, models.PROTECT, verbose_name=_("linea B"), related_name="tables_as_b", null=True, blank=True
    )
    line_a2 = models.ForeignKey(
        Entry, models.PROTECT, verbose_name=_("con, in linea A"), related_name="tables_as_a2", null=True, blank=True
    )
    line_b2 = models.ForeignKey(
        Entry, models.PROTECT, verbose_name=_("con, in linea B"), related_name="tables_as_b2", null=True, blank=True
    )
    room = models.PositiveSmallIntegerField(_("sala"), default=1)
    group = models.ForeignKey(
        Group, models.PROTECT, verbose_name=_("girone"), related_name="tables", null=True, blank=True
    )
    # What it plays where sets of boards go round; elsewhere it plays the boards of its round.
    board_set = models.ForeignKey(
        BoardSet, models.PROTECT, verbose_name=_("gruppo di smazzate"), related_name="tables", null=True, blank=True
    )
    # How many places of a bracket its match is for: see `tournaments.pairing.knockout`.
    bracket = models.PositiveSmallIntegerField(_("posti del tabellone"), null=True, blank=True)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["round", "number"]
        verbose_name = _("tavolo")
        verbose_name_plural = _("tavoli")
        constraints = [
            once("round number", _("In questo turno il tavolo esiste già.")),
            once("round line_a room", _("La coppia siede già a un altro tavolo."), name="line_a_once_per_round"),
            once("round line_b room", _("La coppia siede già a un altro tavolo."), name="line_b_once_per_round"),
            known("room", [1, 2], _("Un incontro a squadre si gioca in due sale.")),
            models.CheckConstraint(
                name="two_different_lines",
                condition=Q(line_b__isnull=True) | ~Q(line_a=F("line_b")),
                violation_error_message=_("Una coppia non incontra sé stessa."),
            ),
            *on_write(
                "table_same_tournament",
                when=f"({of_another_tournament('line_a_id')}) OR ({of_another_tournament('line_b_id')})",
                says="The pairs of a table belong to its tournament",
            ),
            *on_write(
                "table_set_of_stage",
                when="NEW.board_set_id IS NOT NULL AND (SELECT stage_id FROM tournaments_boardset"
                " WHERE id = NEW.board_set_id) <> (SELECT stage_id FROM tournaments_round WHERE id = NEW.round_id)",
                says="A table plays a set of boards of its stage",
            ),
            Guard(
                name="table_set_fixed",
                on="UPDATE",
                when=either_write(
                    columns_change("board_set_id"),
                    "EXISTS (SELECT 1 FROM tournaments_boardscore s WHERE s.table_id = NEW.id)",
                ),
                says="What a table with scores plays never changes",
            ),
        ]

    def __str__(self) -> str:
        return f"{_('tavolo')} {self.number}"

    @property
    def seat_names(self) -> SeatNames:
        return self.round.tournament.seat_names

    @property
    def is_bye(self) -> bool:
        return self.line_b_id is None

    @property
    def called(self) -> str:
        """What a match of a knock-out is called: the final, the one for the third place; nothing for any other."""
        return str(CALLED.get(self.bracket or 0, ""))

    def entries_on(self, line: Line) -> list[Entry]:
        """The entries of a line: two single players who play together, else one or none."""
        both = (self.line_a, self.line_a2) if line == Line.A else (self.line_b, self.line_b2)
        return [entry for entry in both if entry is not None]

    @property
    def entries_a(self) -> list[Entry]:
        return self.entries_on(Line.A)

    @property
    def entries_b(self) -> list[Entry]:
        return self.entries_on(Line.B)

    def words_on(self, line: Line) -> str:
        """Who sits on a line, with the numbers: «3 Conti – Serra»; two single players joined by a plus."""
        return " + ".join(map(str, self.entries_on(line)))

    @property
    def words_a(self) -> str:
        return self.words_on(Line.A)

    @property
    def words_b(self) -> str:
        return self.words_on(Line.B)

    def players_on(self, line: Line) -> list[Player]:
        """The players of a line in this round, the first member first."""
        players = (self.player_at(seat) for seat in self.seat_names.members[line])
        return [player for player in players if player is not None]

    @property
    def players_a(self) -> list[Player]:
        return self.players_on(Line.A)

    @property
    def players_b(self) -> list[Player]:
        return self.players_on(Line.B)

    def player_at(self, seat: Seat, board: "Board | None" = None) -> Player | None:
        """Who sits there in this round; nobody at a rest, for a member not entered or a line-up not given.

        board: at which one, where a player was substituted during the round; else who sits there at its end.
        """
        position = self.seat_names.position(seat)
        entries = self.entries_on(seat.line)
        if len(entries) > 1:
            # Of two single players who play together each is the only member of an entry.
            entries, position = [entries[position - 1]], 1
        if self.round.tournament.contest == Contest.TEAMS:
            line_up = next((one for one in self.line_ups.all() if one.line == seat.line), None)
            return (line_up.first if position == 1 else line_up.second) if line_up else None
        deal = self.round.tournament.deal_of(board.number) if board else None
        members = entries[0].members_at(self.round.number, deal) if entries else []
        return next((member.player for member in members if member.position == position), None)

    def sat_at(self, seat: Seat) -> list[EntryMember]:
        """Whoever sat there in this round, in the order they came, where somebody was substituted during it.

        Nobody otherwise, nor where the line is not one entry's own.
        """
        entries = self.entries_on(seat.line)
        if len(entries) != 1 or self.round.tournament.contest == Contest.TEAMS:
            return []
        position = self.seat_names.position(seat)
        found = [one for one in entries[0].members_in(self.round.number) if one.position == position]
        return found if len(found) > 1 else []

    @property
    def players(self) -> dict[Seat, Player | None]:
        return {seat: self.player_at(seat) for seat in Seat}


class LineUpQuerySet(SealedQuerySet["LineUp"]):
    def with_players(self) -> "LineUpQuerySet":
        """The line-ups with both players, in no order: each is found by its table and line.

        Ordered as the tables are they would be joined with round and tournament too, six tables for a few rows.
        """
        return self.select_related("first", "second").order_by()


class LineUp(Sealed):
    """Which two players of a team sit at a table, chosen before the match."""

    TOURNAMENT = "table__round__tournament"
    MAY_GO = True

    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("tavolo"), related_name="line_ups")
    line = models.CharField(_("linea"), max_length=1, choices=[(line.value, line.value) for line in Line])
    first = models.ForeignKey(Player, models.PROTECT, verbose_name=_("primo"), related_name="+")
    second = models.ForeignKey(Player, models.PROTECT, verbose_name=_("secondo"), related_name="+")

    objects = LineUpQuerySet.as_manager()

    class Meta:
        ordering = ["table", "line"]
        verbose_name = _("formazione")
        verbose_name_plural = _("formazioni")
        constraints = [
            once("table line", _("La formazione di questa linea c’è già.")),
            models.CheckConstraint(
                name="line_up_two_players",
                condition=~Q(first=F("second")),
                violation_error_message=_("Un giocatore non siede in due posti."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.line}"


class BoardQuerySet(SealedQuerySet["Board"]):
    def played_at(self, table: Table) -> "BoardQuerySet":
        """The boards of a table, in order: its set's where sets go round, else its round's."""
        mine = self.filter(board_set=table.board_set_id) if table.board_set_id else self.filter(round=table.round_id)
        return mine.select_related("tournament").order_by("number")


class Board(Sealed):
    """A deal, numbered through the whole tournament: of one round, or of a set that goes round in a stage."""

    MAY_GO = True

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="boards")
    round = models.ForeignKey(
        Round, models.PROTECT, verbose_name=_("turno"), related_name="boards", null=True, blank=True
    )
    board_set = models.ForeignKey(
        BoardSet, models.CASCADE, verbose_name=_("gruppo di smazzate"), related_name="boards", null=True, blank=True
    )
    number = models.PositiveSmallIntegerField(_("numero"))
    dealer = SeatField(_("mazziere"))

    objects = BoardQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("smazzata")
        verbose_name_plural = _("smazzate")
        constraints = [
            of_one("board_set", "round", _("Una smazzata è di un turno o di un gruppo che gira.")),
            once("tournament number", _("La smazzata esiste già in questo torneo.")),
            known("dealer", ["N", "W", "S", "E"], _("Questo posto non esiste.")),
            *on_write(
                "board_same_tournament",
                when="NEW.tournament_id <> COALESCE("
                "(SELECT tournament_id FROM tournaments_round WHERE id = NEW.round_id),"
                " (SELECT s.tournament_id FROM tournaments_stage s"
                " JOIN tournaments_boardset b ON b.stage_id = s.id WHERE b.id = NEW.board_set_id))",
                says="The round or the set of a board belongs to its tournament",
            ),
            Guard(
                name="board_place_fixed",
                on="UPDATE",
                when=either_write(
                    columns_change("round_id board_set_id"),
                    "EXISTS (SELECT 1 FROM tournaments_boardscore s WHERE s.board_id = NEW.id)",
                ),
                says="A board with scores stays in its round or set",
            ),
        ]

    def __str__(self) -> str:
        return f"{_('smazzata')} {self.number}"

    def is_played_at(self, table: Table) -> bool:
        if table.board_set_id or self.board_set_id:
            return self.board_set_id == table.board_set_id
        return self.round_id == table.round_id

    @property
    def leader(self) -> Seat:
        if self.tournament.contest == Contest.SINGLES:
            # One against one it is the dealer's opponent who leads (decision 19).
            return self.tournament.seat_names.members[Seat(self.dealer).line.other][0]
        return Seat(self.dealer).next

    @property
    def dealt_by(self) -> Seat | None:
        """Who deals it, where its number tells: not where the cards lifted at the table do."""
        return None if self.tournament.rules.first_dealer_lifted else Seat(self.dealer)

    @property
    def led_by(self) -> Seat | None:
        """Who leads it, where its number tells."""
        return self.leader if self.dealt_by else None
