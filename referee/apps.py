from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeConfig(AppConfig):
    name = "referee"
    verbose_name = _("Arbitraggio")

    def ready(self) -> None:
        # Models may be imported only from here on.
        proofs = import_module("referee.editions.proofs").proofs
        import_module("tournaments.publication.verification_queries").MORE.append(proofs)
        inbox = import_module("hall.listing.inbox_queries")
        inbox.SOURCES.append(import_module("referee.home.inbox_queries").waiting_for)
        pending = import_module("referee.home.waiting_lines").pending_in
        import_module("tournaments.publication.state").PENDING.append(pending)
        appeals = import_module("tournaments.appeals.queries")
        own = import_module("referee.decisions.appeal_queries")
        appeals.KINDS["ruling"] = own.ruling_of
        appeals.RULED.append(own.makers_of_references)
        import_module("tournaments.staff.documents").KINDS.update(
            {
                "rapporto": "referee.rulings.layout.REPORT",
                "torneo-e-provvedimenti": "referee.rulings.layout.WORKBOOK",
            }
        )
