"""What was received, and what the newest package of each tournament tells: for the inbox's pages and for the archive.

Whoever indexes received tournaments asks `newest`, then `rulings`, `arbitral_scores`, `appeals`, `standings` of each:
plain values, with the persons' texts in their places as far as they were not erased.

What is still open in a received tournament: before it is homologated somebody mends it, or says why it may stand.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from federation.packages.models import PackagePart, PackageText, ReceivedPackage
from federation.sealed.archive import MANIFEST, Damaged, Part, canonical
from federation.sealed.files import PAPERS
from federation.sealed.kinds import defaults
from federation.sealed.manifest import Manifest
from federation.sealed.verification import BLACKED, PERSONS, Record, by_id, part_of, records
from people.accounts.models import Federation
from records.models import LogEntry
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

State, Conflict = ReceivedPackage.State, ReceivedPackage.Conflict
PER_READ = 5000


def standing(federation: Federation) -> "QuerySet[ReceivedPackage]":
    """The packages that count: not set aside, and without a conflict that waits for a choice."""
    return ReceivedPackage.objects.filter(federation=federation).exclude(undecided()).exclude(state=State.SET_ASIDE)


def undecided() -> Q:
    """That a package has a conflict which waits for a choice."""
    return ~Q(conflict=Conflict.NONE) & Q(chosen_at__isnull=True)


def newest(federation: Federation) -> "QuerySet[ReceivedPackage]":
    """Of each tournament received the package in front."""
    counting = standing(federation)
    later = counting.filter(uid=OuterRef("uid"), version__gt=OuterRef("version"))
    return counting.exclude(Exists(later)).select_related("federation", "key")


def in_front(federation: Federation, uid: str) -> ReceivedPackage | None:
    """The package of a tournament that stands in front."""
    return standing(federation).filter(uid=uid).select_related("key").order_by("-version").first()


def inbox(federation: Federation) -> "QuerySet[ReceivedPackage]":
    """What the officers look at: those in front, and those whose conflict waits for them."""
    mine = ReceivedPackage.objects.filter(federation=federation)
    relevant = mine.filter(Q(pk__in=newest(federation).values("pk")) | undecided())
    return relevant.select_related("key", "homologation__officer", "federation").order_by("-received_at", "-pk")


def native_of(package: ReceivedPackage) -> Tournament | None:
    """The tournament of this installation whose package it is, if it is played here."""
    first = LogEntry.objects.filter(sequence=1, hash=package.uid).select_related("tournament__federation").first()
    return first.tournament if first else None


def agrees_with(package: ReceivedPackage, native: Tournament) -> bool:
    """Whether the log here goes through the last line of the package."""
    here = LogEntry.objects.filter(tournament=native, sequence=package.head_number, hash=package.head_hash)
    return here.exists()


# The parts of a package


def part(package: ReceivedPackage, name: str) -> Part | None:
    """A part as it came, None where the package has none of that name.

    Raises Damaged, with its name, where it is gone or no more what was looked through when it came: whoever reads on
    reads what holds.
    """
    parts = _stored(PackagePart.objects.filter(package=package, name__in=(MANIFEST, name)))
    listed = _manifest(package, parts).parts
    if name not in listed:
        return None
    if name not in parts or parts[name].packed_sha256 != listed[name].packed_sha256:
        raise Damaged(name)
    try:
        deque(parts[name].chunks(), maxlen=0)  # before any of it is read: that its head tells of these bytes
    except Damaged as error:
        raise Damaged(name) from error
    return parts[name]


def manifest_of(package: ReceivedPackage) -> Manifest:
    return _manifest(package, _stored(PackagePart.objects.filter(package=package, name=MANIFEST)))


def _manifest(package: ReceivedPackage, parts: Mapping[str, Part]) -> Manifest:
    stored = parts.get(MANIFEST)
    if stored is None or stored.packed_sha256 != package.manifest_sha256:
        raise Damaged(MANIFEST)
    return Manifest(json.loads(stored.raw))


def _stored(rows: "QuerySet[PackagePart]") -> dict[str, Part]:
    return {one.name: Part(one.method, one.crc, one.size, bytes(one.packed)) for one in rows.order_by("place")}


def parts_of(package: ReceivedPackage) -> dict[str, Part]:
    """All its parts in their order; that of the persons from what is left of it. Raises Damaged as `part`."""
    parts = _stored(PackagePart.objects.filter(package=package))
    for name, listed in _manifest(package, parts).parts.items():
        is_there = name in parts and parts[name].packed_sha256 == listed.packed_sha256
        if not (is_there or name == PERSONS or (name not in parts and name.startswith(PAPERS))):
            raise Damaged(name)
    parts[PERSONS] = Part.from_bytes(b"".join(_persons(package)), stored=True)
    return {MANIFEST: parts.pop(MANIFEST), **dict(sorted(parts.items()))}


def _persons(package: ReceivedPackage) -> Iterator[bytes]:
    """The lines of the texts that are still there."""
    texts = PackageText.objects.filter(package=package).exclude(salt="").order_by("line")
    for record, place, text, salt in texts.values_list("record", "place", "text", "salt").iterator(chunk_size=PER_READ):
        yield canonical({"record": record, "place": place, "text": text, "salt": salt}) + b"\n"


def is_erased(package: ReceivedPackage) -> bool:
    """Whether something was erased from it since it came."""
    return PackageText.objects.filter(package=package, salt="").exists()


def texts_of(package: ReceivedPackage, *labels: str) -> dict[tuple[str, str], str]:
    """The texts of the records of some kinds, by record and place."""
    texts: dict[tuple[str, str], str] = {}
    for label in labels:
        rows = PackageText.objects.filter(package=package, record__startswith=f"{label}:").exclude(text="")
        for record, place, text in rows.values_list("record", "place", "text").iterator(chunk_size=PER_READ):
            texts[record, place] = text
    return texts


def records_of_kind(package: ReceivedPackage, label: str) -> list[Record]:
    """Every record of a kind, as at the table."""
    return records(part(package, part_of(label)), texts_of(package, label), defaults(label))


def is_public(package: ReceivedPackage) -> bool:
    """Whether everybody may see the tournament where it is played, as its package tells; a native one as it is now."""
    native = native_of(package)
    tournaments = records_of_kind(package, Tournament._meta.label)
    return (
        all(tournament["is_public"] for tournament in tournaments)
        and bool(tournaments)
        and (native is None or native.is_public)
    )


# What the archive indexes


@dataclass(frozen=True)
class PackedRuling:
    """A version of a ruling as the package tells it: `told` has every column under its name, as a `Ruling` has it.

    is_current: no later version supersedes it.
    """

    package: int
    number: int
    version: int
    is_current: bool
    decided_at: datetime
    decided_by: str
    told: Record


@dataclass(frozen=True)
class PackedScore:
    """An arbitral score with the number of the ruling that gave it, if one did; `told` as `referee.ArbitralScore`."""

    package: int
    ruling: int | None
    told: Record


@dataclass(frozen=True)
class PackedAppeal:
    """An appeal with the number of the entry that filed it; `told` as `tournaments.Appeal`."""

    package: int
    number: int
    entry: int
    state: str
    told: Record


@dataclass(frozen=True)
class PackedStandings:
    """Published standings of a stage, the latest; sections as `tournaments.Publication.rows`."""

    package: int
    number: int
    stage: int
    kind: str
    published_at: datetime
    sections: list[dict[str, Any]]


def rulings(package: ReceivedPackage) -> list[PackedRuling]:
    """All versions of all rulings, by number and version."""
    users, rulings = _users(package), records_of_kind(package, "referee.Ruling")
    superseded = {ruling["supersedes_id"] for ruling in rulings}
    packed = (
        PackedRuling(
            package=package.pk,
            number=ruling["number"],
            version=ruling["version"],
            is_current=ruling["id"] not in superseded,
            decided_at=datetime.fromisoformat(ruling["decided_at"]),
            decided_by=users.get(ruling["decided_by_id"], ""),
            told=ruling,
        )
        for ruling in rulings
    )
    return sorted(packed, key=lambda ruling: (ruling.number, ruling.version))


def arbitral_scores(package: ReceivedPackage) -> list[PackedScore]:
    numbers = {pk: ruling["number"] for pk, ruling in by_id(records_of_kind(package, "referee.Ruling")).items()}
    scores = records_of_kind(package, "referee.ArbitralScore")
    return [PackedScore(package.pk, numbers.get(score["ruling_id"] or 0), score) for score in scores]


def appeals(package: ReceivedPackage) -> list[PackedAppeal]:
    entries = by_id(records_of_kind(package, "tournaments.Entry"))
    return [
        PackedAppeal(package.pk, appeal["number"], entries[appeal["entry_id"]]["number"], appeal["state"], appeal)
        for appeal in records_of_kind(package, "tournaments.Appeal")
    ]


def standings(package: ReceivedPackage) -> list[PackedStandings]:
    """The latest published standings of each stage, by the stage's number."""
    stages = by_id(records_of_kind(package, "tournaments.Stage"))
    latest: dict[int, Record] = {}
    for publication in records_of_kind(package, "tournaments.Publication"):
        number = stages[publication["stage_id"]]["number"]
        if number not in latest or latest[number]["number"] < publication["number"]:
            latest[number] = publication
    return [
        PackedStandings(
            package=package.pk,
            number=publication["number"],
            stage=stage,
            kind=publication["kind"],
            published_at=datetime.fromisoformat(publication["published_at"]),
            sections=publication["rows"],
        )
        for stage, publication in sorted(latest.items())
    ]


