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
        import_module("tournaments.queries.appeals").KINDS["ruling"] = import_module(
            "referee.queries.appeals"
        ).ruling_of
        import_module("tournaments.documents").KINDS.update(
            {
                "rapporto": "referee.exports.whole.REPORT",
                "torneo-e-provvedimenti": "referee.exports.whole.WORKBOOK",
            }
        )
