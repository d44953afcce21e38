"""Whether a package holds: every byte of the zip, every hash, the chain of the log, the seals, the persons' digests.

Nothing is believed that is not made again here from the bytes. The package's own signature says that an installation
told all this; whether that installation is known is asked by whoever receives it. Its records are read as they were at
the table: with the persons' texts back in their places.
"""

import copy
import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from federation.sealed.archive import MANIFEST, STORED, Part, canonical, parsed, read_parts, sha256
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.kinds import (
    KINDS,
    SEALED,
    Keys,
    defaults,
    is_person,
    is_record,
    is_veil,
    wrong_in,
    wrong_in_line,
)
from federation.sealed.manifest import ERASED, Listed, Manifest, read_erased, read_manifest
from records.outside import KIND, PACKAGE, Room, TooMuch, values_in

RECORDS, PERSONS, LOG = "records/", "persons.jsonl", "log.jsonl"
TOURNAMENT = "tournaments.Tournament"
# About so many bytes each takes of what is held while a package is looked through.
A_LINE, A_SEAL, A_TEXT = 130, 600, 500
# Lines that put a mark in the place of a text, and change nothing else.
ERASING = ("erase_person", "black_out")


@dataclass(frozen=True)
class Package:
    """A package that holds. erased: how many texts were erased from it since it was sealed."""

    manifest: Manifest
    parts: Mapping[str, Part]
    hashes: tuple[str, ...] = field(repr=False)
    erased: int = 0

    def extends(self, number: int, head: str) -> bool:
        """Whether its log goes through that line."""
        return 1 <= number <= len(self.hashes) and self.hashes[number - 1] == head


def open_package(data: bytes, admit: Callable[[Manifest], None] = lambda manifest: None) -> Package:
    """The package of a file. Raises Unsound with the first fault, in the order of the file, and its place.

    Sizes first, then the signature; then `admit` is asked, who may refuse by raising; only then is anything unpacked.
    """
    parts = read_parts(data)
    manifest = read_manifest(parts)
    admit(manifest)
    listed = _listed(manifest, parts)
    for name, entry in listed.items():
        _check_part(name, parts[name], entry)
    _check_columns(parts)
    room = Room(PACKAGE)
    log = _read_log(parts[LOG], manifest, room)
    places = _read_records(parts, manifest, log, room)
    missing = _read_persons(parts[PERSONS], places)
    erased = ERASED in parts
    if missing and not erased:
        record, place = missing[0]
        raise Unsound(Trouble(Fault.NO_TEXT, PERSONS, record=f"{record} {place}"))
    return Package(manifest, parts, tuple(log.hashes), len(missing))


def _listed(manifest: Manifest, parts: Mapping[str, Part]) -> dict[str, Listed]:
    """What each part must be; of a package from which something was erased the persons are those told by the eraser."""
    listed = manifest.parts
    if ERASED in parts:
        erased = read_erased(parts[ERASED], sha256(parts[MANIFEST].packed))
        listed = {name: entry for name, entry in listed.items() if name not in erased.removed}
        listed[PERSONS] = erased.persons
    expected = [MANIFEST, *sorted(listed), *([ERASED] if ERASED in parts else [])]
    if list(parts) != expected or not {PERSONS, LOG} <= set(listed):
        other = next((name for name in [*parts, *listed] if name not in listed or name not in parts), "")
        raise Unsound(Trouble(Fault.PARTS, other if other != MANIFEST else ""))
    return listed


def _check_part(name: str, part: Part, listed: Listed) -> None:
    if (len(part.packed), part.packed_sha256) != (listed.packed, listed.packed_sha256):
        raise Unsound(Trouble(Fault.PACKED, name))
    if name == PERSONS and part.method != STORED:
        raise Unsound(Trouble(Fault.PACKED, name))
    digest = hashlib.sha256()
    try:
        for chunk in part.chunks():
            digest.update(chunk)
    except ValueError as error:
        raise Unsound(Trouble(Fault.PACKED, name)) from error
    if (part.size, digest.hexdigest()) != (listed.size, listed.sha256):
        raise Unsound(Trouble(Fault.HASH, name))


def _check_columns(parts: Mapping[str, Part]) -> None:
    """What stands in the columns that records leave out is the schema's, whatever the file says."""
    labels = [name.removeprefix(RECORDS).removesuffix(".jsonl") for name in parts if name.startswith(RECORDS)]
    if unknown := next((label for label in labels if label not in KINDS), None):
        raise Unsound(Trouble(Fault.KIND, part_of(unknown)))
    told = canonical({label: defaults(label) for label in labels})
    part = parts.get(COLUMNS)
    if part is None or part.size != len(told) or part.raw != told:
        raise Unsound(Trouble(Fault.VALUE, COLUMNS, line=1))


