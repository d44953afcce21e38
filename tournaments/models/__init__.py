from tournaments.games import SEAT_LETTERS, SEAT_NAMES
from tournaments.models.fields import SeatField
from tournaments.models.people import Federation, Player, User
from tournaments.models.records import IdempotencyKey, LogEntry
from tournaments.models.rounds import Board, Round, Table
from tournaments.models.scores import Adjustment, BoardScore
from tournaments.models.tournament import Accusa, Entry, EntryMember, Forma, Membership, Norme, Tournament

__all__ = [
    "SEAT_LETTERS",
    "SEAT_NAMES",
    "Accusa",
    "Adjustment",
    "Board",
    "BoardScore",
    "Entry",
    "EntryMember",
    "Federation",
    "Forma",
    "IdempotencyKey",
    "LogEntry",
    "Membership",
    "Norme",
    "Player",
    "Round",
    "SeatField",
    "Table",
    "Tournament",
    "User",
]
