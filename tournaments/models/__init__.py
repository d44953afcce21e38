from tournaments.games import SEAT_LETTERS, SEAT_NAMES
from tournaments.models.admissions import Admission, FindingKind
from tournaments.models.appeals import Appeal, AppealJudge, AppealNote
from tournaments.models.boards import Board
from tournaments.models.calls import Call, ZoneTable
from tournaments.models.clock import ExtraTime, RoundClock
from tournaments.models.deals import DealSecret, DealSet, DealsOpened
from tournaments.models.entries import Entry, EntryEvent, EntryMember
from tournaments.models.erasing import Erasure, LegalHold
from tournaments.models.fees import MOST_CENTS, Fee, FeePayment
from tournaments.models.fields import SeatField
from tournaments.models.imports import ImportBatch
from tournaments.models.invitations import Invitation
from tournaments.models.jobs import Job, JobFile
from tournaments.models.kept_apart import KeptApart
from tournaments.models.line_codes import FIRST_ISSUE, LineCode, LineRequests
from tournaments.models.match_scores import KnockoutWinner, MatchScore, TableSlip
from tournaments.models.members import Member, MemberChange, RosterUpdate, Suspension
from tournaments.models.merging import PlayerMerge
from tournaments.models.offices import FederationLine, FederationOffice
from tournaments.models.own_club import ClubNotice
from tournaments.models.pairings import Pairing
from tournaments.models.people import Club, Federation, PersonalExport, Player, SignInTries, User
from tournaments.models.publications import ErrorReport, Prize, Publication
from tournaments.models.records import IdempotencyKey, LogEntry, RecordSalt
from tournaments.models.rounds import BoardSet, LineUp, Round, Table
from tournaments.models.scores import Adjustment, BoardScore
from tournaments.models.sealed import Sealed, SealedQuerySet
from tournaments.models.second_factors import FACTORS, BackupCodes, Phone
from tournaments.models.sittings import Sitting, SittingScore, SittingSeat
from tournaments.models.stages import CarryOver, FirstRound, Formula, Group, GroupPlace, Stage
from tournaments.models.tournament import Accusa, Contest, Ending, Forma, Membership, Norme, Tournament

__all__ = [
    "FACTORS",
    "FIRST_ISSUE",
    "MOST_CENTS",
    "SEAT_LETTERS",
    "SEAT_NAMES",
    "Accusa",
    "Adjustment",
    "Admission",
    "Appeal",
    "AppealJudge",
    "AppealNote",
    "BackupCodes",
    "Board",
    "BoardScore",
    "BoardSet",
    "Call",
    "CarryOver",
    "Club",
    "ClubNotice",
    "Contest",
    "DealSecret",
    "DealSet",
    "DealsOpened",
    "Ending",
    "Entry",
    "EntryEvent",
    "EntryMember",
    "Erasure",
    "ErrorReport",
    "ExtraTime",
    "Federation",
    "FederationLine",
    "FederationOffice",
    "Fee",
    "FeePayment",
    "FindingKind",
    "FirstRound",
    "Forma",
    "Formula",
    "Group",
    "GroupPlace",
    "IdempotencyKey",
    "ImportBatch",
    "Invitation",
    "Job",
    "JobFile",
    "KeptApart",
    "KnockoutWinner",
    "LegalHold",
    "LineCode",
    "LineRequests",
    "LineUp",
    "LogEntry",
    "MatchScore",
    "Member",
    "MemberChange",
    "Membership",
    "Norme",
    "Pairing",
    "PersonalExport",
    "Phone",
    "Player",
    "PlayerMerge",
    "Prize",
    "Publication",
    "RecordSalt",
    "RosterUpdate",
    "Round",
    "RoundClock",
    "Sealed",
    "SealedQuerySet",
    "SeatField",
    "SignInTries",
    "Sitting",
    "SittingScore",
    "SittingSeat",
    "Stage",
    "Suspension",
    "Table",
    "TableSlip",
    "Tournament",
    "User",
    "ZoneTable",
]
