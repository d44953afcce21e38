from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from records import outside


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Federazione")

    def ready(self) -> None:
        import_module("tournaments.entry_lists.forms").LARGER["packages"] = outside.PACKAGE.size
        import_module("tournaments.staff.documents").KINDS["pacchetto"] = "federation.packages.exports.PACKAGE"
        # Models may be imported only from here on.
        import_module("hall.listing.inbox_queries").SOURCES.append(_waiting_for)
        derived = import_module("keeping.erasing.queries")
        derived.MODELS.update(f"federation.{name}" for name in ARCHIVE)
        archive = import_module("federation.archive.actions")
        derived.DROPPED_BY.append(archive.drop_tournament)
        import_module("federation.packages.models").DROPPED_BY.append(archive.drop_packages)
        points = import_module("federation.packages.queries")
        points.MORE.append(import_module("federation.received.queries").eligibility_points)
        points.MORE.append(import_module("federation.second_instance.queries").judge_points)
        derived.DROPPED_BY.append(import_module("federation.casebook.actions").renew_casebook)
        import_module("referee.code_browser.headnotes").SOURCES.append(
            import_module("federation.casebook.queries").SOURCE
        )
        delivery, worker = import_module("federation.webhooks.actions"), import_module("tournaments.staff.worker")
        import_module("records.log").LISTENERS.update(dict.fromkeys(delivery.OF_A_LINE, delivery.notify_of_line))
        worker.WAITING.append(delivery.waits)
        worker.DOING.append(delivery.deliver)
        find = import_module("federation.archive.actions").find_alike
        import_module("referee.wizard.queries").FINDERS.append(find)


def _waiting_for(user: Any) -> Any:
    # Views may be imported only once all applications are there.
    return import_module("federation.home.views").waiting_for(user)


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
