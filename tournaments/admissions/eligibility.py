"""What the roster of a tournament's federation says of somebody who is to play: pure, values in and values out.

A federation without a roster flags nobody. Whatever is found the director decides: the card is corrected, somebody else
plays, or whoever it is is admitted with a reason (`admissions/actions.py`). docs/decisions/0079-the-roster.md
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from people.imports.rows import card_key
from people.imports.words import joined, plain
from tournaments.admissions.models import FindingKind

# Told, and nobody is asked about them.
NOTICES = frozenset({FindingKind.NAME, FindingKind.CLUB})


@dataclass(frozen=True)
class Finding:
    """One thing that the roster says; `about` the day, the card, the suspension, the other entries, the other word."""

    kind: FindingKind
    about: str = ""

    @property
    def is_notice(self) -> bool:
        return self.kind in NOTICES


@dataclass(frozen=True)
class Person:
    """Somebody who is to play; federation: the key of the one whose card they have, None without any."""

    last_name: str
    first_name: str
    card: str = ""
    club: str = ""
    federation: int | None = None
    is_erased: bool = False


@dataclass(frozen=True)
class Ban:
    """A suspension in force: its key, its days; without a last one it lasts until it is lifted."""

    pk: int
    starts_on: date
    ends_on: date | None = None

    def covers(self, first: date, last: date) -> bool:
        return self.starts_on <= last and (self.ends_on is None or self.ends_on >= first)


@dataclass(frozen=True)
class Listed:
    """A member as the roster has them."""

    last_name: str
    first_name: str
    card: str
    club: str = ""
    valid_from: date | None = None
    valid_until: date | None = None
    left_on: date | None = None
    bans: tuple[Ban, ...] = ()


@dataclass(frozen=True)
class Contest:
    """What is played: under which federation, by its key, from which day to which."""

    federation: int
    first_day: date
    last_day: date


def look_up(
    person: Person, contest: Contest, roster: Sequence[Listed], *, elsewhere: Iterable[int] = ()
) -> tuple[Finding, ...]:
    """What the roster says of the person; elsewhere: the numbers of other entries in which the same member plays.

    roster: the members with the person's card, of the contest's federation; more than one there is not.
    """
    if person.is_erased:
        return ()
    found = [*_of_card(person, contest, roster)]
    if others := sorted(set(elsewhere)):
        found.append(Finding(FindingKind.TWICE, ", ".join(map(str, others))))
    order = [*FindingKind]
    return tuple(sorted(found, key=lambda one: (order.index(one.kind), one.about)))


def _of_card(person: Person, contest: Contest, roster: Sequence[Listed]) -> list[Finding]:
    if person.federation is not None and person.federation != contest.federation and person.card:
        return [Finding(FindingKind.FOREIGN, person.card)]
    if not card_key(person.card):
        return [Finding(FindingKind.NO_CARD)]
    if not roster:
        return [Finding(FindingKind.UNKNOWN, person.card)]
    return [*_of_time(roster[0], contest), *_of_words(person, roster[0])]


def _of_time(member: Listed, contest: Contest) -> list[Finding]:
    first, last = contest.first_day, contest.last_day
    bans = [Finding(FindingKind.SUSPENDED, str(one.pk)) for one in member.bans if one.covers(first, last)]
    if member.left_on is not None:
        return [*bans, Finding(FindingKind.LEFT, member.left_on.isoformat())]
    if member.valid_until is not None and member.valid_until < last:
        bans.append(Finding(FindingKind.EXPIRED, member.valid_until.isoformat()))
    if member.valid_from is not None and member.valid_from > first:
        bans.append(Finding(FindingKind.NOT_YET, member.valid_from.isoformat()))
    return bans


def _of_words(person: Person, member: Listed) -> list[Finding]:
    found = []
    if not same_name(person, member):
        found.append(Finding(FindingKind.NAME, f"{member.first_name} {member.last_name}"))
    if person.club and member.club and joined(person.club) != joined(member.club):
        found.append(Finding(FindingKind.CLUB, member.club))
    return found


def same_name(person: Person, member: Listed) -> bool:
    """Whether the names say the same, in any order; a second first name may be missing in either."""
    ours = _words(f"{person.last_name} {person.first_name}")
    theirs = _words(f"{member.last_name} {member.first_name}")
    return ours <= theirs or theirs <= ours


def _words(text: str) -> frozenset[str]:
    apart = "".join(one if one.isalnum() else " " for one in plain(text).replace("'", "").replace("’", ""))
    return frozenset(apart.split())


def serious(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those about which somebody is asked."""
    return tuple(one for one in findings if not one.is_notice)


def as_data(findings: Iterable[Finding]) -> dict[str, list[str]]:
    """What an admission keeps of the findings that it is about."""
    told = serious(findings)
    return {"kinds": [one.kind.value for one in told], "about": [one.about for one in told]}


def covered(findings: Iterable[Finding], data: dict[str, list[str]]) -> bool:
    """Whether all of them were known when somebody was admitted: what came up later is asked anew."""
    known = set(zip(data["kinds"], data["about"], strict=True))
    return all((one.kind.value, one.about) in known for one in serious(findings))


def seen_of(told: Iterable[tuple[object, Iterable[Finding]]]) -> str:
    """The digest of what a page showed: of whom what."""
    lines = (f"{who}|{one.kind}|{one.about}" for who, findings in told for one in serious(findings))
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()
