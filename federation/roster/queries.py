"""The roster as it is: its version, its members, what a waiting file changes of them.

Members as a list: found by name or card, slips forgiven; and what became of one of them over the years.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from papers.sheets import local
from people.accounts.models import Federation, Player
from people.imports import roster
from people.imports.headings import Datum
from people.imports.names import are_turned
from people.imports.roster_changes import Changes, Stored, compare_rosters
from people.imports.rows import card_key
from people.imports.standing import Standing
from people.imports.words import joined_letters
from people.names.order import by_name
from people.players.models import Member, MemberChange, PlayerMerge, RosterUpdate, Suspension
from people.players.queries import found_members
from tournaments.entry_lists.reading import Reading
from tournaments.entry_lists.words import FIELDS

MOST_ALIKE = 200
_COLUMNS = (
    "card_number",
    "last_name",
    "first_name",
    "club_name",
    "category",
    "valid_from",
    "valid_until",
    "minor_until",
)


def version_of(federation: Federation) -> int:
    """How many files were accepted; 0 for a federation without a roster."""
    last: int | None = RosterUpdate.objects.filter(federation=federation).aggregate(last=Max("number"))["last"]
    return last or 0


def stored_members(federation: Federation) -> Iterator[Stored]:
    """Everybody who is or was in the roster, but for who was erased."""
    rows = Member.objects.filter(federation=federation).exclude(card_key="").order_by()
    for pk, left_at, *told in rows.values_list("pk", "left_at", *_COLUMNS):
        texts, days = told[:5], ("" if day is None else day.isoformat() for day in told[5:])
        yield Stored(pk, roster.Member(*texts, *days), left_at is not None)


@dataclass(frozen=True)
class Preview:
    """What accepting a waiting file would do now."""

    update: RosterUpdate

    @cached_property
    def version(self) -> int:
        return version_of(self.update.federation)

    @cached_property
    def file(self) -> roster.RosterFile:
        return roster.from_data(self.update.read)

    @property
    def reading(self) -> str:
        """From which table, and in which order the names."""
        return f"{self.file.table}:{self.file.order}"

    @property
    def order(self) -> str:
        """In which order whole names stand, in words; nothing where headings tell."""
        return str(FIELDS[Datum(self.file.order)]) if self.file.order else ""

    @property
    def told(self) -> Reading:
        """How the file was read, as every preview tells it."""
        name = dict(self.readings).get(str(self.file.table), "")
        return Reading(
            name=name,
            order=self.order,
            turned=self.turned,
            columns=self.file.read,
            left_out=self.file.left_out,
            days=self.file.days,
            sheets=self._other_sheets,
            rows=len(self.file.noted),
            names=[f"{one.last_name} {one.first_name}" for one in self.file.members],
        )

    @property
    def _other_sheets(self) -> list[str]:
        is_text = not self.update.file_name.lower().endswith((".xlsx", ".xlsm"))
        return [] if is_text else [name for place, name in self.readings if place != str(self.file.table)]

    @property
    def readings(self) -> list[tuple[str, str]]:
        """The ways to read the file, or its sheets, of which one may be chosen."""
        tables = self.update.read.get("tables", [])
        return [(str(index), table["name"] or str(index + 1)) for index, table in enumerate(tables)]

    @cached_property
    def changes(self) -> Changes:
        return compare_rosters(stored_members(self.update.federation), self.file)

    @cached_property
    def turned(self) -> list[str]:
        """The new ones whose given name seems to stand as the surname."""
        new = self.changes.new
        return [f"{one.last_name} {one.first_name}" for one in new if are_turned(one.last_name, one.first_name)]

    @cached_property
    def suspended(self) -> list[roster.Member]:
        """Whom the file tells to be suspended, and who is not so here already."""
        today = local(timezone.now()).date()
        told = [one for one in self.file.members if one.standing.is_suspended and not _is_over(one.standing, today)]
        known = defaultdict[str, list[Suspension]](list)
        open_ones = Suspension.objects.filter(member__federation=self.update.federation, lifted_at__isnull=True)
        for one in open_ones.select_related("member") if told else ():
            known[one.member.card_key].append(one)
        return [one for one in told if not any(_covers(mine, one.standing, today) for mine in known[one.key])]


def _is_over(standing: Standing, today: date) -> bool:
    return bool(standing.ends) and date.fromisoformat(standing.ends) < today


def _covers(known: Suspension, standing: Standing, today: date) -> bool:
    """Whether what is told is on record: from its first day on, to its last where it has one."""
    first = date.fromisoformat(standing.begins) if standing.begins else today
    last = date.fromisoformat(standing.ends) if standing.ends else first
    return known.starts_on <= first and (known.ends_on is None or known.ends_on >= last)


def in_roster(federation: Federation) -> QuerySet[Member]:
    """The members who have not left."""
    return Member.objects.filter(federation=federation, left_at__isnull=True)


def suspended_on(day: date) -> Q:
    """That a member is suspended on that day."""
    return Q(suspensions__lifted_at__isnull=True, suspensions__starts_on__lte=day) & (
        Q(suspensions__ends_on__isnull=True) | Q(suspensions__ends_on__gte=day)
    )


def players_of(member: Member) -> list[Player]:
    """The records of whoever plays here by this card, merged ones after the one that stands for them."""
    if not member.card_key:
        return []
    near = Player.objects.filter(federation=member.federation_id, card_number__icontains=member.card_key)
    exact = Player.objects.filter(federation=member.federation_id, card_number=member.card_number)
    players = [
        player for player in (exact | near).select_related("club") if card_key(player.card_number) == member.card_key
    ]
    merged = Player.objects.filter(merged_into__kept__in=players, merged_into__parted_at__isnull=True)
    return [*players, *merged.select_related("club").exclude(pk__in=[player.pk for player in players])]


def merges_ever(players: list[Player]) -> list[PlayerMerge]:
    """Every merge of these records, those that were parted again too."""
    mine = PlayerMerge.objects.filter(Q(kept__in=players) | Q(merged__in=players))
    return list(mine.select_related("kept", "merged", "by", "parted_by").order_by("-at", "-pk"))


def twice(federation: Federation) -> list[list[int]]:
    """Members with the same names, in whatever order, and club and another card each, by their keys, group by group."""
    names = ("last_name", "first_name", "club_name")
    groups: dict[tuple[str, ...], list[int]] = {}
    members = in_roster(federation).order_by(*by_name(*names, "card_number"))
    for pk, *names_of_member in members.values_list("pk", *names):
        *name, club = map(joined_letters, names_of_member)
        groups.setdefault((*sorted(name), club), []).append(pk)  # whichever name comes first
    return [keys for keys in groups.values() if len(keys) > 1]


def alike(federation: Federation) -> list[list[Member]]:
    """Those members, group by group; at most MOST_ALIKE groups."""
    groups = twice(federation)[:MOST_ALIKE]
    members = Member.objects.in_bulk([pk for keys in groups for pk in keys][:900])
    return [[members[pk] for pk in keys if pk in members] for keys in groups]


EXPIRED, ENDING, SUSPENDED, LEFT = "scaduti", "in-scadenza", "sospesi", "usciti"
# A card runs out soon where it does within so many days.
SOON = timedelta(days=60)


def ends_soon(today: date) -> Q:
    return Q(valid_until__gte=today, valid_until__lte=today + SOON)


@dataclass(frozen=True)
class MemberLine:
    """A member with what to know of them today."""

    member: Member
    is_expired: bool
    is_early: bool
    is_suspended: bool


class MemberList:
    """The members of a federation whom somebody looks for; filter_name: all who are in it, or one of the filters."""

    def __init__(self, federation: Federation, today: date, *, text: str = "", filter_name: str = "") -> None:
        self.federation, self.today, self.text = federation, today, text.strip()[:200]
        self.which = filter_name if filter_name in (EXPIRED, ENDING, SUSPENDED, LEFT) else ""

    @cached_property
    def rows(self) -> QuerySet[Member]:
        if self.which == LEFT:
            return Member.objects.filter(federation=self.federation, left_at__isnull=False)
        rows = in_roster(self.federation)
        if self.which == EXPIRED:
            return rows.filter(valid_until__lt=self.today)
        if self.which == ENDING:
            return rows.filter(ends_soon(self.today))
        return rows.filter(Exists(self._suspensions())) if self.which == SUSPENDED else rows

    def _suspensions(self) -> QuerySet[Suspension]:
        open_ended = Q(ends_on__isnull=True) | Q(ends_on__gte=self.today)
        suspensions = Suspension.objects.filter(open_ended, member=OuterRef("pk"), lifted_at__isnull=True)
        return suspensions.filter(starts_on__lte=self.today)

    @cached_property
    def matches(self) -> QuerySet[Member] | Sequence[int]:
        """By name; where something is typed the keys of those it may mean, the nearest first."""
        ordered = self.rows.order_by(*by_name("last_name", "first_name"), "pk")
        return found_members(self.text, ordered) if self.text else ordered

    def lines(self, page: Iterable[Any]) -> list[MemberLine]:
        """The members of a page, in its order, in one query more."""
        keys = [row if isinstance(row, int) else row.pk for row in page]
        suspended = Exists(self._suspensions())
        rows = {member.pk: member for member in Member.objects.filter(pk__in=keys).annotate(is_suspended=suspended)}
        return [self._line(rows[key]) for key in keys if key in rows]

    def _line(self, member: Member) -> MemberLine:
        is_early = member.valid_from is not None and member.valid_from > self.today
        return MemberLine(member, member.is_expired(self.today), is_early, bool(vars(member)["is_suspended"]))

    @cached_property
    def count(self) -> int:
        return in_roster(self.federation).count()


@dataclass(frozen=True)
class FieldChange:
    """What a file changed of one field, in its name and as it is read."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class HistoryLine:
    """What one accepted file did to a member."""

    change: MemberChange
    fields: tuple[FieldChange, ...]


NAMES = {"card": "card_number", "club": "club_name"}


def field_name(field: str) -> str:
    """What a field of a file is called on the pages."""
    return str(Member._meta.get_field(NAMES.get(field, field)).verbose_name)  # type: ignore[union-attr]  # a column


def value_in_words(field: str, value: str) -> str:
    """A field's value as it is read: days as 31/12/2026."""
    if value and field.endswith(("_from", "_until")):
        return f"{date.fromisoformat(value):%d/%m/%Y}"
    return value


def history_of(member: Member) -> list[HistoryLine]:
    """What the accepted files did, the last first."""
    rows = MemberChange.objects.filter(member=member).select_related("update__settled_by").order_by("-update__number")
    return [HistoryLine(change, tuple(_field(name, *pair) for name, pair in change.fields.items())) for change in rows]


def _field(name: str, before: str, after: str) -> FieldChange:
    return FieldChange(field_name(name), value_in_words(name, before), value_in_words(name, after))
