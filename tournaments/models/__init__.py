from .fields import SEAT_LETTERS, SEAT_NAMES, SeatField
from .people import Federation, Player, User
from .records import IdempotencyKey, LogEntry
from .rounds import Board, Round, Table
from .scores import Adjustment, BoardScore
from .tournament import Accusa, Entry, EntryMember, Forma, Membership, Norme, Tournament

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
