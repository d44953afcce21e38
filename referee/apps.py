from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeConfig(AppConfig):
    name = "referee"
    verbose_name = _("Arbitraggio")

    def ready(self) -> None:
        # Models may be imported only from here on.
        proofs = import_module("referee.cases.proofs").proofs
        import_module("tournaments.publishing.verification").MORE.append(proofs)
        appeals, own = (import_module(f"{app}.queries.appeals") for app in ("tournaments", "referee"))
        appeals.KINDS["ruling"] = own.ruling_of
        appeals.RULED.append(own.makers_of_references)
        import_module("tournaments.documents").KINDS.update(
            {
                "rapporto": "referee.exports.whole.REPORT",
                "torneo-e-provvedimenti": "referee.exports.whole.WORKBOOK",
            }
        )
