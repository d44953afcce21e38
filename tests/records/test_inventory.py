"""Every model is sealed, proves itself, is made of others, passes, goes with its person or is a setting: and why.

What is sealed is forged column by column where its kind is: `tests/tournaments/publication/test_forgeries.py` and
`tests/federation/home/test_federation_forged.py`, whose lists are those of the models themselves.
"""

from collections.abc import Mapping

from django.apps import apps
from django.conf import settings

from records.official_records import Official, SealedQuerySet

# Found by its own hash, chain or signature.
PROVES_ITSELF: Mapping[str, str] = {
    "records.LogEntry": "each has the hash of the one before; the tournament counts them, and papers have the head",
    "people.FederationLine": "each has the hash of the one before; the federation counts them, papers have the head",
    "records.RecordSalt": "with another salt the digests of the record's seal are others",
    "tournaments.DealSecret": "it gives the commitment, which is sealed; each set of deals must have its own",
    "referee.CodeEdition": "its hash stands in the rulings that were decided under it, which are sealed",
}
# Made of others, which `verify` makes once more and compares with them (`*/proofs.py`); what they are made of. Each is
# forged column by column in `tests/federation/home/test_federation_forged.py`.
DERIVED: Mapping[str, str] = {
    "federation.ArchivedRuling": "from the rulings",
    "federation.ArchivedStems": "from the rulings",
    "federation.ArchivedShape": "from the rulings",
    "federation.ArchivedFacets": "from the rulings",
    "federation.ArchivedCitation": "from the rulings",
    "federation.ArchiveStem": "from the rulings",
    "federation.ArchiveIndex": "from the archive",
    "federation.IndexedTournament": "from the log of the tournament",
    "federation.IndexedReceived": "from the package",
    "federation.HeadnoteIndex": "from the headnotes",
    "federation.CasebookPaper": "from the headnotes",
}
# Made, used and gone: told to nobody but who asked for it, and nothing official is read from it again.
PASSING: Mapping[str, str] = {
    "federation.ArchiveExport": "what of the archive somebody asked for, gone after some hours",
    "federation.ArchiveExportFile": "what of the archive somebody asked for, gone after some hours",
    "federation.DraftTrial": "what a draft of a code would decide, for those who write it",
    "federation.DraftResult": "what a draft of a code would decide, for those who write it",
    "federation.WebhookMessage": "what happened, to be sent; signed when it is",
    "federation.WebhookTry": "how the sending went",
    "tournaments.Job": "a paper in preparation, gone after some hours",
    "tournaments.JobFile": "a paper in preparation, gone after some hours",
    "tournaments.ImportBatch": "a list as it was typed; what was entered of it stands with the entries",
    "people.RosterUpdate": "a file as it was read; what was accepted of it is sealed in members and changes",
    "hall.LineRequests": "how often a door was knocked at",
    "people.SignInTries": "how often a door was knocked at",
    "records.IdempotencyKey": "the requests of the last days",
}
# Of a person, changed by whoever keeps the register, and erased with them; no record of what was decided.
PERSONAL: Mapping[str, str] = {
    "people.User": "the account of a person; `verify` names those that may do what no log tells of",
    "people.Player": "a person, whom records name by key; `verify` tells names that were published otherwise",
    "people.PlayerMerge": "which rows of the register are one person's",
    "people.PersonalExport": "to whom data were handed out",
    "people.Phone": "a second factor, encrypted",
    "people.BackupCodes": "second factors, as digests",
    "keeping.Erasure": "what was erased; each log concerned has a line of it",
    "keeping.LegalHold": "what must not be erased yet",
}
# Said by somebody who may, and looked at by nobody afterwards.
SETTING: Mapping[str, str] = {
    "federation.InstallationKey": "encrypted; with another one nothing that was signed is ours",
    "federation.ApiToken": "of an account and no federation: no log could seal it; `verify` names those in force",
    "federation.HeadnoteDraft": "what somebody is writing; what was published is sealed",
    "federation.DraftEdition": "a draft of a code, to try things with",
    "referee.CodeText": "a text that was imported to be read beside our summary; its source has a hash",
    "tournaments.Invitation": "a door of this installation; serves only as the line of the log says that made it",
    "records.ThrownAway": "which practice tournament is being thrown away: its row goes with it",
}
LISTS = (PROVES_ITSELF, DERIVED, PASSING, PERSONAL, SETTING)


def test_every_model_stands_on_one_list_with_its_reason() -> None:
    ours = [model for model in apps.get_models() if model._meta.app_label in settings.APPLICATIONS]
    sealed = {model._meta.label for model in ours if issubclass(model, Official)}
    listed = [label for told in LISTS for label in told] + sorted(sealed)
    assert sorted(listed) == sorted(model._meta.label for model in ours)
    assert all(reason for told in LISTS for reason in told.values())


def test_whatever_may_go_is_made_anew_or_goes_with_a_person() -> None:
    """What no round has begun with is taken away where it is drawn again; the papers of a package name people."""
    official = [model for model in apps.get_models() if issubclass(model, Official)]
    assert {model._meta.object_name for model in official if model.MAY_GO} == {
        *("Board", "BoardSet", "Case", "Group", "GroupPlace", "LineUp", "Prize", "Table", "TableSlip"),
        *("Call", "LineCode", "ZoneTable", "PackagePart"),
    }


def test_only_the_count_of_lines_and_what_is_encrypted_is_under_no_seal_of_its_record() -> None:
    official = [model for model in apps.get_models() if issubclass(model, Official)]
    assert {model._meta.label: set(model.NOT_SEALED) for model in official if model.NOT_SEALED} == {
        "tournaments.Tournament": {"data_version"},
        "people.Federation": {"log_lines"},
        "federation.Webhook": {"secret", "former_secret", "former_until"},
    }


def test_every_official_record_is_written_by_what_notes_it() -> None:
    official = [model for model in apps.get_models() if issubclass(model, Official)]
    managers = [manager for model in official for manager in model._meta.managers]
    assert [str(one) for one in managers if not isinstance(one.get_queryset(), SealedQuerySet)] == []
