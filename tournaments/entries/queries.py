"""Who sat where: for each round of an entry its table, its seats and the players in them at the time.

The entries of a tournament as a list (searched by what is typed, filtered by state, counted); those that play a round:
entered by then and, once anybody is checked in, only those present; those whose phone opens a QR of the hall.

The addresses of these are signed, so that nobody makes one up. Each kind has its own salt: the key of a line-up opens
no entry, and none is good in another tournament. Those of tables stand in `hall/line_codes`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from codes.seats import Line, Seat
from pages.forms import number_in
from people.accounts.models import Player
from people.imports.words import plain_letters
from people.names.order import by_name
from tournaments.entries.admission_queries import Flag, flags_of
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.planning.models import GroupPlace, Stage
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Sitting:
    """A round shown: the entry's table (None: it had none) with the players in its seats, and who it met."""

    round: Round
    table: Table | None
    seats: Sequence[tuple[Seat, str]] = ()
    opponents: Sequence[Entry] = ()
    partner: Entry | None = None

    @property
    def rests(self) -> bool:
        return self.table is not None and self.table.is_bye


def sittings(entry: Entry) -> list[Sitting]:
    """The rounds shown so far, in order, with where the entry and its players sat; a team's match has two rooms."""
    mine = Q(line_a=entry) | Q(line_b=entry) | Q(line_a2=entry) | Q(line_b2=entry)
    shown = Round.objects.filter(tournament=entry.tournament_id).exclude(state=Round.State.DRAFT).order_by("number")
    tables: dict[int, list[Table]] = {}
    for table in Table.objects.filter(mine, round__in=shown).with_players().order_by("number", "room"):
        tables.setdefault(table.round_id, []).append(table)
    return [sitting for round_ in shown for sitting in _of_round(entry, round_, tables.get(round_.pk, []))]


def _of_round(entry: Entry, round_: Round, tables: Sequence[Table]) -> Iterable[Sitting]:
    if not tables:
        return [Sitting(round_, None)]
    return [_sitting(entry, round_, table) for table in tables]


def _sitting(entry: Entry, round_: Round, table: Table) -> Sitting:
    line = Line.A if entry in table.entries_a else Line.B
    other = Line.B if line is Line.A else Line.A
    own = table.entries_on(line)
    seats = [(seat, table.player_at(seat)) for seat in table.seat_names.members[line]]
    return Sitting(
        round_,
        table,
        seats=[(seat, who_sat(table, seat)) for seat, player in seats if player and _is_own(entry, own, player)],
        opponents=table.entries_on(other),
        partner=next((other_entry for other_entry in own if other_entry != entry), None),
    )


def _is_own(entry: Entry, line: Sequence[Entry], player: Player) -> bool:
    """Whether the player is the entry's: of two single players who sit together, only its own."""
    return len(line) == 1 or any(member.player_id == player.pk for member in entry.members.all())


def who_sat(table: Table, seat: Seat) -> str:
    """Who has that seat in the round; where somebody was substituted in it everybody who had it, by deals."""
    some = table.sat_at(seat)
    if not some:
        return str(table.player_at(seat) or "")
    return ", ".join(f"{member.player} ({_deals(member, table.round)})" for member in some)


def _deals(member: EntryMember, round_: Round) -> str:
    first = member.from_deal if member.from_round == round_.number else 1
    last = (member.until_deal if member.until_round == round_.number else None) or round_.tournament.boards_per_round
    span = str(first) if first == last else f"{first}–{last}"
    return ngettext("smazzata %(deals)s", "smazzate %(deals)s", last - first + 1) % {"deals": span}


@dataclass(frozen=True)
class Period:
    """A player's time in an entry, in rounds; until: None while it lasts."""

    member: EntryMember
    since: int
    until: int | None

    @property
    def since_deal(self) -> int | None:
        """The deal of its first round from which it began, if that was being played already."""
        return self.member.from_deal if self.member.from_deal > 1 else None

    @property
    def is_over(self) -> bool:
        return self.until is not None

    @property
    def never_played(self) -> bool:
        return self.until is not None and self.until < self.since


