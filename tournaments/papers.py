"""The door to what lays documents out: reportlab and openpyxl are loaded with the first document, not with a page.

Views ask here. What comes in by it may name reportlab and openpyxl at its top; nothing else does (pyproject.toml).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codes.tressette.deals import Deal
from papers.imprint import Imprint
from papers.sheets import Sheet, Tell

if TYPE_CHECKING:
    from tournaments.deals.queries import HandRecord


def pdf(sheets: Sequence[Sheet], imprint: Imprint) -> bytes:
    from papers.pdf import render

    return render(sheets, imprint)


def workbook(sheets: Sequence[Sheet], imprint: Imprint, tell: Tell | None = None) -> bytes:
    from papers.xlsx import workbook

    return workbook(sheets, imprint, tell)


def packs(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.deals.layout import packs

    return packs(deals, imprint, version)


def strips(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.deals.layout import strips

    return strips(deals, imprint, version)


def hand_records(records: Sequence["HandRecord"], imprint: Imprint) -> bytes:
    from tournaments.deals.layout import hand_records_paper

    return hand_records_paper(records, imprint)


def hand_record_sheets(records: Sequence["HandRecord"]) -> list[Sheet]:
    from tournaments.deals.layout import hand_record_sheets

    return hand_record_sheets(records)