def _users(package: ReceivedPackage) -> Mapping[int, str]:
    users = records_of_kind(package, "people.User")
    return {user["id"]: f"{user['first_name']} {user['last_name']}".strip() for user in users}


# Whose texts an erasure takes


def players_by_name(package: ReceivedPackage, name: str, card: str = "") -> list[int]:
    """The players of that name and surname, in either order; card: of these the one that has it."""
    wanted_name = " ".join(name.split()).casefold()
    return [
        player["id"]
        for player in records_of_kind(package, "people.Player")
        if wanted_name
        in (
            f"{player['first_name']} {player['last_name']}".casefold(),
            f"{player['last_name']} {player['first_name']}".casefold(),
        )
        and card.strip() in ("", player["card_number"])
    ]


def texts_naming(package: ReceivedPackage, player: int) -> list[int]:
    """The keys of the texts that name the player: their own record, their entries, and whatever else says who it is.

    A surname that another player bears too is theirs only beside the first name.
    """
    players = by_id(records_of_kind(package, "people.Player"))
    mine = players.get(player)
    own = set(_unerased_texts(package).filter(record=f"people.Player:{player}").values_list("pk", flat=True))
    if mine is None or not mine["last_name"].strip(BLACKED):
        return sorted(own)
    first, last = mine["first_name"], mine["last_name"]
    shared = any(other["last_name"].casefold() == last.casefold() for pk, other in players.items() if pk != player)
    names = {entry["name"] for entry in _entries_of(package, player)}
    says_last, says_first = _word(last), _word(first)
    texts = _unerased_texts(package).filter(text__icontains=last).exclude(record__startswith="people.Player:")
    for pk, text in texts.values_list("pk", "text").iterator(chunk_size=PER_READ):
        if text in names or (says_last.search(text) and (not shared or says_first.search(text))):
            own.add(pk)
    return sorted(own)


