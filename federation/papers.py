"""The door to the federation's papers, whose layout is loaded with the first of them, not with a page."""

from datetime import datetime
from typing import TYPE_CHECKING

from papers.sheets import Imprint
from people.accounts.models import Federation

if TYPE_CHECKING:
    from federation.consistency.queries import Selection


def casebook(federation: Federation, at: datetime) -> bytes:
    from federation.casebook.layout import casebook_pdf

    return casebook_pdf(federation, at)


def consistency(federation: Federation, asked: "Selection", imprint: Imprint) -> bytes:
    from federation.consistency.layout import consistency_paper

    return consistency_paper(federation, asked, imprint)
