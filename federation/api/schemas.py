"""What the API says, typed: the schema that other programs are written against is made from these.

A change here changes the contract (`manage.py api_contract`).
"""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Field, Schema
from pydantic import AfterValidator


def _storable(text: str) -> str:
    """What every database of ours holds, and any answer can say again."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise ValueError("characters that no text has")
    return text


Text = Annotated[str, AfterValidator(_storable)]


class Problem(Schema):
    """Why something was not done, in the reader's language, with what to do."""

    messages: list[str]


class TournamentLine(Schema):
    """A tournament as the list tells it."""

    slug: str
    name: str
    place: str
    starts_on: date
    game: str
    contest: str
    ending: str = Field(description="empty while it goes on; concluded or interrupted")


class TournamentPage(Schema):
    """Tournaments in the order of their addresses; next: ask again with after=next, until it is null."""

    tournaments: list[TournamentLine]
    next: str | None


class RoundLine(Schema):
    """A round that everybody may see."""

    number: int
    stage: int
    state: Literal["published", "playing", "closed"]


class PublicationLine(Schema):
    """Standings that were published."""

    number: int
    kind: Literal["provisional", "final"]
    stage: int
    after_round: int
    published_at: datetime
    hash: str


class Tournament(TournamentLine):
    """A tournament with its rounds and its published standings."""

    federation: str
    rulebook: str
    edition: str
    boards_per_round: int
    vp_scale: str
    rounds: list[RoundLine]
    publications: list[PublicationLine]


class Entry(Schema):
    """A pair, a team or a single player."""

    number: int
    name: str
    category: str
    players: list[str]
    withdrawn: bool


class Entries(Schema):
    """All of a tournament, by number.

    Where minors stand by their initials the answer, this one or any other of a tournament, says so in `minors`.
    """

    entries: list[Entry]


class Line(Schema):
    """One side of a table."""

    entry: int
    name: str


class BoardResult(Schema):
    """The score in force of a board at a table."""

    board: int
    kind: str = Field(description="played, artificial, assigned, rectified, unplayed; void: annulled, without points")
    points_a: int | None = Field(description="points of the deal that line A scored, accuse included; null: void")
    points_b: int | None = Field(description="points of the deal that line B scored, accuse included; null: void")
    accusa_a: int = Field(description="points of line A's accuse, included in points_a")
    accusa_b: int = Field(description="points of line B's accuse, included in points_b")


class FixedResult(Schema):
    """A score that the code fixes for a whole match, in the place of its boards."""

    kind: str = Field(description="the code's key of the score")
    vp_a: int = Field(description="VP of line A")
    vp_b: int = Field(description="VP of line B")
    mp_a: int = Field(description="MP of line A, as they enter the standings")
    mp_b: int = Field(description="MP of line B, as they enter the standings")


class TableResult(Schema):
    """A table of a round with all that makes its VP: lead = points_a - points_b + bonus + other_room.

    In the standings the match brings vp_a and vp_b, and as MP points_a - points_b + other_room to line A, the same
    taken from line B; or what is fixed. Of teams both rooms tell the same match, which counts once. line_b is null for
    a rest.
    """

    number: int
    line_a: Line
    line_b: Line | None
    boards: list[BoardResult]
    points_a: int = Field(
        description="points made by line A: the sum over the boards (where the fewest win, of points_b), with ruled_a"
    )
    points_b: int = Field(
        description="points made by line B: the sum over the boards (where the fewest win, of points_a), with ruled_b"
    )
    ruled_a: int = Field(description="points of deals that rulings gave line A, below 0 took; in points_a already")
    ruled_b: int = Field(description="points of deals that rulings gave line B, below 0 took; in points_b already")
    bonus: int = Field(
        description="MP that bonuses and penalties of this round give line A over line B before the VP are read; they "
        "enter the standings as extra items, not with the match. 0 until every board has a score"
    )
    other_room: int | None = Field(description="of teams: line A's lead in points in the other room; else null")
    lead: int | None = Field(description="line A's lead in MP, by which the VP are read; null until vp_a is there")
    read_as: int | None = Field(description="MP: the lead at which the scale was read, where it has no step for `lead`")
    vp_a: int | None = Field(description="VP of line A, of the scale at `lead` or as fixed; null until all is scored")
    vp_b: int | None = Field(description="VP of line B, of the scale at `lead` or as fixed; null until all is scored")
    fixed: FixedResult | None = Field(description="what counts in the place of the boards; null: the boards count")


class RoundResults(Schema):
    """The tables of a round, a hundred at a time; next: ask again with after=next, until it is null."""

    tournament: str
    round: int
    state: str
    tables: list[TableResult]
    next: int | None


class StandingsItem(Schema):
    """One thing that counts: the items of an entry add up to its VP and MP."""

    source: Literal["carry", "encounter", "award", "extra", "warnings"] = Field(
        description="carried from an earlier stage, a match, a rest or fixed score, an adjustment, a set of warnings"
    )
    round: int | None = Field(description="the round it belongs to; null: none")
    vp: int = Field(description="VP that it adds, below 0 takes")
    mp: int = Field(description="MP that it adds, below 0 takes; of a match the points made less those allowed")
    kind: str = Field("", description="of an award: bye, or the code's key of the fixed score")
    partners: list[int] = Field([], description="numbers of the entries on the same line")
    opponents: list[int] = Field([], description="numbers of the entries on the other line")
    points: tuple[int, int] | None = Field(None, description="of a match: points made and allowed, over all its boards")


