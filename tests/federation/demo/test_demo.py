"""The demonstration's federation: two seasons of past tournaments, whose seals hold, as its officers find them."""

from collections import Counter
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search, search
from federation.demo.plan import PAST
from federation.packages.models import ReceivedPackage, SentAnswer
from federation.seasons.models import SeasonPublication
from federation.second_instance.models import SecondAppeal
from people.accounts.models import Federation
from people.offices.log import first_broken_line
from people.offices.models import FederationOffice
from people.players.models import Member
from records.models import LogEntry
from referee.rulings.models import Ruling
from tests.demonstration import NOW, make_federation
from tests.snapshots import lent
from tournaments.appeals.models import Appeal
from tournaments.entries.models import EntryMember
from tournaments.publication.verification_queries import check_all
from tournaments.setup.models import Tournament

# It takes as long as many other tests together.
pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module", autouse=True)
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), lent(make_federation):
        yield


def fitres() -> Federation:
    return Federation.objects.get(code="fitres")


def past() -> list[Tournament]:
    return list(Tournament.objects.filter(slug__in=[one.slug for one in PAST]))


def test_twelve_tournaments_of_both_games_are_over_and_none_happens_later_than_now() -> None:
    assert Counter(one.game for one in past()) == {"tressette": 8, "burraco": 4}
    assert {one.ending for one in past()} == {"concluded"}
    assert LogEntry.objects.order_by("at").last().at <= NOW


def test_every_seal_of_theirs_holds_and_so_does_the_federations_log() -> None:
    assert [(one.slug, check.what) for one in past() for check in check_all(one) if not check.holds] == []
    assert first_broken_line(fitres()) is None


def test_six_rulings_of_each_were_given_and_one_was_changed_on_appeal() -> None:
    rulings = Ruling.objects.filter(tournament__in=past())
    assert rulings.filter(superseded_by=None).count() == 12 * 6
    assert rulings.count() == 12 * 6 + 1
    assert 4 <= rulings.filter(departed=True).count() <= 20
    appeals = Appeal.objects.filter(tournament__in=past()).order_by("state")
    assert [(one.state, one.tournament.slug) for one in appeals] == [
        ("changed", "gran-premio-napoletane"),
        ("rejected", "coppa-ponente"),
    ]


def test_the_federal_judge_left_a_ruling_as_it_is_and_has_one_appeal_to_decide() -> None:
    appeals = SecondAppeal.objects.filter(federation=fitres()).order_by("number")
    assert [(one.state, one.tournament.slug, one.deposit, one.late_reason) for one in appeals] == [
        ("rejected", "coppa-ponente", "forfeited", ""),
        ("open", "coppa-vendemmia", "received", ""),
    ]
    taken = SentAnswer.objects.get(tournament__slug="coppa-ponente")
    assert (taken.told["appeal"], taken.told["outcome"]) == (1, "rejected")


def test_its_offices_are_held_and_its_roster_has_who_left_ran_out_or_is_suspended() -> None:
    held = FederationOffice.objects.filter(federation=fitres()).order_by("office")
    assert [(one.office, one.user.username) for one in held] == [
        ("archivist", "aldo"),
        ("judge", "gemma"),
        ("referee", "remo"),
        ("secretary", "olga"),
    ]
    assert Member.objects.filter(federation=fitres()).count() == 48 + 6
    assert list(Member.objects.filter(left_at__isnull=False).values_list("last_name", flat=True)) == ["Lontani"]


def test_one_package_is_homologated_one_went_back_and_one_waits() -> None:
    found = ReceivedPackage.objects.filter(federation=fitres()).order_by("pk").values_list("name", "state")
    assert list(found) == [
        ("Coppa Levante", "homologated"),
        ("Trofeo Maestrale", "returned"),
        ("Coppa della Vendemmia", "received"),
    ]


def test_both_seasons_are_published_with_all_who_played() -> None:
    published = SeasonPublication.objects.filter(season__federation=fitres()).order_by("season__code")
    assert [(one.season.code, one.number) for one in published] == [("2024-25", 1), ("2025-26", 1)]
    for months, one in (((12, 24), published[0]), ((0, 12), published[1])):
        slugs = [told.slug for told in PAST if months[0] <= told.months < months[1]]
        played = EntryMember.objects.filter(entry__tournament__slug__in=slugs).values_list("player", flat=True)
        assert set(one.rows.filter(player__isnull=False).values_list("player", flat=True)) == set(played)


def test_its_archive_has_them_all_and_finds_by_words() -> None:
    rows = ArchivedRuling.objects.filter(federation=fitres(), tournament__in=past())
    assert rows.count() == 12 * 6 + 1 + 2
    assert search(fitres(), Search(words="napoletana")).total > 0
