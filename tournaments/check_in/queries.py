"""Who gets the score of an absent line in a round that was drawn without them (F.I.Bur. 39).

Line-ups of teams: who of a team plays a match, two players in each room, chosen before it (F.I.Bur. 2).

Entry fees: what each entry owes, what it paid, and the sums.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F

from codes.seats import Line
from people.accounts.models import Player
from tournaments.check_in.models import Fee, FeePayment
from tournaments.entries.models import Entry
from tournaments.pairing.teams import PLAYERS
from tournaments.rounds.models import LineUp, Round, Table
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament


@dataclass
class Absence:
    """An entry that left the tournament, and what the round brings it all the same."""

    entry: Entry
    vp: int = 0
    mp: int = 0
    reference: str = ""


def absences_in(round_: Round) -> list[Absence]:
    """Those of a round, by number; one query."""
    adjustments = Adjustment.objects.filter(round=round_, cancelled_at__isnull=True, kind__in=Adjustment.FIGURES)
    gone = adjustments.filter(entry__state=Entry.State.WITHDRAWN, entry__until_round__lt=F("round__number"))
    absences: dict[int, Absence] = {}
    for adjustment in gone.select_related("entry").order_by("entry__number"):
        absence = absences.setdefault(adjustment.entry_id, Absence(adjustment.entry, reference=adjustment.reference))
        absence.vp += adjustment.amount if adjustment.kind == Adjustment.Kind.VP else 0
        absence.mp += adjustment.amount if adjustment.kind == Adjustment.Kind.MP else 0
    return list(absences.values())


ROOMS = (1, 2)
# Players by primary key: the first and second of the first room, then those of the second; None where nobody is said.
Seats = tuple[int | None, ...]
Four = tuple[int, int, int, int]


def usual_line_up(last: Seats, members: Sequence[int]) -> Four | None:
    """The last line-up, with the first of the others in place of who left; the first four where there was none.

    None when the team has fewer players than a match takes (F.I.Bur. 39 then gives the match a score of its own).
    """
    if len(members) < PLAYERS:
        return None
    # Every team has a line-up from the moment the tables are drawn; the captain may say another (decision 19).
    wanted = last if any(last) else tuple(members[:PLAYERS])
    free = iter(player for player in members if player not in wanted)
    a, b, c, d = (player if player in members else next(free) for player in wanted)
    return a, b, c, d  # type: ignore[return-value]  # whoever is among the members is somebody


@dataclass(frozen=True)
class TeamLineUp:
    """A team's line-up in a round: its players by room; empty while it is not given or the team is incomplete."""

    entry: Entry
    members: tuple[Player, ...]
    first: tuple[Player, ...] = ()
    second: tuple[Player, ...] = ()

    @property
    def is_given(self) -> bool:
        return len(self.first) == len(self.second) == PLAYERS // 2

    @property
    def is_short(self) -> bool:
        """Whether the team has too few players for a match."""
        return len(self.members) < PLAYERS

    @property
    def players(self) -> tuple[Player, ...]:
        return self.first + self.second


@dataclass(frozen=True)
class TeamMatch:
    """A match of a round: its two tables and what both teams have said."""

    first: Table
    second: Table
    sides: tuple[TeamLineUp, ...]


def matches_of(round_: Round) -> list[TeamMatch]:
    """The matches of a round between teams with their line-ups; as many queries however many they are."""
    tables = list(Table.objects.filter(round=round_, line_b__isnull=False).with_players().order_by("number"))
    rooms: defaultdict[frozenset[int | None], list[Table]] = defaultdict(list)
    for table in tables:
        rooms[frozenset((table.line_a_id, table.line_b_id))].append(table)
    return [
        _team_match(first, second)
        for first, second in (tables for tables in rooms.values() if len(tables) == len(ROOMS))
    ]


def _team_match(first: Table, second: Table) -> TeamMatch:
    entries = [entry for line in Line for entry in first.entries_on(line)]
    return TeamMatch(first, second, tuple(_team_line_up(entry, (first, second)) for entry in entries))


