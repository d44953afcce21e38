"""What a file with the whole roster changes of it: who is new, changed, back, gone; of rows unread nothing changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from people.imports.roster import Member, RosterFile

# What a file says of a member; the others only where it has their column.
FIELDS = ("card", "last_name", "first_name", "club", "category", "valid_from", "valid_until", "minor_until")
ALWAYS = frozenset(FIELDS[:3])


@dataclass(frozen=True)
class Stored:
    """A member as the roster has them."""

    pk: int
    member: Member
    has_left: bool = False


@dataclass(frozen=True)
class Change:
    """A member of whom the file says something else, by field what stood there and what comes; or who is back."""

    stored: Stored
    member: Member
    fields: Mapping[str, tuple[str, str]]

    @property
    def is_return(self) -> bool:
        return self.stored.has_left

    @property
    def after(self) -> Member:
        """The member as they become; what the file has no column for stays."""
        changed: dict[str, Any] = {name: new for name, (_old, new) in self.fields.items()}
        return replace(self.stored.member, **changed)


@dataclass(frozen=True)
class Changes:
    """All that a file changes; `left_alone`: members of whom the file has a row that cannot be read."""

    new: tuple[Member, ...]
    changed: tuple[Change, ...]
    gone: tuple[Stored, ...]
    unchanged: int
    left_alone: int

    @property
    def edited(self) -> list[Change]:
        return [change for change in self.changed if not change.is_return]

    @property
    def returned(self) -> list[Change]:
        return [change for change in self.changed if change.is_return]

    @property
    def before(self) -> int:
        """How many are in the roster now."""
        return len(self.edited) + len(self.gone) + self.unchanged + self.left_alone

    @property
    def is_nothing(self) -> bool:
        return not (self.new or self.changed or self.gone)

    @property
    def drops_many(self) -> bool:
        """Whether more than a third of the roster would leave it."""
        return 3 * len(self.gone) > self.before

    @property
    def counts(self) -> dict[str, int]:
        return {
            "new": len(self.new),
            "changed": len(self.edited),
            "returned": len(self.returned),
            "gone": len(self.gone),
            "unchanged": self.unchanged,
            "left_alone": self.left_alone,
        }


def compare_rosters(stored: Iterable[Stored], file: RosterFile) -> Changes:
    """The file is the whole roster: whoever is not in it leaves, unless a row of theirs cannot be read."""
    coming = {member.key: member for member in file.members}
    columns = ALWAYS | file.has
    unread = file.unread_keys
    changed, gone, unchanged, alone = list[Change](), list[Stored](), 0, 0
    for stored_member in stored:
        key = stored_member.member.key
        member = coming.pop(key, None)
        if member is None:
            if key in unread:
                alone += not stored_member.has_left
            elif not stored_member.has_left:
                gone.append(stored_member)
            continue
        pairs = (
            (name, getattr(stored_member.member, name), getattr(member, name)) for name in FIELDS if name in columns
        )
        fields = {name: (before, after) for name, before, after in pairs if not _is_same(name, before, after)}
        if fields or stored_member.has_left:
            changed.append(Change(stored_member, member, fields))
        else:
            unchanged += 1
    return Changes(tuple(coming.values()), tuple(changed), tuple(gone), unchanged, alone)


def _is_same(field: str, before: str, after: str) -> bool:
    """Whether nothing changes; a card without the zeros that a spreadsheet drops is the same."""
    return before == after or (field == "card" and after.isdecimal() and before.lstrip("0") == after)