def lines_of(part: Part, name: str) -> Iterator[tuple[int, bytes, Any]]:
    """Every line with its number and what it says. Raises Unsound at the first that is not of the one form."""
    lines = part.lines()
    for number in count(1):
        try:
            if number > PACKAGE.lines:
                raise TooMuch("too many lines")
            whole = next(lines, b"")
            line, ended, _after = whole.partition(b"\n")
            content = parsed(line) if ended else None
        except TooMuch as error:
            raise Unsound(Trouble(Fault.TOO_BIG, name, line=number)) from error
        except ValueError as error:
            raise Unsound(Trouble(Fault.FORM, name, line=number)) from error
        if not whole:
            return
        if not ended:
            raise Unsound(Trouble(Fault.CUT, name, line=number))
        yield number, line, content


@dataclass
class _Log:
    """What is gathered on the way through the log: each record's last seal, and that of before it was erased in."""

    room: Room
    hashes: list[str] = field(default_factory=list)
    seals: dict[str, str] = field(default_factory=dict)
    sealed_at: dict[str, int] = field(default_factory=dict)
    erased: dict[str, tuple[int, str]] = field(default_factory=dict)

    def take(self, number: int, action: str, seals: Mapping[str, str]) -> None:
        """Raises TooMuch where they are more than are held."""
        self.room.take(A_LINE)
        for name, seal in seals.items():
            self.room.take(0 if name in self.seals else A_SEAL + len(name))
            if action not in ERASING:
                self.erased.pop(name, None)
            elif name.startswith("log:"):
                continue
            elif name in self.seals:
                self.erased.setdefault(name, (number, self.seals[name]))
            self.seals[name] = seal
            self.sealed_at[name] = number


def _read_log(part: Part, manifest: Manifest, room: Room) -> _Log:
    log, before = _Log(room), ""
    for number, line, content in lines_of(part, LOG):
        if place := wrong_in_line(content):
            raise Unsound(Trouble(Fault.VALUE, LOG, line=number, record=place))
        told = content["sequence"], content["previous_hash"], content["tournament"]
        if told != (number, before, manifest.tournament["id"]):
            raise Unsound(Trouble(Fault.CHAIN, LOG, line=number))
        before = sha256(line)
        log.hashes.append(before)
        with _room_for(LOG, number):
            log.take(number, content["action"], content.get("seals", {}))
    number = len(log.hashes)
    if (number, before) != manifest.head or manifest.tournament["data_version"] != number:
        raise Unsound(Trouble(Fault.LAST, LOG, line=number))
    if not log.hashes or log.hashes[0] != manifest.uid:
        raise Unsound(Trouble(Fault.CHAIN, LOG, line=1))
    return log


@contextmanager
def _room_for(name: str, number: int) -> Iterator[None]:
    try:
        yield
    except TooMuch as error:
        raise Unsound(Trouble(Fault.TOO_BIG, name, line=number)) from error


Places = dict[tuple[str, str], str]


def _read_records(parts: Mapping[str, Part], manifest: Manifest, log: _Log, room: Room) -> Places:
    """The digests of texts by record and place; every record as its last seal has it, and none without its seal."""
    # Of what was lawfully taken away the seal is empty.
    seals_left, places, keys = {name: seal for name, seal in log.seals.items() if seal}, Places(), Keys(room)
    for name, part in parts.items():
        if not name.startswith(RECORDS):
            continue
        label, last = name.removeprefix(RECORDS).removesuffix(".jsonl"), 0
        if part.size > KIND.size:
            raise Unsound(Trouble(Fault.TOO_BIG, name))
        values = 0
        for number, line, content in lines_of(part, name):
            if not is_record(content) or content["record"] != label or content["id"] <= last:
                raise Unsound(Trouble(Fault.ORDER, name, line=number))
            last = content["id"]
            record = f"{label}:{last}"
            if place := _wrong_in(label, content["fields"], line):
                raise Unsound(Trouble(Fault.VALUE, name, line=number, record=f"{record} {place}"))
            values += values_in(line) + len(KINDS[label]["columns"])
            with _room_for(name, number):
                keys.take(label, last, content["fields"])
            if label in SEALED:
                seal = seals_left.pop(record, None)
                if seal is None or not _is_as_sealed(content, line, seal, log.erased.get(record)):
                    fault = Fault.UNSEALED if seal is None else Fault.CHANGED
                    raise Unsound(Trouble(fault, name, line=number, record=record))
            for place, digest in veils(content["fields"]) if b'"hmac"' in line else ():
                with _room_for(name, number):
                    room.take(A_TEXT + len(place))
                places[record, place] = digest
            if values > KIND.values:
                raise Unsound(Trouble(Fault.TOO_BIG, name, line=number))
    _check_keys(keys, manifest)
    if manifest.withheld - seals_left.keys():
        raise Unsound(Trouble(Fault.WITHHELD, MANIFEST, record=min(manifest.withheld - seals_left.keys())))
    for record in (name for name in seals_left if name not in manifest.withheld):
        raise Unsound(Trouble(Fault.GONE, LOG, line=log.sealed_at[record], record=record))
    return places


