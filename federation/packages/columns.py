"""Every column of text, of every kind of record: personal until it is said here that it is not, and why.

A column is personal where its model says so (`PERSONAL` of what is sealed, `NAMED` of packages), or
here. A personal one is salted in seals and packages, searched when somebody is erased, and handed out with its record.
A test (`tests/federation/packages/test_columns.py`) names each column that is on no list, and says what to do.
"""

from collections.abc import Iterable, Iterator, Mapping

from django.apps import apps
from django.conf import settings
from django.db import models

from federation.packages.records import NAMED
from records.official_records import Official

# Of records in no seal and no package.
PERSONAL: Mapping[str, str] = {
    "people.User": "username email",
    "people.Player": "category",
    "people.RosterUpdate": "file_name read outcome",
    "people.PlayerMerge": "reason parted_reason",
    "people.FederationLine": "data",
    "records.LogEntry": "data",
    "tournaments.ImportBatch": "file_name tables columns by_hand outcome",
    "tournaments.Job": "trouble",
    "keeping.Erasure": "reason",
    "keeping.LegalHold": "reason",
    "federation.PackageText": "text",
    "federation.HeadnoteDraft": "text comment tags",
    "federation.ArchiveExport": "query search trouble",
    "federation.DraftTrial": "trouble remarks",
}

DIGEST = "a digest, a key or a salt of the program: nobody is told by it"
WORD = "a word of a closed list, a code, a version or an address that the program writes"
FIGURES = "figures, seats, cards and keys of records"
BODY = "what a competition, a club, a body or a device is called; one named after somebody is searched all the same"
LAW = "the text of a code, of a rule or of a table, and what follows from it on facts alone"
INDEX = "made anew of other records; dropped when somebody is erased"
HELD_BACK = "a secret of an account or of the installation, kept as digest or encrypted"
LOTS = "what lots are drawn from"
VETTED = "published of what names nobody: whoever writes it says so"
CATEGORY = "one of the categories of a tournament"

