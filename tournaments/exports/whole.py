"""The whole tournament as a workbook, read at one moment and then written: a document that may take long."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments.documents import Document, LayOut, Tell
from tournaments.exports import papers
from tournaments.exports.imprint import imprint_of
from tournaments.exports.rows import Sheet
from tournaments.exports.workbook import whole_tournament
from tournaments.models import Tournament
from tournaments.permissions import Right


def as_workbook(
    tournament: Tournament, title: str, sheets: Sequence[Sheet], at: datetime, *, in_full: bool = False
) -> LayOut:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=at, in_full=in_full)

    def lay_out(tell: Tell) -> bytes:
        return papers.workbook(sheets, imprint, tell)

    return lay_out


def _read(tournament: Tournament, rights: Collection[Right], at: datetime) -> LayOut:
    sheets = whole_tournament(tournament, with_log=Right.VIEW_LOG in rights)
    return as_workbook(tournament, str(WORKBOOK.title), sheets, at)


WORKBOOK = Document(
    _("Torneo completo"), "xlsx", _read, needs=frozenset({Right.EXPORT}), shows=frozenset({Right.VIEW_LOG})
)