def _team_line_up(entry: Entry, rooms: Iterable[Table]) -> TeamLineUp:
    first, second = (_in_room(entry, table) for table in rooms)
    members = tuple(member.player for member in entry.members_at(next(iter(rooms)).round.number))
    return TeamLineUp(entry, members, first, second)


def _in_room(entry: Entry, table: Table) -> tuple[Player, ...]:
    line = Line.A if table.line_a_id == entry.pk else Line.B
    return next(((line_up.first, line_up.second) for line_up in table.line_ups.all() if line_up.line == line), ())


def last_seats(round_: Round, *, with_this: bool = False) -> Mapping[int, Seats]:
    """The last line-up of each team before a round, or in it, by entry; rooms without one are empty."""
    last = round_.number if with_this else round_.number - 1
    rows = LineUp.objects.filter(table__round__tournament=round_.tournament_id, table__round__number__lte=last)
    seats: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    ordered = rows.select_related("table").order_by("table__round__number")
    for line_up in ordered:
        entry = line_up.table.line_a_id if line_up.line == Line.A else line_up.table.line_b_id
        if entry is not None:
            seats[entry][line_up.table.room] = (line_up.first_id, line_up.second_id)
    return {
        entry: tuple(player for room in ROOMS for player in rooms.get(room, (None, None)))
        for entry, rooms in seats.items()
    }


Fees = Mapping[str, Fee]


@dataclass(frozen=True)
class FeeLine:
    """An entry with what it owes, in cents, and the last thing noted of its payment."""

    entry: Entry
    due: int
    payment: FeePayment | None

    @property
    def is_paid(self) -> bool:
        return self.payment is not None and self.payment.paid

    @property
    def paid(self) -> int:
        return self.payment.cents if self.payment else 0

    @property
    def version(self) -> int:
        return self.payment.version if self.payment else 0


@dataclass(frozen=True)
class FeeTotals:
    """Sums in cents; unpaid: how many entries owe something and have paid nothing."""

    due: int
    paid: int
    unpaid: int

    @property
    def missing(self) -> int:
        return max(self.due - self.paid, 0)


def fees_of(tournament: Tournament) -> Fees:
    """The last version of each fee by its category, those taken away too."""
    return {fee.category: fee for fee in Fee.objects.filter(tournament=tournament).order_by("version")}


def fees_in_force(tournament: Tournament) -> Fees:
    return {category: fee for category, fee in fees_of(tournament).items() if fee.cents is not None}


def due_of(entry: Entry, players: int, fees: Fees) -> int:
    """In cents; whoever withdrew before playing owes nothing. A category is told apart by its words, not their case."""
    if entry.until_round == 0:
        return 0
    by_word = {category.casefold(): fee for category, fee in fees.items()}
    fee = by_word.get(entry.category.strip().casefold()) or by_word.get("")
    if fee is None or fee.cents is None:
        return 0
    return fee.cents * (players if fee.per == Fee.Per.PLAYER else 1)


def fee_lines(tournament: Tournament, fees: Fees) -> list[FeeLine]:
    """Every entry in the order of its number; three queries."""
    entries = Entry.objects.filter(tournament=tournament).annotate(seats=Count("members__position", distinct=True))
    payments = payments_of(tournament)
    return [
        FeeLine(entry, due_of(entry, entry.seats, fees), payments.get(entry.pk))  # type: ignore[attr-defined]  # counted above
        for entry in entries.order_by("number")
    ]


def fee_line(entry: Entry) -> FeeLine:
    places = entry.members.values("position").distinct().count()
    payment = FeePayment.objects.filter(entry=entry).select_related("noted_by").order_by("-version").first()
    return FeeLine(entry, due_of(entry, places, fees_in_force(entry.tournament)), payment)


def payments_of(tournament: Tournament) -> dict[int, FeePayment]:
    """The last thing noted of each entry."""
    payments = FeePayment.objects.filter(entry__tournament=tournament).select_related("noted_by").order_by("version")
    return {payment.entry_id: payment for payment in payments}


def totals(lines: Iterable[FeeLine]) -> FeeTotals:
    lines = list(lines)
    unpaid = sum(1 for line in lines if line.due and not line.is_paid)
    return FeeTotals(sum(line.due for line in lines), sum(line.paid for line in lines), unpaid)
