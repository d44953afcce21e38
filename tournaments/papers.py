"""The door to what lays documents out: reportlab and openpyxl are loaded with the first document, not with a page.

Views ask here. What comes in by it may name reportlab and openpyxl at its top; nothing else does (pyproject.toml).
"""

from collections.abc import Iterable, Sequence

from codes.tressette.deals import Deal
from papers.sheets import Sheet, Tell
from tournaments.deals.queries import HandRecord
from tournaments.personal_data.queries import PersonalSection
from tournaments.score_sheets.exports import RoundSheet, TableSheet
from tournaments.seats.exports import Tag
from tournaments.setup.imprint import Imprint


def pdf(sheets: Sequence[Sheet], imprint: Imprint) -> bytes:
    from papers.pdf import render

    return render(sheets, imprint)


def workbook(sheets: Sequence[Sheet], imprint: Imprint, tell: Tell | None = None) -> bytes:
    from papers.xlsx import workbook

    return workbook(sheets, imprint, tell)


def score_sheets(
    shared: RoundSheet, tables: Sequence[TableSheet], imprint: Imprint, *, two_a_page: bool = False
) -> bytes:
    from tournaments.score_sheets.layout import score_sheets

    return score_sheets(shared, tables, imprint, two_a_page=two_a_page)


def name_tags(tags: Sequence[Tag], imprint: Imprint) -> bytes:
    from tournaments.attendance.layout import name_tags

    return name_tags(tags, imprint)


def packs(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.deals.layout import packs

    return packs(deals, imprint, version)


def strips(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.deals.layout import strips

    return strips(deals, imprint, version)


def hand_records(records: Sequence[HandRecord], imprint: Imprint) -> bytes:
    from tournaments.deals.layout import hand_records_paper

    return hand_records_paper(records, imprint)


def hand_record_sheets(records: Sequence[HandRecord]) -> list[Sheet]:
    from tournaments.deals.layout import hand_record_sheets

    return hand_record_sheets(records)


def personal_data(name: str, sections: Iterable[PersonalSection], imprint: Imprint) -> bytes:
    from tournaments.personal_data.layout import personal_paper

    return personal_paper(name, sections, imprint)
