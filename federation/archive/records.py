"""The records of a tournament as the archive has them: the words and tokens for each, and nothing more.

`entries_of` reads those of this installation; whoever receives packages makes the same entries of theirs, under a
source of their own.

What the archive takes from received packages: of each tournament one package, and no tournament twice.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any

from codes.format.model import Text
from codes.library import all_rulebooks, get_rulebook, rulebook_ids
from federation.archive.models import ArchivedRuling
from federation.archive.words import free_text_stems, stems_of, token
from federation.packages.models import ReceivedPackage
from federation.packages.queries import native_of, standing
from federation.received.models import IndexedReceived, ReceivedTournament
from federation.received.records import Packed
from federation.second_instance.models import DecisionExecution
from hall.calls.models import Call
from people.accounts.models import Federation
from referee.arbitral_scores.models import ArbitralScore
from referee.editions.queries import rule_changed
from referee.rulings.anonymity import without_persons
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Tournament

Standing = ArchivedRuling.Standing
GRANTED = frozenset({"upheld", "changed"})
# «coppa-levante n. 12», as a precedent is named; «provvedimento n. 3» is one of the same tournament.
PRECEDENT = re.compile(r"(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)*) n\. ?([0-9]{1,5})(?![0-9])")
OF_THE_SAME = "provvedimento"
# Another one with each change of what is kept of a record: all are indexed anew.
LAYOUT = "2"


@dataclass(frozen=True)
class Entry:
    """A record with its search words: `both` are texts in both languages, `free` those that somebody wrote."""

    kind: str
    key: int
    at: datetime
    number: int
    version: int = 1
    code: str = ""
    edition_hash: str = ""
    procedure: str = ""
    departed: bool = False
    method: str = ""
    standing: str = Standing.IN_FORCE
    followed_by: int | None = None
    rule_changed: bool = False
    articles: tuple[int, ...] = ()
    effects: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    clubs: tuple[int, ...] = ()
    penalties: tuple[str, ...] = ()
    waited: int | None = None
    arbiter: int | None = None
    both: tuple[Mapping[str, str], ...] = field(default=(), repr=False)
    free: tuple[str, ...] = field(default=(), repr=False)

    @property
    def cites(self) -> frozenset[tuple[str, int]]:
        """The precedents that its reasons name: tournament's slug (none: its own), number."""
        slugs = (slug for text in self.free for slug in PRECEDENT.findall(text.lower()))
        return frozenset(("" if slug == OF_THE_SAME else slug, int(number)) for slug, number in slugs)

    def tokens(self, federation: int, tournament: int | None, received: int | None = None) -> set[str]:
        """The traits by which a filter finds it."""
        traits = {
            "federation": federation, "tournament": tournament, "received": received, "kind": self.kind,
            "code": self.code, "procedure": self.procedure, "departed": self.departed, "method": self.method,
            "standing": self.standing, "changed": self.rule_changed, "arbiter": self.arbiter,
            "version": self.version,
        }  # fmt: skip
        several: dict[str, Sequence[object]] = {
            "article": self.articles, "effect": self.effects, "fact": self.facts, "club": self.clubs,
            "penalty": self.penalties,
        }  # fmt: skip
        tokens = {token(name, value) for name, value in traits.items() if value not in ("", None)}
        return tokens | {token(name, value) for name, values in several.items() for value in values}

    def stems(self, federation: int, tournament: int | None, received: int | None = None) -> str:
        """Everything that a search finds it by, as the database stores it."""
        words = stems_of(self.both, self.free) | free_text_stems(self.free)
        return " ".join(sorted(words | self.tokens(federation, tournament, received)))


@cache
def editions_stamp() -> str:
    """Changes as soon as any code of this program changes, or more of a record is stored."""
    return hashlib.sha256(" ".join((LAYOUT, *(book.hash for book in all_rulebooks()))).encode()).hexdigest()


def archive_digest(tournament: Tournament) -> str:
    """A digest of what the archive takes from the tournament: it changes with any of it."""
    state = [
        list(Ruling.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True)),
        list(ArbitralScore.objects.filter(case__tournament=tournament).order_by("pk").values_list("pk", "is_current")),
        list(Appeal.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "state")),
    ]
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()


def entries_of(tournament: Tournament) -> list[Entry]:
    """Every version of every ruling, every appeal, every arbitral score of a tournament of this installation."""
    current = Ruling.objects.filter(tournament=tournament).select_related("case", "superseded_by").order_by("pk")
    rulings = {ruling.pk: ruling for ruling in current}
    for ruling in rulings.values():
        ruling.tournament = tournament
    scores = list(ArbitralScore.objects.filter(case__tournament=tournament).order_by("pk"))
    clubs, calls = _clubs_by_table(tournament), _calls_by_table(tournament)
    beside = {
        pk: (clubs.get(ruling.case.table_id, ()), _waited(ruling, calls.get(ruling.case.table_id, ())))
        for pk, ruling in rulings.items()
    }
    with_ruling = [(score, score.ruling_id) for score in scores]
    above = DecisionExecution.objects.filter(answer__tournament=tournament, ruling__isnull=False)
    records = frozenset(above.values_list("answer__told__record", flat=True))
    appeals = list(Appeal.objects.filter(tournament=tournament))
    return entries_from(rulings, with_ruling, appeals, tournament.rulebook, beside, above=records)


