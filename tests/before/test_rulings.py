"""Rulings decided by the program of 20 November 2026, before the codes moved and twins among their rules were joined.

Their records are that program's own (`rulings-2026-11-20.json.gz`): three on melding without having drawn, the third
departing from the proposal, and three of tressette. Today's program reads them, and tells whether their rule changed.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from codes.library import get_rulebook
from referee.cases.editions import rule_changed
from referee.exports.from_ruling import document_of
from referee.exports.ruling_sheet import ruling_sheet
from referee.models import Case, Ruling
from tests import factories
from tests.factories import NOON
from tests.reading import text_of
from tournaments.permissions import Role

KEPT: list[dict[str, Any]] = json.loads(
    gzip.decompress((Path(__file__).parent / "rulings-2026-11-20.json.gz").read_bytes())
)
# The partner had pointed the missing draw out and the meld was completed: since then said to be a reading of ours.
A_READING_SINCE = [("mancata-pesca", 3)]
NAMES = [f"{one['procedure']}-{one['number']}" for one in KEPT]


@pytest.fixture
def stored(db, giulia):
    """A record of before, at a table of a tournament of its game."""

    def store(kept: dict[str, Any]) -> Ruling:
        make = factories.make_burraco if kept["game"] == "burraco" else factories.make_tournament
        tournament = make("di-prima")
        factories.give_role(giulia, tournament, Role.CHIEF_ARBITER)
        round = factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
        table, board = round.tables.get(), round.boards.first()
        case = Case.objects.create(
            tournament=tournament,
            number=kept["number"],
            table=table,
            board=board,
            procedure=kept["procedure"],
            state=Case.State.RULED,
            opened_by=giulia,
            opened_at=NOON,
            updated_at=NOON,
        )
        fields = {name: value for name, value in kept.items() if name != "game"}
        return Ruling.objects.create(tournament=tournament, case=case, decided_by=giulia, **fields)

    return store


@pytest.mark.parametrize("kept", KEPT, ids=NAMES)
def test_it_is_read_on_screen_and_paper(kept, stored, client_of, giulia):
    ruling = stored(kept)
    page = client_of(giulia).get(f"/tornei/di-prima/provvedimenti/{ruling.number}/").content.decode()
    paper = text_of(ruling_sheet(document_of(Ruling.objects.get(pk=ruling.pk), language="it"), at=NOON))
    for words in (effect["words"]["it"] for effect in kept["effects"]):
        assert words in page
        assert words.split(" ")[0] in paper
    assert kept["rulebook_hash"] in paper
    assert ("la norma è cambiata" in page) == (_told(kept) in A_READING_SINCE)


@pytest.mark.parametrize("kept", KEPT, ids=NAMES)
def test_its_rule_has_not_changed_whatever_its_text(kept, stored):
    ruling = stored(kept)
    book = get_rulebook(ruling.rulebook)
    # Tables in which twins were joined since; every other text is the same to the letter.
    joined = {"mancata-pesca", "carte-esposte", "andata-a-monte"} & set(ruling.path)
    assert ruling.changed_since(book) is bool(joined)
    assert rule_changed(ruling) is (_told(kept) in A_READING_SINCE)


def _told(kept: dict[str, Any]) -> tuple[str, int]:
    return kept["procedure"], kept["number"]


def _with(kept: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return kept | {"rule_hash": "0" * 64} | changed


@pytest.mark.parametrize(
    "changed",
    [
        _with(KEPT[1], effects=KEPT[1]["effects"][1:]),
        _with(KEPT[1], citations=KEPT[1]["citations"][1:]),
        _with(KEPT[1], trail=KEPT[1]["trail"][:1], effects=KEPT[1]["effects"][1:]),
        _with(KEPT[1], procedure="come-si-chiamava-una-volta"),
        _with(KEPT[2], proposed_effects=KEPT[0]["effects"]),
        _with(KEPT[3], citations=[KEPT[3]["citations"][0] | {"title": {"it": "Altro", "en": "Other"}}]),
    ],
)
def test_a_record_of_another_rule_is_told(changed, stored):
    assert rule_changed(stored(changed)) is True


def test_a_rule_that_asks_more_today_is_the_same_where_an_answer_leads_to_what_was_decided(stored):
    assert rule_changed(stored(_with(KEPT[1], trail=KEPT[1]["trail"][:1]))) is False
