"""Which records hold something of a person, and by which columns: the one list that an export follows (GDPR 15, 20).

Every kind of record of the installation stands either in KINDS or, with its reason, in WITHOUT_PERSONS: a test looks
for one that is in neither, and for a column that leads to a person and is not named here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class PersonalKind:
    """The columns by which records of a kind belong to somebody, and those that are not shown, each with its reason.

    player, entries, seats: lead to the player, to an entry of theirs, to a table where they sat; member: to the row of
    the roster that has their card; account: the record is of the account itself. Such records are shown whole.
    signed: somebody signed it in office; it is about others, so only that is told (GDPR 15.4). of_entry: the entry is
    one side, the people of the other side are not the person.
    """

    player: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    member: tuple[str, ...] = ()
    account: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


OF_THE_DOOR = "a secret of the account, with which anybody could act in its name"
SALT = "with which digests are made; it says nothing of anybody"
OF_OTHERS = "what others wrote or did; the lines about the person are shown under their own kinds"

KINDS: Mapping[str, PersonalKind] = {
    "people.Player": PersonalKind(player=("pk",), account=("account",)),
    "tournaments.EntryMember": PersonalKind(player=("player",)),
    "tournaments.Entry": PersonalKind(entries=("pk",)),
    "tournaments.EntryEvent": PersonalKind(entries=("entry",), signed=("by",)),
    "tournaments.GroupPlace": PersonalKind(entries=("entry",)),
    "tournaments.LineUp": PersonalKind(player=("first", "second"), seats=("table",)),
    "tournaments.Table": PersonalKind(seats=("pk",)),
    "tournaments.BoardScore": PersonalKind(seats=("table",), signed=("given_by", "confirmed_by")),
    "tournaments.MatchScore": PersonalKind(seats=("table",), signed=("given_by", "superseded_by")),
    "tournaments.TableSlip": PersonalKind(seats=("table",)),
    "hall.LineCode": PersonalKind(seats=("table",), signed=("made_by",)),
    "hall.LineRequests": PersonalKind(seats=("table",)),
    "hall.Call": PersonalKind(seats=("table",), signed=("opened_by", "owner", "second", "closed_by")),
    "hall.ZoneTable": PersonalKind(account=("arbiter",)),
    "tournaments.KnockoutWinner": PersonalKind(
        entries=("winner",), seats=("table",), signed=("decided_by", "superseded_by")
    ),
    "hall.ExtraTime": PersonalKind(seats=("table",), signed=("given_by",)),
    "tournaments.Adjustment": PersonalKind(entries=("entry",), signed=("given_by", "cancelled_by")),
    "tournaments.KeptApart": PersonalKind(entries=("first", "second"), signed=("set_by", "lifted_by")),
    "tournaments.Sitting": PersonalKind(signed=("drawn_by", "withdrawn_by")),
    "tournaments.SittingSeat": PersonalKind(entries=("entry",)),
    "tournaments.SittingScore": PersonalKind(signed=("given_by",)),
    "tournaments.Appeal": PersonalKind(entries=("entry",), signed=("filed_by", "decided_by")),
    "tournaments.AppealJudge": PersonalKind(account=("user",), signed=("named_by",)),
    "tournaments.ClubNotice": PersonalKind(account=("user",)),
    "tournaments.AppealNote": PersonalKind(entries=("appeal__entry",), signed=("written_by",)),
    "tournaments.ErrorReport": PersonalKind(entries=("entry",), signed=("answered_by",)),
    # Of its rows only those of the person's entries are shown.
    "tournaments.Fee": PersonalKind(signed=("set_by",)),
    "tournaments.FeePayment": PersonalKind(entries=("entry",), signed=("noted_by",)),
    "tournaments.DealSet": PersonalKind(signed=("made_by",)),
    "tournaments.DealsOpened": PersonalKind(signed=("opened_by",)),
    "tournaments.Publication": PersonalKind(signed=("published_by",), hidden={"rows": OF_OTHERS}),
    "tournaments.Pairing": PersonalKind(signed=("made_by", "published_by")),
    "tournaments.ImportBatch": PersonalKind(signed=("staged_by", "settled_by")),
    "tournaments.Job": PersonalKind(account=("asked_by",)),
    "people.PersonalExport": PersonalKind(player=("player",), account=("account",), signed=("made_by",)),
    "people.PlayerMerge": PersonalKind(player=("kept", "merged"), signed=("by", "parted_by")),
    "keeping.Erasure": PersonalKind(player=("player",), signed=("by",)),
    "keeping.LegalHold": PersonalKind(player=("player",), signed=("set_by", "lifted_by")),
    "referee.Case": PersonalKind(seats=("table",), signed=("opened_by",)),
    "referee.Ruling": PersonalKind(seats=("case__table",), signed=("decided_by",)),
    "referee.CardEnding": PersonalKind(signed=("told_by",)),
    "referee.BoardPlay": PersonalKind(signed=("told_by",)),
    "referee.Consultation": PersonalKind(seats=("case__table",), signed=("asked_by",)),
    # Also of those at the table: it is about them, and they sign the sheet on which it stands.
    "referee.Opinion": PersonalKind(
        player=("player",), account=("user",), seats=("consultation__case__table",), signed=("noted_by",)
    ),
    "referee.ProposedRuling": PersonalKind(seats=("case__table",), signed=("proposed_by", "answered_by")),
    "referee.ArbitralScore": PersonalKind(seats=("case__table",), signed=("given_by",)),
    "referee.ArbitralReview": PersonalKind(seats=("score__case__table",), signed=("dismissed_by",)),
    "referee.Reservation": PersonalKind(seats=("ruling__case__table",), signed=("closed_by",)),
    "referee.StandingOrder": PersonalKind(seats=("ruling__case__table",), signed=("ended_by",)),
    "federation.PointsTable": PersonalKind(signed=("loaded_by",)),
    "federation.TournamentClass": PersonalKind(signed=("noted_by",)),
    "federation.ReceivedClass": PersonalKind(signed=("noted_by",)),
    "federation.ReceivedPerson": PersonalKind(player=("player",), signed=("noted_by",)),
    "federation.SecondTerm": PersonalKind(signed=("set_by",)),
    "federation.SecondAppeal": PersonalKind(signed=("filed_by",)),
    "federation.SecondJudge": PersonalKind(account=("user",), signed=("named_by",)),
    "federation.SecondNote": PersonalKind(signed=("written_by",)),
    "federation.SecondDecision": PersonalKind(signed=("decided_by",)),
    "federation.DecisionExecution": PersonalKind(signed=("executed_by",)),
    "federation.Season": PersonalKind(signed=("made_by",)),
    "federation.SeasonRules": PersonalKind(signed=("set_by",)),
    "federation.SeasonPublication": PersonalKind(signed=("published_by",)),
    "federation.SeasonRow": PersonalKind(player=("player",)),
    "people.User": PersonalKind(account=("pk",), hidden={"password": OF_THE_DOOR}),
    "people.User_groups": PersonalKind(account=("user",)),
    "people.User_user_permissions": PersonalKind(account=("user",)),
    "tournaments.Membership": PersonalKind(account=("user",)),
    "people.FederationOffice": PersonalKind(account=("user",), signed=("given_by", "ended_by")),
    "federation.ApiToken": PersonalKind(account=("user",), hidden={"digest": OF_THE_DOOR}),
    "people.FederationLine": PersonalKind(signed=("actor",)),
    "federation.KnownKey": PersonalKind(signed=("added_by", "revoked_by")),
    "federation.UploadToken": PersonalKind(signed=("made_by", "revoked_by"), hidden={"digest": OF_THE_DOOR}),
    "federation.Webhook": PersonalKind(
        signed=("made_by", "off_by"), hidden={"secret": OF_THE_DOOR, "former_secret": OF_THE_DOOR}
    ),
    "federation.ReceivedPackage": PersonalKind(signed=("received_by", "checked_by", "chosen_by")),
    "federation.Remark": PersonalKind(signed=("made_by",)),
    "federation.Homologation": PersonalKind(signed=("officer",)),
    "federation.SentAnswer": PersonalKind(signed=("loaded_by",)),
    "federation.ArchiveFeed": PersonalKind(account=("user",)),
    "federation.ArchiveExport": PersonalKind(account=("asked_by",)),
    "federation.DraftEdition": PersonalKind(signed=("loaded_by",)),
    "federation.DraftTrial": PersonalKind(account=("asked_by",)),
    "federation.ArchivedRuling": PersonalKind(signed=("arbiter",)),
    "federation.ArchivedFacets": PersonalKind(signed=("arbiter",)),
    "federation.Headnote": PersonalKind(signed=("made_by",)),
    "federation.HeadnoteVersion": PersonalKind(signed=("by",)),
    "federation.HeadnoteDraft": PersonalKind(signed=("changed_by",)),
    "tournaments.Admission": PersonalKind(player=("player",), entries=("entry",), signed=("by", "withdrawn_by")),
    "people.RosterUpdate": PersonalKind(signed=("staged_by", "settled_by")),
    "people.Member": PersonalKind(member=("pk",)),
    "people.MemberChange": PersonalKind(member=("member",)),
    "people.Suspension": PersonalKind(member=("member",), signed=("set_by", "lifted_by")),
    "tournaments.Invitation": PersonalKind(account=("account",), signed=("made_by",), hidden={"digest": OF_THE_DOOR}),
    "records.LogEntry": PersonalKind(signed=("actor",), hidden={"salt": SALT}),
    "records.IdempotencyKey": PersonalKind(account=("user",)),
    "admin.LogEntry": PersonalKind(signed=("user",)),
    "people.Phone": PersonalKind(account=("user",), hidden={"secret": OF_THE_DOOR}),
    "people.BackupCodes": PersonalKind(account=("user",), hidden={"salt": OF_THE_DOOR, "digests": OF_THE_DOOR}),
    # Whose a session is stands inside it, so no column leads there.
    "sessions.Session": PersonalKind(hidden={"session_key": OF_THE_DOOR, "session_data": OF_THE_DOOR}),
}

WITHOUT_PERSONS: Mapping[str, str] = {
    "people.SignInTries": "a digest of name and address under our secret, for ten minutes: nobody is found by it",
    "people.Federation": "a body, no person; the player's own is named with the player",
    "people.Club": "a body, no person; the player's own is named with the player",
    "records.ThrownAway": "names a practice tournament while it is thrown away, and goes with it",
    "tournaments.Tournament": "a competition; who takes part in it is said by the entries",
    "tournaments.Stage": "how a competition is played",
    "tournaments.Group": "how a competition is played; who is in it is said by the places",
    "tournaments.Round": "how a competition is played",
    "hall.RoundClock": "the clock of a whole round",
    "tournaments.BoardSet": "deals, whoever plays them",
    "tournaments.Board": "a deal, whoever plays it",
    "tournaments.DealSecret": "which cards are dealt, whoever plays them; who made the deals is said by these",
    "tournaments.Prize": "what is given for a place; who has won it follows from the standings",
    "records.RecordSalt": SALT,
    "referee.CodeEdition": "the text of a code",
    "referee.CodeText": "the text of a code",
    "auth.Permission": "a right, whoever has it",
    "auth.Group": "a set of rights; who has it is said by the account",
    "auth.Group_permissions": "a set of rights, whoever has it",
    "tournaments.JobFile": "a paper, gone after some hours; its records are shown under their own kinds",
    "federation.InstallationKey": "with what the installation signs",
    "federation.WebhookMessage": "what other programs are told: addresses and figures, and of nobody",
    "federation.WebhookTry": "what another program answered",
    "federation.PackagePart": "persons stand in it by digests; whose they are is said by the package's texts",
    # Told by the keys of another installation: no column leads to a player of this one.
    "federation.PackageText": "of somebody else's tournament; it is erased from the page of its package, by name",
    "federation.DraftResult": "what a draft of a code orders on facts alone; the ruling is shown under its own kind",
    "federation.ReceivedTournament": "what a tournament of elsewhere is called",
    "federation.IndexedReceived": "up to where an index goes",
    "federation.ArchivedStems": "an index, made anew of records that are shown under their own kinds",
    "federation.ArchivedShape": "what many records share: anomaly, articles, effects, and of nobody",
    "federation.ArchiveStem": "an index, made anew of records that are shown under their own kinds",
    "federation.ArchivedCitation": "an index, made anew of records that are shown under their own kinds",
    "federation.ArchiveIndex": "how large an index is",
    "federation.IndexedTournament": "up to where an index goes",
    "federation.HeadnoteIndex": "an index, made anew of the headnotes, which name nobody",
    "federation.CasebookPaper": "the headnotes that everybody reads, which name nobody",
    "federation.ArchiveExportFile": "a file, gone after some hours; its records are shown under their own kinds",
    "django_tasks_database.DBTaskResult": "the workers' queue: the number of a job, for some hours",
    "contenttypes.ContentType": "a kind of record",
}
