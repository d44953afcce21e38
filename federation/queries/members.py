"""Members as a list: found by name or card, slips forgiven; and what became of one of them over the years."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.queries.roster import in_roster
from tournaments.models import Federation, Member, MemberChange, Suspension
from tournaments.people.search import found_members

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
    """The members of a federation whom somebody looks for; which: all who are in it, or one of the filters."""

    def __init__(self, federation: Federation, today: date, *, text: str = "", which: str = "") -> None:
        self.federation, self.today, self.text = federation, today, text.strip()[:200]
        self.which = which if which in (EXPIRED, ENDING, SUSPENDED, LEFT) else ""

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
        given = Suspension.objects.filter(open_ended, member=OuterRef("pk"), lifted_at__isnull=True)
        return given.filter(starts_on__lte=self.today)

    @cached_property
    def found(self) -> QuerySet[Member] | Sequence[int]:
        """By name; where something is typed the keys of those it may mean, the nearest first."""
        ordered = self.rows.order_by("last_name", "first_name", "pk")
        return found_members(self.text, ordered) if self.text else ordered

    def lines(self, page: Iterable[Any]) -> list[MemberLine]:
        """The members of a page, in its order, in one query more."""
        keys = [one if isinstance(one, int) else one.pk for one in page]
        suspended = Exists(self._suspensions())
        rows = {one.pk: one for one in Member.objects.filter(pk__in=keys).annotate(is_suspended=suspended)}
        return [self._line(rows[key]) for key in keys if key in rows]

    def _line(self, one: Member) -> MemberLine:
        is_early = one.valid_from is not None and one.valid_from > self.today
        return MemberLine(one, one.is_expired(self.today), is_early, bool(vars(one)["is_suspended"]))

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


def shown(field: str, value: str) -> str:
    """A field's value as it is read: days as 31/12/2026."""
    if value and field.startswith("valid_"):
        return f"{date.fromisoformat(value):%d/%m/%Y}"
    return value


def history_of(member: Member) -> list[HistoryLine]:
    """What the accepted files did, the last first."""
    rows = MemberChange.objects.filter(member=member).select_related("update__settled_by").order_by("-update__number")
    return [HistoryLine(one, tuple(_field(name, *pair) for name, pair in one.fields.items())) for one in rows]


def _field(name: str, before: str, after: str) -> FieldChange:
    return FieldChange(field_name(name), shown(name, before), shown(name, after))
