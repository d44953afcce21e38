"""What a record of the archive says that a headnote may repeat: rule, facts that decided, what was ordered; nobody."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from federation.casebook.names import ProtectedNames, protected_names, protected_names_in_package, without_names
from federation.received.models import ReceivedTournament
from federation.received.queries import front_of
from federation.received.records import Packed
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from referee.rulings.anonymity import without_persons
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament

KINDS = ("ruling", "appeal", "score")
CAME = re.compile(r"r([0-9]{1,12})-(ruling|appeal|score)-[0-9]{1,18}")
Both = Mapping[str, str]


@dataclass(frozen=True)
class Decided:
    """A record of the archive: the ruling that it is, or is about (an appeal may be against something else)."""

    kind: str
    tournament: Tournament
    ruling: Ruling | None
    score: ArbitralScore | None = None
    appeal: Appeal | None = None
    # Where it came in a package: then the tournament is as that tells it.
    received: ReceivedTournament | None = None
    packed: Packed | None = None

    @property
    def federation_id(self) -> int:
        return self.received.federation_id if self.received else self.tournament.federation_id

    @property
    def at(self) -> datetime:
        if self.appeal:
            return self.appeal.decided_at or self.appeal.filed_at
        if self.score:
            return self.score.given_at
        if self.ruling:
            return self.ruling.decided_at
        raise ValueError("a record of the archive is a ruling, a score or an appeal")

    @property
    def year(self) -> int:
        return timezone.localtime(self.at).year


def decided(sources: Iterable[str]) -> dict[str, Decided]:
    """The records of these names, each kind in one query or two; those that came in packages as these tell them."""
    keys: dict[str, list[int]] = {kind: [] for kind in KINDS}
    sources = list(sources)
    for source in sources:
        kind, _dash, key = source.partition("-")
        if kind in keys and key.isdecimal():
            keys[kind].append(int(key))
    people = ("tournament__federation", "superseded_by")
    decisions: dict[str, Decided] = {}
    if keys["ruling"]:
        for ruling in Ruling.objects.filter(pk__in=keys["ruling"]).select_related(*people):
            decisions[f"ruling-{ruling.pk}"] = Decided("ruling", ruling.tournament, ruling)
    if keys["score"]:
        scores = ArbitralScore.objects.filter(pk__in=keys["score"])
        for score in scores.select_related(*(f"ruling__{field}" for field in people)):
            decisions[f"score-{score.pk}"] = Decided("score", score.ruling.tournament, score.ruling, score)
    return decisions | (_appeal_decisions(keys["appeal"]) if keys["appeal"] else {}) | _received_decisions(sources)


def _received_decisions(sources: Iterable[str]) -> dict[str, Decided]:
    """Of the package in front of each tournament, which is read once."""
    references = [(source, int(match[1]), match[2]) for source in sources if (match := CAME.fullmatch(source))]
    tournaments = ReceivedTournament.objects.select_related("federation").filter(
        pk__in={pk for _source, pk, _kind in references}
    )
    packed = (
        {
            tournament.pk: (tournament, Packed(package))
            for tournament in tournaments
            if (package := front_of(tournament))
        }
        if references
        else {}
    )
    decisions: dict[str, Decided] = {}
    for source, pk, kind in references:
        if pk in packed and (decision := _as_decided(kind, source, *packed[pk])):
            decisions[source] = decision
    return decisions


def _as_decided(kind: str, source: str, received: ReceivedTournament, packed: Packed) -> Decided | None:
    record = packed.record(source)
    origin: dict[str, Any] = {"received": received, "packed": packed}
    if isinstance(record, Ruling):
        return Decided(kind, packed.tournament, record, **origin)
    if isinstance(record, ArbitralScore):
        return Decided(kind, packed.tournament, record.ruling, score=record, **origin)
    if isinstance(record, Appeal):
        return Decided(kind, packed.tournament, packed.ruling_of(record.record), appeal=record, **origin)
    return None


def _appeal_decisions(keys: list[int]) -> dict[str, Decided]:
    appeals = list(Appeal.objects.filter(pk__in=keys).select_related("tournament__federation"))
    against = Ruling.objects.filter(tournament__in={appeal.tournament_id for appeal in appeals})
    numbers = {number for appeal in appeals if (number := _number_of(appeal))}
    rulings = {
        (ruling.tournament_id, f"ruling:{ruling.number}:{ruling.version}"): ruling
        for ruling in against.filter(number__in=numbers).select_related("superseded_by")
    }
    return {
        f"appeal-{appeal.pk}": Decided(
            "appeal", appeal.tournament, rulings.get((appeal.tournament_id, appeal.record or "")), appeal=appeal
        )
        for appeal in appeals
    }


def _number_of(appeal: Appeal) -> int | None:
    kind, _colon, reference = (appeal.record or "").partition(":")
    number = reference.partition(":")[0]
    return int(number) if kind == "ruling" and number.isdecimal() else None


def protected_names_for(decision: Decided, *, with_place: bool) -> ProtectedNames:
    """Whose names nothing that is written beside the record may hold."""
    if decision.packed:
        return protected_names_in_package(decision.packed, with_place=with_place)
    return protected_names(decision.tournament, with_place=with_place)


def record_of(decision: Decided, protected: ProtectedNames) -> dict[str, Any]:
    """As a version of a headnote keeps it, in plain values that are read without any code."""
    record: dict[str, Any] = {"kind": decision.kind, "code": decision.tournament.rulebook}
    record |= {"articles": [], "facts": [], "orders": []}
    if decision.ruling:
        record |= _ruling_record(decision.ruling, protected)
    if decision.score:
        record |= {"method": decision.score.method, "orders": []}
    if decision.appeal:
        record |= {"outcome": decision.appeal.state, "orders": []}
    return record


def _ruling_record(ruling: Ruling, protected: ProtectedNames) -> dict[str, Any]:
    mattered = [fact for fact in ruling.facts if fact["mattered"]]

    def nobody(texts: Both) -> Both:
        return {name: without_names(without_persons(text, ruling.scene), protected) for name, text in texts.items()}

    return {
        "code": ruling.rulebook,
        "edition": ruling.edition,
        "edition_sha256": ruling.rulebook_hash,
        "procedure": ruling.procedure,
        "title": ruling.title,
        "departed": ruling.departed,
        "articles": [{"number": citation["number"], "title": citation["title"]} for citation in ruling.citations],
        "facts": [{"question": nobody(fact["question"]), "answer": nobody(fact["words"])} for fact in mattered],
        "orders": [nobody(effect["words"]) for effect in ruling.effects if "words" in effect],
        "effects": list(dict.fromkeys(str(effect["verb"]) for effect in ruling.effects if effect.get("verb"))),
    }


def orders_in_words(record: Mapping[str, Any]) -> list[str]:
    """What was decided, in the reader's language."""
    if record.get("outcome"):
        return [str(dict(Appeal.State.choices).get(record["outcome"], record["outcome"]))]
    if record.get("method"):
        return [str(dict(ArbitralScore.Method.choices).get(record["method"], record["method"]))]
    return [spoken(order) for order in record.get("orders", ())]
