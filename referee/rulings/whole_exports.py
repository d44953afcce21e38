"""The documents of a whole tournament with its rulings: the federation's report and the workbook."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from keeping.documents.report import Chapter, report_of
from keeping.documents.workbook import as_workbook, whole_tournament
from records.rights import Right
from referee.rulings.exports import referee_sheets, rulings_sheet
from tournaments.papers import imprint_of
from tournaments.setup.models import Tournament
from tournaments.staff.documents import Document, LayOut

_NEEDS = frozenset({Right.EXPORT, Right.VIEW_CASES})


def _read_report(tournament: Tournament, _rights: Collection[Right], at: datetime) -> LayOut:
    sheet = rulings_sheet(tournament)
    imprint = imprint_of(tournament, str(REPORT.title), at=at, in_full=True)
    return report_of(tournament, imprint, more=[Chapter(sheet.title, (sheet,))])


def _read_workbook(tournament: Tournament, rights: Collection[Right], at: datetime) -> LayOut:
    """With the log for those who may read it."""
    sheets = whole_tournament(tournament, with_log=Right.VIEW_LOG in rights, extra_sheets=referee_sheets(tournament))
    return as_workbook(tournament, str(WORKBOOK.title), sheets, at, in_full=True)


REPORT = Document(_("Rapporto del torneo"), "pdf", _read_report, needs=_NEEDS)
WORKBOOK = Document(
    _("Torneo e provvedimenti"), "xlsx", _read_workbook, needs=_NEEDS, shows=frozenset({Right.VIEW_LOG})
)