# By the reason, the columns of each kind.
IMPERSONAL: Mapping[str, Mapping[str, str]] = {
    DIGEST: {
        "records.LogEntry": "seals salt erased previous_hash hash",
        "records.RecordSalt": "record salt texts",
        "records.IdempotencyKey": "key content",
        "people.SignInTries": "who",
        "people.FederationLine": "seals previous_hash hash",
        "people.RosterUpdate": "digest",
        "tournaments.Pairing": "hash",
        "tournaments.Publication": "hash",
        "tournaments.DealSet": "commitment",
        "referee.ArbitralScore": "inputs_hash",
        "referee.ArbitralReview": "inputs_hash",
        "referee.Ruling": "rulebook_hash rule_hash",
        "referee.CodeEdition": "hash",
        "referee.CodeText": "source_sha256",
        "federation.ArchivedRuling": "edition_hash digest",
        "federation.KnownKey": "public",
        "federation.ReceivedPackage": "uid sha256 manifest_sha256 head_hash",
        "federation.PackageText": "record place salt",
        "federation.SentAnswer": "sha256",
        "federation.PointsTable": "sha256",
        "federation.SeasonPublication": "hash",
        "federation.ReceivedTournament": "uid",
        "federation.DraftEdition": "hash",
        "federation.SecondAppeal": "uid",
        "federation.WebhookMessage": "uid",
    },
    WORD: {
        "records.LogEntry": "action object",
        "records.IdempotencyKey": "action result",
        "people.FederationLine": "action object",
        "tournaments.Tournament": "rulebook edition vp_scale",
        "tournaments.Appeal": "against record made_by",
        "tournaments.Publication": "engine_version",
        "tournaments.MatchScore": "kind reference",
        "tournaments.BoardScore": "reference",
        "tournaments.Adjustment": "reference",
        "tournaments.ClubNotice": "record",
        "tournaments.Job": "kind language rights",
        "tournaments.JobFile": "name suffix",
        "keeping.Erasure": "places",
        "referee.Reservation": "what consequence",
        "referee.StandingOrder": "what seats until",
        "referee.CodeEdition": "code edition",
        "federation.ApiToken": "scopes",
        "federation.ArchiveExport": "language",
        "federation.PackagePart": "name",
        "federation.PointsTable": "edition",
        "federation.TournamentClass": "class_id",
        "federation.ReceivedClass": "class_id",
        "federation.Season": "code",
        "federation.SeasonRules": "classes",
        "federation.SeasonPublication": "engine_version",
        "federation.Headnote": "source",
        "federation.HeadnoteDraft": "source no_names",
        "federation.DraftEdition": "code changed",
        "federation.DraftTrial": "language",
        "federation.SecondTerm": "source",
        "federation.SecondAppeal": "record",
        "federation.Webhook": "address happenings",
        "federation.WebhookMessage": "kind body",
        "federation.WebhookTry": "words",
    },
    FIGURES: {
        "tournaments.TableSlip": "points",
        "tournaments.KnockoutWinner": "tie_break",
        "tournaments.SittingScore": "points",
        "tournaments.Pairing": "tables notes",
        "tournaments.Sitting": "resting place_points",
        "referee.ArbitralScore": "inputs arithmetic",
        "referee.BoardPlay": "hands cards barred values instead outcomes",
        "referee.CardEnding": "hands table orders laid_down subject outcomes",
        "referee.Case": "procedure persons elsewhere detectors facts cards set_aside",
        "federation.ReceivedPackage": "points",
        "federation.SeasonPublication": "sources figures",
        "federation.SeasonRow": "points results",
        "federation.SecondDecision": "facts figures present",
        "federation.DecisionExecution": "made publications",
    },
    BODY: {
        "people.Federation": "code name",
        "people.Club": "name town",
        "people.Phone": "name",
        "people.BackupCodes": "name",
        "tournaments.Tournament": "slug name place",
        "tournaments.Stage": "name",
        "tournaments.Group": "name",
        "tournaments.Prize": "name",
        "federation.ApiToken": "name",
        "federation.KnownKey": "name",
        "federation.UploadToken": "name",
        "federation.ReceivedPackage": "name place starts_on game",
        "federation.ReceivedTournament": "slug name place",
        "federation.Season": "name",
        "federation.DraftEdition": "name",
        "federation.Webhook": "name",
    },
    LAW: {
        "referee.CodeText": "code edition text source_name",
        "referee.Ruling": """procedure title rulebook edition path options detection answers facts trail citations
            readings arbitral""",
        "federation.PointsTable": "title source text",
        "federation.DraftResult": "why fact question orders cites",
    },
    INDEX: {
        "federation.ArchivedRuling": "source code procedure method articles effects clubs penalties",
        "federation.ArchivedStems": "stems",
        "federation.ArchivedShape": "told",
        "federation.ArchivedFacets": "clubs",
        "federation.ArchiveStem": "stem",
        "federation.ArchivedCitation": "slug",
        "federation.ArchiveIndex": "stamp",
        "federation.IndexedTournament": "editions seen",
        "federation.IndexedReceived": "editions",
    },
    HELD_BACK: {
        "people.User": "password",
        "people.Phone": "secret",
        "people.BackupCodes": "salt digests",
        "tournaments.Invitation": "digest",
        "federation.ApiToken": "digest",
        "federation.InstallationKey": "public private",
        "federation.UploadToken": "digest",
        "federation.Webhook": "secret former_secret",
    },
    LOTS: {
        "tournaments.Tournament": "lot_seed",
        "tournaments.Pairing": "seed inputs",
        "tournaments.Sitting": "seed inputs",
        "tournaments.DealSecret": "secret text",
        "tournaments.DealsOpened": "secret text",
    },
    VETTED: {
        "federation.HeadnoteIndex": "value",
        "federation.CasebookPaper": "language stamp",
    },
    CATEGORY: {
        "tournaments.Entry": "category",
        "tournaments.Fee": "category",
        "tournaments.Prize": "category",
    },
}


def text_columns(model: type[models.Model]) -> Iterator[str]:
    """The columns that may hold words: texts and JSON, unless they have one of a few values."""
    for field in model._meta.concrete_fields:
        if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices:
            yield field.name


def personal_columns(model: type[models.Model]) -> frozenset[str]:
    """Those that may name or describe a person."""
    label = model._meta.label
    own = model.PERSONAL if issubclass(model, Official) else {}
    return frozenset([*own, *NAMED.get(model, ((), {}))[1], *PERSONAL.get(label, "").split()])


def impersonal_columns(model: type[models.Model]) -> list[str]:
    return [name for columns in IMPERSONAL.values() for name in columns.get(model._meta.label, "").split()]


def undeclared(models_asked: Iterable[type[models.Model]] = ()) -> Iterator[str]:
    """What is on no list, or on two, or on a list and not there, in words that say what to do."""
    for model in models_asked or own_models():
        label, columns = model._meta.label, set(text_columns(model))
        personal, impersonal = personal_columns(model), impersonal_columns(model)
        for name in sorted(columns - personal - set(impersonal)):
            yield (
                f"{label}.{name} is on no list. If it may tell of a person, name it in PERSONAL of {label} (or of "
                f"{__name__}): it is then salted, erased and handed out. If not, say why under IMPERSONAL "
                f"of {__name__}."
            )
        twice = (personal & set(impersonal)) | {name for name in impersonal if impersonal.count(name) > 1}
        yield from (f"{label}.{name} is on two lists." for name in sorted(twice))
        yield from (f"{label}.{name} is listed, and no column of text." for name in sorted(set(impersonal) - columns))


def own_models() -> Iterator[type[models.Model]]:
    return (model for model in apps.get_models() if model._meta.app_label in settings.APPLICATIONS)
