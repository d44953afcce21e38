"""Something of all that belongs to published standings, for tests that walk every page."""

from datetime import datetime

from people.accounts.models import User
from tests.factories import NOON, acting, make_adjustment
from tournaments.appeals.actions import file_appeal
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_provisional, report_error, set_prize
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament


def publish_something(tournament: Tournament, director: User, *, at: datetime = NOON) -> dict[str, int]:
    """Provisional standings with an error reported in them, an appeal and a prize; their primary keys by name."""
    stage = Stage.objects.filter(tournament=tournament, rounds__isnull=False).earliest("number")
    version = Tournament.objects.values_list("data_version", flat=True).get(pk=tournament.pk)
    by = acting(director, at=at)
    published = publish_provisional(by=by, stage=stage, data_version=version, reason="Half-way", incomplete=True)
    entry = tournament.entries.get(number=1)
    report = report_error(publication=published, entry=entry, name="Anna", text="Two VP too few", at=at)
    file_appeal(by=acting(director, at=at), entry=entry, against="standings:1:1", grounds="It was in time")
    what = {"group": None, "category": "", "place_from": 1, "place_to": 3, "name": "Levante Cup"}
    prize = set_prize(by=acting(director, at=at), tournament=tournament, **what)
    return {"report": report.pk, "prize": prize.pk}


def publish_with_warnings(tournament: Tournament, director: User) -> Publication:
    """Pair 1 has four warnings, the third of which cost a VP; the standings published with them."""
    Tournament.objects.filter(pk=tournament.pk).update(warnings_per_vp=3)
    for number in (1, 1, 1, 1, 2):
        entry = tournament.entries.get(number=number)
        make_adjustment(entry, director, kind="warning", amount=0, reason="Ammonito: parlava")
    stage = Stage.objects.filter(tournament=tournament).earliest("number")
    version = Tournament.objects.values_list("data_version", flat=True).get(pk=tournament.pk)
    return publish_provisional(by=acting(director), stage=stage, data_version=version, reason="Ancora", incomplete=True)