def entries_from(
    rulings: Mapping[int, Ruling],
    scores: Iterable[tuple[ArbitralScore, int]],
    appeals: Sequence[Appeal],
    code: str,
    beside: Mapping[int, tuple[tuple[int, ...], int | None]] = MappingProxyType({}),
    *,
    above: frozenset[str] = frozenset(),
) -> list[Entry]:
    """scores: each with the key of the ruling that gave it. beside: by the key of the ruling the clubs of those at the
    table, and how long they waited. above: the records that the federal judge changed.
    """
    overturned: set[str | None] = {appeal.record for appeal in appeals if appeal.state in GRANTED}
    overturned.update(above)
    of_rulings = {}
    for pk, ruling in rulings.items():
        clubs, waited = beside.get(pk, ((), None))
        of_rulings[pk] = replace(_ruling_entry(ruling, overturned, clubs), waited=waited)
    by_key = {f"ruling:{ruling.number}:{ruling.version}": of_rulings[pk] for pk, ruling in rulings.items()}
    return [
        *of_rulings.values(),
        *(_score_entry(score, of_rulings[ruling]) for score, ruling in scores),
        *(_appeal_entry(appeal, code, by_key.get(appeal.record or "")) for appeal in appeals),
    ]


def _ruling_entry(ruling: Ruling, overturned: set[str | None], clubs: tuple[int, ...]) -> Entry:
    next_one = None if ruling.is_current else ruling.superseded_by
    standing = standing_of(ruling, overturned)
    return Entry(
        kind="ruling", key=ruling.pk, at=ruling.decided_at, number=ruling.number, version=ruling.version,
        code=ruling.rulebook, edition_hash=ruling.rulebook_hash, procedure=ruling.procedure, departed=ruling.departed,
        standing=standing, followed_by=next_one.version if next_one else None, rule_changed=rule_changed(ruling),
        articles=tuple(dict.fromkeys(ruling.cites)),
        effects=tuple(dict.fromkeys(str(effect["verb"]) for effect in ruling.effects if effect.get("verb"))),
        penalties=penalties_of(ruling.effects),
        facts=facts_of(ruling.trail), clubs=clubs, arbiter=ruling.decided_by_id,
        both=tuple(_words_of(ruling)), free=(ruling.reason, ruling.note, ruling.revision_reason),
    )  # fmt: skip


def standing_of(ruling: Ruling, overturned: Collection[str | None]) -> Standing:
    """Whether the ruling stands; overturned: the records that appeals of its tournament changed."""
    if f"ruling:{ruling.number}:{ruling.version}" in overturned:
        return Standing.OVERTURNED
    return Standing.IN_FORCE if ruling.is_current else Standing.REVISED


