"""The demo's federation: offices, roster, twelve tournaments of two seasons, packages, standings, appeals, archive.

Its officers, arbiters and members are invented, plainly so.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from django.db import transaction

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling
from federation.casebook.actions import DRAFTED, Said, draft_headnote, publish_headnote
from federation.demo.past_tournament import PAIRS, play_past
from federation.demo.plan import (
    CLUBS,
    HEADNOTES,
    HEARD,
    HOMOLOGATED,
    HOMOLOGATED_BECAUSE,
    JUDGE_AGAIN,
    JUDGE_REASONS,
    PAST,
    REJECTED,
    REMARK,
    RETURNED,
    RULE_OF_THE_TERM,
    STATED,
    WAITING,
    Past,
)
from federation.home.actions import give_office
from federation.inbox.actions import Checked, add_remark, check, homologate, opened, receive, send_back
from federation.inbox.desk_actions import load_answer
from federation.packages.actions import add_key, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.packages.queries import open_points
from federation.points.season import Ties
from federation.roster.actions import accept_roster, stage_roster, suspend_member
from federation.roster.queries import version_of
from federation.sealed.archive import canonical
from federation.seasons.actions import Said as SeasonSaid
from federation.seasons.actions import assign_class, load_table, open_season, publish_season
from federation.seasons.queries import season_now
from federation.seasons.rows import example_text
from federation.second_instance.actions import (
    Filed,
    Verdict,
    decide_second,
    file_second,
    name_second_judge,
    note_second,
    set_term,
    settle_second_deposit,
)
from federation.second_instance.models import SecondAppeal, SecondDecision
from people.accounts.models import Club, Federation, Player, User
from people.offices.log import write_federation_line
from people.players.models import Member
from records.locks import fields_digest
from records.official_records import collect_written
from records.rights import OFFICE_NAMES, Office, Role
from referee.demo.people import Clock, Staff
from referee.demo.play import Play
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament
from tournaments.staff.actions import set_membership

OFFICERS = (
    ("olga", "Olga", "Segretaria", Office.SECRETARY),
    ("aldo", "Aldo", "Archivista", Office.ARCHIVIST),
    ("gemma", "Gemma", "Giudice", Office.JUDGE),
    ("remo", "Remo", "Responsabile", Office.REFEREE),
)
ARBITERS = (("nadia", "Nadia", "Zebrata"), ("livio", "Livio", "Fischietto"), ("ercole", "Ercole", "Bilancia"))
HEAD = "Tessera;Cognome;Nome;Circolo;Categoria;Valida dal;Scadenza"
# On the roster and at no table of the past tournaments.
OTHERS = ("Ombretta Lontani", "Fausto Rimasti", "Nives Acasa", "Loris Tornato", "Ines Sospesi", "Duilio Scaduti")
CATEGORIES = ("A", "B", "C")


@dataclass(frozen=True)
class Officers:
    """Who acts for the federation; clock: that of their desk."""

    clock: Clock
    federation: Federation
    users: dict[str, User]

    @property
    def secretary(self) -> User:
        return self.users["olga"]


def make_users(password: str) -> dict[str, User]:
    """Accounts by their name; password: hashed already."""
    names = [*((name, first, last) for name, first, last, _office in OFFICERS), *ARBITERS]
    return {
        name: User.objects.create(username=name, password=password, first_name=first, last_name=last)
        for name, first, last in names
    }


def give_offices(officers: Officers, by: User) -> None:
    for name, _first, _last, office in OFFICERS:
        give_office(by=officers.clock.by(by), federation=officers.federation, user=officers.users[name], office=office)


def log_ins() -> list[tuple[str, str]]:
    """Account names with what they are, as `load_demo` prints them."""
    return [(name, str(OFFICE_NAMES[office])) for name, _first, _last, office in OFFICERS]


def give_cards(officers: Officers, players: list[Player]) -> None:
    """Who plays has a card, a category and a club of the federation; two of a pair are of one club."""
    federation, by = officers.federation, officers.clock.by(officers.users["dora"], minutes=0)
    with transaction.atomic(), collect_written():
        clubs = [Club.objects.create(federation=federation, name=name, town=town) for name, town in CLUBS]
        write_federation_line(replace(by, doing="save_club"), federation, clubs=len(clubs))
    for place, player in enumerate(players):
        player.federation, player.card_number = federation, f"{4100 + place:05}"
        player.club, player.category = clubs[(place // 2) % len(clubs)], CATEGORIES[(place // 2) % len(CATEGORIES)]
    Player.objects.bulk_update(players, ["federation", "card_number", "club", "category"])


def take_roster(officers: Officers, players: list[Player], today: date) -> None:
    """Two lists, the second with a member less, one more and a card that ran out; somebody is suspended."""
    ends = f"31/12/{today.year}"
    rows = [_row(player, ends) for player in players]
    more = []
    for place, name in enumerate(OTHERS):
        first, last = name.split()
        expired = f"31/12/{today.year - 1}" if last == "Scaduti" else ends
        club = players[place * 2].club
        player = Player(card_number=f"{4300 + place:05}", last_name=last, first_name=first, club=club, category="C")
        more.append(_row(player, expired))
    _take(officers, [*rows, *more[:-2]], "albo-primo-semestre.csv")
    _take(officers, [*rows, *more[1:]], "albo.csv")
    suspended = Member.objects.get(federation=officers.federation, last_name="Sospesi")
    suspend_member(
        by=officers.clock.by(officers.secretary),
        member=suspended,
        starts_on=date(today.year, 1, 15),
        ends_on=date(today.year, 12, 31),
        reason="Decisione del giudice federale su fatti di sala.",
        reference="Decisione n. 4",
    )


def _row(player: Player, ends: str) -> str:
    club = player.club.name if player.club else ""
    fields = (
        player.card_number,
        player.last_name,
        player.first_name,
        club,
        player.category,
        f"01/01/{ends[-4:]}",
        ends,
    )
    return ";".join(fields)


def _take(officers: Officers, rows: list[str], name: str) -> None:
    by, federation = officers.clock.by, officers.federation
    content = "\n".join([HEAD, *rows]).encode()
    update = stage_roster(by=by(officers.secretary), federation=federation, file_name=name, content=content)
    accept_roster(by=by(officers.secretary, minutes=4), update=update, version=version_of(federation))


DAYS, CENTS = 30, 5000
# From the evening on which it is received to a morning a week later.
TO_THE_HEARING = 9_520
# After the tournament's own decision, within the term.
LATER = timedelta(days=9)


def write_term(officers: Officers) -> None:
    judge, federation = officers.users["gemma"], officers.federation
    by = officers.clock.by(judge)
    set_term(by=by, federation=federation, days=DAYS, cents=CENTS, source=RULE_OF_THE_TERM, seen=0)


def appeal_further(officers: Officers, clock: Clock) -> None:
    """Against the ruling that the tournament's own appeal left as it is; clock: that of the tournament, now over."""
    officers.clock.at = max(officers.clock.at, clock.at + LATER)
    first = Appeal.objects.select_related("tournament", "entry").filter(state=Appeal.State.REJECTED).latest("pk")
    number, version = (first.record or "").split(":")[1:]
    ruling = Ruling.objects.get(tournament=first.tournament, number=number, version=version)
    appeal = _filed(officers, ruling, first.entry.number, JUDGE_AGAIN)
    by, judge = officers.clock.by, officers.users["gemma"]
    note_second(by=by(judge, minutes=TO_THE_HEARING), appeal=appeal, kind="hearing", text=HEARD)
    verdict = Verdict(outcome="rejected", reasons=JUDGE_REASONS, facts={})
    decision = decide_second(by=by(judge, minutes=90), appeal=appeal, verdict=verdict, seen=0, present=[judge])
    settle_second_deposit(by=by(judge), appeal=appeal, deposit=Appeal.Deposit.FORFEITED)
    _take_home(officers, first.tournament, decision)


