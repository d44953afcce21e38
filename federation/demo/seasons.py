"""The demo's two seasons: the table of points that ships, a class for each tournament, standings published."""

from collections.abc import Iterable
from datetime import date

from federation.demo.people import Officers
from federation.demo.plan import PAST
from federation.points.season import Ties
from federation.seasons.actions import Said, assign_class, load_table, open_season, publish_season
from federation.seasons.models import PointsTable, Season
from federation.seasons.queries import season_now
from federation.seasons.rows import example_text
from tournaments.setup.models import Tournament


def make_seasons(officers: Officers, spans: Iterable[tuple[date, date]]) -> None:
    """spans: the first and the last day of each season, the older first."""
    by, secretary, federation = officers.clock.by, officers.secretary, officers.federation
    table = load_table(by=by(secretary), federation=federation, text=example_text())
    tournaments = {tournament.slug: tournament for tournament in Tournament.objects.filter(federation=federation)}
    for past in PAST:
        assign_class(by=by(secretary), tournament=tournaments[past.slug], class_id=past.class_id, seen=0)
    for starts_on, ends_on in spans:
        _publish(officers, _open(officers, table, starts_on, ends_on))


def _open(officers: Officers, table: PointsTable, starts_on: date, ends_on: date) -> Season:
    code = f"{starts_on.year}-{ends_on.year % 100:02}"
    content = Said(
        starts_on=starts_on, ends_on=ends_on, table=table, classes=("A", "B", "C"), best=4, club_best=3,
        ties=Ties.BEST_RESULTS.value,
    )  # fmt: skip
    return open_season(
        by=officers.clock.by(officers.secretary),
        federation=officers.federation,
        code=code,
        name=f"Stagione {code}",
        said=content,
    )


def _publish(officers: Officers, season: Season) -> None:
    now = season_now(season)
    publish_season(by=officers.clock.by(officers.secretary, minutes=5), season=season, seen=0, figures=now.rows.figures)
