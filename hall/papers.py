"""The door to what lays documents out, as `tournaments/papers.py`: loaded with the first document."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hall.score_sheets.exports import RoundSheet, TableSheet
from papers.sheets import Imprint

if TYPE_CHECKING:
    from hall.seats.exports import Tag


def score_sheets(
    shared: RoundSheet, tables: Sequence[TableSheet], imprint: Imprint, *, two_a_page: bool = False
) -> bytes:
    from hall.score_sheets.layout import score_sheets

    return score_sheets(shared, tables, imprint, two_a_page=two_a_page)


def name_tags(tags: "Sequence[Tag]", imprint: Imprint) -> bytes:
    from hall.seats.layout import name_tags

    return name_tags(tags, imprint)
