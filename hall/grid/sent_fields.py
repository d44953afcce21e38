"""What the forms of the grid carry and send back.

- The versions that a confirmation has seen: the boards of a table, or of several, with the version of each score.
- The results that seem doubtful, in words, and how a form remembers that somebody already said yes to them.
- The cells of the whole grid as one form, where no script sends each cell by itself.
- The scores that nobody confirmed when a round is closed: asked about beforehand, told by the log afterwards.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.seats import Result
from papers.sheets import figure
from records.models import LogEntry
from tournaments.rounds.models import Round
from tournaments.rounds.queries import UnconfirmedScore, unconfirmed_in_words, unconfirmed_scores
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import BoardCell
from tournaments.scoring.doubts import DEAL_HIGH, DEAL_LOW, Doubt, board_doubts, deal_doubts
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import LineWords, words_of_line

# Board and version, «1.3-2.1»; for several tables each after its table's number, «12:1.3-2.1 13:1.1».
VERSIONS = re.compile(r"\d{1,5}\.\d{1,9}(?:-\d{1,5}\.\d{1,9})*", re.ASCII)
TABLE_VERSIONS = re.compile(rf"(\d{{1,5}}):({VERSIONS.pattern})", re.ASCII)


def versions_text(versions: Mapping[int, int]) -> str:
    """The versions by board number, written as a form sends them."""
    return "-".join(f"{board}.{version}" for board, version in versions.items())


def score_versions_text(scores: Iterable[UnconfirmedScore]) -> str:
    """The versions of scores of a round, table after table, written as a form sends them."""
    by_table = groupby(scores, key=attrgetter("table"))
    return " ".join(
        f"{table}:{versions_text({score.board: score.version for score in group})}" for table, group in by_table
    )


def read_versions(sent: str) -> dict[int, int] | None:
    """Reads what `versions_text` wrote; None for any other text."""
    if not VERSIONS.fullmatch(sent):
        return None
    pairs = (part.split(".") for part in sent.split("-"))
    return {int(board): int(version) for board, version in pairs}


def read_table_versions(sent: str) -> dict[int, dict[int, int]] | None:
    """Reads what `score_versions_text` wrote, by table number; None for any other text, and for an empty one."""
    matches = [TABLE_VERSIONS.fullmatch(part) for part in sent.split(" ")]
    if not all(matches):
        return None
    return {int(match[1]): read_versions(match[2]) or {} for match in matches if match}


WORDS: Mapping[Doubt, Promise] = {
    Doubt.DEAL_HIGH: _("Più di %(high)s punti in una smazzata: ci vogliono quasi tutte le carte e cinque burrachi."),
    Doubt.DEAL_LOW: _("Meno di %(low)s punti in una smazzata: è più di un pozzo non preso e di una mano intera."),
    Doubt.DEAL_BOTH_BELOW: _("Tutte e due le linee sotto zero."),
    Doubt.DEAL_BOTH_ZERO: _("Zero a zero."),
    Doubt.DECK_ALL: _("Tutti gli undici punti a una linea: è un cappotto."),
    Doubt.ACCUSA_HIGH: _("Nove punti di accusa o più in una sola smazzata."),
}


def doubts_of(tournament: Tournament, result: Result) -> tuple[str, ...]:
    doubts = deal_doubts(result) if tournament.rules.by_fives else board_doubts(result)
    if not doubts:
        return ()
    figures = {"high": figure(DEAL_HIGH.value), "low": figure(DEAL_LOW.value)}
    return tuple(str(WORDS[doubt]) % figures for doubt in doubts)


def results_text(results: Sequence[Result]) -> str:
    """What a form sends back to say that the user looked twice at exactly these results."""
    return " ".join(f"{result.points_a}/{result.points_b}/{result.accusa_a}/{result.accusa_b}" for result in results)


# The line, the table, the board and the version seen: «a-12-3-1». No number is longer than a database column takes.
CELL_NAME = re.compile(r"([ab])-(\d{1,5})-(\d{1,5})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class TypedCell:
    """A cell of the grid as it was sent. fields: in the form that the page of one score takes."""

    table: int
    board: int
    fields: Mapping[str, str]


def first_typed_cell(round_: Round, sent: Mapping[str, str]) -> TypedCell | None:
    """The first cell whose text differs from the version that the user saw there."""
    cells: dict[tuple[int, int, int], dict[str, str]] = {}
    for name, value in sent.items():
        if match := CELL_NAME.fullmatch(name):
            cells.setdefault((int(match[2]), int(match[3]), int(match[4])), {})[f"line_{match[1]}"] = value
    # Compared with the version seen, not with the one in force: others may have given a score meanwhile.
    versions = _version_fields(round_)
    for (table, board, version), lines in cells.items():
        if lines != versions.get((table, board, version), {"line_a": "", "line_b": ""}):
            return TypedCell(table, board, {"version": str(version), **lines})
    return None


def _version_fields(round_: Round) -> dict[tuple[int, int, int], dict[str, str]]:
    """The text of the fields for every version of the round's scores, by table, board and version."""
    scores = BoardScore.objects.filter(table__round=round_).select_related("table", "board")
    return {
        (score.table.number, score.board.number, score.version): {"line_a": cell.entered_a, "line_b": cell.entered_b}
        for score in scores
        for cell in [BoardCell(score.board, score)]
    }


@dataclass(frozen=True)
class UnconfirmedScores:
    """Scores that nobody confirmed: how many, where, and the text by which the closing form names them."""

    count: int
    where: str
    seen: str


@dataclass(frozen=True)
class UnconfirmedClosing:
    """Who closed a round with scores unconfirmed, which and why."""

    line: LogEntry
    told: LineWords


def unconfirmed_before_closing(round_: Round, of_tables: int) -> UnconfirmedScores | None:
    """None if everything is confirmed, or if one hand is enough; of_tables: how many the round has with scores."""
    scores = unconfirmed_scores(round_)
    if not scores:
        return None
    where = unconfirmed_in_words(round_.tournament, scores, with_round=False, of_tables=of_tables)
    return UnconfirmedScores(len(scores), where, score_versions_text(scores))


def unconfirmed_at_closing(round_: Round) -> UnconfirmedClosing | None:
    """None if the round is not closed, or was closed with everything confirmed."""
    if round_.state != Round.State.CLOSED:
        return None
    lines = LogEntry.objects.filter(tournament=round_.tournament_id, action="close_round").select_related("actor")
    line = lines.filter(object=f"{round_._meta.label}:{round_.pk}").order_by("sequence").last()
    return (
        UnconfirmedClosing(line, words_of_line(line, round_.tournament))
        if line and line.data.get("unconfirmed")
        else None
    )