def wait_for_the_judge(officers: Officers, slug: str) -> None:
    """Against the last ruling of a tournament, decided otherwise than proposed if any was; nobody was heard yet."""
    rulings = Ruling.objects.current().filter(tournament__slug=slug).select_related("case__table__line_a")
    ruling = rulings.latest("departed", "number")
    line = ruling.case.table.line_a
    appeal = _filed(officers, ruling, line.number, JUDGE_AGAIN)
    judge = officers.users["gemma"]
    note_second(by=officers.clock.by(judge, minutes=3), appeal=appeal, kind="appellant", text=STATED)


def _filed(officers: Officers, ruling: Ruling, entry: int, grounds: str) -> SecondAppeal:
    judge = officers.users["gemma"]
    refresh(officers.federation, most=None)
    archived = ArchivedRuling.objects.get(federation=officers.federation, source=f"ruling-{ruling.pk}")
    content = Filed(entry=entry, grounds=grounds, deposit_received=True)
    appeal = file_second(by=officers.clock.by(judge), archived=archived, said=content)
    name_second_judge(by=officers.clock.by(judge), appeal=appeal, user=judge)
    return appeal


def _take_home(officers: Officers, tournament: Tournament, decision: SecondDecision) -> None:
    by = officers.clock.by(officers.users["dora"], minutes=60)
    load_answer(by=by, tournament=tournament, content=canonical(decision.signed))


