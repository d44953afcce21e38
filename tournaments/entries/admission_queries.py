"""Whoever plays in a tournament beside the roster of its federation: who is flagged, and who is admitted all the same.

A handful of queries, however many are asked about; of a federation without a roster one. What the roster says is put in
words here too: a short one beside its sign, a sentence, the rows of all who were admitted.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from papers.sheets import Column, Kind, Sheet
from people.accounts.models import Player
from people.imports.rows import card_key
from people.players.models import Member, Suspension
from people.players.queries import kept_keys
from tournaments.entries.eligibility import (
    Ban,
    Contest,
    Finding,
    Person,
    RosterMember,
    are_findings_known,
    look_up,
    same_name,
    serious_findings,
)
from tournaments.entries.models import Admission, Entry, EntryMember, FindingKind
from tournaments.setup.models import Tournament

# So many are looked for at once; of more than that the whole roster is read.
AT_ONCE = 300
MOST_LOOKED_FOR = 1_200


@dataclass(frozen=True)
class Flag:
    """Somebody of an entry whom the roster flags: what it says, who they may be, whether they are admitted."""

    entry: int
    number: int
    player: int
    name: str
    findings: tuple[Finding, ...]
    perhaps: tuple[RosterMember, ...] = ()
    admission: Admission | None = None

    @property
    def is_admitted(self) -> bool:
        return self.admission is not None and are_findings_known(self.findings, self.admission.findings)

    @property
    def is_open(self) -> bool:
        """Whether somebody has still to decide."""
        return bool(serious_findings(self.findings)) and not self.is_admitted

    @property
    def key(self) -> str:
        return f"{self.entry}/{self.player}"


@dataclass(frozen=True)
class _Place:
    """A place in an entry, and the person who holds it by the record that stands for them."""

    entry: int
    number: int
    player: int
    from_round: int
    person: Person
    who: int


def contest_of(tournament: Tournament) -> Contest:
    """A tournament says on which day it begins: that is the day on which the card has to be good."""
    return Contest(tournament.federation_id, tournament.starts_on, tournament.starts_on)


def has_roster(federation: int) -> bool:
    """Whether there is anybody in it: without a roster nobody is flagged."""
    return Member.objects.filter(federation=federation, left_at__isnull=True).exists()


def flags_of(tournament: Tournament, entries: Iterable[Entry] | None = None) -> dict[int, list[Flag]]:
    """Who is flagged, by the key of their entry; entries: those asked about, or all that have not left."""
    if not has_roster(tournament.federation_id):
        return {}
    places = _places(tournament)
    keys = None if entries is None else {entry.pk for entry in entries}
    places_asked = [place for place in places if keys is None or place.entry in keys]
    return _flags(tournament, places, places_asked)


def sitting_down(tournament: Tournament, number: int, entries: Collection[int]) -> list[Flag]:
    """Who is flagged, and not admitted, of those of the entries whose first round it is."""
    if not has_roster(tournament.federation_id):
        return []
    places = _places(tournament)
    places_asked = [place for place in places if place.from_round == number and place.entry in entries]
    by_entry = _flags(tournament, places, places_asked)
    return [flag for flags in by_entry.values() for flag in flags if flag.is_open]


def flagged_people(tournament: Tournament, people: Sequence[Person]) -> list[tuple[Person, tuple[Finding, ...]]]:
    """Of people who are not entered yet, as those of a list, those whom the roster would flag, and what it says."""
    if not people or not has_roster(tournament.federation_id):
        return []
    contest, roster = contest_of(tournament), Roster(tournament, people)
    looked_up = ((person, look_up(person, contest, roster.by_card(person))) for person in people)
    return [(person, findings) for person, findings in looked_up if findings]


def person_of(player: Player) -> Person:
    """A known player as the roster is asked about them; with their club read."""
    club = player.club.name if player.club else None
    return _person(player.last_name, player.first_name, player.card_number, club, player.federation_id)


def _flags(tournament: Tournament, places: Sequence[_Place], places_asked: Sequence[_Place]) -> dict[int, list[Flag]]:
    contest, roster = contest_of(tournament), Roster(tournament, [place.person for place in places_asked])
    numbers = _numbers(places, roster, contest.federation)
    admitted = {
        (admission.entry_id, admission.player_id): admission
        for admission in Admission.objects.filter(entry__tournament=tournament, withdrawn_at__isnull=True)
    }
    flags: defaultdict[int, list[Flag]] = defaultdict(list)
    for place in places_asked:
        elsewhere = _elsewhere(place, numbers, _bearers(place, roster, contest.federation))
        findings = look_up(place.person, contest, roster.by_card(place.person), elsewhere=elsewhere)
        if findings:
            name = f"{place.person.first_name} {place.person.last_name}".strip()
            admission = admitted.get((place.entry, place.player))
            perhaps = roster.members_of_same_name(place.person)
            flags[place.entry].append(Flag(place.entry, place.number, place.player, name, findings, perhaps, admission))
    return dict(flags)


def _elsewhere(place: _Place, numbers: Mapping[str, list[int]], bearers: Iterable[str]) -> Iterator[int]:
    """The numbers of the other places that are the same member's; its own again where both are in one entry."""
    for key in bearers:
        others = list(numbers[key])
        others.remove(place.number)
        yield from others