def periods(entry: Entry) -> Mapping[int, list[Period]]:
    """By position, who held it from when to when."""
    by_player: dict[int, list[Period]] = {}
    # Who left before playing began with whoever came in their place: by key they stand in the order they came.
    members = EntryMember.objects.filter(entry=entry).select_related("player__club")
    for member in members.order_by("position", "from_round", "pk"):
        by_player.setdefault(member.position, []).append(Period(member, member.from_round, member.until_round))
    return by_player


_PRINTED = ("player__first_name", "player__last_name", "player__club__name")


def mistaken(tournament: Tournament) -> "QuerySet[Entry]":
    """The entries that were made by mistake and taken out."""
    gone = Entry.objects.filter(tournament=tournament, state=Entry.State.WITHDRAWN, until_round=0)
    return gone.filter(events__kind=EntryEvent.Kind.WITHDRAWN, events__data__mistake=True).distinct()


class EntryList:
    """The entries but those made by mistake; the present players of those shown, of all where one searches by name."""

    def __init__(self, tournament: Tournament, *, text: str = "", state: str = "") -> None:
        self.tournament = tournament
        self.text, self.state = text.strip(), state if state in Entry.State.values else ""
        shown = Entry.objects.filter(tournament=tournament).exclude(pk__in=mistaken(tournament).values("pk"))
        self.entries = list(shown.order_by("number"))
        self.present_members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)

    @property
    def names(self) -> Iterator[str]:
        """What papers print of the entries: players, clubs, and what the entries are called."""
        for first_name, last_name, club in self.present_members.values_list(*_PRINTED):
            yield f"{first_name} {last_name}"
            yield club or ""
        yield from (entry.name for entry in self.entries)

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(entry.state for entry in self.entries)

    @property
    def present(self) -> int:
        return self.counts[Entry.State.PRESENT.value]

    @property
    def missing(self) -> int:
        return self.counts[Entry.State.ENTERED.value]

    @property
    def withdrawn(self) -> int:
        return self.counts[Entry.State.WITHDRAWN.value]

    @property
    def expected(self) -> int:
        return self.present + self.missing

    @property
    def has_checked_in(self) -> bool:
        return self.present > 0

    @cached_property
    def matching(self) -> list[Entry]:
        in_state = [entry for entry in self.entries if not self.state or entry.state == self.state]
        return list(self._entries_named(in_state)) if self.text else in_state

    def with_players(self, entries: Iterable[Entry]) -> list[tuple[Entry, str, list[Flag]]]:
        """Entries of the list, each with its players' names and whom of them the roster flags, in a few queries."""
        shown = list(entries)
        players, flags = _players(self.present_members.filter(entry__in=shown)), flags_of(self.tournament, shown)
        named = ((entry, ", ".join(name for name, _card in players[entry.pk])) for entry in shown)
        return [(entry, names, flags.get(entry.pk, [])) for entry, names in named]

    def _entries_named(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        number, words, players = number_in(self.text), plain_letters(self.text).split(), _players(self.present_members)
        for entry in entries:
            everything = plain_letters(" ".join((entry.name, *(f"{name} {card}" for name, card in players[entry.pk]))))
            if entry.number == number or all(word in everything for word in words):
                yield entry


def _players(members: QuerySet[EntryMember]) -> Mapping[int, list[tuple[str, str]]]:
    names = defaultdict[int, list[tuple[str, str]]](list)
    fields = "entry", "player__first_name", "player__last_name", "player__card_number"
    for entry, first_name, last_name, card in members.order_by("position").values_list(*fields):
        names[entry].append((f"{first_name} {last_name}", card))
    return names


def categories(tournament: Tournament) -> Iterable[str]:
    found = Entry.objects.filter(tournament=tournament).exclude(category="").order_by(*by_name("category"))
    return found.values_list("category", flat=True).distinct()


_check_ins = Signer(salt="tournaments.check-in", sep=".")
_line_ups = Signer(salt="tournaments.line-up", sep=".")


def check_in_key(entry: Entry) -> str:
    return _check_ins.sign(f"{entry.tournament_id}-{entry.number}")


def check_in_address(entry: Entry) -> str:
    """The path of the page that marks the entry present; its QR goes on the players' card."""
    return reverse("check_in_code", args=[entry.tournament.slug, check_in_key(entry)])


def entry_of(tournament: Tournament, key: str) -> Entry | None:
    """The entry of a signed address; None when it is not one of this tournament's."""
    try:
        tournament_pk, _dash, number = _check_ins.unsign(key).partition("-")
    except BadSignature:
        return None
    if tournament_pk != str(tournament.pk):
        return None
    return Entry.objects.filter(tournament=tournament, number=int(number)).first()


def line_up_key(round_: Round, entry: Entry) -> str:
    """What stands in the address where a team's captain says the line-up of one round."""
    return _line_ups.sign(f"{round_.pk}-{entry.pk}")


def team_of(tournament: Tournament, key: str) -> tuple[Round, Entry] | None:
    """Round and team that the key opens; None when it is forged, of another tournament, or the round is a draft."""
    try:
        round_pk, _dash, entry_pk = _line_ups.unsign(key).partition("-")
    except BadSignature:
        return None
    round_ = Round.objects.filter(tournament=tournament, pk=round_pk).exclude(state=Round.State.DRAFT).first()
    entry = Entry.objects.filter(tournament=tournament, pk=entry_pk).first()
    if round_ is None or entry is None:
        return None
    round_.tournament = tournament
    return round_, entry


@dataclass(frozen=True, kw_only=True)
class Contenders:
    """The entries of a group (None: the whole field), those of them that play, and why the others do not."""

    group: int | None = None
    name: str = ""
    playing: tuple[Entry, ...] = ()
    seeds: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Present:
    """The entries that play the round, by field, and those left out: absent, or in no group."""

    number: int
    fields: tuple[Contenders, ...]
    absent: tuple[Entry, ...]
    without_group: tuple[Entry, ...]

    @property
    def playing(self) -> tuple[Entry, ...]:
        return tuple(entry for group in self.fields for entry in group.playing)


def present(stage: Stage, number: int) -> Present:
    entries = [
        entry for entry in Entry.objects.filter(tournament=stage.tournament_id).with_players() if entry.plays_in(number)
    ]
    checks_in = any(entry.state == Entry.State.PRESENT for entry in entries)
    here = {entry.pk: entry for entry in entries if not checks_in or entry.state != Entry.State.ENTERED}
    absent = tuple(entry for entry in entries if entry.pk not in here)
    places = list(GroupPlace.objects.filter(group__stage=stage).select_related("group").order_by("group__number"))
    if not places:
        return Present(
            number=number, fields=(Contenders(playing=tuple(here.values())),), absent=absent, without_group=()
        )
    grouped: dict[int, list[GroupPlace]] = defaultdict(list)
    for place in places:
        grouped[place.group.number].append(place)
    fields = tuple(_field(group, members, here) for group, members in grouped.items())
    placed = {place.entry_id for place in places}
    return Present(
        number=number,
        fields=fields,
        absent=absent,
        without_group=tuple(entry for pk, entry in here.items() if pk not in placed),
    )


def _field(number: int, places: Sequence[GroupPlace], here: Mapping[int, Entry]) -> Contenders:
    playing = tuple(here[place.entry_id] for place in places if place.entry_id in here)
    seeds = {here[place.entry_id].number: place.seed for place in places if place.entry_id in here}
    return Contenders(group=number, name=places[0].group.name, playing=playing, seeds=seeds)
