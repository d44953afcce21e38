"""docs/package.md is enough: a program written from it alone makes every published standings once more."""

from datetime import timedelta

import pytest

from federation.packages.exports import package
from tests import factories
from tests.demonstration import NOW, make_federation
from tests.factories import NOON
from tests.federation.sealed.by_the_document import Book, Standings
from tests.federation.sealed.test_read_package import publish
from tests.snapshots import lent
from tests.tournaments.standings.random_stories import case
from tests.tournaments.standings.stored_stories import Scribe, stored
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.long

# Somebody's coming further in a knock-out stands before all figures: the document leaves that to the matches named.
BRACKET = {"final", "third_place", "knockout"}


def rebuilt(content: bytes) -> list[str]:
    """What differs between every publication of the package and what the document makes of its records."""
    book, wrong = Book(content), []
    for publication in book.of("Publication"):
        standings = Standings(book, publication)
        by_number = {key and standings.groups[key]["number"]: rows for key, rows in standings.by_group().items()}
        for section in publication["rows"]:
            rows = by_number.get(section["group"]) or by_number[None]
            decides = any(tie["criterion"] in BRACKET for tie in section["ties"])
            told = {row["entry"]: (None if decides else row["place"], row["vp"], row["mp"]) for row in section["rows"]}
            mine = {entry: (None if decides else one.place, one.vp, one.mp) for entry, one in rows.items()}
            wrong += [
                f"{publication['number']}: {key} {told.get(key)} {mine.get(key)}"
                for key in told | mine
                if told.get(key) != mine.get(key)
            ]
    return wrong


@pytest.mark.django_db(transaction=True)
def test_the_published_standings_of_the_demonstration_follow_from_the_document_alone() -> None:
    with lent(make_federation):
        tournaments = Tournament.objects.filter(pk__in=Publication.objects.values("tournament"))
        found = {one.slug: rebuilt(package(one, NOW + timedelta(days=1))) for one in tournaments}
        assert len(found) > 3
        assert {slug: wrong for slug, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("first", range(0, 12, 6))
def test_tournaments_by_chance_follow_from_the_document_alone(db: None, first: int) -> None:
    found = [(seed, one) for seed in range(500 + first * 3, 500 + first * 3 + 14) if (one := stored(case(seed)))]
    scorer = factories.make_user("sara")
    for seed, one in found[:6]:
        tournament = Scribe(one, scorer, f"torneo-{seed}").write()
        publish(tournament, factories.make_user(f"dora-{seed}"))
        assert rebuilt(package(tournament, NOON)) == [], seed
