"""A big tournament as the actions leave it: entries, rounds drawn by formula and published, scores by chance."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import product
from random import Random

from django.db import connection

from tests.factories import acting, give_role, make_tournament, make_user
from tournaments.actions.pairings import draw_round
from tournaments.actions.rounds import close_round, publish_round, start_round
from tournaments.models import (
    BoardScore,
    Club,
    Entry,
    EntryMember,
    Formula,
    Player,
    Round,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.permissions import Role

DECK = 11
AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
CLUBS = 100
# Some hundred syllables make thousands of different surnames.
SYLLABLES = [consonant + vowel for consonant, vowel in product("bcdfglmnprstvz", "aeiou")]
GIVEN_NAMES = ["Anna", "Luca", "Piero", "Rita", "Nicolò", "Sofia", "Mara", "Ugo", "Ada", "Bruno", "Carla", "Dino"]


def hall(slug: str, pairs: int, rounds: int, *, last_scored: bool = True) -> tuple[Tournament, User]:
    """A tressette tournament of so many pairs and rounds (Danish, rematches allowed), the last one in play.

    Returned with its director; last_scored: whether the last round has its scores.
    """
    tournament, director = make_tournament(slug), make_user(f"direttrice-{slug}")
    give_role(director, tournament, Role.DIRECTOR)
    enter(tournament, pairs)
    Stage.objects.create(
        tournament=tournament, number=1, formula=Formula.DANISH_PURE, name="Girone unico", rounds_planned=rounds
    )
    for number in range(1, rounds + 1):
        drawn = draw_round(by=acting(director, at=AT), tournament=tournament).round
        publish_round(by=acting(director, at=AT), round=drawn)
        start_round(by=acting(director, at=AT), round=drawn)
        if number < rounds or last_scored:
            score(drawn, director)
        if number < rounds:
            close_round(by=acting(director, at=AT), round=drawn)
    tournament.refresh_from_db()
    if connection.vendor == "postgresql":  # which does so by itself within a minute
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return tournament, director


def enter(tournament: Tournament, pairs: int) -> list[Entry]:
    """So many pairs of a hundred clubs, named after their players."""
    chance = Random(20)  # noqa: S311 the same names every time
    clubs = Club.objects.bulk_create(
        Club(name=f"Circolo {tournament.slug} {number}", federation=tournament.federation)
        for number in range(1, CLUBS + 1)
    )
    names = [("".join(chance.choices(SYLLABLES, k=3)).title(), chance.choice(GIVEN_NAMES)) for _ in range(2 * pairs)]
    players = Player.objects.bulk_create(
        Player(first_name=first, last_name=last, club=clubs[place // 2 * 37 % CLUBS])
        for place, (last, first) in enumerate(names)
    )
    both = list(zip(players[::2], players[1::2], strict=True))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=f"{one.last_name} – {other.last_name}")
        for number, (one, other) in enumerate(both, start=1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, position=position)
        for entry, pair in zip(entries, both, strict=True)
        for position, player in enumerate(pair, start=1)
    )
    return entries


def score(round: Round, by: User) -> Sequence[BoardScore]:
    """Every board of every table of the round, by chance; with no line in the log, which no page here reads."""
    chance = Random(round.number)  # noqa: S311 the same scores every time
    tables = Table.objects.filter(round=round, line_b__isnull=False).order_by("number")
    return BoardScore.objects.bulk_create(
        BoardScore(
            table=table,
            board=board,
            points_a=points,
            points_b=DECK - points,
            version=1,
            kind="played",
            game=round.tournament.game,
            given_by=by,
            given_at=AT,
        )
        for table, board in product(tables, round.boards.all())
        for points in [chance.randint(0, DECK)]
    )
