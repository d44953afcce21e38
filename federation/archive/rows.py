"""What the archive keeps of a record: made alike for whoever writes it and for whoever looks whether it is still so."""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from federation.archive.models import ArchivedFacets, ArchivedRuling
from federation.archive.records import Entry
from federation.archive.words import place_of, shape_key, shape_text
from federation.received.models import ReceivedTournament
from people.accounts.models import Federation
from tournaments.setup.models import Tournament

LONGEST, LONGEST_PENALTIES = 400, 200  # of the columns that hold several
Where = Tournament | ReceivedTournament | None


@dataclass(frozen=True)
class Kept:
    """A record's row with what lies beside it. cites: the precedents that its reasons name, by slug and number."""

    row: ArchivedRuling
    stems: str
    cites: tuple[tuple[str, int], ...]


def kept_of(federation: Federation, where: Where, source: str, entry: Entry) -> Kept:
    here = where.pk if isinstance(where, Tournament) else None
    received = where.pk if isinstance(where, ReceivedTournament) else None
    row = ArchivedRuling(
        place=place_of(entry.at, entry.kind, entry.key, received=received), source=source, federation=federation,
        tournament_id=here, received_id=received, kind=entry.kind, number=entry.number, version=entry.version,
        code=entry.code, edition_hash=entry.edition_hash, procedure=entry.procedure, departed=entry.departed,
        method=entry.method, standing=entry.standing, followed_by=entry.followed_by, rule_changed=entry.rule_changed,
        articles=_joined(entry.articles), effects=_joined(entry.effects), clubs=_joined(entry.clubs),
        penalties=_joined(entry.penalties, LONGEST_PENALTIES), waited=entry.waited, arbiter_id=entry.arbiter,
        digest=digest_of(entry),
    )  # fmt: skip
    own = where.own_name if isinstance(where, ReceivedTournament) else where.slug if where else ""
    mine = {"", where.slug} if where else {""}
    cites = sorted({(own if slug in mine else slug, number) for slug, number in entry.cites})
    return Kept(row, entry.stems(federation.pk, here, received), tuple(cites))


def facets_of(row: ArchivedRuling) -> ArchivedFacets:
    """What it is counted by."""
    return ArchivedFacets(
        archived_id=row.place, federation_id=row.federation_id, shape_id=shape_key(shape_of(row)),
        tournament_id=row.tournament_id, received_id=row.received_id, arbiter_id=row.arbiter_id, clubs=row.clubs,
    )  # fmt: skip


def shape_of(row: ArchivedRuling) -> str:
    values = {
        "kind": row.kind, "code": row.code, "procedure": row.procedure, "departed": int(row.departed),
        "method": row.method, "standing": row.standing, "changed": int(row.rule_changed),
        "articles": row.articles, "effects": row.effects,
    }  # fmt: skip
    return shape_text(values)


def stems_in(text: str) -> list[str]:
    """The stems of words alone, without the tokens of traits."""
    return [one for one in text.split() if not one.startswith("xx")]


def digest_of(entry: Entry) -> str:
    return hashlib.sha256(repr(astuple(entry)).encode()).hexdigest()


def _joined(values: Iterable[object], longest: int = LONGEST) -> str:
    """With blanks between; cut between two where there are more than any record has."""
    joined = " ".join(map(str, values))
    return joined if len(joined) <= longest else joined[:longest].rpartition(" ")[0]
