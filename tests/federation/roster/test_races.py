"""Two secretaries at once: of two who accept, one sees what the other did; of two who lift, one is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from federation.casebook.models import Headnote, HeadnoteDraft
from federation.roster.actions import accept_roster, lift_suspension
from people.accounts.models import User
from people.offices.log import first_broken_line
from people.offices.models import FederationLine
from people.players.models import Member, RosterUpdate, Suspension
from records.log import verify_log
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import acting, make_member
from tests.federation.casebook.headnotes import drafted, published
from tests.federation.roster.rosters import ANNA, LUCA, PIERO, stage, take
from tournaments.appeals.models import Appeal
from tournaments.entries.admission_actions import admit
from tournaments.entries.models import Admission

pytestmark = [
    pytest.mark.dialect,
    pytest.mark.skipif(
        connection.vendor == "sqlite", reason="a database in memory is one connection's: there nobody acts at once"
    ),
]


def at_once(*acts: object) -> list[str]:
    """What became of each, «done» or the refusal, all begun at the same moment."""
    barrier = Barrier(len(acts))

    def run(act: object) -> str:
        barrier.wait()
        try:
            act()  # type: ignore[operator]
        except Refused as error:
            return str(error)
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(run, acts))


@pytest.mark.parametrize("again", range(3))
def test_of_two_who_accept_at_once_one_looks_again(transactional_db, again):
    fitres = factories.make_federation()
    olga = factories.make_officer("olga", fitres)
    take(olga, fitres, ANNA)
    first, second = stage(olga, fitres, ANNA, LUCA), stage(olga, fitres, ANNA, PIERO)
    told = at_once(*(lambda one=one: accept_roster(by=acting(olga), update=one, version=1) for one in (first, second)))
    assert (told[1], "ecco l’anteprima rifatta" in told[0]) == ("done", True)
    assert RosterUpdate.objects.filter(number=2).count() == 1
    assert Member.objects.filter(left_at=None).count() == 2
    assert first_broken_line(fitres) is None


def test_the_same_file_accepted_twice_at_once_is_accepted_once(transactional_db):
    fitres = factories.make_federation()
    olga, other = factories.make_officer("olga", fitres), User.objects.create_user("seconda")
    factories.FederationOffice.objects.create(
        user=other, federation=fitres, office="secretary", given_by=olga, given_at=factories.NOON
    )
    update = stage(olga, fitres, ANNA, LUCA)
    told = at_once(*(lambda who=who: accept_roster(by=acting(who), update=update, version=0) for who in (olga, other)))
    assert (told[1], told[0].startswith("Questo file è già accettato")) == ("done", True)
    assert Member.objects.count() == 2


def test_a_suspension_is_lifted_once(transactional_db):
    fitres = factories.make_federation()
    olga = factories.make_officer("olga", fitres)
    given = factories.make_suspension(make_member(fitres, "1"), olga)
    told = at_once(*[lambda: lift_suspension(by=acting(olga), suspension=given, reason="Accolto")] * 2)
    assert told == ["L’ha già tolta Olga Valli.", "done"]
    assert Suspension.objects.get().is_lifted
    assert FederationLine.objects.filter(action="lift_suspension").count() == 1


def test_two_directors_who_admit_at_once_leave_one_admission(transactional_db):
    tournament = factories.make_tournament()
    entry = factories.make_entry(tournament, 1)
    make_member(tournament.federation, "1")
    directors = [factories.make_user(name) for name in ("dora", "duccio")]
    for one in directors:
        factories.give_role(one, tournament, Role.DIRECTOR)
    player = entry.members.get(position=1).player
    told = at_once(
        *(lambda who=who: admit(by=acting(who), entry=entry, player=player, reason="Rinnovo") for who in directors)
    )
    assert (told[0].startswith("Non c’è niente da ammettere"), told[1]) == (True, "done")
    assert Admission.objects.count() == 1
    assert verify_log(tournament).holds


@pytest.mark.parametrize("again", range(2))
def test_headnotes_published_at_once_have_numbers_of_their_own(transactional_db, again):
    tournaments = [factories.make_tournament(slug) for slug in ("coppa-uno", "coppa-due")]
    federation = tournaments[0].federation
    aldo = factories.make_officer("aldo", federation)
    appeals = [
        Appeal.objects.create(
            tournament=one, number=1, entry=factories.make_entry(one, 1), against="x", grounds="y", state="rejected",
            filed_by=aldo, filed_at=factories.NOON, decided_by=aldo, decided_at=factories.NOON, decision="z",
        )
        for one in tournaments
    ]  # fmt: skip
    drafts = [drafted(aldo, one.tournament, source=f"appeal-{one.pk}") for one in appeals]
    assert at_once(*(lambda one=one: published(aldo, one) for one in drafts)) == ["done", "done"]
    assert (
        at_once(*[lambda: published(aldo, HeadnoteDraft.objects.get(pk=drafts[0].pk), "Di nuovo")] * 2)
        == ["È uguale a quella pubblicata."] * 2
    )
    assert [one.reference for one in Headnote.objects.order_by("number")] == ["2026-1", "2026-2"]
    assert first_broken_line(federation) is None
