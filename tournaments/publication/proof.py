"""The proof of published standings: the bytes that their hash is made of, and whether it still follows from them.

The SHA-256 of `canonical_publication` is the hash, so whoever downloads the file computes it with any tool. Names and
reason enter it as salted digests, as they enter the seal. The digest of an erased name stays: the hash on a paper still
follows from it, and nobody can try a name against it. docs/decisions/0055-a-hash-that-outlives-a-name.md

Also the engine that made a document: the program's version, and a fingerprint of the code and data of the scoring.
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
from records.seal_comparison import is_as_sealed
from records.seals import (
    NO_SALT,
    Salt,
    content_before_erasing,
    name_of,
    salts_of,
    texts_in,
    veil_texts,
)
from records.seals import (
    canonical_json as as_json,
)
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament

# What a hash is made of stands in the file by this number: digests under salts are its second form, which a program of
# later may follow with another.
SALTED = 2
# The place in the file of each column of the record.
PLACES = {"rows": "standings", "reason": "reason"}


class Hash(StrEnum):
    """What is found when a hash is made again: it is the same; something was erased of which it held no digest, and the
    seal proves what is left; it is another one."""

    SAME = "same"
    SEALED = "sealed"
    OTHER = "other"


def canonical_publication(publication: Publication, salt: Salt | None = None) -> bytes:
    """The publication as JSON: keys in order, no blanks, UTF-8. salt: its salt, if that is not saved yet."""
    content = {**_heading_data(publication), "reason": publication.reason, "standings": publication.rows}
    salt = salt or salt_of(publication)
    for column, keys in Publication.PERSONAL.items():
        content[PLACES[column]] = veil_texts(getattr(publication, column), keys, salt, column)
    text = as_json({**content, "form": SALTED})
    # For an erased text, its digest before any erasing line.
    return (content_before_erasing(text, 0) if salt.texts else text).encode()


def salt_of(publication: Publication) -> Salt:
    name = name_of(publication._meta.label, publication.pk)
    return salts_of(RecordSalt.objects.filter(record=name)).get(name, NO_SALT)


def texts_of(publication: Publication) -> list[dict[str, str]]:
    """The texts that the file has as digests, with their places and salts; without erased ones."""
    salt = salt_of(publication)
    return [
        {**text, "place": PLACES[column] + text["place"].removeprefix(column)}
        for column, keys in Publication.PERSONAL.items()
        for text in texts_in(getattr(publication, column), keys, salt, column)
        if not salt.erasures_of(text["place"])
    ]


def heading_text(publication: Publication) -> str:
    """Everything but the rows as one text: it changes if any of it changes."""
    return as_json({**_heading_data(publication), "reason": publication.reason})


def _heading_data(publication: Publication) -> dict[str, Any]:
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
    return hashlib.sha256(canonical_publication(publication, salt)).hexdigest()


@dataclass(frozen=True)
class PublicationProof:
    """Whether a publication is unchanged, and whether the log tells of the same one."""

    hash: Hash
    in_log: bool
    # By which it was made, as its line of the log says.
    settings: Mapping[str, Any]

    @property
    def hash_holds(self) -> bool:
        return self.hash is not Hash.OTHER

    @property
    def holds(self) -> bool:
        return self.hash_holds and self.in_log


def verify_publication(publication: Publication) -> PublicationProof:
    """Recompute the hash, and look for it in the log line of the publication."""
    name = name_of(publication._meta.label, publication.pk)
    lines = LogEntry.objects.filter(tournament=publication.tournament_id, object=name)
    said = next((line.data for line in lines if line.data.get("hash") == publication.hash), None)
    return PublicationProof(hash_state(publication), in_log=said is not None, settings=(said or {}).get("settings", {}))


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """What of its settings decides figures and places, as the line of a publication says it."""
    return {name: getattr(tournament, name) for name in SETTINGS}


SETTINGS = ("rulebook", "edition", "vp_scale", "bye_vp", "bye_mp", "warnings_per_vp", "boards_per_round", "one_hand")


def hash_state(publication: Publication) -> Hash:
    """Whether the hash follows from the content or, if something was erased, whether the log's seals prove the rest."""
    salt = salt_of(publication)
    is_same = publication.hash == hash_of(publication, salt)
    if not salt.texts:
        return Hash.SAME if is_same else Hash.OTHER
    # A mark in the place of a name leaves the hash as it was: the log must tell of the erasure.
    if not (is_same or _has_no_digest(salt.texts)) or not is_as_sealed(publication):
        return Hash.OTHER
    return Hash.SAME if is_same else Hash.SEALED


def _has_no_digest(texts: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a text was erased that the hash contains as plain text: then the hash cannot be computed again."""
    return any(digest is None for text in texts.values() for _line, digest in text.get("erased", ()))


PARTS = ("tournaments/scoring", "codes/victory_points.py", "codes/scales", "codes/rfc3797.py")


@cache
def engine_version() -> str:
    """«0.1.0 1f3a…»: the release, and twelve digits of the SHA-256 of the scoring's code and scales."""
    with (Path(settings.BASE_DIR) / "pyproject.toml").open("rb") as file:
        release = tomllib.load(file)["project"]["version"]
    return f"{release} {_fingerprint()[:12]}"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(_files()):
        # Each file with its name and an end mark: moving lines between files changes the fingerprint too.
        digest.update(path.relative_to(settings.BASE_DIR).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    """The files of code and data that the standings are computed with."""
    for part in PARTS:
        path = Path(settings.BASE_DIR) / part
        yield from (file for file in (path.rglob("*") if path.is_dir() else [path]) if file.suffix in {".py", ".yaml"})
