"""What tests of points and seasons need: a small invented table, finished tournaments, a season."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from federation.seasons.actions import Said, assign_class, load_table, open_season
from federation.seasons.models import PointsTable, Season, SeasonPublication, SeasonRow
from people.accounts.models import Club, Federation, Player, User
from tests import factories
from tests.factories import NOON, acting
from tournaments.entries.models import Entry, EntryMember
from tournaments.publication.models import Publication
from tournaments.setup.models import Ending, Tournament

# Three places are worth something, the others one point; of equals each gets the mean.
TABLE = """
id: prova
title: Punti di prova
source: Inventata per le prove
example: true
periods:
  - from: 2026-01-01
    to: 2026-12-31
    classes:
      A:
        title: Campionato
        bands:
          - {from: 1, places: [{from: 1, points: 40}, {from: 2, points: 30}, {from: 3, points: 20}], others: 1}
      B:
        title: Torneo
        bands:
          - {from: 1, to: 2, places: [], others: 0}
          - {from: 3, places: [{from: 1, points: 10}, {from: 2, to: 3, points: 5}], others: 1}
"""


def make_table(by: User, federation: Federation, text: str = TABLE, reason: str = "") -> PointsTable:
    return load_table(by=acting(by), federation=federation, text=text, reason=reason)


def make_players(*names: str) -> list[Player]:
    return [Player.objects.create(first_name=one.split(" ", 1)[0], last_name=one.split(" ", 1)[1]) for one in names]


def in_pairs(players: Sequence[Player]) -> list[Sequence[Player]]:
    return [players[at : at + 2] for at in range(0, len(players), 2)]


def make_finished(
    slug: str,
    by: User,
    entries: Sequence[Sequence[Player]],
    *,
    day: date = date(2026, 3, 1),
    class_id: str = "A",
    secretary: User | None = None,
    **fields: Any,
) -> Tournament:
    """A concluded tournament whose final standings have the entries in that order, with its class."""
    ended = {"ending": Ending.CONCLUDED, "ended_at": NOON, "starts_on": day}
    tournament = factories.make_tournament(slug, **(ended | fields))
    for number, players in enumerate(entries, start=1):
        make_entry_of(tournament, number, players)
    publish_final(tournament, by, range(1, len(entries) + 1))
    if secretary:
        assign_class(by=acting(secretary), tournament=tournament, class_id=class_id, seen=0)
    return tournament


def make_entry_of(tournament: Tournament, number: int, players: Sequence[Player]) -> Entry:
    entry = Entry.objects.create(
        tournament=tournament, number=number, name=" – ".join(one.last_name for one in players)
    )
    for position, player in enumerate(players, start=1):
        EntryMember.objects.create(entry=entry, player=player, position=position)
    return entry


def publish_final(
    tournament: Tournament,
    by: User,
    order: Sequence[int],
    *,
    places: Sequence[int | None] = (),
    stage: int = 1,
    kind: str = "final",
    round_number: int = 1,
) -> Publication:
    """Standings with the entries of these numbers in order; places: theirs, where they are not one after the other."""
    number = tournament.publications.count() + 1
    rows = [
        {"place": place, "entry": entry, "name": f"N. {entry}", "category": "", "players": [], "vp": 0, "mp": 0,
         "sums": {}, "items": [], "ties": []}
        for place, entry in zip(places or range(1, len(order) + 1), order, strict=True)
    ]  # fmt: skip
    return Publication.objects.create(
        tournament=tournament, number=number, kind=kind, stage=factories.make_stage(tournament, stage),
        round_number=round_number, rows=[{"group": 1, "name": "", "rows": rows, "ties": [], "pending": []}],
        data_version=0, engine_version="prova", hash=f"{tournament.slug}-{number}", published_by=by, published_at=NOON,
        closes_at=None if kind == "final" else NOON,
    )  # fmt: skip


def make_season(by: User, federation: Federation, table: PointsTable, code: str = "2026", **more: Any) -> Season:
    said = {
        "starts_on": date(2026, 1, 1),
        "ends_on": date(2026, 12, 31),
        "table": table,
        "classes": ["A", "B"],
        "best": None,
        "club_best": None,
        "ties": "best-results",
    }
    return open_season(
        by=acting(by), federation=federation, code=code, name="Stagione 2026", said=Said(**(said | more))
    )


def publish_something_of_a_season(federation: Federation, by: User) -> SeasonPublication:
    """A season with published standings, in which the first player and the first club of all stand."""
    season = make_season(by, federation, make_table(by, federation), code="stagione")
    publication = SeasonPublication.objects.create(
        season=season, number=1, rules=season.rules.get(), sources=[], figures="", hash="", engine_version="prova",
        published_by=by, published_at=NOON,
    )  # fmt: skip
    made = {"held": "t0", "class": "A", "place": 1, "equal": 1, "of": 4, "points": "40", "counts": True}
    player, club = Player.objects.earliest("pk"), Club.objects.earliest("pk")
    one = {"publication": publication, "number": 1, "place": 1, "points": "40"}
    SeasonRow.objects.create(player=player, results=[made], **one)
    of_club = {"held": "t0", "points": "40", "players": [{"player": player.pk, **made}]}
    SeasonRow.objects.create(club=club, results=[of_club], **one)
    return publication