def _unerased_texts(package: ReceivedPackage) -> "QuerySet[PackageText]":
    return PackageText.objects.filter(package=package).exclude(salt="")


def _entries_of(package: ReceivedPackage, player: int) -> list[Record]:
    members = records_of_kind(package, "tournaments.EntryMember")
    mine = {member["entry_id"] for member in members if member["player_id"] == player}
    return [entry for entry in records_of_kind(package, "tournaments.Entry") if entry["id"] in mine]


def _word(name: str) -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


class Point(TextChoices):
    """The kinds of open point; other parts of the federation add theirs by `MORE`."""

    APPEALS = "appeals", _("reclami in esame")
    CASES = "cases", _("anomalie non decise")
    SCORES = "scores", _("punteggi senza una seconda persona")
    REPORTS = "reports", _("segnalazioni di errore senza risposta")
    ROUNDS = "rounds", _("turni non chiusi")
    PROVISIONAL = "provisional", _("classifiche non definitive")
    UNPUBLISHED = "unpublished", _("nessuna classifica pubblicata")
    ELIGIBILITY = "eligibility", _("tesserati da guardare")
    JUDGE = "judge", _("reclami davanti al giudice federale")


class Unreadable(Exception):
    """A package that holds, of records that this program does not understand."""


@dataclass(frozen=True)
class OpenPoint:
    """How many of a kind; `where`: which, in short."""

    kind: str
    count: int
    where: str = ""

    @property
    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


# What else is looked at when a package is checked (the roster looks whether its players may play): each is asked with
# the package and says its points.
MORE: list[Callable[[ReceivedPackage], Iterator[OpenPoint]]] = []


def open_points(package: ReceivedPackage) -> list[OpenPoint]:
    """Raises Unreadable where a record says not what such records say, though all of it is signed and sealed."""
    try:
        points = [*_own(package), *(point for more in MORE for point in more(package))]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(str(package)) from error
    return [point for point in points if point.count]


def _own(package: ReceivedPackage) -> Iterator[OpenPoint]:
    yield _numbered(package, Point.APPEALS, "tournaments.Appeal", {"open"})
    yield _numbered(package, Point.CASES, "referee.Case", {"draft"})
    if not records_of_kind(package, "tournaments.Tournament")[0]["one_hand"]:
        scores = records_of_kind(package, "tournaments.BoardScore")
        alone = [score for score in scores if BoardScore.awaits(score["kind"], score["state"], score["reference"])]
        yield OpenPoint(Point.SCORES, len(alone))
    reports = [report for report in records_of_kind(package, "tournaments.ErrorReport") if report["state"] == "open"]
    yield OpenPoint(Point.REPORTS, len(reports))
    yield _numbered(package, Point.ROUNDS, "tournaments.Round", {"published", "playing"})
    published = standings(package)
    provisional = [publication.number for publication in published if publication.kind != "final"]
    yield OpenPoint(Point.PROVISIONAL, len(provisional), _listed(provisional))
    yield OpenPoint(Point.UNPUBLISHED, int(not published))


def _numbered(package: ReceivedPackage, kind: Point, label: str, states: Collection[str]) -> OpenPoint:
    numbers = [record["number"] for record in records_of_kind(package, label) if record["state"] in states]
    return OpenPoint(kind, len(numbers), _listed(numbers))


def _listed(numbers: list[int]) -> str:
    listed = ", ".join(str(number) for number in sorted(numbers)[:12])
    return f"{listed} …" if len(numbers) > 12 else listed
