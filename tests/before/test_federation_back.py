"""The federation's tables as they were before drafts, with rows in all of them: back, forth, and the same is found."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from federation.actions.archive import write_entries
from federation.models import ArchivedFacets, DraftEdition, DraftResult, DraftTrial
from federation.queries.archive_entries import Entry
from federation.queries.archive_search import Search, search
from referee.models import Ruling
from tests import factories
from tests.world import make_played

ASKED = [
    Search(),
    Search(words="spade"),
    Search(filters=(("departed", True),)),
    Search(words="asso scoperto per terra"),
]


def entries() -> list[Entry]:
    return [
        Entry(
            kind="ruling", key=key, number=key, code="fitres-tressette", procedure="carte-esposte", articles=(77, 80),
            at=factories.NOON + timedelta(days=key), departed=key % 3 == 0, effects=("annul",), clubs=(key,),
            free=(f"asso di spade scoperto {key}",),
        )
        for key in range(9000, 9020)
    ]  # fmt: skip


def try_a_draft(ruling: Ruling) -> None:
    """A trial of the draft that the world has, and what came out."""
    draft = DraftEdition.objects.first()
    assert draft
    trial = DraftTrial.objects.create(
        federation=draft.federation, draft=draft, language="it", state="done", asked_by=draft.loaded_by,
        asked_at=factories.NOON, seen_at=factories.NOON,
    )  # fmt: skip
    DraftResult.objects.create(trial=trial, ruling=ruling, verdict="same")


@pytest.mark.long
@pytest.mark.parametrize("back_to", ["0006_second_instance", "0008_webhooks"])
def test_the_federations_tables_go_back_and_forth_and_the_archive_finds_the_same(
    transactional_db: None, back_to: str
) -> None:
    tournament = make_played().tournament
    write_entries(tournament.federation, tournament, entries())
    try_a_draft(Ruling.objects.filter(tournament=tournament)[0])
    before = [search(tournament.federation, asked) for asked in ASKED]
    rows = list(ArchivedFacets.objects.order_by("pk").values())
    now = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate([("federation", back_to)])
    then = set(connection.introspection.table_names())
    MigrationExecutor(connection).migrate(now)
    assert "federation_archivedfacets" not in then
    assert ("federation_draftresult" in then) == (back_to == "0008_webhooks")
    assert list(ArchivedFacets.objects.order_by("pk").values()) == rows
    assert [search(tournament.federation, asked) for asked in ASKED] == before
