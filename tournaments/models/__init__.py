from tournaments.games import SEAT_LETTERS, SEAT_NAMES
from tournaments.models.clock import ExtraTime, RoundClock
from tournaments.models.entries import Entry, EntryEvent, EntryMember
from tournaments.models.erasing import Erasure, LegalHold
from tournaments.models.fields import SeatField
from tournaments.models.imports import ImportBatch
from tournaments.models.jobs import Job, JobFile
from tournaments.models.line_codes import FIRST_ISSUE, LineCode, LineRequests
from tournaments.models.match_scores import KnockoutWinner, MatchScore, TableSlip
from tournaments.models.pairings import Pairing
from tournaments.models.people import Club, Federation, PersonalExport, Player, SignInTries, User
from tournaments.models.publications import Appeal, ErrorReport, Prize, Publication
from tournaments.models.records import IdempotencyKey, LogEntry, RecordSalt
from tournaments.models.rounds import Board, BoardSet, LineUp, Round, Table
from tournaments.models.scores import Adjustment, BoardScore
from tournaments.models.sealed import Sealed, SealedQuerySet
from tournaments.models.stages import CarryOver, FirstRound, Formula, Group, GroupPlace, Stage
from tournaments.models.tournament import Accusa, Contest, Ending, Forma, Membership, Norme, Tournament

__all__ = [
    "FIRST_ISSUE",
    "SEAT_LETTERS",
    "SEAT_NAMES",
    "Accusa",
    "Adjustment",
    "Appeal",
    "Board",
    "BoardScore",
    "BoardSet",
    "CarryOver",
    "Club",
    "Contest",
    "Ending",
    "Entry",
    "EntryEvent",
    "EntryMember",
    "Erasure",
    "ErrorReport",
    "ExtraTime",
    "Federation",
    "FirstRound",
    "Forma",
    "Formula",
    "Group",
    "GroupPlace",
    "IdempotencyKey",
    "ImportBatch",
    "Job",
    "JobFile",
    "KnockoutWinner",
    "LegalHold",
    "LineCode",
    "LineRequests",
    "LineUp",
    "LogEntry",
    "MatchScore",
    "Membership",
    "Norme",
    "Pairing",
    "PersonalExport",
    "Player",
    "Prize",
    "Publication",
    "RecordSalt",
    "Round",
    "RoundClock",
    "Sealed",
    "SealedQuerySet",
    "SeatField",
    "SignInTries",
    "Stage",
    "Table",
    "TableSlip",
    "Tournament",
    "User",
]
