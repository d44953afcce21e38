"""The proof of published standings: the bytes that their hash is made of, and whether it still follows from them.

The SHA-256 of `canonical` is the hash, so whoever downloads the file computes it with any tool. Names and reason enter
it as the salted digests that the seal holds too: of an erased name the digest stays, and the hash on a paper follows
from it as before, though nobody can try a name against it. docs/decisions/0055-a-hash-that-outlives-a-name.md

Which engine made a document: the version of the program, and a fingerprint of what the standings are reckoned by.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from records.models import LogEntry, RecordSalt
from records.sealed_rows import is_sealed
from records.seals import NO_SALT, Salt, before_erasing, name_of, salts_of, texts_in, veiled
from records.seals import canonical as as_json
from tournaments.publication.models import Publication

# What a hash is made of stands in the file by this number: digests under salts are its second form, which a program of
# later may follow with another.
SALTED = 2
# Where a column of the record stands in the file.
PLACES = {"rows": "standings", "reason": "reason"}


class Hash(StrEnum):
    """What is found when a hash is made again: it is the same; something was erased of which it held no digest, and the
    seal proves what is left; it is another one."""

    SAME = "same"
    SEALED = "sealed"
    OTHER = "other"


def canonical(publication: Publication, salt: Salt | None = None) -> bytes:
    """The publication as JSON: keys in order, no blanks, UTF-8. salt: its own, where it is not kept yet."""
    told = {**_heading(publication), "reason": publication.reason, "standings": publication.rows}
    salt = salt or salt_of(publication)
    for column, keys in Publication.PERSONAL.items():
        told[PLACES[column]] = veiled(getattr(publication, column), keys, salt, column)
    text = as_json({**told, "form": SALTED})
    # Of what was erased the digest of then, of before any line that erased.
    return (before_erasing(text, 0) if salt.texts else text).encode()


def salt_of(publication: Publication) -> Salt:
    name = name_of(publication._meta.label, publication.pk)
    return salts_of(RecordSalt.objects.filter(record=name)).get(name, NO_SALT)


def texts_of(publication: Publication) -> list[dict[str, str]]:
    """The texts that stand in the file as digests, with their places there and their salts; without what was erased."""
    salt = salt_of(publication)
    return [
        {**text, "place": PLACES[column] + text["place"].removeprefix(column)}
        for column, keys in Publication.PERSONAL.items()
        for text in texts_in(getattr(publication, column), keys, salt, column)
        if not salt.erased(text["place"])
    ]


def heading(publication: Publication) -> str:
    """All of it but its rows, as a text that is another one as soon as any of it is."""
    return as_json({**_heading(publication), "reason": publication.reason})


def _heading(publication: Publication) -> dict[str, Any]:
    return {
        "tournament": publication.tournament.slug,
        "number": publication.number,
        "kind": str(publication.kind),
        "stage": publication.stage.number,
        "after_round": publication.round_number,
        "data_version": publication.data_version,
        "engine": publication.engine_version,
        "published_at": publication.published_at,
        "closes_at": publication.closes_at,
    }


def hash_of(publication: Publication, salt: Salt | None = None) -> str:
    return hashlib.sha256(canonical(publication, salt)).hexdigest()


@dataclass(frozen=True)
class PublicationProof:
    """Whether a publication is as it was published, and whether the log tells of the same one."""

    hash: Hash
    in_log: bool

    @property
    def hash_holds(self) -> bool:
        return self.hash is not Hash.OTHER

    @property
    def holds(self) -> bool:
        return self.hash_holds and self.in_log


def verify(publication: Publication) -> PublicationProof:
    """Recompute the hash, and look for it in the line that the log wrote then."""
    name = name_of(publication._meta.label, publication.pk)
    lines = LogEntry.objects.filter(tournament=publication.tournament_id, object=name)
    told = [line.data.get("hash") for line in lines]
    return PublicationProof(hash=hash_made_again(publication), in_log=publication.hash in told)


def hash_made_again(publication: Publication) -> Hash:
    """Whether its hash is that of its content; where something was erased, whether the log's seals say so too."""
    salt = salt_of(publication)
    is_same = publication.hash == hash_of(publication, salt)
    if not salt.texts:
        return Hash.SAME if is_same else Hash.OTHER
    # A mark in the place of a name makes the same hash: the log must know who put it there.
    if not (is_same or _has_no_digest(salt.texts)) or not is_sealed(publication):
        return Hash.OTHER
    return Hash.SAME if is_same else Hash.SEALED


def _has_no_digest(texts: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether something was erased of which the hash knew the words, and no digest: then it cannot be made again."""
    return any(digest is None for one in texts.values() for _line, digest in one.get("erased", ()))


PARTS = ("tournaments/scoring", "codes/victory_points.py", "codes/scales", "codes/rfc3797.py")


@cache
def engine_version() -> str:
    """As «0.1.0 1f3a…»: the release, and the SHA-256 (twelve digits) over the code of the scoring and its scales."""
    with (Path(settings.BASE_DIR) / "pyproject.toml").open("rb") as file:
        release = tomllib.load(file)["project"]["version"]
    return f"{release} {_fingerprint()[:12]}"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(_files()):
        # With its name, and an end after each: lines moved from one file into another change the fingerprint too.
        digest.update(path.relative_to(settings.BASE_DIR).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    """The code and the data that the figures of standings come from."""
    for part in PARTS:
        path = Path(settings.BASE_DIR) / part
        yield from (one for one in (path.rglob("*") if path.is_dir() else [path]) if one.suffix in {".py", ".yaml"})
