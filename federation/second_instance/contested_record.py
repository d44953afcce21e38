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
from pages.forms import number_in
from records.models import LogEntry
from referee.decisions.appeal_queries import key_of
from referee.rulings.models import Ruling
from tournaments.appeals.queries import match_called, row_in, score_called, standings_called
from tournaments.publication.models import Publication
from tournaments.rounds.models import Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

Held = Tournament | ReceivedTournament


@dataclass(frozen=True, kw_only=True)
class ContestedRecord:
    """What an appeal is against. words: its title; figures: what a change may set; said: the same in words."""

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


def packed_of(tournament: Held | None) -> Packed | None:
    package = front_of(tournament) if isinstance(tournament, ReceivedTournament) else None
    return Packed(package) if package else None


def contest_of(tournament: Held) -> Tournament:
    """The tournament with the rules it is played by; a received one as its package describes it."""
    packed = packed_of(tournament)
    if packed:
        return packed.tournament
    if not isinstance(tournament, Tournament):
        raise LookupError(f"{tournament} has no package in front")
    return tournament


def uid_of(tournament: Held) -> str:
    """The identifier that the tournament has on every installation; empty where it has no log yet."""
    if isinstance(tournament, ReceivedTournament):
        return tournament.uid
    first = LogEntry.objects.filter(tournament=tournament, sequence=1).values_list("hash", flat=True)
    return first.first() or ""


def entries_of(tournament: Held) -> Mapping[int, str]:
    """The entries that may appeal, by number: as the tournament calls them."""
    if isinstance(tournament, Tournament):
        return dict(tournament.entries.order_by("number").values_list("number", "name"))
    packed = packed_of(tournament)
    return packed.entries if packed else {}


def contested_record(tournament: Held, key: str) -> ContestedRecord | None:
    """The record of that key; None where there is none."""
    kind, *parts = key.split(":")
    numbers = [number for part in parts if (number := number_in(part)) is not None]
    if len(numbers) < len(parts) or len(numbers) not in NUMBERS.get(kind, ()):
        return None
    packed = packed_of(tournament)
    if isinstance(tournament, ReceivedTournament) and packed is None:
        return None
    source: Tournament | Packed = packed or contest_of(tournament)
    finders = {RULING: _ruling, SCORE: _score, MATCH: _match, STANDINGS: _standings}
    return finders[kind](source, numbers)


def in_force(tournament: Held, key: str) -> str:
    """The key of the version in force of that record."""
    record, numbers = contested_record(tournament, key), key.split(":")
    while record and not record.is_current and record.kind != STANDINGS:
        numbers[-1] = str(int(numbers[-1]) + 1)
        record = contested_record(tournament, ":".join(numbers))
    return (record.newest or record.key) if record else key


def _ruling(source: Tournament | Packed, numbers: Sequence[int]) -> ContestedRecord | None:
    number, version = numbers
    if isinstance(source, Packed):
        every = source.rulings.values()
        ruling = next((ruling for ruling in every if (ruling.number, ruling.version) == (number, version)), None)
    else:
        mine = Ruling.objects.filter(tournament=source, number=number, version=version)
        ruling = mine.select_related("decided_by", "superseded_by").first()
    if ruling is None:
        return None
    return ContestedRecord(
        key=key_of(ruling), words=ruling.reference, decided_at=ruling.decided_at, by=str(ruling.decided_by or ""),
        is_current=ruling.is_current, ruling=ruling,
    )  # fmt: skip


def _score(source: Tournament | Packed, numbers: Sequence[int]) -> ContestedRecord | None:
    round_number, table, board, version = numbers
    if isinstance(source, Packed):
        score = source.board_score(round_number, table, board, version)
    else:
        mine = BoardScore.objects.filter(
            table__round__tournament=source, table__round__number=round_number, table__number=table,
            board__number=board, version=version,
        )  # fmt: skip
        score = mine.select_related("given_by").first()
    if score is None or score.points_a is None or score.points_b is None:
        return None
    tournament = source.tournament if isinstance(source, Packed) else source
    return ContestedRecord(
        key=_key(SCORE, numbers), words=score_called(tournament, round_number, table, board),
        decided_at=score.given_at, by=str(score.given_by or ""), is_current=score.is_current, reason=score.reason,
        is_played=score.kind == BoardScore.Kind.PLAYED, figures=figures_in(SCORE, score),
        said=[
            *_lines(source, round_number, table), (_("Punti"), f"{score.points_a} – {score.points_b}"), *_accuse(score)
        ],
    )  # fmt: skip


def _lines(source: Tournament | Packed, round_number: int, table: int) -> list[tuple[str, str]]:
    """The entries of each line, whose figures these are."""
    if isinstance(source, Packed):
        names = source.seated(round_number, table)
    else:
        table_row = Table.objects.select_related("line_a", "line_b").filter(round__tournament=source)
        at = table_row.get(round__number=round_number, number=table)
        names = [str(entry or "") for entry in (at.line_a, at.line_b)]
    return [(_("Linea %(line)s") % {"line": line}, name) for line, name in zip("AB", names, strict=True)]


def _accuse(score: BoardScore) -> list[tuple[str, str]]:
    accuse = (score.accusa_a, score.accusa_b)
    return [(_("di cui accusa"), f"{accuse[0]} – {accuse[1]}")] if any(accuse) else []


def _match(source: Tournament | Packed, numbers: Sequence[int]) -> ContestedRecord | None:
    round_number, table, version = numbers
    if isinstance(source, Packed):
        score = source.match_score(round_number, table, version)
    else:
        mine = MatchScore.objects.filter(
            table__round__tournament=source, table__round__number=round_number, table__number=table, version=version
        )
        score = mine.select_related("given_by").first()
    if score is None:
        return None
    return ContestedRecord(
        key=_key(MATCH, numbers), words=match_called(round_number, table), decided_at=score.given_at,
        by=str(score.given_by or ""), is_current=score.superseded_at is None, reason=score.reason,
        figures=figures_in(MATCH, score),
        said=[
            *_lines(source, round_number, table), ("VP", f"{score.vp_a} – {score.vp_b}"),
            ("MP", f"{score.mp_a} – {score.mp_b}"),
        ],
    )  # fmt: skip


def _standings(source: Tournament | Packed, numbers: Sequence[int]) -> ContestedRecord | None:
    publications = publications_of(source)
    publication = next((each for each in publications if each.number == numbers[0]), None)
    words = standings_called(publication, *numbers[1:]) if publication else None
    if publication is None or words is None:
        return None
    row: Mapping[str, Any] = (row_in(publication, numbers[1]) or {}) if len(numbers) > 1 else {}
    last = max(each.number for each in publications if each.stage.pk == publication.stage.pk)
    figures = [(_("Posto"), row["place"]), ("VP", row["vp"]), ("MP", row["mp"])] if row else []
    return ContestedRecord(
        key=_key(STANDINGS, numbers), words=words,
        decided_at=publication.published_at, by=str(publication.published_by or ""),
        is_current=publication.number == last, newest=_key(STANDINGS, [last, *numbers[1:]]), reason=publication.reason,
        said=[(name, str(value)) for name, value in figures],
    )  # fmt: skip


def publications_of(source: Tournament | Packed) -> list[Publication]:
    """All published standings, the latest first."""
    if isinstance(source, Packed):
        return sorted(source.publications, key=lambda publication: -publication.number)
    return list(
        Publication.objects.filter(tournament=source).select_related("stage", "published_by").order_by("-number")
    )


def _key(kind: str, numbers: Sequence[int]) -> str:
    return ":".join([kind, *map(str, numbers)])
