"""What the roster of a tournament's federation says of somebody who is to play: pure, values in and values out.

A federation without a roster flags nobody. Whatever is found the director decides: the card is corrected, somebody else
plays, or whoever it is is admitted with a reason (`admission_actions.py`). docs/decisions/0079-the-roster.md
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from people.imports.rows import card_key
from people.imports.words import joined_letters, plain_words
from tournaments.entries.models import FindingKind

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
class RosterMember:
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
    person: Person, contest: Contest, roster: Sequence[RosterMember], *, elsewhere: Iterable[int] = ()
) -> tuple[Finding, ...]:
    """What the roster says of the person; elsewhere: the numbers of other entries in which the same member plays.

    roster: the members with the person's card, of the contest's federation; more than one there is not.
    """
    if person.is_erased:
        return ()
    findings = [*_of_card(person, contest, roster)]
    if others := sorted(set(elsewhere)):
        findings.append(Finding(FindingKind.TWICE, ", ".join(map(str, others))))
    order = [*FindingKind]
    return tuple(sorted(findings, key=lambda finding: (order.index(finding.kind), finding.about)))


def _of_card(person: Person, contest: Contest, roster: Sequence[RosterMember]) -> list[Finding]:
    if person.federation is not None and person.federation != contest.federation and person.card:
        return [Finding(FindingKind.FOREIGN, person.card)]
    if not card_key(person.card):
        return [Finding(FindingKind.NO_CARD)]
    if not roster:
        return [Finding(FindingKind.UNKNOWN, person.card)]
    return [*_of_time(roster[0], contest), *_of_words(person, roster[0])]


def _of_time(member: RosterMember, contest: Contest) -> list[Finding]:
    first, last = contest.first_day, contest.last_day
    bans = [Finding(FindingKind.SUSPENDED, str(ban.pk)) for ban in member.bans if ban.covers(first, last)]
    if member.left_on is not None:
        return [*bans, Finding(FindingKind.LEFT, member.left_on.isoformat())]
    if member.valid_until is not None and member.valid_until < last:
        bans.append(Finding(FindingKind.EXPIRED, member.valid_until.isoformat()))
    if member.valid_from is not None and member.valid_from > first:
        bans.append(Finding(FindingKind.NOT_YET, member.valid_from.isoformat()))
    return bans


def _of_words(person: Person, member: RosterMember) -> list[Finding]:
    findings = []
    if not same_name(person, member):
        findings.append(Finding(FindingKind.NAME, f"{member.first_name} {member.last_name}"))
    if person.club and member.club and joined_letters(person.club) != joined_letters(member.club):
        findings.append(Finding(FindingKind.CLUB, member.club))
    return findings


def same_name(person: Person, member: RosterMember) -> bool:
    """Whether the names say the same, in any order; a second first name may be missing in either."""
    ours = {*plain_words(f"{person.last_name} {person.first_name}")}
    theirs = {*plain_words(f"{member.last_name} {member.first_name}")}
    return ours <= theirs or theirs <= ours


def serious_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those about which somebody is asked."""
    return tuple(finding for finding in findings if not finding.is_notice)


def as_data(findings: Iterable[Finding]) -> dict[str, list[str]]:
    """What an admission keeps of the findings that it is about."""
    asked_about = serious_findings(findings)
    return {
        "kinds": [finding.kind.value for finding in asked_about],
        "about": [finding.about for finding in asked_about],
    }


def are_findings_known(findings: Iterable[Finding], data: dict[str, list[str]]) -> bool:
    """Whether all of them were known when somebody was admitted: what came up later is asked anew."""
    known = set(zip(data["kinds"], data["about"], strict=True))
    return all((finding.kind.value, finding.about) in known for finding in serious_findings(findings))


def findings_text(findings_by_person: Iterable[tuple[object, Iterable[Finding]]]) -> str:
    """The digest of what a page showed: of whom what."""
    lines = (
        f"{who}|{finding.kind}|{finding.about}"
        for who, findings in findings_by_person
        for finding in serious_findings(findings)
    )
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()