def _numbers(places: Iterable[_Place], roster: "Roster", federation: int) -> Mapping[str, list[int]]:
    """The numbers of the entries in which each member, and each person, holds a place."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for place in places:
        for key in _bearers(place, roster, federation):
            numbers[key].append(place.number)
    return numbers


def _bearers(place: _Place, roster: "Roster", federation: int) -> Iterator[str]:
    """By what a place is one member's: the record of the person, and the card, their own or that of their name."""
    if place.person.is_erased:
        return
    yield f"player {place.who}"
    card = roster.card_of(place.person) if place.person.federation in (None, federation) else ""
    if card:
        yield f"card {card}"


def _places(tournament: Tournament) -> list[_Place]:
    members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)
    rows = members.exclude(entry__state=Entry.State.WITHDRAWN).order_by("entry__number", "position")
    columns = ("entry_id", "entry__number", "player_id", "from_round")
    places = list(rows.values_list(*columns, *(f"player__{name}" for name in _OF_A_PLAYER)))
    merged_into = kept_keys()
    stand_for = {merged_into[row[2]] for row in places if row[2] in merged_into}
    others = {pk: values for pk, *values in Player.objects.filter(pk__in=stand_for).values_list("pk", *_OF_A_PLAYER)}
    return [
        _Place(
            entry,
            number,
            player,
            begins,
            _person(*others.get(merged_into.get(player, player), person)),
            merged_into.get(player, player),
        )
        for entry, number, player, begins, *person in places
    ]


_OF_A_PLAYER = ("last_name", "first_name", "card_number", "club__name", "federation_id")


def _person(last: str, first: str, card: str, club: str | None, federation: int | None) -> Person:
    return Person(
        last, first, card, club or "", federation, is_erased=Player(first_name=first, last_name=last).is_erased
    )


class Roster:
    """The members who have the cards, or the names, of these people."""

    def __init__(self, tournament: Tournament, people: Sequence[Person]) -> None:
        contest = contest_of(tournament)
        self.bans = _bans(contest)
        rows_by_player = {row[0]: row for row in _rows(contest.federation, people)}
        self.cards: dict[str, RosterMember] = {}
        self.names: defaultdict[str, list[RosterMember]] = defaultdict(list)
        for row in rows_by_player.values():
            key, listed = row[1], self._member(row)
            self.cards[key] = listed
            self.names[listed.last_name.casefold()].append(listed)

    def _member(self, row: Sequence[Any]) -> RosterMember:
        pk, _key, last, first, card, club, begins, ends, left_at = row
        left_on = localtime(left_at).date() if left_at else None
        return RosterMember(last, first, card, club, begins, ends, left_on, tuple(self.bans.get(pk, ())))

    def by_card(self, person: Person) -> list[RosterMember]:
        member = self.cards.get(card_key(person.card)) if person.card else None
        return [member] if member else []

    def members_of_same_name(self, person: Person) -> tuple[RosterMember, ...]:
        """Members of the same name, for whom no card tells who it is; a doubt, never more."""
        if self.by_card(person):
            return ()
        alike = self.names.get(person.last_name.casefold(), [])
        return tuple(member for member in alike if member.left_on is None and same_name(person, member))

    def card_of(self, person: Person) -> str:
        """The card of the member who it is: their own, or without one that of the only member of the name."""
        if key := card_key(person.card):
            return key
        alike = self.members_of_same_name(person)
        return card_key(alike[0].card) if len(alike) == 1 else ""


_COLUMNS = (
    "pk", "card_key", "last_name", "first_name", "card_number", "club_name", "valid_from", "valid_until", "left_at",
)  # fmt: skip


def _rows(federation: int, people: Sequence[Person]) -> Iterator[Sequence[Any]]:
    rows = Member.objects.filter(federation=federation).exclude(card_key="").order_by()
    if len(people) > MOST_LOOKED_FOR:
        yield from rows.values_list(*_COLUMNS)
        return
    for begin in range(0, len(people), AT_ONCE):
        some = people[begin : begin + AT_ONCE]
        cards = {key for person in some if (key := card_key(person.card))}
        # As they may be written: the doubt is whether it is they, so a name written otherwise may be missed.
        names = {way(person.last_name) for person in some for way in (str, str.upper, str.title)} - {""}
        yield from rows.filter(Q(card_key__in=cards) | Q(last_name__in=names)).values_list(*_COLUMNS)


