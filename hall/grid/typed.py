"""What a confirmation says it saw: the boards of a table, or of several, with the version of each score.

Results that are asked twice, in words, and how a form remembers that somebody already said yes.

What was typed into the grid where no script sends each cell by itself: the whole grid then comes as one form.

What a round leaves unconfirmed when it is closed: before, to be asked; afterwards, as the log tells it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.results import Result
from papers.sheets import figure
from records.models import LogEntry
from tournaments.log_lines.words import ToldLine, told
from tournaments.rounds.models import Round
from tournaments.rounds.queries import Unconfirmed, unconfirmed_scores
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import BoardCell
from tournaments.scoring.doubts import DEAL_HIGH, DEAL_LOW, Doubt, board_doubts, deal_doubts
from tournaments.setup.models import Tournament
from tournaments.standings.queries import unconfirmed_in_words

# Board and version, «1.3-2.1»; of several tables each after its number, «12:1.3-2.1 13:1.1».
SEEN = re.compile(r"\d{1,5}\.\d{1,9}(?:-\d{1,5}\.\d{1,9})*", re.ASCII)
OF_TABLE = re.compile(rf"(\d{{1,5}}):({SEEN.pattern})", re.ASCII)


def seen_of(versions: Mapping[int, int]) -> str:
    """The versions by board number, as a form sends them."""
    return "-".join(f"{board}.{version}" for board, version in versions.items())


def seen_of_scores(scores: Iterable[Unconfirmed]) -> str:
    """Scores of a round with their versions, table after table, as a form sends them."""
    by_table = groupby(scores, key=attrgetter("table"))
    return " ".join(f"{table}:{seen_of({one.board: one.version for one in group})}" for table, group in by_table)


def read_seen(sent: str) -> dict[int, int] | None:
    """What `seen_of` wrote; None for anything else."""
    if not SEEN.fullmatch(sent):
        return None
    pairs = (one.split(".") for one in sent.split("-"))
    return {int(board): int(version) for board, version in pairs}


def read_tables(sent: str) -> dict[int, dict[int, int]] | None:
    """The same of several tables, by their number; None for anything else, and for nothing."""
    found = [OF_TABLE.fullmatch(one) for one in sent.split(" ")]
    if not all(found):
        return None
    return {int(one[1]): read_seen(one[2]) or {} for one in found if one}


WORDS: Mapping[Doubt, Promise] = {
    Doubt.DEAL_HIGH: _("Più di %(high)s punti in una smazzata: ci vogliono quasi tutte le carte e cinque burrachi."),
    Doubt.DEAL_LOW: _("Meno di %(low)s punti in una smazzata: è più di un pozzo non preso e di una mano intera."),
    Doubt.DEAL_BOTH_BELOW: _("Tutte e due le linee sotto zero."),
    Doubt.DEAL_BOTH_ZERO: _("Zero a zero."),
    Doubt.DECK_ALL: _("Tutti gli undici punti a una linea: è un cappotto."),
    Doubt.ACCUSA_HIGH: _("Nove punti di accusa o più in una sola smazzata."),
}


def doubts_of(tournament: Tournament, result: Result) -> tuple[str, ...]:
    found = deal_doubts(result) if tournament.rules.by_fives else board_doubts(result)
    figures = {"high": figure(DEAL_HIGH.value), "low": figure(DEAL_LOW.value)}
    return tuple(str(WORDS[one]) % figures for one in found)


def sign_of(results: Sequence[Result]) -> str:
    """What a form sends back to say that exactly these results were looked at twice."""
    return " ".join(f"{one.points_a}/{one.points_b}/{one.accusa_a}/{one.accusa_b}" for one in results)


# The line, the table, the board and the version seen: «a-12-3-1». None of them is longer than a database holds.
NAME = re.compile(r"([ab])-(\d{1,5})-(\d{1,5})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class Typed:
    """A cell of the grid as it was sent; fields: as the form of one score takes them."""

    table: int
    board: int
    fields: Mapping[str, str]


def first_typed(round: Round, sent: Mapping[str, str]) -> Typed | None:
    """The first cell that says something else than the version seen there."""
    cells: dict[tuple[int, int, int], dict[str, str]] = {}
    for name, value in sent.items():
        if found := NAME.fullmatch(name):
            cells.setdefault((int(found[2]), int(found[3]), int(found[4])), {})[f"line_{found[1]}"] = value
    # Compared with the version seen, not with the one in force: what others gave meanwhile was not typed here.
    seen = _seen(round)
    for (table, board, version), lines in cells.items():
        if lines != seen.get((table, board, version), {"line_a": "", "line_b": ""}):
            return Typed(table, board, {"version": str(version), **lines})
    return None


def _seen(round: Round) -> dict[tuple[int, int, int], dict[str, str]]:
    """What the fields of every version of the round's scores hold, by table, board and version."""
    scores = BoardScore.objects.filter(table__round=round).select_related("table", "board")
    return {
        (one.table.number, one.board.number, one.version): {"line_a": cell.entered_a, "line_b": cell.entered_b}
        for one in scores
        for cell in [BoardCell(one.board, one)]
    }


@dataclass(frozen=True)
class Closing:
    """Scores that nobody confirmed: how many, where, and as the form that lets them be sends them."""

    count: int
    where: str
    seen: str


@dataclass(frozen=True)
class Closed:
    """Who closed a round with scores unconfirmed, which and why."""

    line: LogEntry
    told: ToldLine


def closing_of(round: Round) -> Closing | None:
    """None where everything is confirmed, or one hand is enough."""
    found = unconfirmed_scores(round)
    if not found:
        return None
    where = unconfirmed_in_words(round.tournament, found, with_round=False)
    return Closing(len(found), where, seen_of_scores(found))


def closed_as(round: Round) -> Closed | None:
    """None where the round was closed with everything confirmed, or is not closed."""
    if round.state != Round.State.CLOSED:
        return None
    lines = LogEntry.objects.filter(tournament=round.tournament_id, action="close_round").select_related("actor")
    line = lines.filter(object=f"{round._meta.label}:{round.pk}").first()
    return Closed(line, told(line, round.tournament)) if line and line.data.get("unconfirmed") else None
