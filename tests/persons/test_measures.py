"""Measures against persons: on no public page or paper, whatever they cost; who runs the tournament reads them."""

import json

import pytest
from django.core.cache import caches

from tests import factories
from tests.factories import acting
from tests.walking import papers, public_addresses, said
from tests.world import Visitor, World
from tournaments.actions.publications import publish_provisional
from tournaments.models import Stage, Tournament
from tournaments.publishing.proof import hash_of
from tournaments.publishing.snapshots import without_measures

WORDS = ("mmonizion", "ammonit", "richiamo", "diffida", "allontanament", "deferiment", "squalific")
# The rules of the tournament say what warnings cost, whoever has one.
OF_NOBODY = {"regulations"}
# What hangs on a wall or is sent round; other papers and workbooks are the staff's own.
PAPERS = {"export_standings_pdf", "export_standings_xlsx", "export_publication", "export_seating_pdf", "export_prizes"}


@pytest.fixture
def warned(world: World) -> str:
    """Pair 1 has four warnings, the third of which cost a VP; the standings are published with them."""
    tournament, dora = world.tournament, world.people["dora"]
    Tournament.objects.filter(pk=tournament.pk).update(warnings_per_vp=3)
    for number in (1, 1, 1, 1, 2):
        entry = tournament.entries.get(number=number)
        factories.make_adjustment(entry, dora, kind="warning", amount=0, reason="Ammonito: parlava")
    stage = Stage.objects.filter(tournament=tournament).earliest("number")
    version = Tournament.objects.values_list("data_version", flat=True).get(pk=tournament.pk)
    made = publish_provisional(by=acting(dora), stage=stage, data_version=version, reason="Ancora", incomplete=True)
    caches["pages"].clear()
    return f"/tornei/{tournament.slug}/classifica/{made.number}/"


@pytest.mark.long
def test_no_public_page_tells_of_a_measure(world: World, warned: str) -> None:
    nobody = Visitor(None)
    pages = {one.name: said(nobody, world.path(one)) for one in public_addresses() if one.name not in OF_NOBODY}
    pages |= {path: said(nobody, warned + path) for path in ("", "coppie/1/", "coppie/2/", "righe.json")}
    pages["pair 2"] = said(nobody, f"/tornei/{world.tournament.slug}/coppie/2/")
    telling = {(name, word) for name, text in pages.items() for word in WORDS if word in text.lower()}
    assert telling == set()
    # What they cost is a figure of the pair's, and stands where figures stand.
    for name in ("pair", "standings", ""):
        assert "−1 VP" in pages[name] or ">−1<" in pages[name], name
    assert "warnings" not in json.loads(pages["righe.json"])["standings"][0]["rows"][0]["sums"]


@pytest.mark.long
def test_no_paper_for_everybody_tells_of_a_measure(world: World, warned: str) -> None:
    texts = {one.name: said(Visitor(world.people["dora"]), world.path(one)) for one in papers() if one.name in PAPERS}
    assert set(texts) == PAPERS
    assert {name for name, text in texts.items() for word in WORDS if word in text.lower()} == set()
    assert "VP tolti" in texts["export_standings_pdf"]


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
