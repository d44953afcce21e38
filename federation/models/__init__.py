"""The federation's records."""

from federation.models.archive import (
    ArchivedCitation,
    ArchivedFacets,
    ArchivedRuling,
    ArchivedShape,
    ArchivedStems,
    ArchiveIndex,
    ArchiveStem,
    IndexedTournament,
)
from federation.models.archive_exports import ArchiveExport, ArchiveExportFile
from federation.models.archive_feeds import ArchiveFeed
from federation.models.casebook import CasebookPaper, Headnote, HeadnoteDraft, HeadnoteIndex, HeadnoteVersion
from federation.models.drafts import DraftEdition, DraftResult, DraftTrial
from federation.models.keys import InstallationKey, KnownKey, UploadToken
from federation.models.packages import Homologation, PackagePart, PackageText, ReceivedPackage, Remark, SentAnswer
from federation.models.points import ClassVersion, PointsTable, TournamentClass
from federation.models.received import IndexedReceived, ReceivedClass, ReceivedPerson, ReceivedTournament
from federation.models.seasons import Season, SeasonPublication, SeasonRow, SeasonRules
from federation.models.second import (
    DecisionExecution,
    SecondAppeal,
    SecondDecision,
    SecondJudge,
    SecondNote,
    SecondTerm,
)
from federation.models.tokens import ApiToken, Scope
from federation.models.webhooks import TRIAL, HookEvent, Webhook, WebhookMessage, WebhookTry

__all__ = [
    "TRIAL",
    "ApiToken",
    "ArchiveExport",
    "ArchiveExportFile",
    "ArchiveFeed",
    "ArchiveIndex",
    "ArchiveStem",
    "ArchivedCitation",
    "ArchivedFacets",
    "ArchivedRuling",
    "ArchivedShape",
    "ArchivedStems",
    "CasebookPaper",
    "ClassVersion",
    "DecisionExecution",
    "DraftEdition",
    "DraftResult",
    "DraftTrial",
    "Headnote",
    "HeadnoteDraft",
    "HeadnoteIndex",
    "HeadnoteVersion",
    "Homologation",
    "HookEvent",
    "IndexedReceived",
    "IndexedTournament",
    "InstallationKey",
    "KnownKey",
    "PackagePart",
    "PackageText",
    "PointsTable",
    "ReceivedClass",
    "ReceivedPackage",
    "ReceivedPerson",
    "ReceivedTournament",
    "Remark",
    "Scope",
    "Season",
    "SeasonPublication",
    "SeasonRow",
    "SeasonRules",
    "SecondAppeal",
    "SecondDecision",
    "SecondJudge",
    "SecondNote",
    "SecondTerm",
    "SentAnswer",
    "TournamentClass",
    "UploadToken",
    "Webhook",
    "WebhookMessage",
    "WebhookTry",
]
