"""Who the players of a received tournament are here: by their card, never by a name alone; and what the roster says.

Whoever is not known by a card that agrees with the name is a doubt: an officer chooses, with a reason.

Which received tournaments may be told of to everybody.

Of which class tournaments are: the last version of what was said of each.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.packages.models import ReceivedPackage
from federation.packages.queries import OpenPoint, Point, in_front, records_of_kind, standing
from federation.received.models import ReceivedPerson, ReceivedTournament
from federation.received.records import is_open_to_all
from federation.sealed.verification import BLACKED, Record, by_id
from federation.seasons.models import TournamentClass
from people.accounts.models import Federation, Player
from people.imports.rows import card_key
from people.names.order import name_key
from tournaments.entries.admission_queries import Roster, contest_of, has_roster
from tournaments.entries.eligibility import Contest, Finding, Person, RosterMember, look_up, same_name, serious_findings
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

# Stands for every federation but the package's own: what its key is here nobody knows.
ANOTHER = -1


@dataclass(frozen=True)
class PackedPerson:
    """A player of the package: the numbers of their entries, what the roster says, who they are here.

    by_card: the player of that card here; is_sure: the card is known and agrees with the name.
    """

    number: int
    person: Person
    entries: tuple[int, ...]
    findings: tuple[Finding, ...]
    listed: RosterMember | None
    by_card: int | None
    perhaps: tuple[RosterMember, ...]
    is_sure: bool
    said: ReceivedPerson | None

    @property
    def name(self) -> str:
        return f"{self.person.first_name} {self.person.last_name}".strip()

    @property
    def is_doubt(self) -> bool:
        """Whether somebody has still to say who it is."""
        return not self.is_sure and not (self.said and self.said.is_chosen)

    @property
    def version(self) -> int:
        return self.said.version if self.said else 0


def received_of(package: ReceivedPackage) -> ReceivedTournament:
    return ReceivedTournament.objects.select_related("federation").get(federation=package.federation, uid=package.uid)


def latest_persons(received: ReceivedTournament) -> dict[int, ReceivedPerson]:
    """Of each player of the package the last version of who they are here."""
    versions = ReceivedPerson.objects.filter(received=received).select_related("player", "noted_by").order_by("version")
    return {version.number: version for version in versions}


def persons_in(package: ReceivedPackage) -> list[PackedPerson]:
    """All who play in it, by their names; as many queries for two as for two thousand."""
    received = ReceivedTournament.objects.filter(federation=package.federation, uid=package.uid).first()
    tournament = records_of_kind(package, "tournaments.Tournament")[0]
    people = _people(package, tournament["federation_id"])
    contest = Tournament(federation=package.federation, starts_on=date.fromisoformat(tournament["starts_on"]))
    roster = Roster(contest, [person for person, _entries in people.values()])
    cards = players_by_card(package.federation)
    choices = latest_persons(received) if received else {}
    with_roster = has_roster(package.federation_id)
    beside = _Beside(contest_of(contest), roster if with_roster else None, cards)
    persons = [
        _looked_at(number, *record, beside, choices.get(number)) for number, record in _with_doubles(people).items()
    ]
    return sorted(
        persons,
        key=lambda one: (name_key(one.person.last_name), name_key(one.person.first_name), one.number),
    )


def _people(package: ReceivedPackage, own: int) -> dict[int, tuple[Person, tuple[int, ...]]]:
    clubs = by_id(records_of_kind(package, "people.Club"))
    entries = by_id(records_of_kind(package, "tournaments.Entry"))
    of_player: defaultdict[int, set[int]] = defaultdict(set)
    for member in records_of_kind(package, "tournaments.EntryMember"):
        entry = entries[member["entry_id"]]
        if entry["state"] != Entry.State.WITHDRAWN:
            of_player[member["player_id"]].add(entry["number"])
    players = by_id(records_of_kind(package, "people.Player"))
    return {
        number: (_person(players[number], own, package.federation_id, clubs), tuple(sorted(numbers)))
        for number, numbers in of_player.items()
        if number in players
    }


def _person(record: Record, own: int, federation: int, clubs: Mapping[int, Record]) -> Person:
    club = clubs.get(record["club_id"] or 0)
    federation_id = record["federation_id"]
    return Person(
        record["last_name"], record["first_name"], record["card_number"], club["name"] if club else "",
        federation if federation_id == own else None if federation_id is None else ANOTHER,
        is_erased=BLACKED in record["last_name"],
    )  # fmt: skip


def _with_doubles(
    people: Mapping[int, tuple[Person, tuple[int, ...]]],
) -> dict[int, tuple[Person, tuple[int, ...]]]:
    """Each with the entries of everybody who has the same card: two records of one member are one."""
    of_card: defaultdict[str, set[int]] = defaultdict(set)
    for person, entries in people.values():
        if key := card_key(person.card):
            of_card[key].update(entries)
    return {
        number: (person, tuple(sorted(of_card.get(card_key(person.card), set()) | set(entries))))
        for number, (person, entries) in people.items()
    }


def players_by_card(federation: Federation) -> dict[str, tuple[int, str, str]]:
    """The players of this installation by their cards."""
    rows = Player.objects.filter(federation=federation).exclude(card_number="").order_by("pk")
    rows_in_order = rows.values_list("card_number", "pk", "last_name", "first_name")
    by_card: dict[str, tuple[int, str, str]] = {}
    for card, pk, last, first in rows_in_order:
        by_card.setdefault(card_key(card), (pk, last, first))
    by_card.pop("", None)
    return by_card


@dataclass(frozen=True)
class _Beside:
    """What everybody is looked at beside: the tournament, the roster (None: there is none), the players of here."""

    contest: Contest
    roster: Roster | None
    cards: Mapping[str, tuple[int, str, str]]


def _looked_at(
    number: int, person: Person, entries: tuple[int, ...], beside: _Beside, choice: ReceivedPerson | None
) -> PackedPerson:
    roster, cards = beside.roster, beside.cards
    listed: Sequence[RosterMember] = roster.by_card(person) if roster else ()
    findings = look_up(person, beside.contest, listed, elsewhere=entries[1:]) if roster else ()
    own = person.federation != ANOTHER and not person.is_erased
    card_holder = cards.get(card_key(person.card)) if own else None
    names = [listed[0]] if own and listed else []
    if card_holder:
        names.append(RosterMember(card_holder[1], card_holder[2], person.card))
    is_sure = bool(names) and all(same_name(person, name) for name in names)
    perhaps = roster.members_of_same_name(person) if roster and own else ()
    by_card = card_holder[0] if card_holder else None
    member = listed[0] if own and listed else None
    return PackedPerson(number, person, entries, findings, member, by_card, perhaps, is_sure, choice)


def eligibility_points(package: ReceivedPackage) -> Iterator[OpenPoint]:
    """How many the roster flags, with the numbers of their entries: nobody is named in what is kept of a check."""
    flagged = [person for person in persons_in(package) if serious_findings(person.findings)]
    numbers = sorted({number for person in flagged for number in person.entries})
    yield OpenPoint(Point.ELIGIBILITY, len(flagged), _listed(numbers))


def _listed(numbers: Iterable[int]) -> str:
    several = list(numbers)
    return ", ".join(map(str, several[:12])) + (" …" if len(several) > 12 else "")


def front_of(received: ReceivedTournament) -> ReceivedPackage | None:
    return in_front(received.federation, received.uid)


def homologated(federation: Federation) -> dict[str, ReceivedPackage]:
    """Of each tournament that has one, by its uid, the newest version that was homologated."""
    packages = standing(federation).filter(state=ReceivedPackage.State.HOMOLOGATED).order_by("version")
    return {package.uid: package for package in packages}


def open_to_all(federation: Federation) -> list[int]:
    """Those homologated that everybody may see where they were played, and that are over."""
    uids = [uid for uid, package in homologated(federation).items() if is_open_to_all(package)]
    return list(ReceivedTournament.objects.filter(federation=federation, uid__in=uids).values_list("pk", flat=True))


def why_no_headnote(received: ReceivedTournament | None) -> str:
    """Why no headnote is begun beside a record of that received tournament; nothing where one may be."""
    if received is None or received.uid in homologated(received.federation):
        return ""
    return _("Di un torneo ricevuto si scrivono massime quando è omologato.")


def class_of(tournament: Tournament) -> TournamentClass | None:
    """What is said of it now; None as long as nobody said anything."""
    return TournamentClass.objects.filter(tournament=tournament).select_related("noted_by").order_by("-version").first()


def classes_of(tournaments: "QuerySet[Tournament] | Iterable[Tournament]") -> dict[int, TournamentClass]:
    """The same of many, by their keys; one query."""
    versions = TournamentClass.objects.filter(tournament__in=tournaments).order_by("tournament", "version")
    return {version.tournament_id: version for version in versions}
