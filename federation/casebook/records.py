"""What a record of the archive says that a headnote may repeat: rule, facts that decided, what was ordered; nobody."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from federation.casebook.names import Known, known_in, known_in_package, without_names
from federation.received.models import ReceivedTournament
from federation.received.queries import front_of
from federation.received.records import Packed
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from referee.rulings.models import Ruling
from referee.rulings.without_persons import without_persons
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
    found: dict[str, Decided] = {}
    if keys["ruling"]:
        for ruling in Ruling.objects.filter(pk__in=keys["ruling"]).select_related(*people):
            found[f"ruling-{ruling.pk}"] = Decided("ruling", ruling.tournament, ruling)
    if keys["score"]:
        scores = ArbitralScore.objects.filter(pk__in=keys["score"])
        for score in scores.select_related(*(f"ruling__{one}" for one in people)):
            found[f"score-{score.pk}"] = Decided("score", score.ruling.tournament, score.ruling, score)
    return found | (_of_appeals(keys["appeal"]) if keys["appeal"] else {}) | _came(sources)


def _came(sources: Iterable[str]) -> dict[str, Decided]:
    """Of the package in front of each tournament, which is read once."""
    named = [(source, int(told[1]), told[2]) for source in sources if (told := CAME.fullmatch(source))]
    asked = ReceivedTournament.objects.select_related("federation").filter(pk__in={of for _source, of, _kind in named})
    packed = {one.pk: (one, Packed(package)) for one in asked if (package := front_of(one))} if named else {}
    found: dict[str, Decided] = {}
    for source, of, kind in named:
        if of in packed and (made := _as_decided(kind, source, *packed[of])):
            found[source] = made
    return found


def _as_decided(kind: str, source: str, received: ReceivedTournament, packed: Packed) -> Decided | None:
    record = packed.record(source)
    of: dict[str, Any] = {"received": received, "packed": packed}
    if isinstance(record, Ruling):
        return Decided(kind, packed.tournament, record, **of)
    if isinstance(record, ArbitralScore):
        return Decided(kind, packed.tournament, record.ruling, score=record, **of)
    if isinstance(record, Appeal):
        return Decided(kind, packed.tournament, packed.ruling_of(record.record), appeal=record, **of)
    return None


def _of_appeals(keys: list[int]) -> dict[str, Decided]:
    appeals = list(Appeal.objects.filter(pk__in=keys).select_related("tournament__federation"))
    against = Ruling.objects.filter(tournament__in={one.tournament_id for one in appeals})
    numbers = {number for one in appeals if (number := _number_of(one))}
    rulings = {
        (one.tournament_id, f"ruling:{one.number}:{one.version}"): one
        for one in against.filter(number__in=numbers).select_related("superseded_by")
    }
    return {
        f"appeal-{one.pk}": Decided(
            "appeal", one.tournament, rulings.get((one.tournament_id, one.record or "")), appeal=one
        )
        for one in appeals
    }


def _number_of(appeal: Appeal) -> int | None:
    kind, _colon, rest = (appeal.record or "").partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind == "ruling" and number.isdecimal() else None


def known_beside(one: Decided, *, with_place: bool) -> Known:
    """Whose names nothing that is written beside the record may hold."""
    if one.packed:
        return known_in_package(one.packed, with_place=with_place)
    return known_in(one.tournament, with_place=with_place)


def record_of(one: Decided, known: Known) -> dict[str, Any]:
    """As a version of a headnote keeps it, in plain values that are read without any code."""
    told: dict[str, Any] = {"kind": one.kind, "code": one.tournament.rulebook}
    told |= {"articles": [], "facts": [], "orders": []}
    if one.ruling:
        told |= _of_ruling(one.ruling, known)
    if one.score:
        told |= {"method": one.score.method, "orders": []}
    if one.appeal:
        told |= {"outcome": one.appeal.state, "orders": []}
    return told


def _of_ruling(ruling: Ruling, known: Known) -> dict[str, Any]:
    mattered = [fact for fact in ruling.facts if fact["mattered"]]

    def nobody(said: Both) -> Both:
        return {name: without_names(without_persons(text, ruling.scene), known) for name, text in said.items()}

    return {
        "code": ruling.rulebook,
        "edition": ruling.edition,
        "edition_sha256": ruling.rulebook_hash,
        "procedure": ruling.procedure,
        "title": ruling.title,
        "departed": ruling.departed,
        "articles": [{"number": one["number"], "title": one["title"]} for one in ruling.citations],
        "facts": [{"question": nobody(one["question"]), "answer": nobody(one["words"])} for one in mattered],
        "orders": [nobody(effect["words"]) for effect in ruling.effects if "words" in effect],
        "effects": list(dict.fromkeys(str(one["verb"]) for one in ruling.effects if one.get("verb"))),
    }


def orders_in_words(record: Mapping[str, Any]) -> list[str]:
    """What was decided, in the reader's language."""
    if record.get("outcome"):
        return [str(dict(Appeal.State.choices).get(record["outcome"], record["outcome"]))]
    if record.get("method"):
        return [str(dict(ArbitralScore.Method.choices).get(record["method"], record["method"]))]
    return [spoken(one) for one in record.get("orders", ())]
