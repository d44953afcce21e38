from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Federazione")

    def ready(self) -> None:
        most = import_module("federation.uploads").MOST_SENT
        import_module("tournaments.entering.uploads").LARGER["packages"] = most
        import_module("tournaments.documents").KINDS["pacchetto"] = "federation.exports.package.PACKAGE"
        # Models may be imported only from here on.
        derived = import_module("tournaments.erasing.derived")
        derived.MODELS.update(f"federation.{name}" for name in ARCHIVE)
        archive = import_module("federation.actions.archive")
        derived.DROPPED_BY.append(archive.drop_tournament)
        import_module("federation.models.packages").DROPPED_BY.append(archive.drop_packages)
        points = import_module("federation.queries.points")
        points.MORE.append(import_module("federation.queries.received_persons").eligibility_points)
        derived.DROPPED_BY.append(import_module("federation.actions.casebook_index").renew_casebook)
        import_module("referee.queries.headnotes").SOURCES.append(
            import_module("federation.queries.casebook_beside").SOURCE
        )
        import_module("tournaments.log").LISTENERS.append(import_module("federation.actions.happenings").tell_of_line)
        delivery, worker = import_module("federation.actions.delivery"), import_module("tournaments.own_worker")
        worker.WAITING.append(delivery.waits)
        worker.DOING.append(delivery.deliver)
        find = import_module("federation.actions.precedents").find_alike
        import_module("referee.queries.precedents").FINDERS.append(find)


# What the archive and the casebook make of the records, and what is taken out of them.
ARCHIVE = (
    "ArchivedRuling",
    "ArchivedStems",
    "ArchivedShape",
    "ArchivedFacets",
    "ArchiveStem",
    "ArchivedCitation",
    "ArchiveIndex",
    "IndexedTournament",
    "IndexedReceived",
    "ArchiveExport",
    "ArchiveExportFile",
    "HeadnoteIndex",
    "CasebookPaper",
)
