"""A canary in every column that may name a person, by what the models say: which of them everybody reads, and no other.

The walk shows whom of a tournament that is not public nobody is told; here all is of a public one and its federation.
"""

from collections.abc import Iterator

import pytest
from django.db import models

from federation.packages.columns import own_models, personal_columns
from records.official_records import Official
from tests.access_table import ACCESS
from tests.keeping.erasing.planting import with_canary
from tests.outside import guard, unguard
from tests.world import KnownVisitor, World, addresses

CANARY = "Zzcanarino"
# What everybody may read, and why.
CASEBOOK = "published for everybody; whoever writes it says that it names nobody"
ANEW = "why what everybody reads was made anew"
SIGNS = "who drew and who published, under what they put up"
PLAYS = "who plays, as announced; a minor by initials"
PUBLIC = {f"federation.HeadnoteVersion.{name}": CASEBOOK for name in ("comment", "place", "reason", "tags", "text")} | {
    "federation.SeasonPublication.reason": ANEW,
    "people.User.first_name": SIGNS,
    "people.User.last_name": SIGNS,
    "people.Player.first_name": PLAYS,
    "people.Player.last_name": PLAYS,
    "tournaments.Entry.name": PLAYS,
    "tournaments.Pairing.reason": ANEW,
    "tournaments.Publication.reason": ANEW,
}


def planted() -> Iterator[tuple[str, str]]:
    """The canary of each column and the column, once it is in every record that says something there."""
    columns = [(model, name) for model in own_models() for name in sorted(personal_columns(model))]
    for number, (model, name) in enumerate(columns):
        keys = model.PERSONAL.get(name, ()) if issubclass(model, Official) else ()
        mark = f"{CANARY}{number:03d}z"
        rows: models.QuerySet[models.Model] = model._base_manager.all()
        said = [(row.pk, with_canary(row, name, keys, mark)) for row in rows]
        for pk, value in said:
            if value is not None:
                model._base_manager.filter(pk=pk).update(**{name: value})
        if any(value is not None for _pk, value in said):
            yield mark, f"{model._meta.label}.{name}"


@pytest.mark.long
def test_what_everybody_reads_of_persons_is_what_is_listed(world: World) -> None:
    unguard()
    marks, visitor = dict(planted()), KnownVisitor(None)
    # By the signed address of a table, or of a feed, one reads what is of whom it was given to.
    asked = [one for one in addresses() if not {"key", "token"} & set(one.arguments) and "GET" in ACCESS[one.name]]
    answers = {one.name: visitor.ask("GET", world.path(one)) for one in asked}
    guard()
    assert [name for name, answer in answers.items() if answer.status_code >= 500] == []
    told = "".join(answer.content.decode(errors="replace") for answer in answers.values())
    assert {column for mark, column in marks.items() if mark in told} == PUBLIC.keys()
