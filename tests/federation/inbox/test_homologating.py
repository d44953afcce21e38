"""What becomes of a package: checked, remarked, sent back, homologated; the answer that its sender loads."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction

from federation.inbox.actions import Checked, add_remark, check, homologate, send_back
from federation.inbox.desk_actions import load_answer
from federation.inbox.exports import answer_to
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.packages.queries import inbox, open_points
from federation.sealed.manifest import is_signed
from people.offices.models import FederationLine
from records.models import LogEntry
from records.requests import Refused
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import State, bring, play_on
from tournaments.scores.actions import give_score


@pytest.mark.long
def test_checking_finds_what_is_open(kept, olga):
    points = {one.kind: (one.count, one.where) for one in open_points(kept)}
    assert points == {
        "appeals": (1, "1"),
        "cases": (2, "4, 5"),
        "reports": (1, ""),
        "rounds": (1, "1"),
        "provisional": (1, "1"),
    }
    check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
    kept.refresh_from_db()
    assert (kept.state, len(kept.points)) == (State.CHECKED, 5)


@pytest.mark.long
def test_a_score_that_nobody_confirmed_is_an_open_point(known, olga, fitres, world):
    table = world.tournament.rounds.get(number=1).tables.get(number=2)
    board = table.round.boards.get(number=1)
    sara = acting(world.people["sara"])
    give_score(by=sara, table=table, board=board, points_a=6, points_b=5, expected_version=0)
    points = open_points(bring(olga, fitres, package(world.tournament, NOON)))
    assert [(one.kind, one.count) for one in points if one.kind == "scores"] == [("scores", 1)]


def test_homologating_takes_a_check_a_reason_and_an_office(kept, olga, world):
    with pytest.raises(Refused, match="Prima va controllato"):
        homologate(by=acting(olga), package=kept)
    check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
    with pytest.raises(Refused, match="punti aperti"):
        homologate(by=acting(olga), package=kept, reason=" ")
    with pytest.raises(PermissionDenied):
        homologate(by=acting(world.people["aldo"]), package=kept, reason="Sì")
    made = homologate(by=acting(olga), package=kept, reason="Il reclamo è stato ritirato a voce")
    assert (made.signed["officer"], made.signed["package"], is_signed(made.signed)) == ("Olga Valli", kept.sha256, True)
    assert not is_signed({**made.signed, "officer": "Aldo Neri"})
    with pytest.raises(Refused, match="già omologato"):
        add_remark(by=acting(olga), package=kept, text="Troppo tardi")


def test_a_homologation_is_never_changed(kept, olga):
    check(by=acting(olga), package=kept, found=Checked([]))
    made = homologate(by=acting(olga), package=kept)
    for act in (made.delete, made.save, kept.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_a_package_goes_back_with_remarks_and_the_answer_is_read_at_the_desk(kept, olga, world):
    with pytest.raises(Refused, match="almeno un rilievo"):
        send_back(by=acting(olga), package=kept)
    add_remark(by=acting(olga), package=kept, text="Manca la conferma del tavolo 2")
    send_back(by=acting(olga), package=kept)
    content = answer_to(ReceivedPackage.objects.select_related("federation").get(pk=kept.pk))
    dora = world.people["dora"]
    loaded = load_answer(by=acting(dora), tournament=world.tournament, content=content)
    assert (loaded.told["state"], loaded.told["remarks"][0]["text"]) == ("returned", "Manca la conferma del tavolo 2")
    assert load_answer(by=acting(dora), tournament=world.tournament, content=content) == loaded
    assert LogEntry.objects.filter(tournament=world.tournament, action="load_answer").count() == 1
    with pytest.raises(Refused, match="altro torneo"):
        load_answer(by=acting(world.people["dora"]), tournament=world.burraco, content=content)
    with pytest.raises(Refused, match="non è più com’era"):
        load_answer(by=acting(dora), tournament=world.tournament, content=content.replace(b"tavolo 2", b"tavolo 3"))


@pytest.mark.long
def test_after_the_answer_the_mended_package_is_a_newer_one(kept, olga, fitres, world):
    add_remark(by=acting(olga), package=kept, text="Ritardo non segnato")
    send_back(by=acting(olga), package=kept)
    play_on(world)
    mended = bring(olga, fitres, package(world.tournament, NOON))
    assert (mended.version, mended.state, list(inbox(fitres))) == (2, "received", [mended])


def test_what_an_officer_does_leaves_its_line_and_names_nobody(kept, olga):
    add_remark(by=acting(olga), package=kept, text="La coppia Conti non era iscritta")
    lines = FederationLine.objects.order_by("sequence")
    # The world's season was opened before.
    assert [one.action for one in lines][-3:] == ["add_key", "receive_package", "add_remark"]
    assert "Conti" not in json.dumps([one.data for one in lines])
