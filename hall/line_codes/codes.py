"""The codes by which the lines of a table speak: one each, as a signed address for a QR and as letters to type.

A code holds from the publication of the round to its end, unless it is made anew: then its earlier issues open
nothing. Nobody can make one up, nor the other line's from their own. docs/decisions/0044-a-code-for-each-line.md
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.core.signing import BadSignature, Signer
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.crypto import constant_time_compare, salted_hmac

from codes.seats import Line
from hall.calls.models import Call
from hall.line_codes.models import FIRST_ISSUE, LineCode
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament

_tables = Signer(salt="tournaments.table", sep=".")
# What cannot be taken for another one on paper: no 0 and O, no 1, I and L, no 5 and S, no 8 and B, no 2 and Z.
LETTERS = "34679ACDEFGHJKMNPQRTUVWXY"
LONG = 6
_TYPED = re.compile(rf"0*([1-9]\d{{0,3}})([AB])([{LETTERS}]{{{LONG}}})", re.ASCII)
_IS_OPEN = Q(round__state__in=[Round.State.PUBLISHED, Round.State.PLAYING])
# What stands in a signed address: table, line, issue; the table alone on sheets printed before lines had codes.
_SIGNED = re.compile(r"(\d{1,18})(?:-([AB])-(\d{1,5}))?", re.ASCII)


class Speaking(TypedDict):
    """Who speaks: a line of a table, by an issue of its code."""

    table: Table
    line: Line
    issue: int


@dataclass(frozen=True)
class OpenedTable:
    """The table that an address opens, and for which line; no line: a code of the whole table, of an old sheet."""

    table: Table
    line: Line | None
    issue: int
    is_in_force: bool

    @property
    def speaking(self) -> Speaking:
        """Whose code it is, as the actions ask for it. Raises ValueError for a code of the whole table."""
        if self.line is None:
            raise ValueError(self)
        return Speaking(table=self.table, line=self.line, issue=self.issue)


def line_key(table: Table, line: Line, issue: int = FIRST_ISSUE) -> str:
    """What stands in the address by which a line of the table speaks."""
    return _tables.sign(f"{table.pk}-{line.value}-{issue}")


def opened_by(slug: str, key: str, *, or_called: bool = False) -> OpenedTable | None:
    """What the key opens; None when it is forged, of another tournament, or its round is not open.

    or_called: nor has its table ever called, whose call may outlive the round.

    The table comes with its round, stage, tournament and issue in one query, for a hall of phones asks at once; without
    its players, whom nobody needs who only sends a result.
    """
    signed = _signed_in(key)
    if signed is None:
        return None
    pk, letter, issue = signed.groups()
    tables = (
        (_open_or_called() if or_called else _open_tables())
        .filter(pk=pk, round__tournament__slug=slug)
        .annotate(issue=_newest(letter or ""))
    )
    table = tables.select_related("round__tournament", "round__stage").first()
    if table is None:
        return None
    if letter is None:
        return OpenedTable(table, None, 0, is_in_force=False)
    newest = vars(table)["issue"] or FIRST_ISSUE
    return OpenedTable(table, Line(letter), int(issue), is_in_force=int(issue) == newest)


def closed_with(slug: str, key: str) -> tuple[Table, Line | None] | None:
    """The table whose code the key was, and for which line, where its round is closed; None for any other key."""
    signed = _signed_in(key)
    if signed is None:
        return None
    tables = Table.objects.with_players().filter(round__state=Round.State.CLOSED, round__tournament__slug=slug)
    table = tables.filter(pk=signed[1]).first()
    return (table, Line(signed[2]) if signed[2] else None) if table else None


def _signed_in(key: str) -> re.Match[str] | None:
    try:
        return _SIGNED.fullmatch(_tables.unsign(key))
    except BadSignature:
        return None


def _open_tables() -> QuerySet[Table]:
    return Table.objects.filter(_IS_OPEN)


def _open_or_called() -> QuerySet[Table]:
    called = Exists(Call.objects.filter(table=OuterRef("pk")).order_by())
    return Table.objects.filter(_IS_OPEN | Q(called, round__state=Round.State.CLOSED))


def _newest(letter: str) -> Subquery:
    codes = LineCode.objects.filter(table=OuterRef("pk"), line=letter).order_by("-issue")
    return Subquery(codes.values("issue")[:1])


def issue_of(table: Table, line: Line) -> int:
    """Which issue of the line's code is in force."""
    return issues_of([table])[table.pk, line]


def issues_of(tables: Iterable[Table]) -> Mapping[tuple[int, Line], int]:
    """Which issue is in force, by table and line; one query, however many tables."""
    issues: dict[tuple[int, Line], int] = defaultdict(lambda: FIRST_ISSUE)
    for code in LineCode.objects.filter(table__in=tables).order_by("issue"):
        issues[code.table_id, Line(code.line)] = code.issue
    return issues


def letters_of(table: Table, line: Line, issue: int = FIRST_ISSUE) -> str:
    """What is typed where no camera is at hand: «12A-K7M3QX», the number of the table and its line first."""
    digest = salted_hmac("tournaments.line-code", f"{table.pk}-{line.value}-{issue}", algorithm="sha256").digest()
    number, letters = int.from_bytes(digest, "big"), ""
    for _place in range(LONG):
        number, rest = divmod(number, len(LETTERS))
        letters += LETTERS[rest]
    return f"{table.number}{line.value}-{letters}"


@dataclass(frozen=True)
class TypedCode:
    """What was typed: for which line of the tables of that number, and whether the letters are those in force."""

    table: Table
    line: Line
    issue: int
    is_right: bool


def typed_in(tournament: Tournament, words: str) -> TypedCode | None:
    """What the letters typed say; None when there is no such table, or they are no code at all.

    Where they are wrong it is said of which line, so that guesses are counted there and stop nobody else.
    """
    match = _TYPED.fullmatch(re.sub(r"[\s\-–.]", "", words).upper())
    if match is None:
        return None
    number, letter, _letters = match.groups()
    line = Line(letter)
    tables = list(_open_tables().filter(round__tournament=tournament, number=int(number)).order_by("-round__number"))
    issues = issues_of(tables)
    cells = [
        TypedCode(table, line, issue := issues[table.pk, line], _is_code(match, table, line, issue)) for table in tables
    ]
    return next((cell for cell in cells if cell.is_right), cells[0] if cells else None)


def _is_code(match: re.Match[str], table: Table, line: Line, issue: int) -> bool:
    return constant_time_compare("".join(match.groups()), letters_of(table, line, issue).replace("-", ""))