class StandingsRow(Schema):
    """An entry's line with its arithmetic."""

    place: int
    entry: int
    name: str
    category: str
    players: list[str]
    vp: int = Field(description="VP that rank: the sum over the items")
    mp: int = Field(description="MP that rank where VP are equal: the sum over the items")
    items: list[StandingsItem]


class StandingsGroup(Schema):
    """The lines of a group, the whole field where there are no groups; pending: round and table without a result."""

    group: int
    name: str
    rows: list[StandingsRow]
    pending: list[tuple[int, int]]


class Standings(PublicationLine):
    """Published standings, whole."""

    tournament: str
    reason: str
    groups: list[StandingsGroup]


class HeadnoteLine(Schema):
    """A headnote of the casebook, in its last version; a withdrawn one says why in `reason`, and no longer holds."""

    reference: str = Field(description="year and number, for ever")
    version: int
    state: Literal["published", "withdrawn"]
    text: str
    title: str = Field(description="the anomaly, in the reader's language")
    code: str
    articles: list[int]
    tags: list[str]
    at: datetime
    reason: str
    changed: list[str] = Field(description="what has become of its ruling and rule since, in words; empty: nothing")


class HeadnotePage(Schema):
    """Headnotes, the newest number first; nearest: none had every word. next: ask again with after=next."""

    headnotes: list[HeadnoteLine]
    total: int
    nearest: bool
    next: str | None


class HeadnoteFact(Schema):
    question: str
    answer: str


class HeadnoteVersionLine(Schema):
    """One of a headnote's versions; each may be read."""

    version: int
    state: Literal["published", "withdrawn"]
    at: datetime
    reason: str


class Headnote(HeadnoteLine):
    """A headnote with what decided and what was ordered; place and year only where they may be told."""

    comment: str
    edition: str
    edition_sha256: str
    procedure: str
    departed: bool
    facts: list[HeadnoteFact]
    orders: list[str]
    place: str
    decided_in: int | None
    versions: list[HeadnoteVersionLine]


class Ruling(Schema):
    """A ruling in force: what it is about, what it rests on, what it orders, as it was read out."""

    number: int
    version: int
    round: int
    table: int
    board: int | None
    procedure: str
    title: str
    departed: bool
    articles: list[str]
    orders: list[str]
    decided_at: datetime


class RulingPage(Schema):
    """Rulings by number; next: ask again with after=next, until it is null."""

    rulings: list[Ruling]
    next: int | None


class ScoreIn(Schema):
    """A played result: totals of each line, accuse included. expected_version: the version in force, 0 for none."""

    points_a: int = Field(ge=-100_000, le=100_000)
    points_b: int = Field(ge=-100_000, le=100_000)
    accusa_a: int = Field(0, ge=0, le=1_000)
    accusa_b: int = Field(0, ge=0, le=1_000)
    expected_version: int = Field(ge=0, le=30_000)
    reason: Text = Field("", max_length=2_000)
    cause: Text = Field("", max_length=40)
    agreed_by: Text = Field("", max_length=200)


class Recorded(Schema):
    """What was recorded; a request sent again with the same key answers the same."""

    version: int
    state: str


class Conflict(Problem):
    """Somebody else wrote first: the version in force now, 0 where there is none."""

    version: int


class PlayerIn(Schema):
    """Somebody to enter; a card finds whoever has it in the register."""

    first_name: Text = Field(max_length=100)
    last_name: Text = Field(max_length=100)
    card_number: Text = Field("", max_length=40)


class EntryIn(Schema):
    """A new entry."""

    name: Text = Field("", max_length=200)
    players: list[PlayerIn] = Field(min_length=1, max_length=8)


class EntryMade(Schema):
    number: int


class Member(Schema):
    """Somebody of the roster; suspended: today."""

    card: str
    last_name: str
    first_name: str
    club: str
    category: str
    valid_from: date | None
    valid_until: date | None
    suspended: bool


class RosterPage(Schema):
    """Members by position; version: of the roster; next: ask again with after=next, until it is null."""

    version: int
    members: list[Member]
    next: int | None


class RosterIn(Schema):
    """The whole roster as the page takes it: a line of headings (Tessera;Cognome;Nome;…), then a member on each."""

    file_name: Text = Field("albo.csv", max_length=200)
    csv: Text = Field(max_length=2_000_000)


class RosterPreview(Schema):
    """What accepting would do, compared with the roster of that version: how many are new, changed, gone, …"""

    update: int
    version: int
    unread: int = Field(description="rows that cannot be read; accept with leave_out")
    drops_many: bool = Field(description="more than a third would leave; accept with drop_many")
    counts: dict[str, int]


class AcceptIn(Schema):
    """version: that of the preview; another roster meanwhile is refused, and sent again."""

    version: int = Field(ge=0, le=2_000_000_000)
    leave_out: bool = False
    drop_many: bool = False


class RosterAccepted(Schema):
    version: int
    outcome: dict[str, int]
