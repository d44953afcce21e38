"""The door to arbitration's papers, whose layout is loaded with the first of them, not with a page."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from codes.deciding.book import Rulebook
from referee.cases.models import Case
from referee.rulings.models import Ruling
from tournaments.setup.models import Tournament

if TYPE_CHECKING:
    from referee.rulings.document import RulingDocument


def code_book(book: Rulebook, *, language: str, at: datetime) -> bytes:
    from referee.code_browser.layout import code_book

    return code_book(book, language=language, at=at)


def ruling_sheet(document: "RulingDocument", *, at: datetime, of: Tournament) -> bytes:
    from referee.rulings.layout import ruling_sheet

    return ruling_sheet(document, at=at, of=of)


def faculty_slip(case: Case, *, title: str, at: datetime) -> bytes:
    from referee.rulings.layout import faculty_slip

    return faculty_slip(case, title=title, at=at)


def choice_slip(ruling: Ruling, choice: Mapping[str, Any], *, at: datetime) -> bytes:
    from referee.rulings.layout import choice_slip

    return choice_slip(ruling, choice, at=at)
