"""The boards that are played at the tables of a round."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from codes.seats import Seat
from records.guards import Guard, columns_change, either_write, on_write
from records.parts import known, of_one, once
from tournaments.entries.models import SeatField
from tournaments.rounds.models import BoardSet, Round, Table
from tournaments.setup.models import Contest, Tournament


class BoardQuerySet(models.QuerySet["Board"]):
    def played_at(self, table: Table) -> "BoardQuerySet":
        """The boards of a table, in order: its set's where sets go round, else its round's."""
        mine = self.filter(board_set=table.board_set_id) if table.board_set_id else self.filter(round=table.round_id)
        return mine.select_related("tournament").order_by("number")


class Board(models.Model):
    """A deal, numbered through the whole tournament: of one round, or of a set that goes round in a stage."""

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
