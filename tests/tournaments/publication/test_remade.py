"""Standings that were published are counted anew: what counts in them and is in no seal is forged, and found."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from tests.demonstration import make_federation
from tests.forging import try_to, undone
from tests.outside import guard, unguard
from tests.snapshots import lent
from tournaments.entries.models import EntryMember
from tournaments.planning.models import Group, GroupPlace, Stage
from tournaments.publication.models import Publication
from tournaments.publication.remade import rows_now
from tournaments.publication.snapshots import snapshot
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.dialect, pytest.mark.long]
WORDS = "Rifacendo i conti dagli atti di adesso escono altre cifre."


@pytest.fixture(scope="module")
def over(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[Tournament]]:
    """The tournaments of the demonstration's past, with no guard but what verifies."""
    with django_db_blocker.unblock():
        with lent(make_federation):
            unguard()
            yield list(Tournament.objects.filter(ending="concluded", federation__code="fitres").order_by("pk"))
        guard()


def found(tournaments: list[Tournament]) -> list[str]:
    """The slugs of those whose published figures do not come out again."""
    fresh = Tournament.objects.filter(pk__in=[one.pk for one in tournaments])
    return [one.slug for one in fresh if any(check.trouble == WORDS for check in check_all(one))]


@pytest.mark.parametrize(
    "forged",
    [
        "UPDATE tournaments_tournament SET vp_scale = 'burraco', game = 'burraco' WHERE game = 'tressette'",
        "UPDATE tournaments_round SET state = 'draft' WHERE number = 1",
        "UPDATE tournaments_entry SET number = number + 100 WHERE number = 1",
    ],
    ids=["scale", "round", "number"],
)
@undone
def test_what_counts_and_was_forged_is_found(over: list[Tournament], forged: str) -> None:
    assert found(over[:1]) == []
    assert try_to(forged)
    assert found(over[:1]) == [over[0].slug]


@undone
def test_the_settings_of_every_publication_are_told_and_those_that_are_others_since(over: list[Tournament]) -> None:
    def notes() -> list[str]:
        return [one.note for one in check_all(Tournament.objects.get(pk=over[0].pk)) if one.note]

    assert len(notes()) == Publication.objects.filter(tournament=over[0]).count()
    words = f"Fatta con: scala {over[0].vp_scale}, riposo {over[0].bye_vp} VP e {over[0].bye_mp} MP"
    assert all(one.startswith(words) and "Oggi" not in one for one in notes())
    assert try_to("UPDATE tournaments_tournament SET bye_vp = 9")
    # What it was made under stands in the log, whatever the tournament says now.
    assert all(one.startswith(words) and one.endswith("Oggi sono altri: VP del riposo.") for one in notes())
    out = StringIO()
    with pytest.raises(CommandError, match="non è come fu registrato"):
        call_command("verify", over[0].slug, stdout=out)
    assert words in out.getvalue()


@undone
def test_names_that_are_others_since_are_told_and_fail_nothing(over: list[Tournament]) -> None:
    def told() -> list[str]:
        checks = check_all(Tournament.objects.get(pk=over[0].pk))
        assert all(one.holds for one in checks)
        return [one.note for one in checks if "altrimenti" in one.note]

    assert told() == []
    first = Publication.objects.filter(tournament=over[0]).latest("number").rows[0]["rows"][0]["entry"]
    member = EntryMember.objects.filter(entry__tournament=over[0], entry__number=first).select_related("player")[0]
    was = str(member.player)
    assert try_to("UPDATE people_player SET first_name = 'Zeno', last_name = 'Zorro' WHERE id = %s", member.player_id)
    assert told() == [f"Oggi si chiamano altrimenti: «{was}» → «Zeno Zorro»."]


def shown_now(tournament: Tournament) -> Publication:
    """The standings as they are now, as they would have been published."""
    now = snapshot(tournament.stages.get())
    return Publication(tournament=tournament, stage=now.stage, round_number=now.round_number, rows=now.rows)


def fresh(publication: Publication) -> Publication:
    """The same, with its tournament as it stands in the file."""
    publication.stage = Stage.objects.select_related("tournament").get(pk=publication.stage_id)
    return publication


@undone
def test_carried_points_and_the_vp_of_a_rest_are_found(over: list[Tournament]) -> None:
    tournament = over[0]
    group = Group.objects.create(stage=tournament.stages.get(), number=1, name="A")
    for place, entry in enumerate(tournament.entries.order_by("number"), start=1):
        GroupPlace.objects.create(group=group, entry=entry, seed=place)
    first = tournament.rounds.order_by("number")[0]
    Table.objects.create(round=first, number=99, room=99, line_a=tournament.entries.get(number=1), group=group)
    published = shown_now(tournament)
    assert rows_now(fresh(published))
    for forged in (
        "UPDATE tournaments_tournament SET bye_vp = 9 WHERE id = %s",
        "UPDATE tournaments_groupplace SET carried_vp = 99 WHERE group_id IN "
        "(SELECT id FROM tournaments_group WHERE stage_id IN "
        "(SELECT id FROM tournaments_stage WHERE tournament_id = %s))",
    ):
        with transaction.atomic():
            assert try_to(forged, tournament.pk)
            assert rows_now(fresh(published)) is None, forged
            transaction.set_rollback(True)


@undone
def test_what_no_program_writes_keeps_one_proof_from_being_made_and_no_other(over: list[Tournament]) -> None:
    before = len(check_all(over[0]))
    assert try_to("UPDATE tournaments_tournament SET vp_scale = 'inventata' WHERE game = 'tressette'")
    checks = check_all(Tournament.objects.get(pk=over[0].pk))
    (undoable,) = [check for check in checks if check.trouble.startswith("Non si può rifare")]
    assert not undoable.holds
    assert len(checks) >= before - 1
