"""What a tournament decided and the federal judge is asked about: a ruling, a score, standings or one of their rows.

Of a tournament played here, or as its package in front tells it; a record is named as `tournaments.appeals.queries`
names it («score:1:2:3:1»).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from federation.received.models import ReceivedTournament
from federation.received.queries import front_of
from federation.received.records import Packed
from federation.sealed.answers import MATCH, NUMBERS, RULING, SCORE, STANDINGS, figures_in, kind_of
from pages.fields import number_in
from records.models import LogEntry
from referee.ruling_appeals.queries import key_of
from referee.rulings.models import Ruling
from tournaments.appeals.queries import match_called, row_in, score_called, standings_called
from tournaments.match_scores.models import MatchScore
from tournaments.publication.models import Publication
from tournaments.rounds.models import Table
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

Held = Tournament | ReceivedTournament


@dataclass(frozen=True, kw_only=True)
class Judged:
    """words: how it is recorded; figures: as a change of it would tell them; said: the same to be read."""

    key: str
    words: str
    decided_at: datetime
    by: str
    is_current: bool
    said: Sequence[tuple[str, str]] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""
    ruling: Ruling | None = None
    # Of a score: whether it was played, or given by a ruling.
    is_played: bool = True
    # Of standings the same of the last ones.
    newest: str = ""

    @property
    def kind(self) -> str:
        return kind_of(self.key)


def packed_of(held: Held | None) -> Packed | None:
    package = front_of(held) if isinstance(held, ReceivedTournament) else None
    return Packed(package) if package else None


def contest_of(held: Held) -> Tournament:
    """The tournament, as its package tells it where it was received: by what rules it is played."""
    packed = packed_of(held)
    if packed:
        return packed.tournament
    if not isinstance(held, Tournament):
        raise LookupError(f"{held} has no package in front")
    return held


def uid_of(held: Held) -> str:
    """The same wherever the tournament goes; empty where it has no log yet."""
    if isinstance(held, ReceivedTournament):
        return held.uid
    first = LogEntry.objects.filter(tournament=held, sequence=1).values_list("hash", flat=True)
    return first.first() or ""


def entries_of(held: Held) -> Mapping[int, str]:
    """The entries that may appeal, by number: as the tournament calls them."""
    if isinstance(held, Tournament):
        return dict(held.entries.order_by("number").values_list("number", "name"))
    packed = packed_of(held)
    return packed.entries if packed else {}


def judged(held: Held, key: str) -> Judged | None:
    """The record of that key; None where there is none."""
    kind, *parts = key.split(":")
    numbers = [one for part in parts if (one := number_in(part)) is not None]
    if len(numbers) < len(parts) or len(numbers) not in NUMBERS.get(kind, ()):
        return None
    packed = packed_of(held)
    if isinstance(held, ReceivedTournament) and packed is None:
        return None
    where: Tournament | Packed = packed or contest_of(held)
    finders = {RULING: _ruling, SCORE: _score, MATCH: _match, STANDINGS: _standings}
    return finders[kind](where, numbers)


def in_force(held: Held, key: str) -> str:
    """The key of what took the place of that record, or of itself."""
    found, numbers = judged(held, key), key.split(":")
    while found and not found.is_current and found.kind != STANDINGS:
        numbers[-1] = str(int(numbers[-1]) + 1)
        found = judged(held, ":".join(numbers))
    return (found.newest or found.key) if found else key


def _ruling(where: Tournament | Packed, numbers: Sequence[int]) -> Judged | None:
    number, version = numbers
    if isinstance(where, Packed):
        every = where.rulings.values()
        found = next((one for one in every if (one.number, one.version) == (number, version)), None)
    else:
        mine = Ruling.objects.filter(tournament=where, number=number, version=version)
        found = mine.select_related("decided_by", "superseded_by").first()
    if found is None:
        return None
    return Judged(
        key=key_of(found), words=found.reference, decided_at=found.decided_at, by=str(found.decided_by or ""),
        is_current=found.is_current, ruling=found,
    )  # fmt: skip


def _score(where: Tournament | Packed, numbers: Sequence[int]) -> Judged | None:
    round_number, table, board, version = numbers
    if isinstance(where, Packed):
        found = where.board_score(round_number, table, board, version)
    else:
        mine = BoardScore.objects.filter(
            table__round__tournament=where, table__round__number=round_number, table__number=table,
            board__number=board, version=version,
        )  # fmt: skip
        found = mine.select_related("given_by").first()
    if found is None or found.points_a is None or found.points_b is None:
        return None
    tournament = where.tournament if isinstance(where, Packed) else where
    return Judged(
        key=_key(SCORE, numbers), words=score_called(tournament, round_number, table, board),
        decided_at=found.given_at, by=str(found.given_by or ""), is_current=found.is_current, reason=found.reason,
        is_played=found.kind == BoardScore.Kind.PLAYED, figures=figures_in(SCORE, found),
        said=[
            *_lines(where, round_number, table), (_("Punti"), f"{found.points_a} – {found.points_b}"), *_accuse(found)
        ],
    )  # fmt: skip


def _lines(where: Tournament | Packed, round_number: int, table: int) -> list[tuple[str, str]]:
    """Who sat in each line: its figures are theirs."""
    if isinstance(where, Packed):
        names = where.seated(round_number, table)
    else:
        found = Table.objects.select_related("line_a", "line_b").filter(round__tournament=where)
        at = found.get(round__number=round_number, number=table)
        names = [str(one or "") for one in (at.line_a, at.line_b)]
    return [(_("Linea %(line)s") % {"line": line}, name) for line, name in zip("AB", names, strict=True)]


def _accuse(score: BoardScore) -> list[tuple[str, str]]:
    told = (score.accusa_a, score.accusa_b)
    return [(_("di cui accusa"), f"{told[0]} – {told[1]}")] if any(told) else []


def _match(where: Tournament | Packed, numbers: Sequence[int]) -> Judged | None:
    round_number, table, version = numbers
    if isinstance(where, Packed):
        found = where.match_score(round_number, table, version)
    else:
        mine = MatchScore.objects.filter(
            table__round__tournament=where, table__round__number=round_number, table__number=table, version=version
        )
        found = mine.select_related("given_by").first()
    if found is None:
        return None
    return Judged(
        key=_key(MATCH, numbers), words=match_called(round_number, table), decided_at=found.given_at,
        by=str(found.given_by or ""), is_current=found.superseded_at is None, reason=found.reason,
        figures=figures_in(MATCH, found),
        said=[
            *_lines(where, round_number, table), ("VP", f"{found.vp_a} – {found.vp_b}"),
            ("MP", f"{found.mp_a} – {found.mp_b}"),
        ],
    )  # fmt: skip


def _standings(where: Tournament | Packed, numbers: Sequence[int]) -> Judged | None:
    shown = publications_of(where)
    found = next((one for one in shown if one.number == numbers[0]), None)
    words = standings_called(found, *numbers[1:]) if found else None
    if found is None or words is None:
        return None
    row: Mapping[str, Any] = (row_in(found, numbers[1]) or {}) if len(numbers) > 1 else {}
    last = max(one.number for one in shown if one.stage.pk == found.stage.pk)
    said = [(_("Posto"), row["place"]), ("VP", row["vp"]), ("MP", row["mp"])] if row else []
    return Judged(
        key=_key(STANDINGS, numbers), words=words, decided_at=found.published_at, by=str(found.published_by or ""),
        is_current=found.number == last, newest=_key(STANDINGS, [last, *numbers[1:]]), reason=found.reason,
        said=[(name, str(value)) for name, value in said],
    )  # fmt: skip


def publications_of(where: Tournament | Packed) -> list[Publication]:
    """All that were published, the latest first."""
    if isinstance(where, Packed):
        return sorted(where.publications, key=lambda one: -one.number)
    return list(
        Publication.objects.filter(tournament=where).select_related("stage", "published_by").order_by("-number")
    )


def _key(kind: str, numbers: Sequence[int]) -> str:
    return ":".join([kind, *map(str, numbers)])