def _bans(contest: Contest) -> Mapping[int, list[Ban]]:
    """The suspensions in force on the days of the contest, by the key of the member."""
    first, last = contest.first_day, contest.last_day
    suspensions = Suspension.objects.filter(
        member__federation=contest.federation, lifted_at__isnull=True, starts_on__lte=last
    )
    suspensions = suspensions.filter(Q(ends_on__isnull=True) | Q(ends_on__gte=first))
    bans: defaultdict[int, list[Ban]] = defaultdict(list)
    for pk, member, begins, ends in suspensions.order_by("pk").values_list("pk", "member_id", "starts_on", "ends_on"):
        bans[member].append(Ban(pk, begins, ends))
    return bans


# Beside the word, by its name among the icons.
SIGNS: Mapping[FindingKind, str] = {
    FindingKind.SUSPENDED: "ban",
    FindingKind.EXPIRED: "calendar-x-2",
    FindingKind.NOT_YET: "calendar-clock",
    FindingKind.LEFT: "log-out",
    FindingKind.FOREIGN: "flag",
    FindingKind.UNKNOWN: "circle-question-mark",
    FindingKind.NO_CARD: "circle-question-mark",
    FindingKind.TWICE: "copy",
    FindingKind.NAME: "info",
    FindingKind.CLUB: "info",
}
WHOLE: Mapping[FindingKind, Promise] = {
    FindingKind.SUSPENDED: _lazy("è sospeso il giorno del torneo"),
    FindingKind.EXPIRED: _lazy("la tessera è scaduta il %(about)s"),
    FindingKind.NOT_YET: _lazy("la tessera vale dal %(about)s"),
    FindingKind.LEFT: _lazy("è uscito dall’albo il %(about)s"),
    FindingKind.FOREIGN: _lazy("la tessera %(about)s è di un’altra federazione"),
    FindingKind.UNKNOWN: _lazy("la tessera %(about)s non è nell’albo"),
    FindingKind.NO_CARD: _lazy("non ha una tessera"),
    FindingKind.TWICE: _lazy("è iscritto due volte: anche col numero %(about)s"),
    FindingKind.NAME: _lazy("nell’albo questa tessera è di %(about)s"),
    FindingKind.CLUB: _lazy("nell’albo il circolo è %(about)s"),
}
_DAYS = frozenset({FindingKind.EXPIRED, FindingKind.NOT_YET, FindingKind.LEFT})


def finding_in_words(finding: Finding) -> str:
    """A sentence without its subject: «la tessera è scaduta il 30/06/2026»."""
    about = f"{date.fromisoformat(finding.about):%d/%m/%Y}" if finding.kind in _DAYS else finding.about
    return str(WHOLE[finding.kind]) % {"about": about}


def flag_in_words(flag: Flag) -> str:
    """«Anna Conti: la tessera è scaduta il 30/06/2026»."""
    return f"{flag.name}: {', '.join(map(finding_in_words, flag.findings))}"


def flags_in_words(flags: Iterable[Flag], *, most: int = 10) -> str:
    """The first of them, each with the number of the entry, and how many more there are."""
    listed = list(flags)
    named = [f"{flag.number} {flag_in_words(flag)}" for flag in listed[:most]]
    if len(listed) > most:
        named.append(_("e altri %(count)d") % {"count": len(listed) - most})
    return "; ".join(named)


def admitted_for(data: Mapping[str, list[str]]) -> str:
    """What an admission was about, in short words."""
    return ", ".join(str(FindingKind(kind).label) for kind in data["kinds"])


def admissions_sheet(tournament: Tournament) -> Sheet:
    """Every admission, those taken back too; no rows where nobody had to be admitted."""
    found = Admission.objects.filter(entry__tournament=tournament).order_by("entry__number", "pk")
    return Sheet.of(
        _("Ammissioni"),
        found.select_related("entry", "player", "by", "withdrawn_by"),
        Column(_("Iscrizione"), Kind.INTEGER, 7, lambda one: one.entry.number),
        Column(_("Giocatore"), Kind.TEXT, 26, lambda one: str(one.player)),
        Column(_("Che cosa diceva l’albo"), Kind.TEXT, 26, lambda one: admitted_for(one.findings)),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one.reason),
        Column(_("Ammesso da"), Kind.TEXT, 22, lambda one: str(one.by)),
        Column(_("Ammesso il"), Kind.MOMENT, 16, lambda one: one.at),
        Column(_("Ritirata da"), Kind.TEXT, 22, lambda one: str(one.withdrawn_by or "")),
        Column(_("Ritirata il"), Kind.MOMENT, 16, lambda one: one.withdrawn_at),
        Column(_("Perché è stata ritirata"), Kind.TEXT, 30, lambda one: one.withdraw_reason),
    )
