"""Measures against persons: who runs the tournament reads them, nobody else (tests/addresses/test_walk.py)."""

import json

import pytest
from django.core.cache import caches

from tests.published import publish_with_warnings
from tests.walking import said
from tests.world import Visitor, World
from tournaments.publication.proof import hash_of
from tournaments.publication.snapshots import without_measures


@pytest.fixture
def warned(world: World) -> str:
    made = publish_with_warnings(world.tournament, world.people["dora"])
    caches["pages"].clear()
    return f"/tornei/{world.tournament.slug}/classifica/{made.number}/"


def test_who_runs_the_tournament_reads_them_on_the_pairs_page(world: World, warned: str) -> None:
    page = said(Visitor(world.people["dora"]), f"/tornei/{world.tournament.slug}/coppie/1/")
    assert "4 ammonizioni" in page
    assert "Ammonito: parlava" in page


def test_standings_published_before_with_warnings_keep_their_hash_and_are_not_told(world: World, warned: str) -> None:
    made = world.tournament.publications.latest("number")
    counted = json.loads(json.dumps(made.rows))
    row = next(row for row in counted[0]["rows"] if row["entry"] == 2)
    row["sums"]["warnings"] = 1
    row["items"].append({"source": "extra", "round": None, "vp": 0, "mp": 0, "warnings": 1})
    assert without_measures(counted) == made.rows
    made.pk, made.number, made.rows = None, made.number + 1, counted
    made.hash = hash_of(made)
    made.save()
    line = said(Visitor(None), f"/tornei/{world.tournament.slug}/classifica/{made.number}/coppie/2/")
    assert "mmonizion" not in line