def facts_of(trail: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The answers that decided, as tokens for a filter."""
    return tuple(dict.fromkeys(f"{step['procedure']}.{step['fact']}.{step['answer']}" for step in trail))


def penalties_of(effects: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The penalties ordered, as tokens for a filter: «vp-2», «ammonizione»; each once."""
    ordered = [penalty for penalty in effects if penalty.get("verb") == "penalty" and penalty.get("penalty")]
    names = (
        f"{penalty['penalty']}-{penalty['amount']}" if penalty.get("amount") else str(penalty["penalty"])
        for penalty in ordered
    )
    return tuple(dict.fromkeys(names))


def _calls_by_table(tournament: Tournament) -> dict[int, list[tuple[datetime, datetime | None]]]:
    """The times between which an arbiter was called to each table, the earliest first, without withdrawn calls."""
    calls = Call.objects.of(tournament).exclude(outcome=Call.Outcome.WITHDRAWN).order_by("opened_at", "pk")
    by_table: dict[int, list[tuple[datetime, datetime | None]]] = {}
    for table, opened, closed in calls.values_list("table", "opened_at", "closed_at"):
        by_table.setdefault(table, []).append((opened, closed))
    return by_table


def _waited(ruling: Ruling, calls: Iterable[tuple[datetime, datetime | None]]) -> int | None:
    """How many seconds its first version took: from the call that the case answered, or else from the case itself."""
    if ruling.version > 1:
        return None
    began = ruling.case.opened_at
    open_calls = [opened for opened, closed in calls if opened <= began and (closed is None or closed >= began)]
    return _between(min(open_calls, default=began), ruling.decided_at)


def _between(began: datetime, ended: datetime | None) -> int | None:
    return max(0, (ended - began) // timedelta(seconds=1)) if ended else None


def _words_of(ruling: Ruling) -> Iterator[Mapping[str, str]]:
    """All that the ruling says in words of the code, without those who sat there."""
    yield ruling.title or {}
    yield from _anomaly_keywords(ruling.rulebook, ruling.procedure)
    for fact in ruling.facts:
        if fact["mattered"]:
            yield fact["question"]
            yield fact["words"]
    for effect in (*ruling.effects, *ruling.proposed_effects):
        yield {name: without_persons(text, ruling.scene) for name, text in effect.get("words", {}).items()}
    yield from (article["title"] for article in ruling.citations)


def _anomaly_keywords(code: str, procedure: str) -> list[Mapping[str, str]]:
    """As people call the anomaly: the words by which the code lets it be found."""
    anomaly = get_rulebook(code).procedures.get(procedure) if code in rulebook_ids() else None
    if anomaly is None:
        return []
    keywords: list[Mapping[str, str]] = [{"it": " ".join(anomaly.keywords.it), "en": " ".join(anomaly.keywords.en)}]
    return [*keywords, {"it": anomaly.term.it, "en": anomaly.term.en}] if isinstance(anomaly.term, Text) else keywords


def _score_entry(score: ArbitralScore, ruling: Entry) -> Entry:
    return replace(
        ruling, kind="score", key=score.pk, at=score.given_at, version=score.version, method=score.method,
        standing=Standing.IN_FORCE if score.is_current else Standing.REVISED,
        followed_by=None if score.is_current else score.version + 1, departed=False, effects=(),
        penalties=(), waited=None, arbiter=score.given_by_id, free=(score.reason,),
    )  # fmt: skip


def _appeal_entry(appeal: Appeal, code: str, against: Entry | None) -> Entry:
    first = against or Entry(kind="appeal", key=appeal.pk, at=appeal.filed_at, number=appeal.number)
    return replace(
        first, kind="appeal", key=appeal.pk, at=appeal.filed_at, number=appeal.number, version=1,
        code=first.code or code, departed=False, effects=(), followed_by=None,
        penalties=(), waited=_between(appeal.filed_at, appeal.decided_at), arbiter=appeal.decided_by_id,
        standing=Standing.OPEN if appeal.is_open else Standing.IN_FORCE,
        free=(appeal.grounds, appeal.decision, appeal.late_reason),
    )  # fmt: skip


def _clubs_by_table(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """The clubs of those who sat at each table where something was ruled."""
    tables = Ruling.objects.filter(tournament=tournament).values_list(
        "case__table", "case__table__line_a", "case__table__line_b"
    )
    members = EntryMember.objects.filter(entry__tournament=tournament, player__club__isnull=False)
    of_entry: dict[int, set[int]] = {}
    for entry, club in members.values_list("entry", "player__club"):
        of_entry.setdefault(entry, set()).add(club)
    return {
        table: tuple(sorted(set().union(*(of_entry.get(entry, set()) for entry in entries))))
        for table, *entries in tables
    }


State = ReceivedPackage.State


def archived_package(received: ReceivedTournament) -> ReceivedPackage | None:
    """The newest that stands and was not sent back."""
    counting = standing(received.federation).exclude(state=State.RETURNED)
    return counting.filter(uid=received.uid).select_related("federation", "key").order_by("-version").first()


def stale_received(federation: Federation) -> list[ReceivedTournament]:
    """The tournaments with another package in front than the indexed one, or whose codes have changed since."""
    indexed = {row.received_id: row for row in IndexedReceived.objects.filter(received__federation=federation)}
    counting = standing(federation).exclude(state=State.RETURNED).order_by("version")
    uids = dict(counting.values_list("uid", "pk"))
    stamp, stale = editions_stamp(), []
    for received in ReceivedTournament.objects.filter(federation=federation).select_related("federation"):
        row = indexed.get(received.pk)
        is_known = row is not None and (row.package_id, row.editions) == (uids.get(received.uid), stamp)
        if not is_known and (row is not None or received.uid in uids):
            stale.append(received)
    return stale


def packed_entries(package: ReceivedPackage) -> list[Entry]:
    """Its rulings, scores and appeals, as they are found by; arbiters and clubs of elsewhere are nobody's here.

    None of a tournament that is played here: its own records are in the archive.
    """
    if native_of(package):
        return []
    packed = Packed(package)
    scores = [(score, score.ruling.pk) for score in packed.scores.values()]
    above = frozenset(decided["record"] for decided, execution in packed.executed if execution["ruling_id"])
    appeals = list(packed.appeals.values())
    return entries_from(packed.rulings, scores, appeals, packed.tournament.rulebook, above=above)


def received_records(archived: Iterable[ArchivedRuling]) -> Mapping[str, Ruling | ArbitralScore | Appeal]:
    """The records of those that came in packages, by their source; each package is read once."""
    from_packages = [archived_row for archived_row in archived if archived_row.received_id]
    indexed = IndexedReceived.objects.filter(received__in={row.received_id for row in from_packages}).select_related(
        "package"
    )
    packed = {row.received_id: Packed(row.package) for row in indexed} if from_packages else {}
    records_by_source = {
        row.source: packed[row.received_id].record(row.source) for row in from_packages if row.received_id in packed
    }
    return {source: record for source, record in records_by_source.items() if record is not None}
