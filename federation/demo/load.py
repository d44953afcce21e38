"""The demo's federation: offices, roster, twelve tournaments of two seasons, packages, standings, the archive."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from federation.archive.actions import refresh
from federation.demo import people
from federation.demo.casebook import write_casebook
from federation.demo.inbox import fill_inbox
from federation.demo.judge import appeal_further, wait_for_the_judge, write_term
from federation.demo.past_tournament import PAIRS, play_past
from federation.demo.people import Officers
from federation.demo.plan import PAST, REJECTED, WAITING, Past
from federation.demo.seasons import make_seasons
from people.accounts.models import Federation, Player, User
from records.rights import Role
from referee.demo.people import Clock, Staff
from referee.demo.play import Play
from tournaments.staff.actions import set_membership

CODE = "fitres"
FIELD = 24  # pairs, of which eight come to each tournament
HALL = ("dora", "giulia", "bruno", "sara")
BEGINS = timedelta(hours=15)
# How long before now the office took up its work, and when it looked through what had come.
OFFICE_OPENS, OFFICE_NOW = timedelta(days=740), timedelta(days=9)


def load_federation(*, now: datetime, seed: int) -> Federation:
    """Beside the demo's tournaments, which are there already; the same seed gives the same records."""
    federation = Federation.objects.get(code=CODE)
    users = {user.username: user for user in User.objects.filter(username__in=HALL)}
    director = users["dora"]
    users |= people.make_users(director.password)
    officers = Officers(Clock(now - OFFICE_OPENS, "ufficio"), federation, users)
    people.give_offices(officers, director)
    write_term(officers)
    players = list(Player.objects.filter(federation=None).order_by("pk")[: 2 * FIELD])
    people.give_cards(federation, players)
    for past in PAST:
        play = Play(Clock(_day(now, past.months), past.slug), _staff(past, users), _chance(f"{seed} {past.slug}"))
        _open(play, past, federation, users)
        pairs = play.chance.sample(list(zip(players[::2], players[1::2], strict=True)), PAIRS)
        play_past(play, past, pairs, [users[name] for name in (past.chief, *past.arbiters)])
        if past.slug == REJECTED:
            appeal_further(officers, play.clock)
    officers.clock.at = max(officers.clock.at, now - OFFICE_NOW)
    people.take_roster(officers, players, now.date())
    make_seasons(officers, _seasons(now.date()))
    wait_for_the_judge(officers, WAITING)
    fill_inbox(officers)
    refresh(federation, most=None)
    write_casebook(officers)
    return federation


def _staff(past: Past, users: dict[str, User]) -> Staff:
    return Staff(users["dora"], users[past.chief], users[past.arbiters[0]], users["sara"])


def _chance(seed: str) -> Random:
    return Random(seed)  # noqa: S311 — invented scores, not a lot


def _open(play: Play, past: Past, federation: Federation, users: dict[str, User]) -> None:
    fields: dict[str, Any] = {"name": past.name, "place": past.place, "boards_per_round": past.boards}
    play.open(federation=federation, slug=past.slug, game=past.game, one_hand=True, **fields)
    for name in past.arbiters[1:]:
        by = play.clock.by(play.staff.director)
        set_membership(by=by, tournament=play.tournament, user=users[name], role=Role.ARBITER)


def _day(now: datetime, months: int) -> datetime:
    """The Saturday nearest before so many months ago, in the afternoon."""
    day = (now - timedelta(days=30 * months)).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=(day.weekday() - 5) % 7) + BEGINS


def _seasons(today: date) -> list[tuple[date, date]]:
    """Two of twelve months, the second with today in it."""
    ends = (today.replace(day=28) + timedelta(days=4)).replace(day=1)  # the first of next month
    begins = [ends.replace(year=ends.year - years) for years in (2, 1, 0)]
    return [(first, following - timedelta(days=1)) for first, following in pairwise(begins)]
