"""The door to what lays documents out: reportlab and openpyxl are loaded with the first document, not with a page.

Views ask here. What comes in by it may name reportlab and openpyxl at its top; nothing else does (pyproject.toml).
"""

from collections.abc import Iterable, Sequence

from codes.tressette.deals import Deal
from tournaments.documents import Tell
from tournaments.exports.imprint import Imprint
from tournaments.exports.rows import Sheet
from tournaments.exports.score_sheet_content import RoundSheet, TableSheet
from tournaments.exports.seating import Tag
from tournaments.people.personal_data import PersonalSection
from tournaments.queries.hand_records import HandRecord


def pdf(sheets: Sequence[Sheet], imprint: Imprint) -> bytes:
    from tournaments.exports.pdf import render

    return render(sheets, imprint)


def workbook(sheets: Sequence[Sheet], imprint: Imprint, tell: Tell | None = None) -> bytes:
    from tournaments.exports.xlsx import workbook

    return workbook(sheets, imprint, tell)


def score_sheets(
    shared: RoundSheet, tables: Sequence[TableSheet], imprint: Imprint, *, two_a_page: bool = False
) -> bytes:
    from tournaments.exports.score_sheet import score_sheets

    return score_sheets(shared, tables, imprint, two_a_page=two_a_page)


def name_tags(tags: Sequence[Tag], imprint: Imprint) -> bytes:
    from tournaments.exports.name_tags import name_tags

    return name_tags(tags, imprint)


def packs(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.exports.deals import packs

    return packs(deals, imprint, version)


def strips(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    from tournaments.exports.deals import strips

    return strips(deals, imprint, version)


def hand_records(records: Sequence[HandRecord], imprint: Imprint) -> bytes:
    from tournaments.exports.hand_records import hand_records_paper

    return hand_records_paper(records, imprint)


def hand_record_sheets(records: Sequence[HandRecord]) -> list[Sheet]:
    from tournaments.exports.hand_records import hand_record_sheets

    return hand_record_sheets(records)


def personal_data(name: str, sections: Iterable[PersonalSection], imprint: Imprint) -> bytes:
    from tournaments.exports.personal_data import personal_paper

    return personal_paper(name, sections, imprint)
