"""The door to what lays documents out, as `tournaments/papers.py`: loaded with the first document."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from papers.sheets import Imprint

if TYPE_CHECKING:
    from keeping.personal_data.queries import PersonalSection


def personal_data(name: str, sections: "Iterable[PersonalSection]", imprint: Imprint) -> bytes:
    from keeping.personal_data.layout import personal_paper

    return personal_paper(name, sections, imprint)
