"""The demo's officers, arbiters and members: invented, plainly so."""

from dataclasses import dataclass
from datetime import date

from federation.demo.plan import CLUBS
from federation.home.actions import give_office
from federation.roster.actions import accept_roster, stage_roster, suspend_member
from federation.roster.queries import version_of
from people.accounts.models import Club, Federation, Player, User
from people.players.models import Member
from records.rights import OFFICE_NAMES, Office
from referee.demo.people import Clock

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


def give_cards(federation: Federation, players: list[Player]) -> None:
    """Who plays has a card, a category and a club of the federation; two of a pair are of one club."""
    clubs = [Club.objects.create(federation=federation, name=name, town=town) for name, town in CLUBS]
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