PUBLISHED = 4


def write_casebook(officers: Officers) -> None:
    """Each beside the newest ruling on its anomaly; anomalies that nobody met get none."""
    federation, archivist = officers.federation, officers.users["aldo"]
    archived = ArchivedRuling.objects.filter(federation=federation, kind=ArchivedRuling.Kind.RULING).order_by("-place")
    for number, (procedure, text, comment, tags) in enumerate(HEADNOTES):
        source = archived.filter(procedure=procedure).values_list("source", flat=True).first()
        if source is None:
            continue
        by = officers.clock.by(archivist, minutes=7)
        content = Said(text, comment=comment, tags=tags, no_names=True)
        draft = draft_headnote(by=by, federation=federation, source=source, said=content)
        if number < PUBLISHED:
            publish_headnote(
                by=officers.clock.by(archivist, minutes=2), draft=draft, seen=fields_digest(draft, DRAFTED)
            )


WAY = ReceivedPackage.Way


def fill_inbox(officers: Officers) -> None:
    """The keys first: packages of this very installation come from one that the federation knows."""
    by, federation = officers.clock.by(officers.secretary), officers.federation
    add_key(by=by, federation=federation, name="Questo computer (dimostrazione)", public=own_key().public)
    homologated = _receive(officers, HOMOLOGATED)
    _check(officers, homologated)
    homologated.refresh_from_db()
    why = HOMOLOGATED_BECAUSE if homologated.points else ""
    homologate(by=officers.clock.by(officers.secretary, minutes=20), package=homologated, reason=why)
    returned = _receive(officers, RETURNED)
    _check(officers, returned)
    add_remark(by=officers.clock.by(officers.secretary), package=returned, text=REMARK)
    send_back(by=officers.clock.by(officers.secretary, minutes=9), package=returned)
    _receive(officers, WAITING)


def _receive(officers: Officers, slug: str) -> ReceivedPackage:
    content = opened(package(Tournament.objects.get(slug=slug), officers.clock.at))
    by = officers.clock.by(officers.secretary)
    return receive(by=by, federation=officers.federation, content=content, way=WAY.UPLOAD)


def _check(officers: Officers, received: ReceivedPackage) -> None:
    by = officers.clock.by(officers.secretary, minutes=3)
    check(by=by, package=received, found=Checked(open_points(received)))


def make_seasons(officers: Officers, spans: Iterable[tuple[date, date]]) -> None:
    """spans: the first and the last day of each season, the older first."""
    by, secretary, federation = officers.clock.by, officers.secretary, officers.federation
    table = load_table(by=by(secretary), federation=federation, text=example_text())
    tournaments = {tournament.slug: tournament for tournament in Tournament.objects.filter(federation=federation)}
    for past in PAST:
        assign_class(by=by(secretary), tournament=tournaments[past.slug], class_id=past.class_id, seen=0)
    for starts_on, ends_on in spans:
        code = f"{starts_on.year}-{ends_on.year % 100:02}"
        content = SeasonSaid(
            starts_on=starts_on, ends_on=ends_on, table=table, classes=("A", "B", "C"), best=4, club_best=3,
            ties=Ties.BEST_RESULTS.value,
        )  # fmt: skip
        season = open_season(
            by=officers.clock.by(officers.secretary),
            federation=officers.federation,
            code=code,
            name=f"Stagione {code}",
            said=content,
        )
        now = season_now(season)
        publish_season(
            by=officers.clock.by(officers.secretary, minutes=5), season=season, seen=0, figures=now.rows.figures
        )


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
    users |= make_users(director.password)
    officers = Officers(Clock(now - OFFICE_OPENS, "ufficio"), federation, users)
    give_offices(officers, director)
    write_term(officers)
    players = list(Player.objects.filter(federation=None).order_by("pk")[: 2 * FIELD])
    give_cards(officers, players)
    for past in PAST:
        play = Play(Clock(_day(now, past.months), past.slug), _staff(past, users), _chance(f"{seed} {past.slug}"))
        _open(play, past, federation, users)
        pairs = play.chance.sample(list(zip(players[::2], players[1::2], strict=True)), PAIRS)
        play_past(play, past, pairs, [users[name] for name in (past.chief, *past.arbiters)])
        if past.slug == REJECTED:
            appeal_further(officers, play.clock)
    officers.clock.at = max(officers.clock.at, now - OFFICE_NOW)
    take_roster(officers, players, now.date())
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