def _check_keys(keys: Keys, manifest: Manifest) -> None:
    """Every key leads to a record that is there, and there is the one tournament."""
    if keys.leads_nowhere:
        raise Unsound(Trouble(Fault.NOWHERE, "records", record=keys.leads_nowhere))
    if list(keys.known.get(TOURNAMENT, ())) != [manifest.tournament["id"]]:
        raise Unsound(Trouble(Fault.KIND, part_of(TOURNAMENT)))


def _wrong_in(label: str, fields: Mapping[str, Any], line: bytes) -> str:
    """The place of the first value that is not as the kind's schema has it."""
    try:
        for _place in veils(fields) if b'"hmac"' in line else ():
            pass
    except ValueError as error:
        return str(error)
    return wrong_in(label, fields)


def _is_as_sealed(content: Mapping[str, Any], line: bytes, seal: str, before: tuple[int, str] | None) -> bool:
    return sha256(line) == seal and _only_erased(content, before)


def _only_erased(content: Mapping[str, Any], before: tuple[int, str] | None) -> bool:
    """Whether since the seal of before an erasure nothing was changed but texts, by their digests of then."""
    if before is None:
        return True
    line, seal = before
    if any(at >= line and digest is None for erased in _erasures(content["fields"]) for at, digest in erased):
        return True  # of a text of before there were digests none is left to tell
    return sha256(canonical(before_erasing(content, line))) == seal


def _erasures(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _erasures(item)
    elif isinstance(value, dict):
        if value.keys() == {"hmac", "erased"}:
            yield value["erased"]
        else:
            for item in value.values():
                yield from _erasures(item)


def before_erasing(value: Any, line: int) -> Any:
    """The content before that line: of each text erased since, the digest of what stood there."""
    if isinstance(value, list):
        return [before_erasing(item, line) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() != {"hmac", "erased"}:
        return {key: before_erasing(item, line) for key, item in value.items()}
    earlier = [erasure for erasure in value["erased"] if erasure[0] < line]
    digest = next((digest for number, digest in value["erased"] if number >= line), value["hmac"])
    return {"hmac": digest, "erased": earlier} if earlier else {"hmac": digest}


def veils(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The place and the digest of every text that stands in a record by its digest."""
    if isinstance(value, dict):
        if is_veil(value, path):
            yield path, value["hmac"]
            return
        children: Any = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    else:
        return
    for step, child in children:
        if isinstance(child, dict | list):
            yield from veils(child, f"{path}/{step}" if path else str(step))


def _read_persons(part: Part, places: Places) -> list[tuple[str, str]]:
    """The digests whose text is not there; each text that is there has its digest."""
    places_left = dict(places)
    for number, _line, content in lines_of(part, PERSONS):
        digest = places_left.pop((content["record"], content["place"]), None) if is_person(content) else None
        is_its = digest is not None and hmac.compare_digest(text_digest(content["text"], content["salt"]), digest)
        if not is_its:
            raise Unsound(Trouble(Fault.TEXT, PERSONS, line=number))
    return list(places_left)


def text_digest(text: str, salt: str) -> str:
    return hmac.digest(bytes.fromhex(salt), text.encode(), hashlib.sha256).hex()


# What stands for a text that was erased here; pages put it in words.
BLACKED = "⟦⟧"
# Of each kind what a column that a record leaves out holds.
COLUMNS = "columns.json"
Texts = Mapping[tuple[str, str], str]
Record = dict[str, Any]


def records(part: Part | None, texts: Texts, columns: Mapping[str, Any]) -> list[Record]:
    """Every record of a kind, each column under its name, with its key as `id`; none where the part is not there."""
    if part is None:
        return []
    return [_record(parsed(line[:-1]), texts, columns) for line in part.lines()]


def _record(content: Mapping[str, Any], texts: Texts, columns: Mapping[str, Any]) -> Record:
    name = f"{content['record']}:{content['id']}"
    fields = {key: _with(value, name, key, texts) for key, value in content["fields"].items()}
    return {"id": content["id"], **copy.deepcopy(dict(columns)), **fields}


def _with(value: Any, name: str, path: str, texts: Texts) -> Any:
    if isinstance(value, list):
        return [_with(item, name, f"{path}/{place}", texts) for place, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("hmac"), str) and value.keys() <= {"hmac", "erased"}:
        return texts.get((name, path), BLACKED)
    return {key: _with(item, name, f"{path}/{key}", texts) for key, item in value.items()}


def part_of(label: str) -> str:
    return f"{RECORDS}{label}.jsonl"


def by_id(records: Iterable[Record]) -> dict[int, Record]:
    return {record["id"]: record for record in records}
