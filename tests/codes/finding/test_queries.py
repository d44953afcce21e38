"""What arbiters type, against the procedures that are right: how often one of them is among the first three.

Most queries were written from stories told at tables before the titles and keywords of the procedures were looked at.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from codes.finding.procedures import find_procedures
from codes.format.plain_yaml import Document
from codes.library import get_rulebook

HERE = Path(__file__).parent
USUAL = {
    "fitres-tressette": {"forma": "ordinario", "norme": "moderne", "accusa": "con-accusa"},
    "fibur-burraco-2019": {"partita": "quattro-smazzate", "separe": "senza-separe"},
    "tressette-online": {
        "giocatori": "coppie",
        "scopo": "vincere",
        "fine": "a-punti",
        "chiusura": "vinco-subito",
        "accuso": "con-accuso",
        "cappotto": "con-cappotto",
        "formula": "libera",
    },
}
FIRST = 3


class Query(NamedTuple):
    book: str
    options: dict[str, str]
    text: str
    right: tuple[str, ...]


def queries(kind):
    """The queries of that kind: `short` ones, or whole `sentences`."""
    return [
        Query(book, USUAL[book] | group.get("options", {}), text, tuple(group["right"]))
        for book, groups in Document(HERE / "queries.yaml", "queries.yaml").data.items()
        for group in groups
        for text in group.get(kind, ())
    ]


def found(query):
    return find_procedures(query.text, get_rulebook(query.book), query.options)


@pytest.mark.parametrize(("kind", "at_least", "share"), [("short", 300, 0.97), ("sentences", 100, 0.85)])
def test_what_arbiters_type_finds_the_procedure_among_the_first(kind, at_least, share):
    asked = queries(kind)
    missed = [f"{q.book}: «{q.text}»" for q in asked if not set(found(q)[:FIRST]) & set(q.right)]
    assert len(asked) >= at_least
    assert len(missed) <= (1 - share) * len(asked), "\n".join(missed)


def test_every_query_finds_something_and_names_procedures_that_can_be_chosen():
    for query in queries("short") + queries("sentences"):
        allowed = [procedure.id for procedure in get_rulebook(query.book).applicable(query.options)]
        assert set(query.right) <= set(get_rulebook(query.book).procedures), query
        assert set(query.right) & set(allowed), query
        assert found(query), query
